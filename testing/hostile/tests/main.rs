//! Tests with damaged files, and of the time that large ones take, as one program: it is linked once.

mod mutants;
mod newer;
mod time;
