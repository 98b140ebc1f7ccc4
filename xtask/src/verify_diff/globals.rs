//! Damage to global values.
use super::blocks::some_line;
use super::operands::{ODD_TYPES, TYPES};
use super::text::{CASTS, Line, Role, Text, is_type_word};
use bctk_generate::numbers::Numbers;

const LINKAGES: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "common",
    "appending",
    "extern_weak",
    "external",
];

fn is_global_value(line: &Line) -> bool {
    matches!(line.role, Role::Global | Role::Alias | Role::Define | Role::Declare)
}

/// Where words on a global value start.
fn words_at(line: &Line) -> usize {
    match line.role {
        Role::Define | Role::Declare => 1,
        _ => 2,
    }
}

/// Puts one of `words` in the place of the one that is there, or where such words may start.
fn change_word(text: &mut Text, rng: &mut Numbers, is: impl Fn(&Line) -> bool, words: &[&str], place: impl Fn(&Line) -> usize) -> bool {
    let Some(at) = some_line(text, rng, is) else { return false };
    let start = words_at(&text.lines[at]);
    let found = text.lines[at].all(|word| words.contains(&word)).into_iter().find(|&found| found >= start);
    let new = if found.is_some() && rng.one_in(4) { "" } else { rng.word(words) };
    let place = place(&text.lines[at]);
    match found {
        Some(found) => text.replace(at, found..found + 1, new),
        None => text.replace(at, place..place, new),
    }
}

pub(crate) fn linkage(text: &mut Text, rng: &mut Numbers) -> bool {
    change_word(text, rng, is_global_value, LINKAGES, words_at)
}

/// After the linkage.
fn after_linkage(line: &Line) -> usize {
    let at = words_at(line);
    at + usize::from(LINKAGES.contains(&line.at(at)))
}

pub(crate) fn visibility(text: &mut Text, rng: &mut Numbers) -> bool {
    change_word(text, rng, is_global_value, &["hidden", "protected", "default"], after_linkage)
}

pub(crate) fn dll_storage(text: &mut Text, rng: &mut Numbers) -> bool {
    change_word(text, rng, is_global_value, &["dllimport", "dllexport"], after_linkage)
}

pub(crate) fn local_words(text: &mut Text, rng: &mut Numbers) -> bool {
    change_word(text, rng, is_global_value, &["dso_local", "dso_preemptable"], after_linkage)
}

pub(crate) fn thread_local(text: &mut Text, rng: &mut Numbers) -> bool {
    let words = ["thread_local", "thread_local(initialexec)", "externally_initialized", "unnamed_addr", "local_unnamed_addr"];
    change_word(
        text,
        rng,
        |line| matches!(line.role, Role::Global | Role::Alias),
        &words,
        |line| line.all(|word| matches!(word, "global" | "constant" | "alias" | "ifunc")).first().copied().unwrap_or(2),
    )
}

/// `comdat`, `section`, `partition`, `align` and such after a global value.
pub(crate) fn section(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, is_global_value) else { return false };
    let line = &text.lines[at];
    let word = rng.word(&[
        "section \"llvm.metadata\"",
        "section \"a\"",
        "partition \"p\"",
        "align 4294967296",
        "align 8589934592",
        "align 3",
        "gc \"x\"",
        "prefix i32 0",
        "prologue ptr null",
        "no_sanitize_address",
        "sanitize_memtag",
        "code_model \"large\"",
        "personality ptr null",
        "personality i32 0",
        "unnamed_addr",
    ]);
    match line.role {
        Role::Define | Role::Declare => {
            let Some(close) = line.arguments().and_then(|open| line.closing(open)) else { return false };
            let place = if line.role == Role::Define { line.tokens.len() - 1 } else { line.tokens.len() };
            let place = line.attachments().first().copied().unwrap_or(place).max(close + 1);
            text.replace(at, place..place, word)
        }
        _ => {
            let place = line.attachments().first().map_or(line.tokens.len(), |&at| at - 1);
            text.replace(at, place..place, &format!(", {word}"))
        }
    }
}

