//! Damage to metadata: attachments, nodes, debug information, module flags, debug records.
use super::blocks::some_line;
use super::text::{Line, Role, Text, join};
use bctk_generate::numbers::Numbers;
use bctk_ir::fixed::MD_KINDS;
use std::ops::Range;

fn some_node(text: &Text, rng: &mut Numbers) -> String {
    let nodes = text.nodes();
    rng.pick(&nodes).cloned().unwrap_or_else(|| "!{}".to_owned())
}

/// Nodes that some kinds of attachments want.
const FRESH: &[&str] = &[
    "!{}",
    "!{i32 0, i32 1}",
    "!{i32 1, i32 1}",
    "!{i64 8}",
    "!{i64 3}",
    "!{i64 0, i64 4, null}",
    "!{float 2.5}",
    "!{float -1.0}",
    "!{double 2.5}",
    "!{!\"branch_weights\", i32 1, i32 2}",
    "!{!\"branch_weights\", i32 1}",
    "!{!\"branch_weights\", !\"expected\", i32 1, i32 2}",
    "!{!\"branch_weights\", float 1.0}",
    "!{!\"function_entry_count\", i64 10}",
    "!{!\"function_entry_count\", i64 10, i64 5}",
    "!{!\"VP\", i32 0, i64 10, i64 1, i64 10}",
    "!{!\"unknown\"}",
    "!{!\"unknown\", !\"pass\"}",
    "!{!\"x\"}",
    "!{i32 0}",
    "!{i8 0, i8 2, i8 5, i8 7}",
    "!{i8 0, i8 2, i8 2, i8 7}",
    "!{i8 5, i8 2, i8 1, i8 3}",
    "!{null}",
    "!{!{}, !{}, i64 0}",
    "distinct !{!0}",
    "!{i1 true}",
    "!{!\"address\", !\"read_provenance\"}",
    "!{!\"tag\", !\"value\"}",
    "!{ptr null}",
    "!{i32 -1, i32 -2, i32 7}",
    "!{!{!\"a\", i32 0}}",
    "!{i64 0, !\"_ZTS1A\"}",
    "!{!{i64 0, !\"t\"}}",
    "!{i64 -1}",
    "!{i64 10, !{i64 1, i64 2}, !\"cold\"}",
    "!{!{!{i64 1, i64 2}, !\"cold\"}}",
    "!DIExpression()",
    "distinct !DIAssignID()",
    "!DILocation(line: 1, column: 1, scope: !0)",
];

/// The name of a node that is a new one or there already.
fn node(text: &mut Text, rng: &mut Numbers) -> String {
    if rng.one_in(4) {
        return some_node(text, rng);
    }
    let name = format!("!{}", text.next_node());
    let fresh = rng.word(FRESH);
    text.insert(usize::MAX, Role::Node, &format!("{name} = {fresh}"));
    name
}

fn attach(text: &mut Text, at: usize, attachment: &str) -> bool {
    let line = &text.lines[at];
    match line.role {
        Role::Inst => text.append(at, &format!(", {attachment}")),
        Role::Global => text.append(at, &format!(", {attachment}")),
        Role::Declare => text.replace(at, 1..1, attachment),
        Role::Define => {
            let end = line.tokens.len() - 1;
            text.replace(at, end..end, attachment)
        }
        _ => false,
    }
}

pub(crate) fn attachment_added(text: &mut Text, rng: &mut Numbers) -> bool {
    let places = if rng.one_in(4) { [Role::Define, Role::Declare, Role::Global] } else { [Role::Inst; 3] };
    let Some(at) = some_line(text, rng, |line| places.contains(&line.role)) else { return false };
    let kind = if rng.one_in(20) { "newkind" } else { rng.word(MD_KINDS) };
    let node = node(text, rng);
    attach(text, at, &format!("!{kind} {node}"))
}

