//! Tests of the interner.
use super::{ConstAt, ConstKind, ConstPool, Interner};
use crate::body::Body;
use crate::entity::GlobalId;
use crate::inst::OpFlags;
use crate::module::Module;
use crate::opcodes::BinOp;
use crate::types::Type;
use crate::value::Value;

/// `add (7, 7)`, whose operands are of this pool.
fn sum(pool: &mut ConstPool, ty: crate::entity::TypeId, of: impl Fn(u32) -> Value) -> u32 {
    let seven = pool.push(ty, ConstKind::Int(7));
    pool.push(ty, ConstKind::Bin { op: BinOp::Add, flags: OpFlags::NONE, lhs: of(seven), rhs: of(seven) })
}

/// A module with the same sum in its own pool and in those of two bodies, each after another constant.
fn module() -> (Module, [u32; 3]) {
    let mut module = Module::default();
    let ty = module.types.intern(Type::Int(32));
    let of_module = sum(&mut module.consts, ty, Value::constant);
    let mut of_bodies = [0; 2];
    for (n, at) in (0..).zip(&mut of_bodies) {
        let mut body = Body::default();
        body.consts.push(ty, ConstKind::Int(100 + n));
        *at = sum(&mut body.consts, ty, Value::local_const);
        module.bodies.push(body);
    }
    (module, [of_module, of_bodies[0], of_bodies[1]])
}

#[test]
fn equal_constants_of_all_pools_have_one_number() {
    let (module, [of_module, first, second]) = module();
    let mut interner = Interner::default();
    let number = interner.intern(&module, Value::local_const(first), Some(0)).expect("a number");
    assert_eq!(interner.at(number), Some(ConstAt::Body(0, first)));
    assert_eq!(interner.intern(&module, Value::local_const(second), Some(1)), Some(number));
    assert_eq!(interner.intern(&module, Value::constant(of_module), None), Some(number));
    // The integer and the sum: what nobody asked for has no number.
    assert_eq!(interner.len(), 2);
    assert_eq!(interner.number(Value::local_const(0), Some(0)), None);
    // A body that is not at hand is still known.
    assert_eq!(interner.number(Value::local_const(first), Some(0)), Some(number));
    let (a, b) = (interner.intern(&module, Value::local_const(0), Some(0)), interner.intern(&module, Value::local_const(0), Some(1)));
    assert!(a.is_some() && b.is_some() && a != b);
}

#[test]
fn a_body_over_the_module() {
    let (module, [of_module, first, second]) = module();
    let mut base = Interner::default();
    for index in 0..module.consts.consts.len() as u32 {
        assert!(base.intern(&module, Value::constant(index), None).is_some());
    }
    let number = base.number(Value::constant(of_module), None);
    let mut own = Interner::default().over(&base);
    assert_eq!(own.intern(&module, Value::local_const(first), Some(0)), number);
    assert_eq!(own.intern(&module, Value::local_const(0), Some(0)), Some(base.len() as u32));
    // The same again for the other body: nothing of the first is left.
    let mut own = own.recycle().over(&base);
    assert_eq!(own.len(), base.len());
    assert_eq!(own.intern(&module, Value::local_const(second), Some(1)), number);
    assert_eq!(own.number(Value::local_const(first), Some(0)), None);
}

#[test]
fn plain_and_distinct_constants() {
    let (mut module, _) = module();
    let ty = module.types.intern(Type::Int(32));
    let mut interner = Interner::default();
    let seven = interner.add_plain(&module, ty, ConstKind::Int(7));
    assert_eq!(interner.at(seven), Some(ConstAt::Added(0)));
    assert_eq!(interner.intern(&module, Value::constant(0), None), Some(seven));
    assert_eq!(interner.find_plain(&module, ty, ConstKind::Int(7)), Some(seven));
    assert_eq!(interner.find_plain(&module, ty, ConstKind::Int(8)), None);
    // Addresses of blocks that are not known yet are not equal, whatever they look like.
    let mut pool = ConstPool::default();
    let address = ConstKind::BlockAddress { function: GlobalId(0), block: crate::entity::BlockId(0) };
    let mut interner = Interner::default();
    let a = pool.push(ty, address);
    let a = interner.add_distinct(&pool, a);
    let b = pool.push(ty, address);
    assert_ne!(interner.add_distinct(&pool, b), a);
    let c = pool.push(ty, ConstKind::Int(7));
    assert_eq!(interner.intern_last(&pool, c), (2, true));
    let d = pool.push(ty, ConstKind::Int(7));
    assert_eq!(interner.intern_last(&pool, d), (2, false));
}

#[test]
fn deep_shared_and_cyclic_constants() {
    let mut module = Module::default();
    let ty = module.types.intern(Type::Int(32));
    // Each the sum of the one before and itself: a tree of 2^100000 leaves.
    let mut last = module.consts.push(ty, ConstKind::Int(1));
    for _ in 0..100_000 {
        let value = Value::constant(last);
        last = module.consts.push(ty, ConstKind::Bin { op: BinOp::Add, flags: OpFlags::NONE, lhs: value, rhs: value });
    }
    // What contains itself ends, too.
    let next = module.consts.consts.len() as u32;
    module.consts.push(ty, ConstKind::FNeg(Value::constant(next + 1)));
    module.consts.push(ty, ConstKind::FNeg(Value::constant(next)));
    let mut interner = Interner::default();
    assert_eq!(interner.intern(&module, Value::constant(last), None), Some(100_000));
    assert!(interner.intern(&module, Value::constant(next), None).is_some());
    let mut own = Interner::default().over(&interner);
    assert_eq!(own.intern(&module, Value::constant(next + 1), None), interner.number(Value::constant(next + 1), None));
}
