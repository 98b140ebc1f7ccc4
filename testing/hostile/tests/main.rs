//! Tests with damaged files, as one program: it is linked once.

mod mutants;
mod newer;
