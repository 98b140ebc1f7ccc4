//! Reduces a module to a few of its global values (LLVM 22, `ExtractGVPass` and the passes that llvm-extract runs after it).
use hashbrown::HashMap;
use std::fmt;

use super::{dead_debug, live};
use bctk_edit::erase::forget_block_addresses;
use bctk_ir::entity::{GlobalId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::keywords::{Linkage, Visibility};
use bctk_ir::module::Module;
use bctk_ir::strings::Str;
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};
use bctk_ir::visit::operands;

/// A name that no global value of the module has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown(pub Vec<u8>);

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no function, variable or alias has the name '{}'", String::from_utf8_lossy(&self.0))
    }
}

impl std::error::Error for Unknown {}

/// Keeps only the global values with these names in `module`, and declarations of what they refer to. Debug information and metadata of
/// deleted values is deleted, too. As in llvm-extract 22, local values become external and hidden, and `linkonce` becomes `weak`. Unlike
/// there, aliasees and the resolvers of ifuncs are kept, because they have to be definitions.
///
/// # Errors
/// A name that is unknown; the module is unchanged then.
pub fn extract(module: &mut Module, names: &[Vec<u8>]) -> Result<(), Unknown> {
    let roots = named(module, names)?;
    module.forget_provenance();
    declare_others(module, &roots, Extraction::default());
    live::keep_needed(module, &roots);
    dead_debug::strip(module);
    Ok(())
}

/// Which definitions [`declare_others`] deletes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extraction {
    /// Delete the named ones and keep the others (`llvm-extract --delete`).
    pub deletes_named: bool,
    /// Keep the initial values of all constants (`--keep-const-init`).
    pub keeps_constants: bool,
}

/// Makes declarations of all definitions but `named` ones, and what is left visible to other modules (LLVM, `ExtractGVPass`): local values become
/// external and hidden, and `linkonce` becomes `weak`. Assembly of the module goes unless [`Extraction::deletes_named`]. An alias or ifunc of what
/// is not kept is not valid any more.
pub fn declare_others(module: &mut Module, named: &[GlobalId], extraction: Extraction) {
    if !extraction.deletes_named {
        module.inline_asm = Str::EMPTY;
        module.asm_fragments.clear();
        module.asm_symbols.clear();
    }
    let mut wanted = vec![extraction.deletes_named; module.globals.len()];
    for id in named {
        if let Some(wanted) = wanted.get_mut(id.index()) {
            *wanted = !extraction.deletes_named;
        }
    }
    let mut bodiless = vec![false; module.globals.len()];
    for at in 0..module.globals.len() {
        let is_constant = matches!(module.globals[at].kind, GlobalKind::Variable { constant: true, .. });
        bodiless[at] = declare(module, at, wanted[at] || extraction.keeps_constants && is_constant);
    }
    forget_block_addresses(module, |id| bodiless.get(id.index()) == Some(&true));
    let with_body: Vec<bool> = bodiless.iter().map(|&bodiless| !bodiless).collect();
    bctk_edit::globals::keep_bodies(module, &with_body);
}

/// By global value, whether constants of what is deleted refer to it. LLVM keeps these constants in memory although nothing uses them; those of
/// function bodies only if it has read the bodies.
pub fn held_by_deleted(module: &Module, deleted: &[GlobalId], with_bodies: bool) -> Vec<bool> {
    // Operands of what is deleted that are constants, and what these use.
    let mut open: Vec<Value> = Vec::new();
    for global in deleted.iter().filter_map(|&id| module.global(id)) {
        let mut operand = |value: Value| open.extend(matches!(value.kind(), ValueKind::Const(_)).then_some(value));
        global.kind.operands().for_each(&mut operand);
        let Some(body) = global.function().filter(|_| with_bodies).and_then(|function| module.body(function)) else { continue };
        for inst in &body.insts {
            operands(inst, body, |_, value| operand(value));
        }
        body.consts.consts.iter().for_each(|constant| body.consts.uses(constant.kind, |value| open.push(value)));
    }
    let mut held = vec![false; module.globals.len()];
    let mut seen = vec![false; module.consts.consts.len()];
    while let Some(value) = open.pop() {
        match value.kind() {
            ValueKind::Global(id) => {
                if let Some(held) = held.get_mut(id.index()) {
                    *held = true;
                }
            }
            ValueKind::Const(index) if seen.get(index as usize) == Some(&false) => {
                seen[index as usize] = true;
                if let Some(constant) = module.consts.get(index) {
                    module.consts.uses(constant.kind, |value| open.push(value));
                }
            }
            _ => {}
        }
    }
    held
}

