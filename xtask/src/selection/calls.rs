//! Calls of intrinsics, each in a function that takes its operands from memory and stores the result there, so that nothing depends on how
//! releases pass them.
use std::collections::BTreeSet;
use std::fmt::Write;

use bctk_ir::intrinsics::{Intrinsic, IntrinsicAttr, exact, names};

use crate::intrinsic_history::{Element, Shape, types};

/// Bytes of memory that the pointers of a call may lead to.
pub(super) const MEMORY: usize = 512;

/// What a call takes from memory: the size of an element, how many, at which byte, and from which list of edge cases.
pub(super) struct Operand {
    pub(super) size: usize,
    pub(super) count: usize,
    pub(super) offset: usize,
    pub(super) edges: &'static str,
}

/// A call of an intrinsic.
pub(super) struct Call {
    /// The name of the intrinsic, without `llvm.` and suffixes.
    pub(super) name: &'static str,
    /// Its types and immediate arguments, for messages.
    pub(super) types: String,
    /// The declaration of the intrinsic, and the function; `#` stands for the number of the call.
    pub(super) text: String,
    pub(super) operands: Vec<Operand>,
    /// Elements of the result: the type of each, and where it is.
    pub(super) results: Vec<(String, usize)>,
    /// Bytes of the result.
    pub(super) size: usize,
    /// Whether it changes memory, which is part of the result then.
    pub(super) has_memory: bool,
}

/// Intrinsics of targets.
const TARGETS: &[&str] = &[
    "aarch64.",
    "amdgcn.",
    "amdgpu.",
    "arm.",
    "avr.",
    "bpf.",
    "dx.",
    "hexagon.",
    "loongarch.",
    "m68k.",
    "mips.",
    "nvvm.",
    "ppc.",
    "r600.",
    "riscv.",
    "s390.",
    "spv.",
    "ve.",
    "wasm.",
    "x86.",
    "xcore.",
];

/// Intrinsics whose calls need more than operands: a place in a function, other calls, code around them, or what passes before code generation do.
const SPECIAL: &[&str] = &[
    "addressofreturnaddress",
    "adjust.trampoline",
    "alloc.token",
    "allow.",
    "annotation",
    "asan.",
    "assume",
    "call.",
    "callbr.",
    "clear_cache",
    "codeview.",
    "cond.loop",
    "convert.",
    "coro.",
    "dbg.",
    "debugtrap",
    "eh.",
    "experimental.convergence",
    "experimental.deoptimize",
    "experimental.gc",
    "experimental.guard",
    "experimental.noalias",
    "experimental.patchpoint",
    "experimental.stackmap",
    "experimental.vector.histogram",
    "fake.use",
    "fptrunc.round",
    "frameaddress",
    "gc",
    "get.dynamic",
    "get.fp",
    "hwasan.",
    "icall.",
    "init.trampoline",
    "instrprof.",
    "invariant.",
    "lifetime.",
    "load.relative",
    "local",
    "loop.",
    "looptrap",
    "matrix.",
    "mem",
    "objc.",
    "pcmarker",
    "preserve.",
    "protected.",
    "pseudoprobe",
    "ptr.annotation",
    "ptrauth.",
    "public.",
    "read",
    "reloc.",
    "reset.fp",
    "returnaddress",
    "seh.",
    "set.",
    "sideeffect",
    "sponentry",
    "stack",
    "start.",
    "structured.",
    "swift.",
    "test.",
    "thread.pointer",
    "threadlocal.",
    "trap",
    "type.",
    "ubsantrap",
    "va_",
    "var.",
    "vscale",
    "write_",
    "xray.",
    "experimental.widenable",
    "experimental.get.vector",
    "experimental.cttz",
    "is.constant",
];

