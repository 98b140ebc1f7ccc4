//! Names as LLVM's tools demangle them (`names.txt`), and names that are made to do harm.
use std::fmt::Write;

use bctk_demangle::demangle;

const NAMES: &[u8] = include_bytes!("names.txt");

/// Mangled names and LLVM's texts.
fn names() -> impl Iterator<Item = (&'static [u8], &'static [u8])> {
    NAMES.split(|&byte| byte == b'\n').filter(|line| !line.is_empty() && line[0] != b'#').map(|line| {
        let tab = line.iter().position(|&byte| byte == b'\t').expect("a tab");
        (&line[..tab], &line[tab + 1..])
    })
}

#[test]
fn as_llvm_has_them() {
    let mut count = 0;
    for (name, text) in names() {
        assert_eq!(String::from_utf8_lossy(&demangle(name)), String::from_utf8_lossy(text), "{}", String::from_utf8_lossy(name));
        count += 1;
    }
    assert!(count >= 2000, "{count}");
}

/// How names may begin, for other object formats and other languages.
#[test]
fn beginnings() {
    for (name, text) in [
        ("__Z1fv", "f()"),
        ("___Z1fv", "f()"),
        ("____Z1fv", "____Z1fv"),
        ("_____Z1fv", "_____Z1fv"),
        ("._Z1fv", ".f()"),
        (".Z1fv", ".Z1fv"),
        ("_.Z1fv", "_.Z1fv"),
        ("___Z1fv_block_invoke", "invocation function for block in f()"),
        ("__RNvC4main3foo", "main::foo"),
        ("._RNvC4main3foo", ".main::foo"),
        ("_RNvC4main3foo.llvm.123", "main::foo (.llvm.123)"),
        ("main", "main"),
        ("", ""),
        ("_", "_"),
        ("._", "._"),
    ] {
        assert_eq!(String::from_utf8_lossy(&demangle(name.as_bytes())), text, "{name}");
    }
}

/// A sequence number of the ABI.
fn substitution(number: u32) -> String {
    let mut digits = String::new();
    let mut rest = match number {
        0 => return "S_".to_owned(),
        number => number - 1,
    };
    loop {
        digits.insert(0, char::from_digit(rest % 36, 36).expect("a digit").to_ascii_uppercase());
        rest /= 36;
        if rest == 0 {
            break format!("S{digits}_");
        }
    }
}

/// A template of two arguments, both the one before: twice as long at each step.
fn doubled(steps: u32, first: &str, argument: impl Fn(&str) -> String) -> String {
    let mut name = format!("_Z1f1A{first}");
    for step in 1..=steps {
        let before = substitution(step);
        write!(name, "S_I{}E", argument(&before)).expect("text");
    }
    name
}

#[test]
fn too_much_stays_mangled() {
    let names = [
        format!("_Z1f{}i", "P".repeat(100_000)),
        format!("_Z1f{}", "N1A".repeat(50_000)),
        format!("_Z1f{}i{}", "1AI".repeat(50_000), "E".repeat(50_000)),
        format!("_Z1fI{}{}Evv", "J".repeat(50_000), "E".repeat(50_000)),
        format!("_Z1fI{}v", "X".repeat(50_000)),
        format!("_Z{}", "9".repeat(100_000)),
        format!("_Z1f{}i", "U1a".repeat(50_000)),
        format!("_Z1fDT{}E", "nt".repeat(50_000)),
        format!("_D1a1x{}", "Qb".repeat(50_000)),
        format!("?f@@3{}H", "PA".repeat(50_000)),
        format!("?f@{}@3HA", "?1?".repeat(50_000)),
        format!("?f@@3V{}@@A", "?$A@V".repeat(50_000)),
        format!("?f@@YAX{}Z", "P6AX".repeat(50_000)),
        // Each type holds the one before it twice.
        format!(
            "?f@@YAXP6AXHH@Z{}@Z",
            (0..9).map(|number| format!("P6AX{number}{number}{number}{number}{number}{number}{number}{number}@Z")).collect::<String>()
        ),
        doubled(200, "IiiE", |before| format!("{before}{before}")),
        // Nothing of it would be printed.
        doubled(100, "IJEJEE", |before| format!("J{before}{before}E")),
    ];
    for name in names {
        assert!(demangle(name.as_bytes()) == name.as_bytes(), "{}", &name[..40]);
    }
}

/// As deep as names may be, which has to fit the stack of a thread.
#[test]
fn deep_names() {
    let mut deepest = 0;
    for depth in 1..220 {
        for name in [
            format!("_Z1f{}i", "P".repeat(depth)),
            format!("_Z1f{}i{}", "1AI".repeat(depth), "E".repeat(depth)),
            format!("_Z1fIX{}Li1EEEvv", "nt".repeat(depth)),
            format!("_Z1f{}i{}", "FvPF".repeat(depth), "E".repeat(depth)),
        ] {
            if demangle(name.as_bytes()) != name.as_bytes() {
                deepest = depth;
            }
        }
    }
    assert!(deepest >= 90, "{deepest}");
}

/// Names with bytes changed, left out and doubled.
#[test]
fn damaged_names() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let letters = b"_ZNISTEJLXDPRKFMQCUt0123456789aipfls.";
    for (name, _) in names() {
        for _ in 0..20 {
            let mut name = name.to_vec();
            for _ in 0..=random(3) {
                let at = random(name.len().max(1)).min(name.len());
                match random(4) {
                    0 if at < name.len() => drop(name.remove(at)),
                    1 => name.insert(at, letters[random(letters.len())]),
                    2 => {
                        let from = random(at + 1);
                        let part = name[from..at].to_vec();
                        name.splice(at..at, part);
                    }
                    _ if at < name.len() => name[at] = letters[random(letters.len())],
                    _ => {}
                }
            }
            assert!(demangle(&name).len() <= 1 << 22);
        }
    }
}
