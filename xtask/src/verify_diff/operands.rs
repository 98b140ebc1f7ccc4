//! Damage to single instructions: operands, types, opcodes, flags.
use super::text::{CASTS, Line, Role, Text, is_type_word, join};
use bctk_generate::numbers::Numbers;

/// Types, first those that most values have.
pub(crate) const TYPES: &[&str] = &[
    "i32",
    "i64",
    "i1",
    "i8",
    "ptr",
    "float",
    "double",
    "i17",
    "i128",
    "half",
    "bfloat",
    "fp128",
    "x86_fp80",
    "ppc_fp128",
    "<4 x i32>",
    "<2 x i64>",
    "<2 x i1>",
    "<4 x float>",
    "<2 x ptr>",
    "<vscale x 4 x i32>",
    "ptr addrspace(1)",
    "{ i32, i64 }",
    "[2 x i32]",
    "{}",
    "<3 x i8>",
    "b8",
    "b32",
];
/// Types that few things may have.
pub(crate) const ODD_TYPES: &[&str] = &[
    "void",
    "label",
    "token",
    "metadata",
    "x86_amx",
    "target(\"spirv.Image\")",
    "target(\"aarch64.svcount\")",
    "<vscale x 2 x i64>",
    "i8388608",
];

/// An operand and its replacement, chosen by `choose` from the locals of the function.
fn replace_local(text: &mut Text, rng: &mut Numbers, fits: impl Fn(&super::text::Local, Option<&String>, usize) -> bool) -> bool {
    let all = text.all_operands();
    for _ in 0..8 {
        let Some(&(line, token)) = rng.pick(&all) else { return false };
        let function = text.function_of(line);
        let locals = text.locals(&function);
        let old = text.lines[line].at(token).to_owned();
        let ty = locals.iter().find(|local| local.name == old).and_then(|local| local.ty.as_ref());
        let new: Vec<&super::text::Local> = locals.iter().filter(|local| local.name != old && fits(local, ty, line)).collect();
        if let Some(new) = rng.pick(&new) {
            let name = new.name.clone();
            return text.set(line, token, &name);
        }
    }
    false
}

pub(crate) fn same_type(text: &mut Text, rng: &mut Numbers) -> bool {
    replace_local(text, rng, |local, ty, _| ty.is_some() && local.ty.as_ref() == ty)
}

pub(crate) fn any_local(text: &mut Text, rng: &mut Numbers) -> bool {
    replace_local(text, rng, |_, _, _| true)
}

pub(crate) fn later(text: &mut Text, rng: &mut Numbers) -> bool {
    replace_local(text, rng, |local, ty, line| local.line >= line && ty.is_some() && local.ty.as_ref() == ty)
}

fn replace_operand(text: &mut Text, rng: &mut Numbers, with: &str) -> bool {
    let all = text.all_operands();
    let Some(&(line, token)) = rng.pick(&all) else { return false };
    text.replace(line, token..token + 1, with)
}

/// A constant of the operand's type.
pub(crate) fn constant(text: &mut Text, rng: &mut Numbers) -> bool {
    let all = text.all_operands();
    let Some(&(line, token)) = rng.pick(&all) else { return false };
    let function = text.function_of(line);
    let types = text.type_map(&function);
    let old = text.lines[line].at(token).to_owned();
    let ty = types.get(&old).map_or("", String::as_str);
    let new = match ty {
        "i1" => rng.word(&["true", "false"]),
        _ if ty.starts_with("ptr") => rng.word(&["null", "inttoptr (i64 8 to ptr)", "getelementptr (i8, ptr null, i64 1)"]),
        _ if ty.starts_with('i') => rng.word(&["0", "1", "-1", "7", "100000"]),
        "float" | "double" | "half" => rng.word(&["0.0", "1.0", "0x7FF8000000000000"]),
        "token" => "none",
        _ => "zeroinitializer",
    };
    text.replace(line, token..token + 1, new)
}

