//! Tests of the generated modules, as one program: it is linked once.

mod coverage;
mod properties;
