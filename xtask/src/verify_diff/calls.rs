//! Damage to calls, attributes, operand bundles, intrinsics, and to instructions that access memory.
use super::blocks::some_line;
use super::operands::{ODD_TYPES, TYPES};
use super::text::{Line, Role, Text, join};
use bctk_generate::numbers::Numbers;
use bctk_ir::attrs::{AttrClass, ROWS};
use bctk_ir::fixed::BUNDLE_TAGS;
use bctk_ir::keywords::CallConv;

pub(crate) fn alignment(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.has("align") && line.role != Role::Group) else { return false };
    let aligns = text.lines[at].all(|word| word == "align");
    let Some(&align) = rng.pick(&aligns) else { return false };
    match rng.below(4) {
        0 => {
            let from = if align > 0 && text.lines[at].at(align - 1) == "," { align - 1 } else { align };
            text.replace(at, from..align + 2, "")
        }
        1 => text.set(at, align + 1, "4294967296"),
        2 => text.set(at, align + 1, rng.word(&["8589934592", "17179869184", "3", "0"])),
        _ => text.set(at, align + 1, rng.word(&["1", "2", "1024", "2147483648"])),
    }
}

const ORDERINGS: &[&str] = &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

pub(crate) fn ordering(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) =
        some_line(text, rng, |line| line.role == Role::Inst && line.tokens.iter().any(|token| ORDERINGS.contains(&token.text.as_str())))
    else {
        return false;
    };
    let words = text.lines[at].all(|word| ORDERINGS.contains(&word));
    let Some(&word) = rng.pick(&words) else { return false };
    let new = if rng.one_in(8) { "" } else { rng.word(ORDERINGS) };
    text.replace(at, word..word + 1, new)
}

/// Loads and stores become atomic.
pub(crate) fn atomic(text: &mut Text, rng: &mut Numbers) -> bool {
    let is_plain = |line: &Line| matches!(line.opcode(), "load" | "store") && !line.has("atomic") && line.has("align");
    let Some(at) = some_line(text, rng, is_plain) else { return false };
    let opcode = text.lines[at].opcode_at();
    if let Some(align) = text.lines[at].find("align") {
        let scope = rng.word(&["", "", "syncscope(\"singlethread\") "]);
        let ordering = rng.word(ORDERINGS);
        text.replace(at, align - 1..align - 1, &format!("{scope}{ordering}"));
    }
    let word = if rng.one_in(3) { "atomic volatile" } else { "atomic" };
    text.replace(at, opcode + 1..opcode + 1, word)
}

pub(crate) fn atomic_operation(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| matches!(line.opcode(), "atomicrmw" | "cmpxchg")) else {
        let Some(at) = some_line(text, rng, |line| line.opcode() == "store" && !line.has("atomic")) else { return false };
        let ty = rng.word(&["i32", "i64", "float", "ptr", "i1", "i24", "<2 x half>", "<vscale x 2 x float>", "{ i32 }"]);
        let op = rng.word(&["xchg", "add", "fadd", "fmax", "uinc_wrap", "usub_cond", "nand", "fmaximum"]);
        let ordering = rng.word(ORDERINGS);
        let new = match rng.below(2) {
            0 => format!("%newrmw = atomicrmw {op} ptr null, {ty} poison {ordering}"),
            _ => format!("%newxchg = cmpxchg ptr null, {ty} poison, {ty} poison {ordering} monotonic"),
        };
        return text.insert(at, Role::Inst, &new);
    };
    let words =
        ["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "fadd", "fsub", "fmax", "fmin", "uinc_wrap"];
    match text.lines[at].all(|word| words.contains(&word)).first().copied() {
        Some(word) => text.set(at, word, rng.word(&words)),
        None => {
            let opcode = text.lines[at].opcode_at();
            text.replace(at, opcode + 1..opcode + 1, rng.word(&["weak", "volatile"]))
        }
    }
}

pub(crate) fn alloca(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.opcode() == "alloca") else { return false };
    let opcode = text.lines[at].opcode_at();
    match rng.below(6) {
        0 => text.replace(at, opcode + 1..opcode + 1, "inalloca"),
        1 | 2 => text.replace(at, opcode + 1..opcode + 1, "swifterror"),
        3 => text.append(at, rng.word(&[", addrspace(1)", ", addrspace(5)", ", addrspace(16777216)"])),
        4 => match text.type_end(&text.lines[at], opcode + 1) {
            Some(end) => {
                text.replace(at, end..end, rng.word(&[", i32 5", ", i64 0", ", float 1.0", ", ptr null", ", i1 true", ", i32 -1"]))
            }
            None => false,
        },
        _ => match text.type_end(&text.lines[at], opcode + 1) {
            Some(end) => text.replace(at, opcode + 1..end, rng.word(ODD_TYPES)),
            None => false,
        },
    }
}

