//! Parses specialised debug-information nodes, using the table in `bctk_ir::metadata::di` (LLVM 22, the `parseDI…` functions of
//! `LLParser`).

mod fast;

use super::Parser;
use super::di_words::WordKind;
use super::metadata::{INLINE, is_inline};
use crate::error::{About, Error, Result};
use crate::token::{Kw, Tok};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::List;
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::dwarf::{Op, Tag};
use bctk_ir::metadata::flags::{LOCAL_TAGS, SP_DEFINITION, SP_LOCAL, SP_OPTIMIZED};
use bctk_ir::metadata::relocate::reference_slots;
use bctk_ir::metadata::{Metadata, md_slot, slot_md};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_support::text::same;
use std::ops::Range;

/// Slots of the largest node.
const MAX_SLOTS: usize = {
    let mut max = 0;
    let mut i = 0;
    while i < DiKind::ALL.len() {
        let slots = DiKind::ALL[i].slots();
        if slots > max {
            max = slots;
        }
        i += 1;
    }
    max
};

/// Default type of a macro file: `DW_MACINFO_start_file`.
const START_FILE: u32 = 3;

/// Fields that must be there.
const fn required(kind: DiKind) -> &'static [&'static str] {
    match kind {
        DiKind::LongLocation | DiKind::LexicalBlock | DiKind::CommonBlock | DiKind::Namespace | DiKind::LocalVariable => &["scope"],
        DiKind::Enumerator => &["name", "value"],
        DiKind::DerivedType => &["tag", "baseType"],
        DiKind::CompositeType => &["tag"],
        DiKind::SubroutineType => &["types"],
        DiKind::File => &["filename", "directory"],
        DiKind::CompileUnit | DiKind::MacroFile => &["file"],
        DiKind::LexicalBlockFile => &["scope", "discriminator"],
        DiKind::Macro => &["type", "name"],
        DiKind::Module => &["scope", "name"],
        DiKind::TemplateTypeParameter => &["type"],
        DiKind::TemplateValueParameter => &["value"],
        DiKind::GlobalVariableExpression => &["var", "expr"],
        DiKind::Label => &["scope", "name", "file", "line"],
        DiKind::ImportedEntity => &["tag", "scope"],
        _ => &[],
    }
}

/// The bit of the expression of a global variable, which LLVM 4 and 5 left out if it is null.
const VARIABLE_EXPRESSION: u32 = 1 << DiKind::GlobalVariableExpression.field_index("expr");

/// Fields that must not be `null`.
const fn not_null(kind: DiKind) -> &'static [&'static str] {
    match kind {
        DiKind::LongLocation | DiKind::LexicalBlock | DiKind::LexicalBlockFile | DiKind::LocalVariable | DiKind::Label => &["scope"],
        DiKind::CompileUnit => &["file"],
        DiKind::Subrange => &["count"],
        _ => &[],
    }
}

/// What the parser needs to know of each kind of node.
struct Facts {
    /// Bits of required fields, by their index in the table.
    required: u32,
    /// Bits of the fields that must not be null.
    not_null: u32,
    /// The slots of a node without any field in the text.
    absent: [u32; MAX_SLOTS],
}

static FACTS: [Facts; DiKind::ALL.len()] = {
    let mut facts = [const { Facts { required: 0, not_null: 0, absent: [0; MAX_SLOTS] } }; DiKind::ALL.len()];
    let mut k = 0;
    while k < facts.len() {
        let kind = DiKind::ALL[k];
        let fields = kind.fields();
        facts[k].required = bits(fields, required(kind));
        facts[k].not_null = bits(fields, not_null(kind));
        let mut i = 0;
        while i < fields.len() {
            if let PrintRule::Skip(default) = fields[i].rule {
                facts[k].absent[fields[i].slot as usize] = default;
            }
            if matches!(kind, DiKind::GlobalVariable) && same(fields[i].name.as_bytes(), b"isDefinition") {
                facts[k].absent[fields[i].slot as usize] = 1;
            }
            if matches!(kind, DiKind::MacroFile) && same(fields[i].name.as_bytes(), b"type") {
                facts[k].absent[fields[i].slot as usize] = START_FILE;
            }
            i += 1;
        }
        k += 1;
    }
    facts
};

