//! LLVM's error messages for the errors reported here, as its tools print them and its tests expect them.
//!
//! Source: the output of `llvm-dis` 22 for damaged files, those of LLVM's own tests (`test/Bitcode/Inputs`) and others.
use bctk_bitstream::{Error, ErrorKind};

/// One row: prefix of the message, last record or block of the path (any if empty), LLVM's message.
type Row = (&'static str, &'static str, &'static str);

/// The first that fits counts.
const ROWS: [Row; 50] = [
    ("expected the bitcode signature", "", "file doesn't start with bitcode header"),
    ("expected a whole wrapper header", "", "Invalid bitcode wrapper header"),
    ("expected the bytes that the wrapper header announces", "", "Invalid bitcode wrapper header"),
    ("expected block ", "", "can't skip to bit"),
    ("expected a block at the top level", "", "Malformed block"),
    ("expected abbreviation ids of", "", "Malformed block"),
    ("expected a block, found", "", "Malformed block"),
    ("expected a comdat name of", "", "Comdat name size too large"),
    ("expected a GC name number", "", "Invalid ID"),
    ("expected an abbreviation operand of at most", "", "Fixed or VBR abbrev record with size > MaxChunkData"),
    ("expected at least one operand in an abbreviation", "", "Abbrev record with no operands"),
    ("expected an abbreviation that is defined", "", "Invalid abbrev number"),
    ("expected an abbreviation encoding", "", "Invalid encoding"),
    ("expected nothing after an array or blob", "", "Array op not second to last"),
    ("expected an array element that is", "", "Array element type can't be an Array or a Blob"),
    ("expected the logarithm of an alignment", "", "Invalid alignment value"),
    ("expected a type number below", "", "Invalid type"),
    ("attribute form ", "", "Invalid attribute group entry"),
    ("expected the function type of a call", "INST_INVOKE", "Explicit invoke type is not a function type"),
    ("expected the function type of a call", "", "Explicit call type is not a function type"),
    ("expected operand `argument`", "", "Insufficient operands to call"),
    ("expected a memory ordering for cmpxchg", "", "Invalid cmpxchg success ordering"),
    ("expected a memory ordering for a cmpxchg that fails", "", "Invalid cmpxchg failure ordering"),
    ("expected operand `predicate`", "", "Invalid record: operand number exceeded available operands"),
    ("expected at least one member number", "INST_INSERTVAL", "INSERTVAL: Invalid instruction with 0 indices"),
    ("expected at least one member number", "", "EXTRACTVAL: Invalid instruction with 0 indices"),
    ("expected a member of an array", "INST_INSERTVAL", "INSERTVAL: Invalid array index"),
    ("expected a member of an array", "", "EXTRACTVAL: Invalid array index"),
    ("expected a member of a structure", "INST_INSERTVAL", "INSERTVAL: Invalid struct index"),
    ("expected a member of a structure", "", "EXTRACTVAL: Invalid struct index"),
    ("expected a member number", "INST_INSERTVAL", "INSERTVAL: Invalid type"),
    ("expected a member number", "", "EXTRACTVAL: Invalid type"),
    ("expected local ", "", "Assigned value does not match type of forward declaration"),
    ("expected operand `result`", "FUNCTION", "Invalid function argument type"),
    ("expected the source element type of a getelementptr", "", "Constant GEP record must have at least two elements"),
    ("expected a comdat number", "GLOBALVAR", "Invalid global variable comdat ID"),
    ("expected a comdat number", "", "Invalid function comdat ID"),
    ("expected the type of the loaded value", "", "Load operand is not a pointer type"),
    ("expected a value of vector type", "", "Invalid type for value"),
    ("expected operand `index`", "INST_INSERTELT", "Invalid type for value"),
    ("expected a vector of", "", "Invalid vector length"),
    ("expected a type of constants, found void", "", "Invalid constant type"),
    ("expected a type of constants, found", "", "Invalid type for a constant null value"),
    ("expected no instruction after the last block", "INST_CAST", "Invalid cast"),
    ("expected a name within STRTAB", "", "Invalid record"),
    ("expected a value number", "", "Invalid record"),
    ("expected operand `", "", "Invalid record"),
    ("expected 1 function bodies, found 0", "", "Trying to materialize functions before seeing function blocks"),
    ("expected ", "MODULE", "Insufficient function protos"),
    ("", "", "Invalid record"),
];

/// LLVM's message for `error`, for tools that print LLVM's messages. Empty for errors that LLVM does not report: exceeded limits, and
/// forms that are not known here.
pub fn llvm_words(error: &Error) -> &'static str {
    let message = error.message();
    if error.kind() == ErrorKind::Limit {
        return "";
    }
    let last = error.path().rsplit('/').next().unwrap_or_default();
    let last = last.split('[').next().unwrap_or_default();
    let row = ROWS.iter().find(|(start, at, _)| message.starts_with(start) && (at.is_empty() || *at == last));
    match row {
        Some(&("", ..)) if error.kind() == ErrorKind::Unsupported => "",
        Some(&(.., words)) => words,
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_that_fits() {
        let error = Error::malformed("expected the function type of a call").within("MODULE/FUNCTION[2]/INST_INVOKE");
        assert_eq!(llvm_words(&error), "Explicit invoke type is not a function type");
        assert_eq!(llvm_words(&Error::malformed("expected operand `value`, found the end of the record")), "Invalid record");
        assert_eq!(llvm_words(&Error::unsupported("something new")), "");
        // No row can be hidden by one before it.
        for (at, (start, path, _)) in ROWS.iter().enumerate() {
            let hidden = ROWS[..at].iter().any(|(first, of, _)| start.starts_with(first) && (of.is_empty() || of == path));
            assert!(!hidden, "{start} {path}");
        }
    }
}
