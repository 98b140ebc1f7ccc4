//! `byref` before LLVM 12.
//!
//! For a function that is no kernel, it only says that the memory is there, which a hint may. The memory of the arguments of a kernel holds the object itself. Before, the argument was the object; the address that it has in that memory
//! is the same, and the backend gives it (`AMDGPULowerKernelArguments` of LLVM 7 to 12: offsets from the start, which is that of the memory for
//! amdhsa). Older backends split structures on the way.
use super::report::{Action, At, Report};
use crate::upgrade::to_opaque_pointers;
use bctk_edit::attributes::{change_set, sets_of};
use bctk_edit::editor::Editor;
use bctk_edit::functions::fn_type;
use bctk_edit::functions::owners;
use bctk_ir::attr_set::{Attr, AttrIndex};
use bctk_ir::attrs::AttrKind;
use bctk_ir::body::Call;
use bctk_ir::constants::ConstKind;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::{AttrListId, GlobalId, TypeId};
use bctk_ir::global::GlobalKind;
use bctk_ir::inst::{GepNoWrapFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::module::Module;
use bctk_ir::triple::{Arch, Triple};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use hashbrown::HashMap;
use std::borrow::Cow;

/// The address space of constant memory, which that of arguments is.
const CONSTANT: u32 = 4;

/// The intrinsic that returns the address of the arguments.
const SEGMENT: &[u8] = b"llvm.amdgcn.kernarg.segment.ptr";

/// Attributes about the memory that a function accesses.
const MEMORY: [AttrKind; 5] =
    [AttrKind::MEMORY, AttrKind::READ_NONE, AttrKind::ARGMEMONLY, AttrKind::INACCESSIBLEMEM_ONLY, AttrKind::INACCESSIBLEMEM_OR_ARGMEMONLY];

/// A parameter that becomes the object itself.
struct Object {
    param: u32,
    ty: TypeId,
    /// Where it is among the arguments.
    offset: u64,
}

/// Calling conventions of kernels; those of NVPTX may have any.
const KERNELS: [CallConv; 3] = [CallConv::AMDGPU_KERNEL, CallConv::PTX_KERNEL, CallConv::SPIR_KERNEL];

fn is_byref(attr: &Attr) -> bool {
    matches!(attr, Attr::Type(AttrKind::BYREF, Some(_)))
}

/// Passes what is `byref` itself, and drops the attribute of what is no kernel. What is not like the above is left, and refused later.
pub(super) fn to_older(module: &mut Module, llvm: LlvmVersion, report: &mut Report) {
    let Some(row) = AttrKind::BYREF.row().filter(|row| llvm < row.since) else { return };
    if !module.attrs.sets.iter().flatten().any(is_byref) {
        return;
    }
    if Triple::parse(module.str(module.triple)).arch != Arch::Nvptx {
        drop_outside_kernels(module, row.since, report);
    }
    let triple = module.str(module.triple);
    let mut parts = triple.split(|&c| c == b'-');
    let is_hsa = parts.next() == Some(b"amdgcn") && parts.nth(1).is_some_and(|os| os.starts_with(b"amdhsa"));
    if is_hsa && llvm.amd_address_spaces() {
        pass_objects(module, row.since, report);
    }
}

/// Drops `byref` of functions that are no kernels, and of their calls. `LowerArguments` and `LowerCallTo` of `SelectionDAG` do not look at it.
fn drop_outside_kernels(module: &mut Module, since: LlvmVersion, report: &mut Report) {
    let mut sets = sets_of(module);
    let mut known: HashMap<AttrListId, AttrListId> = HashMap::new();
    let mut without = |module: &mut Module, list: AttrListId| {
        *known.entry(list).or_insert_with(|| {
            let places: Vec<AttrIndex> = module.attrs.lists.get(list.index()).into_iter().flatten().map(|&(at, _)| at).collect();
            places.into_iter().fold(list, |list, at| change_set(module, list, at, &mut sets, |_, set| set.retain(|attr| !is_byref(attr))))
        })
    };
    let mut dropped = Vec::new();
    for at in 0..module.globals.len() {
        let Some((cc, list)) = module.globals[at].function().map(|function| (function.cc, function.attrs)) else { continue };
        let new = if KERNELS.contains(&cc) { list } else { without(module, list) };
        if new != list
            && let GlobalKind::Function(function) = &mut module.globals[at].kind
        {
            function.attrs = new;
            dropped.push(At::Global(GlobalId::new(at)));
        }
    }
    for (id, index) in owners(module) {
        for call in 0..module.bodies[index].calls.len() {
            let list = module.bodies[index].calls[call].attrs;
            let new = without(module, list);
            if new != list {
                module.bodies[index].calls[call].attrs = new;
                dropped.push(At::Global(id));
            }
        }
    }
    for at in dropped {
        report.note(
            Action::Dropped,
            Cow::Borrowed("attribute `byref`"),
            Some(since),
            "The attribute, of functions that are no kernels.",
            module,
            at,
        );
    }
}

/// Passes what is `byref` to kernels of amdhsa itself.
fn pass_objects(module: &mut Module, since: LlvmVersion, report: &mut Report) {
    to_opaque_pointers(module);
    let mut layouts = Layouts::new(DataLayout::parse(module.str(module.data_layout)));
    let mut editor = Editor::new(module);
    for id in (0..editor.module.globals.len()).map(GlobalId::new) {
        let Some(objects) = objects(editor.module, &mut layouts, id).filter(|objects| !objects.is_empty()) else { continue };
        if pass(&mut editor, id, &objects).is_some() {
            for _ in &objects {
                let how = "The object itself; its address is that among the arguments of the kernel, of which `memory` says nothing.";
                report.note(Action::Lowered, Cow::Borrowed("attribute `byref`"), Some(since), how, editor.module, At::Global(id));
            }
        }
    }
    editor.finish();
}

/// The `byref` parameters of a kernel; none if there is one that is elsewhere as an object.
fn objects(module: &Module, layouts: &mut Layouts, id: GlobalId) -> Option<Vec<Object>> {
    let global = module.global(id)?;
    let function = global.function().filter(|function| function.cc == CallConv::AMDGPU_KERNEL)?;
    let (_, params, _) = module.types.function(global.value_type)?;
    let mut out = Vec::new();
    let mut end = 0u64;
    for (param, ty) in params.iter().enumerate() {
        let param = param as u32;
        let attrs = module.attrs.set_at(function.attrs, AttrIndex::Param(param)).map_or(&[][..], |set| module.attrs.set(set));
        let object = attrs.iter().find_map(|attr| match attr {
            Attr::Type(AttrKind::BYREF, object) => *object,
            _ => None,
        });
        let stated = attrs.iter().find_map(|attr| match attr {
            Attr::Int(AttrKind::ALIGNMENT, bytes) => Some(*bytes),
            _ => None,
        });
        let own = object.unwrap_or(ty);
        let align = layouts.abi_align(&module.types, own)?;
        let offset = end.checked_next_multiple_of(align)?;
        end = offset.checked_add(layouts.alloc_size(&module.types, own)?)?;
        if let Some(object) = object {
            if stated.is_some_and(|stated| stated != align) || module.types.get(ty) != Type::Ptr(CONSTANT) {
                return None;
            }
            out.push(Object { param, ty: object, offset });
        }
    }
    Some(out)
}

/// Makes the parameters objects, and their addresses of the start of the arguments.
fn pass(editor: &mut Editor<'_>, id: GlobalId, objects: &[Object]) -> Option<()> {
    let module = &*editor.module;
    let Type::Function { ret, params, vararg } = module.types.get(module.global(id)?.value_type) else { return None };
    let mut params: Vec<TypeId> = module.types.list(params).to_vec();
    let mut attrs = module.global(id)?.function()?.attrs;
    for object in objects {
        *params.get_mut(object.param as usize)? = object.ty;
        // The others are those of a pointer.
        attrs = editor.change_set(attrs, AttrIndex::Param(object.param), |set| set.clear());
    }
    // They would say that memory is only accessed by way of pointers that are arguments.
    attrs = editor.change_set(attrs, AttrIndex::Function, |set| set.retain(|attr| !attr.kind().is_some_and(|kind| MEMORY.contains(&kind))));
    let module = &mut *editor.module;
    let params = module.types.lists.push(&params);
    let fn_ty = module.types.intern(Type::Function { ret, params, vararg });
    let global = &mut module.globals[id.index()];
    global.value_type = fn_ty;
    let GlobalKind::Function(function) = &mut global.kind else { return None };
    function.attrs = attrs;
    let Some(body) = function.body.map(|body| body as usize).filter(|&body| body < module.bodies.len()) else { return Some(()) };
    editor.body = body;
    for object in objects {
        *editor.body_mut().local_types.get_mut(object.param as usize)? = object.ty;
    }
    let address = editor.intern(Type::Ptr(CONSTANT));
    let of_segment = fn_type(editor.module, address, &[]);
    let segment = editor.functions.declare(editor.module, SEGMENT, of_segment, id)?;
    if let GlobalKind::Function(function) = &mut editor.module.globals[segment.index()].kind {
        function.cc = CallConv::C;
    }
    let call = Call {
        callee: Value::global(segment),
        fn_ty: of_segment,
        attrs: AttrListId(0),
        args: editor.body_mut().lists.push::<Value>(&[]),
        bundles: (0, 0),
        cc: CallConv::C,
        tail: TailKind::None,
        fmf: bctk_ir::inst::FastMathFlags::NONE,
    };
    let call = editor.call_inst(call);
    let start = editor.push_at_entry(address, call);
    let (byte, word) = (editor.intern(Type::Int(8)), editor.intern(Type::Int(64)));
    for object in objects {
        let offset = editor.constant(word, if object.offset == 0 { ConstKind::Null } else { ConstKind::Int(object.offset as i64) });
        let ops = editor.body_mut().lists.push(&[start, offset]);
        let pointer = editor.push_at_entry(address, Inst::Gep { flags: GepNoWrapFlags::INBOUNDS, source: byte, ops });
        editor.replace(object.param, pointer);
    }
    editor.finish_body();
    Some(())
}