/// Types for what a signature leaves open: the length of vectors, and elements that are integers and floating-point numbers.
const PROFILES: &[(Option<u32>, Element, Element)] = &[
    (None, Element::Int(8), Element::Float(16)),
    (None, Element::Int(16), Element::BFloat),
    (None, Element::Int(32), Element::Float(32)),
    (None, Element::Int(64), Element::Float(64)),
    (None, Element::Int(32), Element::Float(64)),
    (None, Element::Int(64), Element::Float(32)),
    (None, Element::Int(128), Element::Float(128)),
    (None, Element::Int(64), Element::Float(80)),
    (None, Element::Int(1), Element::Float(80)),
    (Some(2), Element::Int(64), Element::Float(64)),
    (Some(4), Element::Int(32), Element::Float(32)),
    (Some(4), Element::Int(64), Element::Float(64)),
    (Some(8), Element::Int(16), Element::Float(16)),
    (Some(8), Element::Int(32), Element::Float(32)),
    (Some(8), Element::Int(16), Element::BFloat),
    (Some(16), Element::Int(8), Element::Float(32)),
    (Some(16), Element::Int(1), Element::Float(32)),
];

/// Every call of the target-independent intrinsics that are `wanted`, or of all; with `lanes`, only those with vectors of so many elements.
pub(super) fn all(wanted: &[String], lanes: Option<u32>, attributes: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    let begins = |name: &str, list: &[&str]| list.iter().any(|start| name.starts_with(start));
    let chosen =
        |name: &&str| !begins(name, TARGETS) && !begins(name, SPECIAL) && (wanted.is_empty() || wanted.iter().any(|word| word == name));
    for name in names().filter(chosen) {
        let Some(intrinsic) = exact(name) else { continue };
        let mut seen = BTreeSet::new();
        // Bits are elements of masks, and numbers nowhere.
        let has_bits = ["vector.", "masked.", "vp."].iter().any(|start| name.starts_with(start));
        let profiles = PROFILES.iter().filter(|(_, int, _)| has_bits || !matches!(int, Element::Int(1)));
        for &(len, int, float) in profiles.filter(|(len, ..)| lanes.is_none() || *len == lanes) {
            for any in [int, float, Element::Pointer(0)] {
                // The results of C's functions are words.
                let rounds = ["lrint", "lround"].iter().any(|word| name.contains(word));
                let is_word = matches!(int, Element::Int(64)) || matches!(int, Element::Int(32)) && !name.contains("ll");
                if rounds && !is_word {
                    continue;
                }
                let Some(types) = signature(intrinsic, len, int, float, any) else { continue };
                if !seen.insert(types.clone()) {
                    continue;
                }
                for immediate in immediates(name) {
                    calls.extend(call(intrinsic, &types, immediate, attributes));
                }
            }
        }
    }
    calls
}

/// Elements that not all code generators compute with.
pub(super) const ELEMENTS: &[&str] = &["half", "bfloat", "x86_fp80", "fp128"];

/// Two sums of such numbers, and of vectors of them, which show whether a code generator computes with them at all.
pub(super) fn sums(element: &str) -> Vec<Call> {
    let sum = |ty: Ty| {
        let mut lines = Lines::default();
        let edges = edges("fadd", element).unwrap_or("i8");
        let value = lines.operand(&ty, edges);
        let sum = lines.value(&format!("fadd {} {value}, {value}", ty.text()));
        lines.result(&ty, &sum);
        let text = format!("define void @\"f#\"(ptr %out, ptr %in) nounwind section \".text.f#\" {{\n{}  ret void\n}}\n", lines.text);
        let (operands, results, size) = (lines.operands, lines.results, lines.size.next_multiple_of(16));
        Call { name: "fadd", types: ty.text(), text, operands, results, size, has_memory: false }
    };
    vec![sum(Ty::One(element.to_owned())), sum(Ty::Vector(8, element.to_owned()))]
}