fn call(text: &Text, rng: &mut Numbers) -> Option<(usize, usize)> {
    let at = some_line(text, rng, |line| line.is_call() && line.arguments().is_some())?;
    Some((at, text.lines[at].arguments()?))
}

pub(crate) fn argument(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = call(text, rng) else { return false };
    let pieces = text.lines[at].pieces(open);
    let new = rng.word(&["i32 0", "ptr null", "i64 poison", "metadata !{}", "token none", "float 0.0", "i1 true", "ptr @llvm.trap"]);
    match rng.pick(&pieces).cloned() {
        None => text.replace(at, open + 1..open + 1, new),
        Some(piece) => match rng.below(4) {
            0 if piece.end < text.lines[at].tokens.len() && text.lines[at].at(piece.end) == "," => {
                text.replace(at, piece.start..piece.end + 1, "")
            }
            0 => {
                let comma = usize::from(text.lines[at].at(piece.start - 1) == ",");
                text.replace(at, piece.start - comma..piece.end, "")
            }
            1 => text.replace(at, piece.end..piece.end, &format!(", {new}")),
            _ => text.replace(at, piece, new),
        },
    }
}

pub(crate) fn callee(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = call(text, rng) else { return false };
    let functions: Vec<String> = text
        .lines
        .iter()
        .filter(|line| matches!(line.role, Role::Define | Role::Declare))
        .filter_map(|line| Some(line.at(line.callee()?).to_owned()))
        .collect();
    let mut new = rng.pick(&functions).cloned().unwrap_or_default();
    if rng.one_in(5) {
        rng.word(&["null", "undef", "%v0", "@nothing", "asm \"nop\", \"\"", "asm \"x\", \"=r,r\"", "asm \"\", \"~{memory},,\""])
            .clone_into(&mut new);
    }
    if new.is_empty() {
        return false;
    }
    text.replace(at, open - 1..open, &new)
}

pub(crate) fn call_type(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, _)) = call(text, rng) else { return false };
    let from = text.lines[at].opcode_at() + 1;
    let Some(range) = text.first_type(&text.lines[at], from) else { return false };
    let new = match rng.below(5) {
        0 => format!("{} (...)", join(&text.lines[at].tokens[range.clone()])),
        1 => format!("{} (i32)", join(&text.lines[at].tokens[range.clone()])),
        2 => rng.word(ODD_TYPES).to_owned(),
        _ => rng.word(TYPES).to_owned(),
    };
    text.replace(at, range, &new)
}

pub(crate) fn tail_kind(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.opcode() == "call") else { return false };
    let opcode = text.lines[at].opcode_at();
    let new = rng.word(&["musttail", "musttail", "tail", "notail", ""]);
    let has = opcode > 0 && matches!(text.lines[at].at(opcode - 1), "tail" | "musttail" | "notail");
    let changed = if has { text.replace(at, opcode - 1..opcode, new) } else { text.replace(at, opcode..opcode, new) };
    // A `ret` after it is what makes it valid but for its types.
    if changed && new == "musttail" && rng.one_in(2) {
        let name = text.lines[at].result().map(str::to_owned);
        let from = text.lines[at].opcode_at() + 1;
        let ty = text.first_type(&text.lines[at], from).map(|range| join(&text.lines[at].tokens[range]));
        let end = (at..text.lines.len()).find(|&after| text.lines[after].is_terminator());
        if let Some(end) = end {
            text.lines.drain(at + 1..=end);
            let ret = match (name, ty) {
                (Some(name), Some(ty)) => format!("ret {ty} {name}"),
                _ => "ret void".to_owned(),
            };
            text.insert(at + 1, Role::Inst, &ret);
        }
    }
    changed
}

