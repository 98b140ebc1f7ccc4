//! Intrinsics of targets that LLVM 22 says with other instructions.
use super::arm;
use super::build::Build;
use super::intrinsics::{Site, Upgrader, fn_type};
use super::make::{constant, int, md_int};
use super::nvvm_calls;
use super::rewrite::New;
use crate::body::Attachment;
use crate::constants::ConstKind;
use crate::entity::{GlobalId, MdId, TypeId};
use crate::inst::{Inst, pack_rmw_access};
use crate::intrinsics::{Intrinsic, lookup};
use crate::metadata::md_slot;
use crate::module::Module;
use crate::opcodes::{CastOp, Ordering, RmwOp};
use crate::types::{StructKind, Type};
use crate::value::Value;

/// Whether calls of this intrinsic (without `llvm.`) are replaced here.
pub(super) fn knows(module: &Module, name: &[u8], fn_ty: TypeId) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    if is_splice(name) || returns_named_struct(module, name, fn_ty).is_some() {
        return true;
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm_calls::knows(module, name, fn_ty);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return atomic(name).is_some() || name == "alignbit";
    }
    arm::knows(module, name, fn_ty) || name.strip_prefix("x86.").is_some_and(|name| x86_knows(module, name, fn_ty))
}

/// The function that takes the place of the intrinsic `old`, where it is the same for all calls.
pub(super) fn declare(up: &mut Upgrader<'_>, old: GlobalId) -> Option<GlobalId> {
    let global = up.module.global(old)?;
    let fn_ty = global.value_type;
    let name = String::from_utf8(up.module.str(global.name).strip_prefix(b"llvm.")?.to_vec()).ok()?;
    let (intrinsic, plain) = returns_named_struct(up.module, &name, fn_ty)?;
    let fields = up.module.types.lists.push(&plain.fields);
    let ret = up.module.types.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields });
    let params: Vec<TypeId> = plain.params.iter().map(|&ty| TypeId(ty)).collect();
    let fn_ty = fn_type(up.module, ret, &params);
    up.declare_intrinsic(intrinsic, fn_ty, old)
}

/// What takes the place of a call of `old`, whose name is `name`.
pub(super) fn replace(up: &mut Upgrader<'_>, site: &Site, old: GlobalId, name: &[u8]) -> Option<Vec<New>> {
    let name = std::str::from_utf8(name).ok()?;
    if is_splice(name) {
        return splice(Build::new(up, site, old));
    }
    if let Some((intrinsic, fn_ty)) = returns_named_struct(up.module, name, site.call.fn_ty) {
        return struct_result(Build::new(up, site, old), intrinsic, fn_ty);
    }
    if let Some(name) = name.strip_prefix("nvvm.") {
        return nvvm_calls::replace(Build::new(up, site, old), name);
    }
    if let Some(name) = name.strip_prefix("amdgcn.") {
        return match atomic(name) {
            Some(op) => amdgcn_atomic(Build::new(up, site, old), op),
            None => {
                let mut b = Build::new(up, site, old);
                let value = b.call("fshr", b.result()?, &site.args, "")?;
                b.done_in_place(value)
            }
        };
    }
    match name.strip_prefix("x86.") {
        Some(name) => x86(Build::new(up, site, old), name),
        None => arm::replace(up, site, old, name),
    }
}

/// One intrinsic until LLVM 21, of which the sign of the number told the side.
fn is_splice(name: &str) -> bool {
    let rest = name.strip_prefix("experimental.").unwrap_or(name);
    rest.strip_prefix("vector.splice.").is_some_and(|rest| !rest.starts_with("left") && !rest.starts_with("right"))
}

