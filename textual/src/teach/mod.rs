//! Advice about the faults of a text: what a misspelled name may mean, where what is not closed began, what old syntax has become.
//!
//! It is looked for in the text alone, once a text is known to have faults, and only for the faults that are shown.

mod foreign;
mod names;

use crate::error::{About, Diagnostic, Late};
use crate::lexer::Lexer;
use crate::parse::{ParseOptions, begins_entity};
use crate::token::{Kw, Tok, all_words};
use bctk_ir::keywords::{CallConv, DllStorage, Linkage, Visibility};
use bctk_ir::metadata::di::{DiKind, PrintRule};
use bctk_ir::opcodes::{FCmpPred, ICmpPred, Ordering, RmwOp};
use bctk_support::near::nearest_word;
use names::{Function, Globals, Named, bare};
use std::ops::Range;

/// How many faults get advice, at most.
const ADVISED: usize = 100;

/// Types of C and what they mostly are in LLVM.
const C_TYPES: &[(&str, &str)] = &[("bool", "i1"), ("char", "i8"), ("short", "i16"), ("int", "i32"), ("long", "i64"), ("pointer", "ptr")];

/// Words that begin an entity of the top level.
const ENTITIES: &[&str] = &["define", "declare", "target", "module", "attributes", "source_filename", "uselistorder", "uselistorder_bb"];

/// Adds advice to the first faults of `text`, of which `more` are not among them.
pub(crate) fn all(text: &[u8], options: &ParseOptions, faults: &mut Vec<Diagnostic>, more: &mut usize) {
    // A release gives none.
    if options.read_as.is_some() || options.allow_incomplete {
        return;
    }
    if let Some(first) = faults.first_mut()
        && begins_text(text, first.span.start)
        && let Some(foreign) = foreign::language(text)
    {
        first.title = format!("this is {}, not LLVM assembly", foreign.what);
        first.help.push(foreign.help.to_owned());
        faults.truncate(1);
        *more = 0;
        return;
    }
    let mut advice = Advice { text, globals: None };
    for fault in faults.iter_mut().take(ADVISED) {
        advice.advise(fault);
    }
}

/// Whether the line of `at` is the first of the text that holds more than a comment.
fn begins_text(text: &[u8], at: usize) -> bool {
    let before = text[..at.min(text.len())].split(|&c| c == b'\n');
    let is_comment = |line: &[u8]| line.is_empty() || line.starts_with(b";") || line.starts_with(b"//") || line.starts_with(b"# ");
    let mut code = before.map(<[u8]>::trim_ascii).filter(|line| !is_comment(line));
    code.next();
    code.next().is_none()
}

struct Advice<'t> {
    text: &'t [u8],
    /// What the top level defines, once somebody asks.
    globals: Option<Globals>,
}

impl<'t> Advice<'t> {
    fn shown(&self, at: &Range<usize>) -> String {
        String::from_utf8_lossy(self.text.get(at.clone()).unwrap_or(&[])).into_owned()
    }

    fn globals(&mut self) -> &Globals {
        self.globals.get_or_insert_with(|| Globals::of(self.text))
    }

    fn advise(&mut self, fault: &mut Diagnostic) {
        match (&fault.late, fault.about) {
            (Some(Late::Type), _) if self.is_value(&fault.span) => {
                fault.label = "this is a value, whose type is missing before it".into();
            }
            (Some(Late::Value(_) | Late::Type | Late::Comdat(_)), _) => {
                let text = self.text;
                let near = self.globals().near(text, &fault.span);
                self.suggest_definition(fault, near);
            }
            (Some(_), _) => {}
            (None, About::Local) => self.local(fault),
            (None, About::LocalType) => self.result_of_old_call(fault),
            (None, About::Number(due)) => self.number(fault, due),
            (None, About::Opcode) => self.opcode(fault),
            (None, About::Predicate { float: false }) => self.suggest(fault, ICmpPred::ALL.iter().map(|p| p.spelling())),
            (None, About::Predicate { float: true }) => self.suggest(fault, FCmpPred::ALL.iter().map(|p| p.spelling())),
            (None, About::Ordering) => self.suggest(fault, Ordering::ALL.iter().map(|p| p.spelling())),
            (None, About::RmwOperation) => self.suggest(fault, RmwOp::ALL.iter().map(|p| p.spelling())),
            (None, About::Node) => {
                let others = ["GenericDINode", "DIExpression", "DIArgList"];
                self.suggest(fault, DiKind::ALL.iter().map(|kind| kind.name()).chain(others));
            }
            (None, About::Field(kind)) => {
                let fields = kind.fields().iter().filter(|field| !matches!(field.rule, PrintRule::Until(_)));
                self.suggest(fault, fields.map(|field| field.name));
            }
            (None, About::FieldWord(kind)) => self.suggest(fault, kind.words()),
            (None, About::Word) => self.word(fault),
        }
    }

