//! Modules as others see them: their symbols for linkers, and whether the reader of a release takes them.
use bctk_bitcode::ReadOptions;
#[cfg(feature = "text")]
use bctk_ir::version::LlvmVersion;
use bctk_object::symbols::{self, SymbolTable};

use crate::error::{Error, ErrorKind, Result};
use crate::file::ModuleFile;
#[cfg(feature = "text")]
use crate::modules::{self, Parts};

impl ModuleFile {
    /// The symbols, with all that linkers ask about them. Of bitcode, function bodies are not read, and nothing else if it has a symbol table.
    ///
    /// # Errors
    /// If what has to be read of it is malformed.
    pub fn symbols(&self, options: &symbols::Options) -> Result<SymbolTable<'_>> {
        if self.is_assembly() {
            return Ok(symbols::of_module(self.read_as_stored()?));
        }
        let fault = |error| Error::new(self.name(), ErrorKind::Bitcode(error));
        let mut options = options.clone();
        options.read.limits = self.limits().clone();
        let parts = bctk_bitcode::modules(self.bytes(), &options.read).map_err(fault)?;
        symbols::symbols(&parts, &options).map_err(fault)
    }

    /// Whether LLVM lists `_GLOBAL_OFFSET_TABLE_` among the symbols `table` of this module ([`symbols::as_listed`]).
    ///
    /// # Errors
    /// If the module's records cannot be read.
    pub fn names_offset_table(&self, table: &SymbolTable<'_>) -> Result<bool> {
        if self.is_assembly() || !symbols::may_name_offset_table(table) {
            return Ok(false);
        }
        let fault = |error| Error::new(self.name(), ErrorKind::Bitcode(error));
        let options = ReadOptions { limits: self.limits().clone(), ..ReadOptions::default() };
        let parts = bctk_bitcode::modules(self.bytes(), &options).map_err(fault)?;
        Ok(parts.iter().any(|part| symbols::lists_offset_table(part, &options).unwrap_or(false)))
    }

    /// Why the reader of `llvm` refuses the bitcode; none if it reads it. What a release read before it was part of its language, as LLVM 13 did
    /// opaque pointers, counts as refused.
    ///
    /// # Errors
    /// If this is a text, or nothing is known of that reader.
    #[cfg(feature = "text")]
    pub fn refusal_by(&self, llvm: LlvmVersion) -> Result<Option<String>> {
        let refused = |kind| Err(Error::new(self.name(), kind));
        if self.is_assembly() {
            return refused(ErrorKind::NotLlvm("expected bitcode, found assembly".into()));
        }
        if llvm.as_written() != llvm {
            let (first, last) = (LlvmVersion::OLDEST_WRITTEN, LlvmVersion::NEWEST);
            return refused(ErrorKind::Unrepresentable(format!("expected a release of LLVM from {first} to {last}, found {llvm}")));
        }
        let options = ReadOptions { limits: self.limits().clone(), seal: false, ..ReadOptions::default() };
        match modules::read_for(self.name(), self.bytes(), Parts::All, llvm, &options, &mut |_| ()) {
            Ok(_) => Ok(None),
            Err(error) => Ok(Some(error.message())),
        }
    }

    /// The oldest release whose reader takes the bitcode, as all later ones up to the module's own do; none if that one refuses it. Each of them is
    /// asked, so this takes as long as reading the module that often.
    ///
    /// # Errors
    /// If this is a text.
    #[cfg(feature = "text")]
    pub fn oldest_reader(&self) -> Result<Option<LlvmVersion>> {
        let own = match self.is_assembly() {
            true => None,
            false => {
                let fault = |error| Error::new(self.name(), ErrorKind::Bitcode(error));
                let options = ReadOptions { limits: self.limits().clone(), ..ReadOptions::default() };
                let parts = bctk_bitcode::modules(self.bytes(), &options).map_err(fault)?;
                match parts.first() {
                    Some(part) => bctk_bitcode::facts(part).map_err(fault)?.llvm,
                    None => None,
                }
            }
        };
        let own = own.unwrap_or(LlvmVersion::DEFAULT).as_written();
        let releases: Vec<LlvmVersion> = LlvmVersion::written().filter(|&llvm| llvm <= own).collect();
        let mut oldest = None;
        for llvm in releases.into_iter().rev() {
            if self.refusal_by(llvm)?.is_some() {
                break;
            }
            oldest = Some(llvm);
        }
        Ok(oldest)
    }
}
