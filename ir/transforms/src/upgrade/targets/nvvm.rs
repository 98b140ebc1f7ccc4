//! Intrinsics of NVVM that LLVM replaces by others or by plain instructions.
use crate::upgrade::intrinsics::build::Build;
use crate::upgrade::intrinsics::build::{size, sync_scope};
use bctk_edit::construct::Construct;
use bctk_edit::instructions::{NO_LOCAL, NewInst};
use bctk_ir::entity::TypeId;
use bctk_ir::inst::{Access, Inst, RmwAccess};
use bctk_ir::intrinsics::{exact_in, lookup_in};
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred, Ordering, RmwOp};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;

/// Barriers: the old name, the new one, whether barrier 0 is implied.
const BARRIERS: &[(&str, &str, bool)] = &[
    ("barrier0", "nvvm.barrier.cta.sync.aligned.all", true),
    ("barrier.n", "nvvm.barrier.cta.sync.aligned.all", false),
    ("bar.sync", "nvvm.barrier.cta.sync.aligned.all", false),
    ("barrier", "nvvm.barrier.cta.sync.aligned.count", false),
    ("barrier.sync", "nvvm.barrier.cta.sync.all", false),
    ("barrier.sync.cnt", "nvvm.barrier.cta.sync.count", false),
];

/// Barriers that combine a condition of all threads, which has one bit now: the old name, the new one, the width of the result.
const REDUCTIONS: &[(&str, &str, u32)] = &[
    ("barrier0.popc", "nvvm.barrier.cta.red.popc.aligned.all", 32),
    ("barrier0.and", "nvvm.barrier.cta.red.and.aligned.all", 1),
    ("barrier0.or", "nvvm.barrier.cta.red.or.aligned.all", 1),
];

/// What has a suffix for its type now.
const RETYPED: &[(&str, &str)] = &[
    ("fabs.f", "nvvm.fabs"),
    ("fabs.d", "nvvm.fabs"),
    ("fabs.ftz.f", "nvvm.fabs.ftz"),
    ("ex2.approx.d", "nvvm.ex2.approx"),
    ("ex2.approx.f", "nvvm.ex2.approx"),
    ("ex2.approx.f16x2", "nvvm.ex2.approx"),
    ("ex2.approx.ftz.f", "nvvm.ex2.approx.ftz"),
];

/// The approximation of `tanh`.
const TANH: &str = "tanh.approx.f32";

/// Whether calls of this intrinsic (without `llvm.nvvm.`) are replaced here.
pub(crate) fn knows(module: &Module, name: &str, fn_ty: TypeId, version: LlvmVersion) -> bool {
    let rotate = matches!(name, "rotate.b32" | "rotate.b64" | "rotate.right.b64" | "swap.lo.hi.b64");
    let plain = matches!(name, "clz.ll" | "popc.ll" | "h2f" | "abs.i" | "abs.ll");
    let listed = BARRIERS.iter().any(|(old, ..)| name == *old) || RETYPED.iter().any(|(old, _)| name == *old);
    let cast = matches!(name, "bitcast.f2i" | "bitcast.i2f" | "bitcast.d2ll" | "bitcast.ll2d") || is_pointer_cast(name);
    let memory = atomic(name).is_some() || is_invariant_load(name);
    let reduction = REDUCTIONS.iter().any(|(old, ..)| name == *old);
    rotate
        || plain
        || listed
        || cast
        || memory
        || reduction
        || name == TANH
        || is_old_mapa(module, name, fn_ty)
        || is_old_copy(module, name, fn_ty)
        || is_old_bf16(module, name, fn_ty)
        || tensor_reduction(name, version).is_some()
        || extreme(name, version).is_some()
}

/// The comparison of a minimum or maximum, and its name, in releases that have no other intrinsics for them.
fn extreme(name: &str, version: LlvmVersion) -> Option<(ICmpPred, &'static str)> {
    let (side, of) = name.split_once('.')?;
    let is_signed = match of {
        "s" | "us" if !version.nvvm_min_max_of_shorts() => return None,
        "s" | "i" | "ll" => true,
        "us" | "ui" | "ull" => false,
        _ => return None,
    };
    let found = match (side, is_signed) {
        ("max", true) => (ICmpPred::Sge, "max"),
        ("max", false) => (ICmpPred::Uge, "max"),
        ("min", true) => (ICmpPred::Sle, "min"),
        ("min", false) => (ICmpPred::Ule, "min"),
        _ => return None,
    };
    (!version.nvvm_min_max_as_intrinsics()).then_some(found)
}