pub(crate) fn comdat(text: &mut Text, rng: &mut Numbers) -> bool {
    if rng.one_in(3) {
        // The kind of a group, or its name.
        let Some(at) = some_line(text, rng, |line| line.role == Role::Comdat) else { return false };
        let words = ["any", "exactmatch", "largest", "nodeduplicate", "samesize"];
        let last = text.lines[at].tokens.len() - 1;
        return text.set(at, last, rng.word(&words));
    }
    let Some(at) = some_line(text, rng, |line| matches!(line.role, Role::Define | Role::Declare | Role::Global)) else { return false };
    if let Some(found) = text.lines[at].find("comdat") {
        let end = if text.lines[at].at(found + 1) == "(" { found + 4 } else { found + 1 };
        let from = if text.lines[at].at(found - 1) == "," { found - 1 } else { found };
        return text.replace(at, from..end, "");
    }
    let name = text.lines.iter().find(|line| line.role == Role::Comdat).map(|line| line.at(0).to_owned());
    let name = name.unwrap_or_else(|| {
        // The target stands before all else.
        let place = text.lines_of(|line| !matches!(line.at(0), "target" | "source_filename")).first().copied().unwrap_or(0);
        text.insert(place, Role::Comdat, "$newgroup = comdat any");
        "$newgroup".to_owned()
    });
    let at = some_line(text, rng, |line| matches!(line.role, Role::Define | Role::Declare | Role::Global)).unwrap_or(at);
    let line = &text.lines[at];
    match line.role {
        Role::Global => {
            let place = line.attachments().first().map_or(line.tokens.len(), |&at| at - 1);
            text.replace(at, place..place, &format!(", comdat({name})"))
        }
        _ => {
            let Some(close) = line.arguments().and_then(|open| line.closing(open)) else { return false };
            let place =
                (close + 1..line.tokens.len()).find(|&at| ["align", "gc", "prefix", "prologue", "personality", "{"].contains(&line.at(at)));
            let place = place.unwrap_or(line.tokens.len());
            text.replace(at, place..place, &format!("comdat({name})"))
        }
    }
}

pub(crate) fn initializer(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Global) else { return false };
    let line = &text.lines[at];
    let Some(word) = line.all(|word| matches!(word, "global" | "constant")).first().copied() else { return false };
    let Some(from) = text.type_end(line, word + 1) else { return false };
    let to = (from..line.tokens.len()).scan(0usize, |depth, at| {
        match line.at(at) {
            "(" | "[" | "{" | "<" => *depth += 1,
            ")" | "]" | "}" | ">" => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, *depth))
    });
    let to = to.into_iter().find(|&(at, depth)| depth == 0 && line.at(at) == ",").map_or(line.tokens.len(), |(at, _)| at);
    let globals = text.globals();
    let own = text.lines[at].at(0).to_owned();
    let new = match rng.below(8) {
        0 | 1 => String::new(),
        2 => "zeroinitializer".to_owned(),
        3 => "undef".to_owned(),
        4 => rng.pick(&globals).cloned().unwrap_or_default(),
        5 => own,
        6 => "null".to_owned(),
        _ => rng
            .word(&["0", "1.0", "none", "poison", "ptrtoint (ptr null to i64)", "@llvm.trap", "dso_local_equivalent @x", "no_cfi @x"])
            .to_owned(),
    };
    text.replace(at, from..to, &new)
}

pub(crate) fn global_type(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| matches!(line.role, Role::Global | Role::Alias)) else { return false };
    let line = &text.lines[at];
    let Some(word) = line.all(|word| matches!(word, "global" | "constant" | "alias" | "ifunc")).first().copied() else { return false };
    let Some(end) = text.type_end(line, word + 1) else { return false };
    let new = if rng.one_in(3) { rng.word(ODD_TYPES) } else { rng.word(TYPES) };
    if rng.one_in(3) {
        return text.replace(at, word + 1..word + 1, rng.word(&["addrspace(1)", "addrspace(3)"]));
    }
    // Everything after it goes, for it is of the old type.
    let to = if line.role == Role::Global && rng.one_in(2) { line.tokens.len() } else { end };
    let new = if to == end { new.to_owned() } else { format!("{new} {}", rng.word(&["zeroinitializer", "undef", "poison"])) };
    text.replace(at, word + 1..to, &new)
}

