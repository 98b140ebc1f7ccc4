//! Parses one attribute with its value (LLVM 22, `LLParser::parseEnumAttribute` and its callees).

use super::Parser;
use crate::error::Result;
use crate::token::Tok;
use bctk_ir::attr_set::{Attr, ConstantRange};
use bctk_ir::attrs::{ALL_BYTES, AttrClass, AttrKind, DENORMAL_KINDS};
use bctk_ir::types::Type;

/// Largest alignment, in bytes (LLVM 22, `Value::MaximumAlignment`).
const MAX_ALIGN: u64 = 1 << 32;

/// The keywords of floating-point classes, with their bits (LLVM 22, `ADT/FloatingPointMode.h`).
const FP_CLASSES: [(&[u8], u64); 16] = [
    (b"all", 0x3ff),
    (b"nan", 0x003),
    (b"snan", 0x001),
    (b"qnan", 0x002),
    (b"inf", 0x204),
    (b"ninf", 0x004),
    (b"pinf", 0x200),
    (b"norm", 0x108),
    (b"nnorm", 0x008),
    (b"pnorm", 0x100),
    (b"sub", 0x090),
    (b"nsub", 0x010),
    (b"psub", 0x080),
    (b"zero", 0x060),
    (b"nzero", 0x020),
    (b"pzero", 0x040),
];

/// The words of `allockind`, from bit 0 on.
const ALLOC_KINDS: [&[u8]; 6] = [b"alloc", b"realloc", b"free", b"uninitialized", b"zeroed", b"aligned"];

/// Kinds of memory access by their two bits.
const ACCESS: [&[u8]; 4] = [b"none", b"read", b"write", b"readwrite"];

/// Places in memory, with their bits.
const LOCATIONS: [(&[u8], u64); 6] = [
    (b"argmem", 0b11),
    (b"inaccessiblemem", 0b11 << 2),
    (b"errnomem", 0b11 << 4),
    (b"target_mem0", 0b11 << 8),
    (b"target_mem1", 0b11 << 10),
    (b"target_mem", TARGET_MEMORY),
];

/// The bits of all target memory.
const TARGET_MEMORY: u64 = 0b1111 << 8;

/// The number of memory locations, including those without a name.
const LOCATION_COUNT: u32 = 6;

impl Parser<'_, '_> {
    /// The attribute whose keyword, of `kind`, is the current token. In a group, an alignment has `=` before its value.
    #[inline]
    pub(super) fn attr(&mut self, kind: AttrKind, in_group: bool) -> Result<Attr> {
        match kind.class() {
            AttrClass::Enum => {
                self.next();
                Ok(Attr::Enum(kind))
            }
            AttrClass::Type => self.type_attr(kind),
            AttrClass::Range => self.range_attr(kind),
            AttrClass::RangeList => self.range_list_attr(kind),
            AttrClass::Int => Ok(Attr::Int(kind, self.int_attr(kind, in_group)?)),
        }
    }