    /// Whether the name with a sigil is that of a value of its function.
    fn is_value(&self, at: &Range<usize>) -> bool {
        Function::around(self.text, at.start).is_some_and(|function| function.definition(bare(self.text, at)).is_some())
    }

    /// Suggests the one of `known` that is nearest to the word of the fault.
    fn suggest(&self, fault: &mut Diagnostic, known: impl IntoIterator<Item = &'static str>) {
        let text = self.text.get(fault.span.clone()).unwrap_or(&[]);
        let (sigil, word) = match text {
            [b'!', rest @ ..] => ("!", rest),
            [rest @ .., b':'] => ("", rest),
            word => ("", word),
        };
        if let Some(near) = nearest_word(word, known) {
            fault.help.push(format!("did you mean `{sigil}{near}`?"));
        }
    }

    fn suggest_definition(&self, fault: &mut Diagnostic, near: Option<Named>) {
        let Some(near) = near else { return };
        let sigil = char::from(self.text[fault.span.start]);
        let name = format!("{sigil}{}", String::from_utf8_lossy(bare(self.text, &near)));
        fault.notes.push((near, format!("`{name}` is defined here")));
        fault.help.push(format!("did you mean `{name}`?"));
    }

    fn local(&mut self, fault: &mut Diagnostic) {
        let near = Function::around(self.text, fault.span.start).and_then(|function| function.near(&fault.span));
        if near.is_some() {
            return self.suggest_definition(fault, near);
        }
        let text = self.text;
        let name = text.get(fault.span.start + 1..fault.span.end).unwrap_or(&[]);
        if let Some(global) = self.globals().value(text, name) {
            fault.help.push(format!("did you mean the global value `{}`?", self.shown(&global)));
        }
    }

    /// A local of an unexpected type may be the result of a call in the syntax of typed pointers, which reads as something else today.
    fn result_of_old_call(&self, fault: &mut Diagnostic) {
        let Some(function) = Function::around(self.text, fault.span.start) else { return };
        let name = self.text.get(fault.span.start + 1..fault.span.end).unwrap_or(&[]);
        let Some(defined) = function.definition(name) else { return };
        let line = &self.text[defined.end..];
        let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
        if memchr::memmem::find(line, b"call ").is_some() && memchr::memmem::find(line, b")* ").is_some() {
            fault.notes.push((defined, "this call gives the type of its function as a pointer".into()));
            fault.help.push("in a call, the type of the function has no `*`: `call i32 (ptr, ...) @f(…)`".into());
        }
    }

    /// A number that is taken: which one is due, and what has the last one.
    fn number(&self, fault: &mut Diagnostic, due: u32) {
        let sigil = if self.text.get(fault.span.start) == Some(&b'%') { "%" } else { "" };
        fault.label = format!("`{sigil}{due}` is the next number that is free");
        let Some(last) = due.checked_sub(1) else { return };
        let Some(function) = Function::around(self.text, fault.span.start) else { return };
        match function.definition(last.to_string().as_bytes()).filter(|at| at.start < fault.span.start) {
            Some(at) => fault.notes.push((at, format!("`%{last}` is defined here"))),
            None => {
                fault.notes.push((function.header(), format!("`%{last}` is the entry block of this function, or a value without a name")));
            }
        }
        fault.help.push("values and blocks without names share one row of numbers; names such as `%sum` have no order".into());
    }

    /// No instruction: a misspelled one, or the end of a block, a function or the text before a terminator.
    fn opcode(&self, fault: &mut Diagnostic) {
        let at = fault.span.start;
        let lexer = Lexer::new(self.text, at);
        let Some(function) = Function::around(self.text, at) else { return };
        let begins_line = at == 0 || self.text[at - 1] == b'\n';
        match lexer.tok {
            Tok::Label | Tok::LabelNum | Tok::RBrace => {
                let block = function.block(at);
                let is_entry = block.start == function.span.start;
                let what = if is_entry { "the entry block".to_owned() } else { format!("the block `{}`", self.shown(&block)) };
                fault.title = format!("{what} has no terminator");
                let next = if lexer.tok == Tok::RBrace { "the function ends" } else { "the next block begins" };
                fault.label = format!("{next} here, and no `br`, `ret` or other terminator comes before");
                fault.notes.push((block, if is_entry { "the function begins here" } else { "the block begins here" }.into()));
            }
            _ if lexer.tok == Tok::Eof || begins_line && begins_entity(&self.text[at..]) => {
                let name = function.name().map_or(String::new(), |name| format!(" `{}`", self.shown(&name)));
                fault.title = format!("the function{name} is not closed");
                fault.label = "`}` is missing before this".into();
                fault.notes.push((function.name().unwrap_or(function.header()), "the function begins here".into()));
            }
            Tok::Word => {
                let words = all_words().filter(|word| word.op.is_some() || crate::parse::is_opcode(word.kw));
                self.suggest(fault, words.map(|word| word.text));
            }
            _ => {}
        }
    }