const SUBPROGRAM_TYPE: u32 = bits(DiKind::Subprogram.fields(), &["type"]);

const fn bits(fields: &[DiField], names: &[&str]) -> u32 {
    let mut bits = 0;
    let mut n = 0;
    while n < names.len() {
        let mut i = 0;
        while !same(fields[i].name.as_bytes(), names[n].as_bytes()) {
            i += 1;
        }
        bits |= 1 << i;
        n += 1;
    }
    bits
}

/// A field of a known kind of node.
#[derive(Clone, Copy)]
struct Field {
    /// Its place in the table.
    index: usize,
    /// Its first slot.
    slot: usize,
}

impl Field {
    /// The field `name`, which nodes of `kind` have.
    const fn of(kind: DiKind, name: &str) -> Field {
        let index = kind.field_index(name);
        Field { index, slot: kind.fields()[index].slot as usize }
    }
}

/// A node while it is read.
struct Node {
    kind: DiKind,
    slots: [u32; MAX_SLOTS],
    /// Fields that the text has, by their places in the table.
    seen: u32,
    /// What fields say that the table does not have.
    extra: Extra,
}

/// Fields that replace others: parts of one, or spellings of older versions.
#[derive(Default)]
struct Extra {
    /// Names of those that were there.
    seen: Vec<&'static str>,
    is_local: bool,
    is_declaration: bool,
    is_optimized: bool,
    virtuality: u32,
    ptr_auth: u32,
}

impl Node {
    /// A node without any field in the text.
    #[inline]
    fn new(kind: DiKind) -> Node {
        Node { kind, slots: FACTS[kind as usize].absent, seen: 0, extra: Extra::default() }
    }

    fn set(&mut self, name: &str, value: u32) {
        if let Some(slot) = self.kind.field(name).and_then(|field| self.slots.get_mut(usize::from(field.slot))) {
            *slot = value;
        }
    }

    /// Whether the text has the field.
    #[inline(always)]
    fn has(&self, field: Field) -> bool {
        self.seen >> field.index & 1 == 1
    }
}

impl Parser<'_, '_> {
    /// Bits of fields that the release which reads the text requires, and that must not be null, but that others do not require.
    fn newly_required(&self, kind: DiKind) -> u32 {
        let requires_type = kind == DiKind::Subprogram && self.strict.is_some_and(LlvmVersion::subprogram_types);
        if requires_type { SUBPROGRAM_TYPE } else { 0 }
    }

    /// A specialised node; the current token is its name. The caller handles `DIExpression` and `DIArgList`.
    pub(super) fn special_node(&mut self, distinct: bool) -> Result<Metadata> {
        let name = &self.text()[1..];
        let Some(kind) = kind_of(name) else {
            return match name {
                b"GenericDINode" => self.generic_node(distinct),
                _ => Err(self.error("expected metadata type").about(About::Node)),
            };
        };
        let at = self.span();
        if !distinct {
            match kind {
                DiKind::AssignID => return Err(self.error("missing 'distinct', required for !DIAssignID()")),
                DiKind::CompileUnit if self.reads_old_forms() => self.old.has_field(Feature::DistinctUnits.last_without()),
                DiKind::CompileUnit if !self.is_of_older() => return Err(self.error("missing 'distinct', required for !DICompileUnit")),
                _ => {}
            }
        }
        self.next();
        self.expect(Tok::LParen, "expected '(' here")?;
        let has_fields = self.tok != Tok::RParen;
        self.rest_of_node(Node::new(kind), has_fields, distinct, at)
    }

