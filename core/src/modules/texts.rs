//! Modules and their texts: parses, prints, and reads bitcode as `llvm-dis` of another release does.
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use bctk_bitcode::ReadOptions;
use bctk_ir::context::share_type_names;
use bctk_ir::entity::MdId;
use bctk_ir::module::Module;
use bctk_ir::version::{Feature, LlvmVersion};
use bctk_lossless::layout::{Layout, Restored};
use bctk_support::limits::Limits;
use bctk_textual::{Only, ParseOptions, Passed, Pointers};
use bctk_transforms::upgrade::{Reader, Translation, Upgrade, swap_accessors};

use super::{Parts, as_read_by, read_with, refused_records};
use crate::error::{Error, ErrorKind, Result};
use crate::input;
use crate::refusals::{self, Looks};
use crate::text_errors::TextErrors;
use crate::translate::{self, Target};
use crate::verify::llvm_messages;

/// How a module is printed.
#[derive(Clone, Debug, Default)]
pub struct Style {
    /// The name in the `; ModuleID` line.
    pub module_id: Vec<u8>,
    /// Whether to print use-list order directives.
    pub preserve_uselistorder: bool,
    /// Whether to add comments about uses, types and debug locations (`llvm-dis --show-annotations`).
    pub annotations: bool,
    /// What is printed.
    pub parts: Parts,
    /// What alone is printed of functions and nodes.
    pub only: Option<Only>,
    /// Limits on printing.
    pub limits: Limits,
}

/// Reads every module of the bitcode `bytes` as `llvm-dis` of the release `llvm` does. A module of that release, or of one that is newer than all that
/// are known, keeps its own language. `passed` is that of [`read_with`].
///
/// # Errors
/// As [`read`](super::read); if `llvm` cannot represent the module, or nothing is known of its writer.
pub fn read_for(
    name: &str,
    bytes: &[u8],
    wanted: Parts,
    llvm: LlvmVersion,
    options: &ReadOptions,
    passed: &mut dyn FnMut(usize),
) -> Result<Vec<Module>> {
    read_by(name, bytes, wanted, llvm, options, (passed, false))
}

/// As [`read_for`], as LLVM's linker reads a module: function by function.
pub(crate) fn read_to_link(name: &str, bytes: &[u8], llvm: LlvmVersion, options: &ReadOptions) -> Result<Vec<Module>> {
    read_by(name, bytes, Parts::All, llvm, options, (&mut |_| (), true))
}

fn read_by(
    name: &str,
    bytes: &[u8],
    wanted: Parts,
    llvm: LlvmVersion,
    options: &ReadOptions,
    (passed, by_function): (&mut dyn FnMut(usize), bool),
) -> Result<Vec<Module>> {
    let mut modules = read_with(name, bytes, Parts::AsStored, options, passed)?;
    if by_function {
        for module in &mut modules {
            (module.summary, module.provenance.hash, module.provenance.seal) = (None, None, None);
        }
    }
    share_type_names(modules.iter_mut());
    // LLVM's reader uses the summary of such a module alone.
    let is_thin = |module: &Module| module.provenance.bitcode.as_ref().is_some_and(|written| written.thin_link);
    if wanted != Parts::Index && modules.iter().any(is_thin) {
        let message = "Invalid record: a module for the thin link has only a summary; see --print-thinlto-index-only";
        return Err(Error::new(name, ErrorKind::Modules(message.into())));
    }
    if llvm >= LlvmVersion::OLDEST_WRITTEN {
        refuse_newer(name, bytes, &modules, (wanted, by_function), llvm, options)?;
    }
    for module in &mut modules {
        if let Some(message) = refused_records(module, llvm) {
            return Err(Error::new(name, ErrorKind::Modules(message)));
        }
        let is_of = |own: LlvmVersion| own.major == llvm.major || own.is_newest() && llvm.is_newest();
        // LLVM 16 writes typed pointers if told to, and reads none. Files of LLVM 15 in development have older forms with typed pointers.
        let is_current = !llvm.opaque_pointers() || !module.types.has_typed_pointers();
        if is_current && module.version().is_some_and(is_of) {
            as_read_by(module, by_function);
        } else {
            let target = translate::known(llvm).map_err(|kind| Error::new(name, kind))?;
            let translated = match by_function {
                true => translate::to_linked(module, target),
                false => translate::to(module, target, Target::Disassembly),
            };
            translated.map_err(|kind| Error::new(name, kind))?;
        }
        if wanted != Parts::Index {
            let layout = module.str(module.data_layout);
            bctk_ir::datalayout::check(layout, llvm).map_err(|message| Error::new(name, ErrorKind::Modules(message)))?;
        }
        if wanted == Parts::WithoutBodies {
            module.drop_bodies();
        }
    }
    Ok(modules)
}

