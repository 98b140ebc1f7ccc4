//! Calls of all kinds and their operand bundles.
use super::super::attrs::attr_list;
use super::super::function::BodyReader;
use crate::schema::Fields;
use crate::schema::field::{InputRef, ValTyRef};
use crate::schema::function as rows;
use bctk_bitstream::{Error, Result};
use bctk_ir::body::{Call, OperandBundle};
use bctk_ir::entity::{CallId, TypeId};
use bctk_ir::inst::{FastMathFlags, Inst};
use bctk_ir::keywords::{CallConv, TailKind};
use bctk_ir::types::Type;
use bctk_ir::value::Value;

/// The fast-math flags (LLVM 22, `FastMathMap`).
pub(super) const FAST_MATH: FastMathFlags = FastMathFlags::FAST.union(FastMathFlags::UNSAFE_ALGEBRA);

impl BodyReader<'_> {
    pub(super) fn call(&mut self, r: rows::Call<'_>) -> Result<()> {
        self.known_flags(rows::Call::CODE, "cc", r.cc, 0x7FF | 0xF << 14);
        self.known_flags(rows::Call::CODE, "fast_math", r.fast_math.unwrap_or(0), FAST_MATH.into());
        let tail = match (r.cc >> 14 & 1, r.cc & 1, r.cc >> 16 & 1) {
            (1, ..) => TailKind::MustTail,
            (_, 1, _) => TailKind::Tail,
            (.., 1) => TailKind::NoTail,
            _ => TailKind::None,
        };
        let fmf = FastMathFlags::from_bits(r.fast_math.unwrap_or(0) as u8);
        let (id, ret) = self.push_call(r.attributes, r.cc >> 1 & 1023, r.function_ty, r.callee, r.args, tail, fmf)?;
        let result = (!self.module.types.is_void(ret)).then_some(ret);
        self.push(Inst::Call(id), result)
    }

    /// A call of LLVM 2.7 and before.
    pub(super) fn call_old(&mut self, r: rows::CallOld<'_>) -> Result<()> {
        let rows::CallOld { attributes, cc, callee, args } = r;
        self.call(rows::Call { attributes, cc: cc & 0x7FF, fast_math: None, function_ty: None, callee, args })
    }

    pub(super) fn invoke(&mut self, r: rows::Invoke<'_>) -> Result<()> {
        self.known_flags(rows::Invoke::CODE, "cc", r.cc, 0x3FF | 1 << 13);
        let (normal, unwind) = (self.block(r.normal.into())?, self.block(r.unwind.into())?);
        let (call, ret) =
            self.push_call(r.attributes, r.cc & 1023, r.function_ty, r.callee, r.args, TailKind::None, FastMathFlags::NONE)?;
        let result = (!self.module.types.is_void(ret)).then_some(ret);
        self.push(Inst::Invoke { call, normal, unwind }, result)
    }

    pub(super) fn callbr(&mut self, r: rows::CallBr<'_>) -> Result<()> {
        self.known_flags(rows::CallBr::CODE, "cc", r.cc, 0x7FE | 1 << 15);
        let default = self.block(r.default.into())?;
        let indirect = self.blocks(r.targets)?;
        let (call, ret) =
            self.push_call(r.attributes, r.cc >> 1 & 1023, r.function_ty, r.callee, r.args, TailKind::None, FastMathFlags::NONE)?;
        let result = (!self.module.types.is_void(ret)).then_some(ret);
        self.push(Inst::CallBr { call, default, indirect }, result)
    }

    /// Adds the particulars of a call; gives its id and return type.
    #[allow(clippy::too_many_arguments)]
    fn push_call(
        &mut self,
        attributes: Option<u32>,
        cc: u64,
        function_ty: Option<u32>,
        callee: ValTyRef,
        mut rest: Fields<'_>,
        tail: TailKind,
        fmf: FastMathFlags,
    ) -> Result<(CallId, TypeId)> {
        let attrs = attr_list(self.module.attrs.lists.len(), attributes)?;
        let (callee, callee_ty) = self.typed(callee)?;
        let fn_ty = match function_ty {
            Some(ty) => self.check_type(ty)?,
            None => match self.ty(callee_ty) {
                Type::TypedPtr { pointee, .. } => {
                    self.out.facts.pointee_types = true;
                    pointee
                }
                _ => return Err(Error::malformed("expected the function type of a call")),
            },
        };
        let types = &self.module.types;
        let Some((ret, params, vararg)) = types.function(fn_ty) else {
            return Err(Error::malformed("expected the function type of a call"));
        };
        let list = self.out.body.lists.begin();
        let mut has_metadata = false;
        for param in params {
            let value = match types.get(param) {
                Type::Label => Value::block(self.block(rest.op("block")?)?),
                Type::Metadata => {
                    has_metadata = true;
                    self.metadata_operand(rest.rel("metadata")?)?
                }
                _ => {
                    let n = rest.rel("argument")?;
                    self.value(n)?
                }
            };
            self.out.body.lists.add(&list, value);
        }
        if vararg {
            while !rest.is_empty() {
                let argument = rest.val_ty("argument")?;
                // The number of metadata looks like that of a value that comes later.
                let is_metadata = argument.ty.is_some_and(|ty| self.check_type(ty).is_ok_and(|ty| self.ty(ty) == Type::Metadata));
                has_metadata |= is_metadata;
                let value = if is_metadata { self.metadata_operand(argument.value)? } else { self.typed(argument)?.0 };
                self.out.body.lists.add(&list, value);
            }
        } else if !rest.is_empty() {
            return Err(Error::malformed(format!("expected {} arguments, found {} operands more", params.len(), rest.len())));
        }
        let args = self.out.body.lists.finish(list);
        if has_metadata {
            self.out.own.md_lists.push(args);
        }
        let body = &mut self.out.body;
        let bundles = (self.first_bundle, body.bundles.len() as u32);
        self.first_bundle = bundles.1;
        body.calls.push(Call { callee, fn_ty, attrs, args, bundles, cc: CallConv(cc as u16), tail, fmf });
        Ok((CallId::new(body.calls.len() - 1), ret))
    }

    pub(super) fn operand_bundle(&mut self, r: rows::OperandBundle<'_>) -> Result<()> {
        if r.tag as usize >= self.module.bundle_tags.len() {
            return Err(Error::malformed(format!("expected the number of an operand bundle tag, found {}", r.tag)));
        }
        let mut inputs = Vec::new();
        let mut has_metadata = false;
        for input in r.inputs {
            let value = match input? {
                InputRef::Metadata(number) => {
                    has_metadata = true;
                    self.metadata_operand(number)?
                }
                InputRef::Value(value) => self.typed(value)?.0,
            };
            inputs.push(value);
        }
        let inputs = self.out.body.lists.push(&inputs);
        if has_metadata {
            self.out.own.md_lists.push(inputs);
        }
        self.out.body.bundles.push(OperandBundle { tag: r.tag, inputs });
        Ok(())
    }
}