/// Result and parameters.
fn signature(intrinsic: Intrinsic, len: Option<u32>, int: Element, float: Element, any: Element) -> Option<Vec<String>> {
    let name = intrinsic.name;
    // Which of two types is the larger one, or a part of the other.
    let wide = [("fpext", 0), ("vp.sext", 0), ("vp.zext", 0), ("fptrunc", 1), ("vp.trunc", 1)].iter().find(|(word, _)| name.contains(word));
    let part = [("vector.extract", 0), ("vector.insert", 1)].iter().find(|(word, _)| *word == name);
    let larger = |element: Element| match element {
        Element::Int(bits) => Element::Int(bits * 2),
        Element::Float(16) | Element::BFloat => Element::Float(32),
        Element::Float(32) => Element::Float(64),
        Element::Float(_) => Element::Float(80),
        other => other,
    };
    let shape = |element: Element, number: usize| {
        let element = if wide.is_some_and(|&(_, other)| other == number) { larger(element) } else { element };
        let parts = if part.is_some_and(|&(_, other)| other == number) { 2 } else { 1 };
        Shape { vector: len.map(|len| (len / parts, false)), element }
    };
    let vector = |element, number| len.map(|_| shape(element, number));
    let scalar = |element| Some(Shape { vector: None, element });
    let of = |kind: &str, number: usize| match kind {
        // Exponents of C's functions.
        "int" if number == 1 && ["powi", "ldexp", "frexp"].iter().any(|word| name.ends_with(word)) => {
            Some(Shape { vector: len.filter(|_| !name.ends_with("powi")).map(|len| (len, false)), element: Element::Int(32) })
        }
        "int" => Some(shape(int, number)),
        "fp" => Some(shape(float, number)),
        "vint" => vector(int, number),
        "vfp" => vector(float, number),
        "vptr" => vector(Element::Pointer(0), number),
        "vec" => vector(any, number),
        "sint" => scalar(int),
        "sfp" => scalar(float),
        "ptr" => scalar(Element::Pointer(0)),
        "ptrs" => vector(Element::Pointer(0), number),
        _ => Some(shape(any, number)),
    };
    let types = types(intrinsic.signature_words()?, Shape { vector: len.map(|len| (len, false)), element: any }, &of)?;
    types.iter().all(|ty| ty != "..." && ty != "token").then_some(types)
}

/// Values of immediate arguments to try.
fn immediates(name: &str) -> &'static [&'static str] {
    match name {
        "abs" | "ctlz" | "cttz" | "vp.abs" | "vp.ctlz" | "vp.cttz" => &["0", "1"],
        "is.fpclass" | "vp.is.fpclass" => &["3", "1", "96", "144", "516", "264", "255", "768", "1020"],
        "vector.extract" => &["0", "half"],
        "vector.insert" => &["half"],
        _ if name.contains(".fix") => &["2", "0", "7"],
        "experimental.vp.splice" => &["1", "-1"],
        _ => &["0"],
    }
}

/// A type in parts: elements of vectors, fields of structures.
#[derive(Clone)]
enum Ty {
    One(String),
    Vector(usize, String),
    Struct(Vec<Ty>),
}

impl Ty {
    fn of(text: &str) -> Option<Ty> {
        if let Some(fields) = text.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }")) {
            return Some(Ty::Struct(fields.split(", ").map(Ty::of).collect::<Option<_>>()?));
        }
        Some(match text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            Some(rest) => {
                let (count, element) = rest.split_once(" x ")?;
                Ty::Vector(count.parse().ok()?, element.to_owned())
            }
            None => Ty::One(text.to_owned()),
        })
    }

    fn text(&self) -> String {
        match self {
            Ty::One(text) => text.clone(),
            Ty::Vector(count, element) => format!("<{count} x {element}>"),
            Ty::Struct(fields) => format!("{{ {} }}", fields.iter().map(Ty::text).collect::<Vec<_>>().join(", ")),
        }
    }

    fn count(&self) -> usize {
        if let Ty::Vector(count, _) = self { *count } else { 1 }
    }

    fn element(&self) -> &str {
        match self {
            Ty::One(element) | Ty::Vector(_, element) => element,
            Ty::Struct(_) => "",
        }
    }

    /// The same with another element.
    fn with(&self, element: &str) -> Ty {
        match self {
            Ty::Vector(count, _) => Ty::Vector(*count, element.to_owned()),
            _ => Ty::One(element.to_owned()),
        }
    }

    /// A constant of which each element is this.
    fn constant(&self, value: &str) -> String {
        match self {
            Ty::Vector(count, element) => format!("<{}>", vec![format!("{element} {value}"); *count].join(", ")),
            _ => value.to_owned(),
        }
    }
}

