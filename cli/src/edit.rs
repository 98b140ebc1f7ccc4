//! What bcconv changes in a module before it writes it: `--only`, `--strip-debug`, `--strip-names`.
use std::path::Path;

use bctk_transforms::edit;

use crate::args::Args;
use crate::conversion::Conversion;
use crate::convert::{self, Module, Parts, Purpose};
use crate::diag::Fault;
use crate::dialect::{self, Into};
use crate::input::{Input, Kind};
use crate::lossless::Described;

impl Args {
    /// Whether modules are to be changed.
    pub(crate) fn edits(&self) -> bool {
        !self.only.is_empty() || self.strip_debug || self.strip_names
    }
}

impl Conversion<'_> {
    /// The modules of an input, which [`Conversion::edit`] is to change.
    pub(crate) fn whole(&self, input: &Input, kind: Kind, path: &Path, into: Into) -> Result<Vec<Module>, Fault> {
        match (self.args.llvm(), kind) {
            (_, Kind::Text) => {
                let text = Described::new(input.bytes()).text;
                let purpose = if into == Into::Text { Purpose::Text } else { Purpose::Bitcode };
                convert::parse(&text, path, purpose, &self.parse_options()).map(|module| vec![module])
            }
            (Some(_), _) => self.read(input.bytes(), Parts::AsStored),
            (None, _) => self.read(input.bytes(), Parts::All),
        }
    }

    /// Changes the modules as the command line asks for. Of a file of several, each keeps those of the names that it has. What
    /// is left is put in the language that is asked for: what was dropped need not have words there.
    pub(crate) fn edit(&self, modules: &mut Vec<Module>, into: Into) -> Result<(), Fault> {
        if !self.args.only.is_empty() {
            self.extract(modules)?;
        }
        for Module(module) in modules {
            if self.args.strip_debug {
                edit::strip_debug(module);
            }
            if self.args.strip_names {
                edit::strip_names(module);
            }
            if let Some(llvm) = self.args.llvm() {
                dialect::translate(module, llvm, into).map_err(|message| self.content(message))?;
            }
        }
        Ok(())
    }

    fn extract(&self, modules: &mut Vec<Module>) -> Result<(), Fault> {
        let names: Vec<Vec<u8>> = self.args.only.iter().map(|name| name.clone().into_bytes()).collect();
        let has = |Module(module): &Module, name: &[u8]| module.globals.iter().any(|global| module.str(global.name) == name);
        if let Some(unknown) = names.iter().find(|name| !modules.iter().any(|module| has(module, name))) {
            return Err(self.content(edit::Unknown(unknown.clone()).to_string()));
        }
        modules.retain(|module| names.iter().any(|name| has(module, name)));
        for module in modules {
            let own: Vec<Vec<u8>> = names.iter().filter(|name| has(module, name)).cloned().collect();
            edit::extract(&mut module.0, &own).map_err(|unknown| self.content(unknown.to_string()))?;
        }
        Ok(())
    }
}
