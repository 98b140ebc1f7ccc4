//! Intrinsics of ARM and AArch64 that have another form in newer releases.
use crate::upgrade::intrinsics::build::Build;
use crate::upgrade::intrinsics::calls::{Site, Upgrader};
use bctk_edit::functions::fn_type;
use bctk_edit::instructions::NewInst;
use bctk_ir::constants::ConstKind;
use bctk_ir::entity::{GlobalId, TypeId};
use bctk_ir::inst::Inst;
use bctk_ir::module::Module;
use bctk_ir::opcodes::CastOp;
use bctk_ir::types::{StructKind, Type};
use bctk_ir::value::Value;

/// What an old intrinsic was.
#[derive(Clone, Copy)]
enum Old {
    /// Intrinsics with `bfloat` operands as vectors of bytes: the name, and whether suffixes follow it.
    Bf16(&'static str),
    /// `sve.ldN` with one wide result.
    Load(usize),
    /// `sve.tuple.createN`
    Create(usize),
    /// `sve.tuple.set`
    Set,
    /// `sve.tuple.get`
    Get,
    /// A lane number of 64 bits.
    Lane(&'static str),
    /// Conversions to `bfloat`: one number, the low half of a vector, or its high half next to another's low one.
    ToBfloat,
    ToBfloatLow,
    ToBfloatHigh,
    /// A predicate of two lanes, which had four.
    Predicate,
}

fn old(module: &Module, name: &str, fn_ty: TypeId) -> Option<Old> {
    let (ret, params, _) = module.types.function(fn_ty)?;
    let param = |at: usize| params.get(at).map(|ty| module.types.get(ty));
    let is_bytes = match param(1) {
        Some(Type::Vector { elem, .. }) => module.types.get(elem) == Type::Int(8),
        _ => false,
    };
    match (name, params.len()) {
        ("aarch64.neon.bfcvt", 1) => return Some(Old::ToBfloat),
        ("aarch64.neon.bfcvtn", 1) => return Some(Old::ToBfloatLow),
        ("aarch64.neon.bfcvtn2", 2) => return Some(Old::ToBfloatHigh),
        ("arm.mve.vctp64", 1) if matches!(module.types.get(ret), Type::Vector { len: 4, .. }) => return Some(Old::Predicate),
        _ => {}
    }
    let neon = [
        ("arm.neon.bfdot.", "arm.neon.bfdot"),
        ("arm.neon.bfmmla.", "arm.neon.bfmmla"),
        ("arm.neon.bfmlalb.", "arm.neon.bfmlalb"),
        ("arm.neon.bfmlalt.", "arm.neon.bfmlalt"),
        ("aarch64.neon.bfdot.", "aarch64.neon.bfdot"),
        ("aarch64.neon.bfmmla.", "aarch64.neon.bfmmla"),
        ("aarch64.neon.bfmlalb.", "aarch64.neon.bfmlalb"),
        ("aarch64.neon.bfmlalt.", "aarch64.neon.bfmlalt"),
    ];
    if let Some((_, new)) = neon.iter().find(|(old, _)| is_bytes && params.len() == 3 && name.starts_with(old)) {
        return Some(Old::Bf16(new));
    }
    let sve = name.strip_prefix("aarch64.sve.")?;
    let is = |whole: &str| sve == whole || sve.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.'));
    let scalable = matches!(module.types.get(ret), Type::Vector { scalable: true, .. });
    let lanes = [
        ("bfdot.lane", "aarch64.sve.bfdot.lane.v2"),
        ("bfmlalb.lane", "aarch64.sve.bfmlalb.lane.v2"),
        ("bfmlalt.lane", "aarch64.sve.bfmlalt.lane.v2"),
    ];
    if let Some((_, new)) = lanes.iter().find(|(old, _)| sve == *old && param(3) == Some(Type::Int(64))) {
        return Some(Old::Lane(new));
    }
    Some(match params.len() {
        2 if scalable && is("ld2") => Old::Load(2),
        2 if scalable && is("ld3") => Old::Load(3),
        2 if scalable && is("ld4") => Old::Load(4),
        2 if scalable && is("tuple.create2") => Old::Create(2),
        3 if scalable && is("tuple.create3") => Old::Create(3),
        4 if scalable && is("tuple.create4") => Old::Create(4),
        3 if scalable && is("tuple.set") => Old::Set,
        2 if scalable && is("tuple.get") => Old::Get,
        _ => return None,
    })
}

/// Whether calls of this intrinsic (without `llvm.`) are replaced here.
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    old(module, name, fn_ty).is_some()
}

/// The function that replaces the intrinsic `like` with the name `name`, if it is the same for all calls.
pub(crate) fn declare(up: &mut Upgrader<'_>, like: GlobalId, name: &str) -> Option<GlobalId> {
    let fn_ty = up.module.global(like)?.value_type;
    let (ret, params, _) = up.module.types.function(fn_ty)?;
    let params: Vec<TypeId> = params.iter().collect();
    let index = up.module.types.intern(Type::Int(64));
    let (intrinsic, params) = match old(up.module, name, fn_ty)? {
        Old::Get => ("vector.extract", vec![params[0], index]),
        Old::Create(_) => ("vector.insert", vec![ret, params[0], index]),
        // The replacement for a tuple intrinsic is declared where it is called.
        _ => return None,
    };
    let fn_ty = fn_type(up.module, ret, &params);
    up.declare_intrinsic(up.exact(intrinsic)?, fn_ty, like)
}

/// The replacement for a call of `id` with the name `name`.
pub(crate) fn replace(up: &mut Upgrader<'_>, site: &Site, id: GlobalId, name: &str) -> Option<Vec<NewInst>> {
    let old = old(up.module, name, site.call.fn_ty)?;
    let mut b = Build::new(up, site, id);
    let (ret, args) = (b.result()?, site.args.clone());
    let value = match old {
        Old::Bf16(new) => {
            let bits = match (b.up.module.types.get(b.ty(args[1])?), args.len()) {
                (Type::Vector { len, .. }, 3) => len.saturating_mul(8),
                _ => return None,
            };
            let bfloat = b.intern(Type::BFloat);
            let vector = b.vector(bfloat, bits / 16);
            let x = b.cast(CastOp::BitCast, args[1], vector, "")?;
            let y = b.cast(CastOp::BitCast, args[2], vector, "")?;
            b.call(new, ret, &[args[0], x, y], "")?
        }
        Old::Lane(new) => {
            let lane = b.up.constant_int(site.body, *args.get(3)?)?;
            let lane = b.up.int(32, lane);
            b.call(new, ret, &[args[0], args[1], args[2], lane], "")?
        }
        Old::ToBfloat => {
            let made = b.cast(CastOp::FpTrunc, args[0], ret, "")?;
            return b.done(made);
        }
        Old::ToBfloatLow => {
            let half = half(&mut b, ret)?;
            let made = b.cast(CastOp::FpTrunc, args[0], half, "")?;
            let zero = b.zero(half);
            let both = b.shuffle(made, zero, &[0, 1, 2, 3, 4, 5, 6, 7], "")?;
            return b.done(both);
        }
        Old::ToBfloatHigh => {
            let half = half(&mut b, ret)?;
            let ty = b.ty(args[0])?;
            let poison = poison(&mut b, ty);
            let low = b.shuffle(args[0], poison, &[0, 1, 2, 3], "")?;
            let made = b.cast(CastOp::FpTrunc, args[1], half, "")?;
            let both = b.shuffle(low, made, &[0, 1, 2, 3, 4, 5, 6, 7], "")?;
            return b.done(both);
        }
        Old::Predicate => {
            let (bit, word) = (b.intern(Type::Int(1)), b.intern(Type::Int(32)));
            let two = b.vector(bit, 2);
            let name = b.up.module.bodies.get(site.body).map(|body| String::from_utf8_lossy(body.local_name(site.local)).into_owned());
            let made = b.call("arm.mve.vctp64", two, &args, &name.unwrap_or_default())?;
            let number = b.call("arm.mve.pred.v2i", word, &[made], "")?;
            let four = b.call("arm.mve.pred.i2v", ret, &[number], "")?;
            return b.done(four);
        }
        Old::Load(count) => {
            let (part, len) = part(&mut b, ret, count)?;
            let fields = b.up.module.types.lists.push(&vec![part; count]);
            let all = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
            let loaded = b.call(&format!("aarch64.sve.ld{count}.sret"), all, &args, "")?;
            let mut whole = poison(&mut b, ret);
            for i in 0..count as u32 {
                let body = b.up.module.bodies.get_mut(site.body)?;
                let indices = body.lists.push(&[i]);
                let member = b.push(part, Inst::ExtractValue { aggregate: loaded, indices }, "")?;
                whole = insert(&mut b, ret, whole, member, u64::from(i) * u64::from(len))?;
            }
            whole
        }
        Old::Create(count) => {
            let (_, len) = part(&mut b, ret, count)?;
            let mut whole = poison(&mut b, ret);
            for (i, &arg) in args.iter().enumerate() {
                whole = insert(&mut b, ret, whole, arg, i as u64 * u64::from(len))?;
            }
            whole
        }
        Old::Set => {
            let (_, len) = b.parts(b.ty(*args.get(2)?)?)?;
            let at = b.up.constant_int(site.body, args[1])?;
            let (part, index) = (args[2], b.up.int(64, at.wrapping_mul(u64::from(len))));
            let args = [args[0], part, index];
            if b.up.from_text {
                // LLVM's function has the type of the old index in its name until the parser comes to it.
                let params = args.iter().map(|&arg| b.ty(arg)).collect::<Option<Vec<_>>>()?;
                let fn_ty = fn_type(b.up.module, ret, &params);
                let callee = b.up.declare_misnamed(b.up.exact("vector.insert")?, ".i32", fn_ty, id)?;
                b.call_of(callee, ret, &args, "")?
            } else {
                b.call("vector.insert", ret, &args, "")?
            }
        }
        Old::Get => {
            let (_, len) = b.parts(ret)?;
            let at = b.up.constant_int(site.body, *args.get(1)?)?;
            let index = b.up.int(64, at.wrapping_mul(u64::from(len)));
            b.call("vector.extract", ret, &[args[0], index], "")?
        }
    };
    b.done_in_place(value)
}

/// Four of eight elements.
fn half(b: &mut Build<'_, '_>, whole: TypeId) -> Option<TypeId> {
    match b.parts(whole)? {
        (elem, 8) => Some(b.vector(elem, 4)),
        _ => None,
    }
}

/// The type of one of `count` equal parts of a scalable vector, and its length.
fn part(b: &mut Build<'_, '_>, whole: TypeId, count: usize) -> Option<(TypeId, u32)> {
    let (elem, len) = b.parts(whole)?;
    let len = len / u32::try_from(count).ok()?;
    Some((b.intern(Type::Vector { elem, len, scalable: true }), len))
}

fn poison(b: &mut Build<'_, '_>, ty: TypeId) -> Value {
    b.up.constant(ty, ConstKind::Poison)
}

fn insert(b: &mut Build<'_, '_>, ty: TypeId, whole: Value, part: Value, index: u64) -> Option<Value> {
    let index = b.up.int(64, index);
    b.call("vector.insert", ty, &[whole, part, index], "")
}