    /// The node from its next field on, or from its closing parenthesis if `more` is false. `at` is the position of its name.
    fn rest_of_node(&mut self, mut node: Node, more: bool, distinct: bool, at: Range<usize>) -> Result<Metadata> {
        let kind = node.kind;
        let facts = &FACTS[kind as usize];
        let newly_required = self.newly_required(kind);
        if more {
            self.fields(&mut node, facts.not_null | newly_required)?;
        }
        let mut missing = (facts.required | newly_required) & !node.seen;
        if missing == VARIABLE_EXPRESSION && kind == DiKind::GlobalVariableExpression && self.reads_old_forms() {
            self.old.has_field(Feature::InlineExpressions.last_without());
            missing = 0;
        }
        if missing != 0 && self.tok == Tok::RParen {
            let name = kind.fields().get(missing.trailing_zeros() as usize).map_or("", |field| field.name);
            return Err(self.error(format!("missing required field '{name}'")));
        }
        self.expect(Tok::RParen, "expected ')' here")?;
        self.finish_node(&mut node, distinct, at)?;
        self.store_node(&node, distinct)
    }

    #[inline]
    fn store_node(&mut self, node: &Node, distinct: bool) -> Result<Metadata> {
        let kind = node.kind;
        let fields = self.md.table.fields.len();
        if fields > u32::MAX as usize - MAX_SLOTS {
            return Err(self.error("too many fields of metadata"));
        }
        self.md.table.fields.extend_from_slice(&node.slots[..kind.slots()]);
        for slot in reference_slots(kind) {
            if is_inline(node.slots[slot]) && node.slots[slot] != NUMBER {
                self.md.inline_fields.push((fields + slot) as u32);
            }
        }
        let kind = self.md.table.finished_kind(kind);
        Ok(Metadata::Node { kind, distinct, fields: fields as u32 })
    }

    /// The fields up to the closing parenthesis.
    fn fields(&mut self, node: &mut Node, not_null: u32) -> Result<()> {
        let fields = node.kind.fields();
        let mut next = 0;
        loop {
            if self.tok != Tok::Label {
                return Err(self.error("expected field label here"));
            }
            let text = self.text();
            let name = &text[..text.len() - 1];
            // Fields are mostly in table order. Most names differ in length or in their first byte.
            let first = name.first();
            let is_it = |field: &DiField| {
                let known = field.name.as_bytes();
                known.len() == name.len() && known.first() == first && known == name
            };
            let mut found = fields[next..].iter().position(is_it).map(|i| i + next);
            if found.is_none() {
                found = fields[..next].iter().position(is_it);
            }
            match found {
                Some(i) if !matches!(fields[i].rule, PrintRule::Until(_)) || self.reads_old_forms() => {
                    let field = &fields[i];
                    if let PrintRule::Until(version) = field.rule {
                        self.old.has_field(version);
                    }
                    if node.seen >> i & 1 == 1 {
                        return Err(self.repeated(field.name));
                    }
                    self.next();
                    self.field(node, field, not_null >> i & 1 == 1)?;
                    node.seen |= 1 << i;
                    next = i + 1;
                }
                _ => self.extra_field(node, name)?,
            }
            if !self.eat(Tok::Comma) {
                return Ok(());
            }
        }
    }

    #[cold]
    fn repeated(&self, name: &str) -> Error {
        self.error(format!("field '{name}' cannot be specified more than once"))
    }