/// Refuses what the reader of `llvm` refuses in the bitcode of a newer release.
fn refuse_newer(
    name: &str,
    bytes: &[u8],
    modules: &[Module],
    (wanted, by_function): (Parts, bool),
    llvm: LlvmVersion,
    options: &ReadOptions,
) -> Result<()> {
    let refused = |message| Err(Error::new(name, ErrorKind::Modules(message)));
    if wanted != Parts::Index {
        let parts = bctk_bitcode::modules(bytes, options).map_err(|error| Error::new(name, ErrorKind::Bitcode(error)))?;
        if let Some(message) = parts.iter().zip(modules).find_map(|(part, module)| refusals::at_first(part, module, llvm)) {
            return refused(message);
        }
        // Attributes come before the rest.
        modules.iter().try_for_each(|module| translate::readable(module, llvm)).map_err(|kind| Error::new(name, kind))?;
    }
    let looks = match wanted {
        _ if by_function => Looks::NotAtSummary,
        Parts::Index => Looks::AtSummary,
        Parts::WithoutBodies => Looks::NotAtBodies,
        Parts::All | Parts::AsStored => Looks::AtAll,
    };
    refusals::newer_records(bytes, looks, llvm, options).map_or(Ok(()), refused)
}

/// The purpose for which a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// Text again: as `llvm-as` and then `llvm-dis` do.
    Text,
    /// Bitcode, as `llvm-as` does.
    Bitcode,
    /// Bitcode, as `llvm-as --disable-verify` does.
    UnverifiedBitcode,
}

/// Reads the text at `path` for `purpose`. If it does not name its source file, its own name is used, as in `llvm-as`.
///
/// # Errors
/// If the text has errors.
pub fn parse(text: &[u8], path: &Path, purpose: Purpose, options: &ParseOptions) -> Result<Module> {
    parse_for(text, path, purpose, None, options, &mut |_| ())
}

/// Reads a text as LLVM of the release does that makes bitcode of it or changes it, with its pointers.
pub(crate) fn parse_as(text: &[u8], path: &Path, llvm: LlvmVersion, options: &ParseOptions) -> Result<Module> {
    let pointers = match (llvm.opaque_pointers(), llvm.reads_as_opaque()) {
        (false, _) => Pointers::TypedThroughout,
        (true, false) => Pointers::Typed,
        (true, true) => Pointers::Opaque,
    };
    let options = ParseOptions { read_as: Some(llvm), pointers, ..options.clone() };
    parse_for(text, path, Purpose::Bitcode, None, &options, &mut |_| ())
}

/// As [`parse`], for a translation to `llvm`: older constructs are upgraded as that release does, not as the release of the text.
/// `passed` is that of [`bctk_textual::parse_with`].
///
/// # Errors
/// As [`parse`].
pub fn parse_for(
    text: &[u8],
    path: &Path,
    purpose: Purpose,
    llvm: Option<LlvmVersion>,
    options: &ParseOptions,
    passed: Passed<'_>,
) -> Result<Module> {
    let mut module = bctk_textual::parse_with(text, options, passed).map_err(|faults| text_error(path, text, &faults))?;
    // What was printed from bitcode is what that holds.
    let is_printed = text.starts_with(b"; ModuleID = ") && options.read_as.is_none();
    if module.is_current() && !is_printed {
        bctk_ir::summary::settle(&mut module);
    }
    bctk_ir::summary::sort_references(&mut module, is_printed);
    if is_printed {
        bctk_ir::summary::keep_hash(&mut module);
    }
    // LLVM prints the name of the source if there is one.
    let is_nameless = is_printed && module.llvm_version().source_filename();
    if module.source_filename.is_none() && !is_nameless {
        // An index alone has no source: llvm-dis names the bitcode that llvm-as makes of it.
        let alone = module.summary.is_some() && module.globals.is_empty();
        let name = if alone && !input::is_dash(path) { path.with_extension("bc") } else { path.to_path_buf() };
        module.source_filename = Some(module.strings.push(&input::module_id(&name)));
    }
    let own = module.llvm_version();
    let reader = match purpose {
        Purpose::Text => Reader::Bitcode,
        Purpose::Bitcode => Reader::Assembly,
        Purpose::UnverifiedBitcode => Reader::AssemblyUnverified,
    };
    let translation = if llvm.is_some() { Translation::Later } else { Translation::None };
    let mut upgrade = Upgrade { judge: own, describe: Some(llvm_messages), translation, ..Upgrade::new(reader, own) };
    if module.is_current() {
        // Of the releases whose upgrades are known, none changes less than the first.
        upgrade.llvm = llvm.map_or(own, |llvm| own.min(llvm.max(Feature::UpgradesAll.first())));
    } else if purpose != Purpose::Text {
        match options.read_as.filter(|reader| !reader.upgrades_all()) {
            Some(reader) => upgrade.llvm = reader,
            // The release of a text that another tool wrote may only seem to be so old.
            None => upgrade.describe = None,
        }
    }
    upgrade.run(&mut module);
    Ok(module)
}

