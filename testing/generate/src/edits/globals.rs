//! Edits of global values.
use super::{Body, Session};
use bctk_edit::Result;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{ComdatKind, DllStorage, Linkage, TailKind, UnnamedAddr, Visibility};
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::visit::operands;
use hashbrown::HashMap;

/// Names for new global values; two of them are given often.
const NAMES: [&str; 7] = ["new", "a b", "x", "\u{e9}\"", "7", "", "random.thing"];

/// Whether a constant or another global value than `id` itself refers to a global value.
pub(super) fn is_used(module: &Module, id: GlobalId) -> bool {
    let own = Value::global(id);
    let mut found = false;
    for constant in module.consts.consts.iter().chain(module.bodies.iter().flat_map(|body| &body.consts.consts)) {
        if let bctk_ir::constants::ConstKind::BlockAddress { function, .. } = constant.kind {
            found |= function == id;
        }
    }
    for pool in module.pools() {
        pool.consts.iter().for_each(|constant| pool.operands(constant.kind, |value| found |= value == own));
    }
    for global in &module.globals {
        found |= match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.get() == Some(own),
            GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } => *value == own,
            GlobalKind::Function(function) => {
                [function.prefix, function.prologue, function.personality].iter().any(|value| value.get() == Some(own))
            }
        };
    }
    let in_metadata =
        |item: &bctk_ir::metadata::Metadata| matches!(item, bctk_ir::metadata::Metadata::Value { value, .. } if *value == own);
    found |= module.metadata.items.iter().any(in_metadata);
    for body in &module.bodies {
        body.insts.iter().for_each(|inst| operands(inst, body, |_, value| found |= value == own));
    }
    found
}

fn is_special(module: &Module, global: &GlobalValue) -> bool {
    let name = module.str(global.name);
    // Bundles of calls name functions of the runtime of Objective-C.
    name.starts_with(b"llvm.")
        || name.starts_with(b"objc_")
        || global.comdat.is_some()
        || global.dll_storage != DllStorage::Default
        || !matches!(
            global.linkage,
            Linkage::External
                | Linkage::Internal
                | Linkage::Private
                | Linkage::WeakAny
                | Linkage::WeakOdr
                | Linkage::LinkOnceAny
                | Linkage::LinkOnceOdr
        )
}

impl Session<'_, '_> {
    fn any_global(&mut self) -> Option<GlobalId> {
        let count = self.edit.module().globals.len();
        (count > 0).then(|| GlobalId::new(self.below(count)))
    }

    fn value_type(&mut self) -> TypeId {
        match self.below(5) {
            0 => self.edit.int_type(8),
            1 => self.edit.double_type(),
            2 => {
                let int = self.edit.int_type(16);
                self.edit.vector_type(int, 8)
            }
            3 => self.edit.int_type(64),
            _ => self.edit.int_type(32),
        }
    }

    pub(super) fn of_module(&mut self) -> Result<()> {
        let name = NAMES[self.below(NAMES.len())];
        let kind = self.below(20);
        self.log.push(format!("of the module, {kind}, {name:?}: "));
        match kind {
            0 => {
                let ty = self.value_type();
                let zero = self.edit.const_zero(ty);
                let id = self.edit.add_variable(name, ty, Some(zero))?;
                if self.below(3) == 0 {
                    self.edit.erase_global(id)?;
                }
                Ok(())
            }
            1 => {
                let text = ["", "text", "\u{e9}\n"][self.below(3)];
                self.edit.add_string(name, text);
                Ok(())
            }
            2 | 3 => {
                let (a, b) = (self.value_type(), self.value_type());
                let id = self.edit.add_function(name, a, &[b, a]);
                let mut b = self.edit.build(id)?;
                Body { b: &mut b, below: self.below, log: self.log }.build()
            }
            4 => {
                let Some(id) = self.any_global() else { return Ok(()) };
                let module = self.edit.module();
                if is_special(module, &module.globals[id.index()]) || self.edit.global(name).is_some() {
                    return Ok(());
                }
                self.edit.rename(id, name)
            }
            5 => self.linkage(),
            6 => self.visibility(),
            7 => self.initializer(),
            8 => {
                let Some(id) = self.any_global() else { return Ok(()) };
                let module = self.edit.module();
                if module.global(id).and_then(|global| global.function()).is_none() || is_special(module, &module.globals[id.index()]) {
                    return Ok(());
                }
                let value = ["", "value", "other"][self.below(3)];
                self.edit.add_string_attribute(id, "random", value)?;
                self.edit.add_enum_attribute(id, AttrKind::NO_UNWIND)?;
                if self.below(3) == 0 {
                    self.edit.remove_string_attribute(id, "random")?;
                }
                Ok(())
            }
            9 => self.delete_body(),
            10 => self.erase(),
            11 => self.replace(),
            12 | 13 => self.clone_one(name),
            14 | 15 => self.describe(),
            16 => self.comdat(name),
            17 => self.attributes(),
            18 => self.properties(),
            _ => {
                let text = self.edit.md_string("random");
                let node = self.edit.md_tuple(&[Some(text), None]);
                self.edit.add_named_metadata("random.nodes", node);
                let (int, text) = (self.edit.int_type(32), self.edit.const_bytes(b"bytes"));
                let number = self.edit.const_int(int, 7)?;
                let constant = self.edit.const_struct(&[number, text])?;
                let ty = self.edit.module().type_of(constant, None).unwrap_or(TypeId(0));
                self.edit.add_variable("random.pair", ty, Some(constant)).map(|_| ())
            }
        }
    }

