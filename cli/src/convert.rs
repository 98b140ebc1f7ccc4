//! The ways from the bytes of a file to a module, and from there to text.
use std::io::{self, Write};
use std::path::Path;

use bctk_ir::context::share_type_names;
use bctk_ir::entity::MdId;
use bctk_ir::written::NotUnderstood;
use bctk_lossless::layout::{Layout, Restored};
use bctk_textual::{ParseOptions, Pointers};

use crate::diag::Fault;
use crate::dialect::{self, Into};
use crate::input;
use crate::llvm_options::Named;
use crate::text_report::TextReport;

/// What of a module is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Everything.
    #[default]
    All,
    /// Everything but function bodies (`--materialize-metadata`).
    WithoutBodies,
    /// The ThinLTO summary (`--print-thinlto-index-only`).
    Index,
    /// Everything, just as the file has it: what is to be bitcode again is not upgraded.
    AsStored,
}

/// What part of a module is printed, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Style {
    /// Name in the `; ModuleID` line.
    pub(crate) module_id: Vec<u8>,
    /// Whether use-list order directives are printed.
    pub(crate) preserve_uselistorder: bool,
    /// Whether comments about uses, types and debug locations are added (`--show-annotations`).
    pub(crate) annotations: bool,
    /// What is printed.
    pub(crate) parts: Parts,
}

/// A module that has been read.
pub(crate) struct Module(pub(crate) bctk_ir::module::Module);

/// Reads every module in `bytes`, for a text in the language of the LLVM `named` by the name of the program.
pub(crate) fn read_named(bytes: &[u8], wanted: Parts, named: Named) -> Result<Vec<Module>, String> {
    let mut modules = read_as(bytes, Parts::AsStored, llvm_message)?;
    share_type_names(modules.iter_mut().map(|module| &mut module.0));
    for Module(module) in &mut modules {
        // LLVM's reader has no use for such a module, but for its summary.
        if wanted != Parts::Index && module.written.as_ref().is_some_and(|written| written.thin_link) {
            return Err("Invalid record: a module for the thin link holds a summary alone; see --print-thinlto-index-only".to_owned());
        }
        if named.is_of(module) {
            as_read(module);
        } else {
            dialect::translate(module, named.llvm()?, Into::Disassembly)?;
        }
        if wanted == Parts::WithoutBodies {
            module.drop_bodies();
        }
    }
    Ok(modules)
}

/// Reads every module in `bytes`, or the parts of them that are wanted; the message of an error tells the bit offset and the block path.
pub(crate) fn read(bytes: &[u8], wanted: Parts) -> Result<Vec<Module>, String> {
    read_as(bytes, wanted, |error| error.to_string())
}

/// A fault in LLVM's words, with what is known beyond them.
fn llvm_message(error: bctk_bitcode::Error) -> String {
    match bctk_bitcode::llvm_words(&error) {
        "" => error.to_string(),
        words => format!("{words}: {error}"),
    }
}

/// [`read`], with faults worded by `message`.
fn read_as(bytes: &[u8], wanted: Parts, message: impl Fn(bctk_bitcode::Error) -> String) -> Result<Vec<Module>, String> {
    let options = crate::limits::read_options();
    let parts = bctk_bitcode::modules(bytes, &options).map_err(&message)?;
    let read = parts
        .iter()
        .map(|part| {
            let mut module = bctk_bitcode::read_module(part, &options).map_err(&message)?;
            if wanted != Parts::AsStored {
                as_read(&mut module);
            }
            if wanted == Parts::WithoutBodies {
                module.drop_bodies();
            }
            Ok(Module(module))
        })
        .collect::<Result<Vec<Module>, String>>();
    let mut modules = read?;
    if wanted != Parts::AsStored {
        share_type_names(modules.iter_mut().map(|module| &mut module.0));
    }
    Ok(modules)
}

/// What a text is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Text again: as from llvm-as and llvm-dis.
    Text,
    /// Bitcode, as from llvm-as.
    Bitcode,
    /// As from llvm-as with `--disable-verify`.
    UnverifiedBitcode,
}

/// Reads a text that says what it said when it was printed, as the bitcode that it was printed from: what `layout` tells of that, and nothing of what
/// readers of text or bitcode change.
pub(crate) fn parse_printed(text: &[u8], layout: &Layout, options: &ParseOptions) -> Result<Module, Fault> {
    let mut module = bctk_textual::parse(text, &as_printed(layout, options)).map_err(|faults| text_fault(Path::new("-"), text, &faults))?;
    layout.restore(&mut module, true);
    if !module.is_current() {
        bctk_transforms::read_as::as_stored(&mut module);
    }
    Ok(Module(module))
}

/// Reads a text that was edited since it was printed: what nobody touched comes back as it was. A text that is none of its release any more is read as any
/// other.
pub(crate) fn parse_edited(text: &[u8], path: &Path, layout: &Layout, options: &ParseOptions) -> Result<(Module, Restored), Fault> {
    match bctk_textual::parse(text, &as_printed(layout, options)) {
        Ok(mut module) => {
            let restored = layout.restore(&mut module, false);
            if !module.is_current() {
                bctk_transforms::read_as::as_stored(&mut module);
            }
            Ok((Module(module), restored))
        }
        Err(_) => {
            let mut module = parse(text, path, Purpose::Bitcode, options)?;
            let restored = layout.restore(&mut module.0, false);
            Ok((module, restored))
        }
    }
}