    /// Something else was expected: a word of the grammar, a value, a type, a comma.
    fn word(&mut self, fault: &mut Diagnostic) {
        let at = fault.span.start;
        let Some(lexer) = self.text.get(at..).map(|_| Lexer::new(self.text, at)).filter(|lexer| lexer.start == at) else { return };
        let line = &self.text[self.text[..at].iter().rposition(|&c| c == b'\n').map_or(0, |end| end + 1)..at];
        let is_new_line = line.trim_ascii().is_empty();
        if matches!(self.text.get(fault.span.clone()), Some(b"@" | b"%")) {
            fault.label = "a name or a number must follow this".into();
            return;
        }
        if matches!(lexer.tok, Tok::Local | Tok::LocalNum | Tok::Global | Tok::GlobalNum) {
            if line.trim_ascii_end().ends_with(b"*")
                && let Some(help) = self.explicit_type(line, &lexer)
            {
                fault.help.push(help);
                return;
            }
            if fault.message == "expected type" {
                fault.label = "the type of this value is missing before it".into();
            }
            return;
        }
        if fault.message == "expected metadata after comma" {
            fault.label = "the comma before this has nothing after it".into();
        }
        if !is_new_line
            && fault.label.is_empty()
            && (fault.message.starts_with("expected ','") || fault.message.starts_with("expected comma"))
        {
            fault.label = "a comma is missing before this".into();
        }
        let kw = if lexer.tok == Tok::Word { lexer.word.kw } else { Kw::None };
        let is_type = lexer.tok == Tok::IntType || matches!(kw, Kw::Ptr | Kw::FloatWord | Kw::Double | Kw::Half | Kw::BFloat);
        if fault.message == "expected value token" && is_type {
            fault.label = "a value is expected; its type is already known here".into();
            return;
        }
        if lexer.tok != Tok::Word {
            return;
        }
        let word = lexer.text();
        // A name without its sigil.
        if matches!(fault.message.as_str(), "expected value token" | "expected a basic block" | "expected type") {
            let function = Function::around(self.text, at);
            let local = function.and_then(|function| function.definition(word));
            let (text, is_local) = (self.text, local.is_some());
            if let Some(named) = local.or_else(|| self.globals().value(text, word)) {
                let sigil = if is_local { "%" } else { "@" };
                let name = String::from_utf8_lossy(bare(text, &named)).into_owned();
                fault.help.push(format!("did you mean `{sigil}{name}`?"));
                return;
            }
        }
        if fault.message == "expected type"
            && let Some(row) = C_TYPES.iter().find(|row| row.0.as_bytes() == word)
        {
            fault.help.push(format!("did you mean `{}`?", row.1));
            return;
        }
        if fault.message == "expected top-level entity" {
            return self.suggest(fault, ENTITIES.iter().copied());
        }
        if lexer.word.text.is_empty() && word.len() > 2 {
            let conventions = CallConv::NAMES.iter().map(|row| row.1.trim_end());
            let linkages = Linkage::ALL.iter().map(|linkage| linkage.spelling());
            let others = Visibility::ALL.iter().map(|v| v.spelling()).chain(DllStorage::ALL.iter().map(|dll| dll.spelling()));
            self.suggest(fault, all_words().map(|word| word.text).chain(conventions).chain(linkages).chain(others));
        }
    }

    /// How an access is written today whose type was that of its pointer; `line` ends with that type, and `lexer` is at the pointer.
    fn explicit_type(&self, line: &[u8], lexer: &Lexer<'_>) -> Option<String> {
        let line = std::str::from_utf8(line).ok()?.trim_end();
        let (opcode, rest) =
            ["load ", "getelementptr "].into_iter().find_map(|word| Some((word, &line[line.rfind(word)? + word.len()..])))?;
        let mut rest = rest.trim_start();
        let mut flags = String::new();
        for flag in ["inbounds ", "atomic ", "volatile "] {
            if let Some(after) = rest.strip_prefix(flag) {
                flags += flag;
                rest = after.trim_start();
            }
        }
        let open = if let Some(after) = rest.strip_prefix('(') {
            rest = after;
            "("
        } else {
            ""
        };
        let pointee = rest.strip_suffix('*')?.trim_end();
        let pointee = if pointee.ends_with('*') { "ptr" } else { pointee };
        let pointer = String::from_utf8_lossy(lexer.text());
        let since = bctk_ir::version::Feature::ExplicitTypes.first();
        let new = format!("{opcode}{flags}{open}{pointee}, ptr {pointer}");
        Some(format!("since LLVM {since}, the type comes first, and all pointers are `ptr` today: `{new}`"))
    }
}
