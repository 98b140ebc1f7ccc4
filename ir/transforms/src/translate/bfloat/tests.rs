//! What the instructions for `fptrunc` compute, next to what LLVM 22 folds the same casts to.
use super::arithmetic;
use bctk_edit::editor::Editor;
use bctk_ir::body::{BasicBlock, Body};
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{InstId, OptionalId};
use bctk_ir::global::{GlobalKind, GlobalValue};
use bctk_ir::inst::{Inst, OpFlags};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::{Value, ValueKind};

/// Bits of a `float`, and of the `bfloat`.
const FLOATS: &[(u32, u16)] = &[
    (0x0000_0000, 0x0000),
    (0x8000_0000, 0x8000),
    (0x3F80_0000, 0x3F80),
    (0x3F80_8000, 0x3F80),
    (0x3F80_8001, 0x3F81),
    (0x3F81_8000, 0x3F82),
    (0x3F81_7FFF, 0x3F81),
    (0x3F7F_FFFF, 0x3F80),
    (0x7F7F_FFFF, 0x7F80),
    (0x7F7F_8000, 0x7F80),
    (0x7F7F_7FFF, 0x7F7F),
    (0x7F80_0000, 0x7F80),
    (0xFF80_0000, 0xFF80),
    (0x7F80_0001, 0x7FC0),
    (0x7FC0_0000, 0x7FC0),
    (0xFFA1_2345, 0xFFE1),
    (0x0000_8000, 0x0000),
    (0x0000_8001, 0x0001),
    (0x0001_8000, 0x0002),
    (0x0000_0001, 0x0000),
    (0x807F_FFFF, 0x8080),
    (0x007F_8000, 0x0080),
];

/// Bits of a `double`, and of the `bfloat`.
const DOUBLES: &[(u64, u16)] = &[
    (0x0000_0000_0000_0000, 0x0000),
    (0x0000_0000_0000_0001, 0x0000),
    (0x8000_0000_0000_0001, 0x8000),
    (0x3FF0_1000_0000_0000, 0x3F80),
    (0x3FF0_1000_0000_0001, 0x3F81),
    (0x3FF0_0FFF_FFFF_FFFF, 0x3F80),
    (0x3FF0_3000_0000_0000, 0x3F82),
    (0x3FF0_2FFF_FFFF_FFFF, 0x3F81),
    (0x3FF0_1000_0800_0000, 0x3F81),
    (0x47EF_EFFF_FFFF_FFFF, 0x7F7F),
    (0x47EF_F000_0000_0000, 0x7F80),
    (0x47EF_E800_0000_0000, 0x7F7F),
    (0x7FEF_FFFF_FFFF_FFFF, 0x7F80),
    (0xFFEF_FFFF_FFFF_FFFF, 0xFF80),
    (0x7FF0_0000_0000_0000, 0x7F80),
    (0x7FF0_0000_0000_0001, 0x7FC0),
    (0x7FF8_0000_0000_0000, 0x7FC0),
    (0xFFF4_1234_5678_9ABC, 0xFFE0),
    (0x3800_0000_0000_0000, 0x0040),
    (0x37F0_0000_0000_0001, 0x0020),
    (0x36A0_0000_0000_0000, 0x0000),
    (0x3680_0000_0000_0001, 0x0000),
    (0x37A0_0000_0000_0000, 0x0001),
    (0x37A0_0000_0000_0001, 0x0001),
    (0x379F_FFFF_FFFF_FFFF, 0x0001),
    (0x380F_FFFF_FFFF_FFFF, 0x0080),
];

/// A function that converts a number of type `from`, with the instructions of this module.
fn converted(from: Type) -> Module {
    let mut module = Module::default();
    let (from, bfloat) = (module.types.intern(from), module.types.intern(Type::BFloat));
    let fn_ty = module.types.intern_function(bfloat, &[from], false);
    let ptr = module.types.intern(Type::Ptr(0));
    let name = module.strings.push(b"f");
    let mut global = GlobalValue::declaration(name, fn_ty, ptr);
    if let GlobalKind::Function(function) = &mut global.kind {
        function.body = Some(0);
    }
    module.globals.push(global);
    module.bodies.push(Body {
        blocks: vec![BasicBlock { first: InstId(0), end: InstId(2) }],
        insts: vec![
            Inst::Cast { op: CastOp::FpTrunc, flags: OpFlags::NONE, value: Value::local(0) },
            Inst::Ret(OptionalId::some(Value::local(1))),
        ],
        results: vec![OptionalId::some(1), OptionalId::NONE],
        local_types: vec![from, bfloat],
        args: 1,
        ..Body::default()
    });
    let mut editor = Editor::new(&mut module);
    let value = arithmetic::instruction(&mut editor, InstId(0)).flatten().flatten();
    editor.end(InstId(0), value);
    editor.finish_body();
    editor.finish();
    module
}

