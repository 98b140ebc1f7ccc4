//! Validates a data layout string, with LLVM's error messages (`DataLayout::parseLayoutString`; LangRef, "Data Layout").

use crate::version::LlvmVersion;

use super::grammar::{self, Field, Specification, pointer_head, specifications};

/// Checks `layout` as LLVM `version` does.
///
/// # Errors
///
/// The first error, in LLVM's words.
pub fn check(layout: &[u8], version: LlvmVersion) -> Result<(), String> {
    if layout.is_empty() {
        return Ok(());
    }
    specifications(layout).try_for_each(|specification| match specification {
        Some(specification) => check_specification(&specification, version),
        None => Err("empty specification is not allowed".into()),
    })
}

fn check_specification(specification: &Specification<'_>, version: LlvmVersion) -> Result<(), String> {
    let &Specification { key, text: rest, head, ref fields } = specification;
    if key == b'n' && head.first() == Some(&b'i') {
        if head != b"i" || fields.is_empty() {
            return malformed("ni:<address space>[:<address space>]...");
        }
        return fields.iter().try_for_each(|space| match address_space(space)? {
            0 => Err("address space 0 cannot be non-integral".into()),
            _ => Ok(()),
        });
    }
    match key {
        b'v' if rest == b"e" && version.element_aligned_layout() => Ok(()),
        b'i' | b'f' | b'v' => primitive(key, head, fields, version),
        b'a' => aggregate(head, fields, version),
        b'p' => pointer(head, fields, version),
        b's' => Ok(()),
        b'e' | b'E' if rest.is_empty() => Ok(()),
        b'e' | b'E' => Err("malformed specification, must be just 'e' or 'E'".into()),
        b'n' => std::iter::once(&head).chain(fields).try_for_each(|field| size(field, "size").map(drop)),
        b'S' if rest.is_empty() => malformed("S<size>"),
        b'S' => alignment(rest, "stack natural", !version.strict_layouts(), version).map(drop),
        b'F' => match rest.split_first() {
            None => malformed("F<type><abi>"),
            Some((b'i' | b'n', abi)) => {
                let strict = version.strict_layouts();
                alignment(abi, if strict { "ABI" } else { "function" }, !strict, version).map(drop)
            }
            Some((&kind, _)) => Err(format!("unknown function pointer alignment type '{}'", kind as char)),
        },
        b'P' | b'A' | b'G' if rest.is_empty() => malformed(&format!("{}<address space>", key as char)),
        b'P' | b'A' | b'G' => address_space(rest).map(drop),
        b'm' => match rest {
            [b':', b'e' | b'l' | b'o' | b'm' | b'w' | b'x' | b'a'] => Ok(()),
            [b':', _, ..] => Err("unknown mangling mode".into()),
            _ => malformed("m:<mangling>"),
        },
        _ => Err(format!("unknown specifier '{}'", key as char)),
    }
}

fn malformed(form: &str) -> Result<(), String> {
    Err(format!("malformed specification, must be of the form \"{form}\""))
}

/// A decimal number below `limit`.
fn number(field: Field<'_>, limit: u32) -> Option<u32> {
    grammar::number(field).filter(|&n| n < limit)
}

fn address_space(field: Field<'_>) -> Result<u32, String> {
    if field.is_empty() {
        return Err("address space component cannot be empty".into());
    }
    number(field, 1 << 24).ok_or_else(|| "address space must be a 24-bit integer".into())
}

fn size(field: Field<'_>, what: &str) -> Result<u32, String> {
    if field.is_empty() {
        return Err(format!("{what} component cannot be empty"));
    }
    number(field, 1 << 24).filter(|&n| n != 0).ok_or_else(|| format!("{what} must be a non-zero 24-bit integer"))
}

