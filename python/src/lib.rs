//! The extension module `bctk._bctk`: what `import bctk` is made of.

mod attributes;
mod columns;
mod constant;
mod dataset;
mod debug;
mod dump;
mod error;
mod fields;
mod file;
mod function;
mod global;
mod html;
mod inst;
mod lines;
mod link;
mod metadata;
mod module;
mod names;
mod report;
mod sequences;
mod shared;
mod summary;
mod symbols;
mod tables;
mod types;
mod uses;
mod value;
mod verify;

use pyo3::prelude::*;

/// LLVM bitcode and assembly of every LLVM, without LLVM.
#[pymodule]
mod _bctk {
    use super::*;

    #[pymodule_export]
    use super::attributes::Attribute;
    #[pymodule_export]
    use super::constant::{Constant, InlineAsm};
    #[pymodule_export]
    use super::dataset::DatasetJob;
    #[pymodule_export]
    use super::debug::DebugLocation;
    #[pymodule_export]
    use super::dump::{Diff, diff_sources, dump_source};
    #[pymodule_export]
    use super::file::{File, assemble, demangle, disassemble, open, parse, read, read_all};
    #[pymodule_export]
    use super::function::{Argument, Block, Function};
    #[pymodule_export]
    use super::global::{Alias, GlobalValue, GlobalVariable, Globals, IFunc};
    #[pymodule_export]
    use super::inst::{DebugRecord, Instruction};
    #[pymodule_export]
    use super::link::link;
    #[pymodule_export]
    use super::metadata::{DIArgList, DIExpression, DINode, GenericDINode, MDString, MDTuple, MDValue, Metadata, NamedMetadata};
    #[pymodule_export]
    use super::module::{Module, restore};
    #[pymodule_export]
    use super::report::Change;
    #[pymodule_export]
    use super::symbols::Symbol;
    #[pymodule_export]
    use super::types::{Type, Types};
    #[pymodule_export]
    use super::value::{MetadataAsValue, Value};
    #[pymodule_export]
    use super::verify::Finding;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::tables::register(module)?;
        metadata::add_nodes(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