pub(crate) fn undefined(text: &mut Text, rng: &mut Numbers) -> bool {
    let new = rng.word(&["undef", "poison", "none", "zeroinitializer", "null"]);
    replace_operand(text, rng, new)
}

pub(crate) fn global(text: &mut Text, rng: &mut Numbers) -> bool {
    let globals = text.globals();
    let Some(name) = rng.pick(&globals).cloned() else { return false };
    replace_operand(text, rng, &name)
}

/// The address of an intrinsic, which only calls may take.
pub(crate) fn intrinsic_address(text: &mut Text, rng: &mut Numbers) -> bool {
    let all: Vec<(usize, usize)> =
        text.all_operands().into_iter().filter(|&(line, at)| text.lines[line].at(at - 1).starts_with("ptr")).collect();
    let Some(&(line, token)) = rng.pick(&all) else { return false };
    let declared: Vec<String> = text.globals().into_iter().filter(|name| name.starts_with("@llvm.")).collect();
    let name = rng.pick(&declared).cloned().unwrap_or_else(|| "@llvm.trap".to_owned());
    if declared.is_empty() {
        text.insert(usize::MAX, Role::Declare, "declare void @llvm.trap()");
    }
    text.replace(line, token..token + 1, &name)
}

pub(crate) fn itself(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.result().is_some());
    for _ in 0..8 {
        let Some(&line) = rng.pick(&lines) else { return false };
        let operands = text.operands(&text.lines[line]);
        let name = text.lines[line].at(0).to_owned();
        if let Some(&token) = rng.pick(&operands) {
            return text.set(line, token, &name);
        }
    }
    false
}

/// A value of type `token`, or the name of a block, where another value stands.
pub(crate) fn token_elsewhere(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.result().is_some() && text.result_type(line).as_deref() == Some("token"));
    let Some(&maker) = rng.pick(&lines) else { return false };
    let name = text.lines[maker].at(0).to_owned();
    let function = text.function_of(maker);
    match rng.below(4) {
        0 => text.insert(maker + 1, Role::Inst, &format!("%tokenuse = select i1 true, token {name}, token {name}")),
        1 => {
            let label = function.start + 1;
            let block = text.block_name(label);
            text.insert(maker + 1, Role::Inst, &format!("%tokenphi = phi token [ {name}, {block} ]"))
        }
        2 => text.insert(maker + 1, Role::Inst, &format!("store token {name}, ptr null")),
        _ => {
            let others: Vec<(usize, usize)> = text.all_operands().into_iter().filter(|(line, _)| function.contains(line)).collect();
            match rng.pick(&others) {
                Some(&(line, token)) => text.set(line, token, &name),
                None => false,
            }
        }
    }
}

/// Types that stand in an instruction, or anywhere else on a line with this role.
fn type_words(line: &Line) -> Vec<usize> {
    line.all(is_type_word)
}

fn change_type(text: &mut Text, rng: &mut Numbers, roles: &[Role], types: &[&str]) -> bool {
    let lines = text.lines_of(|line| roles.contains(&line.role) && !type_words(line).is_empty());
    let Some(&line) = rng.pick(&lines) else { return false };
    let words = type_words(&text.lines[line]);
    let Some(&token) = rng.pick(&words) else { return false };
    let new = rng.word(types);
    let old = text.lines[line].at(token).to_owned();
    // Often everywhere on the line, so that both sides agree.
    if rng.one_in(2) {
        let mut changed = false;
        for at in words.into_iter().rev().filter(|&at| at >= token || rng.one_in(2)) {
            changed |= text.lines[line].at(at) == old && text.replace(line, at..at + 1, new);
        }
        return changed;
    }
    text.replace(line, token..token + 1, new)
}

pub(crate) fn instruction_type(text: &mut Text, rng: &mut Numbers) -> bool {
    change_type(text, rng, &[Role::Inst], TYPES)
}

pub(crate) fn odd_type(text: &mut Text, rng: &mut Numbers) -> bool {
    change_type(text, rng, &[Role::Inst, Role::Inst, Role::Define, Role::Declare, Role::Global], ODD_TYPES)
}