    /// The value of one field.
    fn field(&mut self, node: &mut Node, field: &DiField, not_null: bool) -> Result<()> {
        let at = usize::from(field.slot);
        let name = field.name;
        let slot = match field.kind {
            FieldKind::Md => match self.tok {
                Tok::MetadataNum => md_slot(Some(self.md_ref()?)),
                Tok::Int if node.kind == DiKind::SubrangeType && matches!(name, "lowerBound" | "upperBound" | "stride" | "bias") => {
                    self.bound_constant(name)?
                }
                _ => self.md_field(name, not_null)?,
            },
            FieldKind::MdString => {
                let keep_empty = node.kind == DiKind::File && name == "source";
                let no_empty = node.kind == DiKind::GlobalVariable && name == "name";
                self.string_field(name, keep_empty, no_empty)?
            }
            FieldKind::U32 => self.di_unsigned(name, limit(node.kind, name).into())? as u32,
            FieldKind::I32 => self.di_signed(name, i64::from(i32::MIN), i64::from(i32::MAX))? as u32,
            FieldKind::OptU32 => (self.di_unsigned(name, limit(node.kind, name).into())? as u32).wrapping_add(1),
            FieldKind::U64 => {
                let value = self.di_unsigned(name, u64::MAX)?;
                node.slots[at + 1] = (value >> 32) as u32;
                value as u32
            }
            FieldKind::Bool => u32::from(self.bool_field()?),
            FieldKind::SizeOrMd | FieldKind::BoundOrMd => {
                if self.tok == Tok::Int {
                    let value = match field.kind {
                        FieldKind::SizeOrMd => self.di_unsigned(name, u64::MAX)?,
                        _ => {
                            let least = if node.kind == DiKind::Subrange && name == "count" { -1 } else { i64::MIN };
                            self.di_signed(name, least, i64::MAX)? as u64
                        }
                    };
                    node.slots[at + 1] = value as u32;
                    node.slots[at + 2] = (value >> 32) as u32;
                    NUMBER
                } else {
                    let slot = self.md_field(name, not_null)?;
                    // Constant bounds of a range are equal whatever their types are.
                    match (node.kind, self.constant_bound(slot)) {
                        (DiKind::Subrange, Some(value)) => {
                            node.slots[at + 1] = value as u32;
                            node.slots[at + 2] = (value >> 32) as u32;
                            NUMBER
                        }
                        _ => slot,
                    }
                }
            }
            FieldKind::GenericBound => {
                if self.tok == Tok::Int {
                    let value = self.di_signed(name, i64::MIN, i64::MAX)?;
                    self.md.elements.clear();
                    self.md.elements.extend([u64::from(Op::CONSTS.0), value as u64]);
                    md_slot(Some(self.md.expression()))
                } else {
                    self.md_field(name, not_null)?
                }
            }
            FieldKind::ApInt => return self.wide_field(node, at),
            FieldKind::Tag => self.di_word(WordKind::Tag, name)?,
            FieldKind::DwLang => self.di_word(WordKind::Lang, name)?,
            FieldKind::DwLname => self.di_word(WordKind::LangName, name)?,
            FieldKind::DwDialect => self.di_dialect(name)?,
            FieldKind::DwEncoding => self.di_word(WordKind::Encoding, name)?,
            FieldKind::DwCc => self.di_word(WordKind::Cc, name)?,
            FieldKind::DwMacinfo => self.di_word(WordKind::Macinfo, name)?,
            FieldKind::OptEnumKind => self.di_word(WordKind::EnumKind, name)?.wrapping_add(1),
            FieldKind::DiFlags => self.di_flags(WordKind::DiFlag)?,
            FieldKind::SpFlags => self.di_flags(WordKind::SpFlag)?,
            FieldKind::EmissionKind if self.tok == Tok::Int && self.reads_old_forms() => {
                self.old.has_field(Feature::EmissionKindNames.last_without());
                self.di_word(WordKind::EmissionKind, name)?
            }
            FieldKind::EmissionKind => self.di_word(WordKind::EmissionKind, name)?,
            FieldKind::NameTableKind => self.di_word(WordKind::NameTableKind, name)?,
            FieldKind::LocalTag => self.local_tag()?,
            FieldKind::FixedPointKind => self.di_word(WordKind::FixedPointKind, name)?,
            FieldKind::ChecksumKind => self.di_word(WordKind::ChecksumKind, name)?,
            // Its parts are fields of their own.
            FieldKind::PtrAuth => return Err(self.error(format!("invalid field '{name}'"))),
        };
        node.slots[at] = slot;
        Ok(())
    }

