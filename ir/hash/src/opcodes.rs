//! The numbers of opcodes, which hashes have in them.
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::{BinOp, CastOp};

/// All opcodes, as assembly spells them. A new one is added at the end: hashes use their numbers.
pub const OPCODES: [&str; 69] = [
    "ret",
    "br",
    "switch",
    "indirectbr",
    "invoke",
    "resume",
    "unreachable",
    "cleanupret",
    "catchret",
    "catchswitch",
    "callbr",
    "unwind",
    "fneg",
    "add",
    "fadd",
    "sub",
    "fsub",
    "mul",
    "fmul",
    "udiv",
    "sdiv",
    "fdiv",
    "urem",
    "srem",
    "frem",
    "shl",
    "lshr",
    "ashr",
    "and",
    "or",
    "xor",
    "alloca",
    "load",
    "store",
    "getelementptr",
    "fence",
    "cmpxchg",
    "atomicrmw",
    "trunc",
    "zext",
    "sext",
    "fptoui",
    "fptosi",
    "uitofp",
    "sitofp",
    "fptrunc",
    "fpext",
    "ptrtoint",
    "inttoptr",
    "bitcast",
    "addrspacecast",
    "ptrtoaddr",
    "cleanuppad",
    "catchpad",
    "icmp",
    "fcmp",
    "phi",
    "call",
    "select",
    "va_arg",
    "extractelement",
    "insertelement",
    "shufflevector",
    "extractvalue",
    "insertvalue",
    "landingpad",
    "freeze",
    "malloc",
    "free",
];

/// The number of an instruction's opcode in [`OPCODES`].
pub fn opcode(inst: &Inst) -> usize {
    match inst {
        Inst::Ret(_) => 0,
        Inst::Br(_) | Inst::CondBr { .. } => 1,
        Inst::Switch { .. } => 2,
        Inst::IndirectBr { .. } => 3,
        Inst::Invoke { .. } => 4,
        Inst::Resume(_) => 5,
        Inst::Unreachable => 6,
        Inst::CleanupRet { .. } => 7,
        Inst::CatchRet { .. } => 8,
        Inst::CatchSwitch { .. } => 9,
        Inst::CallBr { .. } => 10,
        Inst::Unwind => 11,
        Inst::FNeg { .. } => 12,
        Inst::Bin { op, .. } => binary(*op),
        Inst::Alloca { .. } => 31,
        Inst::Load { .. } => 32,
        Inst::Store { .. } => 33,
        Inst::Gep { .. } => 34,
        Inst::Fence { .. } => 35,
        Inst::CmpXchg { .. } => 36,
        Inst::AtomicRmw { .. } => 37,
        Inst::Cast { op, .. } => cast(*op),
        Inst::CleanupPad { .. } => 52,
        Inst::CatchPad { .. } => 53,
        Inst::ICmp { .. } => 54,
        Inst::FCmp { .. } => 55,
        Inst::Phi { .. } => 56,
        Inst::Call(_) => 57,
        Inst::Select { .. } => 58,
        Inst::VaArg(_) => 59,
        Inst::ExtractElement { .. } => 60,
        Inst::InsertElement { .. } => 61,
        Inst::ShuffleVector { .. } => 62,
        Inst::ExtractValue { .. } => 63,
        Inst::InsertValue { .. } => 64,
        Inst::LandingPad { .. } => 65,
        Inst::Freeze(_) => 66,
        Inst::Malloc { .. } => 67,
        Inst::Free(_) => 68,
    }
}

pub(crate) fn binary(op: BinOp) -> usize {
    match op {
        BinOp::Add => 13,
        BinOp::FAdd => 14,
        BinOp::Sub => 15,
        BinOp::FSub => 16,
        BinOp::Mul => 17,
        BinOp::FMul => 18,
        BinOp::UDiv => 19,
        BinOp::SDiv => 20,
        BinOp::FDiv => 21,
        BinOp::URem => 22,
        BinOp::SRem => 23,
        BinOp::FRem => 24,
        BinOp::Shl => 25,
        BinOp::LShr => 26,
        BinOp::AShr => 27,
        BinOp::And => 28,
        BinOp::Or => 29,
        BinOp::Xor => 30,
    }
}

/// The number of a cast in [`OPCODES`]. Casts follow each other in the order of their codes.
pub(crate) fn cast(op: CastOp) -> usize {
    38 + op.code() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_have_the_numbers_of_their_names() {
        for &op in BinOp::ALL {
            assert_eq!(OPCODES[binary(op)], op.spelling());
        }
        for &op in CastOp::ALL {
            assert_eq!(OPCODES[cast(op)], op.spelling());
        }
        assert_eq!(OPCODES[opcode(&Inst::Unreachable)], "unreachable");
        assert_eq!(OPCODES[opcode(&Inst::Unwind)], "unwind");
        assert_eq!(OPCODES[opcode(&Inst::Free(bctk_ir::value::Value::NONE))], "free");
    }
}
