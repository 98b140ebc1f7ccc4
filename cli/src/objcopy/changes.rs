//! The changes of symbols that the command line asks for.
use std::path::{Path, PathBuf};

use bctk::input;
use bctk::symbol_changes::{Glob, Posix, SymbolChanges, SymbolNames};
use bctk_ir::keywords::Visibility;
use hashbrown::HashMap;

use super::Options;
use crate::diag::Fault;

/// What the command line says about symbols.
pub(super) fn changes(options: &Options) -> Result<SymbolChanges, Fault> {
    let style = match (options.wildcard, options.regex) {
        (true, _) => Style::Pattern,
        (_, true) => Style::Expression,
        _ => Style::Name,
    };
    let names = |listed: &[String], files: &[PathBuf]| {
        let mut all = listed.to_vec();
        for file in files {
            all.extend(lines(file)?);
        }
        set(&all, style)
    };
    let mut rename = HashMap::new();
    let mut redefine = |old: &str, new: &str| match rename.insert(old.as_bytes().to_vec(), new.as_bytes().to_vec()) {
        Some(_) => Err(Fault::Usage(format!("multiple redefinition of symbol '{old}'"))),
        None => Ok(()),
    };
    for pair in &options.redefine_sym {
        let (old, new) = pair.split_once('=').ok_or_else(|| Fault::Usage("bad format for --redefine-sym".into()))?;
        redefine(old, new)?;
    }
    for file in &options.redefine_syms {
        for line in lines(file)? {
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                (Some(old), Some(new), None) => redefine(old, new)?,
                _ => return Err(Fault::Content(input::name(file), format!("expected two names in each line, found `{line}`"))),
            }
        }
    }
    let mut visibilities = Vec::new();
    for pair in &options.set_symbol_visibility {
        let (name, visibility) = pair_of(pair)?;
        visibilities.push((set(&[name.to_owned()], style)?, visibility));
    }
    for pair in &options.set_symbols_visibility {
        let (file, visibility) = pair_of(pair)?;
        visibilities.push((set(&lines(Path::new(file))?, style)?, visibility));
    }
    Ok(SymbolChanges {
        localize: names(&options.localize_symbol, &options.localize_symbols)?,
        localize_hidden: options.localize_hidden,
        visibilities,
        keep_global: names(&options.keep_global_symbol, &options.keep_global_symbols)?,
        globalize: names(&options.globalize_symbol, &options.globalize_symbols)?,
        weaken: names(&options.weaken_symbol, &options.weaken_symbols)?,
        weaken_all: options.weaken,
        rename,
        remove_prefix: options.remove_symbol_prefix.clone().into_bytes(),
        prefix: options.prefix_symbols.clone().into_bytes(),
        skip: names(&options.skip_symbol, &options.skip_symbols)?,
        strip: names(&options.strip_symbol, &options.strip_symbols)?,
        strip_unneeded: names(&options.strip_unneeded_symbol, &options.strip_unneeded_symbols)?,
        strip_all_unneeded: options.strip_unneeded || options.strip_all,
        strip_locals: options.discard_all,
        strip_files: options.strip_debug,
        keep: names(&options.keep_symbol, &options.keep_symbols)?,
        linkage_names: options.redefine_linkage_names,
    })
}

/// A name and a visibility.
fn pair_of(pair: &str) -> Result<(&str, Visibility), Fault> {
    let (name, visibility) = pair.rsplit_once('=').ok_or_else(|| Fault::Usage(format!("expected NAME=VISIBILITY, found `{pair}`")))?;
    let visibility = match visibility {
        "default" => Visibility::Default,
        "hidden" => Visibility::Hidden,
        "protected" => Visibility::Protected,
        "internal" => return Err(Fault::Usage("bitcode has no internal visibility; hidden is the nearest".into())),
        other => return Err(Fault::Usage(format!("'{other}' is not a valid symbol visibility"))),
    };
    Ok((name, visibility))
}

/// The lines of a file, without comments and the spaces around.
fn lines(file: &Path) -> Result<Vec<String>, Fault> {
    let text = input::open(file)?;
    let text = std::str::from_utf8(text.bytes()).map_err(|_| Fault::Content(input::name(file), "expected a text of UTF-8".into()))?;
    let line = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    Ok(text.lines().map(line).filter(|line| !line.is_empty()).collect())
}

/// How names are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Name,
    Pattern,
    Expression,
}

/// A set of names, of patterns, or of expressions.
fn set(names: &[String], style: Style) -> Result<SymbolNames, Fault> {
    let mut set = SymbolNames::default();
    for name in names {
        let wrong = |message: &str| Fault::Usage(format!("cannot compile pattern '{name}': {message}"));
        match style {
            Style::Name => drop(set.names.insert(name.clone().into_bytes())),
            Style::Pattern => {
                let (text, patterns) = match name.strip_prefix('!') {
                    Some(text) => (text, &mut set.but),
                    None => (name.as_str(), &mut set.patterns),
                };
                patterns.push(Glob::new(text.as_bytes()).map_err(|message| wrong(&message))?);
            }
            Style::Expression => {
                // As llvm-objcopy has expressions match whole names: a choice at the top has only one end of each of its sides tied.
                let whole = format!("^{}$", name.trim_start_matches('^').trim_end_matches('$'));
                set.expressions.push(Posix::new(whole.as_bytes()).map_err(wrong)?);
            }
        }
    }
    Ok(set)
}
