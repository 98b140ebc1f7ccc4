//! Tests of the table of rules, and of folding by release.
use super::arena::Gep;
use super::rules::{RULES, Rule};
use super::*;
use bctk_ir::datalayout::DataLayout;
use bctk_ir::inst::{GepNoWrapFlags, OpFlags};
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
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

#[test]
fn wide_integers_become_numbers_and_back() {
    // LLVM 17 prints `sitofp (i200 37797378607030871261184 to bfloat)` as 0xR6500, LLVM 4 cuts -1 to 128 bits.
    let to_float = folded(17, |folder| {
        let (from, to) = (folder.types.intern(Type::Int(200)), folder.types.intern(Type::BFloat));
        let words = 37_797_378_607_030_871_261_184u128;
        let value = folder.int_of(from, vec![words as u64, (words >> 64) as u64, 0, 0]);
        folder.make_cast(CastOp::SiToFp, value, to)
    });
    assert_eq!(to_float, Node::Float(0x6500));
    let to_int = |llvm: u32| {
        folded(llvm, |folder| {
            let (from, to) = (folder.types.intern(Type::Float), folder.types.intern(Type::Int(200)));
            let value = folder.float_of(from, (-1f32).to_bits().into());
            folder.make_cast(CastOp::FpToSi, value, to)
        })
    };
    assert_eq!(to_int(5), Node::Int(vec![u64::MAX, u64::MAX, u64::MAX, 0xff]));
    assert_eq!(to_int(4), Node::Int(vec![u64::MAX, u64::MAX, 0, 0]));
}

#[test]
fn exponents_of_tiny_products_wrap_until_9() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let ty = folder.types.intern(Type::Fp128);
            let tiny = folder.float_of(ty, 1);
            folder.make_binary(BinOp::FMul, tiny, tiny)
        })
    };
    assert_eq!(of(9), Node::Float(0x7fff << 112));
    assert_eq!(of(10), Node::Null);
}

#[test]
fn pairs_are_one_number_in_llvm_4() {
    // -1 and the smallest number; 1.0 - 1.0.
    let of = |llvm: u32, op: BinOp, a: u128, b: u128| {
        folded(llvm, |folder| {
            let ty = folder.types.intern(Type::PpcFp128);
            let (a, b) = (folder.float_of(ty, a), folder.float_of(ty, b));
            folder.make_binary(op, a, b)
        })
    };
    let (one, minus_one, minus_zero) = (0x3ff0 << 48, 0xbff0 << 48, 1 << 63);
    assert_eq!(of(4, BinOp::FAdd, minus_one, 5), Node::Float(minus_one));
    assert_eq!(of(5, BinOp::FAdd, minus_one, 5), Node::Float(minus_one | 5 << 64));
    assert_eq!(of(4, BinOp::FSub, one, one), Node::Float(minus_zero));
    assert_eq!(of(5, BinOp::FSub, one, one), Node::Float(minus_zero | 1 << 127));
    assert_eq!(of(9, BinOp::FAdd, minus_zero, 0), Node::Null);
}

#[test]
fn pairs_are_divided_whatever_they_are() {
    // A signaling NaN as either number, and the largest number, which rounds to infinity as one of 106 bits. LLVM 14 prints these results; it
    // stops if it was built with assertions.
    let of = |a: u128| {
        folded(14, |folder| {
            let ty = folder.types.intern(Type::PpcFp128);
            let (a, one) = (folder.float_of(ty, a), folder.float_of(ty, 0x3ff0 << 48));
            folder.make_binary(BinOp::FDiv, a, one)
        })
    };
    assert_eq!(of(0x7ff4 << 48), Node::Float(0x7ffc << 48));
    assert_eq!(of(0x3ff0 << 48 | 0x7ff4 << 112), Node::Float(0x7ffc << 48));
    assert_eq!(of(0x7fef_ffff_ffff_ffff | 0x7c8f_ffff_ffff_ffff << 64), Node::Float(0x7ff0 << 48));
    let of_integer = folded(14, |folder| {
        let (from, to) = (folder.types.intern(Type::Int(1024)), folder.types.intern(Type::PpcFp128));
        // The 106 highest bits.
        let mut words = vec![0; 16];
        (words[15], words[14]) = (u64::MAX, u64::MAX << 22);
        let value = folder.int_of(from, words);
        folder.make_cast(CastOp::UiToFp, value, to)
    });
    assert_eq!(of_integer, Node::Float(0x7ff0 << 48));
}