/// An alignment in bits.
fn alignment(field: Field<'_>, what: &str, allow_zero: bool, version: LlvmVersion) -> Result<u32, String> {
    if field.is_empty() {
        return Err(format!("{what} alignment component cannot be empty"));
    }
    match number(field, 1 << 16) {
        Some(bits) if bits % 8 != 0 && !version.strict_layouts() => Err("number of bits must be a byte width multiple".into()),
        Some(bits) if bits != 0 && !(bits / 8).is_power_of_two() && !version.strict_layouts() => Err(match what {
            "ABI" | "preferred" => format!("Invalid {what} alignment, must be a power of 2"),
            _ => "Alignment is neither 0 nor a power of 2".into(),
        }),
        None => Err(format!("{what} alignment must be a 16-bit integer")),
        Some(0) if allow_zero => Ok(8),
        Some(0) => Err(format!("{what} alignment must be non-zero")),
        Some(bits) if bits % 8 != 0 || !(bits / 8).is_power_of_two() => {
            Err(format!("{what} alignment must be a power of two times the byte width"))
        }
        Some(bits) => Ok(bits),
    }
}

/// The ABI alignment and the preferred one, if present.
fn alignments(fields: &[Field<'_>], allow_zero: bool, version: LlvmVersion) -> Result<u32, String> {
    let abi = alignment(fields[0], "ABI", allow_zero, version)?;
    if let Some(pref) = fields.get(1)
        && alignment(pref, "preferred", false, version)? < abi
    {
        return Err("preferred alignment cannot be less than the ABI alignment".into());
    }
    Ok(abi)
}

fn primitive(key: u8, head: Field<'_>, fields: &[Field<'_>], version: LlvmVersion) -> Result<(), String> {
    if !(1..=2).contains(&fields.len()) {
        return malformed(&format!("{}<size>:<abi>[:<pref>]", key as char));
    }
    // Before, a size of 0, also as no digits, was that of no type.
    let bits = match head.iter().all(|&c| c == b'0') && !version.strict_layouts() {
        true => 0,
        false => size(head, "size")?,
    };
    let abi = alignment(fields[0], "ABI", false, version)?;
    if key == b'i' && bits == 8 && abi != 8 && version.natural_byte_layout() {
        return Err("i8 must be 8-bit aligned".into());
    }
    alignments(fields, false, version).map(drop)
}

fn aggregate(head: Field<'_>, fields: &[Field<'_>], version: LlvmVersion) -> Result<(), String> {
    if !(1..=2).contains(&fields.len()) {
        return malformed("a:<abi>[:<pref>]");
    }
    if !head.is_empty() && number(head, 1) != Some(0) {
        return Err("size must be zero".into());
    }
    alignments(fields, true, version).map(drop)
}

