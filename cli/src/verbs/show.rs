//! `bctk show`: functions, types, global variables, nodes and blocks of a module as assembly.
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bctk::contents::{self, Argument};
use bctk::input::{self, Input, Kind};
use bctk::ir::entity::{GlobalId, MdId, TypeId};
use bctk::ir::global::{Function, GlobalValue};
use bctk::ir::types::{StructKind, Type};
use bctk::ir::view::{FunctionView, NodeView};
use bctk::modules::{self, Purpose, Style};
use bctk::names::NamePattern;
use bctk::textual::Only;
use bctk::{Edits, Module, edit};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::reads_pipe;
use super::select::{Piece, Select, Wanted, unquoted};
use crate::color::{Ink, Paint, When};
use crate::conversion::missing;
use crate::diag::Fault;
use crate::highlight::{self, Highlighter};
use crate::inputs;
use crate::limits;
use crate::messages::{fail, note, note_unread};
use crate::notes::{self, Note};
use crate::readable;

/// Its name.
pub(super) const NAME: &str = "show";

/// The end of the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  bctk show a.bc                     the whole module
  bctk show main a.bc                a function
  bctk show 'ns::tw*' lib.a          functions and variables by demangled name, in all members
  bctk show %struct.S !12 #3 a.bc    a type, a node and a group of attributes
  bctk show main:entry a.bc          a block of a function
  bctk show main a.bc --source       with the lines of the source
  bctk show main a.bc --callers      who calls it";

/// The command line.
pub(super) fn command() -> Command {
    let flag = |id: &'static str, long: &'static str, help: &'static str| Arg::new(id).long(long).action(ArgAction::SetTrue).help(help);
    Command::new(NAME)
        .about("Show functions, types, variables or nodes as assembly, in colours")
        .long_about(
            "Show functions, types, variables or nodes as assembly, in colours.\n\nA NAME is that in the file or the demangled one, with or \
             without parameters; `*` and `?` are wildcards. `@`, `%`, `$`, `!` and `#` before it tell what it is the name of: a global value, \
             a type, a comdat, metadata, a group of attributes. FUNCTION:BLOCK is a block. Numbers are those of llvm-dis.",
        )
        .max_term_width(100)
        .arg(Arg::new("args").value_name("NAME]... [FILE").num_args(0..).value_parser(value_parser!(PathBuf)).help(
            "Names of what to show, and the file, which comes last; without names, the whole file. `-` is standard input",
        ))
        .arg(flag("no_debug", "no-debug", "Leave out debug information"))
        .arg(flag("no_attrs", "no-attrs", "Leave out attributes"))
        .arg(flag("no_metadata", "no-metadata", "Leave out metadata that is attached, debug locations too"))
        .arg(flag("source", "source", "Show the lines of the source that instructions come from").conflicts_with_all(["no_debug", "no_metadata"]))
        .arg(flag("callers", "callers", "List the calls of the functions instead of showing them"))
        .arg(flag("callees", "callees", "List what the functions call instead of showing them"))
        .arg(flag("mangled", "mangled", "Show no demangled names"))
        .arg(Arg::new("limit").long("limit").value_name("NAME=N").action(ArgAction::Append).help(
            "Change a limit on what a file may ask for; `--limit help` lists all limits",
        ))
        .after_help(EXAMPLES)
}

/// Runs `bctk show`.
pub(super) fn run(matches: &ArgMatches) -> ExitCode {
    match show(matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => fail(&fault),
    }
}

/// What to leave out, and how to show the rest.
struct How {
    no_attrs: bool,
    no_metadata: bool,
    edits: Edits,
    source: bool,
    mangled: bool,
    calls: Option<Calls>,
    paint: Paint,
}