fn is_pointer_cast(name: &str) -> bool {
    const SPACES: [&str; 5] = ["global", "shared", "constant", "local", "param"];
    let Some(rest) = name.strip_prefix("ptr.") else { return false };
    SPACES.iter().any(|space| rest.starts_with(&format!("gen.to.{space}")) || rest.starts_with(&format!("{space}.to.gen")))
}

fn is_invariant_load(name: &str) -> bool {
    ["ldg.global.i.", "ldg.global.f.", "ldg.global.p."].iter().any(|prefix| name.starts_with(prefix))
}

fn atomic(name: &str) -> Option<RmwOp> {
    let rest = name.strip_prefix("atomic.load.")?;
    if rest.starts_with("add.f32.p") || rest.starts_with("add.f64.p") {
        Some(RmwOp::FAdd)
    } else if rest.starts_with("inc.32.p") {
        Some(RmwOp::UIncWrap)
    } else if rest.starts_with("dec.32.p") {
        Some(RmwOp::UDecWrap)
    } else {
        None
    }
}

/// The address of another block's shared memory, which has its own address space.
fn is_old_mapa(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    name == "mapa.shared.cluster" && module.types.function(fn_ty).is_some_and(|(ret, _, _)| module.types.get(ret) == Type::Ptr(3))
}

/// The number of the address space of a cluster's shared memory.
const CLUSTER: u32 = 7;

/// Copies to the shared memory of a cluster (without `cp.async.bulk.`).
const COPIES: [&str; 2] = ["global.to.shared.cluster", "shared.cta.to.cluster"];

/// The same for tensors (without `cp.async.bulk.tensor.g2s.`).
const TENSOR_COPIES: [&str; 8] = ["im2col.3d", "im2col.4d", "im2col.5d", "tile.1d", "tile.2d", "tile.3d", "tile.4d", "tile.5d"];

/// Whether it is a copy of a tensor.
fn is_tensor_copy(name: &str) -> bool {
    name.strip_prefix("cp.async.bulk.tensor.g2s.").is_some_and(|rest| TENSOR_COPIES.contains(&rest))
}

/// A copy to the shared memory of a cluster, before that had an address space and copies of tensors said which blocks take part.
fn is_old_copy(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    let is_tensor = is_tensor_copy(name);
    if !is_tensor && !name.strip_prefix("cp.async.bulk.").is_some_and(|rest| COPIES.contains(&rest)) {
        return false;
    }
    let Some((_, params, _)) = module.types.function(fn_ty) else { return false };
    let ty = |at: usize| params.get(at).map(|ty| module.types.get(ty));
    let lacks_flag = || params.len().checked_sub(3).is_some_and(|at| ty(at) != Some(Type::Int(1)) && ty(at + 2) == Some(Type::Int(1)));
    ty(0) == Some(Type::Ptr(3)) || is_tensor && lacks_flag()
}

/// Operations of reductions into tensors, in the order of their numbers: an argument since LLVM 24, a part of the name before.
pub(crate) const TENSOR_REDUCTIONS: [&str; 8] = ["add", "min", "max", "inc", "dec", "and", "or", "xor"];

/// The name of a reduction into a tensor whose operation is an argument, and the number of the operation, if `version` has it.
fn tensor_reduction(name: &str, version: LlvmVersion) -> Option<(String, u64)> {
    let (op, rest) = name.strip_prefix("cp.async.bulk.tensor.reduce.")?.split_once('.')?;
    let number = TENSOR_REDUCTIONS.iter().position(|known| op == *known)?;
    let new = format!("nvvm.cp.async.bulk.tensor.reduce.{rest}");
    exact_in(&new, version)?;
    Some((new, number as u64))
}

/// Whether the intrinsic (without `llvm.`) is about the shared memory of a cluster.
pub(crate) fn is_of_cluster(name: &[u8]) -> bool {
    name.starts_with(b"nvvm.mapa.shared.cluster") || name.starts_with(b"nvvm.cp.async.bulk.")
}

/// Whether `version` replaces this intrinsic (without `llvm.`), if it is one of NVVM that is gone.
pub(crate) fn is_done_by(name: &[u8], version: LlvmVersion) -> bool {
    let name = name.strip_prefix(b"nvvm.").unwrap_or_default();
    let is_recent = name == TANH.as_bytes() || REDUCTIONS.iter().any(|(old, ..)| name == old.as_bytes());
    !is_recent || version.nvvm_conditions_of_one_bit()
}

/// An operation on `bfloat` with integer operands.
fn is_old_bf16(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    let ends = name.ends_with(".bf16") || name.ends_with(".bf16x2");
    let op = ["abs.", "neg.", "fma.rn.", "fmin.", "fmax."].iter().any(|prefix| name.starts_with(prefix));
    ends && op && module.types.function(fn_ty).is_some_and(|(ret, _, _)| matches!(module.types.get(ret), Type::Int(16 | 32)))
}