/// Where it may fit: on an instruction that often carries the kind.
pub(crate) fn attachment_fitting(text: &mut Text, rng: &mut Numbers) -> bool {
    let fits: &[(&[&str], &[&str])] = &[
        (
            &["load"],
            &[
                "range",
                "nonnull",
                "align",
                "dereferenceable",
                "dereferenceable_or_null",
                "tbaa",
                "noundef",
                "invariant.load",
                "nontemporal",
                "invariant.group",
                "alias.scope",
                "noalias",
                "noalias.addrspace",
                "llvm.access.group",
                "nofpclass",
                "tbaa.struct",
                "mmra",
                "nofree",
            ],
        ),
        (
            &["store"],
            &["tbaa", "nontemporal", "DIAssignID", "alias.scope", "invariant.group", "captures", "llvm.access.group", "noalias.addrspace"],
        ),
        (
            &["call"],
            &[
                "range",
                "prof",
                "callees",
                "callsite",
                "memprof",
                "align",
                "nonnull",
                "heapallocsite",
                "callee_type",
                "fpmath",
                "srcloc",
                "kcfi_type",
                "annotation",
                "tbaa",
                "tbaa.struct",
                "call_target",
                "inline_history",
                "alloc_token",
                "dereferenceable",
                "mmra",
            ],
        ),
        (&["invoke"], &["prof", "memprof", "callsite", "range", "callee_type"]),
        (&["br", "switch", "select", "indirectbr"], &["prof", "llvm.loop", "unpredictable", "make.implicit", "annotation", "irr_loop"]),
        (&["fadd", "fmul", "fdiv", "fsub"], &["fpmath", "annotation"]),
        (&["inttoptr"], &["dereferenceable", "align", "nonnull", "invariant.group", "nofree"]),
        (&["alloca"], &["DIAssignID", "annotation", "coro.outside.frame"]),
        (&["atomicrmw", "cmpxchg", "fence"], &["noalias.addrspace", "mmra", "pcsections", "tbaa", "nofree"]),
    ];
    let Some(&(opcodes, kinds)) = rng.pick(fits) else { return false };
    let Some(at) = some_line(text, rng, |line| opcodes.contains(&line.opcode())) else { return false };
    let kind = rng.word(kinds);
    let node = node(text, rng);
    attach(text, at, &format!("!{kind} {node}"))
}

pub(crate) fn attachment_removed(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| !line.attachments().is_empty()) else { return false };
    let found = text.lines[at].attachments();
    let Some(&kind) = rng.pick(&found) else { return false };
    let from = if text.lines[at].at(kind - 1) == "," { kind - 1 } else { kind };
    text.replace(at, from..kind + 2, "")
}

pub(crate) fn attachment_swapped(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| !line.attachments().is_empty()) else { return false };
    let found = text.lines[at].attachments();
    let Some(&kind) = rng.pick(&found) else { return false };
    match rng.below(3) {
        0 => {
            let name = format!("!{}", rng.word(MD_KINDS));
            text.set(at, kind, &name)
        }
        1 => {
            let new = node(text, rng);
            text.set(at, kind + 1, &new)
        }
        _ => {
            let new = some_node(text, rng);
            text.set(at, kind + 1, &new)
        }
    }
}

/// The bracket of a plain node or named node.
fn tuple(line: &Line) -> Option<usize> {
    let at = line.find("{")?;
    (at > 0 && line.at(at - 1) == "!").then_some(at)
}

/// Another operand.
fn new_operand(text: &Text, rng: &mut Numbers) -> String {
    match rng.below(9) {
        0 | 1 => "null".to_owned(),
        2..=4 => some_node(text, rng),
        5 => "!\"x\"".to_owned(),
        6 => "i32 7".to_owned(),
        7 => rng.word(&["i64 0", "i1 true", "float 1.0", "i64 -1", "ptr null"]).to_owned(),
        _ => "!{}".to_owned(),
    }
}

