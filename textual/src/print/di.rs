//! Specialised debug-information nodes, printed from the table in `bctk_ir::metadata::di`.

use super::attrs::{write_signed, write_unsigned};
use super::operand::Printer;
use super::quote::write_quoted;
use bctk_ir::constants::ConstKind;
use bctk_ir::integers::{low, signed};
use bctk_ir::metadata::di::{DiField, DiKind, FieldKind, NUMBER, PrintRule};
use bctk_ir::metadata::dwarf::{CallConv, Encoding, EnumKind, Lang, LangDialect, LangName, Macinfo, Tag, Virtuality};
use bctk_ir::metadata::flags::{
    ChecksumKind, EmissionKind, FixedPointKind, LOCAL_TAGS, NameTableKind, SP_DEFINITION, SP_FLAG_VIRTUALITY, SP_LOCAL, SP_OPTIMIZED,
    write_di_flags_of, write_sp_flags,
};
use bctk_ir::metadata::{Metadata, expr, slot_md};
use bctk_ir::types::Type;
use bctk_ir::value::ValueKind;
use bctk_ir::version::LlvmVersion;
use bctk_support::text::{write_i64, write_u32, write_u64};

/// The fields of one node while it prints.
pub(super) struct Node<'m> {
    pub(super) kind: DiKind,
    pub(super) slots: &'m [u32],
    /// Whether a field has been printed, so that the next needs a comma.
    pub(super) started: bool,
}

impl Node<'_> {
    #[inline]
    fn slot(&self, field: &DiField, offset: usize) -> u32 {
        self.slots.get(usize::from(field.slot) + offset).copied().unwrap_or(0)
    }

    fn word(&self, field: &DiField, offset: usize) -> u64 {
        u64::from(self.slot(field, offset)) | u64::from(self.slot(field, offset + 1)) << 32
    }

    /// Whether the field holds this number in place.
    fn is_number(&self, field: &DiField, number: u64) -> bool {
        field.kind == FieldKind::BoundOrMd && self.slot(field, 0) == NUMBER && self.word(field, 1) == number
    }

    /// First slot of the field of this name.
    fn named(&self, name: &str) -> u32 {
        self.kind.field(name).map_or(0, |field| self.slot(field, 0))
    }
}

/// Whether nodes of a release print as those of the newest one: no rule below that asks for a release matters.
pub(super) fn prints_as_newest(llvm: LlvmVersion) -> bool {
    llvm.di_nodes()
        && llvm.location_nodes()
        && llvm.untyped_metadata()
        && llvm.subprogram_flags()
        && llvm.lower_bound_zero()
        && llvm.optional_variable_names()
        && llvm.retained_nodes()
        && llvm.api_notes()
        && llvm.name_table_kinds()
        && llvm.emission_kind_names()
        && llvm.current_di_flag_names()
}