    fn linkage(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let is_defined = match &global.kind {
            GlobalKind::Variable { initializer, .. } => initializer.is_some(),
            GlobalKind::Function(function) => function.body.is_some(),
            _ => false,
        };
        if !is_defined || is_special(module, global) {
            return Ok(());
        }
        let linkage = [
            Linkage::External,
            Linkage::Internal,
            Linkage::Private,
            Linkage::WeakAny,
            Linkage::WeakOdr,
            Linkage::LinkOnceAny,
            Linkage::LinkOnceOdr,
        ][self.below(7)];
        self.edit.set_linkage(id, linkage)
    }

    fn visibility(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        if global.linkage.is_local() || is_special(module, global) {
            return Ok(());
        }
        let visibility = [Visibility::Default, Visibility::Hidden, Visibility::Protected][self.below(3)];
        self.edit.set_visibility(id, visibility)
    }

    fn initializer(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let ty = global.value_type;
        let is_variable = matches!(global.kind, GlobalKind::Variable { initializer, .. } if initializer.is_some());
        let is_plain = matches!(module.types.get(ty), Type::Int(_) | Type::Float | Type::Double | Type::Ptr(_) | Type::TypedPtr { .. });
        if !is_variable || !is_plain || is_special(module, global) {
            return Ok(());
        }
        let value = if self.below(2) == 0 { self.edit.const_zero(ty) } else { self.edit.undef(ty) };
        self.edit.set_initializer(id, Some(value))
    }