fn change_tuple(text: &mut Text, rng: &mut Numbers, at: usize) -> bool {
    let Some(open) = tuple(&text.lines[at]) else { return false };
    let pieces = text.lines[at].pieces(open);
    let new = new_operand(text, rng);
    let Some(piece) = rng.pick(&pieces).cloned() else { return text.replace(at, open + 1..open + 1, &new) };
    match rng.below(5) {
        0 => remove_piece(text, at, piece),
        1 => text.replace(at, piece.end..piece.end, &format!(", {new}")),
        _ => text.replace(at, piece, &new),
    }
}

fn remove_piece(text: &mut Text, at: usize, piece: Range<usize>) -> bool {
    if text.lines[at].at(piece.start - 1) == "," {
        return text.replace(at, piece.start - 1..piece.end, "");
    }
    let comma = usize::from(text.lines[at].at(piece.end) == ",");
    text.replace(at, piece.start..piece.end + comma, "")
}

pub(crate) fn node_operand(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Node && tuple(line).is_some()) else { return false };
    change_tuple(text, rng, at)
}

/// Nodes that are attached under a kind of this start, and those below them.
fn attached(text: &Text, is_kind: impl Fn(&str) -> bool) -> Vec<usize> {
    let named: Vec<String> = text
        .lines
        .iter()
        .flat_map(|line| {
            line.attachments().into_iter().filter(|&at| is_kind(line.at(at))).map(|at| line.at(at + 1).to_owned()).collect::<Vec<_>>()
        })
        .collect();
    let mut found: Vec<usize> = text.lines_of(|line| line.role == Role::Node && named.iter().any(|name| name == line.at(0)));
    for _ in 0..2 {
        let below: Vec<String> = found
            .iter()
            .flat_map(|&at| text.lines[at].tokens.iter().skip(1).map(|token| token.text.clone()))
            .filter(|word| word.starts_with('!'))
            .collect();
        found.extend(text.lines_of(|line| line.role == Role::Node && below.iter().any(|name| name == line.at(0))));
        found.sort_unstable();
        found.dedup();
    }
    found
}

pub(crate) fn alias_tags(text: &mut Text, rng: &mut Numbers) -> bool {
    let found = attached(text, |kind| kind == "!tbaa" || kind == "!tbaa.struct" || kind == "!alias.scope" || kind == "!noalias");
    let Some(&at) = rng.pick(&found) else { return false };
    change_tuple(text, rng, at)
}

pub(crate) fn profile(text: &mut Text, rng: &mut Numbers) -> bool {
    let found = attached(text, |kind| matches!(kind, "!prof" | "!memprof" | "!callsite"));
    let Some(&at) = rng.pick(&found) else { return false };
    change_tuple(text, rng, at)
}

pub(crate) fn loops_and_ranges(text: &mut Text, rng: &mut Numbers) -> bool {
    let found = attached(text, |kind| !matches!(kind, "!dbg" | "!prof" | "!tbaa"));
    let Some(&at) = rng.pick(&found) else { return false };
    change_tuple(text, rng, at)
}

/// Lines of nodes of debug information.
fn is_debug(line: &Line) -> bool {
    line.role == Role::Node && line.tokens.iter().take(4).any(|token| token.text.starts_with("!DI"))
}

fn debug_piece(text: &Text, rng: &mut Numbers) -> Option<(usize, Range<usize>)> {
    let at = some_line(text, rng, is_debug)?;
    let open = text.lines[at].find("(")?;
    let pieces = text.lines[at].pieces(open);
    Some((at, rng.pick(&pieces)?.clone()))
}

pub(crate) fn field_removed(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, piece)) = debug_piece(text, rng) else { return false };
    remove_piece(text, at, piece)
}

