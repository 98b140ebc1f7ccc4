//! The text of a field: the names, types, constants and metadata that its numbers refer to.
use std::fmt::Write;

use bctk_ir::attrs::{AttrKind, memory_effects_from_bitcode, write_int_attr};
use bctk_ir::metadata::dwarf;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::version::LlvmVersion;

use crate::fields::{Env, Field, Shape, Table, is_forward};
use crate::names::printable;
use crate::resolve::{Body, ConstantEntry, Defines, NONE, Resolver, Strings, Tables, low};
use crate::tables::{self, List, Words};
use bctk_bitcode::schema::field::{folded, sign_rotated};
use bctk_bitcode::schema::{constants, function, metadata, types};
use bctk_bitstream::stream::RecordBuf;

/// Longest text of a type in bytes, about.
const TYPE_TEXT: usize = 100;
/// Types within types in a text.
const TYPE_DEPTH: u32 = 8;
/// Longest text of a string that is referred to, in bytes.
const STRING_TEXT: usize = 60;

/// Bytes in quotes.
pub(crate) fn quoted(bytes: &[u8], out: &mut String) {
    out.push('"');
    printable(bytes, out);
    out.push('"');
}

/// The same, but shortened where only a hint is wanted.
fn hint(bytes: &[u8], out: &mut String) {
    match bytes.get(..STRING_TEXT) {
        Some(start) if bytes.len() > STRING_TEXT + 3 => {
            // Not in the middle of a character.
            let end = (STRING_TEXT - 3..=STRING_TEXT)
                .rev()
                .find(|&at| bytes.get(at).is_none_or(|byte| byte & 0xc0 != 0x80))
                .unwrap_or(STRING_TEXT);
            out.push('"');
            printable(start.get(..end).unwrap_or(start), out);
            out.push_str("…\"");
        }
        _ => quoted(bytes, out),
    }
}

/// A name after its sigil, in quotes where assembly would have them.
pub(crate) fn name(sigil: char, bytes: &[u8], out: &mut String) {
    out.push(sigil);
    let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() && bytes.iter().all(plain) => out.push_str(text),
        _ => quoted(bytes, out),
    }
}

impl Tables {
    /// Number of the function type that a type is or points to.
    pub(crate) fn function_type(&self, ty: u32) -> Option<u32> {
        let entry = self.types.get(ty as usize)?;
        match entry.code {
            types::Function::CODE | types::FunctionOld::CODE => Some(ty),
            types::Pointer::CODE => {
                let pointee = u32::try_from(entry.head).ok()?;
                let code = self.types.get(pointee as usize)?.code;
                matches!(code, types::Function::CODE | types::FunctionOld::CODE).then_some(pointee)
            }
            _ => None,
        }
    }

    pub(crate) fn rest(&self, ty: u32) -> &[u64] {
        let rest = self.types.get(ty as usize).map_or(0..0, |entry| entry.rest.clone());
        self.ops.get(rest.start as usize..rest.end as usize).unwrap_or(&[])
    }

    /// Result and parameter types of a function type.
    fn signature(&self, ty: u32) -> Option<(u64, &[u64])> {
        let rest = self.rest(ty);
        let rest = match self.types.get(ty as usize)?.code {
            // The number of an attribute list comes first.
            types::FunctionOld::CODE => rest.get(1..)?,
            types::Function::CODE => rest,
            _ => return None,
        };
        rest.split_first().map(|(&result, params)| (result, params))
    }

    /// Parameter types of a function type.
    pub(crate) fn params(&self, ty: u32) -> &[u64] {
        self.signature(ty).map_or(&[], |(_, params)| params)
    }

    /// Result type of a function type; `None` for `void`.
    pub(crate) fn result(&self, ty: u32) -> Option<Option<u32>> {
        let (result, _) = self.signature(ty)?;
        let result = u32::try_from(result).ok()?;
        let is_void = self.types.get(result as usize)?.code == types::Void::CODE;
        Some((!is_void).then_some(result))
    }

