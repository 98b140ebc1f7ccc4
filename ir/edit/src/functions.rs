//! Finds and declares functions, and finds bodies.
use bctk_ir::body::Body;
use bctk_ir::datalayout::AddressSpaces;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::types::Type;
use bctk_support::parallel::prelude::*;
use hashbrown::HashMap;

/// Functions by name, to find existing ones.
#[derive(Default)]
pub struct Functions {
    by_name: Option<HashMap<Vec<u8>, GlobalId>>,
}

impl Functions {
    /// The functions that `counts` says.
    pub fn of(module: &Module, counts: impl Fn(GlobalId) -> bool) -> Functions {
        let counted = module.functions().filter(|&(id, ..)| counts(id));
        Functions { by_name: Some(counted.map(|(id, global, _)| (module.str(global.name).to_vec(), id)).collect()) }
    }

    /// The declaration with this name and type: an existing one, or a new one at the end of the module, which copies everything but the
    /// attributes of `like` (an intrinsic gets its own later). A function of another type loses the name.
    pub fn declare(&mut self, module: &mut Module, name: &[u8], fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        let by_name =
            self.by_name.get_or_insert_with(|| module.functions().map(|(id, global, _)| (module.str(global.name).to_vec(), id)).collect());
        if let Some(&there) = by_name.get(name)
            && module.global(there)?.value_type == fn_ty
        {
            return Some(there);
        }
        self.declare_anew(module, name, fn_ty, like)
    }

    /// Forgets that `id` has this name, which another function may take.
    pub fn forget(&mut self, name: &[u8], id: GlobalId) {
        if let Some(by_name) = &mut self.by_name
            && by_name.get(name) == Some(&id)
        {
            by_name.remove(name);
        }
    }

    /// A function of this name and another type.
    pub fn of_other_type(&self, module: &Module, name: &[u8], fn_ty: TypeId) -> Option<GlobalId> {
        let there = *self.by_name.as_ref()?.get(name)?;
        module.global(there).filter(|global| global.value_type != fn_ty).map(|_| there)
    }

    /// A new declaration at the end of the module, which takes the name.
    pub fn declare_anew(&mut self, module: &mut Module, name: &[u8], fn_ty: TypeId, like: GlobalId) -> Option<GlobalId> {
        let like = module.global(like)?;
        let GlobalKind::Function(function) = &like.kind else { return None };
        let (cc, like) = (function.cc, like.clone());
        let space = AddressSpaces::parse(module.str(module.data_layout)).program;
        let ptr_type = match module.types.get(like.ptr_type) {
            Type::Ptr(was) if was != space => module.types.intern(Type::Ptr(space)),
            Type::TypedPtr { .. } => module.types.intern(Type::TypedPtr { pointee: fn_ty, addrspace: space }),
            _ => like.ptr_type,
        };
        let text = module.strings.push(name);
        let mut new = GlobalValue { addrspace: space, place: like.place, ..GlobalValue::declaration(text, fn_ty, ptr_type) };
        if let GlobalKind::Function(function) = &mut new.kind {
            function.cc = cc;
        }
        let id = GlobalId::new(module.globals.len());
        module.globals.push(new);
        if let Some(by_name) = &mut self.by_name {
            by_name.insert(name.to_vec(), id);
        }
        Some(id)
    }
}

/// The function type with these parts.
pub fn fn_type(module: &mut Module, ret: TypeId, params: &[TypeId]) -> TypeId {
    let params = module.types.lists.push(params);
    module.types.intern(Type::Function { ret, params, vararg: false })
}

/// The functions with a body, with its index.
pub fn owners(module: &Module) -> Vec<(GlobalId, usize)> {
    module
        .functions()
        .filter_map(|(id, _, function)| Some((id, function.body? as usize)))
        .filter(|&(_, body)| body < module.bodies.len())
        .collect()
}

/// The function of each body.
pub fn owners_by_body(module: &Module) -> Vec<Option<GlobalId>> {
    let mut out = vec![None; module.bodies.len()];
    owners(module).into_iter().for_each(|(id, body)| out[body] = Some(id));
    out
}

/// Looks at all instructions once. `sorts` gives a set of bits for each; the result has, for each of the `N` lowest bits, the numbers of the
/// bodies with such an instruction. Few have any, so that what changes them looks at few.
pub fn bodies_with<const N: usize>(module: &Module, sorts: impl Fn(&Inst) -> u8 + Sync) -> [Vec<usize>; N] {
    let of_body = |body: &Body| body.insts.iter().fold(0, |found, inst| found | sorts(inst));
    let found: Vec<u8> = module.bodies.par_iter().balanced().map(of_body).collect();
    std::array::from_fn(|bit| (0..found.len()).filter(|&at| found[at] >> bit & 1 == 1).collect())
}

/// The numbers of the bodies that `f` accepts, found on all threads. Few bodies have anything to upgrade.
pub fn bodies_where(bodies: &[Body], f: impl Fn(&Body) -> bool + Sync) -> Vec<usize> {
    bodies.par_iter().balanced().enumerate().filter(|(_, body)| f(body)).map(|(at, _)| at).collect()
}
