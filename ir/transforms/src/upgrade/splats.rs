//! Vectors whose elements are all one number: LLVM 23 stores those of floating-point numbers and bytes as that number.
use bctk_edit::functions::bodies_where;
use bctk_ir::constants::{ConstKind, ConstPool, Constant};
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::types::{Type, TypeTable};
use bctk_ir::value::{Value, ValueKind};
use bctk_support::limits::Limits;

/// Whether a constant is a number.
fn is_number(kind: ConstKind) -> bool {
    matches!(kind, ConstKind::Int(_) | ConstKind::WideInt { .. } | ConstKind::Float(_) | ConstKind::WideFloat { .. })
}

/// Replaces vectors of one floating-point number, element by element, by that number, as `ConstantVector::get` of LLVM 23 does.
pub(super) fn combine(module: &mut Module) {
    let shared = combined(&module.types, &module.consts, None);
    for (index, kind) in shared {
        module.consts.consts[index].kind = kind;
    }
    for at in 0..module.bodies.len() {
        for (index, kind) in combined(&module.types, &module.consts, Some(&module.bodies[at].consts)) {
            module.bodies[at].consts.consts[index].kind = kind;
        }
    }
}

/// The constants of a body's pool `own`, or without it of the module's `shared`, that become a number.
fn combined(types: &TypeTable, shared: &ConstPool, own: Option<&ConstPool>) -> Vec<(usize, ConstKind)> {
    let pool = own.unwrap_or(shared);
    let entry = |value: Value| match value.kind() {
        ValueKind::Const(index) => Some((shared, shared.get(index)?.kind)),
        ValueKind::LocalConst(index) => Some((pool, pool.get(index)?.kind)),
        _ => None,
    };
    let words = |(pool, kind): (&ConstPool, ConstKind)| match kind {
        ConstKind::WideFloat { start } => pool.word_range(start, 2).to_vec(),
        _ => Vec::new(),
    };
    let number = |constant: &Constant| {
        let (Type::Vector { elem, scalable: false, .. }, ConstKind::Aggregate(list)) = (types.get(constant.ty), constant.kind) else {
            return None;
        };
        let values = pool.lists.get(list);
        let first = values.first()?;
        let (home, kind) = entry(first).filter(|(_, kind)| is_number(*kind) && is_float(types, elem))?;
        let is_same = |value: Value| {
            value == first
                || entry(value).is_some_and(|other| match kind {
                    ConstKind::WideFloat { .. } => words(other) == words((home, kind)) && matches!(other.1, ConstKind::WideFloat { .. }),
                    _ => other.1 == kind,
                })
        };
        // The words of a wide number are in the pool of the vector.
        let is_here = !matches!(kind, ConstKind::WideFloat { .. }) || std::ptr::eq(home, pool);
        (is_here && values.iter().all(is_same)).then_some(kind)
    };
    pool.consts.iter().enumerate().filter_map(|(index, constant)| Some((index, number(constant)?))).collect()
}

fn is_float(types: &TypeTable, ty: TypeId) -> bool {
    use Type::{BFloat, Double, Float, Fp128, Half, PpcFp128, X86Fp80};
    matches!(types.get(ty), Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128)
}

/// Replaces vectors that are one number by what LLVM before 23 has: plain data, an aggregate, or the shuffle of an insertion for a scalable
/// vector. Vectors beyond the limit of all elements stay.
pub fn expand_splats(module: &mut Module) {
    let mut left = Limits::default().expanded_elements;
    let mut pool = std::mem::take(&mut module.consts);
    expand_in(&mut module.types, &mut pool, Value::constant, &mut left);
    module.consts = pool;
    let types = &module.types;
    for at in bodies_where(&module.bodies, |body| body.consts.consts.iter().any(|constant| is_splat(types, constant))) {
        let mut pool = std::mem::take(&mut module.bodies[at].consts);
        expand_in(&mut module.types, &mut pool, Value::local_const, &mut left);
        module.bodies[at].consts = pool;
    }
}

/// Whether a constant is a vector of one number.
fn is_splat(types: &TypeTable, constant: &Constant) -> bool {
    is_number(constant.kind) && matches!(types.get(constant.ty), Type::Vector { .. })
}

fn expand_in(types: &mut TypeTable, pool: &mut ConstPool, value: fn(u32) -> Value, left: &mut u64) {
    for index in 0..pool.consts.len() {
        let Constant { ty, kind } = pool.consts[index];
        let Type::Vector { elem, len, scalable } = types.get(ty) else { continue };
        if !is_number(kind) {
            continue;
        }
        let push = |pool: &mut ConstPool, ty: TypeId, kind: ConstKind| {
            pool.push(ty, kind);
            value(pool.consts.len() as u32 - 1)
        };
        let width = match types.get(elem) {
            Type::Int(8) => Some(1),
            Type::Int(16) | Type::Half | Type::BFloat => Some(2),
            Type::Int(32) | Type::Float => Some(4),
            Type::Int(64) | Type::Double => Some(8),
            _ => None,
        };
        let word = match kind {
            ConstKind::Int(value) => Some(value as u64),
            ConstKind::Float(bits) => Some(bits),
            _ => None,
        };
        let new = match (width, word) {
            (_, Some(0)) => ConstKind::Null,
            _ if !scalable && u64::from(len) > *left => continue,
            (Some(width), Some(word)) if !scalable => ConstKind::Data(pool.bytes.push(&word.to_le_bytes()[..width].repeat(len as usize))),
            _ if !scalable => {
                let one = push(pool, elem, kind);
                ConstKind::Aggregate(pool.lists.push(&vec![one; len as usize]))
            }
            _ => {
                let (i64, i32) = (types.intern(Type::Int(64)), types.intern(Type::Int(32)));
                let mask = types.intern(Type::Vector { elem: i32, len, scalable });
                let (poison, one, zero) = (push(pool, ty, ConstKind::Poison), push(pool, elem, kind), push(pool, i64, ConstKind::Null));
                let list = pool.lists.push(&[poison, one, zero]);
                let insert = push(pool, ty, ConstKind::InsertElement(list));
                let mask = push(pool, mask, ConstKind::Null);
                ConstKind::ShuffleVector(pool.lists.push(&[insert, poison, mask]))
            }
        };
        if !scalable {
            *left -= u64::from(len).min(*left);
        }
        pool.consts[index].kind = new;
    }
}
