//! Symbols of module-level inline assembly, by a scanner for the syntax of GNU's assembler (AT&T syntax on x86).
//!
//! LLVM has the assemblers of its targets parse the text (LLVM 22, `ModuleSymbolTable::CollectAsmSymbols`, `RecordStreamer`). The scanner knows
//! labels, assignments, the directives that bind, define or refer to symbols, and takes the names among the operands of instructions for
//! symbols. It does not know instructions: of a text that LLVM's assembler refuses LLVM lists nothing, the scanner what it finds. Macros,
//! repetitions and conditions are not expanded.
use bctk_bitcode::symtab::flags;
use bctk_bitcode::write::HashOrder;
use bctk_ir::triple::{Arch, ObjectFormat, Triple};
use hashbrown::HashMap;

/// Facts about a symbol so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Used,
    Global,
    Defined,
    DefinedGlobal,
    UndefinedWeak,
    DefinedWeak,
}

/// How a symbol is bound outside of the assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Local,
    Global,
    Weak,
    /// None of these.
    Other,
}

/// The symbols found, in the order in which they were first met.
#[derive(Default)]
struct Found<'s> {
    states: HashMap<Vec<u8>, usize>,
    symbols: Vec<(Vec<u8>, State)>,
    /// A `.symver` directive: symbol, and its name with a version.
    versions: Vec<(&'s [u8], &'s [u8])>,
    /// Numbers of the numeric labels, as written and as expected.
    numbered: HashMap<&'s [u8], (Option<usize>, Option<usize>)>,
    numbered_count: usize,
}

impl Found<'_> {
    fn state(&self, name: &[u8]) -> Option<State> {
        self.states.get(name).map(|&at| self.symbols[at].1)
    }

    fn mark(&mut self, name: &[u8], next: impl Fn(Option<State>) -> State) {
        match self.states.get(name) {
            Some(&at) => self.symbols[at].1 = next(Some(self.symbols[at].1)),
            None => {
                self.states.insert(name.to_vec(), self.symbols.len());
                self.symbols.push((name.to_vec(), next(None)));
            }
        }
    }

    fn define(&mut self, name: &[u8]) {
        self.mark(name, |state| match state {
            Some(State::DefinedGlobal | State::Global) => State::DefinedGlobal,
            Some(State::UndefinedWeak | State::DefinedWeak) => State::DefinedWeak,
            None | Some(State::Used | State::Defined) => State::Defined,
        });
    }

    fn bind(&mut self, name: &[u8], weak: bool) {
        self.mark(name, |state| match state {
            Some(weak @ (State::UndefinedWeak | State::DefinedWeak)) => weak,
            Some(State::Defined | State::DefinedGlobal) if weak => State::DefinedWeak,
            Some(State::Defined | State::DefinedGlobal) => State::DefinedGlobal,
            None | Some(State::Used | State::Global) if weak => State::UndefinedWeak,
            None | Some(State::Used | State::Global) => State::Global,
        });
    }

    fn refer(&mut self, name: &[u8]) {
        self.mark(name, |state| state.unwrap_or(State::Used));
    }

    /// The name for a reference to a numeric label, before (`b`) or after (`f`) the reference.
    fn numbered_name(&self, number: usize) -> Vec<u8> {
        format!(".Ltmp{number}").into_bytes()
    }
}

/// Symbols of the assembly `text` for `triple`, with their flags as in symbol tables, in LLVM's order. `bound` returns how the module
/// binds a symbol of its own, and whether it defines it.
pub(super) fn symbols(text: &[u8], triple: &Triple<'_>, bound: impl Fn(&[u8]) -> Option<(Binding, bool)>) -> Vec<(Vec<u8>, u32)> {
    let mut scanner = Scanner { found: Found::default(), syntax: Syntax::of(triple), skipping: 0 };
    let mut in_comment = false;
    for line in text.split(|&c| c == b'\n') {
        scanner.line(line, &mut in_comment);
    }
    let mut found = scanner.found;
    versions(&mut found, bound);
    // LLVM walks its table of names.
    let mut order = HashOrder::default();
    for (name, _) in &found.symbols {
        order.add(name);
    }
    let flags_of = |state| {
        flags::EXECUTABLE
            | match state {
                State::DefinedGlobal => flags::GLOBAL,
                State::Defined => 0,
                State::Global | State::Used => flags::UNDEFINED | flags::GLOBAL | flags::USED,
                State::DefinedWeak => flags::WEAK | flags::GLOBAL,
                State::UndefinedWeak => flags::WEAK | flags::UNDEFINED | flags::USED,
            }
    };
    let symbols = &found.symbols;
    order.order().filter_map(|at| symbols.get(at as usize)).map(|(name, state)| (name.clone(), flags_of(*state))).collect()
}

