//! Casts that no text has, since the parser refuses them: each check sees the first of its faults.
use super::{local, module};
use bctk_ir::inst::Inst;
use bctk_ir::opcodes::CastOp;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use bctk_verify::{VerifyOptions, verify};

/// A cast, the types that it goes between, and what is wrong with it.
const CASES: &[(CastOp, &str, &str, &str)] = &[
    (CastOp::Trunc, "float", "i8", "Trunc only operates on integer"),
    (CastOp::Trunc, "i8", "float", "Trunc only produces integer"),
    (CastOp::Trunc, "<2 x i16>", "i8", "trunc source and destination must both be a vector or neither"),
    (CastOp::Trunc, "i8", "i16", "DestTy too big for Trunc"),
    (CastOp::ZExt, "ptr", "i8", "ZExt only operates on integer"),
    (CastOp::ZExt, "i8", "double", "ZExt only produces an integer"),
    (CastOp::ZExt, "i8", "<2 x i16>", "zext source and destination must both be a vector or neither"),
    (CastOp::ZExt, "i8", "i8", "Type too small for ZExt"),
    (CastOp::SExt, "half", "i8", "SExt only operates on integer"),
    (CastOp::SExt, "i8", "ptr", "SExt only produces an integer"),
    (CastOp::SExt, "<4 x i8>", "i16", "sext source and destination must both be a vector or neither"),
    (CastOp::SExt, "i16", "i8", "Type too small for SExt"),
    (CastOp::FpTrunc, "i64", "float", "FPTrunc only operates on FP"),
    (CastOp::FpTrunc, "double", "i32", "FPTrunc only produces an FP"),
    (CastOp::FpTrunc, "<2 x double>", "float", "fptrunc source and destination must both be a vector or neither"),
    (CastOp::FpTrunc, "float", "double", "DestTy too big for FPTrunc"),
    (CastOp::FpExt, "ptr", "float", "FPExt only operates on FP"),
    (CastOp::FpExt, "float", "i64", "FPExt only produces an FP"),
    (CastOp::FpExt, "float", "<1 x double>", "fpext source and destination must both be a vector or neither"),
    (CastOp::FpExt, "double", "float", "DestTy too small for FPExt"),
    (CastOp::UiToFp, "float", "float", "UIToFP source must be integer or integer vector"),
    (CastOp::UiToFp, "i8", "i8", "UIToFP result must be FP or FP vector"),
    (CastOp::UiToFp, "<2 x i8>", "float", "UIToFP source and dest must both be vector or scalar"),
    (CastOp::UiToFp, "<2 x i8>", "<3 x float>", "UIToFP source and dest vector length mismatch"),
    (CastOp::SiToFp, "ptr", "float", "SIToFP source must be integer or integer vector"),
    (CastOp::SiToFp, "i8", "ptr", "SIToFP result must be FP or FP vector"),
    (CastOp::SiToFp, "i8", "<2 x float>", "SIToFP source and dest must both be vector or scalar"),
    (CastOp::SiToFp, "<2 x i8>", "<vscale x 2 x float>", "SIToFP source and dest vector length mismatch"),
    (CastOp::FpToUi, "i8", "i8", "FPToUI source must be FP or FP vector"),
    (CastOp::FpToUi, "float", "float", "FPToUI result must be integer or integer vector"),
    (CastOp::FpToUi, "<2 x float>", "i8", "FPToUI source and dest must both be vector or scalar"),
    (CastOp::FpToUi, "<2 x float>", "<4 x i8>", "FPToUI source and dest vector length mismatch"),
    (CastOp::FpToSi, "ptr", "i8", "FPToSI source must be FP or FP vector"),
    (CastOp::FpToSi, "float", "ptr", "FPToSI result must be integer or integer vector"),
    (CastOp::FpToSi, "float", "<2 x i8>", "FPToSI source and dest must both be vector or scalar"),
    (CastOp::FpToSi, "<2 x float>", "<1 x i8>", "FPToSI source and dest vector length mismatch"),
    (CastOp::PtrToInt, "i64", "i64", "PtrToInt source must be pointer"),
    (CastOp::PtrToInt, "ptr", "double", "PtrToInt result must be integral"),
    (CastOp::PtrToInt, "<2 x ptr>", "i64", "PtrToInt type mismatch"),
    (CastOp::PtrToInt, "<2 x ptr>", "<3 x i64>", "PtrToInt Vector length mismatch"),
    (CastOp::PtrToAddr, "i64", "i64", "PtrToAddr source must be pointer"),
    (CastOp::PtrToAddr, "ptr", "double", "PtrToAddr result must be integral"),
    (CastOp::PtrToAddr, "ptr", "<2 x i64>", "PtrToAddr type mismatch"),
    (CastOp::PtrToAddr, "<2 x ptr>", "<3 x i64>", "PtrToAddr vector length mismatch"),
    (CastOp::PtrToAddr, "ptr", "i32", "PtrToAddr result must be address width"),
    (CastOp::IntToPtr, "float", "ptr", "IntToPtr source must be an integral"),
    (CastOp::IntToPtr, "i64", "i64", "IntToPtr result must be a pointer"),
    (CastOp::IntToPtr, "i64", "<2 x ptr>", "IntToPtr type mismatch"),
    (CastOp::IntToPtr, "<2 x i64>", "<4 x ptr>", "IntToPtr Vector length mismatch"),
    (CastOp::BitCast, "i64", "ptr", "Invalid bitcast"),
    (CastOp::BitCast, "i64", "i32", "Invalid bitcast"),
    (CastOp::BitCast, "<vscale x 2 x i32>", "<2 x i32>", "Invalid bitcast"),
    (CastOp::BitCast, "ptr", "ptr addrspace(1)", "Invalid bitcast"),
    (CastOp::AddrSpaceCast, "i64", "ptr", "AddrSpaceCast source must be a pointer"),
    (CastOp::AddrSpaceCast, "ptr", "i64", "AddrSpaceCast result must be a pointer"),
    (CastOp::AddrSpaceCast, "ptr", "ptr", "AddrSpaceCast must be between different address spaces"),
    (CastOp::AddrSpaceCast, "<2 x ptr>", "ptr addrspace(1)", "AddrSpaceCast vector pointer number of elements mismatch"),
];

#[test]
fn casts_that_no_text_has_are_refused() {
    for &(op, from, to, message) in CASES {
        assert_eq!(found(op, from, to, &VerifyOptions::default()), [message], "{op:?} from {from} to {to}");
    }
}

#[test]
fn lengths_were_called_widths_before_llvm_22() {
    let options = VerifyOptions { llvm: Some(LlvmVersion::new(21)), ..VerifyOptions::default() };
    assert_eq!(found(CastOp::PtrToInt, "<2 x ptr>", "<3 x i64>", &options), ["PtrToInt Vector width mismatch"]);
    assert_eq!(found(CastOp::IntToPtr, "<2 x i64>", "<4 x ptr>", &options), ["IntToPtr Vector width mismatch"]);
}

/// What is wrong with a cast.
fn found(op: CastOp, from: &str, to: &str, options: &VerifyOptions) -> Vec<String> {
    let mut module = module(&format!("define void @f({from} %v, {to} %w) {{\n  %c = freeze {to} %w\n  ret void\n}}\n"));
    assert!(verify(&module, options).is_valid());
    let value = Value::local(local(&module.bodies[0], "v"));
    module.bodies[0].insts[0] = Inst::Cast { op, value, flags: Default::default() };
    verify(&module, options).findings.into_iter().map(|finding| finding.message.into_owned()).collect()
}