fn splice(mut b: Build<'_, '_>) -> Option<Vec<New>> {
    let &[left, right, count] = &b.site.args[..] else { return None };
    let count = b.up.constant_int(b.site.body, count)? as u32 as i32;
    let ret = b.result()?;
    let number = int(b.up.module, 32, u64::from(count.unsigned_abs()));
    let value = b.call(if count < 0 { "vector.splice.right" } else { "vector.splice.left" }, ret, &[left, right, number], "")?;
    b.done(value)
}

/// An intrinsic that returns a structure and here one with a name: the intrinsic, and the type with the same structure without.
fn returns_named_struct(module: &Module, name: &str, fn_ty: TypeId) -> Option<(Intrinsic, Plain)> {
    let (ret, params, _) = module.types.function(fn_ty)?;
    match module.types.get(ret) {
        Type::Struct { kind: StructKind::Literal, packed: false, .. } => None,
        Type::Struct { fields, .. } => {
            let intrinsic = lookup(&[b"llvm.", name.as_bytes()].concat()).filter(|intrinsic| intrinsic.returns_struct())?;
            Some((intrinsic, Plain { fields: module.types.list(fields).to_vec(), params: params.to_vec() }))
        }
        _ => None,
    }
}

/// Fields of the result, and parameters.
struct Plain {
    fields: Vec<u32>,
    params: Vec<u32>,
}

fn struct_result(mut b: Build<'_, '_>, intrinsic: Intrinsic, plain: Plain) -> Option<Vec<New>> {
    let named = b.result()?;
    let list = b.up.module.types.lists.push(&plain.fields);
    let literal = b.intern(Type::Struct { kind: StructKind::Literal, packed: false, name: Default::default(), fields: list });
    if plain.params.len() != b.site.args.len() {
        return None;
    }
    let args = b.site.args.clone();
    let made = b.call(intrinsic.name, literal, &args, "")?;
    let mut whole = constant(b.up.module, named, ConstKind::Poison);
    for (i, &field) in plain.fields.iter().enumerate() {
        let body = b.up.module.bodies.get_mut(b.site.body)?;
        let (one, other) = (body.lists.push(&[i as u32]), body.lists.push(&[i as u32]));
        let member = b.push(TypeId(field), Inst::ExtractValue { aggregate: made, indices: one }, "")?;
        whole = b.push(named, Inst::InsertValue { aggregate: whole, value: member, indices: other }, "")?;
    }
    b.done(whole)
}

/// The operation of an old atomic intrinsic.
fn atomic(name: &str) -> Option<RmwOp> {
    let is = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    Some(if is(&["ds.fadd", "global.atomic.fadd", "flat.atomic.fadd"]) {
        RmwOp::FAdd
    } else if is(&["ds.fmin", "global.atomic.fmin", "flat.atomic.fmin"]) {
        RmwOp::FMin
    } else if is(&["ds.fmax", "global.atomic.fmax", "flat.atomic.fmax"]) {
        RmwOp::FMax
    } else if is(&["atomic.inc."]) {
        RmwOp::UIncWrap
    } else if is(&["atomic.dec."]) {
        RmwOp::UDecWrap
    } else {
        return None;
    })
}