pub(crate) fn calling_convention(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |line: &Line| line.is_call() || matches!(line.role, Role::Define | Role::Declare);
    let Some(at) = some_line(text, rng, is) else { return false };
    let line = &text.lines[at];
    let from = if line.role == Role::Inst { line.opcode_at() + 1 } else { 1 };
    let name = match rng.below(6) {
        0 => "cc 1000",
        _ => rng.pick(CallConv::NAMES).map_or("fastcc", |row| row.1),
    };
    let at_type = text.first_type(line, from).map_or(from, |range| range.start);
    let at_place = if line.role == Role::Inst { from } else { at_type };
    // On definitions the attributes of the result stand between; then this is a fault of syntax.
    let ends = line.at(at_place.wrapping_sub(1));
    if ends.ends_with("cc") || ends.starts_with("amdgpu_") {
        return text.set(at, at_place - 1, name);
    }
    text.replace(at, at_place..at_place, name)
}

/// An attribute, with a value of the right kind.
fn attribute(rng: &mut Numbers, in_group: bool) -> String {
    let rows: Vec<_> = ROWS.iter().filter(|row| !row.gone()).collect();
    let Some(row) = rng.pick(&rows) else { return String::new() };
    let name = row.spelling;
    let number = rng.word(&["1", "2", "4", "8", "16", "3", "4294967296"]);
    match row.class {
        AttrClass::Enum => name.to_owned(),
        AttrClass::Type => {
            format!("{name}({})", rng.word(&["i32", "i64", "ptr", "{ i32 }", "[4 x i8]", "void", "<vscale x 2 x i32>", "i1"]))
        }
        _ => match name {
            "align" | "alignstack" if in_group => format!("{name}={number}"),
            "align" => format!("align {number}"),
            "memory" => {
                format!("memory({})", rng.word(&["none", "read", "argmem: write", "inaccessiblemem: readwrite", "write, argmem: none"]))
            }
            "captures" => format!("captures({})", rng.word(&["none", "address", "ret: provenance", "address, provenance"])),
            "nofpclass" => format!("nofpclass({})", rng.word(&["nan", "inf", "all", "zero sub"])),
            "range" => format!("range({})", rng.word(&["i32 0, 5", "i64 1, 9", "i8 -1, 3", "i1 0, -1"])),
            "initializes" => format!("initializes(({}))", rng.word(&["0, 4", "4, 8), (8, 9", "-4, 0"])),
            "vscale_range" => format!("vscale_range({})", rng.word(&["1,2", "0,3", "3,3", "4,2", "1,0"])),
            "allocsize" => format!("allocsize({})", rng.word(&["0", "1", "0,1", "7"])),
            "allockind" => format!(
                "allockind(\"{}\")",
                rng.word(&["alloc", "free", "alloc,zeroed", "realloc", "alloc,free", "alloc,uninitialized,zeroed"])
            ),
            "uwtable" => rng.word(&["uwtable", "uwtable(sync)", "uwtable(async)"]).to_owned(),
            "denormal_fpenv" => "denormal_fpenv(preservesign)".to_owned(),
            _ => format!("{name}({number})"),
        },
    }
}

/// Attributes of the result, a parameter or the whole of a call or function.
fn add_attribute(text: &mut Text, rng: &mut Numbers, at: usize) -> bool {
    let attr = attribute(rng, false);
    let attr = if rng.one_in(8) { format!("{attr} {}", attribute(rng, false)) } else { attr };
    let line = &text.lines[at];
    let Some(open) = line.arguments() else { return false };
    let Some(close) = line.closing(open) else { return false };
    let from = if line.role == Role::Inst { line.opcode_at() + 1 } else { 1 };
    let pieces = line.pieces(open);
    match rng.below(4) {
        0 => match text.first_type(line, from) {
            Some(range) => text.replace(at, range.start..range.start, &attr),
            None => false,
        },
        1 => text.replace(at, close + 1..close + 1, &attr),
        _ => match rng.pick(&pieces).cloned() {
            Some(piece) => match text.type_end(&text.lines[at], piece.start) {
                Some(end) => text.replace(at, end..end, &attr),
                None => false,
            },
            None => text.replace(at, close + 1..close + 1, &attr),
        },
    }
}

pub(crate) fn attribute_of_call(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, _)) = call(text, rng) else { return false };
    add_attribute(text, rng, at)
}

pub(crate) fn attribute_of_function(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| matches!(line.role, Role::Define | Role::Declare)) else { return false };
    add_attribute(text, rng, at)
}