/// Adds the versioned names, with the binding of the symbol that they alias, in the assembly or else in the module.
fn versions(found: &mut Found<'_>, bound: impl Fn(&[u8]) -> Option<(Binding, bool)>) {
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    let mut by_name: Vec<(&[u8], Vec<&[u8]>)> = Vec::new();
    for (name, alias) in std::mem::take(&mut found.versions) {
        let place = *places.entry(name).or_insert(by_name.len());
        if place == by_name.len() {
            by_name.push((name, Vec::new()));
        }
        by_name[place].1.push(alias);
    }
    for (name, aliases) in by_name {
        let state = found.state(name);
        let mut binding = match state {
            Some(State::Global | State::DefinedGlobal) => Some(Binding::Global),
            Some(State::UndefinedWeak | State::DefinedWeak) => Some(Binding::Weak),
            _ => None,
        };
        let mut defined = matches!(state, Some(State::Defined | State::DefinedGlobal | State::DefinedWeak));
        if (binding.is_none() || !defined)
            && let Some((of_module, is_defined)) = bound(name)
        {
            binding = binding.or(Some(of_module));
            defined |= is_defined;
        }
        for alias in aliases {
            let alias = match alias.windows(3).position(|w| w == b"@@@") {
                Some(at) => [&alias[..at], if defined { b"@@" } else { b"@" }, &alias[at + 3..]].concat(),
                None => alias.to_vec(),
            };
            if defined {
                found.define(&alias);
            }
            found.refer(name);
            match binding {
                Some(Binding::Global) => found.bind(&alias, false),
                Some(Binding::Weak) => found.bind(&alias, true),
                _ => {}
            }
        }
    }
}

/// Differences between the assemblers of targets.
struct Syntax {
    /// Registers are names without a sign before them.
    bare_registers: bool,
    /// A comment begins there, anywhere in a line.
    comment: &'static [&'static [u8]],
    /// The separator of statements on a line, unless it begins a comment.
    separator: Option<u8>,
    macho: bool,
}

impl Syntax {
    fn of(triple: &Triple<'_>) -> Syntax {
        let macho = triple.format == ObjectFormat::MachO;
        let bare_registers = !matches!(triple.arch, Arch::X86 | Arch::X86_64 | Arch::Sparc | Arch::SparcV9 | Arch::SystemZ);
        let (comment, separator): (&[&[u8]], _) = match triple.arch {
            Arch::X86 | Arch::X86_64 => (&[b"#"], Some(b';')),
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 if macho => (&[b";", b"//"], None),
            Arch::AArch64 | Arch::AArch64Be | Arch::AArch64_32 => (&[b"//"], Some(b';')),
            Arch::Arm | Arch::ArmEb | Arch::Thumb | Arch::ThumbEb => (&[b"@", b"//"], Some(b';')),
            Arch::Sparc | Arch::SparcV9 => (&[b"!"], Some(b';')),
            Arch::AmdGpu | Arch::Avr | Arch::Lanai => (&[b";", b"//"], None),
            _ => (&[b"#", b"//"], Some(b';')),
        };
        Syntax { bare_registers, comment, separator, macho }
    }
}

struct Scanner<'s> {
    found: Found<'s>,
    syntax: Syntax,
    /// Depth of macros and repetitions, which are passed over.
    skipping: u32,
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || matches!(c, b'_' | b'.' | b'$' | b'?') || c >= 0x80
}

fn is_name(c: u8) -> bool {
    is_name_start(c) || c.is_ascii_digit() || c == b'@'
}