fn amdgcn_atomic(mut b: Build<'_, '_>, op: RmwOp) -> Option<Vec<New>> {
    let (ptr, mut value) = (b.arg(0)?, b.arg(1)?);
    let ret = b.result()?;
    let Type::Ptr(space) = b.up.module.types.get(b.ty(ptr)?) else { return None };
    if b.ty(value)? != ret {
        return None;
    }
    let body = b.site.body;
    let number = |b: &Build<'_, '_>, at: usize| b.arg(at).map(|value| b.up.constant_int(body, value));
    let ordering = match number(&b, 2).flatten() {
        Some(2) => Ordering::Monotonic,
        Some(4) => Ordering::Acquire,
        Some(5) => Ordering::Release,
        Some(6) => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    };
    let volatile = number(&b, 4).is_some_and(|number| number != Some(0));
    // `bfloat` was written as `i16`.
    let mut ty = ret;
    if let Some((elem, len)) = b.parts(ret)
        && b.up.module.types.get(elem) == Type::Int(16)
    {
        let bfloat = b.intern(Type::BFloat);
        ty = b.vector(bfloat, len);
        value = b.cast(CastOp::BitCast, value, ty, "")?;
    }
    let scope = sync_scope(b.up.module, b"agent");
    let bytes = size(b.up.module, ty);
    let access_bits = pack_rmw_access(volatile, ordering);
    let align = bytes.next_power_of_two().trailing_zeros() as u8 + 1;
    let result = b.push(ty, Inst::AtomicRmw { op, align, access_bits, scope, ptr, value }, "")?;
    let mut attachments = Vec::new();
    if space != 3 {
        let empty = b.up.module.metadata.uniqued_tuple(&[]);
        attachments.push((&b"amdgpu.no.fine.grained.memory"[..], empty));
        if op == RmwOp::FAdd && b.up.module.types.get(ret) == Type::Float {
            attachments.push((b"amdgpu.ignore.denormal.mode", empty));
        }
    }
    if space == 0 {
        let (low, high) = (md_int(b.up.module, 32, 5), md_int(b.up.module, 32, 6));
        let range = b.up.module.metadata.uniqued_tuple(&[md_slot(Some(low)), md_slot(Some(high))]);
        attachments.push((b"noalias.addrspace", range));
    }
    b.attach(attachments);
    let value = b.cast(CastOp::BitCast, result, ret, "")?;
    b.done(value)
}

/// The number of a metadata kind.
fn md_kind(module: &mut Module, name: &[u8]) -> u32 {
    let there = module.md_kinds.iter().position(|&kind| module.strings.get(kind) == name);
    there.unwrap_or_else(|| {
        module.md_kinds.push(module.strings.push(name));
        module.md_kinds.len() - 1
    }) as u32
}

/// The number of a sync scope.
fn sync_scope(module: &mut Module, name: &[u8]) -> u32 {
    if module.sync_scopes.is_empty() {
        module.sync_scopes = vec![module.strings.push(b"singlethread"), module.strings.push(b"")];
    }
    let there = module.sync_scopes.iter().position(|&scope| module.strings.get(scope) == name);
    there.unwrap_or_else(|| {
        module.sync_scopes.push(module.strings.push(name));
        module.sync_scopes.len() - 1
    }) as u32
}

/// Bytes that a number, a pointer or a vector of numbers takes.
pub(super) fn size(module: &Module, ty: TypeId) -> u64 {
    match module.types.get(ty) {
        Type::Int(width) => u64::from(width).div_ceil(8),
        Type::Half | Type::BFloat => 2,
        Type::Float => 4,
        Type::Fp128 | Type::PpcFp128 | Type::X86Fp80 => 16,
        Type::Vector { elem, len, .. } => match module.types.get(elem) {
            Type::Vector { .. } => 8,
            _ => size(module, elem).saturating_mul(u64::from(len)),
        },
        _ => 8,
    }
}

impl Build<'_, '_> {
    /// Notes attachments for the instruction appended last.
    pub(super) fn attach(&mut self, attachments: Vec<(&[u8], MdId)>) {
        let mut numbered: Vec<Attachment> =
            attachments.into_iter().map(|(name, node)| Attachment { kind: md_kind(self.up.module, name), node }).collect();
        numbered.sort_by_key(|attachment| attachment.kind);
        self.attach_last(numbered);
    }
}

/// Intrinsics of x86 with a mask that one without takes the place of: the old name's beginning, the new one, whether a masked-out element
/// is zero (else that of the first argument).
const X86_MASKED: &[(&str, &str, bool)] = &[
    ("avx512.mask.vpmadd52h.uq.", "x86.avx512.vpmadd52h.uq.", false),
    ("avx512.mask.vpmadd52l.uq.", "x86.avx512.vpmadd52l.uq.", false),
    ("avx512.maskz.vpmadd52h.uq.", "x86.avx512.vpmadd52h.uq.", true),
    ("avx512.maskz.vpmadd52l.uq.", "x86.avx512.vpmadd52l.uq.", true),
];

