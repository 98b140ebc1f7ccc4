//! What programs that read, make and change modules use: `use bctk::prelude::*`.
pub use bctk_bitcode::rewrite::{Extent, Rewriter};
pub use bctk_edit::{EditModule, FunctionBuilder, InsertPoint, ModuleEdit, Operand};
pub use bctk_ir::attrs::AttrKind;
pub use bctk_ir::entity::{BlockId, GlobalId, InstId, MdId, TypeId};
pub use bctk_ir::inst::Inst;
pub use bctk_ir::keywords::{CallConv, DllStorage, Linkage, Visibility};
pub use bctk_ir::metadata::dwarf::{Encoding, Lang};
pub use bctk_ir::module::Module;
pub use bctk_ir::opcodes::{BinOp, CastOp, FCmpPred, ICmpPred, Ordering, RmwOp};
pub use bctk_ir::types::Type;
pub use bctk_ir::value::Value;
pub use bctk_ir::version::LlvmVersion;
pub use bctk_ir::view::{BlockView, CallView, FunctionView, GlobalView, InstView, ModuleView, NodeView, TypeView, ValueView};
#[cfg(feature = "text")]
pub use bctk_textual::{DisplayIn, DisplayView};
