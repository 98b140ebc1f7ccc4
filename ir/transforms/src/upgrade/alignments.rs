//! Alignments that a file leaves out.
use bctk_edit::functions::bodies_with;
use bctk_ir::datalayout::{DataLayout, Layouts};
use bctk_ir::entity::InstId;
use bctk_ir::inst::{AlignCode, Inst};
use bctk_ir::module::Module;
use bctk_ir::value_types::type_of;
use bctk_ir::version::LlvmVersion;

/// The code of an alignment of this number of bytes; its highest bit counts (`Align`).
fn code(bytes: Option<u64>) -> AlignCode {
    bytes.and_then(u64::checked_ilog2).map_or(0, |bits| bits as AlignCode + 1)
}

/// Whether an instruction lacks its alignment; that of an atomic operation counts if `atomics` is true.
pub(super) fn is_open(inst: &Inst, atomics: bool) -> bool {
    // Without a branch: which instruction comes next cannot be predicted, and all are looked at.
    let (counts, align) = match *inst {
        Inst::Alloca { align, .. } | Inst::Load { align, .. } | Inst::Store { align, .. } => (true, align),
        Inst::CmpXchg { align, .. } | Inst::AtomicRmw { align, .. } => (atomics, align),
        _ => (false, 0),
    };
    counts & (align == 0)
}

/// Fills in missing alignments of loads, stores and allocas (optional until LLVM 10) and, if `atomics` is true, of atomic operations (until
/// LLVM 12), from the data layout `layout`. `open` are the bodies with an instruction that [lacks one](is_open).
///
/// Source: `BitcodeReader::parseFunctionBody` of LLVM 11 to 22.
pub(super) fn fill(module: &mut Module, layout: &[u8], atomics: bool, open: &[usize]) {
    let mut layouts = Layouts::new(DataLayout::parse(layout));
    let Module { types, bodies, globals, consts, .. } = module;
    for &at in open {
        let body = &mut bodies[at];
        for at in 0..body.insts.len() {
            let result = body.result_type(InstId::new(at));
            let mut inst = body.insts[at];
            match &mut inst {
                Inst::Alloca { align: align @ 0, ty, .. } => *align = code(layouts.pref_align(types, *ty)),
                Inst::Load { align: align @ 0, .. } => *align = code(result.and_then(|ty| layouts.abi_align(types, ty))),
                Inst::Store { align: align @ 0, value, .. } => {
                    *align = code(type_of(*value, &*body, globals, consts).and_then(|ty| layouts.abi_align(types, ty)));
                }
                Inst::CmpXchg { align: align @ 0, ops, .. } if atomics => {
                    let new = body.lists.get(*ops).get(2);
                    let ty = new.and_then(|value| type_of(value, &*body, globals, consts));
                    *align = code(ty.and_then(|ty| layouts.store_size(types, ty)));
                }
                Inst::AtomicRmw { align: align @ 0, value, .. } if atomics => {
                    *align = code(type_of(*value, &*body, globals, consts).and_then(|ty| layouts.store_size(types, ty)));
                }
                _ => {}
            }
            body.insts[at] = inst;
        }
    }
}

/// Gives accesses without an alignment that of their type.
pub(super) fn complete(module: &mut Module, llvm: LlvmVersion) {
    let layout = module.str(module.data_layout).to_vec();
    let atomics = llvm.explicit_atomic_alignments();
    let [open] = bodies_with(module, |inst| u8::from(is_open(inst, atomics)));
    fill(module, &layout, atomics, &open);
}