/// What takes the place of a call.
pub(crate) fn replace(mut b: Build<'_, '_>, name: &str) -> Option<Vec<NewInst>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    if let Some((new, args)) = renamed(&mut b, name, &args) {
        let value = b.call(&new, ret, &args, "")?;
        return b.done(value);
    }
    if name.starts_with("cp.async.bulk.") {
        return copy_to_cluster(b, name, args);
    }
    let arg = *args.first()?;
    let ty = b.ty(arg)?;
    if let Some(&(_, new, width)) = REDUCTIONS.iter().find(|(old, ..)| name == *old) {
        let value = reduction(&mut b, new, width, arg, ret)?;
        return b.done(value);
    }
    let value = match name {
        "rotate.b32" | "rotate.b64" => rotation(&mut b, "fshl", arg, *args.get(1)?, ret)?,
        "rotate.right.b64" => rotation(&mut b, "fshr", arg, *args.get(1)?, ret)?,
        "swap.lo.hi.b64" => {
            let half = b.up.int(64, 32);
            b.call("fshl", ret, &[arg, arg, half], "")?
        }
        "clz.ll" => {
            let no = b.up.int(1, 0);
            let wide = b.call("ctlz", ty, &[arg, no], "ctlz")?;
            b.cast(CastOp::Trunc, wide, ret, "ctlz.trunc")?
        }
        "popc.ll" => {
            let wide = b.call("ctpop", ty, &[arg], "ctpop")?;
            b.cast(CastOp::Trunc, wide, ret, "ctpop.trunc")?
        }
        // Releases without that intrinsic convert a `half`.
        "h2f" if lookup_in(b"llvm.convert.from.fp16", b.up.version).is_none() => {
            let half = b.intern(Type::Half);
            let value = b.cast(CastOp::BitCast, arg, half, "")?;
            b.cast(CastOp::FpExt, value, ret, "")?
        }
        "h2f" => b.call("convert.from.fp16", ret, &[arg], "h2f")?,
        "abs.i" | "abs.ll" => absolute(&mut b, arg, ret)?,
        TANH => {
            let value = b.call("tanh", ret, &args, "")?;
            b.approximate_last();
            value
        }
        "mapa.shared.cluster" => {
            let cluster = b.intern(Type::Ptr(7));
            let name = b.up.free_name(b.site.body, b.site.local);
            let made = b.call("nvvm.mapa.shared.cluster", cluster, &args, &name)?;
            b.cast(CastOp::AddrSpaceCast, made, ret, "")?
        }
        _ if let Some((pred, name)) = extreme(name, b.up.version) => {
            let other = *args.get(1)?;
            let cond = b.icmp(pred, arg, other, &format!("{name}.cond"))?;
            b.select(cond, arg, other, name)?
        }
        _ if name.starts_with("bitcast.") => b.cast(CastOp::BitCast, arg, ret, "")?,
        _ if is_pointer_cast(name) => b.cast(CastOp::AddrSpaceCast, arg, ret, "")?,
        _ if is_invariant_load(name) => return invariant_load(b, arg, *args.get(1)?, ret),
        _ => match (atomic(name), RETYPED.iter().find(|(old, _)| name == *old)) {
            (Some(op), _) => of_device(&mut b, op, arg, *args.get(1)?, ret)?,
            (None, Some((_, new))) => b.call(new, ret, &args, "")?,
            (None, None) if name.ends_with("bf16") || name.ends_with("bf16x2") => bf16(&mut b, name, &args, ret)?,
            (None, None) => return None,
        },
    };
    if b.site.local == NO_LOCAL { b.done(Value::NONE) } else { b.done(value) }
}

/// The intrinsic and its arguments, if only the name changed, and an argument is new.
fn renamed(b: &mut Build<'_, '_>, name: &str, args: &[Value]) -> Option<(String, Vec<Value>)> {
    let mut args = args.to_vec();
    if let Some(&(_, new, zero)) = BARRIERS.iter().find(|(old, ..)| name == *old) {
        args.extend(zero.then(|| b.up.int(32, 0)));
        return Some((new.to_owned(), args));
    }
    let (new, op) = tensor_reduction(name, b.up.version)?;
    args.insert(args.len().checked_sub(1)?, b.up.int(32, op));
    Some((new, args))
}