pub(crate) fn alias(text: &mut Text, rng: &mut Numbers) -> bool {
    let globals = text.globals();
    let Some(name) = rng.pick(&globals).cloned() else { return false };
    let lines = text.lines_of(|line| line.role == Role::Alias);
    if let Some(&at) = rng.pick(&lines)
        && !rng.one_in(3)
    {
        let names = text.lines[at].all(|word| word.starts_with('@'));
        let Some(&last) = names.last().filter(|&&last| last > 0) else { return false };
        return text.set(at, last, &name);
    }
    let new = match rng.below(8) {
        0 => format!("@newalias = alias i32, ptr {name}"),
        1 => format!("@newalias = weak alias i32, ptr {name}"),
        2 => "@newalias = alias i32, ptr @newalias".to_owned(),
        3 => format!("@newalias = available_externally alias i32, ptr {name}"),
        4 => format!("@newalias = ifunc i32 (), ptr {name}"),
        5 => format!("@newalias = alias i32, getelementptr (i8, ptr {name}, i64 4)"),
        6 => "@newalias = alias i32, ptr null".to_owned(),
        _ => format!("@newalias = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr {name} to i64), i64 1) to ptr)"),
    };
    let at = text.lines_of(is_global_value).first().copied().unwrap_or(0);
    text.insert(at, Role::Alias, &new)
}

/// Variables that LLVM knows.
pub(crate) fn special(text: &mut Text, rng: &mut Numbers) -> bool {
    let globals = text.globals();
    let Some(name) = rng.pick(&globals).cloned() else { return false };
    let at = text.lines_of(is_global_value).first().copied().unwrap_or(0);
    let used = rng.word(&["llvm.used", "llvm.compiler.used"]);
    let list = rng.word(&["llvm.global_ctors", "llvm.global_dtors"]);
    let all = [
        format!("@{used} = appending global [1 x ptr] [ptr {name}], section \"llvm.metadata\""),
        format!("@{used} = global [1 x ptr] [ptr {name}], section \"llvm.metadata\""),
        format!("@{used} = appending global [1 x ptr] [ptr null], section \"llvm.metadata\""),
        format!("@{used} = appending global [1 x i32] zeroinitializer"),
        format!("@{used} = appending global i32 0"),
        format!("@{used} = appending global [1 x ptr] zeroinitializer"),
        format!("@{used} = appending global [1 x ptr] [ptr getelementptr (i8, ptr {name}, i64 1)]"),
        format!("@{list} = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 0, ptr {name}, ptr null }}]"),
        format!("@{list} = appending global [1 x {{ i32, ptr }}] [{{ i32, ptr }} {{ i32 0, ptr {name} }}]"),
        format!("@{list} = appending global [1 x {{ i64, ptr, ptr }}] zeroinitializer"),
        format!("@{list} = appending global i32 0"),
        format!("@{list} = global [0 x {{ i32, ptr, ptr }}] zeroinitializer"),
        format!("@{list} = appending global [1 x {{ i32, ptr, ptr }}] zeroinitializer"),
        format!("@{list} = appending global [1 x {{ i32, ptr, i32 }}] zeroinitializer"),
        "@newlist = appending global [1 x i32] zeroinitializer".to_owned(),
        "@newlist = appending global i32 0".to_owned(),
        "@newlist = common global i32 1".to_owned(),
        "@newlist = common constant i32 0".to_owned(),
        "@newlist = extern_weak global i32 0".to_owned(),
        "@llvm.newname = global i32 0".to_owned(),
        "define void @llvm.newfunction() { ret void }".to_owned(),
        "declare void @llvm.newfunction()".to_owned(),
    ];
    let Some(new) = rng.pick(&all) else { return false };
    text.insert(at, Role::Other, new)
}

