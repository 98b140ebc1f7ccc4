//! Names as their source has them: C++ (the Itanium ABI) and Rust, in the words of LLVM's demangler. Names of Microsoft's C++ and of D stay as they are.
use std::borrow::Cow;
use std::fmt;

use cpp_demangle::{BorrowedSymbol, DemangleOptions};

/// The longest text that a name is demangled to, in bytes: names can say much in few letters.
const MOST: usize = 1 << 20;

/// The name demangled, or as it is where it is not mangled or its mangling is not known.
pub(crate) fn demangle(name: &[u8]) -> Cow<'_, [u8]> {
    let undone = itanium_or_rust(name).or_else(|| itanium_or_rust(name.strip_prefix(b"_")?));
    undone.map_or(Cow::Borrowed(name), Cow::Owned)
}

/// One of either, which a dot may stand before.
fn itanium_or_rust(name: &[u8]) -> Option<Vec<u8>> {
    let (dot, bare) = name.strip_prefix(b".").map_or((&b""[..], name), |bare| (b".", bare));
    let text = match bare {
        [b'_', b'Z', ..] | [b'_', b'_', b'_', b'Z', ..] => itanium(bare)?,
        [b'_', b'R', ..] => rust(bare)?,
        _ => return None,
    };
    Some([dot, text.as_bytes()].concat())
}

/// Text of bounded length.
#[derive(Default)]
struct Bounded(String);

impl Bounded {
    fn push(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > MOST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text)
    }
}

fn itanium(name: &[u8]) -> Option<String> {
    // What follows a dot is no part of the name.
    let (symbol, rest) = BorrowedSymbol::with_tail(name).ok()?;
    let mut out = Bounded::default();
    symbol.structured_demangle(&mut out, &DemangleOptions::default()).ok()?;
    if !rest.is_empty() {
        return None;
    }
    Some(in_llvms_words(&out.0))
}

/// The text as LLVM's demangler words it: vectors, types without names, and what stands behind a dot.
fn in_llvms_words(text: &str) -> String {
    let mut clones = String::new();
    let mut rest = text;
    while let Some((before, clone)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once(" [clone ")) {
        clones.insert_str(0, clone);
        rest = before;
    }
    let mut out = String::with_capacity(text.len());
    if let Some((_, name)) = rest.strip_prefix("reference temporary #").and_then(|rest| rest.split_once(" for ")) {
        out.push_str("reference temporary for ");
        rest = name;
    } else if let Some((outer, inner)) = rest.strip_prefix("construction vtable for ").and_then(|rest| rest.split_once("-in-")) {
        // The one within the other, which LLVM names the other way round.
        return format!("construction vtable for {}-in-{}", in_llvms_words(inner), in_llvms_words(outer));
    }
    for (start, word) in
        [("TLS wrapper function for ", "thread-local wrapper routine"), ("TLS init function for ", "thread-local initialization routine")]
    {
        if let Some(name) = rest.strip_prefix(start) {
            return format!("{word} for {}", in_llvms_words(name));
        }
    }
    if let Some(thunk) = rest.strip_prefix("{virtual override thunk(").and_then(|rest| rest.strip_suffix(")}")) {
        return self::thunk(thunk);
    }
    for (word, start) in [("vtable", "{vtable("), ("VTT", "{vtt("), ("typeinfo", "{typeinfo("), ("typeinfo name", "{typeinfo name(")] {
        if let Some(name) = rest.strip_prefix(start).and_then(|rest| rest.strip_suffix(")}")) {
            return format!("{word} for {}", in_llvms_words(name));
        }
    }
    while let Some(at) = rest.find(['_', '{', '>', '(', ',']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let reworded = match &from[..1] {
            "_" => vector(from, &mut out),
            "{" => unnamed(from, &mut out),
            "(" => number(from, &mut out),
            // An empty pack after other arguments leaves its comma behind.
            "," => from.strip_prefix(", ").filter(|rest| rest.starts_with('>')),
            _ => from.strip_prefix("> ").filter(|rest| rest.starts_with('>')).inspect(|_| out.push('>')),
        };
        rest = reworded.unwrap_or_else(|| {
            out.push_str(&from[..1]);
            &from[1..]
        });
    }
    out.push_str(rest);
    if !clones.is_empty() {
        out.push_str(&format!(" ({clones})"));
    }
    out
}

/// A thunk, by how it adjusts what it is given and what it gives back: one or two offsets before the name.
fn thunk(text: &str) -> String {
    let mut kinds = Vec::new();
    let mut name = text;
    while let Some((offset, rest)) = name.strip_prefix('{').and_then(|rest| rest.split_once("}, ")) {
        kinds.push(if offset.starts_with("virtual") { "virtual" } else { "non-virtual" });
        name = rest;
    }
    let kind = match kinds[..] {
        [kind] => kind,
        _ => "covariant return",
    };
    format!("{kind} thunk to {}", in_llvms_words(name))
}

/// `__vector(4)` as `vector[4]`; gives what follows.
fn vector<'s>(text: &'s str, out: &mut String) -> Option<&'s str> {
    let (count, rest) = text.strip_prefix("__vector(")?.split_once(')')?;
    out.push_str(&format!("vector[{count}]"));
    Some(rest)
}

/// `(unsigned int)9` as `9u`; gives what follows.
fn number<'s>(text: &'s str, out: &mut String) -> Option<&'s str> {
    const SUFFIXES: [(&str, &str); 6] = [
        ("(unsigned int)", "u"),
        ("(long)", "l"),
        ("(unsigned long)", "ul"),
        ("(long long)", "ll"),
        ("(unsigned long long)", "ull"),
        ("(int)", ""),
    ];
    let (rest, suffix) = SUFFIXES.iter().find_map(|(ty, suffix)| Some((text.strip_prefix(ty)?, suffix)))?;
    let sign = usize::from(rest.starts_with('-'));
    let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(())?;
    let (value, rest) = rest.split_at(sign + digits);
    out.push_str(value);
    out.push_str(suffix);
    Some(rest)
}

/// `{lambda(int)#2}` as `'lambda0'(int)`, and likewise what has no name; gives what follows.
fn unnamed<'s>(text: &'s str, out: &mut String) -> Option<&'s str> {
    let (word, from) = match text.strip_prefix("{lambda") {
        Some(from) => ("lambda", from),
        None => ("unnamed", text.strip_prefix("{unnamed type")?),
    };
    // The brace that closes this one.
    let mut depth = 1;
    let end = from.char_indices().find_map(|(at, c)| {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })?;
    let (args, number) = from[..end].rsplit_once('#')?;
    // The first has no number, the second is 0.
    let number = match number.parse::<u64>().ok()? {
        0 | 1 => String::new(),
        number => (number - 2).to_string(),
    };
    out.push_str(&format!("'{word}{number}'"));
    out.push_str(&in_llvms_words(args));
    Some(&from[end + 1..])
}

fn rust(name: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(name).ok()?;
    let (text, suffix) = text.find('.').map_or((text, ""), |at| text.split_at(at));
    let demangled = rustc_demangle::try_demangle(text).ok()?;
    let mut out = Bounded::default();
    fmt::Write::write_fmt(&mut out, format_args!("{demangled:#}")).ok()?;
    if !suffix.is_empty() {
        out.push(&format!(" ({suffix})")).ok()?;
    }
    Some(out.0)
}
