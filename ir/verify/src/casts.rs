//! Checks casts (`Verifier::visitTruncInst` and the like, `CastInst::castIsValid`).
use crate::function::{Checker, check};
use crate::report::Subject;
use bctk_ir::entity::{InstId, TypeId};
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// What a cast to or from numbers is called in its messages, and what it takes.
struct Conversion {
    from: &'static str,
    to: &'static str,
    shape: &'static str,
    length: &'static str,
}

const UI_TO_FP: Conversion = Conversion {
    from: "UIToFP source must be integer or integer vector",
    to: "UIToFP result must be FP or FP vector",
    shape: "UIToFP source and dest must both be vector or scalar",
    length: "UIToFP source and dest vector length mismatch",
};
const SI_TO_FP: Conversion = Conversion {
    from: "SIToFP source must be integer or integer vector",
    to: "SIToFP result must be FP or FP vector",
    shape: "SIToFP source and dest must both be vector or scalar",
    length: "SIToFP source and dest vector length mismatch",
};
const FP_TO_UI: Conversion = Conversion {
    from: "FPToUI source must be FP or FP vector",
    to: "FPToUI result must be integer or integer vector",
    shape: "FPToUI source and dest must both be vector or scalar",
    length: "FPToUI source and dest vector length mismatch",
};
const FP_TO_SI: Conversion = Conversion {
    from: "FPToSI source must be FP or FP vector",
    to: "FPToSI result must be integer or integer vector",
    shape: "FPToSI source and dest must both be vector or scalar",
    length: "FPToSI source and dest vector length mismatch",
};

impl Checker<'_, '_> {
    pub(crate) fn cast(&mut self, id: InstId, op: CastOp, value: Value) {
        let (Some(from), Some(to)) = (self.ty(value), self.body.result_type(id)) else { return };
        let types = self.types;
        let (is_vector, becomes_vector) = (types.is_vector(from), types.is_vector(to));
        let (bits, wanted) = (types.scalar_bits(from), types.scalar_bits(to));
        let this = Subject::Inst(id);
        let says_length = self.shared.llvm.format_rules();
        match op {
            CastOp::Trunc => {
                check!(self, types.is_ints(from), "Trunc only operates on integer", this);
                check!(self, types.is_ints(to), "Trunc only produces integer", this);
                check!(self, is_vector == becomes_vector, "trunc source and destination must both be a vector or neither", this);
                check!(self, bits > wanted, "DestTy too big for Trunc", this);
            }
            CastOp::ZExt => {
                check!(self, types.is_ints(from), "ZExt only operates on integer", this);
                check!(self, types.is_ints(to), "ZExt only produces an integer", this);
                check!(self, is_vector == becomes_vector, "zext source and destination must both be a vector or neither", this);
                check!(self, bits < wanted, "Type too small for ZExt", this);
            }
            CastOp::SExt => {
                check!(self, types.is_ints(from), "SExt only operates on integer", this);
                check!(self, types.is_ints(to), "SExt only produces an integer", this);
                check!(self, is_vector == becomes_vector, "sext source and destination must both be a vector or neither", this);
                check!(self, bits < wanted, "Type too small for SExt", this);
            }
            CastOp::FpTrunc => {
                check!(self, types.is_floats(from), "FPTrunc only operates on FP", this);
                check!(self, types.is_floats(to), "FPTrunc only produces an FP", this);
                check!(self, is_vector == becomes_vector, "fptrunc source and destination must both be a vector or neither", this);
                check!(self, bits > wanted, "DestTy too big for FPTrunc", this);
            }
            CastOp::FpExt => {
                check!(self, types.is_floats(from), "FPExt only operates on FP", this);
                check!(self, types.is_floats(to), "FPExt only produces an FP", this);
                check!(self, is_vector == becomes_vector, "fpext source and destination must both be a vector or neither", this);
                check!(self, bits < wanted, "DestTy too small for FPExt", this);
            }
            CastOp::UiToFp => return self.conversion(id, (from, to), (types.is_ints(from), types.is_floats(to)), &UI_TO_FP),
            CastOp::SiToFp => return self.conversion(id, (from, to), (types.is_ints(from), types.is_floats(to)), &SI_TO_FP),
            CastOp::FpToUi => return self.conversion(id, (from, to), (types.is_floats(from), types.is_ints(to)), &FP_TO_UI),
            CastOp::FpToSi => return self.conversion(id, (from, to), (types.is_floats(from), types.is_ints(to)), &FP_TO_SI),
            CastOp::PtrToInt => {
                check!(self, types.is_pointers(from), "PtrToInt source must be pointer", this);
                check!(self, types.is_ints(to), "PtrToInt result must be integral", this);
                check!(self, is_vector == becomes_vector, "PtrToInt type mismatch", this);
                let message = if says_length { "PtrToInt Vector length mismatch" } else { "PtrToInt Vector width mismatch" };
                check!(self, types.element_count(from) == types.element_count(to), message, this);
            }
            CastOp::PtrToAddr => {
                check!(self, types.is_pointers(from), "PtrToAddr source must be pointer", this);
                check!(self, types.is_ints(to), "PtrToAddr result must be integral", this);
                check!(self, is_vector == becomes_vector, "PtrToAddr type mismatch", this);
                check!(self, types.element_count(from) == types.element_count(to), "PtrToAddr vector length mismatch", this);
                let space = types.scalar_addrspace(from).unwrap_or(0);
                check!(self, wanted == self.shared.layout.index_bits(space), "PtrToAddr result must be address width", this);
            }
            CastOp::IntToPtr => {
                check!(self, types.is_ints(from), "IntToPtr source must be an integral", this);
                check!(self, types.is_pointers(to), "IntToPtr result must be a pointer", this);
                check!(self, is_vector == becomes_vector, "IntToPtr type mismatch", this);
                let message = if says_length { "IntToPtr Vector length mismatch" } else { "IntToPtr Vector width mismatch" };
                check!(self, types.element_count(from) == types.element_count(to), message, this);
            }
            CastOp::BitCast => check!(self, self.is_bit_cast(from, to), "Invalid bitcast", this),
            CastOp::AddrSpaceCast => {
                check!(self, types.is_pointers(from), "AddrSpaceCast source must be a pointer", this);
                check!(self, types.is_pointers(to), "AddrSpaceCast result must be a pointer", this);
                check!(
                    self,
                    types.scalar_addrspace(from) != types.scalar_addrspace(to),
                    "AddrSpaceCast must be between different address spaces",
                    this
                );
                check!(
                    self,
                    types.element_count(from) == types.element_count(to),
                    "AddrSpaceCast vector pointer number of elements mismatch",
                    this
                );
            }
        }
        self.instruction(id);
    }