pub(crate) fn attribute_of_group(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Group) else { return false };
    let Some(open) = text.lines[at].find("{") else { return false };
    let attr = attribute(rng, true);
    text.replace(at, open + 1..open + 1, &attr)
}

pub(crate) fn attribute_removed(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |word: &str| ROWS.iter().any(|row| row.spelling == word && word != "align");
    let Some(at) = some_line(text, rng, |line| line.role != Role::Node && line.tokens.iter().any(|token| is(&token.text))) else {
        return false;
    };
    let words = text.lines[at].all(is);
    let Some(&word) = rng.pick(&words) else { return false };
    let end =
        if text.lines[at].at(word + 1) == "(" { text.lines[at].closing(word + 1).map_or(word + 1, |close| close + 1) } else { word + 1 };
    text.replace(at, word..end, "")
}

/// Values of attributes that are strings.
const STRINGS: &[(&str, &[&str])] = &[
    ("frame-pointer", &["all", "none", "non-leaf", "reserved", "some", ""]),
    ("patchable-function-prefix", &["0", "4", "-1", "x", ""]),
    ("patchable-function-entry", &["2", "x", "99999999999"]),
    ("warn-stack-size", &["80", "x", "-1"]),
    ("no-inline-line-tables", &["true", "false", "maybe"]),
    ("unsafe-fp-math", &["true", "yes"]),
    ("no-nans-fp-math", &["false", "1"]),
    ("no-infs-fp-math", &["true", "x"]),
    ("no-signed-zeros-fp-math", &["true", "x"]),
    ("less-precise-fpmad", &["true", "x"]),
    ("no-jump-tables", &["true", "x"]),
    ("use-sample-profile", &["true", "x"]),
    ("profile-sample-accurate", &["", "x"]),
    ("no-trapping-math", &["true", "x"]),
    ("approx-func-fp-math", &["true", "x"]),
    ("denormal-fp-math", &["ieee,ieee", "preserve-sign", "x,ieee", "ieee,"]),
    ("denormal-fp-math-f32", &["dynamic", "x"]),
    ("fentry-call", &["true", "x"]),
    ("sign-return-address", &["none", "all", "non-leaf", "x"]),
    ("sign-return-address-key", &["a_key", "b_key", "c_key"]),
    ("branch-target-enforcement", &["true", "x", ""]),
    ("guarded-control-stack", &["true", "x"]),
    ("branch-protection-pauth-lr", &["true", "x"]),
    ("vector-function-abi-variant", &["_ZGV_LLVM_N2v_f(g)", "x", "_ZGVnN2v_sin"]),
    ("alloc-family", &["malloc", ""]),
    ("alloc-variant-zeroed", &["calloc", ""]),
    ("amdgpu-no-agpr", &["", "x"]),
    ("amdgpu-flat-work-group-size", &["1,2", "x"]),
    ("thunk", &["", "x"]),
    ("modular-format", &["printf,1,2,f,g,h", "x"]),
    ("stack-protector-buffer-size", &["8", "x"]),
    ("stackrealign", &["", "x"]),
    ("target-cpu", &["x86-64", "nothing"]),
    ("target-features", &["+sse", "x"]),
    ("implicit-section-name", &["a", ""]),
    ("bss-section", &["a", ""]),
];

pub(crate) fn string_attribute(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |line: &Line| {
        matches!(line.role, Role::Group | Role::Define | Role::Declare | Role::Inst) && (line.role != Role::Inst || line.is_call())
    };
    let Some(at) = some_line(text, rng, is) else { return false };
    let Some(&(name, values)) = rng.pick(STRINGS) else { return false };
    let new = format!("\"{name}\"=\"{}\"", rng.word(values));
    let line = &text.lines[at];
    let place = match line.role {
        Role::Group => line.find("{").map(|open| open + 1),
        _ => line.arguments().and_then(|open| line.closing(open)).map(|close| close + 1),
    };
    place.is_some_and(|place| text.replace(at, place..place, &new))
}

/// Inputs of operand bundles.
const INPUTS: &[&str] =
    &["", "i32 0", "i64 1", "ptr null", "i32 0, i32 1", "token none", "metadata !{}", "ptr @nothing_here, i64 5", "i1 true"];

