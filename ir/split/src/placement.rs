//! Decides to which part each global value goes, and gives all of them names and linkages that other parts can refer to.
use crate::Options;
use crate::clusters::{self, functions_first};
use crate::queue::{Load, Queue};
use bctk_ir::entity::GlobalId;
use bctk_ir::global::GlobalKind;
use bctk_ir::keywords::{DllStorage, Linkage, Visibility};
use bctk_ir::mangle::aliasee_object;
use bctk_ir::mangle::comdat_of;
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::summary::guid_of;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::version::LlvmVersion;
use hashbrown::HashSet;

/// The name of what has none.
const UNNAMED: &[u8] = b"__llvmsplit_unnamed";

/// Makes local symbols visible to the other parts, and gives names to those that have none.
pub(crate) fn externalize(module: &mut Module) {
    for global in &mut module.globals {
        if global.linkage.is_local() {
            global.linkage = Linkage::External;
            global.visibility = Visibility::Hidden;
            global.dll_storage = DllStorage::Default;
            global.dso_local = true;
        }
    }
    name(module, |_, _| true);
}

/// Names those that have no name and that `wanted` is true of.
fn name(module: &mut Module, wanted: impl Fn(&Module, GlobalId) -> bool) {
    let unnamed: Vec<GlobalId> = functions_first(module)
        .into_iter()
        .filter(|id| module.str(module.globals[id.index()].name).is_empty() && wanted(module, *id))
        .collect();
    if unnamed.is_empty() {
        return;
    }
    let mut taken: HashSet<Vec<u8>> = module.globals.iter().map(|global| module.str(global.name).to_vec()).collect();
    // LLVM counts on for all names of a module.
    let mut last = 0;
    for id in unnamed {
        let mut name = UNNAMED.to_vec();
        while !taken.insert(name.clone()) {
            last += 1;
            name = [UNNAMED, b".", last.to_string().as_bytes()].concat();
        }
        module.globals[id.index()].name = module.strings.push(&name);
    }
}

/// The part of each global value.
pub(crate) fn place(module: &mut Module, llvm: LlvmVersion, options: &Options) -> Vec<u32> {
    name(module, |module, id| {
        let global = &module.globals[id.index()];
        !global.is_declaration() && !matches!(global.kind, GlobalKind::IFunc { .. })
    });
    let mut placement = clusters::find(module, llvm, options.parts);
    if options.round_robin {
        take_turns(module, &mut placement, options.parts);
    }
    placement.into_iter().enumerate().map(|(at, part)| part.unwrap_or_else(|| by_name(module, GlobalId::new(at), options.parts))).collect()
}

/// Gives each external function that is in no group to the part with the fewest functions.
fn take_turns(module: &Module, placement: &mut [Option<u32>], parts: u32) {
    let mut counts = vec![0u32; parts as usize];
    let mut free = Vec::new();
    for (id, global, function) in module.functions() {
        if function.body.is_none() || global.linkage != Linkage::External {
            continue;
        }
        match placement[id.index()] {
            Some(part) => counts[part as usize] += 1,
            None => free.push(id),
        }
    }
    let mut queue = Queue::default();
    (0..parts).zip(counts).for_each(|(part, size)| queue.push(Load { part, size }));
    for id in free {
        let Some(load) = queue.pop() else { return };
        placement[id.index()] = Some(load.part);
        queue.push(Load { size: load.size + 1, ..load });
    }
}

/// The part that a hash says: of the comdat's name, or that of the symbol; of what an alias stands for.
fn by_name(module: &Module, id: GlobalId, parts: u32) -> u32 {
    let root = aliasee_object(module, id).map_or(id, |object| match module.globals[object.index()].kind {
        GlobalKind::IFunc { resolver } => resolver_of(module, resolver).unwrap_or(object),
        _ => object,
    });
    let name: Str = match comdat_of(module, root).and_then(|comdat| module.comdats.get(comdat.index())) {
        Some(comdat) => comdat.name,
        None => module.globals[root.index()].name,
    };
    (guid_of(module.str(name)) as u16 as u32) % parts
}

/// The function that a resolver is.
fn resolver_of(module: &Module, resolver: Value) -> Option<GlobalId> {
    let ValueKind::Global(id) = bctk_ir::mangle::strip_pointer_casts(module, resolver).kind() else { return None };
    aliasee_object(module, id)
}