/// How a text is read that was printed with this description.
fn as_printed(layout: &Layout, options: &ParseOptions) -> ParseOptions {
    let pointers = if layout.typed_pointers { Pointers::TypedThroughout } else { options.pointers };
    ParseOptions { pointers, printed_by: Some(layout.version().unwrap_or_default()), ..options.clone() }
}

/// What is wrong with the text at `path`.
pub(crate) fn text_fault(path: &Path, text: &[u8], faults: &bctk_textual::Diagnostics) -> Fault {
    Fault::Text(TextReport::new(input::name(path), text, faults))
}

/// Reads a text for `purpose`; where it does not say from which source it was made, its own name stands there, as llvm-as has it.
pub(crate) fn parse(text: &[u8], path: &Path, purpose: Purpose, options: &ParseOptions) -> Result<Module, Fault> {
    match bctk_textual::parse(text, options) {
        Ok(mut module) => {
            // What was printed from bitcode is what that holds.
            let is_printed = text.starts_with(b"; ModuleID = ") && options.read_as.is_none();
            if module.is_current() && !is_printed {
                bctk_ir::summary::settle(&mut module);
            }
            bctk_ir::summary::sort_references(&mut module, is_printed);
            if is_printed {
                bctk_ir::summary::keep_hash(&mut module);
            }
            if module.source_filename.is_none() {
                // An index alone has no source: llvm-dis names the bitcode that llvm-as makes of it.
                let alone = module.summary.is_some() && module.globals.is_empty();
                let name = if alone && !input::is_dash(path) { path.with_extension("bc") } else { path.to_path_buf() };
                module.source_filename = Some(module.strings.push(&input::module_id(&name)));
            }
            match (purpose, module.is_current()) {
                (Purpose::Text, _) => as_read(&mut module),
                (Purpose::Bitcode, true) => bctk_transforms::upgrade::upgrade_parsed(&mut module),
                (Purpose::UnverifiedBitcode, true) => bctk_transforms::upgrade::upgrade_unverified(&mut module),
                (_, false) => bctk_transforms::read_as::as_stored(&mut module),
            }
            Ok(Module(module))
        }
        Err(faults) => Err(text_fault(path, text, &faults)),
    }
}

/// What the LLVM of the module's time makes of it when it reads it.
fn as_read(module: &mut bctk_ir::module::Module) {
    if module.is_current() {
        bctk_transforms::upgrade::upgrade(module);
    } else {
        bctk_transforms::read_as::as_read(module);
    }
}

/// Prints a module as llvm-dis 22 does; gives the metadata nodes that the text numbers.
pub(crate) fn print(module: &Module, style: &Style, out: &mut dyn Write) -> io::Result<Vec<MdId>> {
    let options = bctk_textual::PrintOptions {
        module_id: style.module_id.clone(),
        preserve_uselistorder: style.preserve_uselistorder,
        annotations: style.annotations,
        limits: crate::limits::limits(),
    };
    match style.parts {
        Parts::Index => bctk_textual::print_index_to(&module.0, &options, out).map(|()| Vec::new()),
        Parts::All | Parts::WithoutBodies | Parts::AsStored => bctk_textual::print_numbered_to(&module.0, &options, out),
    }
}

/// A text with the metadata nodes that it numbers.
pub(crate) type Text = (Vec<u8>, Vec<MdId>);

/// The text that [`print`] makes.
pub(crate) fn to_text(module: &Module, style: &Style) -> io::Result<Text> {
    let mut out = Vec::new();
    let nodes = print(module, style, &mut out)?;
    Ok((out, nodes))
}

/// Writes modules as one bitcode file.
pub(crate) fn write(
    modules: &[Module],
    options: &bctk_bitcode::WriteOptions,
    out: &mut dyn Write,
) -> Result<(), bctk_bitcode::write::Fault> {
    let modules: Vec<&bctk_ir::module::Module> = modules.iter().map(|module| &module.0).collect();
    bctk_bitcode::write_to(&modules, options, out)
}

/// What of a module's bitcode is not known here.
pub(crate) fn unknown_of(module: &Module) -> &[NotUnderstood] {
    module.0.written.as_ref().map_or(&[], |written| &written.not_understood)
}

/// Things that a message names before it only counts them.
const NAMED: usize = 6;

/// Says what of the modules' bitcode is not known here, if anything.
pub(crate) fn not_understood(modules: &[Module]) -> Option<String> {
    let all: Vec<&NotUnderstood> = modules.iter().flat_map(unknown_of).collect();
    if all.is_empty() {
        return None;
    }
    let times = |unknown: &&NotUnderstood| match unknown.count {
        1 => unknown.what.clone(),
        count => format!("{} ({count} times)", unknown.what),
    };
    let named: Vec<String> = all.iter().take(NAMED).map(times).collect();
    let more = match all.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    Some(format!("not all of it is known here: {}{more}", named.join("; ")))
}

/// Leaves the memory of modules to the end of the process: taking a large one apart piece by piece takes time and serves nobody.
pub(crate) fn forget(modules: Vec<Module>) {
    std::mem::forget(modules);
}
