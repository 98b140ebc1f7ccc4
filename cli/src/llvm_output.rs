//! Writes a module as LLVM's tools do that change modules: text or bitcode of the release that their name states.
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use bctk::input;
use bctk::modules::{self, Style};
use bctk_bitcode::LlvmVersion;
use bctk_bitcode::write::{ModuleHash, UseListOrders, WriteOptions};
use bctk_uselist::UseLists;

use crate::diag::{self, Fault};
use crate::limits;
use crate::output::{Existing, Output, Resolved};

/// Where a module goes, and its form.
pub(crate) struct Written<'o> {
    pub(crate) inputs: &'o [PathBuf],
    /// Standard output for none.
    pub(crate) output: Option<&'o Path>,
    /// The name of the module in its text.
    pub(crate) module_id: Vec<u8>,
    pub(crate) text: bool,
    /// Bitcode goes to a terminal, too.
    pub(crate) force: bool,
    pub(crate) bitcode_orders: bool,
    pub(crate) text_orders: bool,
    /// The use-lists in LLVM's memory; those of reading the module for none.
    pub(crate) use_lists: Option<Arc<UseLists>>,
    pub(crate) module_hash: ModuleHash,
    pub(crate) llvm: LlvmVersion,
}

impl Written<'_> {
    /// How bitcode is written.
    fn bitcode(&self) -> WriteOptions {
        WriteOptions {
            use_list_orders: if self.bitcode_orders { UseListOrders::Preserve } else { UseListOrders::Drop },
            use_lists: self.use_lists.clone(),
            module_hash: self.module_hash,
            producer: Some(format!("LLVM{}", self.llvm.last_release()).into_bytes()),
            llvm: Some(self.llvm),
            ..WriteOptions::default()
        }
    }

    /// Writes bitcode, and what a thin link needs of it to a file of its own.
    pub(crate) fn write_with_thin_link(&self, module: &bctk::Module, thin_link: &Path) -> Result<(), Fault> {
        let options = self.bitcode();
        let name = String::from_utf8_lossy(&self.module_id);
        let refused = |error: bctk_bitcode::Error| Fault::of_bitcode(error.into(), &name, &name);
        let bytes = bctk_bitcode::write(module, &options).map_err(refused)?;
        let hash = bctk::lto::summarize::hash_of(&bytes).map_err(refused)?;
        let of_link = bctk_bitcode::write::write_thin_link(module, hash, &options).map_err(refused)?;
        for (path, bytes) in [(self.output.unwrap_or(Path::new("-")), bytes), (thin_link, of_link)] {
            if input::is_dash(path) && !self.force && std::io::stdout().is_terminal() {
                eprintln!("WARNING: bitcode was not written to the terminal; -f forces it.");
                continue;
            }
            let mut output = Output::derived(path, self.inputs, &Resolved::default(), Existing::Replaced)?;
            std::io::Write::write_all(&mut output, &bytes).map_err(|error| Fault::write(output.name(), error))?;
            output.finish()?;
        }
        Ok(())
    }

    pub(crate) fn write(&self, module: &bctk::Module) -> Result<(), Fault> {
        let path = self.output.unwrap_or(Path::new("-"));
        if !self.text && input::is_dash(path) && !self.force && std::io::stdout().is_terminal() {
            eprintln!("WARNING: bitcode was not written to the terminal; -f forces it.");
            return Ok(());
        }
        let mut output = Output::derived(path, self.inputs, &Resolved::default(), Existing::Replaced)?;
        if self.text {
            let style = Style {
                module_id: self.module_id.clone(),
                preserve_uselistorder: self.text_orders,
                limits: limits::limits(),
                ..Style::default()
            };
            modules::print(module, &style, &mut output).map_err(|error| Fault::write(output.name(), error))?;
            return output.finish();
        }
        let options = self.bitcode();
        let name = String::from_utf8_lossy(&self.module_id);
        modules::write(std::slice::from_ref(module), &options, &mut output)
            .map_err(|fault| Fault::of_bitcode(fault, &name, output.name()))?;
        output.finish()
    }
}

/// Why nothing is written.
pub(crate) enum Stop {
    /// The message was printed.
    Told,
    Fault(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(fault)
    }
}

impl Stop {
    /// Ends the program `tool` after its work, with the words of LLVM's linker for what is wrong with a file.
    pub(crate) fn exit(result: Result<(), Stop>, tool: &str) -> ExitCode {
        Stop::exit_with(result, |fault| match fault {
            Fault::Create(_, error) => eprintln!("error: {}", diag::words(&error)),
            other => tell_rest(tool, &other),
        })
    }

    /// Ends a program after its work; `tell` says what is wrong.
    pub(crate) fn exit_with(result: Result<(), Stop>, tell: impl FnOnce(Fault)) -> ExitCode {
        match result {
            Ok(()) => ExitCode::SUCCESS,
            Err(Stop::Told) => ExitCode::FAILURE,
            Err(Stop::Fault(fault)) => {
                let status = fault.status();
                tell(fault);
                ExitCode::from(status)
            }
        }
    }
}

/// Says what is wrong where LLVM's tools have the same words.
pub(crate) fn tell_rest(tool: &str, fault: &Fault) {
    match fault {
        Fault::Write(_, error) => eprintln!("LLVM ERROR: IO failure on output stream: {}", diag::words(error)),
        other => diag::report(tool, other),
    }
}

/// Says what is wrong, in the words that LLVM's tools have that read one file with `parseIRFile`.
pub(crate) fn tell_of_input(tool: &str, fault: Fault) {
    match fault {
        Fault::Open(name, error) => {
            let name = if name == "<stdin>" { "-" } else { &name };
            eprintln!("{tool}: {name}: error: Could not open input file: {}", diag::words(&error));
        }
        Fault::Create(_, error) => eprintln!("{}", diag::words(&error)),
        Fault::Text(report) => eprint!("{}", report.as_llvm(tool)),
        Fault::Broken(_, findings) => eprintln!("{findings}{}", diag::BROKEN),
        Fault::Content(name, message) => eprintln!("{tool}: {name}: error: {message}"),
        other => tell_rest(tool, &other),
    }
}