pub(crate) fn field_changed(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, piece)) = debug_piece(text, rng) else { return false };
    let new = match rng.below(10) {
        0..=4 => some_node(text, rng),
        5 => "null".to_owned(),
        6 => "!{}".to_owned(),
        7 => rng.word(&["0", "1", "-1", "65536", "4294967296", "9"]).to_owned(),
        8 => rng.word(&["\"\"", "\"x\""]).to_owned(),
        _ => rng
            .word(&[
                "DW_TAG_member",
                "DW_TAG_pointer_type",
                "DW_ATE_signed",
                "DW_LANG_C",
                "DIFlagPublic",
                "DISPFlagDefinition",
                "FullDebug",
                "true",
                "none",
            ])
            .to_owned(),
    };
    text.replace(at, piece.start + 1..piece.end, &new)
}

/// A field that points to a node points to another one.
pub(crate) fn field_node(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| is_debug(line) && line.all(is_node).len() > 1) else { return false };
    let found = text.lines[at].all(is_node);
    let at_token = found[1 + rng.below(found.len() - 1)];
    let new = if rng.one_in(5) { "null".to_owned() } else { some_node(text, rng) };
    text.set(at, at_token, &new)
}

fn is_node(word: &str) -> bool {
    word.len() > 1 && word.starts_with('!') && word.as_bytes()[1].is_ascii_digit()
}

pub(crate) fn field_added(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some((at, piece)) = debug_piece(text, rng) else { return false };
    let node = some_node(text, rng);
    let name = rng.word(&[
        "scope",
        "file",
        "type",
        "baseType",
        "elements",
        "templateParams",
        "declaration",
        "retainedNodes",
        "thrownTypes",
        "unit",
        "size",
        "align",
        "offset",
        "flags",
        "line",
        "column",
        "tag",
        "name",
        "linkageName",
        "identifier",
        "discriminator",
        "vtableHolder",
        "extraData",
        "annotations",
        "rank",
        "dataLocation",
        "entity",
        "macros",
        "enums",
        "globals",
        "imports",
        "inlinedAt",
        "isImplicitCode",
        "lowerBound",
        "count",
        "arg",
        "spFlags",
        "virtualIndex",
        "containingType",
        "targetFuncName",
        "specification",
        "encoding",
        "allocated",
        "ptrAuthKey",
    ]);
    let value = match rng.below(4) {
        0 => "1".to_owned(),
        1 => "\"x\"".to_owned(),
        _ => node,
    };
    text.replace(at, piece.end..piece.end, &format!(", {name}: {value}"))
}

/// Another kind of node, or `distinct`.
pub(crate) fn node_kind(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Node) else { return false };
    if rng.one_in(2) {
        return match text.lines[at].find("distinct") {
            Some(word) => text.replace(at, word..word + 1, ""),
            None => text.replace(at, 2..2, "distinct"),
        };
    }
    let new = match rng.below(12) {
        0 => "!{}",
        1 => "!DIFile(filename: \"a\", directory: \"b\")",
        2 => "!DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)",
        3 => "distinct !DICompileUnit(language: DW_LANG_C, file: null)",
        4 => "!DISubprogram(name: \"x\")",
        5 => "distinct !DISubprogram(name: \"x\", spFlags: DISPFlagDefinition)",
        6 => "!DILocation(line: 1, scope: null)",
        7 => "!DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 0, 8)",
        8 => "!DISubrange(count: 3)",
        9 => "!DILocalVariable(scope: null)",
        10 => "!DICompositeType(tag: DW_TAG_array_type)",
        _ => "!DIGlobalVariableExpression(var: null, expr: null)",
    };
    let end = text.lines[at].tokens.len();
    text.replace(at, 2..end, new)
}

