//! Files of arguments: `@file` on the command lines of LLVM's tools, with the quotes and backslashes of a shell (`ExpandResponseFiles`,
//! `TokenizeGNUCommandLine`), or with those of Windows.
use std::borrow::Cow;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

/// The limit on the total size of the files of a command line, in bytes.
const MOST: usize = 64 << 20;
/// How many files may name each other.
const DEEPEST: usize = 256;

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
    let mut files = Files::default();
    let mut args = args.into_iter();
    out.extend(args.next());
    for arg in args {
        expand_one(arg, quoting, &mut files, &mut out)?;
    }
    Ok(out)
}

fn expand_one(arg: OsString, quoting: Quoting, files: &mut Files, out: &mut Vec<OsString>) -> Result<(), String> {
    let Some((_, words)) = files.enter(arg.as_encoded_bytes(), quoting)? else {
        out.push(arg);
        return Ok(());
    };
    for word in words {
        expand_one(to_os(word), quoting, files, out)?;
    }
    files.leave();
    Ok(())
}

/// The path of a file of arguments, and these.
pub(crate) type File = (PathBuf, Vec<Vec<u8>>);

/// The files of arguments of a command line that were read.
#[derive(Debug)]
pub(crate) struct Files {
    /// Those that are being read, outermost first.
    within: Vec<PathBuf>,
    /// How many bytes more there may be.
    left: usize,
}

impl Default for Files {
    fn default() -> Files {
        Files { within: Vec::new(), left: MOST }
    }
}

impl Files {
    /// If an argument names a file of arguments, its path and the arguments in it. [`Files::leave`] follows after these.
    ///
    /// # Errors
    /// A file that names itself, by way of others perhaps, or files beyond all bounds.
    pub(crate) fn enter(&mut self, arg: &[u8], quoting: Quoting) -> Result<Option<File>, String> {
        let Some(file) = arg.strip_prefix(b"@").map(|file| PathBuf::from(to_os(file.to_vec()))) else { return Ok(None) };
        let Ok(bytes) = fs::read(&file) else { return Ok(None) };
        let shown = file.display().to_string();
        let path = fs::canonicalize(&file).unwrap_or_else(|_| file.clone());
        if self.within.contains(&path) {
            return Err(format!("recursive expansion of: '{shown}'"));
        }
        if self.within.len() >= DEEPEST {
            return Err(format!("{shown}: more than {DEEPEST} response files name each other"));
        }
        self.left = self.left.checked_sub(bytes.len()).ok_or_else(|| format!("{shown}: response files of more than {MOST} bytes"))?;
        self.within.push(path);
        let text = as_bytes(&bytes);
        let words = match quoting {
            Quoting::Posix => words(&text),
            Quoting::Windows => windows_words(&text),
        };
        Ok(Some((file, words)))
    }

    /// All arguments of the innermost file were seen.
    pub(crate) fn leave(&mut self) {
        self.within.pop();
    }
}

/// The text of a file; what is in UTF-16 becomes UTF-8, as LLVM's tools take it.
fn as_bytes(text: &[u8]) -> Cow<'_, [u8]> {
    let (rest, is_little) = match text {
        [0xFF, 0xFE, rest @ ..] => (rest, true),
        [0xFE, 0xFF, rest @ ..] => (rest, false),
        _ => return text.into(),
    };
    let unit = |pair: [u8; 2]| if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) };
    let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    text.into_bytes().into()
}

/// A file of arguments with these words, a line each.
pub(crate) fn text_of(words: &[Vec<u8>], quoting: Quoting) -> Vec<u8> {
    let mut out = Vec::new();
    for word in words {
        let is_plain = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'"' | b'\'' | b'\\');
        if !word.is_empty() && word.iter().all(is_plain) {
            out.extend_from_slice(word);
            out.push(b'\n');
            continue;
        }
        out.push(b'"');
        let mut backslashes = 0;
        for &byte in word {
            match quoting {
                Quoting::Posix if matches!(byte, b'"' | b'\\') => out.push(b'\\'),
                // Those before quotes count twice, and one more belongs to these.
                Quoting::Windows if byte == b'"' => out.extend(std::iter::repeat_n(b'\\', backslashes + 1)),
                _ => {}
            }
            backslashes = if byte == b'\\' { backslashes + 1 } else { 0 };
            out.push(byte);
        }
        if quoting == Quoting::Windows {
            out.extend(std::iter::repeat_n(b'\\', backslashes));
        }
        out.extend_from_slice(b"\"\n");
    }
    out
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

/// The bytes of an argument as one.
#[cfg(unix)]
pub(crate) fn to_os(word: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(word)
}

/// The bytes of an argument as one.
#[cfg(not(unix))]
pub(crate) fn to_os(word: Vec<u8>) -> OsString {
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
    fn words_are_written_as_they_are_read() {
        let all: Vec<Vec<u8>> = [&b""[..], b"a", b"a b", b"'", b"\"", b"\\", b"a\\\\ \"b\\", b"C:\\x y\\", b"\\\"\\\\\"", b"\xFF\n"]
            .map(<[u8]>::to_vec)
            .to_vec();
        assert_eq!(words(&text_of(&all, Quoting::Posix)), all);
        assert_eq!(windows_words(&text_of(&all, Quoting::Windows)), all);
    }

    #[test]
    fn words_in_utf_16() {
        let units = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        for text in [units("\u{FEFF}a ä", u16::to_le_bytes), units("\u{FEFF}a ä", u16::to_be_bytes)] {
            assert_eq!(words(&as_bytes(&text)), [b"a".to_vec(), "ä".into()]);
        }
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
