//! What is wrong with a data layout string, in the words of LLVM 22 (`DataLayout::parseLayoutString`; LangRef, "Data Layout").

/// A part of a specification between colons.
type Field<'a> = &'a [u8];

/// The first fault of `layout`.
///
/// # Errors
///
/// What LLVM 22 says of it.
pub fn check(layout: &[u8]) -> Result<(), String> {
    if layout.is_empty() {
        return Ok(());
    }
    layout.split(|&c| c == b'-').try_for_each(check_part)
}

fn check_part(part: &[u8]) -> Result<(), String> {
    let Some((&key, rest)) = part.split_first() else { return Err("empty specification is not allowed".into()) };
    if key == b'n' && rest.first() == Some(&b'i') {
        let Some(spaces) = rest[1..].strip_prefix(b":") else { return malformed("ni:<address space>[:<address space>]...") };
        return spaces.split(|&c| c == b':').try_for_each(|space| match address_space(space)? {
            0 => Err("address space 0 cannot be non-integral".into()),
            _ => Ok(()),
        });
    }
    let fields: Vec<Field<'_>> = rest.split(|&c| c == b':').collect();
    match key {
        b'i' | b'f' | b'v' => primitive(key, &fields),
        b'a' => aggregate(&fields),
        b'p' => pointer(&fields),
        b's' => Ok(()),
        b'e' | b'E' if rest.is_empty() => Ok(()),
        b'e' | b'E' => Err("malformed specification, must be just 'e' or 'E'".into()),
        b'n' => fields.iter().try_for_each(|field| size(field, "size").map(drop)),
        b'S' if rest.is_empty() => malformed("S<size>"),
        b'S' => alignment(rest, "stack natural", false).map(drop),
        b'F' => match rest.split_first() {
            None => malformed("F<type><abi>"),
            Some((b'i' | b'n', abi)) => alignment(abi, "ABI", false).map(drop),
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
    if !field.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(field).ok()?.parse().ok().filter(|&n| n < limit)
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
fn alignment(field: Field<'_>, what: &str, allow_zero: bool) -> Result<u32, String> {
    if field.is_empty() {
        return Err(format!("{what} alignment component cannot be empty"));
    }
    match number(field, 1 << 16) {
        None => Err(format!("{what} alignment must be a 16-bit integer")),
        Some(0) if allow_zero => Ok(8),
        Some(0) => Err(format!("{what} alignment must be non-zero")),
        Some(bits) if bits % 8 != 0 || !(bits / 8).is_power_of_two() => {
            Err(format!("{what} alignment must be a power of two times the byte width"))
        }
        Some(bits) => Ok(bits),
    }
}

/// The ABI alignment and, if it is there, the preferred one.
fn alignments(fields: &[Field<'_>], allow_zero: bool) -> Result<u32, String> {
    let abi = alignment(fields[0], "ABI", allow_zero)?;
    if let Some(pref) = fields.get(1)
        && alignment(pref, "preferred", false)? < abi
    {
        return Err("preferred alignment cannot be less than the ABI alignment".into());
    }
    Ok(abi)
}

fn primitive(key: u8, fields: &[Field<'_>]) -> Result<(), String> {
    if !(2..=3).contains(&fields.len()) {
        return malformed(&format!("{}<size>:<abi>[:<pref>]", key as char));
    }
    let bits = size(fields[0], "size")?;
    let abi = alignment(fields[1], "ABI", false)?;
    if key == b'i' && bits == 8 && abi != 8 {
        return Err("i8 must be 8-bit aligned".into());
    }
    alignments(&fields[1..], false).map(drop)
}

fn aggregate(fields: &[Field<'_>]) -> Result<(), String> {
    if !(2..=3).contains(&fields.len()) {
        return malformed("a:<abi>[:<pref>]");
    }
    if !fields[0].is_empty() && number(fields[0], 1) != Some(0) {
        return Err("size must be zero".into());
    }
    alignments(&fields[1..], true).map(drop)
}

fn pointer(fields: &[Field<'_>]) -> Result<(), String> {
    if !(3..=5).contains(&fields.len()) {
        return malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]");
    }
    // Flags stand before the number, a name in parentheses behind it.
    let flags = fields[0].iter().take_while(|c| matches!(c, b'e' | b'u')).count();
    let head = &fields[0][flags..];
    let head = &head[..head.iter().position(|&c| c == b'(').unwrap_or(head.len())];
    if !head.is_empty() {
        address_space(head)?;
    }
    let bits = size(fields[1], "pointer size")?;
    alignments(&fields[2..fields.len().min(4)], false)?;
    match fields.get(4) {
        Some(index) if size(index, "index size")? > bits => Err("index size cannot be larger than the pointer size".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    /// What llvm-as 22 says of each.
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
            ("e--n32", "empty specification is not allowed"),
        ] {
            assert_eq!(check(layout.as_bytes()), Err(message.to_string()), "{layout}");
        }
        for layout in ["", "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128", "p:52:64", "ni:7:8:9-a:0:64"]
        {
            assert_eq!(check(layout.as_bytes()), Ok(()), "{layout}");
        }
    }
}