impl<'m> Printer<'_, 'm> {
    /// Writes `!DIName(…)`.
    pub(super) fn di_node(&mut self, kind: DiKind, fields: u32) {
        self.out.push(b'!');
        self.text(match kind {
            kind if kind.is_location() && !self.ctx.llvm.di_nodes() => b"MDLocation",
            _ => kind.name().as_bytes(),
        });
        self.out.push(b'(');
        let slots = self.ctx.module.metadata.node_fields(kind, fields);
        let mut node = Node { kind, slots, started: false };
        for field in kind.fields() {
            self.field(&mut node, field);
        }
        self.out.push(b')');
    }

    #[inline]
    fn name(&mut self, node: &mut Node<'m>, name: &str) {
        if node.started {
            self.text(b", ");
        }
        node.started = true;
        self.text(name.as_bytes());
        self.text(b": ");
    }

    /// Writes a field, or leaves it out.
    pub(super) fn field(&mut self, node: &mut Node<'m>, field: &DiField) {
        if node.kind == DiKind::Subprogram && !self.ctx.llvm.subprogram_flags() && !self.old_subprogram(node, field) {
            return;
        }
        let slot = node.slot(field, 0);
        match field.rule {
            PrintRule::Never => return,
            PrintRule::Special if !self.special(node, field) => return,
            PrintRule::SkipNull if slot == 0 => return,
            PrintRule::SkipNull if field.name == "lowerBound" && !self.ctx.llvm.lower_bound_zero() && node.is_number(field, 0) => {
                return;
            }
            PrintRule::Until(version) if slot == 0 || self.ctx.llvm > version => return,
            _ => {}
        }
        let skip = match field.rule {
            PrintRule::Skip(_)
                if field.name == "name" && node.kind == DiKind::GlobalVariable && !self.ctx.llvm.optional_variable_names() =>
            {
                None
            }
            // A label of line 0 came from code that a compiler made.
            PrintRule::Skip(_) if field.name == "line" && node.kind == DiKind::Label && self.ctx.llvm.label_line_zero() => None,
            PrintRule::Skip(default) => Some(default),
            _ => None,
        };
        let out_name = match field.name {
            "retainedNodes" if !self.ctx.llvm.retained_nodes() => "variables",
            "apinotes" if !self.ctx.llvm.api_notes() => "isysroot",
            // Names for GNU's tools are the only other kind.
            "nameTableKind" if !self.ctx.llvm.name_table_kinds() => {
                if slot != 0 {
                    self.name(node, "gnuPubnames");
                    self.text(b"true");
                }
                return;
            }
            name => name,
        };
        match field.kind {
            FieldKind::Md => {
                if skip.is_none() || slot != 0 {
                    self.name(node, out_name);
                    self.metadata_slot(slot);
                }
            }
            FieldKind::MdString => {
                let text = self.md_string(slot).unwrap_or(&[]);
                if skip.is_none() || !text.is_empty() {
                    self.name(node, out_name);
                    write_quoted(&mut self.out, text);
                }
            }
            FieldKind::U64 => {
                let value = node.word(field, 0);
                if skip.is_none() || value != 0 {
                    self.name(node, out_name);
                    write_u64(&mut self.out, value);
                }
            }
            FieldKind::SizeOrMd => self.size(node, field),
            FieldKind::BoundOrMd => self.bound(node, field),
            FieldKind::GenericBound => {
                self.name(node, out_name);
                let constant = match slot_md(slot).map(|id| self.ctx.module.metadata.get(id)) {
                    Some(Metadata::Expression { start, len, .. }) => expr::signed_constant(self.ctx.module.metadata.word_range(start, len)),
                    _ => None,
                };
                match constant {
                    Some(value) => write_i64(&mut self.out, value),
                    None => self.metadata_slot(slot),
                }
            }
            FieldKind::ApInt => self.wide(node, field),
            FieldKind::PtrAuth => self.ptr_auth_data(node, slot),
            _ => {
                if skip == Some(slot) {
                    return;
                }
                self.name(node, out_name);
                self.plain(field.kind, slot);
            }
        }
    }

    /// Writes what LLVM before 8 prints before this field of a subprogram, whose flags were separate fields; returns whether the field
    /// itself prints then.
    fn old_subprogram(&mut self, node: &mut Node<'m>, field: &DiField) -> bool {
        let flags = node.named("spFlags");
        match field.name {
            "scopeLine" => {
                for (name, bit) in [("isLocal", SP_LOCAL), ("isDefinition", SP_DEFINITION)] {
                    self.name(node, name);
                    self.plain(FieldKind::Bool, flags & bit);
                }
            }
            "virtualIndex" if flags & SP_FLAG_VIRTUALITY != 0 => {
                self.name(node, "virtuality");
                let virtuality = (flags & SP_FLAG_VIRTUALITY) as u8;
                match Virtuality(virtuality).name() {
                    Some(name) => self.text(name.as_bytes()),
                    None => write_u32(&mut self.out, u32::from(virtuality)),
                }
            }
            "spFlags" => {
                self.name(node, "isOptimized");
                self.plain(FieldKind::Bool, flags & SP_OPTIMIZED);
                return false;
            }
            _ => {}
        }
        true
    }

    /// Whether a field with a rule of its own prints.
    pub(super) fn special(&self, node: &Node<'m>, field: &DiField) -> bool {
        let rational = || FixedPointKind(node.named("kind")) == FixedPointKind::RATIONAL;
        match (node.kind, field.name) {
            // One of the two holds the language.
            (DiKind::CompileUnit, "language") => {
                node.slot(field, 0) != 0 || self.ctx.llvm.language_zero() && node.named("sourceLanguageName") == 0
            }
            (DiKind::Subprogram, "virtualIndex") => node.slot(field, 0) != 0 || node.named("spFlags") & SP_FLAG_VIRTUALITY != 0,
            (DiKind::DerivedType, _) => self.ctx.llvm.ptr_auth_types() && node.named("tag") == u32::from(Tag::LLVM_PTRAUTH_TYPE.0),
            (DiKind::File, "checksum") => node.named("checksumkind") != 0,
            (DiKind::FixedPointType, "factor") => !rational() && node.slot(field, 0) != 0,
            (DiKind::FixedPointType, _) => rational(),
            _ => true,
        }
    }

    /// Writes a field of one slot.
    pub(super) fn plain(&mut self, kind: FieldKind, slot: u32) {
        let name = match kind {
            FieldKind::Bool => Some(if slot != 0 { "true" } else { "false" }),
            FieldKind::Tag => Some(Tag(slot as u16)).filter(|tag| tag.is_in(self.ctx.llvm)).and_then(Tag::name),
            FieldKind::DwLang => u16::try_from(slot).ok().map(Lang).filter(|lang| lang.is_in(self.ctx.llvm)).and_then(Lang::name),
            FieldKind::DwLname => u16::try_from(slot).ok().and_then(|v| LangName(v).name()),
            FieldKind::DwDialect => u8::try_from(slot).ok().and_then(|v| LangDialect(v).name()),
            FieldKind::DwEncoding => u8::try_from(slot).ok().and_then(|v| Encoding(v).name()),
            FieldKind::DwCc => u8::try_from(slot).ok().and_then(|v| CallConv(v).name()),
            FieldKind::DwMacinfo => u8::try_from(slot).ok().and_then(|v| Macinfo(v).name()),
            FieldKind::OptEnumKind => {
                let value = slot.wrapping_sub(1);
                match u8::try_from(value).ok().and_then(|v| EnumKind(v).name()) {
                    Some(name) => Some(name),
                    None => return write_u32(&mut self.out, value),
                }
            }
            FieldKind::EmissionKind if !self.ctx.llvm.emission_kind_names() => None,
            FieldKind::EmissionKind => EmissionKind(slot).name(),
            FieldKind::LocalTag => LOCAL_TAGS.iter().find(|(tag, _)| *tag == slot).map(|(_, name)| *name),
            FieldKind::NameTableKind => NameTableKind(slot).name(),
            FieldKind::FixedPointKind => FixedPointKind(slot).name(),
            FieldKind::ChecksumKind => ChecksumKind(slot).name(),
            FieldKind::DiFlags => return write_di_flags_of(&mut self.out, slot, self.ctx.llvm),
            FieldKind::SpFlags => return write_sp_flags(&mut self.out, slot),
            FieldKind::I32 => return write_i64(&mut self.out, i64::from(slot as i32)),
            FieldKind::OptU32 => return write_u32(&mut self.out, slot.wrapping_sub(1)),
            _ => None,
        };
        match name {
            Some(name) => self.text(name.as_bytes()),
            None => write_u32(&mut self.out, slot),
        }
    }

    /// The number and width of a constant integer that a slot refers to.
    fn constant_int(&self, slot: u32) -> Option<(i64, u32)> {
        let ValueKind::Const(index) = self.md_value(slot)?.kind() else { return None };
        let constant = self.ctx.module.consts.get(index)?;
        let Type::Int(width) = self.ctx.module.types.get(constant.ty) else { return None };
        match constant.kind {
            ConstKind::Int(value) => Some((value, width)),
            ConstKind::Null => Some((0, width)),
            ConstKind::WideInt { start, len } => Some((self.ctx.module.consts.word_range(start, len).first().copied()? as i64, width)),
            _ => None,
        }
    }

    fn size(&mut self, node: &mut Node<'m>, field: &DiField) {
        let slot = node.slot(field, 0);
        let number = match slot {
            0 => Some(0),
            NUMBER => Some(node.word(field, 1)),
            _ => self.constant_int(slot).map(|(value, width)| low(value as u64, width)),
        };
        match number {
            Some(0) => {}
            Some(value) => {
                self.name(node, field.name);
                write_u64(&mut self.out, value);
            }
            None => {
                self.name(node, field.name);
                self.metadata_slot(slot);
            }
        }
    }

    fn bound(&mut self, node: &mut Node<'m>, field: &DiField) {
        let slot = node.slot(field, 0);
        self.name(node, field.name);
        let number = match slot {
            NUMBER => Some(node.word(field, 1) as i64),
            _ => self.constant_int(slot).map(|(value, _)| value),
        };
        match number {
            Some(value) => write_i64(&mut self.out, value),
            None => self.metadata_slot(slot),
        }
    }

    fn wide(&mut self, node: &mut Node<'m>, field: &DiField) {
        self.name(node, field.name);
        let width = node.slot(field, 0);
        let unsigned = match node.kind {
            DiKind::Enumerator => node.named("isUnsigned") != 0,
            // A fixed-point type is signed unless its encoding says otherwise.
            _ => node.named("encoding") == u32::from(Encoding::UNSIGNED_FIXED.0),
        };
        if width <= 64 {
            let word = node.word(field, 1);
            if unsigned {
                write_u64(&mut self.out, low(word, width));
            } else {
                write_i64(&mut self.out, signed(word, width));
            }
        } else {
            let words = self.ctx.module.metadata.word_range(node.slot(field, 1), node.slot(field, 2));
            if unsigned {
                write_unsigned(&mut self.out, words);
            } else {
                write_signed(&mut self.out, words, width);
            }
        }
    }

    /// Writes the fields in one word of pointer-authentication data (`DIDerivedType::PtrAuthData`, LLVM 22).
    fn ptr_auth_data(&mut self, node: &mut Node<'m>, raw: u32) {
        let key = raw & 15;
        let discriminator = raw >> 5 & 0xffff;
        if key != 0 {
            self.name(node, "ptrAuthKey");
            write_u32(&mut self.out, key);
        }
        let boolean = |bit: u32| if raw >> bit & 1 != 0 { &b"true"[..] } else { b"false" };
        self.name(node, "ptrAuthIsAddressDiscriminated");
        self.text(boolean(4));
        if discriminator != 0 {
            self.name(node, "ptrAuthExtraDiscriminator");
            write_u32(&mut self.out, discriminator);
        }
        self.name(node, "ptrAuthIsaPointer");
        self.text(boolean(21));
        self.name(node, "ptrAuthAuthenticatesNullValues");
        self.text(boolean(22));
    }
}