    fn int_attr(&mut self, kind: AttrKind, in_group: bool) -> Result<u64> {
        match kind {
            AttrKind::ALIGNMENT => self.align_attr(in_group),
            AttrKind::STACK_ALIGNMENT => self.stack_align_attr(in_group),
            AttrKind::DEREFERENCEABLE | AttrKind::DEREFERENCEABLE_OR_NULL => {
                self.next();
                self.expect(Tok::LParen, "expected '('")?;
                let at = self.span();
                let bytes = self.u64()?;
                self.expect(Tok::RParen, "expected ')'")?;
                if bytes == 0 {
                    return Err(self.error_at(at, "byte count specified must be non-zero"));
                }
                Ok(bytes)
            }
            AttrKind::ALLOC_SIZE => {
                self.next();
                self.expect(Tok::LParen, "expected '('")?;
                let size = self.u32()?;
                let mut count = u32::MAX;
                if self.eat(Tok::Comma) {
                    let at = self.span();
                    count = self.u32()?;
                    if count == size {
                        return Err(self.error_at(at, "'allocsize' indices can't refer to the same parameter"));
                    }
                }
                self.expect(Tok::RParen, "expected ')'")?;
                Ok(u64::from(size) << 32 | u64::from(count))
            }
            AttrKind::VSCALE_RANGE => {
                self.next();
                self.expect(Tok::LParen, "expected '('")?;
                let min = self.u32()?;
                let max = if self.eat(Tok::Comma) { self.u32()? } else { min };
                self.expect(Tok::RParen, "expected ')'")?;
                Ok(u64::from(min) << 32 | u64::from(max))
            }
            AttrKind::UW_TABLE => {
                self.next();
                if !self.eat(Tok::LParen) {
                    return Ok(2);
                }
                let kind = match self.text() {
                    b"sync" => 1,
                    b"async" => 2,
                    _ => return Err(self.error("expected unwind table kind")),
                };
                self.next();
                self.expect(Tok::RParen, "expected ')'")?;
                Ok(kind)
            }
            AttrKind::ALLOC_KIND => self.alloc_kind_attr(),
            AttrKind::DEAD_ON_RETURN => {
                self.next();
                if !self.eat(Tok::LParen) {
                    return Ok(ALL_BYTES);
                }
                let at = self.span();
                let bytes = self.u64()?;
                self.expect(Tok::RParen, "expected ')'")?;
                if bytes == 0 {
                    return Err(self.error_at(at, "byte count specified must be non-zero"));
                }
                Ok(bytes)
            }
            AttrKind::DENORMAL_FPENV => self.denormal_fpenv_attr(),
            AttrKind::MEMORY => self.memory_attr(),
            AttrKind::NOFPCLASS => self.fp_class_attr(),
            AttrKind::CAPTURES => self.captures_attr(),
            // A kind with a number that the table has and this function does not.
            _ => {
                self.next();
                self.expect(Tok::LParen, "expected '('")?;
                let value = self.u64()?;
                self.expect(Tok::RParen, "expected ')'")?;
                Ok(value)
            }
        }
    }

    /// `align 8`, `align(8)`, in a group `align=8`.
    fn align_attr(&mut self, in_group: bool) -> Result<u64> {
        self.next();
        if in_group {
            self.expect(Tok::Equal, "expected '=' here")?;
            let at = self.span();
            let value = u64::from(self.u32()?);
            // LLVM rounds it down here (`MaybeAlign`).
            let Some(log) = value.checked_ilog2() else { return Err(self.error_at(at, "alignment is not a power of two")) };
            return Ok(1 << log);
        }
        let at = self.span();
        let paren = self.eat(Tok::LParen);
        let value = self.u64()?;
        if paren && !self.eat(Tok::RParen) {
            return Err(self.error_at(at, "expected ')'"));
        }
        if !value.is_power_of_two() {
            return Err(self.error_at(at, "alignment is not a power of two"));
        }
        if value > MAX_ALIGN {
            return Err(self.error_at(at, "huge alignments are not supported yet"));
        }
        Ok(value)
    }

    /// `alignstack(8)`, in a group `alignstack=8`.
    fn stack_align_attr(&mut self, in_group: bool) -> Result<u64> {
        self.next();
        if in_group {
            self.expect(Tok::Equal, "expected '=' here")?;
        } else {
            self.expect(Tok::LParen, "expected '('")?;
        }
        let at = self.span();
        let value = self.u32()?;
        if !in_group {
            self.expect(Tok::RParen, "expected ')'")?;
        }
        match value.checked_ilog2() {
            // LLVM rounds it down here (`Attribute::getWithStackAlignment`).
            Some(log) if in_group => Ok(1 << log),
            Some(_) if value.is_power_of_two() => Ok(u64::from(value)),
            _ => Err(self.error_at(at, "stack alignment is not a power of two")),
        }
    }

