//! Metadata other than debug information: strings, values, tuples, generic nodes, named metadata.
use crate::draw::Gen;
use bctk_ir::entity::MdId;
use bctk_ir::metadata::{Metadata, NamedMetadata};
use bctk_ir::value::Value;

impl Gen<'_, '_> {
    /// A metadata string.
    pub(crate) fn md_string(&mut self, bytes: &[u8]) -> MdId {
        if let Some(&known) = self.md_strings.get(bytes) {
            return known;
        }
        let text = self.text(bytes);
        let id = self.m.metadata.push(Metadata::String(text));
        self.md_strings.insert(bytes.to_vec(), id);
        id
    }

    /// A global value or a constant of no body as metadata.
    pub(crate) fn md_value(&mut self, ty: bctk_ir::entity::TypeId, value: Value) -> MdId {
        if let Some(&known) = self.md_values.get(&value) {
            return known;
        }
        let id = self.m.metadata.push(Metadata::Value { ty, value });
        self.md_values.insert(value, id);
        id
    }

    /// An `i32` as metadata.
    pub(crate) fn md_i32(&mut self, value: i64) -> MdId {
        let ty = self.common.i32;
        let value = self.outside(|g| g.i32(value));
        self.md_value(ty, value)
    }

    /// An `i64` as metadata.
    pub(crate) fn md_i64(&mut self, value: i64) -> MdId {
        let ty = self.common.i64;
        let value = self.outside(|g| g.i64(value));
        self.md_value(ty, value)
    }

    /// A tuple.
    pub(crate) fn tuple(&mut self, distinct: bool, ops: &[Option<MdId>]) -> MdId {
        if !distinct {
            return self.m.metadata.uniqued_tuple(ops);
        }
        let ops = self.m.metadata.lists.push(ops);
        self.m.metadata.push(Metadata::Tuple { distinct, ops })
    }

    /// A tuple of what is there.
    pub(crate) fn tuple_of(&mut self, ops: &[MdId]) -> MdId {
        let ops: Vec<Option<MdId>> = ops.iter().copied().map(Some).collect();
        self.tuple(false, &ops)
    }

    /// Nodes of any shape; the distinct ones may refer to later nodes.
    pub(crate) fn nodes(&mut self) {
        let count = self.below(self.options.metadata as usize + 1);
        let mut open: Vec<(MdId, usize)> = Vec::new();
        for _ in 0..count {
            let len = self.below(5);
            let ops: Vec<Option<MdId>> = (0..len).map(|_| self.md_operand()).collect();
            let node = match self.below(8) {
                0 => {
                    let tag = self.pick(&[3, 0x0d, 0x34, 0x1234]);
                    let header = self.string_bytes();
                    let header = if header.is_empty() { None } else { Some(self.md_string(&header)) };
                    let distinct = self.chance(1, 2);
                    let ops = self.m.metadata.lists.push_iter(std::iter::once(header).chain(ops));
                    self.m.metadata.push(Metadata::Generic { distinct, tag, ops })
                }
                1..=3 => {
                    let node = self.tuple(true, &ops);
                    open.extend((0..len).map(|at| (node, at)));
                    node
                }
                _ => self.tuple(false, &ops),
            };
            if !self.nodes.contains(&node) {
                self.nodes.push(node);
            }
        }
        for (node, at) in open {
            if self.chance(1, 4)
                && let Some(to) = self.pick_some(&self.nodes.clone())
                && let Metadata::Tuple { ops, .. } = self.m.metadata.get(node)
            {
                self.m.metadata.lists.set(ops, at, Some(to));
            }
        }
    }

    fn md_operand(&mut self) -> Option<MdId> {
        match self.below(8) {
            0 => None,
            1 | 2 => {
                let text = self.string_bytes();
                Some(self.md_string(&text))
            }
            3 => {
                let ty = self.common.ptr;
                self.pick_some(&self.globals_of(ty)).map(|id| self.md_value(ty, Value::global(id)))
            }
            4 | 5 => {
                // LLVM does not number structures for what only metadata holds.
                let ty = self.type_where(|g, ty| g.is_int(ty) || g.is_float(ty)).unwrap_or(self.common.i32);
                let value = self.number_of(ty);
                Some(self.md_value(ty, value))
            }
            _ => self.pick_some(&self.nodes.clone()),
        }
    }

    /// Named metadata, module flags among it.
    pub(crate) fn named_metadata(&mut self) {
        if let Some(debug) = &self.debug {
            let units = debug.units.clone();
            self.name_nodes(b"llvm.dbg.cu", units);
        }
        let mut flags = Vec::new();
        if self.debug.is_some() {
            flags.push((2, &b"Debug Info Version"[..], 3));
        }
        for flag in [(1, &b"wchar_size"[..], 4), (8, b"PIC Level", 2), (7, b"uwtable", 2), (1, b"my \xe9flag", 0), (4, b"override", -1)] {
            if self.options.metadata > 0 && self.chance(1, 3) {
                flags.push(flag);
            }
        }
        if !flags.is_empty() {
            let nodes = flags
                .into_iter()
                .map(|(behavior, key, value)| {
                    let parts = [self.md_i32(behavior), self.md_string(key), self.md_i32(value)];
                    self.tuple_of(&parts)
                })
                .collect();
            self.name_nodes(b"llvm.module.flags", nodes);
        }
        if self.options.metadata == 0 {
            return;
        }
        if self.chance(1, 2) {
            let text = self.md_string(b"bctk");
            let node = self.tuple_of(&[text]);
            self.name_nodes(b"llvm.ident", vec![node]);
        }
        for name in [&b"named"[..], b"with.dots", b"strange \xff\"name\\", b"0digit"] {
            if self.chance(1, 3) {
                let count = self.below(5);
                let nodes = (0..count).filter_map(|_| self.pick_some(&self.nodes.clone())).collect();
                self.name_nodes(name, nodes);
            }
        }
    }

    fn name_nodes(&mut self, name: &[u8], nodes: Vec<MdId>) {
        let name = self.text(name);
        self.m.metadata.named.push(NamedMetadata { name, nodes });
    }
}