/// `personality`, `gc`, `prefix` and `prologue` of functions.
pub(crate) fn function_extras(text: &mut Text, rng: &mut Numbers) -> bool {
    let words = ["personality", "gc", "prefix", "prologue"];
    let is = |line: &Line| line.role == Role::Define && line.tokens.iter().any(|token| words.contains(&token.text.as_str()));
    let Some(at) = some_line(text, rng, is) else { return false };
    let found = text.lines[at].all(|word| words.contains(&word));
    let Some(&word) = rng.pick(&found) else { return false };
    if text.lines[at].at(word) == "gc" {
        return text.replace(at, word..word + 2, "");
    }
    let globals = text.globals();
    match rng.below(3) {
        0 => text.replace(at, word..word + 3, ""),
        1 => text.replace(at, word + 1..word + 3, rng.word(&["ptr null", "i32 0", "i64 undef", "ptr undef"])),
        _ => {
            let name = rng.pick(&globals).cloned().unwrap_or_default();
            text.set(at, word + 2, &name)
        }
    }
}

/// Types, opcodes and operands of constant expressions.
pub(crate) fn expression(text: &mut Text, rng: &mut Numbers) -> bool {
    let opcodes =
        [CASTS, &["add", "sub", "xor", "mul", "getelementptr", "blockaddress", "splat", "select", "icmp", "extractelement"]].concat();
    let starts = |line: &Line| {
        line.all(|_| true).into_iter().filter(|&at| at > 0 && opcodes.contains(&line.at(at)) && has_bracket(line, at)).collect::<Vec<_>>()
    };
    let lines = text.lines_of(|line| matches!(line.role, Role::Inst | Role::Global | Role::Alias) && !starts(line).is_empty());
    let Some(&at) = rng.pick(&lines) else { return false };
    let found = starts(&text.lines[at]);
    let Some(&word) = rng.pick(&found) else { return false };
    if rng.one_in(4) {
        return text.set(at, word, rng.word(&opcodes));
    }
    let Some(open) = (word..text.lines[at].tokens.len()).find(|&open| text.lines[at].at(open) == "(") else { return false };
    let Some(close) = text.lines[at].closing(open) else { return false };
    let types: Vec<usize> = (open..close).filter(|&at_word| is_type_word(text.lines[at].at(at_word))).collect();
    let Some(&ty) = rng.pick(&types) else { return false };
    let new = if rng.one_in(4) { rng.word(ODD_TYPES) } else { rng.word(TYPES) };
    text.replace(at, ty..ty + 1, new)
}

/// Whether an expression's bracket follows its opcode, flags between them.
fn has_bracket(line: &Line, at: usize) -> bool {
    (at + 1..at + 4).find(|&after| !["inbounds", "nuw", "nsw", "nusw"].contains(&line.at(after))).is_some_and(|after| line.at(after) == "(")
}

/// Lines about the whole module: the data layout, the triple, types, module assembly.
pub(crate) fn module(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |line: &Line| matches!(line.at(0), "target" | "source_filename" | "module") || line.role == Role::TypeName;
    if let Some(at) = some_line(text, rng, is).filter(|_| rng.one_in(2)) {
        if text.lines[at].role == Role::TypeName {
            let end = text.lines[at].tokens.len();
            return text.replace(
                at,
                3..end,
                rng.word(&["opaque", "{}", "{ i32 }", "<{ i8 }>", "{ void }", "{ <vscale x 2 x i32> }", "i32", "{ label }"]),
            );
        }
        text.lines.remove(at);
        return true;
    }
    let line = rng.word(&[
        "target datalayout = \"E-p:32:32-i64:32\"",
        "target datalayout = \"e-p1:16:16-A5-P4-G1\"",
        "target datalayout = \"e-ni:1-p1:64:64\"",
        "target datalayout = \"e-p:64:64:64-f80:128-v128:64\"",
        "target datalayout = \"x\"",
        "target datalayout = \"e-p:0:8\"",
        "target datalayout = \"e-i64:3\"",
        "target triple = \"x86_64-pc-windows-msvc\"",
        "target triple = \"amdgcn-amd-amdhsa\"",
        "target triple = \"nvptx64-nvidia-cuda\"",
        "target triple = \"aarch64-apple-macosx\"",
        "target triple = \"wasm32-unknown-unknown\"",
        "target triple = \"powerpc64-ibm-aix\"",
    ]);
    let old: Vec<usize> = text.lines_of(|old| old.at(0) == "target" && old.at(1) == super::text::lex(line)[1].text);
    for at in old.into_iter().rev() {
        text.lines.remove(at);
    }
    text.insert(0, Role::Other, line)
}