pub(crate) fn signature_type(text: &mut Text, rng: &mut Numbers) -> bool {
    let types = if rng.one_in(4) { ODD_TYPES } else { TYPES };
    change_type(text, rng, &[Role::Define, Role::Declare], types)
}

/// All operands of one type in an instruction, and the operands themselves become those of another type.
pub(crate) fn all_of_type(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.role == Role::Inst && !line.is_call() && !type_words(line).is_empty());
    let Some(&line) = rng.pick(&lines) else { return false };
    let words = type_words(&text.lines[line]);
    let Some(&first) = rng.pick(&words) else { return false };
    let old = text.lines[line].at(first).to_owned();
    let new = if rng.one_in(3) { rng.word(ODD_TYPES) } else { rng.word(TYPES) };
    let operands = text.operands(&text.lines[line]);
    let function = text.function_of(line);
    let types = text.type_map(&function);
    let mut changed = false;
    for at in (0..text.lines[line].tokens.len()).rev() {
        let word = text.lines[line].at(at).to_owned();
        if operands.contains(&at) && types.get(&word).is_some_and(|ty| *ty == old) {
            text.replace(line, at..at + 1, "poison");
        } else if word == old {
            changed |= text.replace(line, at..at + 1, new);
        }
    }
    changed
}

pub(crate) fn vector_length(text: &mut Text, rng: &mut Numbers) -> bool {
    let starts = |line: &Line| -> Vec<usize> { line.all(|word| word == "<").into_iter().filter(|&at| line.at(at + 2) == "x").collect() };
    let lines = text.lines_of(|line| !starts(line).is_empty());
    let Some(&line) = rng.pick(&lines) else { return false };
    let starts = starts(&text.lines[line]);
    let Some(&at) = rng.pick(&starts) else { return false };
    match rng.below(3) {
        0 => text.replace(line, at + 1..at + 1, "vscale x"),
        1 if text.lines[line].at(at + 1) == "vscale" => text.replace(line, at + 1..at + 3, ""),
        _ => text.set(line, at + 1, rng.word(&["1", "2", "3", "4", "5", "8", "0", "16"])),
    }
}

pub(crate) fn cast_result(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| CASTS.contains(&line.opcode()) && line.has("to"));
    let Some(&line) = rng.pick(&lines) else { return false };
    let Some(to) = text.lines[line].find("to") else { return false };
    let Some(end) = text.type_end(&text.lines[line], to + 1) else { return false };
    let new = if rng.one_in(4) { rng.word(ODD_TYPES) } else { rng.word(TYPES) };
    text.replace(line, to + 1..end, new)
}

pub(crate) fn cast_opcode(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| CASTS.contains(&line.opcode()));
    let Some(&line) = rng.pick(&lines) else { return false };
    let at = text.lines[line].opcode_at();
    text.set(line, at, rng.word(CASTS))
}

/// Opcodes with the same shape of operands.
const CLASSES: &[&[&str]] = &[
    &[
        "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub", "fmul", "fdiv",
        "frem",
    ],
    &["icmp", "fcmp"],
    &["fneg", "freeze"],
    &["extractvalue", "extractelement"],
    &["insertvalue", "insertelement"],
    &["select", "shufflevector"],
    &["ret", "resume"],
    &["load", "alloca"],
];

pub(crate) fn opcode(text: &mut Text, rng: &mut Numbers) -> bool {
    let class = |line: &Line| CLASSES.iter().find(|class| class.contains(&line.opcode()));
    let lines = text.lines_of(|line| class(line).is_some());
    let Some(&line) = rng.pick(&lines) else { return false };
    let Some(class) = class(&text.lines[line]) else { return false };
    let at = text.lines[line].opcode_at();
    let new = rng.word(class);
    let kept = text.lines[line].at(at).to_owned();
    if !text.set(line, at, new) {
        return false;
    }
    // Flags of one opcode are seldom those of another.
    if kept != "icmp" && kept != "fcmp" {
        while ["nuw", "nsw", "exact", "disjoint", "fast", "nnan", "contract", "reassoc", "nsz", "ninf", "arcp", "afn"]
            .contains(&text.lines[line].at(at + 1))
        {
            text.replace(line, at + 1..at + 2, "");
        }
    } else {
        let to = if new == "icmp" { "eq" } else { "oeq" };
        text.set(line, at + 1, to);
    }
    true
}