/// The named global values, and those that must be defined with them.
fn named(module: &Module, names: &[Vec<u8>]) -> Result<Vec<GlobalId>, Unknown> {
    let by_name: HashMap<&[u8], usize> = module.globals.iter().enumerate().map(|(at, global)| (module.str(global.name), at)).collect();
    let mut open = Vec::new();
    for name in names {
        match by_name.get(name.as_slice()) {
            Some(&at) if !name.is_empty() => open.push(Value::global(GlobalId::new(at))),
            _ => return Err(Unknown(name.clone())),
        }
    }
    let (mut globals, mut consts) = (vec![false; module.globals.len()], vec![false; module.consts.consts.len()]);
    while let Some(value) = open.pop() {
        match value.kind() {
            ValueKind::Global(id) if globals.get(id.index()) == Some(&false) => {
                globals[id.index()] = true;
                if let GlobalKind::Alias { aliasee: value } | GlobalKind::IFunc { resolver: value } = module.globals[id.index()].kind {
                    open.push(value);
                }
            }
            ValueKind::Const(index) if consts.get(index as usize) == Some(&false) => {
                consts[index as usize] = true;
                if let Some(constant) = module.consts.get(index) {
                    module.consts.operands(constant.kind, |value| open.push(value));
                }
            }
            _ => {}
        }
    }
    Ok((0..globals.len()).filter(|&at| globals[at]).map(GlobalId::new).collect())
}

/// Makes a global value externally visible, and a declaration if it is not wanted. Returns whether it lost a body.
fn declare(module: &mut Module, at: usize, wanted: bool) -> bool {
    let has_ifuncs = module.llvm_version().extracted_ifuncs();
    let global = &mut module.globals[at];
    if matches!(global.kind, GlobalKind::IFunc { .. }) && !has_ifuncs {
        return false;
    }
    let goes = !wanted && !global.is_declaration();
    if !goes && (global.linkage == Linkage::AvailableExternally || module.strings.get(global.name) == b"llvm.global_ctors") {
        return false;
    }
    let local = global.linkage.is_local();
    if local || goes {
        global.linkage = Linkage::External;
        if local {
            global.visibility = Visibility::Hidden;
        }
    }
    global.linkage = match global.linkage {
        Linkage::LinkOnceAny => Linkage::WeakAny,
        Linkage::LinkOnceOdr => Linkage::WeakOdr,
        other => other,
    };
    if !goes {
        return false;
    }
    let is_function = matches!(module.types.get(global.value_type), Type::Function { .. });
    let (name, value_type, ptr_type, addrspace) = (global.name, global.value_type, global.ptr_type, global.addrspace);
    match &mut global.kind {
        GlobalKind::Variable { initializer, .. } => {
            *initializer = OptionalId::NONE;
            global.comdat = None;
        }
        GlobalKind::Function(function) => {
            [function.prefix, function.prologue, function.personality] = [OptionalId::NONE; 3];
            global.attachments.clear();
            global.comdat = None;
            // The body is taken out with those of all others.
            return true;
        }
        GlobalKind::Alias { .. } | GlobalKind::IFunc { .. } => {
            let mut declaration = GlobalValue::declaration(name, value_type, ptr_type);
            declaration.addrspace = addrspace;
            if !is_function {
                declaration.kind = GlobalKind::DECLARED_VARIABLE;
            }
            *global = declaration;
        }
    }
    false
}
