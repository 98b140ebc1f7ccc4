//! The text of every type of a module, made once, so that printing a type is a copy.

use super::quote::{write_name, write_quoted};
use super::texts::Entry;
use bctk_ir::entity::{ListRef, TypeId};
use bctk_ir::module::Module;
use bctk_ir::types::{StructKind, Type};
use bctk_support::limits::Limits;
use bctk_support::text::{write_u32, write_u64};

/// What places in the texts can say.
const MAX_ROOM: usize = 1 << 31;

/// Bytes reserved for the text around the parts of the last type.
const SLACK: usize = 1 << 10;

/// Stands for a type whose text would not fit.
const TOO_LARGE: &[u8] = b"<type too large>";

/// The texts of all types, by id.
pub(super) struct TypeTexts {
    bytes: Vec<u8>,
    spans: Vec<(u32, u32)>,
    /// Copies of those that are short, with a blank.
    entries: Vec<Entry>,
    /// Maximum number of bytes; a type beyond this prints as [`TOO_LARGE`]. Text can grow exponentially with the nesting of types.
    room: usize,
    /// The position of [`TOO_LARGE`], once there is one.
    full: Option<(u32, u32)>,
    /// Whether the current type exceeds it.
    is_beyond: bool,
}

/// No number: an identified structure has a name, or no one found it.
pub(super) const UNNUMBERED: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

impl TypeTexts {
    /// Makes the texts; `numbers` are those of the unnamed identified structures, by type.
    pub(super) fn new(module: &Module, numbers: &[u32], limits: &Limits) -> TypeTexts {
        let room = limits.printed_types_per_byte.saturating_mul((module.strings.len() + module.types.len()) as u64);
        let room = usize::try_from(room.saturating_add(limits.printed_types)).unwrap_or(usize::MAX).min(MAX_ROOM);
        let count = module.types.len();
        let mut texts = TypeTexts {
            bytes: Vec::with_capacity(count * 8),
            spans: vec![(0, 0); count],
            entries: Vec::new(),
            room,
            full: None,
            is_beyond: false,
        };
        let mut states = vec![State::New; count];
        let mut stack = Vec::new();
        for root in 0..count {
            stack.push(TypeId::new(root));
            while let Some(&id) = stack.last() {
                let Some(state) = states.get(id.index()).copied() else {
                    stack.pop();
                    continue;
                };
                if state == State::New {
                    states[id.index()] = State::Open;
                    let before = stack.len();
                    for_each_part(module, id, |part| {
                        if states.get(part.index()) == Some(&State::New) {
                            stack.push(part);
                        }
                    });
                    if stack.len() != before {
                        continue;
                    }
                }
                if state != State::Done {
                    texts.render(module, numbers, id);
                    states[id.index()] = State::Done;
                }
                stack.pop();
            }
        }
        let mut text = Vec::new();
        let entries = (0..count).map(|id| {
            text.clear();
            text.extend_from_slice(texts.get(TypeId::new(id)));
            text.push(b' ');
            Entry::new(&text, 0)
        });
        texts.entries = entries.collect();
        texts
    }

    /// The text of a type.
    #[inline]
    pub(super) fn get(&self, id: TypeId) -> &[u8] {
        match self.spans.get(id.index()) {
            Some(&(start, end)) => &self.bytes[start as usize..end as usize],
            None => b"void",
        }
    }

    /// The text of a type and a blank as the first bytes of a piece, if it is short.
    #[inline(always)]
    pub(super) fn piece(&self, id: TypeId) -> Option<(&[u8; 16], usize)> {
        self.entries.get(id.index())?.piece()
    }

    /// Appends the text of a type.
    #[inline]
    pub(super) fn append(&self, id: TypeId, out: &mut Vec<u8>) {
        match self.entries.get(id.index()) {
            Some(entry) if entry.append(1, out) => {}
            _ => out.extend_from_slice(self.get(id)),
        }
    }

