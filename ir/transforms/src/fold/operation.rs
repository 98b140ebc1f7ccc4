//! Folds one operation on constants, as LLVM's builder of instructions does (`IRBuilder` with `ConstantFolder`).
use super::Folder;
use super::arena::{Id, Node};
use super::pools::Pools;
use bctk_edit::construct::Operation;
use bctk_ir::datalayout::Layouts;
use bctk_ir::entity::TypeId;
use bctk_ir::module::Module;
use bctk_ir::value::Value;
use bctk_ir::version::LlvmVersion;
use bctk_support::limits::Limits;

/// The constant of the module that `llvm` folds an operation on constants of the module and of a body to; none if it becomes an instruction.
pub(crate) fn fold_operation(module: &mut Module, body: usize, llvm: LlvmVersion, operation: &Operation) -> Option<Value> {
    let own = module.bodies.get_mut(body).map(|body| std::mem::take(&mut body.consts));
    let mut pools = Pools::new(std::mem::take(&mut module.consts), own);
    // A builder does not ask for the data layout.
    let layouts = Layouts::default().of_release(llvm);
    let mut folder = Folder::new(&mut module.types, &module.globals, llvm, layouts, Limits::default().expanded_elements);
    let folded = folder.fold_one(&mut pools, operation);
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
    fn fold_one(&mut self, pools: &mut Pools, operation: &Operation) -> Option<Id> {
        let mut of = |this: &mut Self, value| Some(pools.import(this, value)?.0);
        let llvm = self.llvm;
        // What the release has as an expression stays one if it is not folded; all else becomes an instruction.
        match *operation {
            Operation::Bin(op, lhs, rhs) => {
                let (lhs, rhs) = (of(self, lhs)?, of(self, rhs)?);
                if self.llvm_keeps(op) { Some(self.make_binary(op, lhs, rhs)) } else { self.fold_binary(op, lhs, rhs) }
            }
            Operation::Cast(op, value, ty) => {
                let value = of(self, value)?;
                let ty = self.canonical(ty);
                let keeps = !op.converts() || llvm.constant_conversion();
                if keeps { Some(self.make_cast(op, value, ty)) } else { self.fold_cast(op, value, ty) }
            }
            Operation::ICmp(pred, lhs, rhs, ty) => {
                let (lhs, rhs) = (of(self, lhs)?, of(self, rhs)?);
                let ty = self.canonical(ty);
                self.expression(llvm.constant_compare(), ty, Node::ICmp(pred, lhs, rhs))
            }
            Operation::FNeg(value) => {
                let value = of(self, value)?;
                self.expression(llvm.constant_fneg(), self.ty(value), Node::FNeg(value))
            }
            Operation::Select(cond, if_true, if_false) => {
                let (cond, if_true, if_false) = (of(self, cond)?, of(self, if_true)?, of(self, if_false)?);
                self.expression(llvm.constant_select(), self.ty(if_true), Node::Select(cond, if_true, if_false))
            }
            Operation::Insert(vector, element, index) => {
                let (vector, element, index) = (of(self, vector)?, of(self, element)?, of(self, index)?);
                let ty = self.ty(vector);
                Some(self.get(ty, Node::Insert(vector, element, index)))
            }
            Operation::Extract(vector, index) => {
                let (vector, index) = (of(self, vector)?, of(self, index)?);
                Some(self.make_extract(vector, index))
            }
            Operation::Shuffle(lhs, rhs, mask, ty) => {
                let (lhs, rhs, mask) = (of(self, lhs)?, of(self, rhs)?, of(self, mask)?);
                let ty = self.canonical(ty);
                Some(self.get(ty, Node::Shuffle(lhs, rhs, mask)))
            }
        }
    }

    /// What an expression is folded to; the expression itself if the release `keeps` such.
    fn expression(&mut self, keeps: bool, ty: TypeId, node: Node) -> Option<Id> {
        if keeps { Some(self.get(ty, node)) } else { self.folded(ty, &node) }
    }
}