    pub(crate) fn type_code(&self, ty: u64) -> Option<u32> {
        self.types.get(usize::try_from(ty).ok()?).map(|entry| entry.code)
    }

    /// Appends a type as assembly spells it, without blanks after commas; parts that would make it long or deep by their number.
    fn type_text(&self, ty: u64, depth: u32, end: usize, out: &mut String) {
        let entry = usize::try_from(ty).ok().and_then(|ty| self.types.get(ty));
        let Some(entry) = entry.filter(|_| depth < TYPE_DEPTH && out.len() < end) else {
            let _ = write!(out, "#{ty}");
            return;
        };
        let number = u32::try_from(ty).unwrap_or(NONE);
        let rest = self.rest(number);
        if !entry.name.is_empty() {
            name('%', self.pooled(&entry.name), out);
            return;
        }
        let list = |ops: &[u64], out: &mut String| {
            for (i, &op) in ops.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                if out.len() >= end {
                    out.push('…');
                    break;
                }
                self.type_text(op, depth + 1, end, out);
            }
        };
        let first = rest.first().copied().unwrap_or(u64::MAX);
        match entry.code {
            types::Integer::CODE => drop(write!(out, "i{}", entry.head)),
            types::Pointer::CODE => {
                self.type_text(entry.head, depth + 1, end, out);
                if first != 0 && !rest.is_empty() {
                    let _ = write!(out, " addrspace({first})");
                }
                out.push('*');
            }
            types::OpaquePointer::CODE if entry.head == 0 => out.push_str("ptr"),
            types::OpaquePointer::CODE => drop(write!(out, "ptr addrspace({})", entry.head)),
            types::Array::CODE | types::Vector::CODE => {
                let vector = entry.code == types::Vector::CODE;
                out.push(if vector { '<' } else { '[' });
                if vector && rest.get(1).is_some_and(|&scalable| scalable != 0) {
                    out.push_str("vscale x ");
                }
                let _ = write!(out, "{} x ", entry.head);
                self.type_text(first, depth + 1, end, out);
                out.push(if vector { '>' } else { ']' });
            }
            types::StructAnon::CODE | types::StructNamed::CODE => {
                out.push_str(if entry.head == 0 { "{" } else { "<{" });
                list(rest, out);
                out.push_str(if entry.head == 0 { "}" } else { "}>" });
            }
            types::Function::CODE | types::FunctionOld::CODE => match self.signature(number) {
                Some((result, params)) => {
                    self.type_text(result, depth + 1, end, out);
                    out.push('(');
                    list(params, out);
                    if entry.head != 0 {
                        out.push_str(if params.is_empty() { "..." } else { ",..." });
                    }
                    out.push(')');
                }
                None => out.push_str("function"),
            },
            code => match plain_type(code) {
                Some(text) => out.push_str(text),
                None => drop(write!(out, "#{ty}")),
            },
        }
    }
}

/// Types that are a word.
fn plain_type(code: u32) -> Option<&'static str> {
    Some(match code {
        types::Void::CODE => "void",
        types::Half::CODE => "half",
        types::BFloat::CODE => "bfloat",
        types::Float::CODE => "float",
        types::Double::CODE => "double",
        types::X86Fp80::CODE => "x86_fp80",
        types::Fp128::CODE => "fp128",
        types::PpcFp128::CODE => "ppc_fp128",
        types::Label::CODE => "label",
        types::Metadata::CODE => "metadata",
        types::X86Mmx::CODE => "x86_mmx",
        types::X86Amx::CODE => "x86_amx",
        types::Token::CODE => "token",
        types::Opaque::CODE => "opaque",
        _ => return None,
    })
}

/// Appends list elements with blanks between them, in brackets.
struct Items<'o> {
    out: &'o mut String,
    some: bool,
}