fn x86_knows(module: &Module, name: &str, fn_ty: TypeId) -> bool {
    let Some((ret, params, _)) = module.types.function(fn_ty) else { return false };
    let vector = matches!(module.types.get(ret), Type::Vector { .. });
    X86_MASKED.iter().any(|(old, ..)| name.starts_with(old) && params.len() == 4)
        || x86_rotate(name).is_some() && params.len() == 4
        || is_old_ptest(module, name, &params.iter().map(|&ty| TypeId(ty)).collect::<Vec<_>>())
        || matches!(name, "sse42.crc32.64.8" | "vcvtph2ps.128" | "vcvtph2ps.256")
        || matches!(name, "sse.cvtsi2ss" | "sse.cvtsi642ss" | "sse2.cvtsi2sd" | "sse2.cvtsi642sd")
        || fma(name).is_some() && vector
        || vpermt2(name).is_some() && params.len() == 4 && vector
}

/// A test of vectors of `float`, which are of `i64` now.
fn is_old_ptest(module: &Module, name: &str, params: &[TypeId]) -> bool {
    let is_float = |ty: &TypeId| matches!(module.types.get(*ty), Type::Vector { elem, .. } if module.types.get(elem) == Type::Float);
    matches!(name, "sse41.ptestc" | "sse41.ptestz" | "sse41.ptestnzc") && params.len() == 2 && params.iter().all(is_float)
}

/// Whether a rotation by a vector goes to the right.
fn x86_rotate(name: &str) -> Option<bool> {
    let rest = name.strip_prefix("avx512.mask.pro")?;
    if rest.starts_with("lv.") || rest.starts_with("l.") {
        return Some(false);
    }
    (rest.starts_with("rv.") || rest.starts_with("r.")).then_some(true)
}