/// Reads a text that was not changed since it was printed, as the bitcode that it was printed from. `layout` describes that bitcode; nothing is upgraded.
pub(crate) fn parse_printed(text: &[u8], path: &Path, layout: &Layout, options: &ParseOptions, passed: Passed<'_>) -> Result<Module> {
    let text = with_types(text, layout);
    let parsed = bctk_textual::parse_with(&text, &as_printed(layout, options), passed);
    let mut module = parsed.map_err(|faults| text_error(path, &text, &faults))?;
    layout.restore(&mut module, true);
    as_stored(&mut module);
    Ok(module)
}

/// Reads a text that was edited since it was printed: what the edits did not touch comes back as it was. A text that does not follow the syntax of its
/// release any more is read as any other.
pub(crate) fn parse_edited(text: &[u8], path: &Path, layout: &Layout, options: &ParseOptions) -> Result<(Module, Restored)> {
    let text = &with_types(text, layout);
    match bctk_textual::parse(text, &as_printed(layout, options)) {
        Ok(mut module) => {
            let restored = layout.restore(&mut module, false);
            as_stored(&mut module);
            Ok((module, restored))
        }
        Err(_) => {
            let mut module = parse(text, path, Purpose::Bitcode, options)?;
            let restored = layout.restore(&mut module, false);
            Ok((module, restored))
        }
    }
}

/// The text with the definitions of types that only its description has.
fn with_types<'t>(text: &'t [u8], layout: &Layout) -> Cow<'t, [u8]> {
    if layout.types.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut text = text.to_vec();
    for definition in &layout.types {
        text.push(b'\n');
        text.extend_from_slice(definition);
    }
    text.push(b'\n');
    Cow::Owned(text)
}

/// How a text is read that was printed with this description.
fn as_printed(layout: &Layout, options: &ParseOptions) -> ParseOptions {
    let pointers = if layout.typed_pointers { Pointers::TypedThroughout } else { options.pointers };
    ParseOptions { pointers, printed_by: Some(layout.version().unwrap_or_default()), ..options.clone() }
}

/// The error of the text at `path`.
pub fn text_error(path: &Path, text: &[u8], faults: &bctk_textual::Diagnostics) -> Error {
    let name = input::name(path);
    Error::new(name.clone(), ErrorKind::Text(TextErrors::new(name, text, faults)))
}

/// Changes a module that was parsed from a text of an older LLVM to what that LLVM had read, as far as the text allows.
fn as_stored(module: &mut Module) {
    if !module.llvm_version().accessors_in_place() {
        swap_accessors(module);
    }
}

/// Prints a module; returns the metadata nodes in the order of their numbers in the text.
///
/// # Errors
/// Those of `out`, and printing beyond a limit.
pub fn print(module: &Module, style: &Style, out: &mut dyn Write) -> io::Result<Vec<MdId>> {
    let options = bctk_textual::PrintOptions {
        module_id: style.module_id.clone(),
        preserve_uselistorder: style.preserve_uselistorder,
        annotations: style.annotations,
        only: style.only.clone(),
        limits: style.limits.clone(),
    };
    match style.parts {
        Parts::Index => bctk_textual::print_index_to(module, &options, out).map(|()| Vec::new()),
        Parts::All | Parts::WithoutBodies | Parts::AsStored => bctk_textual::print_numbered_to(module, &options, out),
    }
}

/// A text, and the metadata nodes in the order in which it numbers them.
pub(crate) type Text = (Vec<u8>, Vec<MdId>);

/// The text that [`print`] makes.
pub(crate) fn to_text(module: &Module, style: &Style) -> io::Result<Text> {
    let mut out = Vec::new();
    let nodes = print(module, style, &mut out)?;
    Ok((out, nodes))
}
