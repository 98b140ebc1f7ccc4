//! Appending arrays: `llvm.global_ctors`, `llvm.used` and the like.
use crate::mover::{Appended, Mover, Work};
use crate::problem::{Appending, Problem, text};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{Linkage, UnnamedAddr};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// The most elements of an appending array that can be linked.
const MAX_ELEMENTS: u64 = 1 << 24;

impl Mover<'_> {
    /// The array in the place of one that is there and one that is linked (`IRLinker::linkAppendingVarProto`).
    pub(crate) fn append(&mut self, id: GlobalId, to: Option<GlobalId>) -> Result<Option<Value>, Problem> {
        let global = self.src.globals[id.index()].clone();
        let defined = to.filter(|&to| !self.dst.global(to).is_declaration());
        if let Some(to) = defined.filter(|_| !global.is_declaration()) {
            self.check_appending(to, &global)?;
        }
        if global.is_declaration() {
            return Ok(to.map(Value::global));
        }
        let mapped = self.types.get(self.dst, &self.src, global.value_type);
        let Type::Array { elem, .. } = self.dst.module.types.get(mapped) else {
            return Err(Problem::NotSupported(format!("'{}' has appending linkage and is no array", text(self.src.str(global.name)))));
        };
        let mut old = Vec::new();
        if let Some(to) = defined {
            let ty = self.dst.global(to).value_type;
            if !matches!(self.dst.module.types.get(ty), Type::Array { elem: known, .. } if known == elem) {
                return Err(Problem::AppendingDiffers(Appending::ElementType));
            }
            old = self.old_elements(to);
        }
        let mut new = self.src_elements.get(&id).cloned().unwrap_or_default();
        let name = self.src.str(global.name).to_vec();
        if name == b"llvm.global_ctors" || name == b"llvm.global_dtors" {
            let fields = match self.dst.module.types.get(elem) {
                Type::Struct { fields, .. } => self.dst.module.types.list(fields).len(),
                _ => 0,
            };
            if fields != 3 {
                let what = format!("{}: structors without a third field are not supported", text(&name));
                return Err(Problem::NotSupported(what));
            }
            let mut kept = Vec::with_capacity(new.len());
            for value in new {
                let keeps = match self.structor_key(value) {
                    Some(key) => {
                        let to = self.linked_prototype(key);
                        self.should_link(to, key)?
                    }
                    None => true,
                };
                if keeps {
                    kept.push(value);
                }
            }
            new = kept;
        }
        let len = (old.len() + new.len()) as u64;
        let value_type = self.dst.module.types.intern(Type::Array { elem, len });
        let ptr_type = self.types.get(self.dst, &self.src, global.ptr_type);
        let (partition, section) = (self.text(global.partition), self.text(global.section));
        let GlobalKind::Variable { attrs, .. } = global.kind else { return Ok(None) };
        let attrs = self.attr_list(attrs);
        let mut copy = GlobalValue { value_type, ptr_type, partition, section, comdat: None, attachments: Vec::new(), ..global };
        if let GlobalKind::Variable { initializer, attrs: slot, .. } = &mut copy.kind {
            (*initializer, *slot) = (OptionalId::NONE, attrs);
        }
        let made = self.dst.add(b"", copy);
        self.dst.force_name(made, &name);
        if let Some(to) = to {
            self.dst.order[made.index()] = self.dst.order[to.index()];
            self.replaced.push((to, Value::global(made)));
        }
        self.appended.push(Appended { to: made, old, new });
        self.work.push(Work::Appending(self.appended.len() - 1));
        Ok(Some(Value::global(made)))
    }

    fn check_appending(&self, to: GlobalId, of_src: &GlobalValue) -> Result<(), Problem> {
        let of_dst = self.dst.global(to);
        if of_src.linkage != Linkage::Appending || of_dst.linkage != Linkage::Appending {
            return Err(Problem::NotAppending { name: text(self.src.str(of_src.name)) });
        }
        let is_constant = |global: &GlobalValue| matches!(global.kind, GlobalKind::Variable { constant: true, .. });
        let is_unnamed = |global: &GlobalValue| global.unnamed_addr == UnnamedAddr::Global;
        let differs = [
            (is_constant(of_dst) != is_constant(of_src), Appending::Constness),
            (of_dst.align != of_src.align, Appending::Alignment),
            (of_dst.visibility != of_src.visibility, Appending::Visibility),
            (is_unnamed(of_dst) != is_unnamed(of_src), Appending::UnnamedAddr),
            (self.dst.module.str(of_dst.section) != self.src.str(of_src.section), Appending::Section),
            (of_dst.addrspace != of_src.addrspace, Appending::AddressSpace),
        ];
        match differs.into_iter().find(|(differs, _)| *differs) {
            Some((_, what)) => Err(Problem::AppendingDiffers(what)),
            None => Ok(()),
        }
    }

    /// The elements of an array of the linked module.
    fn old_elements(&mut self, id: GlobalId) -> Vec<Value> {
        let global = self.dst.global(id);
        let Type::Array { elem, len } = self.dst.module.types.get(global.value_type) else { return Vec::new() };
        if let Some(appended) = self.appended.iter().find(|appended| appended.to == id) {
            return appended.old.clone();
        }
        let GlobalKind::Variable { initializer, .. } = global.kind else { return Vec::new() };
        let Some(ValueKind::Const(index)) = initializer.get().map(Value::kind) else { return Vec::new() };
        elements(&mut self.dst.module, index, elem, len)
    }

    /// Looks up the elements of all arrays of the module that are appended. Equal ones may become values of their own.
    pub(crate) fn find_elements(&mut self) -> Result<(), Problem> {
        for at in 0..self.src.globals.len() {
            let global = &self.src.globals[at];
            let (GlobalKind::Variable { initializer, .. }, Linkage::Appending) = (&global.kind, global.linkage) else { continue };
            let Type::Array { elem, len } = self.src.types.get(global.value_type) else { continue };
            let Some(ValueKind::Const(index)) = initializer.get().map(Value::kind) else { continue };
            if len > MAX_ELEMENTS {
                let name = text(self.src.str(global.name));
                return Err(Problem::NotSupported(format!("'{name}' has {len} elements; at most {MAX_ELEMENTS} can be appended")));
            }
            let made = elements(&mut self.src, index, elem, len);
            self.src_elements.insert(GlobalId::new(at), made);
        }
        Ok(())
    }

    /// The global value that decides whether a constructor is kept.
    fn structor_key(&self, value: Value) -> Option<GlobalId> {
        let ValueKind::Const(index) = value.kind() else { return None };
        let ConstKind::Aggregate(list) = self.src.consts.get(index)?.kind else { return None };
        let mut key = self.src.consts.lists.get(list).get(2)?;
        loop {
            match key.kind() {
                ValueKind::Global(id) => return Some(id),
                ValueKind::Const(index) => match self.src.consts.get(index)?.kind {
                    ConstKind::Cast { value, .. } => key = value,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// Gives appending arrays their elements.
    pub(crate) fn fill_appended(&mut self) -> Result<(), Problem> {
        use bctk_edit::EditModule;
        for Appended { to, old, new } in std::mem::take(&mut self.appended) {
            let all: Vec<Value> = old.into_iter().chain(new.into_iter().map(|value| self.moved(value))).collect();
            let ty = self.dst.global(to).value_type;
            let value =
                self.dst.module.edit().aggregate(ty, &all).map_err(|error| {
                    Problem::NotSupported(format!("'{}': {error}", text(self.dst.module.str(self.dst.global(to).name))))
                })?;
            if let GlobalKind::Variable { initializer, .. } = &mut self.dst.global_mut(to).kind {
                *initializer = OptionalId::some(value);
            }
        }
        Ok(())
    }
}

/// The elements of the array constant `index` of `module`, each as a value of its own.
fn elements(module: &mut bctk_ir::module::Module, index: u32, elem: bctk_ir::entity::TypeId, len: u64) -> Vec<Value> {
    let Some(constant) = module.consts.get(index) else { return Vec::new() };
    match constant.kind {
        ConstKind::Aggregate(list) => module.consts.lists.get(list).to_vec(),
        ConstKind::Data(data) => {
            let bytes = module.consts.bytes.get(data).to_vec();
            let size = (bytes.len() as u64).checked_div(len).unwrap_or(0).clamp(1, 8) as usize;
            let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
            let is_int = matches!(module.types.get(elem), Type::Int(_) | Type::Byte(_));
            let kind = |bytes: &[u8]| match (number(bytes), is_int) {
                (0, _) => ConstKind::Null,
                (number, true) => ConstKind::Int((number << (64 - 8 * size as u32)) as i64 >> (64 - 8 * size as u32)),
                (number, false) => ConstKind::Float(number),
            };
            bytes.chunks_exact(size).map(|bytes| Value::constant(module.consts.push(elem, kind(bytes)))).collect()
        }
        // All elements are the same.
        kind if kind.is_plain() => {
            let one = Value::constant(module.consts.push(elem, kind));
            vec![one; usize::try_from(len.min(MAX_ELEMENTS)).unwrap_or(0)]
        }
        _ => Vec::new(),
    }
}
