//! Tests of the generated modules, as one program: it is linked once.

mod coverage;
mod fast;
mod properties;
mod rewrite;