/// Bytes between elements of a type in memory.
pub(super) fn size(element: &str) -> usize {
    match element {
        "half" | "bfloat" => 2,
        "float" => 4,
        "double" | "ptr" => 8,
        "x86_fp80" | "fp128" => 16,
        _ => element[1..].parse::<usize>().unwrap_or(8).div_ceil(8).next_power_of_two(),
    }
}

fn is_float(element: &str) -> bool {
    matches!(element, "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128")
}

/// The lines of a function, and what it takes from memory and leaves there.
#[derive(Default)]
struct Lines {
    text: String,
    operands: Vec<Operand>,
    /// Where the next operand is.
    next: usize,
    results: Vec<(String, usize)>,
    size: usize,
    temporaries: usize,
}

impl Lines {
    /// A line for a new value.
    fn value(&mut self, line: &str) -> String {
        self.temporaries += 1;
        let name = format!("%t{}", self.temporaries);
        let _ = writeln!(self.text, "  {name} = {line}");
        name
    }

    fn address(&mut self, base: &str, offset: usize) -> String {
        self.value(&format!("getelementptr i8, ptr {base}, i64 {offset}"))
    }

    /// An operand from memory.
    fn operand(&mut self, ty: &Ty, edges: &'static str) -> String {
        // Vectors of bits and of the numbers of x87 are not everywhere in memory as elements one after the other.
        let in_memory = if ty.element() == "i1" { "i8" } else { ty.element() };
        let bytes = size(in_memory);
        self.next = self.next.next_multiple_of(16);
        let offset = self.next;
        self.next += bytes * ty.count();
        self.operands.push(Operand { size: bytes, count: ty.count(), offset, edges });
        let address = self.address("%in", offset);
        let loaded = self.value(&format!("load {}, ptr {address}, align 16", ty.with(in_memory).text()));
        match ty.element() {
            "i1" => self.value(&format!("trunc {} {loaded} to {}", ty.with("i8").text(), ty.text())),
            _ => loaded,
        }
    }

    /// Stores a result.
    fn result(&mut self, ty: &Ty, value: &str) {
        if let Ty::Struct(fields) = ty {
            for (at, field) in fields.iter().enumerate() {
                let part = self.value(&format!("extractvalue {} {value}, {at}", ty.text()));
                self.result(field, &part);
            }
            return;
        }
        let (ty, value) = match ty.element() {
            "i1" => (ty.with("i8"), self.value(&format!("zext {} {value} to {}", ty.text(), ty.with("i8").text()))),
            // Addresses differ from run to run.
            "ptr" => {
                let base = self.value("ptrtoint ptr %memory to i64");
                let wide = ty.with("i64");
                let number = self.value(&format!("ptrtoint {} {value} to {}", ty.text(), wide.text()));
                let base = match ty {
                    Ty::Vector(count, _) => {
                        let first = self.value(&format!("insertelement <{count} x i64> undef, i64 {base}, i32 0"));
                        self.value(&format!(
                            "shufflevector <{count} x i64> {first}, <{count} x i64> undef, <{count} x i32> zeroinitializer"
                        ))
                    }
                    _ => base,
                };
                let offset = self.value(&format!("sub {} {number}, {base}", wide.text()));
                (wide, offset)
            }
            _ => (ty.clone(), value.to_owned()),
        };
        let bytes = size(ty.element());
        self.size = self.size.next_multiple_of(16);
        let address = self.address("%out", self.size);
        let _ = writeln!(self.text, "  store {} {value}, ptr {address}, align 16", ty.text());
        for _ in 0..ty.count() {
            self.results.push((ty.element().to_owned(), self.size));
            self.size += bytes;
        }
    }

    /// A value after an operation with a constant.
    fn with_constant(&mut self, op: &str, ty: &Ty, value: &str, constant: &str) -> String {
        self.value(&format!("{op} {} {value}, {}", ty.text(), ty.constant(constant)))
    }
}