#[test]
fn logic_of_poison_bits_is_kept_from_poison_in_12() {
    let of = |llvm: u32, bits: u32| {
        folded(llvm, |folder| {
            let ty = folder.types.intern(Type::Int(bits));
            let (zero, poison) = (folder.null(ty), folder.poison(ty));
            folder.make_binary(BinOp::And, zero, poison)
        })
    };
    assert_eq!(of(12, 1), Node::Null);
    assert_eq!(of(13, 1), Node::Poison);
    assert_eq!(of(12, 8), Node::Poison);
}

/// The numbers of a `getelementptr` of `[2 x [4 x i32]]` whose base is no constant that folds.
fn indices(llvm: u32, width: u32, numbers: [u64; 3]) -> Vec<u64> {
    let mut types = TypeTable::default();
    let layouts = Layouts::new(DataLayout::parse(b""));
    let mut folder = Folder::new(&mut types, &[], LlvmVersion::new(llvm), layouts, 1 << 20);
    let i32 = folder.types.intern(Type::Int(32));
    let array = folder.types.intern(Type::Array { elem: i32, len: 4 });
    let source = folder.types.intern(Type::Array { elem: array, len: 2 });
    let pointer = folder.types.intern(Type::Ptr(0));
    let base = folder.intern(pointer, Node::Later(0));
    let index = folder.types.intern(Type::Int(width));
    let indices = numbers.iter().map(|&number| folder.small_int(index, number)).collect();
    let id = folder.get(pointer, Node::Gep(Gep { flags: GepNoWrapFlags::NONE, source, base, indices, in_range: None }));
    let Node::Gep(gep) = &*folder.node(id) else { return Vec::new() };
    gep.indices.iter().map(|&index| folder.small(index).unwrap_or(u64::MAX)).collect()
}

#[test]
fn indices_are_carried_by_release() {
    // LLVM 4 adds to the index from which it has carried already.
    assert_eq!(indices(4, 64, [0, 2, 5]), [2, 1, 1]);
    assert_eq!(indices(5, 64, [0, 2, 5]), [1, 1, 1]);
    assert_eq!(indices(18, 64, [0, 2, 5]), [1, 1, 1]);
    assert_eq!(indices(19, 64, [0, 2, 5]), [0, 2, 5]);
    // Of more than 64 bits, the lowest have the sign.
    assert_eq!(indices(13, 128, [0, 0, u64::MAX]), [0, 0, u64::MAX]);
    assert_eq!(indices(14, 128, [0, 0, u64::MAX]), [(1 << 61) - 1, 1, 3]);
}

#[test]
fn sizes_are_multiples_of_parts_until_12() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let i8 = folder.types.intern(Type::Int(8));
            let (i16, i64) = (folder.types.intern(Type::Int(16)), folder.types.intern(Type::Int(64)));
            let array = folder.types.intern(Type::Array { elem: i8, len: 3 });
            let to_array = folder.types.intern(Type::TypedPtr { pointee: array, addrspace: 2 });
            let to_byte = folder.types.intern(Type::TypedPtr { pointee: i8, addrspace: 2 });
            let (base, zero, index) = (folder.null(to_array), folder.null(i64), folder.small_int(i64, 2));
            let flags = GepNoWrapFlags::INBOUNDS;
            let gep = folder.get(to_byte, Node::Gep(Gep { flags, source: array, base, indices: vec![zero, index], in_range: None }));
            folder.make_cast(CastOp::PtrToInt, gep, i16)
        })
    };
    assert!(matches!(of(12), Node::Bin(BinOp::Mul, flags, ..) if flags == OpFlags::from_bits(1)));
    assert!(matches!(of(13), Node::Cast(CastOp::PtrToInt, ..)));
}

#[test]
fn undefined_and_a_vector_of_zeros_and_undefined() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let elem = folder.types.intern(Type::Int(7));
            let ty = folder.types.intern(Type::Vector { elem, len: 2, scalable: false });
            let (zero, undefined, undefineds) = (folder.null(elem), folder.undef(elem), folder.undef(ty));
            let right = folder.aggregate(ty, vec![zero, undefined]);
            folder.make_binary(BinOp::Shl, undefineds, right)
        })
    };
    assert_eq!(of(6), Node::Null);
    assert_eq!(of(7), Node::Undef);
}

#[test]
fn products_of_bits_are_conjunctions_until_17() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let ty = folder.types.intern(Type::Int(1));
            let (a, b) = (folder.intern(ty, Node::Later(0)), folder.intern(ty, Node::Later(1)));
            folder.make_binary(BinOp::Mul, a, b)
        })
    };
    assert!(matches!(of(17), Node::Bin(BinOp::And, ..)));
    assert!(matches!(of(18), Node::Bin(BinOp::Mul, ..)));
}

