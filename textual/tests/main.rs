//! Tests of the printer and parser of LLVM assembly, as one program: it is linked once.

mod display;
mod floats;
mod lines;
mod nesting;
mod refused;
mod reparse;
mod upgrade;