impl How {
    /// The functions and nodes that have to be printed for what is wanted of a module; none if that is everything.
    fn only(&self, module: &Module, wanted: &Wanted) -> Option<Only> {
        if wanted.all {
            return None;
        }
        let is_wanted = |name: &[u8]| wanted.globals.contains(name) || wanted.blocks.iter().any(|(function, _)| function == name);
        let functions = module.functions().filter(|(_, global, _)| is_wanted(module.str(global.name))).map(|(id, ..)| id);
        let nodes = wanted.metadata.iter().any(|name| std::str::from_utf8(name).is_ok_and(is_number));
        Some(Only { functions: functions.collect(), nodes })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    Callers,
    Callees,
}

fn show(matches: &ArgMatches) -> Result<(), Fault> {
    let limits: Vec<&str> = matches.get_many::<String>("limit").into_iter().flatten().map(String::as_str).collect();
    if limits.contains(&"help") {
        print!("{}", limits::help());
        return Ok(());
    }
    limits::set(limits, None)?;
    let has = |id: &str| matches.get_flag(id);
    let how = How {
        no_attrs: has("no_attrs"),
        no_metadata: has("no_metadata"),
        edits: Edits { strip_debug: has("no_debug"), ..Edits::default() },
        source: has("source"),
        mangled: has("mangled"),
        calls: [("callers", Calls::Callers), ("callees", Calls::Callees)].into_iter().find(|(id, _)| has(id)).map(|(_, calls)| calls),
        paint: Paint::new(When::Auto),
    };
    let mut names: Vec<PathBuf> = matches.get_many("args").into_iter().flatten().cloned().collect();
    let is_piped = reads_pipe() && names.last().is_none_or(|last| !input::is_dash(last) && !is_file(last));
    let file = match names.pop() {
        _ if is_piped => {
            names = matches.get_many("args").into_iter().flatten().cloned().collect();
            PathBuf::from("-")
        }
        Some(file) => file,
        None => return Err(Fault::Usage("no input file; see bctk show --help".into())),
    };
    let patterns: Vec<String> = names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if how.calls.is_some() && patterns.is_empty() {
        return Err(Fault::Usage("--callers and --callees need the name of a function".into()));
    }
    let mut modules = read(&file, &|module| bodies(module, &patterns, &how)).map_err(|fault| match fault {
        // The only argument may have been meant as a name.
        Fault::Open(name, error) if error.kind() == io::ErrorKind::NotFound => match names.iter().find(|path| path.is_file()) {
            None if !patterns.is_empty() => Fault::Open(name, error),
            None => Fault::Content(name.clone(), format!("no such file; a name comes before the file: bctk show {name} FILE")),
            Some(other) => {
                let other = input::name(other);
                Fault::Content(name.clone(), format!("no such file; the file comes last: bctk show {name} {other}"))
            }
        },
        fault => fault,
    })?;
    for (_, module) in &mut modules {
        edit::strip(module, &how.edits);
        if how.no_attrs {
            edit::drop_attributes(module);
        }
        if how.no_metadata {
            edit::drop_attachments(module);
        }
    }
    let mut out = Out { out: io::BufWriter::new(io::stdout().lock()), paint: how.paint, last: None };
    let written = show_modules(&modules, &patterns, &how, &mut out);
    let found = written.and_then(|found| out.out.flush().map(|()| found)).map_err(|error| Fault::write("<stdout>", error))?;
    match found.into_iter().zip(&patterns).find(|(found, _)| !found) {
        Some((_, text)) if text.starts_with(['!', '#', '%', '$']) => Err(Fault::Content(input::name(&file), format!("no `{text}`"))),
        Some((_, text)) => {
            let text = text.trim_start_matches('@');
            let all = || modules.iter().map(|(_, module)| module);
            let message = no_block(all(), text).unwrap_or_else(|| missing(all(), &NamePattern::new(text)));
            Err(Fault::Content(input::name(&file), message))
        }
        None => Ok(()),
    }
}

/// Whether there is such a file, or the container in which a part is named.
fn is_file(path: &Path) -> bool {
    path.exists() || path.to_string_lossy().split_once(':').is_some_and(|(file, _)| Path::new(file).exists())
}

/// The functions whose bodies are read for what the patterns mean; none for all. Numbers in a text count from its start, so what comes
/// before a function decides them, and nothing after it.
fn bodies(module: &Module, patterns: &[String], how: &How) -> Option<Vec<GlobalId>> {
    let counts_all = |text: &String| matches!(text.split_at_checked(1), Some(("!" | "#", number)) if is_number(number));
    if patterns.is_empty() || how.calls == Some(Calls::Callers) || patterns.iter().any(counts_all) {
        return None;
    }
    let names = module.globals.iter().map(|global| module.str(global.name));
    let mut wanted: HashSet<&[u8]> = HashSet::new();
    for text in patterns.iter().filter(|text| !text.starts_with(['%', '$', '!', '#'])) {
        let text = text.strip_prefix('@').unwrap_or(text);
        wanted.extend(NamePattern::new(text).choose(names.clone()));
        if let Some((function, _)) = block_of(text) {
            wanted.extend(NamePattern::new(function).choose(names.clone()));
        }
    }
    let is_wanted = |name| wanted.contains(module.str(name));
    let is_unnamed = |ty: Type| {
        let Type::Struct { kind, name, .. } = ty else { return false };
        kind != StructKind::Literal && module.str(name).is_empty()
    };
    let has_unnamed = module.types.iter().any(|(_, ty)| is_unnamed(ty));
    // The types of a text are in the order in which bodies name them.
    let types = wanted_types(module, patterns);
    if types.len() > 1 || types.len() == 1 && (has_unnamed || definitions(module, &types, b"").is_empty()) {
        return None;
    }
    // Nothing has a number that bodies before decide: neither types nor attributes, and no metadata, not even that of a debug record or an
    // operand.
    let is_plain = how.no_attrs && how.no_metadata && !how.edits.is_empty();
    let alone = how.calls.is_some() || is_plain && !has_unnamed && !takes_metadata(module);
    // A declaration may have metadata, with numbers.
    let numbers = |global: &GlobalValue, function: &Function| function.body.is_some() || !global.attachments.is_empty();
    let last = module.functions().enumerate().filter(|(_, (_, global, function))| is_wanted(global.name) && numbers(global, function));
    let read = module.functions().take(last.last().map_or(0, |(at, _)| at + 1));
    let read = read.filter(|(_, global, function)| function.body.is_some() && (!alone || is_wanted(global.name)));
    Some(read.map(|(id, ..)| id).collect())
}

/// Whether a module has functions that take metadata, other than those of debug information.
fn takes_metadata(module: &Module) -> bool {
    let is_metadata = |param: TypeId| matches!(module.types.get(param), Type::Metadata);
    let takes = |global: &GlobalValue| match module.types.get(global.value_type) {
        Type::Function { params, .. } => module.types.list(params).iter().any(is_metadata),
        _ => false,
    };
    module.functions().any(|(_, global, _)| takes(global) && !module.str(global.name).starts_with(b"llvm.dbg."))
}

/// The types that patterns mean.
fn wanted_types(module: &Module, patterns: &[String]) -> HashSet<Vec<u8>> {
    Chosen::new(module, patterns, &mut vec![false; patterns.len()]).wanted.types
}

/// The definitions of some types that a text does not have: those that no global value names. None if there are too many types.
fn definitions(module: &Module, types: &HashSet<Vec<u8>>, text: &[u8]) -> Vec<Vec<u8>> {
    let is_wanted = |line: &Vec<u8>| types.contains(&unquoted(line.strip_prefix(b"%").unwrap_or(line)));
    bctk::textual::missing_types(module, text).into_iter().filter(is_wanted).collect()
}

/// The modules of a file, each with its name, and with the bodies of the functions that `bodies` names.
fn read(path: &Path, bodies: &dyn Fn(&Module) -> Option<Vec<GlobalId>>) -> Result<Vec<(String, Module)>, Fault> {
    let name = input::name(path);
    let bitcode = |name: String, input: &Input| -> Result<Vec<(String, Module)>, Fault> {
        let modules = modules::read_in_part(&name, input.bytes(), &modules::as_it_is(&limits::limits()), &mut |module| bodies(module))?;
        Ok(modules.into_iter().map(|module| (name.clone(), module)).collect())
    };
    match inputs::argument(path)? {
        Argument::Plain(input, kind) => match contents::known(path, &input, kind)? {
            Kind::Text => {
                let text = bctk::lossless::Described::new(input.bytes()).text;
                Ok(vec![(name, modules::parse(&text, path, Purpose::Text, &limits::parse_options())?)])
            }
            _ => bitcode(name, &input),
        },
        Argument::Within(contents, part) => {
            note_unread(&contents);
            if let Some(part) = part {
                return bitcode(format!("{name}:{part}"), &contents.choose(Some(&part))?);
            }
            if contents.bitcode.is_empty() {
                contents.choose(None)?;
            }
            let named = contents.names().into_iter().zip(&contents.bitcode);
            let read = named.map(|(part, member)| bitcode(format!("{name}:{part}"), &member.input()));
            Ok(read.collect::<Result<Vec<_>, Fault>>()?.into_iter().flatten().collect())
        }
    }
}

/// The output, with an empty line between pieces but for single lines of the same kind.
struct Out<W> {
    out: W,
    paint: Paint,
    /// The first character of the last piece if that was a line; a space for another one, and none if there was none.
    last: Option<char>,
}

impl<W: Write> Out<W> {
    fn piece(&mut self, lines: &[String]) -> io::Result<()> {
        let kind = match lines {
            [line] => line.chars().next().unwrap_or(' '),
            _ => ' ',
        };
        if self.last.is_some_and(|last| last == ' ' || last != kind) {
            writeln!(self.out)?;
        }
        self.last = Some(kind);
        let mut text = String::new();
        for line in lines {
            text.clear();
            highlight::line(self.paint, line, &mut text);
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}

/// Passes a text on in colours.
struct Coloured<'o, W> {
    highlighter: Highlighter,
    out: &'o mut W,
}

impl<W: Write> Write for Coloured<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let coloured = self.highlighter.feed(bytes);
        self.out.write_all(&coloured)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Shows what the patterns mean; returns of each whether it means anything.
fn show_modules(modules: &[(String, Module)], patterns: &[String], how: &How, out: &mut Out<impl Write>) -> io::Result<Vec<bool>> {
    let mut found = vec![false; patterns.len()];
    for (name, module) in modules {
        let chosen = Chosen::new(module, patterns, &mut found);
        if let Some(calls) = how.calls {
            for function in module.view().functions().filter(|function| chosen.wanted.globals.contains(function.name())) {
                list_calls(module, function, calls, how, out)?;
            }
            continue;
        }
        let style = Style { module_id: bctk::input::module_id(Path::new(name)), limits: limits::limits(), ..Style::default() };
        if patterns.is_empty() && !how.source {
            modules::print(module, &style, &mut Coloured { highlighter: Highlighter::new(how.paint), out: &mut out.out })?;
            continue;
        }
        let style = Style { only: how.only(module, &chosen.wanted), ..style };
        let types = chosen.wanted.types.clone();
        let mut select = Select::new(chosen.wanted);
        let nodes = modules::print(module, &style, &mut select)?;
        // The text has only those types that what was read of the module names.
        let lines = select.pieces.iter().filter_map(|piece| piece.lines.last());
        let shown: Vec<u8> = lines.flat_map(|line| [line, &b"\n"[..]].concat()).collect();
        let more = if types.is_empty() { Vec::new() } else { definitions(module, &types, &shown) };
        select.pieces.splice(0..0, more.into_iter().map(|line| Piece { name: None, lines: vec![line] }));
        let mut sources = Sources { module, nodes: &nodes, files: HashMap::new() };
        // Numbers of nodes and groups exist in the text alone.
        for (at, number) in chosen.numbered {
            found[at] |= select.pieces.iter().any(|piece| piece.lines.last().is_some_and(|line| line.starts_with(number.as_bytes())));
        }
        if modules.len() > 1 && !select.pieces.is_empty() {
            let mut heading = String::new();
            how.paint.add(&mut heading, Ink::Heading, &format!("; {name}"));
            out.piece(&[heading])?;
        }
        for piece in &select.pieces {
            show_piece(piece, how, &mut sources, out)?;
        }
    }
    Ok(found)
}

fn show_piece(piece: &Piece, how: &How, sources: &mut Sources<'_>, out: &mut Out<impl Write>) -> io::Result<()> {
    let mut lines: Vec<String> = Vec::new();
    if let Some(name) = &piece.name
        && let std::borrow::Cow::Owned(demangled) = readable::name(name, how.mangled)
    {
        lines.push(format!("; {}", String::from_utf8_lossy(&demangled)));
    }
    let mut last = None;
    for line in &piece.lines {
        let line = String::from_utf8_lossy(line);
        if how.source
            && let Some((place, text)) = sources.of(&line).filter(|(place, _)| last.as_ref() != Some(place))
        {
            lines.push(format!("; {}:{}: {text}", place.0, place.1));
            last = Some(place);
        }
        lines.push(line.into_owned());
    }
    out.piece(&lines)
}

/// What patterns mean in a module.
struct Chosen {
    wanted: Wanted,
    /// What patterns with numbers begin the line with that they mean.
    numbered: Vec<(usize, String)>,
}

impl Chosen {
    /// Notes in `found` which patterns mean something.
    fn new(module: &Module, patterns: &[String], found: &mut [bool]) -> Chosen {
        let mut wanted = Wanted { all: patterns.is_empty(), ..Wanted::default() };
        let mut numbered = Vec::new();
        let globals = module.globals.iter().map(|global| module.str(global.name));
        let types: Vec<&[u8]> = module.types.iter().filter_map(|(_, ty)| type_name(module, ty)).collect();
        let comdats = module.comdats.iter().map(|comdat| module.str(comdat.name));
        let named = module.metadata.named.iter().map(|named| module.str(named.name));
        for (at, text) in patterns.iter().enumerate() {
            let (sigil, rest) = text.split_at(text.chars().next().filter(|c| "@%$!#".contains(*c)).map_or(0, char::len_utf8));
            let pattern = NamePattern::new(rest);
            let mut add = |set: &mut std::collections::HashSet<Vec<u8>>, names: Vec<&[u8]>| {
                found[at] |= !names.is_empty();
                set.extend(names.into_iter().map(<[u8]>::to_vec));
            };
            match sigil {
                "!" if is_number(rest) => {
                    wanted.metadata.insert(rest.as_bytes().to_vec());
                    numbered.push((at, format!("!{rest} = ")));
                }
                "!" => add(&mut wanted.metadata, pattern.choose(named.clone())),
                "#" => {
                    wanted.groups.insert(rest.as_bytes().to_vec());
                    numbered.push((at, format!("attributes #{rest} = ")));
                }
                "%" => add(&mut wanted.types, pattern.choose(types.iter().copied())),
                "$" => add(&mut wanted.comdats, pattern.choose(comdats.clone())),
                _ => {
                    let own = pattern.choose(globals.clone());
                    if own.is_empty()
                        && let Some((function, block)) = block_of(rest)
                    {
                        let functions = NamePattern::new(function).choose(globals.clone());
                        let functions = functions.into_iter().filter(|name| has_block(module, name, block));
                        let blocks: Vec<_> = functions.map(|name| (name.to_vec(), block.as_bytes().to_vec())).collect();
                        found[at] |= !blocks.is_empty();
                        wanted.blocks.extend(blocks);
                    } else if own.is_empty() && sigil.is_empty() {
                        add(&mut wanted.types, pattern.choose(types.iter().copied()));
                    } else {
                        add(&mut wanted.globals, own);
                    }
                }
            }
        }
        Chosen { wanted, numbered }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name of a type that has one.
fn type_name(module: &Module, ty: Type) -> Option<&[u8]> {
    match ty {
        Type::Struct { name, .. } => Some(module.str(name)).filter(|name| !name.is_empty()),
        _ => None,
    }
}

/// The name of a function and that of a block in it: `main:entry`, `ns::f:%5`.
fn block_of(text: &str) -> Option<(&str, &str)> {
    let (function, block) = text.rsplit_once(':')?;
    let block = block.strip_prefix('%').unwrap_or(block);
    (!function.is_empty() && !function.ends_with(':') && !block.is_empty()).then_some((function, block))
}

/// Says that a function lacks the block that a pattern names, if there is such a function.
fn no_block<'m>(mut modules: impl Iterator<Item = &'m Module>, text: &str) -> Option<String> {
    let (name, block) = block_of(text)?;
    let found = modules.find_map(|module| {
        let names = module.globals.iter().map(|global| module.str(global.name));
        let chosen = NamePattern::new(name).choose(names);
        chosen.into_iter().find_map(|name| module.view().function(name))
    })?;
    let own: Vec<String> =
        found.blocks().map(|block| String::from_utf8_lossy(block.name()).into_owned()).filter(|name| !name.is_empty()).collect();
    let has = match own.as_slice() {
        [] => "its blocks have numbers, which are those of the text".to_owned(),
        [first, ..] => format!("it has {} blocks with names, such as `{first}`", own.len()),
    };
    Some(format!("'{name}' has no block `{block}`; {has}"))
}

/// Whether a function has a block of this name. The text tells numbers.
fn has_block(module: &Module, function: &[u8], block: &str) -> bool {
    let function = module.view().function(function);
    let mut blocks = function.iter().flat_map(FunctionView::blocks);
    blocks.any(|own| is_number(block) || own.name() == block.as_bytes())
}

/// The lines of source files that instructions come from.
struct Sources<'m> {
    module: &'m Module,
    /// Nodes by their numbers in the text.
    nodes: &'m [MdId],
    files: HashMap<String, Option<Vec<String>>>,
}

impl Drop for Sources<'_> {
    /// Says which sources are not there.
    fn drop(&mut self) {
        let mut missing: Vec<&String> = self.files.iter().filter(|(_, lines)| lines.is_none()).map(|(path, _)| path).collect();
        missing.sort();
        missing.into_iter().for_each(|path| note(path, Note::new(notes::Kind::NoSource, "the source is not there")));
    }
}

impl Sources<'_> {
    /// The file and line that a line of assembly states, and the text there, if the file is there.
    fn of(&mut self, line: &str) -> Option<((String, i64), String)> {
        let number = line.rsplit_once("!dbg !")?.1;
        let number: usize = number[..number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len())].parse().ok()?;
        let node: NodeView<'_> = self.module.view().node(*self.nodes.get(number)?);
        let line = node.number("line").filter(|&line| line > 0)?;
        let path = node.node("scope")?.path()?;
        let read = |path: &str| std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect());
        let lines = self.files.entry(path.clone()).or_insert_with(|| read(&path)).as_ref()?;
        let text = lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.trim_end().to_owned();
        Some(((path, line), text))
    }
}

/// Lists the calls of a function, or in it.
fn list_calls(module: &Module, function: FunctionView<'_>, calls: Calls, how: &How, out: &mut Out<impl Write>) -> io::Result<()> {
    let readable = |name: &[u8]| String::from_utf8_lossy(&readable::name(name, how.mangled)).into_owned();
    let in_functions: Vec<FunctionView<'_>> = match calls {
        Calls::Callers => module.view().functions().collect(),
        Calls::Callees => vec![function],
    };
    let mut lines = vec![match calls {
        Calls::Callers => format!("; callers of {}", readable(function.name())),
        Calls::Callees => format!("; callees of {}", readable(function.name())),
    }];
    for caller in in_functions {
        for call in caller.instructions().filter_map(|inst| inst.as_call()) {
            let other = match (calls, call.called_function()) {
                (Calls::Callers, Some(callee)) if callee.id() == function.id() => readable(caller.name()),
                (Calls::Callers, _) => continue,
                (Calls::Callees, Some(callee)) => readable(callee.name()),
                (Calls::Callees, None) => "(indirect)".into(),
            };
            let place = call.location().map_or(String::new(), |location| format!("  {location}"));
            lines.push(format!("{other}{place}"));
        }
    }
    out.piece(&lines)
}