/// The call of an intrinsic with these types; none if there is no such call.
fn call(intrinsic: Intrinsic, types: &[String], immediate: &str, attributes: &str) -> Option<Call> {
    let name = intrinsic.name;
    let tys: Vec<Ty> = types.iter().map(|ty| Ty::of(ty)).collect::<Option<_>>()?;
    let (ret, params) = tys.split_first()?;
    let is_immediate = |at: usize| {
        let attrs = intrinsic.arg_attrs().find(|(index, _)| *index == at as u32 + 1);
        attrs.is_some_and(|(_, attrs)| attrs.contains(&IntrinsicAttr::Enum("immarg")))
    };
    let mut lines = Lines::default();
    let uses_memory = types.iter().any(|ty| ty.contains("ptr"));
    if uses_memory {
        lines.text.push_str("  %memory = getelementptr i8, ptr %in, i64 1024\n");
    }
    let is_partial = name.starts_with("vp.") || name.starts_with("experimental.vp.");
    let metadata = params.iter().filter(|ty| ty.element() == "metadata").count();
    let (mut args, mut met) = (Vec::new(), 0);
    let mut length = None;
    for (at, ty) in params.iter().enumerate() {
        let text = ty.text();
        let value = match ty.element() {
            "metadata" => {
                met += 1;
                match () {
                    () if name == "vp.icmp" => "!\"sle\"",
                    () if name == "vp.fcmp" => "!\"ole\"",
                    () if name.contains("constrained.fcmp") && met == 1 => "!\"ole\"",
                    () if metadata == 2 && met == 1 => "!\"round.dynamic\"",
                    () => "!\"fpexcept.strict\"",
                }
                .to_owned()
            }
            "i1" if is_immediate(at) => (if immediate == "0" { "false" } else { "true" }).to_owned(),
            _ if is_immediate(at) && immediate == "half" => {
                let whole = params.first()?.count();
                (whole / 2).to_string()
            }
            _ if is_immediate(at) => {
                let width: i64 = params.first()?.element().strip_prefix('i').and_then(|bits| bits.parse().ok()).unwrap_or(64);
                // A scale is less than the width of a signed number.
                if name.contains(".fix") && immediate.parse::<i64>().is_ok_and(|scale| scale >= width) {
                    return None;
                }
                immediate.to_owned()
            }
            "ptr" => match ty {
                Ty::Vector(count, _) => {
                    let offsets: Vec<String> = (0..*count).map(|lane| format!("i64 {}", lane * 16)).collect();
                    lines.value(&format!("getelementptr i8, ptr %memory, <{count} x i64> <{}>", offsets.join(", ")))
                }
                _ => "%memory".to_owned(),
            },
            "i32" if is_partial && at + 1 == params.len() => {
                let lanes = params.iter().map(Ty::count).max()?;
                let any = lines.operand(ty, "length");
                let bounded = lines.with_constant("urem", ty, &any, &(lanes + 1).to_string());
                length = Some((bounded.clone(), lanes));
                bounded
            }
            "i64" | "i32" if name.contains("strided") && at + 3 == params.len() => "16".to_owned(),
            element => {
                let edges = edges(name, element)?;
                let value = lines.operand(ty, edges);
                restricted(&mut lines, name, at, ty, value, immediate)
            }
        };
        args.push(format!("{text} {value}"));
    }
    let is_constrained = name.contains("constrained");
    let is_void = ret.element() == "void";
    let callee = format!("@llvm.{name}{}", if intrinsic.is_overloaded() { ".k#" } else { "" });
    let strict = if is_constrained { " strictfp" } else { "" };
    let line = format!("call {} {callee}({}){strict}", ret.text(), args.join(", "));
    if is_void {
        let _ = writeln!(lines.text, "  {line}");
    } else {
        let mut value = lines.value(&line);
        // The results of other lanes are poison.
        if let (Some((length, lanes)), Ty::Vector(count, _)) = (length, ret)
            && lanes == *count
        {
            let steps: Vec<String> = (0..lanes).map(|lane| format!("i32 {lane}")).collect();
            let first = lines.value(&format!("insertelement <{lanes} x i32> undef, i32 {length}, i32 0"));
            let all =
                lines.value(&format!("shufflevector <{lanes} x i32> {first}, <{lanes} x i32> undef, <{lanes} x i32> zeroinitializer"));
            let mut kept = lines.value(&format!("icmp ult <{lanes} x i32> <{}>, {all}", steps.join(", ")));
            let mask = args.get(args.len().wrapping_sub(2)).filter(|arg| arg.starts_with(&format!("<{lanes} x i1> ")));
            if let Some((_, mask)) = mask.and_then(|arg| arg.rsplit_once(' ')) {
                kept = lines.value(&format!("and <{lanes} x i1> {kept}, {mask}"));
            }
            value = lines.value(&format!("select <{lanes} x i1> {kept}, {} {value}, {} zeroinitializer", ret.text(), ret.text()));
        }
        lines.result(ret, &value);
    }
    let attributes = format!("{attributes}{strict}");
    let text = format!(
        "declare {} {callee}({})\ndefine void @\"f#\"(ptr %out, ptr %in) nounwind{attributes} section \".text.f#\" {{\n{}  ret void\n}}\n",
        ret.text(),
        types[1..].join(", "),
        lines.text
    );
    let suffix = if immediate == "0" { String::new() } else { format!(" {immediate}") };
    let has_memory = uses_memory;
    let shown = format!("{} ({}){suffix}", types[0], types[1..].join(", "));
    Some(Call {
        name,
        types: shown,
        text,
        operands: lines.operands,
        results: lines.results,
        size: lines.size.next_multiple_of(16),
        has_memory,
    })
}