    /// The number that metadata read just now wraps, if it does that.
    fn constant_bound(&self, slot: u32) -> Option<u64> {
        let item = slot_md(slot)?.0.checked_sub(INLINE)?;
        let Metadata::Value { value, .. } = *self.md.table.items.get(item as usize)? else { return None };
        let ValueKind::Const(index) = value.kind() else { return None };
        let constant = self.consts.pool.get(index)?;
        match (self.types.kind(constant.ty), constant.kind) {
            (Type::Int(_), ConstKind::Int(value)) => Some(value as u64),
            (Type::Int(_), ConstKind::Null) => Some(0),
            _ => None,
        }
    }

    fn md_field(&mut self, name: &str, not_null: bool) -> Result<u32> {
        if self.at(Kw::Null) {
            if not_null {
                return Err(self.error(format!("'{name}' cannot be null")));
            }
            self.next();
            return Ok(0);
        }
        Ok(md_slot(Some(self.md_ref()?)))
    }

    #[inline]
    fn string_field(&mut self, name: &str, keep_empty: bool, no_empty: bool) -> Result<u32> {
        if self.tok != Tok::Str {
            return Err(self.error("expected string constant"));
        }
        let text = self.name();
        if text.is_empty() && no_empty {
            return Err(self.error(format!("'{name}' cannot be empty")));
        }
        let slot = if text.is_empty() && !keep_empty { 0 } else { md_slot(Some(self.md.string(&text))) };
        self.next();
        Ok(slot)
    }

    fn bool_field(&mut self) -> Result<bool> {
        let value = match self.kw() {
            Kw::True => true,
            Kw::False => false,
            _ => return Err(self.error("expected 'true' or 'false'")),
        };
        self.next();
        Ok(value)
    }

    /// An unsigned number of the field `name`.
    #[inline]
    pub(super) fn di_unsigned(&mut self, name: &str, max: u64) -> Result<u64> {
        if self.tok != Tok::Int || self.negative {
            return Err(self.error("expected unsigned integer"));
        }
        if self.big || self.value > max {
            return Err(self.error(format!("value for '{name}' too large, limit is {max}")));
        }
        let value = self.value;
        self.next();
        Ok(value)
    }

    /// A signed number of the field `name`.
    fn di_signed(&mut self, name: &str, min: i64, max: i64) -> Result<i64> {
        if self.tok != Tok::Int {
            return Err(self.error("expected signed integer"));
        }
        let value = i128::from(self.value) * if self.negative { -1 } else { 1 };
        if self.negative && (self.big || value < i128::from(min)) {
            return Err(self.error(format!("value for '{name}' too small, limit is {min}")));
        }
        if !self.negative && (self.big || value > i128::from(max)) {
            return Err(self.error(format!("value for '{name}' too large, limit is {max}")));
        }
        self.next();
        Ok(value as i64)
    }

    /// A bound that is held as a constant `i64`.
    fn bound_constant(&mut self, name: &str) -> Result<u32> {
        let value = self.di_signed(name, i64::MIN, i64::MAX)?;
        let ty = self.types.intern(Type::Int(64));
        let constant = self.consts.pool.push(ty, if value == 0 { ConstKind::Null } else { ConstKind::Int(value) });
        Ok(md_slot(Some(self.md.value(ty, Value::constant(constant)))))
    }

    /// An integer of any width, in the fewest bits that hold it.
    fn wide_field(&mut self, node: &mut Node, at: usize) -> Result<()> {
        let Some(value) = self.wide_number() else { return Err(self.error("expected integer")) };
        self.next();
        // Distinguishes an unsigned number from a negative one; the bit is removed again for an unsigned enumerator.
        let is_zero = value.words(value.width).iter().all(|&word| word == 0);
        let width = value.width + u32::from(node.kind == DiKind::Enumerator && !value.signed && !is_zero);
        let words = value.words(width);
        node.slots[at] = width;
        if let [word] = *words {
            node.slots[at + 1] = word as u32;
            node.slots[at + 2] = (word >> 32) as u32;
        } else {
            node.slots[at + 1] = self.md.table.words.len() as u32;
            node.slots[at + 2] = words.len() as u32;
            self.md.table.words.extend(words);
        }
        Ok(())
    }