/// Fused multiplication: which form, and whether product and addend are negated.
#[derive(Clone, Copy)]
struct Fma {
    form: FmaForm,
    negate_product: bool,
    negate_addend: bool,
    /// One element only.
    scalar: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FmaForm {
    /// Without a mask.
    Plain,
    /// Masked-out elements are those of the first argument.
    Mask,
    /// Masked-out elements are those of the third argument.
    Mask3,
    /// Masked-out elements are zero.
    MaskZ,
}

fn fma(name: &str) -> Option<Fma> {
    let (form, rest) = if let Some(rest) = name.strip_prefix("fma.") {
        (FmaForm::Plain, rest)
    } else if let Some(rest) = name.strip_prefix("avx512.mask.") {
        (FmaForm::Mask, rest)
    } else if let Some(rest) = name.strip_prefix("avx512.mask3.") {
        (FmaForm::Mask3, rest)
    } else {
        (FmaForm::MaskZ, name.strip_prefix("avx512.maskz.")?)
    };
    let (op, ty) = rest.split_once('.')?;
    let (negate_product, negate_addend) = match op {
        "vfmadd" => (false, false),
        "vfmsub" => (false, true),
        "vfnmadd" => (true, false),
        "vfnmsub" => (true, true),
        _ => return None,
    };
    let scalar = matches!(ty, "ss" | "sd");
    (scalar || ty.starts_with("ps.") || ty.starts_with("pd.")).then_some(Fma { form, negate_product, negate_addend, scalar })
}

/// A permutation of two tables: whether masked-out elements are zero, whether the index comes first.
fn vpermt2(name: &str) -> Option<(bool, bool)> {
    if name.starts_with("avx512.mask.vpermi2var.") {
        Some((false, true))
    } else if name.starts_with("avx512.mask.vpermt2var.") {
        Some((false, false))
    } else if name.starts_with("avx512.maskz.vpermt2var.") {
        Some((true, false))
    } else {
        None
    }
}

fn x86(mut b: Build<'_, '_>, name: &str) -> Option<Vec<New>> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    if name.starts_with("sse41.ptest") {
        let long = b.intern(Type::Int(64));
        let vector = b.vector(long, 2);
        let x = b.cast(CastOp::BitCast, *args.first()?, vector, "cast")?;
        let y = b.cast(CastOp::BitCast, *args.get(1)?, vector, "cast")?;
        let value = b.call(&format!("x86.{name}"), ret, &[x, y], "")?;
        return b.done_in_place(value);
    }
    let &first = args.first()?;
    let value = if let Some((old, new, zero)) = X86_MASKED.iter().find(|(old, ..)| name.starts_with(old)) {
        let full = format!("{new}{}", name.strip_prefix(old)?);
        let made = b.call(&full, ret, args.get(..3)?, "")?;
        let other = if *zero { b.zero(ret) } else { first };
        b.mask_select(*args.get(3)?, made, other)?
    } else if let Some(right) = x86_rotate(name) {
        let amount = *args.get(1)?;
        if b.ty(amount)? != ret {
            return None;
        }
        let made = b.call(if right { "fshr" } else { "fshl" }, ret, &[first, first, amount], "")?;
        b.mask_select(*args.get(3)?, made, *args.get(2)?)?
    } else if let Some(fma) = fma(name) {
        x86_fma(&mut b, fma)?
    } else if let Some((zero, index_first)) = vpermt2(name) {
        let (elem, len) = b.parts(ret)?;
        let suffix = match b.up.module.types.get(elem) {
            Type::Float => "ps",
            Type::Double => "pd",
            Type::Int(32) => "d",
            Type::Int(64) => "q",
            Type::Int(16) => "hi",
            Type::Int(8) => "qi",
            _ => return None,
        };
        let bits = size(b.up.module, elem) * 8 * u64::from(len);
        let &[x, y, z, mask] = &args[..] else { return None };
        let operands = if index_first { [x, y, z] } else { [y, x, z] };
        let made = b.call(&format!("x86.avx512.vpermi2var.{suffix}.{bits}"), ret, &operands, "")?;
        let other = if zero { b.zero(ret) } else { b.cast(CastOp::BitCast, y, ret, "")? };
        b.mask_select(mask, made, other)?
    } else {
        match name {
            "sse42.crc32.64.8" => {
                let word = b.intern(Type::Int(32));
                let narrow = b.cast(CastOp::Trunc, first, word, "")?;
                let made = b.call("x86.sse42.crc32.32.8", word, &[narrow, *args.get(1)?], "")?;
                b.cast(CastOp::ZExt, made, ret, "")?
            }
            "vcvtph2ps.128" | "vcvtph2ps.256" => {
                let (_, len) = b.parts(ret)?;
                let (_, from) = b.parts(b.ty(first)?)?;
                let short = if from == len { first } else { b.first(first, len, "")? };
                let half = b.intern(Type::Half);
                let halves = b.vector(half, len);
                let cast = b.cast(CastOp::BitCast, short, halves, "")?;
                b.cast(CastOp::FpExt, cast, ret, "cvtph2ps")?
            }
            _ => {
                let (elem, _) = b.parts(ret)?;
                let made = b.cast(CastOp::SiToFp, *args.get(1)?, elem, "")?;
                b.insert(first, made, 0)?
            }
        }
    };
    b.done(value)
}