    /// Whether the module has something that depends on which functions have bodies.
    fn has_dependents(&mut self) -> bool {
        let module = self.edit.module();
        module.globals.iter().any(|global| {
            matches!(global.kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. })
                || [&b"llvm.localrecover"[..], b"llvm.coro", b"llvm.global"].iter().any(|name| module.str(global.name).starts_with(name))
        })
    }

    fn delete_body(&mut self) -> Result<()> {
        let functions = self.defined();
        if functions.len() < 2 || self.has_dependents() || self.below(3) > 0 {
            return Ok(());
        }
        let id = functions[self.below(functions.len())];
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        if is_special(module, global) {
            return Ok(());
        }
        self.edit.delete_body(id)
    }

    fn erase(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        if is_special(module, global) || is_used(module, id) {
            return Ok(());
        }
        // What other edits of the session are to use does not count as used yet.
        if !module.str(global.name).is_empty() {
            let name = module.str(global.name).to_vec();
            self.note(format!("erase {}", name.escape_ascii()));
        }
        self.erased.push(id);
        Ok(())
    }

    fn replace(&mut self) -> Result<()> {
        if self.has_dependents() {
            return Ok(());
        }
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let Some(function) = global.function() else { return Ok(()) };
        let fn_ty = global.value_type;
        let takes_blocks = |constant: &bctk_ir::constants::Constant| matches!(constant.kind, bctk_ir::constants::ConstKind::BlockAddress { function, .. } if function == id);
        let is_fixed = is_special(module, global)
            || function.attrs.index() != 0
            || module.types.get(global.ptr_type) != Type::Ptr(0)
            || module.consts.consts.iter().chain(module.bodies.iter().flat_map(|body| &body.consts.consts)).any(takes_blocks);
        if is_fixed {
            return Ok(());
        }
        let Some((ret, params, false)) = module.types.function(fn_ty) else { return Ok(()) };
        let params: Vec<TypeId> = params.iter().collect();
        let new = self.edit.add_function("replacement", ret, &params);
        let (old, made) = (self.edit.module().globals[id.index()].ptr_type, self.edit.module().globals[new.index()].ptr_type);
        if old != made {
            return Ok(());
        }
        self.note("replace");
        self.edit.replace_global(id, new)
    }

    /// Clones a function, maybe with a number in the place of a parameter.
    fn clone_one(&mut self, name: &str) -> Result<()> {
        let functions = self.defined();
        if functions.is_empty() {
            return Ok(());
        }
        let id = functions[self.below(functions.len())];
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let Some(function) = global.function() else { return Ok(()) };
        let is_large = module.body(function).is_none_or(|body| body.insts.len() > 500);
        if is_large || module.str(global.name).starts_with(b"llvm.") {
            return Ok(());
        }
        let (fn_ty, attrs) = (global.value_type, function.attrs);
        let is_fixed =
            attrs.index() != 0 || module.body(function).is_some_and(|body| body.calls.iter().any(|call| call.tail == TailKind::MustTail));
        let params: Vec<TypeId> = module.types.function(fn_ty).map_or(Vec::new(), |(_, params, _)| params.to_vec());
        let mut values = HashMap::new();
        if !is_fixed && self.below(2) == 0 {
            for (at, &ty) in (0..).zip(&params) {
                if matches!(self.edit.module().types.get(ty), Type::Int(_) | Type::Ptr(_) | Type::TypedPtr { .. }) && self.below(2) == 0 {
                    let zero = self.edit.const_zero(ty);
                    values.insert(Value::local(at), zero);
                }
            }
        }
        self.note(format!("clone {}, {} parameters replaced", id.index(), values.len()));
        self.edit.clone_function_with(id, name, &values).map(|_| ())
    }

    fn comdat(&mut self, name: &str) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let is_fit = matches!(global.kind, GlobalKind::Variable { .. } | GlobalKind::Function(_)) && !global.is_declaration();
        if !is_fit || is_special(module, global) || name.is_empty() {
            return Ok(());
        }
        let kind = [ComdatKind::Any, ComdatKind::ExactMatch, ComdatKind::Largest, ComdatKind::NoDuplicates][self.below(4)];
        let comdat = self.edit.comdat(name, kind);
        self.edit.set_comdat(id, Some(comdat))?;
        if self.below(4) == 0 {
            self.edit.set_comdat(id, None)?;
        }
        Ok(())
    }

    /// Attributes of results and parameters.
    fn attributes(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        let Some((ret, params, _)) = module.types.function(global.value_type).filter(|_| global.function().is_some()) else {
            return Ok(());
        };
        let places: Vec<(AttrIndex, TypeId)> =
            (0..).zip(params.iter()).map(|(at, ty)| (AttrIndex::Param(at), ty)).chain([(AttrIndex::Return, ret)]).collect();
        if is_special(module, global) || !module.llvm_version().opaque_pointers() {
            return Ok(());
        }
        let (index, ty) = places[self.below(places.len())];
        let kinds = match self.edit.module().types.get(ty) {
            Type::Int(_) => [AttrKind::NOUNDEF, AttrKind::NOUNDEF],
            Type::Ptr(_) => [AttrKind::NOUNDEF, AttrKind::NON_NULL],
            _ => return Ok(()),
        };
        let kind = kinds[self.below(2)];
        match self.below(3) {
            0 => self.edit.change_attributes(id, index, |set| set.retain(|attr| attr.kind() != Some(kind))),
            _ => self.edit.add_attribute(id, index, Attr::Enum(kind)),
        }
    }

    /// Properties that have no method of their own.
    fn properties(&mut self) -> Result<()> {
        let Some(id) = self.any_global() else { return Ok(()) };
        let module = self.edit.module();
        let global = &module.globals[id.index()];
        if is_special(module, global) || matches!(global.kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. }) {
            return Ok(());
        }
        let number = self.below(5);
        let unnamed = [UnnamedAddr::None, UnnamedAddr::Local, UnnamedAddr::Global][self.below(3)];
        if let Some(global) = self.edit.global_mut(id) {
            match number {
                0..=2 => global.unnamed_addr = unnamed,
                _ => global.align = number as u8 + 1,
            }
        }
        Ok(())
    }

    fn note(&mut self, text: impl AsRef<str>) {
        if let Some(last) = self.log.last_mut() {
            last.push_str(text.as_ref());
        }
    }

    /// Erases the global values that were to be erased, if nothing has come to use them.
    pub(super) fn erase_unused(&mut self) -> Result<()> {
        for id in std::mem::take(&mut self.erased) {
            if !is_used(self.edit.module(), id) {
                self.edit.erase_global(id)?;
            }
        }
        Ok(())
    }
}