#[test]
fn one_number_of_all_ones_as_a_vector_since_18() {
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let (from, elem) = (folder.types.intern(Type::Int(128)), folder.types.intern(Type::PpcFp128));
            let to = folder.types.intern(Type::Vector { elem, len: 1, scalable: false });
            let ones = folder.int_of(from, vec![u64::MAX; 2]);
            let vector = folder.make_cast(CastOp::BitCast, ones, to);
            folder.extracted(vector, 0)
        })
    };
    assert!(matches!(of(17), Node::Cast(CastOp::BitCast, ..)));
    assert_eq!(of(18), Node::Float(u128::MAX));
}

#[test]
fn all_ones_of_two_numbers_are_one_nan_until_4() {
    // LLVM 4 prints 0xMFFFFFFFFFFFFFFFF0000000000000000, LLVM 5 0xMFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF.
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let (part, elem) = (folder.types.intern(Type::Int(32)), folder.types.intern(Type::PpcFp128));
            let from = folder.types.intern(Type::Vector { elem: part, len: 8, scalable: false });
            let to = folder.types.intern(Type::Vector { elem, len: 2, scalable: false });
            let ones = folder.int_of(from, vec![u64::MAX]);
            let vector = folder.make_cast(CastOp::BitCast, ones, to);
            folder.extracted(vector, 1)
        })
    };
    assert_eq!(of(4), Node::Float(u64::MAX.into()));
    assert_eq!(of(5), Node::Float(u128::MAX));
}

#[test]
fn bits_of_floats_keep_their_order() {
    // LLVM 4 prints `icmp sge` of two doubles, the number first; LLVM 9 `icmp sle` of two integers, the number last.
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let (int, double, bit) =
                (folder.types.intern(Type::Int(64)), folder.types.intern(Type::Double), folder.types.intern(Type::Int(1)));
            let (later, number) = (folder.intern(double, Node::Later(0)), folder.small_int(int, 77));
            let bits = folder.make_cast(CastOp::BitCast, later, int);
            folder.get(bit, Node::ICmp(ICmpPred::Sge, number, bits))
        })
    };
    assert!(matches!(of(4), Node::ICmp(ICmpPred::Sge, ..)));
    assert!(matches!(of(8), Node::ICmp(ICmpPred::Sge, ..)));
    assert!(matches!(of(9), Node::ICmp(ICmpPred::Sle, ..)));
}

#[test]
fn places_in_scalable_vectors_are_cut_to_32_bits() {
    // Zeros in LLVM 18 to 24, also numbers from LLVM 23 on.
    let of = |llvm: u32| {
        folded(llvm, |folder| {
            let elem = folder.types.intern(Type::Int(64));
            let vector = folder.types.intern(Type::Vector { elem, len: 4, scalable: true });
            let (vector, place) = (folder.null(vector), folder.small_int(elem, 1 << 54));
            folder.make_extract(vector, place)
        })
    };
    assert_eq!(of(18), Node::Null);
    assert_eq!(of(19), Node::Null);
    let of_number = |llvm: u32, place: u64| {
        folded(llvm, |folder| {
            let (elem, index) = (folder.types.intern(Type::Double), folder.types.intern(Type::Int(64)));
            let vector = folder.types.intern(Type::Vector { elem, len: 4, scalable: true });
            let two = folder.float_of(elem, 0x4000_0000_0000_0000);
            let (vector, place) = (folder.intern(vector, Node::Splat(two)), folder.small_int(index, place));
            folder.make_extract(vector, place)
        })
    };
    assert_eq!(of_number(23, 1 << 32), Node::Float(0x4000_0000_0000_0000));
    assert!(matches!(of_number(23, 1 << 32 | 4), Node::Extract(..)));
}

#[test]
fn wide_shifts_keep_the_sign() {
    let shifted = folded(14, |folder| {
        let ty = folder.types.intern(Type::Int(200));
        let (zero, one, by) = (folder.null(ty), folder.small_int(ty, 1), folder.small_int(ty, 199));
        let minus_one = folder.make_binary(BinOp::Sub, zero, one);
        folder.make_binary(BinOp::AShr, minus_one, by)
    });
    assert_eq!(shifted, Node::Int(vec![u64::MAX, u64::MAX, u64::MAX, 0xff]));
}