    /// Appends the text of a type and a blank.
    #[inline]
    pub(super) fn append_with_blank(&self, id: TypeId, out: &mut Vec<u8>) {
        match self.entries.get(id.index()) {
            Some(entry) if entry.append(0, out) => {}
            _ => {
                out.extend_from_slice(self.get(id));
                out.push(b' ');
            }
        }
    }

    fn render(&mut self, module: &Module, numbers: &[u32], id: TypeId) {
        let start = self.bytes.len();
        self.is_beyond = start >= self.room;
        if !self.is_beyond {
            self.render_unchecked(module, numbers, id);
        }
        if self.is_beyond || self.bytes.len() >= self.room {
            self.bytes.truncate(start);
            self.spans[id.index()] = *self.full.get_or_insert_with(|| {
                self.bytes.extend_from_slice(TOO_LARGE);
                (start as u32, self.bytes.len() as u32)
            });
        } else {
            self.spans[id.index()] = (start as u32, self.bytes.len() as u32);
        }
    }

    /// Whether some type is too long.
    pub(super) fn is_full(&self) -> bool {
        self.full.is_some()
    }

    fn copy(&mut self, id: TypeId) {
        let Some(&(start, end)) = self.spans.get(id.index()) else { return };
        let length = (end - start) as usize;
        self.is_beyond |= self.bytes.len() + length > self.room;
        if self.is_beyond {
            return;
        }
        // It doubles, but not beyond what it may be.
        if self.bytes.capacity() - self.bytes.len() < length {
            let most = self.bytes.capacity().saturating_mul(2).min(self.room + SLACK);
            self.bytes.reserve_exact(most.saturating_sub(self.bytes.len()).max(length));
        }
        self.bytes.extend_from_within(start as usize..end as usize);
    }

    fn copy_list(&mut self, ids: ListRef<'_, TypeId>) {
        for (i, id) in ids.iter().enumerate() {
            if self.is_beyond {
                return;
            }
            if i != 0 {
                self.bytes.extend_from_slice(b", ");
            }
            self.copy(id);
        }
    }