/// A reduction of conditions of 32 bits over the threads of a block.
fn reduction(b: &mut Build<'_, '_>, new: &str, width: u32, arg: Value, ret: TypeId) -> Option<Value> {
    let ty = b.ty(arg)?;
    let (zero, none) = (b.zero(ty), b.up.int(32, 0));
    let cond = b.icmp(ICmpPred::Ne, arg, zero, "")?;
    let found = b.intern(Type::Int(width));
    let found = b.call(new, found, &[none, cond], "")?;
    b.cast(CastOp::ZExt, found, ret, "")
}

/// A rotation as a funnel shift.
fn rotation(b: &mut Build<'_, '_>, shift: &str, arg: Value, amount: Value, ret: TypeId) -> Option<Value> {
    let ty = b.ty(arg)?;
    // LLVM folds the cast of a constant.
    let amount = match (b.up.constant_int(b.site.body, amount), b.up.module.types.get(ty)) {
        (Some(number), Type::Int(width)) => b.up.int(width, number & 0xffff_ffff),
        _ => b.cast(CastOp::ZExt, amount, ty, "")?,
    };
    b.call(shift, ret, &[arg, arg, amount], "")
}

/// An absolute value.
fn absolute(b: &mut Build<'_, '_>, arg: Value, ret: TypeId) -> Option<Value> {
    if b.up.version.nvvm_abs_as_intrinsic() {
        let poison = b.up.int(1, 1);
        return b.call("abs", ret, &[arg, poison], "abs");
    }
    let ty = b.ty(arg)?;
    let zero = b.zero(ty);
    let negative = b.bin(BinOp::Sub, zero, arg, "neg")?;
    let cond = b.icmp(ICmpPred::Sge, arg, zero, "abs.cond")?;
    b.select(cond, arg, negative, "abs")
}

/// An atomic operation without a scope in its name.
fn of_device(b: &mut Build<'_, '_>, op: RmwOp, ptr: Value, value: Value, ret: TypeId) -> Option<Value> {
    let align = size(b.up.module, ret).next_power_of_two().trailing_zeros() as u8 + 1;
    // Scope 1 is the whole system, which has no name.
    let (ordering, scope) = match b.up.version.nvvm_atomics_of_device() {
        true => (Ordering::Monotonic, sync_scope(b.up.module, b"device")),
        false => (Ordering::SeqCst, 1),
    };
    let access = RmwAccess::new(false, ordering);
    b.push(ret, Inst::AtomicRmw { op, align, access, scope, ptr, value }, "")
}

/// The copy with its destination in the memory of a cluster, and of a tensor with the group of blocks.
fn copy_to_cluster(mut b: Build<'_, '_>, name: &str, mut args: Vec<Value>) -> Option<Vec<NewInst>> {
    let (ret, first) = (b.result()?, *args.first()?);
    if b.up.module.types.get(b.ty(first)?) == Type::Ptr(3) {
        let cluster = b.intern(Type::Ptr(CLUSTER));
        args[0] = b.cast(CastOp::AddrSpaceCast, first, cluster, "")?;
    }
    let flag = args.len().checked_sub(3).and_then(|at| b.ty(args[at]))?;
    if is_tensor_copy(name) && b.up.module.types.get(flag) != Type::Int(1) {
        args.push(b.up.int(32, 0));
    }
    let value = b.call(&format!("nvvm.{name}"), ret, &args, "")?;
    b.done(value)
}

/// A load of global memory that nothing changes.
fn invariant_load(mut b: Build<'_, '_>, ptr: Value, align: Value, ret: TypeId) -> Option<Vec<NewInst>> {
    let global = b.intern(Type::Ptr(1));
    let ptr = b.cast(CastOp::AddrSpaceCast, ptr, global, "")?;
    let align = b.up.constant_int(b.site.body, align)?.max(1).trailing_zeros() as u8 + 1;
    let value = b.named("").load(ret, ptr, align, Access::PLAIN, 1).ok()?;
    let empty = b.up.uniqued_tuple(&[]);
    b.attach(vec![(&b"invariant.load"[..], empty)]);
    b.done(value)
}

/// The operation on `bfloat`, between casts.
fn bf16(b: &mut Build<'_, '_>, name: &str, args: &[Value], ret: TypeId) -> Option<Value> {
    let bfloat = b.intern(Type::BFloat);
    let ty = if name.ends_with("x2") { b.vector(bfloat, 2) } else { bfloat };
    let operands = args.iter().map(|&arg| b.cast(CastOp::BitCast, arg, ty, "")).collect::<Option<Vec<_>>>()?;
    let new = match name {
        "abs.bf16" | "abs.bf16x2" => "nvvm.fabs".to_owned(),
        _ => format!("nvvm.{name}"),
    };
    let made = b.call(&new, ty, &operands, "")?;
    b.cast(CastOp::BitCast, made, ret, "")
}
