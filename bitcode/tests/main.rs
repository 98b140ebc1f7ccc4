//! Tests of the reader and writer of bitcode, as one program: it is linked once.

mod copy;
mod corpus;
mod edited;
mod lazy;
mod operands;
mod refused;
mod summary;