    fn render_unchecked(&mut self, module: &Module, numbers: &[u32], id: TypeId) {
        let types = &module.types;
        match types.get(id) {
            Type::Function { ret, params, vararg } => {
                self.copy(ret);
                self.bytes.extend_from_slice(b" (");
                let params = types.list(params);
                self.copy_list(params);
                if vararg {
                    self.bytes.extend_from_slice(if params.is_empty() { b"..." } else { b", ..." });
                }
                self.bytes.push(b')');
            }
            Type::Struct { kind: StructKind::Literal, packed, fields, .. } => {
                let fields = types.list(fields);
                self.bytes.extend_from_slice(match (packed, fields.is_empty()) {
                    (true, true) => b"<{}>",
                    (true, false) => b"<{ ",
                    (false, true) => b"{}",
                    (false, false) => b"{ ",
                });
                if !fields.is_empty() {
                    self.copy_list(fields);
                    self.bytes.extend_from_slice(if packed { b" }>" } else { b" }" });
                }
            }
            Type::Struct { name, .. } => {
                self.bytes.push(b'%');
                match numbers.get(id.index()) {
                    _ if !name.is_empty() => write_name(&mut self.bytes, module.str(name)),
                    Some(&number) if number != UNNUMBERED => write_u32(&mut self.bytes, number),
                    _ => {
                        self.bytes.extend_from_slice(b"\"type ");
                        write_u32(&mut self.bytes, id.0);
                        self.bytes.push(b'"');
                    }
                }
            }
            Type::Array { elem, len } => {
                self.bytes.push(b'[');
                write_u64(&mut self.bytes, len);
                self.bytes.extend_from_slice(b" x ");
                self.copy(elem);
                self.bytes.push(b']');
            }
            Type::Vector { elem, len, scalable } => {
                self.bytes.extend_from_slice(if scalable { b"<vscale x " } else { b"<" });
                write_u32(&mut self.bytes, len);
                self.bytes.extend_from_slice(b" x ");
                self.copy(elem);
                self.bytes.push(b'>');
            }
            Type::TypedPtr { pointee, addrspace } => {
                self.copy(pointee);
                if addrspace != 0 {
                    self.bytes.push(b' ');
                    write_addrspace(&mut self.bytes, addrspace);
                }
                self.bytes.push(b'*');
            }
            Type::TargetExt { name, types: parts, ints, .. } => {
                self.bytes.extend_from_slice(b"target(");
                write_quoted(&mut self.bytes, module.str(name));
                for part in types.list(parts) {
                    self.bytes.extend_from_slice(b", ");
                    self.copy(part);
                }
                for int in types.list(ints) {
                    self.bytes.extend_from_slice(b", ");
                    write_u32(&mut self.bytes, int);
                }
                self.bytes.push(b')');
            }
            Type::Int(width) => {
                self.bytes.push(b'i');
                write_u32(&mut self.bytes, width);
            }
            Type::Byte(width) => {
                self.bytes.push(b'b');
                write_u32(&mut self.bytes, width);
            }
            Type::Ptr(addrspace) => {
                self.bytes.extend_from_slice(b"ptr");
                if addrspace != 0 {
                    self.bytes.push(b' ');
                    write_addrspace(&mut self.bytes, addrspace);
                }
            }
            Type::Void => self.bytes.extend_from_slice(b"void"),
            Type::Half => self.bytes.extend_from_slice(b"half"),
            Type::BFloat => self.bytes.extend_from_slice(b"bfloat"),
            Type::Float => self.bytes.extend_from_slice(b"float"),
            Type::Double => self.bytes.extend_from_slice(b"double"),
            Type::X86Fp80 => self.bytes.extend_from_slice(b"x86_fp80"),
            Type::Fp128 => self.bytes.extend_from_slice(b"fp128"),
            Type::PpcFp128 => self.bytes.extend_from_slice(b"ppc_fp128"),
            Type::Label => self.bytes.extend_from_slice(b"label"),
            Type::Metadata => self.bytes.extend_from_slice(b"metadata"),
            Type::Token => self.bytes.extend_from_slice(b"token"),
            Type::X86Amx => self.bytes.extend_from_slice(b"x86_amx"),
            Type::X86Mmx => self.bytes.extend_from_slice(b"x86_mmx"),
        }
    }

    /// Writes what an identified structure is defined as.
    pub(super) fn write_struct_body(&self, module: &Module, id: TypeId, out: &mut Vec<u8>) {
        let Type::Struct { kind, packed, fields, .. } = module.types.get(id) else { return };
        if kind == StructKind::Opaque {
            out.extend_from_slice(b"opaque");
            return;
        }
        if packed {
            out.push(b'<');
        }
        let fields = module.types.list(fields);
        out.extend_from_slice(if fields.is_empty() { b"{}" } else { b"{ " });
        for (i, field) in fields.iter().enumerate() {
            if i != 0 {
                out.extend_from_slice(b", ");
            }
            out.extend_from_slice(self.get(field));
        }
        if !fields.is_empty() {
            out.extend_from_slice(b" }");
        }
        if packed {
            out.push(b'>');
        }
    }
}

/// Writes `addrspace(N)`.
pub(super) fn write_addrspace(out: &mut Vec<u8>, addrspace: u32) {
    out.extend_from_slice(b"addrspace(");
    write_u32(out, addrspace);
    out.push(b')');
}

/// Calls `f` with each type that the text of `id` contains directly.
fn for_each_part(module: &Module, id: TypeId, mut f: impl FnMut(TypeId)) {
    let types = &module.types;
    match types.get(id) {
        Type::Function { ret, params, .. } => {
            f(ret);
            types.list(params).iter().for_each(&mut f);
        }
        Type::Struct { kind: StructKind::Literal, fields, .. } => types.list(fields).iter().for_each(&mut f),
        Type::Array { elem, .. } | Type::Vector { elem, .. } => f(elem),
        Type::TypedPtr { pointee, .. } => f(pointee),
        Type::TargetExt { types: parts, .. } => types.list(parts).iter().for_each(&mut f),
        _ => {}
    }
}