    fn conversion(&mut self, id: InstId, (from, to): (TypeId, TypeId), (takes, gives): (bool, bool), words: &Conversion) {
        let types = self.types;
        let this = Subject::Inst(id);
        check!(self, types.is_vector(from) == types.is_vector(to), words.shape, this);
        check!(self, takes, words.from, this);
        check!(self, gives, words.to, this);
        check!(self, types.element_count(from) == types.element_count(to), words.length, this);
        self.instruction(id);
    }

    /// Whether a `bitcast` between the types is valid.
    fn is_bit_cast(&mut self, from: TypeId, to: TypeId) -> bool {
        let types = self.types;
        if types.is_pointers(from) || types.is_pointers(to) {
            // Bytes may hold pointers.
            if types.is_bytes(from) || types.is_bytes(to) {
                return self.scratch.layouts.bits(&self.module.types, from) == self.scratch.layouts.bits(&self.module.types, to);
            }
            let one = |ty: TypeId| types.element_count(ty).unwrap_or((1, false));
            return types.scalar_addrspace(from) == types.scalar_addrspace(to) && one(from) == one(to);
        }
        let is_plain = |ty: Type| matches!(ty, Type::Int(_) | Type::Byte(_) | Type::X86Mmx | Type::X86Amx) || ty.is_float();
        if !is_plain(types.scalar(from)) || !is_plain(types.scalar(to)) {
            return false;
        }
        let is_scalable = |ty: TypeId| types.element_count(ty).is_some_and(|(_, scalable)| scalable);
        is_scalable(from) == is_scalable(to)
            && self.scratch.layouts.bits(&self.module.types, from) == self.scratch.layouts.bits(&self.module.types, to)
    }
}