impl<'o> Items<'o> {
    fn new(out: &'o mut String) -> Items<'o> {
        out.push('[');
        Items { out, some: false }
    }

    fn next(&mut self) -> &mut String {
        if self.some {
            self.out.push(' ');
        }
        self.some = true;
        self.out
    }

    fn end(self) {
        self.out.push(']');
    }
}

impl Resolver<'_> {
    /// Appends the text of a field of the record whose operands are `ops`.
    pub fn text(&self, field: &Field, record: &RecordBuf, out: &mut String) {
        let ops = field.ops(&record.ops);
        match field.shape {
            Shape::List(list) => self.list(list, ops, &record.ops, out),
            Shape::Chars => {
                let bytes: Vec<u8> = ops.iter().map(|&c| c as u8).collect();
                quoted(&bytes, out);
            }
            Shape::Blob => drop(write!(out, "<{} bytes>", record.blob_range().map_or(0, |range| range.len()))),
            Shape::Strtab => match ops {
                [offset, size] => self.strtab(*offset, *size, '@', out),
                _ => out.push_str("none"),
            },
            Shape::ValTy => self.val_ty(ops, out),
            Shape::Word(Words::BinOp) => {
                let op = ops.first().copied().unwrap_or(0);
                // From shifts on there are no floating point operators.
                let float = self.is_float(&record.ops).or((op >= BinOp::Shl.code()).then_some(false));
                match float.and_then(|float| BinOp::from_wire_code(op, float)) {
                    Some(operator) => out.push_str(operator.spelling()),
                    None => drop(write!(out, "{op}")),
                }
            }
            Shape::Word(Words::Operator) => {
                let flags = ops.first().copied().unwrap_or(0);
                if !self.operator(record).is_some_and(|operator| tables::operator_flags(operator, flags, out)) {
                    let _ = write!(out, "{flags}");
                }
            }
            Shape::Wide => {
                let mut items = Items::new(out);
                for &op in ops {
                    let _ = write!(items.next(), "{}", sign_rotated(op));
                }
                items.end();
            }
            shape => match ops.first() {
                Some(&op) => self.scalar(shape, op, out),
                None => out.push_str("none"),
            },
        }
    }