fn pointer(head: Field<'_>, fields: &[Field<'_>], version: LlvmVersion) -> Result<(), String> {
    if !(2..=4).contains(&fields.len()) {
        return malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]");
    }
    let head = pointer_head(head);
    let mut null = false;
    for &flag in head.flags {
        match flag {
            b'e' | b'u' => {}
            b'z' | b'o' if version.element_aligned_layout() => {
                if std::mem::replace(&mut null, true) {
                    return Err("only one of 'z' or 'o' may be specified".into());
                }
            }
            _ => return Err(format!("'{}' is not a valid pointer specification flag", flag as char)),
        }
    }
    let space = if head.space.is_empty() { 0 } else { address_space(head.space)? };
    if space == 0 && head.flags.iter().any(|flag| matches!(flag, b'e' | b'u')) {
        return Err("address space 0 cannot be unstable or have external state".into());
    }
    match head.name() {
        None if !head.parenthesized.is_empty() => return Err("Expected `( address space name )`".into()),
        Some(b"P" | b"G" | b"A") => return Err("Cannot use predefined address space names P/G/A in data layout".into()),
        _ => {}
    }
    let bits = size(fields[0], "pointer size")?;
    alignments(&fields[1..fields.len().min(3)], false, version)?;
    match fields.get(3) {
        Some(index) if size(index, "index size")? > bits => Err("index size cannot be larger than the pointer size".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::version::LlvmVersion;

    const LLVM_22: LlvmVersion = LlvmVersion::new(22);
    const LLVM_23: LlvmVersion = LlvmVersion::new(23);

    /// What llvm-as 23 reports for each, and llvm-as 22 where that differs.
    #[test]
    fn since_llvm_23() {
        for (layout, message, of_22) in [
            ("ve", None, "malformed specification, must be of the form \"v<size>:<abi>[:<pref>]\""),
            ("pz:32:32", None, "'z' is not a valid pointer specification flag"),
            ("peo3:32:32", None, "'o' is not a valid pointer specification flag"),
            ("poo3:32:32", Some("only one of 'z' or 'o' may be specified"), "'o' is not a valid pointer specification flag"),
            (
                "pze:32:32",
                Some("address space 0 cannot be unstable or have external state"),
                "'z' is not a valid pointer specification flag",
            ),
        ] {
            assert_eq!(check(layout.as_bytes(), LLVM_23).err().as_deref(), message, "{layout}");
            assert_eq!(check(layout.as_bytes(), LLVM_22).err().as_deref(), Some(of_22), "{layout}");
        }
    }

    /// Whether llvm-as 19 reads each, and what it reports.
    #[test]
    fn until_llvm_19() {
        for (layout, message) in [
            ("S0", None),
            ("i0:8", None),
            ("f:32", None),
            ("v:64-i:32:64", None),
            ("i:0", Some("ABI alignment must be non-zero")),
            ("S120", Some("Alignment is neither 0 nor a power of 2")),
            ("S12", Some("number of bits must be a byte width multiple")),
            ("Fi0", None),
            ("Fi24", Some("Alignment is neither 0 nor a power of 2")),
            ("i32:24", Some("Invalid ABI alignment, must be a power of 2")),
            ("i32:12", Some("number of bits must be a byte width multiple")),
            ("i32:32:24", Some("Invalid preferred alignment, must be a power of 2")),
        ] {
            assert_eq!(check(layout.as_bytes(), LlvmVersion::new(19)).err().as_deref(), message, "{layout}");
        }
    }

    /// What llvm-as 22 reports for each.
    #[test]
    fn faults_of_layouts() {
        for (layout, message) in [
            ("^", "unknown specifier '^'"),
            ("m", "malformed specification, must be of the form \"m:<mangling>\""),
            ("m:v", "unknown mangling mode"),
            ("f", "malformed specification, must be of the form \"f<size>:<abi>[:<pref>]\""),
            ("i64:64:16", "preferred alignment cannot be less than the ABI alignment"),
            ("i64:16777216:16777216", "ABI alignment must be a 16-bit integer"),
            ("p:0:32:32", "pointer size must be a non-zero 24-bit integer"),
            ("p:64:64:64:128", "index size cannot be larger than the pointer size"),
            ("p:48:52", "ABI alignment must be a power of two times the byte width"),
            ("a1:64", "size must be zero"),
            ("a:", "ABI alignment component cannot be empty"),
            ("n0", "size must be a non-zero 24-bit integer"),
            ("S24", "stack natural alignment must be a power of two times the byte width"),
            ("Fi24", "ABI alignment must be a power of two times the byte width"),
            ("i8:16", "i8 must be 8-bit aligned"),
            ("A16777216", "address space must be a 24-bit integer"),
            ("px:32:32", "'x' is not a valid pointer specification flag"),
            ("pu:32:32", "address space 0 cannot be unstable or have external state"),
            ("p3x:32:32", "address space must be a 24-bit integer"),
            ("p3(shared:32:32", "Expected `( address space name )`"),
            ("p3():32:32", "Expected `( address space name )`"),
            ("p3(A):32:32", "Cannot use predefined address space names P/G/A in data layout"),
            ("p3(a)", "malformed specification, must be of the form \"p[<n>]:<size>:<abi>[:<pref>[:<idx>]]\""),
            ("e--n32", "empty specification is not allowed"),
        ] {
            assert_eq!(check(layout.as_bytes(), LLVM_22), Err(message.to_string()), "{layout}");
        }
        for layout in [
            "",
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            "p:52:64",
            "ni:7:8:9-a:0:64",
            "pe3(a)(b):32:32",
        ] {
            assert_eq!(check(layout.as_bytes(), LLVM_22), Ok(()), "{layout}");
        }
        // As in DXIL.
        assert_eq!(check(b"e-i1:32-i8:32", LlvmVersion::new(15)), Ok(()));
        assert_eq!(check(b"e-i1:32-i8:32", LlvmVersion::new(16)), Err("i8 must be 8-bit aligned".into()));
    }
}
