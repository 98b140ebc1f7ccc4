//! The extension module `bctk._bctk`: what `import bctk` is made of.

use pyo3::prelude::*;

/// LLVM bitcode and assembly of every LLVM, without LLVM.
#[pymodule]
mod _bctk {
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
