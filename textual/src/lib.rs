//! LLVM assembly (`.ll`): the printer that `llvm-dis` users know.
#![forbid(unsafe_code)]