    /// The tag of a local variable of LLVM 3.7.
    fn local_tag(&mut self) -> Result<u32> {
        let word = self.text();
        let found = LOCAL_TAGS.iter().find(|(_, name)| name.as_bytes() == word);
        let &(tag, _) = found.ok_or_else(|| self.error("expected the DWARF tag of a local variable"))?;
        self.next();
        Ok(tag)
    }

    /// A field that is not in the table: part of another, or of an older version.
    #[cold]
    #[inline(never)]
    fn extra_field(&mut self, node: &mut Node, name: &[u8]) -> Result<()> {
        // Old fields: those replaced by other fields, and those that LLVM 22 ignores in bitcode, too.
        let name: &'static str = match (node.kind, name) {
            (DiKind::Subprogram, b"isLocal") => "isLocal",
            (DiKind::Subprogram, b"isDefinition") => "isDefinition",
            (DiKind::Subprogram, b"isOptimized") => "isOptimized",
            (DiKind::Subprogram, b"virtuality") => "virtuality",
            (DiKind::Subprogram, b"variables") => "variables",
            (DiKind::DerivedType, b"ptrAuthKey") => "ptrAuthKey",
            (DiKind::DerivedType, b"ptrAuthIsAddressDiscriminated") => "ptrAuthIsAddressDiscriminated",
            (DiKind::DerivedType, b"ptrAuthExtraDiscriminator") => "ptrAuthExtraDiscriminator",
            (DiKind::DerivedType, b"ptrAuthIsaPointer") => "ptrAuthIsaPointer",
            (DiKind::DerivedType, b"ptrAuthAuthenticatesNullValues") => "ptrAuthAuthenticatesNullValues",
            (DiKind::CompileUnit, b"gnuPubnames") => "gnuPubnames",
            (DiKind::Module, b"isysroot") => "isysroot",
            _ => return Err(self.error_named(self.span(), "invalid field '", name, "'").about(About::Field(node.kind))),
        };
        if node.extra.seen.contains(&name) {
            return Err(self.repeated(name));
        }
        node.extra.seen.push(name);
        self.next();
        let auth = &mut node.extra.ptr_auth;
        match name {
            // The flags of a subprogram one by one.
            "isLocal" => node.extra.is_local = self.bool_field()?,
            "isDefinition" => node.extra.is_declaration = !self.bool_field()?,
            "isOptimized" => node.extra.is_optimized = self.bool_field()?,
            "virtuality" => node.extra.virtuality = self.di_word(WordKind::Virtuality, name)?,
            "variables" => {
                self.old.variables = true;
                let variables = self.md_field(name, false)?;
                node.set("retainedNodes", variables);
            }
            "ptrAuthKey" => *auth |= self.di_unsigned(name, 7)? as u32,
            "ptrAuthIsAddressDiscriminated" => *auth |= u32::from(self.bool_field()?) << 4,
            "ptrAuthExtraDiscriminator" => *auth |= (self.di_unsigned(name, 0xffff)? as u32) << 5,
            "ptrAuthIsaPointer" => *auth |= u32::from(self.bool_field()?) << 21,
            "ptrAuthAuthenticatesNullValues" => *auth |= u32::from(self.bool_field()?) << 22,
            "gnuPubnames" => {
                let kind = u32::from(self.bool_field()?);
                node.set("nameTableKind", kind);
            }
            "isysroot" => {
                let root = self.string_field(name, false, false)?;
                node.set("apinotes", root);
            }
            _ => {
                self.md_field(name, false)?;
            }
        }
        Ok(())
    }

    /// Checks that involve several fields of the node. `at` is the position of its name.
    fn finish_node(&mut self, node: &mut Node, distinct: bool, at: Range<usize>) -> Result<()> {
        match node.kind {
            DiKind::Subprogram => {
                const FLAGS: Field = Field::of(DiKind::Subprogram, "spFlags");
                if !node.has(FLAGS) {
                    let extra = &node.extra;
                    let flag = |set: bool, bit: u32| if set { bit } else { 0 };
                    node.slots[FLAGS.slot] = extra.virtuality
                        | flag(extra.is_local, SP_LOCAL)
                        | flag(!extra.is_declaration, SP_DEFINITION)
                        | flag(extra.is_optimized, SP_OPTIMIZED);
                }
                self.old.sp_flags |= node.has(FLAGS) && node.extra.seen.is_empty();
                let split = node.extra.seen.contains(&"isDefinition");
                self.old.split_flags |= split && self.reads_old_forms();
                // Before LLVM 4, definitions were not distinct.
                let may_be_uniqued = self.typed_pointers() || split && self.reads_old_forms();
                if node.slots[FLAGS.slot] & SP_DEFINITION != 0 && !distinct && !may_be_uniqued {
                    return Err(self.error_at(at, "missing 'distinct', required for !DISubprogram that is a Definition"));
                }
            }
            DiKind::File => {
                const KIND: Field = Field::of(DiKind::File, "checksumkind");
                const SUM: Field = Field::of(DiKind::File, "checksum");
                if node.has(KIND) != node.has(SUM) {
                    return Err(self.error("'checksumkind' and 'checksum' must be provided together"));
                }
            }
            DiKind::CompileUnit => {
                const LANGUAGE: Field = Field::of(DiKind::CompileUnit, "language");
                const NAME: Field = Field::of(DiKind::CompileUnit, "sourceLanguageName");
                const VERSION: Field = Field::of(DiKind::CompileUnit, "sourceLanguageVersion");
                let message = match (node.has(LANGUAGE), node.has(NAME)) {
                    (false, false) => "missing one of 'language' or 'sourceLanguageName', required for !DICompileUnit",
                    (true, true) => "can only specify one of 'language' and 'sourceLanguageName' on !DICompileUnit",
                    (true, false) if node.has(VERSION) => {
                        "'sourceLanguageVersion' requires an associated 'sourceLanguageName' on !DICompileUnit"
                    }
                    _ => return Ok(()),
                };
                return Err(self.error_at(at, message));
            }
            DiKind::Enumerator => {
                const UNSIGNED: Field = Field::of(DiKind::Enumerator, "isUnsigned");
                const VALUE: Field = Field::of(DiKind::Enumerator, "value");
                if node.slots[UNSIGNED.slot] == 0 {
                    return Ok(());
                }
                let at = VALUE.slot;
                let width = node.slots[at];
                let low = u64::from(node.slots[at + 1]) | u64::from(node.slots[at + 2]) << 32;
                let top = match width {
                    0..=64 => low,
                    _ => self.md.table.words.last().copied().unwrap_or(0),
                };
                if top >> 63 == 1 {
                    return Err(self.error("unsigned enumerator with negative value"));
                }
                // Drops the bit that marks a non-negative number; if 64 bits remain, the words are dropped, too.
                node.slots[at] = if low == 0 && width <= 64 { width } else { width.saturating_sub(1).max(1) };
                if width == 65 {
                    let start = self.md.table.words.len() - 2;
                    let word = self.md.table.words[start];
                    self.md.table.words.truncate(start);
                    node.slots[at + 1] = word as u32;
                    node.slots[at + 2] = (word >> 32) as u32;
                }
            }
            DiKind::DerivedType => {
                const TAG: Field = Field::of(DiKind::DerivedType, "tag");
                const ALIGN: Field = Field::of(DiKind::DerivedType, "align");
                const DATA: Field = Field::of(DiKind::DerivedType, "ptrAuthData");
                if node.slots[TAG.slot] == u32::from(Tag::LLVM_PTRAUTH_TYPE.0) {
                    // LLVM stores the data in place of the alignment; without a key there is none.
                    node.slots[ALIGN.slot] = 0;
                    if node.extra.ptr_auth & 15 != 0 {
                        node.slots[DATA.slot] = node.extra.ptr_auth;
                    }
                }
            }
            DiKind::LongLocation => {
                const GROUP: Field = Field::of(DiKind::LongLocation, "atomGroup");
                const RANK: Field = Field::of(DiKind::LongLocation, "atomRank");
                // The group has 61 bits in LLVM, the rank 3.
                node.slots[RANK.slot] &= 7;
                node.slots[GROUP.slot + 1] &= (1 << 29) - 1;
            }
            _ => {}
        }
        Ok(())
    }

    /// `!GenericDINode(tag: …, header: "…", operands: {…})`; the current token is the name.
    fn generic_node(&mut self, distinct: bool) -> Result<Metadata> {
        self.next();
        self.expect(Tok::LParen, "expected '(' here")?;
        let (mut tag, mut header, mut operands) = (None, None, None);
        while self.tok != Tok::RParen {
            if self.tok != Tok::Label {
                return Err(self.error("expected field label here"));
            }
            let text = self.text();
            let name = &text[..text.len() - 1];
            match name {
                b"tag" if tag.is_some() => return Err(self.repeated("tag")),
                b"header" if header.is_some() => return Err(self.repeated("header")),
                b"operands" if operands.is_some() => return Err(self.repeated("operands")),
                b"tag" => {
                    self.next();
                    tag = Some(self.di_word(WordKind::Tag, "tag")?);
                }
                b"header" => {
                    self.next();
                    header = Some(self.string_field("header", false, false)?);
                }
                b"operands" => {
                    self.next();
                    operands = Some(self.tuple_elements()?);
                }
                _ => return Err(self.error_named(self.span(), "invalid field '", name, "'")),
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        let Some(tag) = tag else {
            return Err(self.error("missing required field 'tag'"));
        };
        self.expect(Tok::RParen, "expected ')' here")?;
        let lists = &self.md.table.lists;
        let mut all = vec![slot_md(header.unwrap_or(0))];
        all.extend(lists.get(operands.unwrap_or(List::EMPTY)));
        let slots: Vec<u32> = all.into_iter().map(md_slot).collect();
        let ops = self.md.operands(&slots);
        Ok(Metadata::Generic { distinct, tag: tag as u16, ops })
    }
}

/// The kind of node of this name.
#[inline]
fn kind_of(name: &[u8]) -> Option<DiKind> {
    // The kinds that most of a text is made of come first.
    match name {
        // The name that LLVM 3.6 has for it.
        b"DILocation" | b"MDLocation" => Some(DiKind::LongLocation),
        b"DILocalVariable" => Some(DiKind::LocalVariable),
        b"DIDerivedType" => Some(DiKind::DerivedType),
        b"DISubprogram" => Some(DiKind::Subprogram),
        b"DICompositeType" => Some(DiKind::CompositeType),
        b"DILexicalBlock" => Some(DiKind::LexicalBlock),
        b"DISubroutineType" => Some(DiKind::SubroutineType),
        b"DITemplateTypeParameter" => Some(DiKind::TemplateTypeParameter),
        _ => DiKind::from_name(name),
    }
}

/// The largest value of a 32-bit field.
const fn limit(kind: DiKind, name: &str) -> u32 {
    let name = name.as_bytes();
    match kind {
        DiKind::LongLocation | DiKind::LexicalBlock | DiKind::Label if same(name, b"column") => u16::MAX as u32,
        DiKind::LocalVariable if same(name, b"arg") => u16::MAX as u32,
        DiKind::LongLocation if same(name, b"atomRank") => u8::MAX as u32,
        _ => u32::MAX,
    }
}