/// The list of edge cases for an operand.
fn edges(name: &str, element: &str) -> Option<&'static str> {
    // Conversions of numbers that are out of range give poison.
    let converts = !name.ends_with(".sat") && ["lround", "lrint", "fptosi", "fptoui"].iter().any(|word| name.contains(word));
    const NAMES: &[&str] = &["i1", "i8", "i16", "i32", "i64", "i128", "half", "bfloat", "float", "double", "x86_fp80", "fp128"];
    const SMALL: &[(&str, &str)] = &[
        ("half", "half small"),
        ("bfloat", "bfloat small"),
        ("float", "float small"),
        ("double", "double small"),
        ("x86_fp80", "x86_fp80 small"),
        ("fp128", "fp128 small"),
    ];
    if converts && is_float(element) {
        return SMALL.iter().find(|(of, _)| *of == element).map(|(_, list)| *list);
    }
    NAMES.iter().find(|of| **of == element).copied()
}

/// An operand without the values for which the result is undefined.
fn restricted(lines: &mut Lines, name: &str, at: usize, ty: &Ty, value: String, immediate: &str) -> String {
    let Some(bits) = ty.element().strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok()).filter(|bits| *bits > 1) else {
        return value;
    };
    let divides = name.contains("div") || name.contains("rem");
    match (name, at) {
        _ if divides && at == 1 => lines.with_constant("or", ty, &value, "1"),
        // The least number divided by -1 is out of range, and so is what does not fit when it is scaled.
        _ if divides && at == 0 => {
            lines.with_constant("lshr", ty, &value, if name.contains("fix") && !name.contains("sat") { "7" } else { "1" })
        }
        _ if name.contains("mul.fix") && !name.contains("sat") && at < 2 => {
            lines.with_constant("lshr", ty, &value, &(bits / 2 + 1).to_string())
        }
        ("ushl.sat" | "sshl.sat" | "vp.shl" | "vp.lshr" | "vp.ashr", 1) => lines.with_constant("and", ty, &value, &(bits - 1).to_string()),
        ("abs" | "ctlz" | "cttz" | "vp.abs" | "vp.ctlz" | "vp.cttz", 0) if immediate == "1" => lines.with_constant("or", ty, &value, "8"),
        _ => value,
    }
}
