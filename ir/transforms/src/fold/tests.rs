//! Tests of the table of rules, and of folding by release.
use super::rules::{RULES, Rule};
use super::*;
use bctk_ir::datalayout::DataLayout;
use bctk_ir::opcodes::{BinOp, CastOp};
use bctk_ir::types::Type;

#[test]
fn rules_have_releases_in_order() {
    for row in RULES {
        assert!(row.since.is_some() || row.until.is_some(), "{}: {}: holds for all releases", row.subject, row.text);
        assert!(row.since.unwrap_or(0) <= row.until.unwrap_or(u32::MAX), "{}: {}", row.subject, row.text);
        assert!(row.text.ends_with('.') && !row.subject.is_empty());
    }
    assert!(Rule::GepOfGep.is_in(LlvmVersion::new(18)) && !Rule::GepOfGep.is_in(LlvmVersion::new(19)));
}

/// What `build` makes with the rules of a release, as a node.
fn folded(llvm: u32, build: impl FnOnce(&mut Folder<'_>) -> Id) -> Node {
    let mut types = TypeTable::default();
    let layouts = Layouts::new(DataLayout::parse(b""));
    let mut folder = Folder::new(&mut types, &[], LlvmVersion::new(llvm), layouts, 1 << 20);
    let id = build(&mut folder);
    (*folder.node(id)).clone()
}

#[test]
fn integers_are_computed() {
    let of = |op: BinOp, a: u64, b: u64| {
        folded(14, |folder| {
            let ty = folder.types.intern(Type::Int(65));
            let (a, b) = (folder.small_int(ty, a), folder.small_int(ty, b));
            folder.make_binary(op, a, b)
        })
    };
    assert_eq!(of(BinOp::Sub, 1, 2), Node::Int(vec![u64::MAX, 1]));
    assert_eq!(of(BinOp::Mul, u64::MAX, 2), Node::Int(vec![u64::MAX - 1, 1]));
    assert_eq!(of(BinOp::UDiv, 7, 2), Node::Int(vec![3, 0]));
    assert_eq!(of(BinOp::SDiv, 7, 0), Node::Poison);
    assert_eq!(of(BinOp::Shl, 1, 65), Node::Poison);
    assert_eq!(of(BinOp::AShr, 4, 1), Node::Int(vec![2, 0]));
}

#[test]
fn floats_become_integers_towards_zero() {
    let of = |number: f64, bits: u32, op: CastOp| {
        folded(14, |folder| {
            let (from, to) = (folder.types.intern(Type::Double), folder.types.intern(Type::Int(bits)));
            let value = folder.float_of(from, number.to_bits().into());
            folder.make_cast(op, value, to)
        })
    };
    assert_eq!(of(-3.75, 8, CastOp::FpToSi), Node::Int(vec![0xfd]));
    assert_eq!(of(-0.75, 8, CastOp::FpToUi), Node::Null);
    assert_eq!(of(-1.0, 8, CastOp::FpToUi), Node::Poison);
    assert_eq!(of(128.0, 8, CastOp::FpToSi), Node::Poison);
    assert_eq!(of(-128.0, 8, CastOp::FpToSi), Node::Int(vec![0x80]));
    assert_eq!(of(f64::NAN, 8, CastOp::FpToSi), Node::Poison);
    assert_eq!(of(2f64.powi(100), 128, CastOp::FpToUi), Node::Int(vec![0, 1 << 36]));
}

#[test]
fn bitcasts_between_formats_fold_since_23() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let (from, to) = (folder.types.intern(Type::Half), folder.types.intern(Type::BFloat));
            let value = folder.float_of(from, 0x3c00);
            folder.make_cast(CastOp::BitCast, value, to)
        })
    };
    assert!(matches!(of(22), Node::Cast(..)));
    assert_eq!(of(23), Node::Float(0x3c00));
}