pub(crate) fn bundle_added(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = call(text, rng) else { return false };
    let line = &text.lines[at];
    let Some(close) = line.closing(open) else { return false };
    let tag = match rng.below(8) {
        0 => "align",
        1 => "unknown",
        _ => rng.word(BUNDLE_TAGS),
    };
    let globals: Vec<String> = text.globals().into_iter().filter(|name| !name.starts_with("@llvm.")).collect();
    let function = text.function_of(at);
    let mut inputs = rng.word(INPUTS).to_owned();
    match rng.below(4) {
        0 => {
            if let Some(name) = rng.pick(&globals) {
                inputs = format!("ptr {name}");
            }
        }
        1 => {
            let locals = text.locals(&function);
            if let Some(local) = rng.pick(&locals) {
                inputs = format!("{} {}", local.ty.as_deref().unwrap_or("token"), local.name);
            }
        }
        _ => {}
    }
    let once = format!("\"{tag}\"({inputs})");
    let text_of = if rng.one_in(4) { format!("{once}, {once}") } else { once };
    match text.lines[at].all(|word| word == "[").into_iter().find(|&bracket| bracket > close) {
        Some(bracket) => text.replace(at, bracket + 1..bracket + 1, &format!("{text_of},")),
        None => {
            // After the attributes of the call.
            let line = &text.lines[at];
            let place = (close + 1..line.tokens.len()).find(|&at| line.at(at) == "," || line.at(at) == "to").unwrap_or(line.tokens.len());
            text.replace(at, place..place, &format!("[ {text_of} ]"))
        }
    }
}

pub(crate) fn bundle_removed(text: &mut Text, rng: &mut Numbers) -> bool {
    let bundles = |line: &Line| {
        let close = line.arguments().and_then(|open| line.closing(open))?;
        let open = (close..line.tokens.len()).find(|&at| line.at(at) == "[" && line.at(at + 1).starts_with('"'))?;
        Some((open, line.closing(open)?))
    };
    let Some(at) = some_line(text, rng, |line| line.is_call() && bundles(line).is_some()) else { return false };
    let Some((open, close)) = bundles(&text.lines[at]) else { return false };
    match rng.below(3) {
        0 => text.replace(at, open..close + 1, ""),
        1 => {
            let pieces = text.lines[at].pieces(open);
            let Some(piece) = rng.pick(&pieces).cloned() else { return false };
            let Some(end) = text.lines[at].closing(piece.start + 1) else { return false };
            text.replace(at, piece.start + 2..end, rng.word(INPUTS))
        }
        _ => {
            let tag = format!("\"{}\"", rng.word(BUNDLE_TAGS));
            text.set(at, open + 1, &tag)
        }
    }
}

fn intrinsic_call(text: &Text, rng: &mut Numbers) -> Option<(usize, usize)> {
    let is = |line: &Line| line.is_call() && line.callee().is_some_and(|at| line.at(at).starts_with("@llvm."));
    let at = some_line(text, rng, is)?;
    Some((at, text.lines[at].arguments()?))
}

/// A constant argument of an intrinsic becomes a local, often where only constants may stand.
pub(crate) fn immediate(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = intrinsic_call(text, rng) else { return false };
    let pieces = text.lines[at].pieces(open);
    let constant: Vec<_> = pieces.into_iter().filter(|piece| !text.lines[at].at(piece.end - 1).starts_with(['%', '@', '!', ')'])).collect();
    let Some(piece) = rng.pick(&constant).cloned() else { return false };
    let ty = join(&text.lines[at].tokens[piece.start..piece.start + 1]);
    if rng.one_in(3) {
        return text.replace(at, piece.end - 1..piece.end, rng.word(&["undef", "poison"]));
    }
    let line = format!("%notconstant = freeze {ty} poison");
    text.replace(at, piece.end - 1..piece.end, "%notconstant");
    text.insert(at, Role::Inst, &line)
}

pub(crate) fn intrinsic_constant(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = intrinsic_call(text, rng) else { return false };
    let pieces = text.lines[at].pieces(open);
    let is_constant = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '-') || matches!(word, "true" | "false" | "null");
    let constant: Vec<_> = pieces.into_iter().filter(|piece| is_constant(text.lines[at].at(piece.end - 1))).collect();
    let Some(piece) = rng.pick(&constant).cloned() else { return false };
    text.set(at, piece.end - 1, rng.word(&["0", "1", "2", "3", "-1", "5", "100", "4294967295", "true", "false", "null"]))
}

