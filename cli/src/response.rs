//! Files of arguments: `@file` on the command lines of LLVM's tools, with the quotes and backslashes of a shell (`ExpandResponseFiles`,
//! `TokenizeGNUCommandLine`).
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

/// The limit on the total size of the files of a command line, in bytes.
const MOST: usize = 64 << 20;

/// The arguments, with those in the files that they name. An argument that names no file is unchanged.
///
/// # Errors
/// A file that names itself, by way of others perhaps, or files beyond all bounds.
pub(crate) fn expand(args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    if !args.iter().skip(1).any(|arg| arg.as_encoded_bytes().starts_with(b"@")) {
        return Ok(args);
    }
    let mut out = Vec::new();
    let mut left = MOST;
    let mut args = args.into_iter();
    out.extend(args.next());
    for arg in args {
        expand_one(arg, &mut Vec::new(), &mut left, &mut out)?;
    }
    Ok(out)
}

fn expand_one(arg: OsString, within: &mut Vec<PathBuf>, left: &mut usize, out: &mut Vec<OsString>) -> Result<(), String> {
    let file = arg.to_str().and_then(|text| text.strip_prefix('@')).map(PathBuf::from);
    let Some((file, bytes)) = file.and_then(|file| fs::read(&file).ok().map(|bytes| (file, bytes))) else {
        out.push(arg);
        return Ok(());
    };
    let shown = file.display().to_string();
    let path = fs::canonicalize(&file).unwrap_or(file);
    if within.contains(&path) {
        return Err(format!("recursive expansion of: '{shown}'"));
    }
    *left = left.checked_sub(bytes.len()).ok_or_else(|| format!("{shown}: response files of more than {MOST} bytes"))?;
    within.push(path);
    for word in words(&bytes) {
        expand_one(to_os(word), within, left, out)?;
    }
    within.pop();
    Ok(())
}

/// The words of a text: blanks part them unless a quote or a backslash keeps them.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (_, b'\\') => {
                let escaped = bytes.next().unwrap_or(b'\\');
                word.get_or_insert_default().push(escaped);
            }
            (Some(open), _) if byte == open => quote = None,
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (None, _) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words
}

#[cfg(unix)]
fn to_os(word: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(word)
}

#[cfg(not(unix))]
fn to_os(word: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&word).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_shell() {
        let text = |bytes: &[u8]| words(bytes).into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect::<Vec<_>>();
        assert_eq!(text(b" -o 'a b' \"c\\\"d\"\n\te\\ f '' "), ["-o", "a b", "c\"d", "e f", ""]);
        assert_eq!(text(b""), [""; 0]);
        assert_eq!(text(b"\xEF\xBB\xBFa\\"), ["a\\"]);
    }

    #[test]
    fn files_within_files() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| dir.path().join(name);
        fs::write(path("inner"), "c d").expect("written");
        fs::write(path("outer"), format!("b @{}", path("inner").display().to_string().replace('\\', "\\\\"))).expect("written");
        fs::write(path("own"), format!("@{}", path("own").display().to_string().replace('\\', "\\\\"))).expect("written");
        let args = |name: &str| vec![OsString::from("tool"), "a".into(), format!("@{}", path(name).display()).into(), "@none".into()];
        assert_eq!(expand(args("outer")), Ok(["tool", "a", "b", "c", "d", "@none"].map(OsString::from).to_vec()));
        assert!(expand(args("own")).is_err_and(|message| message.starts_with("recursive expansion of: ")));
    }
}
