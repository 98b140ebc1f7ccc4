//! Texts of other languages, told by their first line of code.

/// A language that is not LLVM assembly.
pub(super) struct Foreign {
    /// What the text is.
    pub(super) what: &'static str,
    /// What to do.
    pub(super) help: &'static str,
}

const C: Foreign = Foreign { what: "C or C++ source", help: "`clang -S -emit-llvm` makes LLVM assembly of it" };
const RUST: Foreign = Foreign { what: "Rust source", help: "`rustc --emit=llvm-ir` makes LLVM assembly of it" };
const MLIR: Foreign = Foreign { what: "MLIR", help: "`mlir-translate --mlir-to-llvmir` makes LLVM assembly of its LLVM dialect" };
const MACHINE: Foreign = Foreign { what: "machine assembly", help: "the compiler makes LLVM assembly instead by `-S -emit-llvm`" };
const MIR: Foreign =
    Foreign { what: "machine IR of LLVM's code generator (MIR)", help: "the LLVM assembly is what its first document holds" };

/// Words that begin a line of C or C++.
const C_WORDS: &[&str] = &[
    "#include",
    "#define",
    "#if",
    "#pragma",
    "int",
    "void",
    "char",
    "short",
    "long",
    "float",
    "double",
    "bool",
    "unsigned",
    "signed",
    "static",
    "inline",
    "const",
    "typedef",
    "struct",
    "union",
    "enum",
    "extern",
    "using",
    "namespace",
    "template",
    "class",
];
/// Words that begin a line of Rust.
const RUST_WORDS: &[&str] = &["fn", "pub", "use", "mod", "impl", "trait", "unsafe", "let", "#![", "#["];
/// How lines of MLIR begin.
const MLIR_STARTS: &[&str] =
    &["module {", "module @", "module attributes", "builtin.module", "\"builtin.module\"", "func.func", "llvm.", "\"llvm.", "#map", "#loc"];

/// The language of the text, if its first line of code shows that it is another one.
pub(super) fn language(text: &[u8]) -> Option<Foreign> {
    let lines = text.split(|&c| c == b'\n').take(1000).map(<[u8]>::trim_ascii);
    // Comments of C, Rust, MLIR, and of some assemblers.
    let is_comment = |line: &[u8]| line.is_empty() || line.starts_with(b"//") || line.starts_with(b";") || line.starts_with(b"# ");
    let line = lines.into_iter().find(|line| !is_comment(line))?;
    let starts = |word: &str| {
        let rest = line.strip_prefix(word.as_bytes())?;
        let ends = word.ends_with(['[', '.']) || !rest.first().is_some_and(|&c| c.is_ascii_alphanumeric() || c == b'_');
        ends.then_some(rest)
    };
    let is_one_of = |words: &[&str]| words.iter().any(|word| starts(word).is_some());
    // LLVM assembly without its first word has these.
    let has_sigil = line.iter().any(|c| matches!(c, b'@' | b'%'));
    if line.starts_with(b"--- |") || line == b"---" {
        Some(MIR)
    } else if MLIR_STARTS.iter().any(|start| line.starts_with(start.as_bytes())) {
        Some(MLIR)
    } else if is_one_of(RUST_WORDS) && !has_sigil {
        Some(RUST)
    } else if is_one_of(C_WORDS) && !has_sigil {
        Some(C)
    } else if line.strip_prefix(b".").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_lowercase)) {
        Some(MACHINE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages() {
        for (text, what) in [
            ("\n#include <stdio.h>\n", Some("C or C++ source")),
            ("// a\nint main() {\n", Some("C or C++ source")),
            ("#![no_std]\n", Some("Rust source")),
            ("pub fn f() {}\n", Some("Rust source")),
            ("module {\n", Some("MLIR")),
            ("\t.text\n", Some("machine assembly")),
            ("# %bb.0\n\t.globl f\n", Some("machine assembly")),
            ("module asm \"x\"\n", None),
            ("void @f() {\n", None),
            ("internal @x\n", None),
            ("integer\n", None),
            ("define void @f() {\n", None),
            ("", None),
        ] {
            assert_eq!(language(text.as_bytes()).map(|foreign| foreign.what), what, "{text}");
        }
    }
}
