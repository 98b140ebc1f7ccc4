//! Makes a part of a module: a copy with some of its definitions, and declarations of the others (LLVM: `CloneModule`).
use bctk_edit::globals::{GlobalChanges, renumber_globals};
use bctk_ir::body::Body;
use bctk_ir::constants::{ConstKind, ConstPool};
use bctk_ir::entity::{ComdatId, GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::Linkage;
use bctk_ir::module::Module;
use bctk_ir::provenance::BitcodeFile;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;

/// Drops what the module's file states besides the IR: a part has no file.
pub(crate) fn forget_file(module: &mut Module) {
    module.forget_provenance();
    module.asm_symbols.clear();
    let provenance = &mut module.provenance;
    (provenance.bitcode, provenance.text_use_orders) = (None, false);
    provenance.offsets.clear();
    provenance.node_offsets.clear();
    for global in &mut module.globals {
        global.place = OptionalId::NONE;
    }
    for body in &mut module.bodies {
        let provenance = &mut body.provenance;
        provenance.use_orders.clear();
        provenance.late.clear();
        provenance.gone_names.clear();
        provenance.name_changes.clear();
        provenance.names_order.clear();
        provenance.offsets.clear();
    }
}

/// A part of `whole`, whose bodies are `bodies`: with the definitions that are `chosen`.
pub(crate) fn make(
    whole: &Module,
    bodies: &mut [Option<Body>],
    chosen: impl Fn(GlobalId) -> bool,
    has_assembly: bool,
    exactly: bool,
) -> Module {
    let mut module = whole.clone();
    if !has_assembly {
        module.inline_asm = Str::EMPTY;
        module.asm_fragments.clear();
    }
    let count = module.globals.len();
    let mut is_moved = vec![false; count];
    let (mut lists, mut lost) = (Vec::new(), Vec::new());
    for (at, moved) in is_moved.iter_mut().enumerate() {
        let (id, global) = (GlobalId::new(at), &mut module.globals[at]);
        if global.is_declaration() {
            global.comdat = None;
            continue;
        }
        if chosen(id) || exactly && matches!(global.kind, GlobalKind::IFunc { .. }) {
            if let GlobalKind::Function(function) = &mut global.kind {
                let body = function.body.and_then(|body| bodies.get_mut(body as usize)?.take());
                function.body = body.is_some().then_some(module.bodies.len() as u32);
                module.bodies.extend(body);
            }
            continue;
        }
        if !exactly && global.linkage == Linkage::Appending {
            lists.push(id);
        }
        if matches!(&global.kind, GlobalKind::Function(function) if function.personality.is_some()) {
            lost.push(id);
        }
        *moved = matches!(global.kind, GlobalKind::Alias { .. } | GlobalKind::IFunc { .. });
        declare(global, |ty| matches!(whole.types.get(ty), Type::Function { .. }));
    }
    forget_blocks(&mut module);
    module.provenance.bitcode = Some(BitcodeFile { lost_operands: lost, ..BitcodeFile::default() });
    if is_moved.contains(&true) {
        // Declarations in the place of aliases come last.
        let same: Vec<GlobalId> = (0..count).map(GlobalId::new).collect();
        let kept = vec![true; count];
        let numbers = renumber_globals(&mut module, &kept, &same, |at| if is_moved[at] { count + at } else { at });
        lists.iter_mut().for_each(|list| *list = numbers[list.index()]);
    }
    GlobalChanges { dropped: lists, ..GlobalChanges::default() }.apply(&mut module);
    order_comdats(&mut module);
    module
}

/// Makes a global value a declaration.
fn declare(global: &mut GlobalValue, is_function: impl Fn(bctk_ir::entity::TypeId) -> bool) {
    match &mut global.kind {
        GlobalKind::Variable { initializer, .. } => *initializer = OptionalId::NONE,
        GlobalKind::Function(function) => {
            function.body = None;
            function.personality = OptionalId::NONE;
            global.attachments.clear();
        }
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {
            let mut declaration = GlobalValue::declaration(global.name, global.value_type, global.ptr_type);
            declaration.addrspace = global.addrspace;
            if !is_function(global.value_type) {
                declaration.kind = GlobalKind::DECLARED_VARIABLE;
                declaration.thread_local = global.thread_local;
            }
            *global = declaration;
        }
    }
    global.linkage = Linkage::External;
    global.comdat = None;
}

/// Blocks of bodies that the part does not have have no addresses. Nothing refers to these: what takes the address of a block is with the body.
fn forget_blocks(module: &mut Module) {
    let globals = &module.globals;
    let has_body =
        |function: GlobalId| globals.get(function.index()).and_then(GlobalValue::function).is_some_and(|function| function.body.is_some());
    let forget = |pool: &mut ConstPool| {
        for constant in &mut pool.consts {
            if matches!(constant.kind, ConstKind::BlockAddress { function, .. } if !has_body(function)) {
                constant.kind = ConstKind::Poison;
            }
        }
    };
    forget(&mut module.consts);
    module.bodies.iter_mut().for_each(|body| forget(&mut body.consts));
}

/// Keeps only comdats that something is in, in the order in which they are met.
fn order_comdats(module: &mut Module) {
    let mut numbers: Vec<Option<ComdatId>> = vec![None; module.comdats.len()];
    let mut comdats = Vec::new();
    for global in &mut module.globals {
        let Some(comdat) = global.comdat else { continue };
        let Some(number) = numbers.get_mut(comdat.index()) else { continue };
        let number = *number.get_or_insert_with(|| {
            comdats.push(module.comdats[comdat.index()]);
            ComdatId::new(comdats.len() - 1)
        });
        global.comdat = Some(number);
    }
    module.comdats = comdats;
}
