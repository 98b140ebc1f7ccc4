//! Folds one expression on constants, as LLVM's builder of instructions does (`IRBuilder` with `ConstantFolder`).
use super::Folder;
use super::arena::Id;
use super::pools::Pools;
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::opcodes::{BinOp, CastOp, ICmpPred};
use bctk_ir::types::Type;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::Limits;

/// An expression on constants of a module or a body.
pub(crate) enum Expr<'e> {
    Bin(BinOp, Value, Value),
    /// A cast to a type.
    Cast(CastOp, Value, TypeId),
    /// A comparison, and the type of its result.
    ICmp(ICmpPred, Value, Value, TypeId),
    /// An element of a vector.
    Extract(Value, u64),
    /// The elements of two vectors that a list names.
    Shuffle(Value, Value, &'e [u32]),
}

/// The constant of the module that `llvm` folds an expression on constants of the module and of a body to; none if it becomes an instruction.
pub(crate) fn one(module: &mut Module, body: usize, llvm: LlvmVersion, expr: &Expr<'_>) -> Option<Value> {
    let own = module.bodies.get_mut(body).map(|body| std::mem::take(&mut body.consts));
    let mut pools = Pools::new(std::mem::take(&mut module.consts), own);
    // A builder does not ask for the data layout.
    let layouts = Layouts::default().of_release(llvm);
    let mut folder = Folder::new(&mut module.types, &module.globals, llvm, layouts, Limits::default().expanded_elements);
    let folded = folder.fold_one(&mut pools, expr);
    // What constants of the module refer to must be the module's, too.
    let own = pools.close();
    let value = folded.and_then(|id| pools.export(&mut folder, id));
    module.consts = pools.shared;
    if let Some(body) = module.bodies.get_mut(body) {
        body.consts = own;
    }
    value
}

impl Folder<'_> {
    fn fold_one(&mut self, pools: &mut Pools, expr: &Expr<'_>) -> Option<Id> {
        let mut of = |this: &mut Self, value| Some(pools.import(this, value)?.0);
        match *expr {
            Expr::Bin(op, lhs, rhs) => {
                let (lhs, rhs) = (of(self, lhs)?, of(self, rhs)?);
                self.fold_binary(op, lhs, rhs)
            }
            Expr::Cast(op, value, ty) => {
                let value = of(self, value)?;
                let ty = self.canonical(ty);
                match op {
                    // Casts that releases keep as expressions.
                    CastOp::BitCast | CastOp::Trunc | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::AddrSpaceCast => {
                        Some(self.make_cast(op, value, ty))
                    }
                    _ => self.fold_cast(op, value, ty),
                }
            }
            Expr::ICmp(pred, lhs, rhs, ty) => {
                let (lhs, rhs) = (of(self, lhs)?, of(self, rhs)?);
                let ty = self.canonical(ty);
                self.fold_icmp(pred, lhs, rhs, ty)
            }
            Expr::Extract(vector, index) => {
                let vector = of(self, vector)?;
                let i64 = self.types.intern(Type::Int(64));
                let index = self.small_int(i64, index);
                Some(self.make_extract(vector, index))
            }
            Expr::Shuffle(lhs, rhs, elements) => {
                let (lhs, rhs) = (of(self, lhs)?, of(self, rhs)?);
                let len = u32::try_from(elements.len()).ok()?;
                let i32 = self.types.intern(Type::Int(32));
                let mask_ty = self.types.intern(Type::Vector { elem: i32, len, scalable: false });
                let parts = elements.iter().map(|&element| self.small_int(i32, element.into())).collect();
                let mask = self.aggregate(mask_ty, parts);
                let elem = self.types.scalar(self.ty(lhs));
                let ty = self.types.intern(Type::Vector { elem, len, scalable: false });
                self.fold_shuffle(ty, lhs, rhs, mask)
            }
        }
    }
}
