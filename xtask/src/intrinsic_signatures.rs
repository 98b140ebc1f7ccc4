//! Signatures of intrinsics: from the coded tables of LLVM's header to the words of our table.
//!
//! A signature is the result and the parameters, in prefix form: `void`, `i32`, `float`, `p0` (pointer, address space), `<4` and `<s4`
//! (vector of what follows, scalable with `s`), `{3` (structure of so many that follow), `any0`, `int0`, `fp0`, `vec0`, `ptr0` (type number 0
//! of the name's suffixes, of that kind), `same0`; made of type 0: `ext0`, `trunc0` (elements twice or half as wide), `part0/2` (half as many
//! elements), `sub2:0`, `sub4:0` (elements of half or a quarter the width, twice or four times as many), `elt0` (its element), `bits0` (integers
//! of its width), `wide0` (a vector as long as it, of what follows), `ptrs1:0` (type 1: pointers, as many as type 0 has elements); `...`.

/// The values of the tables' bytes, as LLVM 22 numbers them (`IIT_Info` in its header).
fn word(info: u8) -> Option<&'static str> {
    Some(match info {
        0 => "void",
        1 => "i1",
        2 => "i8",
        3 => "i16",
        4 => "i32",
        5 => "i64",
        6 => "half",
        7 => "float",
        8 => "double",
        9 => "<2",
        10 => "<4",
        11 => "<8",
        12 => "<16",
        13 => "<32",
        14 => "p0",
        16 => "<64",
        17 => "mmx",
        18 => "token",
        19 => "metadata",
        20 => "{0",
        25 => "<1",
        26 => "...",
        30 => "i128",
        31 => "<512",
        32 => "<1024",
        33 => "fp128",
        39 => "<128",
        40 => "bfloat",
        41 => "<256",
        42 => "amx",
        43 => "ppc_fp128",
        44 => "<3",
        45 => "p10",
        46 => "p20",
        47 => "i2",
        48 => "i4",
        49 => "svcount",
        50 => "<6",
        51 => "<10",
        52 => "<2048",
        53 => "<4096",
        _ => return None,
    })
}

/// Kinds of types that a name's suffixes tell, in LLVM's numbering (`ArgKind`).
const KINDS: [&str; 8] = ["any", "int", "fp", "vec", "ptr", "?", "?", "same"];

/// The words of one signature; `codes` may go on after its end.
pub(crate) fn words(codes: &[u8]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let mut at = 0;
    one(codes, &mut at, &mut out)?;
    while at < codes.len() && codes[at] != 0 {
        one(codes, &mut at, &mut out)?;
    }
    Some(out)
}

fn one(codes: &[u8], at: &mut usize, out: &mut Vec<String>) -> Option<()> {
    let code = *codes.get(*at)?;
    *at += 1;
    // A number missing at the end is 0.
    let mut number = || {
        let n = codes.get(*at).copied().unwrap_or(0);
        *at += 1;
        u32::from(n)
    };
    match code {
        15 => {
            let info = number();
            out.push(format!("{}{}", KINDS[info as usize & 7], info >> 3));
        }
        21 => {
            // Structures have two elements or more.
            let count = number() + 2;
            out.push(format!("{{{count}"));
            for _ in 0..count {
                one(codes, at, out)?;
            }
        }
        22 => out.push(format!("ext{}", number() >> 3)),
        23 => out.push(format!("trunc{}", number() >> 3)),
        24 => out.push(format!("p{}", number())),
        27 => {
            let (arg, parts) = (number(), number());
            out.push(format!("part{arg}/{parts}"));
        }
        28 => {
            out.push(format!("wide{}", number() >> 3));
            one(codes, at, out)?;
        }
        29 => {
            let (this, other) = (number(), number());
            out.push(format!("ptrs{this}:{other}"));
        }
        34 => out.push(format!("elt{}", number() >> 3)),
        35 => {
            let from = out.len();
            one(codes, at, out)?;
            let scalable = out.get(from)?.strip_prefix('<').map(|n| format!("<s{n}"))?;
            out[from] = scalable;
        }
        36 => out.push(format!("sub2:{}", number() >> 3)),
        37 => out.push(format!("sub4:{}", number() >> 3)),
        38 => out.push(format!("bits{}", number() >> 3)),
        code => {
            let word = word(code)?;
            out.push(word.to_owned());
            // A vector's element follows.
            if word.starts_with('<') {
                one(codes, at, out)?;
            }
        }
    }
    Some(())
}