impl<'s> Scanner<'s> {
    fn line(&mut self, line: &'s [u8], in_comment: &mut bool) {
        let mut at = 0;
        let mut start = 0;
        let mut quoted = false;
        while at < line.len() {
            let rest = &line[at..];
            if *in_comment {
                match rest.windows(2).position(|w| w == b"*/") {
                    Some(end) => {
                        *in_comment = false;
                        at += end + 2;
                        start = at;
                        continue;
                    }
                    None => return,
                }
            }
            match line[at] {
                b'\\' if quoted => at += 1,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'/' if rest.starts_with(b"/*") => {
                    self.statement(&line[start..at]);
                    *in_comment = true;
                }
                b'#' if line[..at].iter().all(u8::is_ascii_whitespace) => return,
                _ if self.syntax.comment.iter().any(|comment| rest.starts_with(comment)) => {
                    return self.statement(&line[start..at]);
                }
                c if Some(c) == self.syntax.separator => {
                    self.statement(&line[start..at]);
                    start = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if !*in_comment {
            self.statement(&line[start.min(line.len())..]);
        }
    }

    /// Takes one statement, with the labels before it.
    fn statement(&mut self, mut text: &'s [u8]) {
        loop {
            text = text.trim_ascii();
            let (word, rest) = name_at(text);
            let after = rest.trim_ascii_start();
            if word.is_empty() {
                let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
                match text.get(digits) {
                    Some(b':') if digits > 0 && self.skipping == 0 => {
                        self.numbered_label(&text[..digits]);
                        text = &text[digits + 1..];
                        continue;
                    }
                    _ => return,
                }
            }
            if self.skipping == 0 && after.starts_with(b":") && !after.starts_with(b"::") {
                self.found.define(word);
                text = &after[1..];
                continue;
            }
            if self.skipping == 0 && after.starts_with(b"=") && !after.starts_with(b"==") {
                self.found.define(word);
                return self.expression(&after[1..]);
            }
            return match word {
                [b'.', ..] => self.directive(word, after),
                _ if self.skipping != 0 => {}
                // The instruction follows a prefix.
                b"lock" | b"rep" | b"repe" | b"repz" | b"repne" | b"repnz" | b"notrack" | b"data16" => {
                    text = after;
                    continue;
                }
                _ => self.operands(after, self.syntax.bare_registers),
            };
        }
    }

    fn numbered_label(&mut self, digits: &'s [u8]) {
        let (_, expected) = self.found.numbered.get(digits).copied().unwrap_or_default();
        let number = expected.unwrap_or_else(|| {
            self.found.numbered_count += 1;
            self.found.numbered_count - 1
        });
        self.found.numbered.insert(digits, (Some(number), None));
        let name = self.found.numbered_name(number);
        self.found.define(&name);
    }

    fn numbered_reference(&mut self, digits: &'s [u8], forward: bool) {
        let (last, expected) = self.found.numbered.get(digits).copied().unwrap_or_default();
        let number = match forward {
            false => match last {
                Some(number) => number,
                None => return,
            },
            true => expected.unwrap_or_else(|| {
                self.found.numbered_count += 1;
                self.found.numbered_count - 1
            }),
        };
        if forward {
            self.found.numbered.insert(digits, (last, Some(number)));
        }
        let name = self.found.numbered_name(number);
        self.found.refer(&name);
    }

    fn directive(&mut self, word: &'s [u8], rest: &'s [u8]) {
        match word {
            b".macro" | b".rept" | b".irp" | b".irpc" | b".rep" => {
                self.skipping += 1;
                return;
            }
            b".endm" | b".endmacro" | b".endr" => {
                self.skipping = self.skipping.saturating_sub(1);
                return;
            }
            _ if self.skipping != 0 => return,
            _ => {}
        }
        let names = || rest.split(|&c| c == b',').map(|name| name_at(name.trim_ascii()).0).filter(|name| !name.is_empty());
        match word {
            b".globl" | b".global" => names().for_each(|name| self.found.bind(name, false)),
            b".weak" => names().for_each(|name| self.found.bind(name, true)),
            b".lazy_reference" => names().for_each(|name| self.found.refer(name)),
            b".set" | b".equ" | b".equiv" => {
                let (name, value) = name_at(rest);
                if let (false, Some(value)) = (name.is_empty(), value.trim_ascii_start().strip_prefix(b",")) {
                    self.found.define(name);
                    self.expression(value);
                }
            }
            // LLVM's symbol recorder ignores a local one, except on Darwin, where it is zero-filled memory.
            b".comm" => names().take(1).for_each(|name| self.found.define(name)),
            b".lcomm" if self.syntax.macho => names().take(1).for_each(|name| self.found.define(name)),
            b".zerofill" => names().skip(2).take(1).for_each(|name| self.found.define(name)),
            b".symver" => {
                let (name, alias) = name_at(rest);
                if let Some(alias) = alias.trim_ascii_start().strip_prefix(b",") {
                    let alias = alias.split(|&c| c == b',').next().unwrap_or_default().trim_ascii();
                    self.found.versions.push((name, alias));
                }
            }
            b".size" => {
                if let Some(at) = rest.iter().position(|&c| c == b',') {
                    self.here(&rest[at + 1..]);
                }
            }
            b".byte" | b".short" | b".value" | b".hword" | b".half" | b".word" | b".int" | b".long" | b".quad" | b".2byte" | b".4byte"
            | b".8byte" | b".xword" | b".dword" | b".dc.b" | b".dc.w" | b".dc.l" | b".dc.a" => self.expression(rest),
            _ => {}
        }
    }

    /// Notes what an expression names.
    fn expression(&mut self, text: &'s [u8]) {
        self.operands(text, false);
    }

    /// Notes a place used as `.` in an expression; the rest of the expression does not matter.
    fn here(&mut self, text: &'s [u8]) {
        let mut rest = text;
        while let Some(&c) = rest.first() {
            let (name, after) = name_at(rest);
            if name == b"." {
                self.found.define(b"");
            }
            rest = if !name.is_empty() {
                after
            } else if c.is_ascii_digit() {
                &rest[rest.iter().take_while(|c| c.is_ascii_alphanumeric()).count()..]
            } else {
                &rest[1..]
            };
        }
    }

    fn operands(&mut self, text: &'s [u8], registers: bool) {
        let mut rest = text;
        let mut before = b' ';
        while let Some(&c) = rest.first() {
            let (name, after) = match c {
                // An immediate value.
                b'$' if !registers => (&[][..], &rest[1..]),
                _ => name_at(rest),
            };
            if name.is_empty() && c.is_ascii_digit() {
                let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
                let word = rest.iter().take_while(|&&c| is_name(c)).count();
                match &rest[digits..word] {
                    b"b" => self.numbered_reference(&rest[..digits], false),
                    b"f" => self.numbered_reference(&rest[..digits], true),
                    _ => {}
                }
                (before, rest) = (b'0', &rest[word..]);
                continue;
            }
            if name.is_empty() {
                (before, rest) = (c, &rest[1..]);
                continue;
            }
            let is_modifier = before == b':' && after.first() == Some(&b':');
            if name == b"." {
                self.found.define(b"");
            } else if before != b'%' && before != b'#' && !is_modifier && !(registers && is_register(name)) {
                let end = name.iter().position(|&c| c == b'@').unwrap_or(name.len());
                let symbol = &name[..end];
                if !symbol.is_empty() {
                    self.found.refer(symbol);
                }
            }
            (before, rest) = (b'a', after);
        }
    }
}

/// The name at the start of `text`, without quotes, and what follows; an empty one if there is none.
fn name_at(text: &[u8]) -> (&[u8], &[u8]) {
    match text.first() {
        Some(b'"') => match text[1..].iter().position(|&c| c == b'"') {
            Some(end) => (&text[1..=end], &text[end + 2..]),
            None => (&[], text),
        },
        Some(&c) if is_name_start(c) => text.split_at(text.iter().take_while(|&&c| is_name(c)).count()),
        _ => (&[], text),
    }
}

/// Whether a word among operands is a register, a condition or a shift rather than a symbol, on targets that do not mark registers.
fn is_register(name: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "sp",
        "lr",
        "pc",
        "fp",
        "ip",
        "sb",
        "sl",
        "xzr",
        "wzr",
        "wsp",
        "zero",
        "ra",
        "gp",
        "tp",
        "cpsr",
        "spsr",
        "apsr",
        "fpscr",
        "lsl",
        "lsr",
        "asr",
        "ror",
        "rrx",
        "uxtb",
        "uxth",
        "uxtw",
        "uxtx",
        "sxtb",
        "sxth",
        "sxtw",
        "sxtx",
        "mul",
        "vl",
        "eq",
        "ne",
        "cs",
        "hs",
        "cc",
        "lo",
        "mi",
        "pl",
        "vs",
        "vc",
        "hi",
        "ls",
        "ge",
        "lt",
        "gt",
        "le",
        "al",
        "ish",
        "ishld",
        "ishst",
        "nsh",
        "sy",
        "st",
        "ld",
        "osh",
        "vmalle1",
        "alle1",
        "vmalle1is",
        "nzcv",
        "fpcr",
        "fpsr",
        "daif",
        "rne",
        "rtz",
        "rdn",
        "rup",
        "rmm",
        "dyn",
        "iorw",
        "rw",
        "vcc",
        "exec",
        "scc",
        "off",
        "nop",
    ];
    let lower = name.to_ascii_lowercase();
    let word = lower.split(|&c| c == b'.').next().unwrap_or_default();
    let word = word.strip_prefix(b"$").unwrap_or(word);
    if WORDS.iter().any(|known| known.as_bytes() == word) || name.starts_with(b"$") {
        return true;
    }
    // A letter or two and a number: r0, x30, v31, cr7, ft11; system registers with their exception level.
    let letters = word.iter().take_while(|c| c.is_ascii_alphabetic()).count();
    let (letters, digits) = word.split_at(letters);
    let numbered = letters.len() <= 2 && !digits.is_empty() && digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit);
    numbered || word.ends_with(b"_el0") || word.ends_with(b"_el1") || word.ends_with(b"_el2") || word.ends_with(b"_el3")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(triple: &str, text: &str) -> Vec<String> {
        let letter = |flags: u32| match flags & (flags::UNDEFINED | flags::WEAK | flags::GLOBAL) {
            0 => 't',
            f if f & flags::UNDEFINED != 0 && f & flags::WEAK != 0 => 'w',
            f if f & flags::UNDEFINED != 0 => 'U',
            f if f & flags::WEAK != 0 => 'W',
            _ => 'T',
        };
        let found = symbols(text.as_bytes(), &Triple::parse(triple.as_bytes()), |_| None);
        let mut lines: Vec<String> =
            found.iter().map(|(name, flags)| format!("{} {}", letter(*flags), String::from_utf8_lossy(name))).collect();
        lines.sort();
        lines
    }

    #[test]
    fn as_llvm_nm_lists_them() {
        // Each as llvm-nm 22 lists it.
        let text = "jmp 1f\n1:\ncall foo@PLT\nmovq bar@GOTPCREL(%rip), %rax\nlea (%rax,%rbx), %rcx\nmov $imm, %eax\n.set s1, s2+4\ns3 = s4\n\
                    .uleb128 u1-u2\n.type q1,@function\n.size q2, .-q3\n";
        let want = ["U bar", "U foo", "U imm", "U s2", "U s4", "t ", "t .Ltmp0", "t s1", "t s3"];
        assert_eq!(listed("x86_64-unknown-linux-gnu", text), want);
        let text = ".weak w1\n.weak w2\nw2:\n.globl g1\n.globl g2\ng2:\n.hidden h1\n.protected p1\n.space 4\n.8byte e8\n.byte v3 # c\n";
        assert_eq!(listed("x86_64-unknown-linux-gnu", text), ["T g2", "U e8", "U g1", "U v3", "W w2", "w w1"]);
        let text = "bl foo\nadrp x0, bar\nadd x0, x0, :lo12:bar\nldr x1, =baz\nb.eq 1f\n1: ret // c\ncbz w0, lab\nmov x0, sp\n\
                    add x0, x1, x2, lsl #3\nldr w0, [x1, #4]\nmrs x0, tpidr_el0\ntlbi vmalle1\ndmb ish\n";
        assert_eq!(listed("aarch64-unknown-linux-gnu", text), ["U bar", "U baz", "U foo", "U lab", "t .Ltmp0"]);
        assert_eq!(listed("armv7-linux-gnueabihf", "add r1, r2, r2\nbl foo @ c"), ["U foo"]);
        assert_eq!(listed("x86_64-pc-windows-msvc", ".globl foo\nfoo:\n.weak bar\n.ascii \" /export:foo\"\n"), ["T foo", "w bar"]);
        assert_eq!(
            listed("i386-unknown-linux-gnu", "movl foo, %eax\nlock; decl bar\nrep movsb\nlock incl baz"),
            ["U bar", "U baz", "U foo"]
        );
    }

    #[test]
    fn any_text_ends() {
        for text in [
            "\"",
            "$",
            "$$ $",
            "::",
            "a::b",
            "1",
            "1:",
            "9f 9b",
            "/* x",
            "*/",
            ".set",
            ".set x",
            ".symver a",
            "\"\"",
            "a \"b",
            "%%",
            "\u{e9}:",
        ] {
            let _ = listed("x86_64-unknown-linux-gnu", &format!("x {text}\n{text}\n.long {text}"));
            let _ = listed("mips-linux", &format!("x {text}\n{text}\n.long {text}"));
        }
    }
}