/// The declaration of an intrinsic has another type, on its own or with its calls.
pub(crate) fn intrinsic_type(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |line: &Line| line.role == Role::Declare && line.callee().is_some_and(|at| line.at(at).starts_with("@llvm."));
    let Some(at) = some_line(text, rng, is) else { return false };
    let line = &text.lines[at];
    let Some(callee) = line.callee() else { return false };
    let name = line.at(callee).to_owned();
    if rng.one_in(3) {
        // Another name, everywhere.
        let new = match (rng.below(3), name.rsplit_once('.')) {
            (0, Some((stem, _))) => format!("{stem}.{}", rng.word(&["i32", "i64", "p0", "f32", "v4i32", "i1"])),
            (1, Some((stem, _))) => stem.to_owned(),
            _ => format!("{name}.x"),
        };
        let mut changed = false;
        for line in 0..text.lines.len() {
            for token in text.lines[line].all(|word| word == name) {
                changed |= text.set(line, token, &new);
            }
        }
        return changed;
    }
    let types: Vec<usize> = line.all(super::text::is_type_word);
    let Some(&token) = rng.pick(&types) else { return false };
    let new = if rng.one_in(4) { rng.word(ODD_TYPES) } else { rng.word(TYPES) };
    let position = types.iter().position(|&other| other == token).unwrap_or(0);
    let with_calls = rng.one_in(2);
    let changed = text.replace(at, token..token + 1, new);
    if with_calls {
        for line in text.lines_of(|line| line.is_call() && line.has(&name)) {
            let from = text.lines[line].opcode_at();
            let words: Vec<usize> = text.lines[line].all(super::text::is_type_word).into_iter().filter(|&at| at > from).collect();
            if let Some(&word) = words.get(position) {
                text.replace(line, word..word + 1, new);
            }
        }
    }
    changed
}

/// A call of another intrinsic with the same arguments.
pub(crate) fn intrinsic_other(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = intrinsic_call(text, rng) else { return false };
    // One that is declared with another type is a matter of the verifier, any other one of the parser.
    let declared: Vec<String> = text.globals().into_iter().filter(|name| name.starts_with("@llvm.")).collect();
    if let Some(name) = rng.pick(&declared).filter(|_| rng.clone().one_in(2)) {
        return text.set(at, open - 1, name);
    }
    let names: Vec<&str> = bctk_ir::intrinsics::names().collect();
    let Some(name) = rng.pick(&names) else { return false };
    let new = format!("@{name}");
    text.set(at, open - 1, &new)
}

/// Tokens that control convergence: entry, loop and anchor, and bundles that name them.
pub(crate) fn convergence(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, open)) = call(text, rng) else { return false };
    let Some(close) = text.lines[at].closing(open) else { return false };
    let function = text.function_of(at);
    let kind = rng.word(&["entry", "loop", "anchor"]);
    let blocks = text.blocks(&function);
    let Some(block) = rng.pick(&blocks).cloned() else { return false };
    let place = block.start + 1 + rng.below(block.len().saturating_sub(1).max(1));
    let convergent = rng.one_in(2);
    let line = &text.lines[at];
    let end = (close + 1..line.tokens.len()).find(|&at| line.at(at) == "," || line.at(at) == "to").unwrap_or(line.tokens.len());
    if !line.tokens[close..].iter().any(|token| token.text == "[") {
        let attr = if convergent { "convergent " } else { "" };
        text.replace(at, end..end, &format!("{attr}[ \"convergencectrl\"(token %converges) ]"));
    }
    let bundle = if kind == "loop" && !rng.one_in(3) { " [ \"convergencectrl\"(token none) ]" } else { "" };
    text.insert(place, Role::Inst, &format!("%converges = call token @llvm.experimental.convergence.{kind}(){bundle}"));
    let name = format!("@llvm.experimental.convergence.{kind}");
    if !text.globals().contains(&name) {
        text.insert(usize::MAX, Role::Declare, &format!("declare token {name}()"));
    }
    true
}