    /// `sret(T)`, or the keyword alone with typed pointers, which have the type themselves.
    fn type_attr(&mut self, kind: AttrKind) -> Result<Attr> {
        self.next();
        let is_plain = self.tok != Tok::LParen && self.typed_pointers();
        let old = &mut self.old;
        match kind {
            AttrKind::BY_VAL => *(if is_plain { &mut old.plain_by_val } else { &mut old.typed_by_val }) = true,
            AttrKind::STRUCT_RET => *(if is_plain { &mut old.plain_struct_ret } else { &mut old.typed_struct_ret }) = true,
            _ => {}
        }
        if is_plain {
            return Ok(Attr::Type(kind, None));
        }
        self.expect(Tok::LParen, "expected '('")?;
        let ty = self.ty()?;
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(Attr::Type(kind, Some(ty)))
    }

    /// `range(i8 0, 2)`
    fn range_attr(&mut self, kind: AttrKind) -> Result<Attr> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let at = self.span();
        let ty = self.ty()?;
        let Type::Int(width) = self.types.kind(ty) else {
            return Err(self.error_at(at, "the range must have integer type!"));
        };
        let lower = self.range_bound(width)?;
        self.expect(Tok::Comma, "expected ','")?;
        let upper = self.range_bound(width)?;
        if lower == upper && self.strict.is_some_and(|llvm| !llvm.empty_ranges()) {
            return Err(self.error("the range should not represent the full or empty set!"));
        }
        if lower == upper && lower.iter().any(|&word| word != 0) {
            return Err(self.error("the range represent the empty set but limits aren't 0!"));
        }
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(Attr::Range(kind, ConstantRange { width, lower, upper }))
    }

    /// The value of an attribute of a newer LLVM, after its key, see [`bctk_ir::attrs::UNKNOWN_PREFIX`]; the key is at `at`.
    pub(super) fn unknown_attr(&mut self, kind: AttrKind, at: std::ops::Range<usize>) -> Result<Attr> {
        if self.eat(Tok::Equal) {
            let value = self.string()?;
            let value = std::str::from_utf8(&value).ok().and_then(|text| text.parse().ok());
            return value
                .map(|value| Attr::Int(kind, value))
                .ok_or_else(|| self.error_at(at, "expected a number as the attribute's value"));
        }
        if !self.eat(Tok::LParen) {
            return Ok(Attr::Enum(kind));
        }
        if self.eat(Tok::RParen) {
            return Ok(Attr::Type(kind, None));
        }
        if self.tok == Tok::LParen {
            let mut ranges = Vec::new();
            while self.eat(Tok::LParen) {
                let at = self.span();
                let ty = self.ty()?;
                ranges.push(self.range_of(ty, at)?);
                self.eat(Tok::Comma);
            }
            self.expect(Tok::RParen, "expected ')'")?;
            if ranges.windows(2).any(|pair| pair[0].width != pair[1].width) {
                return Err(self.error_at(at, "the ranges must have one type"));
            }
            return Ok(Attr::RangeList(kind, ranges));
        }
        let at = self.span();
        let ty = self.ty()?;
        if self.eat(Tok::RParen) {
            return Ok(Attr::Type(kind, Some(ty)));
        }
        Ok(Attr::Range(kind, self.range_of(ty, at)?))
    }

    /// The bounds of a range of `ty`, which was at `at`, and the closing parenthesis.
    fn range_of(&mut self, ty: bctk_ir::entity::TypeId, at: std::ops::Range<usize>) -> Result<ConstantRange> {
        let Type::Int(width) = self.types.kind(ty) else {
            return Err(self.error_at(at, "the range must have integer type!"));
        };
        let lower = self.range_bound(width)?;
        self.expect(Tok::Comma, "expected ','")?;
        let upper = self.range_bound(width)?;
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(ConstantRange { width, lower, upper })
    }

    fn range_bound(&mut self, width: u32) -> Result<Vec<u64>> {
        let Some(value) = self.wide_number() else { return Err(self.error("expected integer")) };
        if value.width > width {
            return Err(self.error("integer is too large for the bit width of specified type"));
        }
        self.next();
        Ok(value.words(width))
    }

    /// `initializes((0, 8), (12, 16))`
    fn range_list_attr(&mut self, kind: AttrKind) -> Result<Attr> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let mut ranges: Vec<ConstantRange> = Vec::new();
        let mut ordered = true;
        let mut last = i64::MIN;
        loop {
            self.expect(Tok::LParen, "expected '('")?;
            let lower = self.range_bound(64)?;
            self.expect(Tok::Comma, "expected ','")?;
            let upper = self.range_bound(64)?;
            if lower == upper {
                return Err(self.error("the range should not represent the full or empty set!"));
            }
            self.expect(Tok::RParen, "expected ')'")?;
            let (low, high) = (lower[0] as i64, upper[0] as i64);
            ordered &= low < high && (ranges.is_empty() || low > last);
            last = high;
            ranges.push(ConstantRange { width: 64, lower, upper });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if !ordered {
            return Err(self.error("Invalid (unordered or overlapping) range list"));
        }
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(Attr::RangeList(kind, ranges))
    }

    /// `allockind("alloc,zeroed")`
    fn alloc_kind_attr(&mut self) -> Result<u64> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let at = self.span();
        if self.tok != Tok::Str {
            return Err(self.error("expected allockind value"));
        }
        let mut bits = 0;
        for name in self.string()?.split(|&c| c == b',') {
            match ALLOC_KINDS.iter().position(|&kind| kind == name) {
                Some(bit) => bits |= 1 << bit,
                None => return Err(self.error_named(at, "unknown allockind ", name, "")),
            }
        }
        self.expect(Tok::RParen, "expected ')'")?;
        Ok(bits)
    }

    /// `memory(read, argmem: readwrite)`: two bits for each place.
    fn memory_attr(&mut self) -> Result<u64> {
        // A place and its colon are no label.
        self.colons_apart = true;
        let read = self.memory_effects();
        self.colons_apart = false;
        let bits = read?;
        self.expect(Tok::RParen, "unterminated memory attribute")?;
        Ok(bits)
    }

    fn memory_effects(&mut self) -> Result<u64> {
        const EVERYWHERE: u64 = 0b01_01_01_01_01_01;
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let mut bits = 0;
        let mut seen_location = false;
        let mut seen_target = false;
        let mut seen_all_targets = false;
        debug_assert_eq!(EVERYWHERE.count_ones(), LOCATION_COUNT);
        loop {
            let location = LOCATIONS.iter().find(|row| row.0 == self.text());
            if location.is_some() {
                self.next();
                self.expect(Tok::Colon, "expected ':' after location")?;
            }
            let Some(access) = ACCESS.iter().position(|&name| name == self.text()) else {
                return Err(self.error(match location {
                    Some(_) => "expected access kind (none, read, write, readwrite)",
                    None => "expected memory location (argmem, inaccessiblemem, errnomem) or access kind (none, read, write, readwrite)",
                }));
            };
            self.next();
            match location {
                Some(&(_, TARGET_MEMORY)) if seen_target => {
                    return Err(self.error("target memory default access kind must be specified first"));
                }
                Some(&(_, mask)) => {
                    seen_location = true;
                    seen_all_targets |= mask == TARGET_MEMORY;
                    seen_target |= mask != TARGET_MEMORY && mask & TARGET_MEMORY != 0;
                    bits = bits & !mask | (EVERYWHERE * access as u64) & mask;
                }
                None if seen_location => return Err(self.error("default access kind must be specified first")),
                None => bits = EVERYWHERE * access as u64,
            }
            if self.tok == Tok::RParen || !self.eat(Tok::Comma) {
                self.old.all_target_memory |= seen_all_targets;
                self.old.each_target_memory |= seen_target && bits >> 8 & 3 == bits >> 10 & 3;
                return Ok(bits);
            }
        }
    }

    /// `denormal_fpenv(ieee|dynamic, float: preservesign)`
    fn denormal_fpenv_attr(&mut self) -> Result<u64> {
        // `float` and its colon are no label.
        self.colons_apart = true;
        let read = self.denormal_fpenv();
        self.colons_apart = false;
        let bits = read?;
        self.expect(Tok::RParen, "unterminated denormal_fpenv")?;
        Ok(bits)
    }

    fn denormal_fpenv(&mut self) -> Result<u64> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let mut default = 0;
        let mut has_default = false;
        if self.text() != b"float" {
            default = self.denormal_mode()?;
            has_default = true;
        }
        let comma = has_default && self.eat(Tok::Comma);
        if self.text() != b"float" {
            return Ok(default | default << 4);
        }
        if has_default && !comma {
            return Err(self.error("expected ',' before float:"));
        }
        self.next();
        self.expect(Tok::Colon, "expected ':' before float denormal_fpenv")?;
        Ok(default | self.denormal_mode()? << 4)
    }

    /// `ieee` or `ieee|dynamic`: two bits for the output, two for the input.
    fn denormal_mode(&mut self) -> Result<u64> {
        let output = self.denormal_kind()?;
        let input = if self.eat(Tok::Bar) { self.denormal_kind()? } else { output };
        Ok(output | input << 2)
    }

    fn denormal_kind(&mut self) -> Result<u64> {
        let Some(kind) = DENORMAL_KINDS.iter().position(|name| name.as_bytes() == self.text()) else {
            return Err(self.error("expected denormal behavior kind (ieee, preservesign, positivezero, dynamic)"));
        };
        self.next();
        Ok(kind as u64)
    }

    /// `nofpclass(nan inf)` or `nofpclass(3)`
    fn fp_class_attr(&mut self) -> Result<u64> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let mut mask = 0;
        loop {
            if mask == 0 && self.tok == Tok::Int && !self.negative {
                let value = self.u64()?;
                if value == 0 || value & !0x3ff != 0 {
                    return Err(self.error("invalid mask value for 'nofpclass'"));
                }
                self.expect(Tok::RParen, "expected ')'")?;
                return Ok(value);
            }
            match FP_CLASSES.iter().find(|row| row.0 == self.text()) {
                Some(&(_, bits)) => mask |= bits,
                None => return Err(self.error("expected nofpclass test mask")),
            }
            self.next();
            if self.eat(Tok::RParen) {
                return Ok(mask);
            }
        }
    }

    /// `captures(address, ret: provenance)`: four bits for what is captured other than through the return value, and four for that.
    fn captures_attr(&mut self) -> Result<u64> {
        self.colons_apart = true;
        let read = self.captured();
        self.colons_apart = false;
        let bits = read?;
        self.expect(Tok::RParen, "expected ',' or ')'")?;
        Ok(bits)
    }

    fn captured(&mut self) -> Result<u64> {
        self.next();
        self.expect(Tok::LParen, "expected '('")?;
        let mut other = 0;
        let mut ret = None;
        let mut seen = false;
        loop {
            if self.text() == b"ret" {
                self.next();
                self.expect(Tok::Colon, "expected ':'")?;
                if ret.is_some() {
                    return Err(self.error("duplicate 'ret' location"));
                }
                ret = Some(0);
                seen = false;
            }
            let current = ret.as_mut().unwrap_or(&mut other);
            let bits = match self.text() {
                b"none" => 0,
                b"address_is_null" => 1,
                b"address" => 3,
                b"read_provenance" => 4,
                b"provenance" => 12,
                _ => {
                    let message = "expected one of 'none', 'address', 'address_is_null', 'provenance' or 'read_provenance'";
                    return Err(self.error(message));
                }
            };
            const MIXED: &str = "cannot use 'none' with other component";
            if seen && bits != 0 && *current == 0 {
                return Err(self.error(MIXED));
            }
            *current |= bits;
            self.next();
            if seen && bits == 0 {
                return Err(self.error(MIXED));
            }
            seen = true;
            if !self.eat(Tok::Comma) {
                return Ok(other << 4 | ret.unwrap_or(other));
            }
        }
    }
}
