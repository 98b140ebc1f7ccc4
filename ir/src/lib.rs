//! The model of LLVM IR: the contents of a module, independent of bitcode and text.
//!
//! Arenas with `u32` ids, `Copy` instructions of 16 bytes, values as one packed word, typed and opaque pointers.
//!
//! ```
//! use bctk_ir::{module::Module, types::Type};
//! let mut module = Module::default();
//! let i32_type = module.types.intern(Type::Int(32));
//! assert_eq!(module.types.intern(Type::Int(32)), i32_type);
//! ```
//!
//! # Names
//!
//! | LLVM | bctk |
//! |---|---|
//! | `Module` | [`Module`](module::Module) |
//! | `GlobalValue`, `GlobalObject` | [`GlobalValue`](global::GlobalValue), by [`GlobalId`](entity::GlobalId) |
//! | `GlobalVariable` | [`GlobalKind::Variable`](global::GlobalKind::Variable) |
//! | `GlobalAlias`, `GlobalIFunc` | [`GlobalKind::Alias`](global::GlobalKind::Alias), [`GlobalKind::IFunc`](global::GlobalKind::IFunc) |
//! | `Function` | [`Function`](global::Function) in [`GlobalKind::Function`](global::GlobalKind::Function); its code is a [`Body`](body::Body) |
//! | `Comdat` | [`Comdat`](global::Comdat) |
//! | `BasicBlock` | [`BasicBlock`](body::BasicBlock), by [`BlockId`](entity::BlockId) |
//! | `Instruction` | [`Inst`](inst::Inst), by [`InstId`](entity::InstId) |
//! | `CallBase` | [`Call`](body::Call) |
//! | `OperandBundleUse` | [`OperandBundle`](body::OperandBundle) |
//! | `Instruction::BinaryOps`, `CastOps` | [`BinOp`](opcodes::BinOp), [`CastOp`](opcodes::CastOp) |
//! | `CmpInst::Predicate` | [`ICmpPred`](opcodes::ICmpPred), [`FCmpPred`](opcodes::FCmpPred) |
//! | `FastMathFlags` | [`FastMathFlags`](inst::FastMathFlags) |
//! | `GEPNoWrapFlags` | [`GepNoWrapFlags`](inst::GepNoWrapFlags) |
//! | `hasNoUnsignedWrap`, `isExact` … | [`ArithFlags`](inst::ArithFlags) |
//! | `Align`, `MaybeAlign` | [`AlignCode`](inst::AlignCode) |
//! | `AtomicOrdering` | [`Ordering`](opcodes::Ordering), in [`Access`](inst::Access) |
//! | `SyncScope::ID` | index in [`Module::sync_scopes`](module::Module::sync_scopes) |
//! | `CallingConv::ID` | [`CallConv`](keywords::CallConv) |
//! | `DbgRecord`, `DbgVariableRecord`, `DbgLabelRecord` | [`DbgRecord`](body::DbgRecord) |
//! | `DebugLoc`, `DILocation` | [`DebugLoc`](body::DebugLoc); as a node [`DiKind::Location`](metadata::di::DiKind::Location) |
//! | `Value` | [`Value`](value::Value), taken apart as [`ValueKind`](value::ValueKind) |
//! | `Argument` | [`ValueKind::Local`](value::ValueKind::Local) below [`Body::args`](body::Body::args) |
//! | use-list order | [`UseOrder`](use_order::UseOrder) |
//! | `Type` | [`Type`](types::Type), by [`TypeId`](entity::TypeId) in a [`TypeTable`](types::TypeTable) |
//! | `PointerType` | [`Type::Ptr`](types::Type::Ptr); typed, until LLVM 16: [`Type::TypedPtr`](types::Type::TypedPtr) |
//! | `Constant` | [`Constant`](constants::Constant) in a [`ConstPool`](constants::ConstPool) |
//! | `ConstantExpr` | [`ConstKind::Bin`](constants::ConstKind::Bin), [`Cast`](constants::ConstKind::Cast), [`Gep`](constants::ConstKind::Gep) … |
//! | `ConstantAggregate` | [`ConstKind::Aggregate`](constants::ConstKind::Aggregate) |
//! | `ConstantDataSequential` | [`ConstKind::Data`](constants::ConstKind::Data) |
//! | `InlineAsm` | [`InlineAsm`](constants::InlineAsm) |
//! | `AttributeList` | [`AttrList`](attr_set::AttrList), by [`AttrListId`](entity::AttrListId) |
//! | `AttributeSet` | [`AttrSet`](attr_set::AttrSet), by [`AttrSetId`](entity::AttrSetId) |
//! | `Attribute` | [`Attr`](attr_set::Attr) |
//! | `Attribute::AttrKind` | [`AttrKind`](attrs::AttrKind) |
//! | `Metadata` | [`Metadata`](metadata::Metadata), by [`MdId`](entity::MdId) in a [`MetadataTable`](metadata::MetadataTable) |
//! | `MDNode` | [`Metadata::Tuple`](metadata::Metadata::Tuple), [`Node`](metadata::Metadata::Node), [`Generic`](metadata::Metadata::Generic) |
//! | `MDTuple`, `MDString`, `ValueAsMetadata` | [`Metadata::Tuple`](metadata::Metadata::Tuple), [`String`](metadata::Metadata::String), [`Value`](metadata::Metadata::Value) |
//! | `DINode`, `DIType`, `DISubprogram` … | [`Metadata::Node`](metadata::Metadata::Node) of a [`DiKind`](metadata::di::DiKind) |
//! | `DIExpression`, `DIArgList` | [`Metadata::Expression`](metadata::Metadata::Expression), [`ArgList`](metadata::Metadata::ArgList) |
//! | `NamedMDNode` | [`NamedMetadata`](metadata::NamedMetadata) |
//! | `ModuleSummaryIndex` | [`Summary`](summary::Summary) |
//! | `FunctionSummary` | [`FunctionSummary`](summary::FunctionSummary) |
//! | `StringRef` | [`Str`](strings::Str) in [`Strings`](strings::Strings) |
//! | `LLVMContext` | none: tables belong to a module; see [`context`] |
//! | `DataLayout` | [`DataLayout`](datalayout::DataLayout) |
//! | `Triple` | [`Triple`](triple::Triple) |
//! | `Mangler` | [`Mangler`](mangle::Mangler) |
//! | `Intrinsic::ID` | [`Intrinsic`](intrinsics::Intrinsic) |
//! | `RTLIB::RuntimeLibcallsInfo` | [`libcalls`] |
//! | `ModuleSlotTracker`, `print(raw_ostream &)` | `ModuleSlotTracker`, `DisplayIn` of the crate `bctk-textual` |
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod attr_set;
pub mod attrs;
pub mod body;
pub mod constants;
pub mod context;
pub mod datalayout;
pub mod entity;
mod fingerprint;
#[doc(hidden)]
pub mod fixed;
mod flags;
pub mod global;
pub mod guid;
#[doc(hidden)]
pub mod inline_asm;
pub mod inst;
pub mod integers;
pub mod interned;
pub mod intrinsics;
pub mod keywords;
pub mod libcalls;
pub mod mangle;
pub mod metadata;
pub mod module;
pub mod opcodes;
#[doc(hidden)]
pub mod personality;
pub mod provenance;
pub mod rare;
pub mod strings;
pub mod summary;
pub mod target_types;
pub mod triple;
pub mod types;
pub mod use_order;
pub mod value;
pub mod value_types;
pub mod version;
pub mod view;
pub mod visit;