pub(crate) fn expression(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.has("!DIExpression")) else { return false };
    let found = text.lines[at].all(|word| word == "!DIExpression");
    let Some(&word) = rng.pick(&found) else { return false };
    let Some(close) = text.lines[at].closing(word + 1) else { return false };
    let new = rng.word(&[
        "",
        "DW_OP_plus_uconst",
        "DW_OP_plus_uconst, 4",
        "DW_OP_deref",
        "DW_OP_LLVM_fragment, 0, 8",
        "DW_OP_LLVM_fragment, 0, 100000",
        "DW_OP_LLVM_fragment, 0, 32",
        "DW_OP_stack_value",
        "DW_OP_stack_value, DW_OP_deref",
        "DW_OP_LLVM_entry_value, 1",
        "DW_OP_LLVM_arg, 1",
        "DW_OP_swap",
        "DW_OP_LLVM_convert, 8, DW_ATE_signed",
        "DW_OP_LLVM_fragment, 0, 8, DW_OP_deref",
        "DW_OP_breg0, 1",
        "DW_OP_constu, 4, DW_OP_minus",
        "77",
    ]);
    text.replace(at, word + 2..close, new)
}

pub(crate) fn module_flags(text: &mut Text, rng: &mut Numbers) -> bool {
    let names: Vec<String> = text
        .lines
        .iter()
        .filter(|line| line.role == Role::Named && line.at(0) == "!llvm.module.flags")
        .flat_map(|line| line.tokens.iter().skip(1).map(|token| token.text.clone()))
        .collect();
    let lines = text.lines_of(|line| line.role == Role::Node && names.iter().any(|name| name == line.at(0)));
    let flags = [
        "!{i32 1, !\"wchar_size\", i32 4}",
        "!{i32 9, !\"x\", i32 4}",
        "!{i32 3, !\"x\", i32 4}",
        "!{i32 3, !\"x\", !{!\"y\", i32 1}}",
        "!{i32 5, !\"x\", i32 1}",
        "!{i32 6, !\"x\", !{}}",
        "!{i32 7, !\"x\", !\"y\"}",
        "!{i32 8, !\"x\", i32 -1}",
        "!{!\"x\", i32 1, i32 1}",
        "!{i32 1, !\"x\"}",
        "!{i32 1, i32 2, i32 3}",
        "!{i32 1, !\"wchar_size\", i32 2}",
        "!{i32 5, !\"Linker Options\", !{!{!\"x\", i32 1}}}",
        "!{i32 5, !\"CG Profile\", !{!{ptr null, ptr null}}}",
        "!{i32 1, !\"SemanticInterposition\", !\"x\"}",
        "!{i32 2, !\"Debug Info Version\", i32 3}",
        "!{i32 1, !\"Debug Info Version\", i32 99}",
        "!{i32 1, !\"ProfileSummary\", i32 1}",
        "!{i32 1, !\"Dwarf Version\", !\"x\"}",
        "!{i32 1, !\"PIC Level\", float 1.0}",
    ];
    match (rng.pick(&lines).copied(), rng.below(3)) {
        (Some(at), 0) => change_tuple(text, rng, at),
        (Some(at), 1) => {
            let end = text.lines[at].tokens.len();
            text.replace(at, 2..end, rng.word(&flags))
        }
        (here, _) => {
            let name = format!("!{}", text.next_node());
            let flag = rng.word(&flags);
            text.insert(usize::MAX, Role::Node, &format!("{name} = {flag}"));
            match here.and_then(|_| some_line(text, rng, |line| line.at(0) == "!llvm.module.flags")) {
                Some(at) => {
                    let end = text.lines[at].tokens.len() - 1;
                    let comma = if text.lines[at].at(end - 1) == "{" { "" } else { ", " };
                    text.replace(at, end..end, &format!("{comma}{name}"))
                }
                None => text.insert(usize::MAX, Role::Named, &format!("!llvm.module.flags = !{{{name}}}")),
            }
        }
    }
}

