//! Signatures of intrinsics: from the coded tables of LLVM's header to the words of our table.
//!
//! A signature is the result and the parameters, in prefix form: `void`, `i32`, `float`, `p0` (pointer, address space), `<4` and `<s4`
//! (vector of what follows, scalable with `s`), `{3` (structure of so many that follow), `any0`, `int0`, `fp0`, `vec0`, `ptr0` (type number 0
//! of the name's suffixes, of that kind), `vint0`, `vfp0`, `vptr0` (as these, but only vectors), `sint0`, `sfp0` (only scalars), `same0`; made
//! of type 0: `ext0`, `trunc0` (elements twice or half as wide), `part0/2` (half as many elements), `sub2:0`, `sub4:0` (elements of half or a
//! quarter the width, twice or four times as many), `elt0` (its element), `bits0` (integers of its width), `wide0` (a vector as long as it, of
//! what follows), `ptrs1:0` (type 1: pointers, as many as type 0 has elements); `...`.
use std::collections::BTreeMap;

/// The codes of a header (`IIT_Info`): name without `IIT_` by number. Releases give one number to different codes.
pub(crate) struct Codes<'t> {
    names: BTreeMap<u8, &'t str>,
    /// Whether overloaded types state vectors and elements apart, and other types their number alone: since LLVM 23.
    apart: bool,
}

impl<'t> Codes<'t> {
    /// The codes that a header lists.
    pub(crate) fn of(header: &'t str) -> Option<Codes<'t>> {
        let list = header.split_once("#ifdef GET_INTRINSIC_IITINFO")?.1.split_once("#endif")?.0;
        let code = |line: &'t str| {
            let (name, number) = line.trim().strip_prefix("IIT_")?.split_once(" = ")?;
            Some((number.trim_end_matches(',').parse().ok()?, name))
        };
        let names: BTreeMap<u8, &str> = list.lines().filter_map(code).collect();
        let apart = names.values().any(|name| *name == "ANY");
        (!names.is_empty()).then_some(Codes { names, apart })
    }

    /// The word of a code that nothing but elements of a vector follows.
    fn word(&self, name: &str) -> Option<String> {
        if let Some(count) = name.strip_prefix('V').filter(|count| count.bytes().all(|c| c.is_ascii_digit())) {
            return Some(format!("<{count}"));
        }
        if let Some(width) = name.strip_prefix('I').filter(|width| width.bytes().all(|c| c.is_ascii_digit())) {
            return Some(format!("i{width}"));
        }
        let word = match name {
            "Done" => "void",
            "F16" => "half",
            "F32" => "float",
            "F64" => "double",
            "F128" => "fp128",
            "BF16" => "bfloat",
            "PPCF128" => "ppc_fp128",
            "PTR" => "p0",
            "MMX" => "mmx",
            "AMX" => "amx",
            "TOKEN" => "token",
            "METADATA" => "metadata",
            "EMPTYSTRUCT" => "{0",
            "VARARG" => "...",
            // Types of their own since LLVM 23, pointers before.
            "EXTERNREF" if self.apart => "externref",
            "FUNCREF" if self.apart => "funcref",
            "EXTERNREF" => "p10",
            "FUNCREF" => "p20",
            "AARCH64_SVCOUNT" => "svcount",
            _ => return None,
        };
        Some(word.to_owned())
    }

    /// The words of one signature; `codes` may go on after its end.
    pub(crate) fn words(&self, codes: &[u8]) -> Option<Vec<String>> {
        let mut out = Vec::new();
        let mut at = 0;
        self.one(codes, &mut at, &mut out)?;
        while at < codes.len() && codes[at] != 0 {
            self.one(codes, &mut at, &mut out)?;
        }
        Some(out)
    }

    fn one(&self, codes: &[u8], at: &mut usize, out: &mut Vec<String>) -> Option<()> {
        let name = *self.names.get(codes.get(*at)?)?;
        *at += 1;
        // A number missing at the end is 0.
        let mut number = || {
            let n = codes.get(*at).copied().unwrap_or(0);
            *at += 1;
            u32::from(n)
        };
        // The number of a type is above three bits for its kind before LLVM 23.
        let type_of = |number: u32| if self.apart { number } else { number >> 3 };
        match name {
            "ARG" => {
                let info = number();
                out.push(format!("{}{}", KINDS[info as usize & 7], info >> 3));
            }
            "ANY" => {
                let (this, constraints) = (number(), number());
                let (_, kind) = CONSTRAINTS.iter().find(|((vector, element), _)| vector << 4 | element == constraints)?;
                out.push(format!("{kind}{this}"));
            }
            "MATCH" => out.push(format!("same{}", number())),
            "STRUCT" => {
                // Structures have two elements or more.
                let count = number() + 2;
                out.push(format!("{{{count}"));
                for _ in 0..count {
                    self.one(codes, at, out)?;
                }
            }
            "EXTEND_ARG" => out.push(format!("ext{}", type_of(number()))),
            "TRUNC_ARG" => out.push(format!("trunc{}", type_of(number()))),
            "ANYPTR" | "PTR_AS" => out.push(format!("p{}", number())),
            "ONE_NTH_ELTS_VEC_ARG" => {
                let (arg, parts) = (number(), number());
                out.push(format!("part{arg}/{parts}"));
            }
            "SAME_VEC_WIDTH_ARG" => {
                out.push(format!("wide{}", type_of(number())));
                self.one(codes, at, out)?;
            }
            "VEC_OF_ANYPTRS_TO_ELT" => {
                let (this, other) = (number(), number());
                out.push(format!("ptrs{this}:{other}"));
            }
            "VEC_ELEMENT" => out.push(format!("elt{}", type_of(number()))),
            "SCALABLE_VEC" => {
                let from = out.len();
                self.one(codes, at, out)?;
                let scalable = out.get(from)?.strip_prefix('<').map(|n| format!("<s{n}"))?;
                out[from] = scalable;
            }
            "SUBDIVIDE2_ARG" => out.push(format!("sub2:{}", type_of(number()))),
            "SUBDIVIDE4_ARG" => out.push(format!("sub4:{}", type_of(number()))),
            "VEC_OF_BITCASTS_TO_INT" => out.push(format!("bits{}", type_of(number()))),
            name => {
                let word = self.word(name)?;
                // LLVM 23 writes the length before the mark of a scalable vector.
                let mut word = word;
                if self.apart && word.starts_with('<') && codes.get(*at).and_then(|code| self.names.get(code)) == Some(&"SCALABLE_VEC") {
                    *at += 1;
                    word.insert(1, 's');
                }
                let is_vector = word.starts_with('<');
                out.push(word);
                // A vector's element follows.
                if is_vector {
                    self.one(codes, at, out)?;
                }
            }
        }
        Some(())
    }
}

/// Kinds of types that a name's suffixes name, in the numbering of LLVM 22 (`ArgKind`).
const KINDS: [&str; 8] = ["any", "int", "fp", "vec", "ptr", "?", "?", "same"];

/// The same for LLVM 23 (`AnyKindVectorConstraint`: 1 for vectors, 2 for scalars; `AnyKindElementConstraint`: 1 integer, 2 floating point, 3 pointer).
const CONSTRAINTS: [((u32, u32), &str); 10] = [
    ((0, 0), "any"),
    ((0, 1), "int"),
    ((0, 2), "fp"),
    ((1, 0), "vec"),
    ((2, 3), "ptr"),
    ((1, 1), "vint"),
    ((1, 2), "vfp"),
    ((1, 3), "vptr"),
    ((2, 1), "sint"),
    ((2, 2), "sfp"),
];
