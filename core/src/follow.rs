//! Bitcode files that objects name: wllvm and gllvm compile each source twice, and record in the object where the bitcode is.
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::contents::{self, Contents, Unread};
use crate::error::{Error, ErrorKind, Result};
use crate::input;

impl Contents {
    /// With the bitcode of the files that its objects name ([`Recorded`](contents::Recorded)), each file once. Only files in `folder` or below are
    /// opened; a relative path is one in `folder`. What cannot be opened is among the [`faults`](Contents::faults).
    ///
    /// # Errors
    /// [`ErrorKind::Open`] if there is no such folder, and [`ErrorKind::Modules`] if no object names a file.
    pub fn follow(mut self, folder: &Path) -> Result<Contents> {
        let root = folder.canonicalize().map_err(|error| Error::new(input::name(folder), ErrorKind::Open(error)))?;
        if self.recorded.is_empty() {
            return Err(Error::new(self.name.clone(), ErrorKind::Modules("no object names a bitcode file".into())));
        }
        self.faults.retain(|fault| !fault.is_recorded());
        let mut seen = HashSet::new();
        for recorded in std::mem::take(&mut self.recorded) {
            let name = contents::below(&recorded.part, &recorded.path.display().to_string());
            match resolved(&root, &recorded.path) {
                Ok(path) if !seen.insert(path.clone()) => {}
                Ok(path) => match input::open(&path) {
                    Ok(input) => self.add_file(name, &path, &Arc::new(input)),
                    Err(fault) => self.faults.push(Unread::new(name, fault.message())),
                },
                Err(message) => self.faults.push(Unread::new(name, message)),
            }
        }
        Ok(self)
    }

    /// Adds the bitcode of a file that it names.
    fn add_file(&mut self, name: String, path: &Path, input: &Arc<input::Input>) {
        match contents::look_at(path, input, &self.limits) {
            Ok(found) if found.bitcode.is_empty() && found.faults.is_empty() => self.faults.push(Unread::new(name, "contains no bitcode")),
            Ok(found) => self.add_found(&name, path, &[], found),
            Err(fault) => self.faults.push(Unread::new(name, fault.message())),
        }
    }
}

/// The file, if it is one below `root`.
fn resolved(root: &Path, path: &Path) -> std::result::Result<PathBuf, String> {
    let path = root.join(path).canonicalize().map_err(|error| error.to_string())?;
    match () {
        () if !path.starts_with(root) => Err(format!("not below {}, where files may be read", root.display())),
        () if !path.is_file() => Err("expected a file".into()),
        () => Ok(path),
    }
}