    /// The operator of a record that has one and flags for it.
    fn operator(&self, record: &RecordBuf) -> Option<&'static str> {
        // Flags are the last operand, and the operator or predicate comes before them.
        let before = record.ops.len().checked_sub(2).and_then(|at| record.ops.get(at)).copied()?;
        let binary = |op| {
            let float = self.is_float(&record.ops).or((op >= BinOp::Shl.code()).then_some(false))?;
            BinOp::from_wire_code(op, float).map(BinOp::spelling)
        };
        match record.code {
            function::Binop::CODE => binary(before),
            function::Cast::CODE => CastOp::from_code(before).map(CastOp::spelling),
            function::Cmp2::CODE => Some(if before < 32 { "fcmp" } else { "icmp" }),
            constants::CeBinop::CODE => binary(*record.ops.first()?),
            constants::CeCast::CODE => CastOp::from_code(*record.ops.first()?).map(CastOp::spelling),
            _ => None,
        }
    }

    /// Appends what the record adds to a table, as others will refer to it. Returns false, having appended nothing, if it adds nothing.
    pub fn definition(&self, out: &mut String) -> bool {
        match self.defines() {
            Defines::Nothing => return false,
            Defines::Global(number) => self.value(number, out),
            Defines::Value(number) if self.body.is_some() => match self.local_name(number) {
                Some(text) => name('%', text, out),
                None => drop(write!(out, "%{number}")),
            },
            Defines::Value(number) => drop(write!(out, "%{number}")),
            Defines::Type(number) => drop(write!(out, "#{number}")),
            Defines::Metadata(number) => drop(write!(out, "!{number}")),
            Defines::Attributes(number) => drop(write!(out, "attributes#{number}")),
        }
        true
    }

    /// Calls `each` with number and characters of each string in the current METADATA_STRINGS record.
    ///
    /// # Errors
    /// The first that `each` gives.
    pub fn metadata_strings<E>(&self, record: &RecordBuf, mut each: impl FnMut(u32, &[u8]) -> Result<(), E>) -> Result<(), E> {
        if record.code != metadata::Strings::CODE || self.labels.block_name(&Default::default(), metadata::ID).is_none() {
            return Ok(());
        }
        let here = record.blob_range().unwrap_or(0..0);
        let local = self.body.as_ref().map_or(&[][..], |body| &body.strings);
        let mut all = local.iter().chain(&self.tables.strings);
        let found = |s: &&Strings| !s.pooled && s.chars.end == here.end as u64 && s.chars.start >= here.start as u64;
        let Some(strings) = all.rfind(found) else { return Ok(()) };
        for number in 0..strings.ends.len() as u32 {
            let Some(bytes) = self.string_of(strings, number) else { break };
            each(strings.first.saturating_add(number), bytes)?;
        }
        Ok(())
    }

    fn scalar(&self, shape: Shape, op: u64, out: &mut String) {
        let _ = match shape {
            Shape::Bool => write!(out, "{}", u8::from(op != 0)),
            Shape::I64 => write!(out, "{}", sign_rotated(op)),
            Shape::I64Folded => write!(out, "{}", folded(op)),
            Shape::I64Raw => write!(out, "{}", op as i64),
            Shape::Bit(bit) => write!(out, "{}", op >> (bit & 63) & 1),
            Shape::Type => return self.ty(op, out),
            Shape::Value => return self.value(low(Some(&op)), out),
            Shape::Rel => return self.relative(op as u32, out),
            Shape::SignedRel => return self.relative(self.signed(op), out),
            Shape::Block => return self.block_ref(op, out),
            Shape::Md => return self.metadata(op, out),
            Shape::OptMd | Shape::MdStr => match op.checked_sub(1) {
                Some(number) => return self.metadata(number, out),
                None => write!(out, "null"),
            },
            Shape::Index(table) => match op.checked_sub(1) {
                Some(index) => return self.index(table, index, out),
                None => write!(out, "none"),
            },
            Shape::PlusOne => match op.checked_sub(1) {
                Some(value) => write!(out, "{value}"),
                None => write!(out, "none"),
            },
            Shape::U64OrNone if op == u64::MAX => write!(out, "none"),
            Shape::U32OrNone if op == u64::from(u32::MAX) => write!(out, "none"),
            Shape::Word(words) => return self.word(words, op, out),
            Shape::BlockId => match self.labels.block_name(&Default::default(), u32::try_from(op).unwrap_or(NONE)) {
                Some(name) => write!(out, "{op}:{name}"),
                None => write!(out, "{op}"),
            },
            _ => write!(out, "{op}"),
        };
    }

    fn word(&self, words: Words, op: u64, out: &mut String) {
        let list = match words {
            Words::SyncScope => Some(&self.tables.scopes),
            Words::BundleTag => Some(&self.tables.bundles),
            _ => None,
        };
        if let Some(found) = list.and_then(|list| list.get(usize::try_from(op).ok()?)) {
            match self.tables.pooled(found) {
                b"" => out.push_str("system"),
                text => quoted(text, out),
            }
            return;
        }
        if !tables::write_words(words, op, out) {
            let _ = write!(out, "{op}");
        }
    }

    fn ty(&self, op: u64, out: &mut String) {
        let _ = write!(out, "#{op}");
        if usize::try_from(op).is_ok_and(|op| op < self.tables.types.len()) {
            out.push(':');
            let end = out.len() + TYPE_TEXT;
            self.tables.type_text(op, 0, end, out);
        }
    }

    fn strtab(&self, offset: u64, size: u64, sigil: char, out: &mut String) {
        let range = offset..offset.saturating_add(size);
        match self.tables.name(self.data, &range) {
            Some(text) => name(sigil, text, out),
            None => drop(write!(out, "strtab+{offset}:{size}")),
        }
    }

    fn index(&self, table: Table, index: u64, out: &mut String) {
        let at = usize::try_from(index).unwrap_or(usize::MAX);
        let pooled = match table {
            Table::Values => return self.value(low(Some(&index)), out),
            Table::Attributes => {
                let _ = write!(out, "attributes#{index}");
                return;
            }
            Table::Sections => self.tables.sections.get(at).map(|name| self.tables.pooled(name)),
            Table::Gcs => self.tables.gcs.get(at).map(|name| self.tables.pooled(name)),
            Table::Comdats => self.tables.comdats.get(at).and_then(|name| self.tables.name(self.data, name)),
        };
        match pooled {
            Some(text) if table == Table::Comdats => name('$', text, out),
            Some(text) => quoted(text, out),
            None => drop(write!(out, "#{index}")),
        }
    }

    fn string_of<'s>(&'s self, strings: &Strings, number: u32) -> Option<&'s [u8]> {
        let at = number as usize;
        let end = *strings.ends.get(at)?;
        let start = if at == 0 { 0 } else { *strings.ends.get(at - 1)? };
        let all = if strings.pooled { &self.tables.bytes[..] } else { self.data };
        let base = usize::try_from(strings.chars.start).ok()?;
        all.get(base.checked_add(start as usize)?..base.checked_add(end as usize)?)
    }

    fn string(&self, number: u64) -> Option<&[u8]> {
        let local = self.body.as_ref().map_or(&[][..], |body| &body.strings);
        local.iter().chain(&self.tables.strings).find_map(|strings| {
            let number = u32::try_from(number.checked_sub(u64::from(strings.first))?).ok()?;
            self.string_of(strings, number)
        })
    }

    fn metadata(&self, number: u64, out: &mut String) {
        match self.string(number) {
            Some(text) => hint(text, out),
            None => drop(write!(out, "!{number}")),
        }
    }

    fn block_ref(&self, op: u64, out: &mut String) {
        let _ = write!(out, "bb{op}");
        let names = self.body.as_ref().map(|body| &body.block_names);
        if let Some(text) = names.and_then(|names| names.get(&u32::try_from(op).ok()?)) {
            name(':', text, out);
        }
    }

    fn local_name(&self, number: u32) -> Option<&[u8]> {
        self.body.as_ref()?.names.get(&number).map(Vec::as_slice)
    }

    /// Appends a value by its absolute number.
    pub(crate) fn value(&self, number: u32, out: &mut String) {
        let at = number as usize;
        let globals = self.tables.globals.len();
        if number == NONE {
            out.push_str("none");
        } else if at < globals {
            match self.tables.global_name(self.data, number) {
                Some(text) => name('@', text, out),
                None => drop(write!(out, "@{number}")),
            }
        } else if let Some(constant) = self.tables.constants.get(at - globals) {
            self.constant(number, constant, out);
        } else if let Some(text) = self.local_name(number) {
            name('%', text, out);
        } else {
            match self.body.as_ref().and_then(|body| body.constant(number)) {
                Some(constant) => self.constant(number, constant, out),
                None => drop(write!(out, "%{number}")),
            }
        }
    }

    fn constant(&self, number: u32, constant: &ConstantEntry, out: &mut String) {
        let code = self.tables.type_code(u64::from(constant.ty));
        let _ = match constant.code {
            constants::Integer::CODE => {
                self.tables.type_text(u64::from(constant.ty), 0, out.len() + TYPE_TEXT, out);
                write!(out, " {}", sign_rotated(constant.op))
            }
            constants::Null::CODE => match code {
                Some(types::Integer::CODE) => {
                    self.tables.type_text(u64::from(constant.ty), 0, out.len() + TYPE_TEXT, out);
                    write!(out, " 0")
                }
                Some(types::OpaquePointer::CODE | types::Pointer::CODE) => write!(out, "null"),
                Some(types::Token::CODE) => write!(out, "none"),
                Some(types::Float::CODE | types::Double::CODE) => {
                    self.tables.type_text(u64::from(constant.ty), 0, out.len() + TYPE_TEXT, out);
                    write!(out, " 0")
                }
                _ => write!(out, "zeroinitializer"),
            },
            constants::Undef::CODE => write!(out, "undef"),
            constants::Poison::CODE => write!(out, "poison"),
            constants::Float::CODE if code == Some(types::Double::CODE) => write!(out, "double {:?}", f64::from_bits(constant.op)),
            constants::Float::CODE if code == Some(types::Float::CODE) => write!(out, "float {:?}", f32::from_bits(constant.op as u32)),
            _ => write!(out, "%{number}"),
        };
    }

    /// Absolute number of a sign-rotated distance, as a distance.
    fn signed(&self, op: u64) -> u32 {
        if self.env().relative { sign_rotated(op) as u32 } else { op as u32 }
    }

    /// Appends a value by its number, as in the record.
    fn relative(&self, op: u32, out: &mut String) {
        let env = self.env();
        match &self.body {
            Some(body) if body.here.1 && env.relative => drop(write!(out, "^{}", op as i32)),
            Some(body) if env.relative => self.value(body.here.0.wrapping_sub(op), out),
            _ => self.value(op, out),
        }
    }

    pub(crate) fn absolute(&self, op: u64, env: &Env) -> u32 {
        if env.relative { env.next_value.wrapping_sub(op as u32) } else { op as u32 }
    }

    fn val_ty(&self, ops: &[u64], out: &mut String) {
        let Some(&op) = ops.first() else { return };
        self.relative(op as u32, out);
        if let Some(&ty) = ops.get(1) {
            out.push(':');
            self.tables.type_text(ty, 0, out.len() + TYPE_TEXT, out);
        }
    }

    /// Appends values that each may be followed by a type.
    fn val_tys(&self, mut ops: &[u64], items: &mut Items<'_>) {
        let env = self.env();
        while let Some(&op) = ops.first() {
            let (this, rest) = ops.split_at((1 + usize::from(is_forward(op, &env))).min(ops.len()));
            self.val_ty(this, items.next());
            ops = rest;
        }
    }

    fn list(&self, list: List, ops: &[u64], all: &[u64], out: &mut String) {
        let mut items = Items::new(out);
        let each = |items: &mut Items<'_>, shape: Shape| ops.iter().for_each(|&op| self.scalar(shape, op, items.next()));
        match list {
            List::U64 => each(&mut items, Shape::U64),
            List::I64 => each(&mut items, Shape::I64),
            List::Hex => ops.iter().for_each(|op| {
                let _ = write!(items.next(), "0x{op:x}");
            }),
            List::Types => each(&mut items, Shape::Type),
            List::Values => each(&mut items, Shape::Value),
            List::Blocks => each(&mut items, Shape::Block),
            List::Md => each(&mut items, Shape::Md),
            List::OptMd => each(&mut items, Shape::OptMd),
            List::ValTys => self.val_tys(ops, &mut items),
            List::Args => self.args(self.callee_type(all), ops, &mut items),
            List::Cases => self.pairs(ops, &mut items, |value, block, out| {
                self.scalar(Shape::Value, value, out);
                out.push_str("->");
                self.scalar(Shape::Block, block, out);
            }),
            List::Incoming => self.pairs(ops, &mut items, |value, block, out| {
                self.scalar(Shape::SignedRel, value, out);
                out.push_str("<-");
                self.scalar(Shape::Block, block, out);
            }),
            List::TypeValues => {
                self.pairs(ops, &mut items, |_, value, out| self.scalar(Shape::Value, value, out));
            }
            List::Attachments => {
                self.pairs(ops, &mut items, |kind, node, out| {
                    match self.tables.kinds.get(&kind) {
                        Some(text) => printable(self.tables.pooled(text), out),
                        None => drop(write!(out, "kind{kind}")),
                    }
                    out.push('=');
                    self.metadata(node, out);
                });
            }
            List::Strtab => self.pairs(ops, &mut items, |offset, size, out| self.strtab(offset, size, '@', out)),
            List::GuidStrtab => {
                for triple in ops.chunks(3) {
                    let out = items.next();
                    match *triple {
                        [guid, offset, size] => {
                            let _ = write!(out, "{guid}:");
                            self.strtab(offset, size, '@', out);
                        }
                        _ => {
                            let _ = write!(out, "{triple:?}");
                        }
                    }
                }
            }
            List::Clauses => self.clauses(ops, &mut items),
            List::Bundle => self.bundle(ops, &mut items),
            List::Pairs => self.pairs(ops, &mut items, |a, b, out| {
                let _ = write!(out, "{a}:{b}");
            }),
            List::Halves => self.pairs(ops, &mut items, |high, low, out| {
                let _ = write!(out, "{}", high << 32 | low & 0xffff_ffff);
            }),
            List::Range => Self::range(ops, items.next()),
            List::Attributes => self.attributes(ops, &mut items),
            List::Expression => expression(ops, &mut items),
        }
        items.end();
    }

    fn pairs(&self, ops: &[u64], items: &mut Items<'_>, mut each: impl FnMut(u64, u64, &mut String)) {
        let mut pairs = ops.chunks_exact(2);
        for pair in &mut pairs {
            if let [a, b] = pair {
                each(*a, *b, items.next());
            }
        }
        for op in pairs.remainder() {
            let _ = write!(items.next(), "{op}");
        }
    }

    /// Operand of the current record's field of this name.
    pub(crate) fn field_op(&self, name: &str, all: &[u64]) -> Option<u64> {
        self.fields().iter().find(|field| field.name == name)?.ops(all).first().copied()
    }

    fn args(&self, ty: Option<u32>, ops: &[u64], items: &mut Items<'_>) {
        let params = ty.map_or(&[][..], |ty| self.tables.params(ty));
        let fixed = if ty.is_some() { params.len().min(ops.len()) } else { ops.len() };
        let (fixed, variable) = ops.split_at(fixed);
        for (at, &op) in fixed.iter().enumerate() {
            match params.get(at).and_then(|&param| self.tables.type_code(param)) {
                Some(types::Label::CODE) => self.scalar(Shape::Block, op, items.next()),
                // A metadata number in the place of a value number.
                Some(types::Metadata::CODE) => self.metadata(u64::from(self.absolute(op, &self.env())), items.next()),
                _ => self.relative(op as u32, items.next()),
            }
        }
        self.val_tys(variable, items);
    }

    fn clauses(&self, mut ops: &[u64], items: &mut Items<'_>) {
        let env = self.env();
        while let Some((&kind, rest)) = ops.split_first() {
            let out = items.next();
            match kind {
                0 => out.push_str("catch "),
                1 => out.push_str("filter "),
                _ => drop(write!(out, "clause{kind} ")),
            }
            let len = rest.first().map_or(0, |&op| 1 + usize::from(is_forward(op, &env)));
            let (this, rest) = rest.split_at(len.min(rest.len()));
            self.val_ty(this, out);
            ops = rest;
        }
    }

    fn bundle(&self, mut ops: &[u64], items: &mut Items<'_>) {
        let env = self.env();
        while let Some(&op) = ops.first() {
            let is_metadata = op == 0x8000_0000;
            let (this, rest) = ops.split_at((1 + usize::from(is_metadata || is_forward(op, &env))).min(ops.len()));
            match this {
                [_, distance] if is_metadata => self.metadata(u64::from(self.absolute(*distance, &env)), items.next()),
                _ => self.val_ty(this, items.next()),
            }
            ops = rest;
        }
    }

    /// Bit width and bounds; for wide ones, the first operand holds their numbers of words above bit 31.
    fn range(ops: &[u64], out: &mut String) {
        let bits = ops.first().map_or(0, |&width| width as u32);
        let _ = write!(out, "i{bits}(");
        let bounds = ops.get(if bits > 64 { 2 } else { 1 }..).unwrap_or(&[]);
        for (i, &bound) in bounds.iter().enumerate() {
            let _ = write!(out, "{}{}", if i > 0 { "," } else { "" }, sign_rotated(bound));
        }
        out.push(')');
    }

    fn attributes(&self, mut ops: &[u64], items: &mut Items<'_>) {
        let spelled = |kind: u64, out: &mut String| match AttrKind::from_code(kind) {
            Some(kind) => out.push_str(kind.spelling()),
            None => drop(write!(out, "attribute{kind}")),
        };
        while let Some((&form, rest)) = ops.split_first() {
            let out = items.next();
            ops = match (form, rest) {
                (0, [kind, rest @ ..]) => {
                    spelled(*kind, out);
                    rest
                }
                (1, [kind, value, rest @ ..]) => {
                    match AttrKind::from_code(*kind) {
                        Some(known) => {
                            let value = if known == AttrKind::MEMORY { memory_effects_from_bitcode(*value) } else { *value };
                            let mut text = Vec::new();
                            write_int_attr(&mut text, known, value, true, LlvmVersion::DEFAULT);
                            out.push_str(&String::from_utf8_lossy(&text));
                        }
                        None => drop(write!(out, "attribute{kind}={value}")),
                    }
                    rest
                }
                (3 | 4, rest) => {
                    let mut rest = rest;
                    for part in 3..=form {
                        let end = rest.iter().position(|&c| c == 0).unwrap_or(rest.len());
                        let bytes: Vec<u8> = rest.iter().take(end).map(|&c| c as u8).collect();
                        if part == 4 {
                            out.push('=');
                        }
                        quoted(&bytes, out);
                        rest = rest.get(end + 1..).unwrap_or(&[]);
                    }
                    rest
                }
                (5, [kind, rest @ ..]) => {
                    spelled(*kind, out);
                    rest
                }
                (6, [kind, ty, rest @ ..]) => {
                    spelled(*kind, out);
                    out.push('=');
                    self.ty(*ty, out);
                    rest
                }
                (7, [kind, width, rest @ ..]) => {
                    spelled(*kind, out);
                    // Two bounds; for wide ones, the first operand holds their numbers of words above bit 31.
                    let bits = *width as u32;
                    let (head, rest) = if bits > 64 { (rest.first().copied(), rest.get(1..).unwrap_or(&[])) } else { (None, rest) };
                    let words = head.map_or(2, |head| (head as u32 as usize).saturating_add((head >> 32) as usize));
                    let (bounds, rest) = rest.split_at(words.min(rest.len()));
                    let _ = write!(out, "=i{bits}(");
                    for (i, &bound) in bounds.iter().enumerate() {
                        let _ = write!(out, "{}{}", if i > 0 { "," } else { "" }, sign_rotated(bound));
                    }
                    out.push(')');
                    rest
                }
                _ => {
                    // A form that is not known, or a list of ranges: the numbers as they are.
                    let _ = write!(out, "form{form}");
                    rest.iter().for_each(|op| {
                        let _ = write!(items.next(), "{op}");
                    });
                    &[]
                }
            };
        }
    }
}

impl Body {
    /// The constant with this value number, if it is one of the body's.
    pub(crate) fn constant(&self, number: u32) -> Option<&ConstantEntry> {
        let at = self.constants.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.constants.get(at).map(|(_, constant)| constant)
    }
}

fn expression(mut ops: &[u64], items: &mut Items<'_>) {
    while let Some((&op, rest)) = ops.split_first() {
        let out = items.next();
        match u16::try_from(op).ok().and_then(|op| dwarf::Op(op).name()) {
            Some(text) => out.push_str(text),
            None => drop(write!(out, "{op}")),
        }
        let (args, rest) = rest.split_at(bctk_ir::metadata::expr::operand_count(op).min(rest.len()));
        for arg in args {
            let _ = write!(out, ",{arg}");
        }
        ops = rest;
    }
}