/// What the function returns for an argument, both as bits.
fn run(module: &Module, arg: u64) -> u64 {
    let body = &module.bodies[0];
    let mut locals = vec![0u64; body.local_types.len()];
    locals[0] = arg;
    let ty = |value: Value| match value.kind() {
        ValueKind::Local(local) => module.types.get(body.local_types[local as usize]),
        ValueKind::Const(at) => module.types.get(module.consts.consts[at as usize].ty),
        _ => panic!("another value"),
    };
    for (at, inst) in body.insts.iter().enumerate() {
        let get = |value: Value| match value.kind() {
            ValueKind::Local(local) => locals[local as usize],
            ValueKind::Const(at) => match module.consts.consts[at as usize].kind {
                ConstKind::Null => 0,
                ConstKind::Int(number) => u64::from(number as u32),
                other => panic!("{other:?}"),
            },
            _ => panic!("another value"),
        };
        let number = |value: Value| match ty(value) {
            Type::Float => f64::from(f32::from_bits(get(value) as u32)),
            Type::Double => f64::from_bits(get(value)),
            other => panic!("{other:?}"),
        };
        let result = match *inst {
            Inst::Ret(value) => return get(value.get().unwrap()),
            Inst::Cast { op: CastOp::BitCast | CastOp::Trunc, value, .. } => {
                let to = module.types.get(body.result_type(InstId::new(at)).unwrap());
                get(value) & if matches!(to, Type::Int(16) | Type::BFloat) { 0xFFFF } else { u64::from(u32::MAX) }
            }
            Inst::Cast { op: CastOp::FpTrunc, value, .. } => u64::from((number(value) as f32).to_bits()),
            Inst::Cast { op: CastOp::FpExt, value, .. } => number(value).to_bits(),
            Inst::Bin { op, lhs, rhs, .. } => {
                let (lhs, rhs) = (get(lhs) as u32, get(rhs) as u32);
                u64::from(match op {
                    BinOp::Add => lhs.wrapping_add(rhs),
                    BinOp::LShr => lhs >> rhs,
                    BinOp::And => lhs & rhs,
                    BinOp::Or => lhs | rhs,
                    BinOp::Xor => lhs ^ rhs,
                    other => panic!("{other:?}"),
                })
            }
            Inst::ICmp { pred, lhs, rhs, .. } => {
                let (lhs, rhs) = (get(lhs) as u32, get(rhs) as u32);
                u64::from(match pred {
                    ICmpPred::Ugt => lhs > rhs,
                    ICmpPred::Ne => lhs != rhs,
                    ICmpPred::Slt => (lhs as i32) < rhs as i32,
                    other => panic!("{other:?}"),
                })
            }
            Inst::FCmp { pred, lhs, rhs, .. } => {
                let (lhs, rhs) = (number(lhs), number(rhs));
                u64::from(match pred {
                    FCmpPred::Ueq => lhs == rhs || lhs.is_nan() || rhs.is_nan(),
                    FCmpPred::Ogt => lhs > rhs,
                    other => panic!("{other:?}"),
                })
            }
            Inst::Select { cond, if_true, if_false, .. } => get(if get(cond) != 0 { if_true } else { if_false }),
            other => panic!("{other:?}"),
        };
        locals[body.result(InstId::new(at)).unwrap() as usize] = result;
    }
    panic!("no result");
}

#[test]
fn floats_are_rounded_as_by_llvm() {
    let module = converted(Type::Float);
    for &(from, to) in FLOATS {
        assert_eq!(run(&module, u64::from(from)), u64::from(to), "{from:#x}");
    }
}

#[test]
fn doubles_are_rounded_once() {
    let module = converted(Type::Double);
    for &(from, to) in DOUBLES {
        assert_eq!(run(&module, from), u64::from(to), "{from:#x}");
    }
}