const PREDICATES: [&[&str]; 2] = [
    &["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"],
    &["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"],
];

pub(crate) fn predicate(text: &mut Text, rng: &mut Numbers) -> bool {
    let is = |word: &str| PREDICATES.iter().any(|words| words.contains(&word));
    let lines = text.lines_of(|line| matches!(line.opcode(), "icmp" | "fcmp") && line.tokens.iter().any(|token| is(&token.text)));
    let Some(&line) = rng.pick(&lines) else { return false };
    let own = usize::from(text.lines[line].opcode() == "fcmp");
    let from = if rng.one_in(3) { 1 - own } else { own };
    let Some(at) = text.lines[line].all(is).first().copied() else { return false };
    text.set(line, at, rng.word(PREDICATES[from]))
}

pub(crate) fn flags(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.role == Role::Inst);
    let Some(&line) = rng.pick(&lines) else { return false };
    let at = text.lines[line].opcode_at() + 1;
    let words = [
        "nuw",
        "nsw",
        "exact",
        "inbounds",
        "nusw",
        "nneg",
        "disjoint",
        "samesign",
        "fast",
        "nnan",
        "reassoc",
        "inrange(0, 4)",
        "volatile",
        "atomic",
    ];
    text.replace(line, at..at, rng.word(&words))
}

/// Indices of `extractvalue`, lanes of vectors, masks of shuffles, members of structures.
pub(crate) fn index(text: &mut Text, rng: &mut Numbers) -> bool {
    let opcodes = ["extractvalue", "insertvalue", "extractelement", "insertelement", "shufflevector", "getelementptr"];
    let is_number = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
    let lines = text.lines_of(|line| opcodes.contains(&line.opcode()) && !line.all(is_number).is_empty());
    let Some(&line) = rng.pick(&lines) else { return false };
    let numbers = text.lines[line].all(is_number);
    let Some(&at) = rng.pick(&numbers) else { return false };
    text.set(line, at, rng.word(&["0", "1", "2", "5", "100", "4294967295", "4294967296", "undef", "poison"]))
}

/// A number anywhere in an instruction.
pub(crate) fn number(text: &mut Text, rng: &mut Numbers) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.trim_start_matches('-').bytes().all(|c| c.is_ascii_digit());
    let lines = text
        .lines_of(|line| matches!(line.role, Role::Inst | Role::Global | Role::Declare | Role::Define) && !line.all(is_number).is_empty());
    let Some(&line) = rng.pick(&lines) else { return false };
    let numbers = text.lines[line].all(is_number);
    let Some(&at) = rng.pick(&numbers) else { return false };
    text.set(
        line,
        at,
        rng.word(&["0", "1", "2", "3", "-1", "7", "64", "65", "4294967296", "18446744073709551616", "99999999999999999999999"]),
    )
}

/// A token of an instruction or definition left out, doubled, or swapped with the next: mostly faults of syntax.
pub(crate) fn syntax(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.tokens.len() > 2);
    let Some(&line) = rng.pick(&lines) else { return false };
    let at = rng.below(text.lines[line].tokens.len() - 1);
    match rng.below(3) {
        0 => text.replace(line, at..at + 1, ""),
        1 => {
            let twice = format!("{0} {0}", text.lines[line].at(at));
            text.replace(line, at..at + 1, &twice)
        }
        _ => {
            let tokens = text.tokens(line);
            let gaps = (tokens[at].gap, tokens[at + 1].gap);
            let same = tokens[at].text == tokens[at + 1].text;
            tokens.swap(at, at + 1);
            (tokens[at].gap, tokens[at + 1].gap) = gaps;
            !same && !join(tokens).is_empty()
        }
    }
}