fn x86_fma(b: &mut Build<'_, '_>, fma: Fma) -> Option<Value> {
    let ret = b.result()?;
    let args = b.site.args.clone();
    let &[x, y, z, ..] = &args[..] else { return None };
    let masked = fma.form != FmaForm::Plain;
    // The rounding mode is the last argument of the widest forms; other than the current one, 4, a call of its own does it.
    let rounding = match args.len() {
        5 => Some(b.up.constant_int(b.site.body, args[4])?),
        _ => None,
    };
    let current = rounding.is_none_or(|mode| mode == 4);
    if fma.scalar {
        let (elem, _) = b.parts(ret)?;
        let (mut a, mut m, mut c) = (b.extract(x, 0)?, b.extract(y, 0)?, b.extract(z, 0)?);
        let other = match fma.form {
            FmaForm::Plain | FmaForm::Mask => Some(a),
            FmaForm::Mask3 => Some(c),
            FmaForm::MaskZ => None,
        };
        if fma.negate_product {
            if fma.form == FmaForm::Plain {
                m = b.fneg(m)?;
            } else {
                a = b.fneg(a)?;
            }
        }
        if fma.negate_addend {
            c = b.fneg(c)?;
        }
        let made = if current {
            b.call("fma", elem, &[a, m, c], "")?
        } else {
            let name = if b.up.module.types.get(elem) == Type::Float { "x86.avx512.vfmadd.f32" } else { "x86.avx512.vfmadd.f64" };
            b.call(name, elem, &[a, m, c, args[4]], "")?
        };
        let made = if masked {
            let other = match other {
                Some(other) => other,
                None => b.zero(elem),
            };
            b.scalar_mask_select(*args.get(3)?, made, other)?
        } else {
            made
        };
        return b.insert(if fma.form == FmaForm::Mask3 { z } else { x }, made, 0);
    }
    let (mut m, mut c) = (y, z);
    if fma.negate_product {
        m = b.fneg(m)?;
    }
    if fma.negate_addend {
        c = b.fneg(c)?;
    }
    let made = if current {
        b.call("fma", ret, &[x, m, c], "")?
    } else {
        let (elem, _) = b.parts(ret)?;
        let name = if b.up.module.types.get(elem) == Type::Float { "x86.avx512.vfmadd.ps.512" } else { "x86.avx512.vfmadd.pd.512" };
        b.call(name, ret, &[x, m, c, args[4]], "")?
    };
    let other = match fma.form {
        FmaForm::Plain => return Some(made),
        FmaForm::Mask => x,
        FmaForm::Mask3 => z,
        FmaForm::MaskZ => b.zero(ret),
    };
    b.mask_select(*args.get(3)?, made, other)
}

impl Build<'_, '_> {
    /// Whether a mask is a constant of ones.
    fn is_all_ones(&self, mask: Value) -> bool {
        self.up.constant_kind(self.site.body, mask) == Some(ConstKind::Int(-1))
    }

    /// The bits of a mask as a vector.
    fn mask_bits(&mut self, mask: Value) -> Option<Value> {
        let Type::Int(width) = self.up.module.types.get(self.ty(mask)?) else { return None };
        let bit = self.intern(Type::Int(1));
        let bits = self.vector(bit, width);
        self.cast(CastOp::BitCast, mask, bits, "")
    }

    /// Of two vectors, the elements that a mask says.
    fn mask_select(&mut self, mask: Value, if_set: Value, otherwise: Value) -> Option<Value> {
        if self.is_all_ones(mask) {
            return Some(if_set);
        }
        let (_, len) = self.parts(self.ty(if_set)?)?;
        let mut bits = self.mask_bits(mask)?;
        // A mask of a byte is the smallest there is.
        if len <= 4 {
            bits = self.first(bits, len, "extract")?;
        }
        self.select(bits, if_set, otherwise, "")
    }

    /// Of two numbers, the one that the first bit of a mask says.
    fn scalar_mask_select(&mut self, mask: Value, if_set: Value, otherwise: Value) -> Option<Value> {
        if self.is_all_ones(mask) {
            return Some(if_set);
        }
        let bits = self.mask_bits(mask)?;
        let bit = self.extract(bits, 0)?;
        self.select(bit, if_set, otherwise, "")
    }
}
