//! The extension module `bctk._bctk`: what `import bctk` is made of.

mod dataset;
mod tables;

use pyo3::prelude::*;

/// LLVM bitcode and assembly of every LLVM, without LLVM.
#[pymodule]
mod _bctk {
    use super::*;

    #[pymodule_export]
    use super::dataset::DatasetJob;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::tables::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