/// Calls of intrinsics for garbage collection, coroutines, the stack and exceptions, with arguments that do not fit.
pub(crate) fn intrinsic_added(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Inst && line.opcode() != "phi") else { return false };
    let function = text.function_of(at);
    let locals = text.locals(&function);
    let pointers: Vec<String> = locals.iter().filter(|local| local.ty.as_deref() == Some("ptr")).map(|local| local.name.clone()).collect();
    let pointer = rng.pick(&pointers).cloned().unwrap_or_else(|| "null".to_owned());
    let number = rng.word(&["0", "1", "-1", "8", "poison"]);
    let calls = [
        format!("call void @llvm.lifetime.start.p0(ptr {pointer})"),
        format!("call void @llvm.memcpy.p0.p0.i64(ptr align 3 {pointer}, ptr null, i64 {number}, i1 false)"),
        format!("call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 4 {pointer}, ptr align 1 null, i64 8, i32 {number})"),
        format!("call void @llvm.gcroot(ptr {pointer}, ptr null)"),
        format!("call void @llvm.gcwrite(ptr null, ptr null, ptr {pointer})"),
        format!("call void @llvm.init.trampoline(ptr {pointer}, ptr {pointer}, ptr null)"),
        format!("call void @llvm.prefetch.p0(ptr {pointer}, i32 {number}, i32 {number}, i32 {number})"),
        format!("call void @llvm.stackprotector(ptr null, ptr {pointer})"),
        format!("call void (...) @llvm.localescape(ptr {pointer})"),
        format!("%newcall = call ptr @llvm.localrecover(ptr @x, ptr {pointer}, i32 {number})"),
        "%newcall = call i32 @llvm.eh.typeid.for.p0(ptr null)".to_owned(),
        format!("%newcall = call i64 @llvm.objectsize.i64.p0(ptr {pointer}, i1 poison, i1 true, i1 false)"),
        format!("call void @llvm.assume(i1 true) [ \"align\"(ptr {pointer}, i64 {number}) ]"),
        format!("call void @llvm.assume(i1 true) [ \"{}\"(ptr {pointer}) ]", rng.word(&["cold", "ignore", "dereferenceable", "separate_storage", "x"])),
        format!("%newcall = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> poison, <2 x i32> poison, i64 {number})"),
        format!("%newcall = call i32 @llvm.get.active.lane.mask.v4i1.i32(i32 {number}, i32 0)"),
        format!("%newcall = call i32 @llvm.bswap.i{0}(i{0} 0)", rng.word(&["8", "24", "32"])),
        format!("%newcall = call i32 @llvm.sdiv.fix.i32(i32 0, i32 1, i32 {number})"),
        format!("%newcall = call i32 @llvm.is.fpclass.f32(float 1.0, i32 {})", rng.word(&["1023", "1024", "0"])),
        "%newcall = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 1.0, metadata !\"round.x\", metadata !\"fpexcept.ignore\")".to_owned(),
        "%newcall = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)".to_owned(),
        format!("%newcall = call ptr @llvm.ptrmask.p0.i32(ptr {pointer}, i32 {number})"),
        format!("%newcall = call ptr @llvm.preserve.array.access.index.p0.p0(ptr {pointer}, i32 0, i32 {number})"),
        format!("%newcall = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align {} {pointer}, <4 x i1> poison, <4 x i32> poison)", rng.word(&["3", "4"])),
        format!("%newcall = call <2 x i32> @llvm.matrix.multiply.v2i32.v2i32.v2i32(<2 x i32> poison, <2 x i32> poison, i32 {number}, i32 1, i32 1)"),
        "%newcall = call i32 @llvm.vector.reduce.add.v4i32(<4 x float> poison)".to_owned(),
        format!("%newcall = call i32 (...) @llvm.experimental.deoptimize.i32(i32 {number})"),
        format!("call void (i1, ...) @llvm.experimental.guard(i1 {}) [ \"deopt\"() ]", rng.word(&["true", "poison"])),
        "%newcall = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) null, i32 0, i32 0, i32 0, i32 0)"
            .to_owned(),
        "%newcall = call ptr @llvm.threadlocal.address.p0(ptr null)".to_owned(),
        "call void @llvm.ubsantrap(i8 poison)".to_owned(),
        "%newcall = call ptr @llvm.returnaddress(i32 poison)".to_owned(),
        "%newcall = call ptr @llvm.frameaddress.p0(i32 -1)".to_owned(),
        "call void @llvm.va_start.p0(ptr null)".to_owned(),
        format!("call void @llvm.instrprof.increment(ptr {pointer}, i64 0, i32 {number}, i32 0)"),
        "%newcall = call i64 @llvm.read_register.i64(metadata !{})".to_owned(),
        format!("%newcall = call ptr @llvm.call.preallocated.arg(token none, i32 {number})"),
    ];
    let Some(new) = rng.pick(&calls) else { return false };
    text.insert(at, Role::Inst, new)
}
