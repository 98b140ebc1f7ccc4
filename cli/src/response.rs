//! Files of arguments: `@file` on the command lines of LLVM's tools, with the quotes and backslashes of a shell (`ExpandResponseFiles`,
//! `TokenizeGNUCommandLine`).
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

/// The limit on the total size of the files of a command line, in bytes.
const MOST: usize = 64 << 20;

/// How words in files are quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// As in a shell.
    Posix,
    /// As programs of Windows take their command line apart.
    Windows,
}

/// The arguments, with those in the files that they name. An argument that names no file is unchanged.
///
/// # Errors
/// A file that names itself, by way of others perhaps, or files beyond all bounds.
pub(crate) fn expand(args: Vec<OsString>) -> Result<Vec<OsString>, String> {
    expand_with(args, Quoting::Posix)
}

/// As [`expand`], with words that are quoted in another way.
pub(crate) fn expand_with(args: Vec<OsString>, quoting: Quoting) -> Result<Vec<OsString>, String> {
    if !args.iter().skip(1).any(|arg| arg.as_encoded_bytes().starts_with(b"@")) {
        return Ok(args);
    }
    let mut out = Vec::new();
    let mut left = MOST;
    let mut args = args.into_iter();
    out.extend(args.next());
    for arg in args {
        expand_one(arg, quoting, &mut Vec::new(), &mut left, &mut out)?;
    }
    Ok(out)
}

fn expand_one(arg: OsString, quoting: Quoting, within: &mut Vec<PathBuf>, left: &mut usize, out: &mut Vec<OsString>) -> Result<(), String> {
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
    let words = match quoting {
        Quoting::Posix => words(&bytes),
        Quoting::Windows => windows_words(&bytes),
    };
    for word in words {
        expand_one(to_os(word), quoting, within, left, out)?;
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

/// The words of a text as programs of Windows see them: a backslash is one unless quotes follow; of two before quotes, one remains.
fn windows_words(text: &[u8]) -> Vec<Vec<u8>> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut is_quoted = false;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => {
                let count = text[at..].iter().take_while(|byte| **byte == b'\\').count();
                at += count;
                let quotes = text.get(at) == Some(&b'"');
                let word = word.get_or_insert_default();
                word.extend(std::iter::repeat_n(b'\\', if quotes { count / 2 } else { count }));
                if quotes && count % 2 == 1 {
                    word.push(b'"');
                    at += 1;
                }
                continue;
            }
            b'"' if is_quoted && text.get(at + 1) == Some(&b'"') => {
                word.get_or_insert_default().push(b'"');
                at += 1;
            }
            b'"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            _ if byte.is_ascii_whitespace() && !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
        at += 1;
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
    fn words_of_windows() {
        let text =
            |bytes: &[u8]| windows_words(bytes).into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect::<Vec<_>>();
        assert_eq!(text(br#"a\b "c d" "e\"f" g\\"h i" "" "j""k""#), [r"a\b", "c d", "e\"f", r"g\h i", "", "j\"k"]);
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
