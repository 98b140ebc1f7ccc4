//! Offload bundles of texts: clang-offload-bundler puts texts for several targets one after the other, with comments between them.
use std::ops::Range;

use memchr::memmem;

/// Begins a line before a text, and one after it; the target follows.
const START: &[u8] = b"; __CLANG_OFFLOAD_BUNDLE____START__ ";
const END: &[u8] = b"; __CLANG_OFFLOAD_BUNDLE____END__ ";

/// The texts in a bundle, each with its target and its range; none if this is no bundle. A text ends where the next one begins if its end is missing.
pub(crate) fn parts(text: &[u8]) -> Vec<(&[u8], Range<usize>)> {
    let mut parts = Vec::new();
    if !text.trim_ascii_start().starts_with(START) {
        return parts;
    }
    let starts: Vec<usize> = memmem::find_iter(text, START).filter(|&at| at == 0 || text[at - 1] == b'\n').collect();
    for (nth, &start) in starts.iter().enumerate() {
        let next = starts.get(nth + 1).copied().unwrap_or(text.len());
        let line = &text[start + START.len()..next];
        let Some(length) = memchr::memchr(b'\n', line) else { continue };
        let begin = start + START.len() + length + 1;
        let end = memmem::find(&text[begin..next], END).map_or(next, |end| begin + end);
        parts.push((line[..length].trim_ascii_end(), begin..end));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_bundle() {
        // As clang-offload-bundler of LLVM 22 writes it with -type=ll.
        let text =
            b"\n; __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64-\n@a = global i32 1\n\n; __CLANG_OFFLOAD_BUNDLE____END__ host-x86_64-\n\n\
            ; __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn\n@b = global i32 2\n\n; __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn\n";
        let shown = |text: &'static [u8]| parts(text).into_iter().map(|(name, range)| (name, text[range].trim_ascii())).collect::<Vec<_>>();
        assert_eq!(shown(text), [(&b"host-x86_64-"[..], &b"@a = global i32 1"[..]), (b"hip-amdgcn", b"@b = global i32 2")]);
        assert_eq!(shown(b"; a\n; __CLANG_OFFLOAD_BUNDLE____START__ x\n"), []);
        assert_eq!(shown(b"; __CLANG_OFFLOAD_BUNDLE____START__ x"), []);
        assert_eq!(shown(b"; __CLANG_OFFLOAD_BUNDLE____START__ x\nabc"), [(&b"x"[..], &b"abc"[..])]);
    }
}