pub(crate) fn named(text: &mut Text, rng: &mut Numbers) -> bool {
    let lines = text.lines_of(|line| line.role == Role::Named);
    let new = some_node(text, rng);
    if lines.is_empty() || rng.one_in(3) {
        let name = rng.word(&[
            "llvm.ident",
            "llvm.dbg.cu",
            "llvm.linker.options",
            "llvm.commandline",
            "opencl.kernels",
            "llvm.gcov",
            "x",
            "llvm.module.flags",
            "llvm.dbg.x",
        ]);
        let node = if new == "!{}" { node(text, rng) } else { new };
        return text.insert(usize::MAX, Role::Named, &format!("!{name} = !{{{node}}}"));
    }
    let Some(&at) = rng.pick(&lines) else { return false };
    let words = text.lines[at].all(is_node);
    let Some(&word) = rng.pick(&words) else { return false };
    match rng.below(3) {
        0 => {
            let comma = usize::from(text.lines[at].at(word - 1) == ",");
            text.replace(at, word - comma..word + 1, "")
        }
        _ => text.set(at, word, &new),
    }
}

pub(crate) fn record(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.role == Role::Record) else { return false };
    let Some(open) = text.lines[at].find("(") else { return false };
    let pieces = text.lines[at].pieces(open);
    let Some(piece) = rng.pick(&pieces).cloned() else { return false };
    match rng.below(8) {
        0 => text.set(at, 0, rng.word(&["#dbg_value", "#dbg_declare", "#dbg_assign", "#dbg_label", "#dbg_declare_value"])),
        1 => remove_piece(text, at, piece),
        2 => {
            let line = text.lines[at].clone();
            text.lines.insert(at + 1, line);
            true
        }
        3 => {
            // After the terminator, or elsewhere.
            let line = text.lines.remove(at);
            let to = (at..text.lines.len()).find(|&after| text.lines[after].is_terminator()).map_or(at, |end| end + rng.below(2));
            text.lines.insert(to, line);
            to != at
        }
        4 => text.replace(
            at,
            piece,
            rng.word(&["!{}", "i32 0", "ptr null", "poison", "!DIArgList(i32 0)", "null", "!DIExpression()", "metadata !{}"]),
        ),
        _ => {
            let new = some_node(text, rng);
            text.replace(at, piece, &new)
        }
    }
}

/// The locations of instructions.
pub(crate) fn location(text: &mut Text, rng: &mut Numbers) -> bool {
    let is_location = |line: &Line| line.role == Role::Node && line.has("!DILocation");
    let nodes: Vec<String> = text.lines.iter().filter(|line| is_location(line)).map(|line| line.at(0).to_owned()).collect();
    let Some(at) = some_line(text, rng, |line| line.role == Role::Inst && line.has("!dbg")) else { return false };
    let Some(word) = text.lines[at].find("!dbg") else { return false };
    match rng.below(3) {
        0 => text.replace(at, word - 1..word + 2, ""),
        1 => {
            let Some(new) = rng.pick(&nodes) else { return false };
            text.set(at, word + 1, new)
        }
        _ => {
            let Some(at) = some_line(text, rng, is_location) else { return false };
            let found = text.lines[at].all(is_node);
            let Some(&token) = found.last().filter(|&&token| token > 0) else { return false };
            let new = some_node(text, rng);
            text.set(at, token, &new)
        }
    }
}

/// Metadata as an argument of a call.
pub(crate) fn argument(text: &mut Text, rng: &mut Numbers) -> bool {
    let Some(at) = some_line(text, rng, |line| line.is_call() && line.has("metadata") && line.arguments().is_some()) else { return false };
    let Some(open) = text.lines[at].arguments() else { return false };
    let pieces = text.lines[at].pieces(open);
    let of: Vec<Range<usize>> = pieces.into_iter().filter(|piece| text.lines[at].at(piece.start) == "metadata").collect();
    let Some(piece) = rng.pick(&of).cloned() else { return false };
    let old = join(&text.lines[at].tokens[piece.start + 1..piece.end]);
    let new = match rng.below(6) {
        0 => "!{}".to_owned(),
        1 => "!\"x\"".to_owned(),
        2 => "i32 0".to_owned(),
        3 => "!\"round.tonearest\"".to_owned(),
        4 => "!DIArgList(i32 0, i32 1)".to_owned(),
        _ => some_node(text, rng),
    };
    old != new && text.replace(at, piece.start + 1..piece.end, &new)
}
