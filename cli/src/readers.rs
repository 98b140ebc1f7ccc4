//! `bctk info --readable-by N`: whether the reader of an LLVM takes the modules of files, and what a translation would cost where it does not.
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use bctk::contents::Source;
use bctk::modules::{self, Parts};
use bctk::translate::{self, TranslateOptions};
use bctk::{LlvmVersion, Target, TranslateReport};
use bctk_bitcode::ReadOptions;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::{Value, json};

use crate::args::Args;
use crate::diag::Fault;
use crate::folders;
use crate::inputs;
use crate::limits;
use crate::losses;
use crate::messages::{self, explained};

/// What the reader of an LLVM does with a module.
enum Answer {
    /// It reads it.
    Reads,
    /// It reads it, and drops its debug information.
    DropsDebug,
    /// It refuses it, or overlooks what it does not know, for this reason. A translation would change the rest, or be refused for another reason.
    NotAsItIs(String, Box<Result<(LlvmVersion, TranslateReport), String>>),
}

/// Tells of each module of the inputs whether the reader of `llvm` takes it. The status is 1 if it does not take one as it is, or if one cannot be read.
pub(crate) fn run(args: &Args, llvm: LlvmVersion) -> ExitCode {
    let inputs = match folders::expand(&args.inputs, args.recursive, folders::Files::Bitcode) {
        Ok(inputs) => inputs,
        Err(fault) => return messages::fail(&fault),
    };
    let mut status = 0;
    let mut fail = |fault: Fault| {
        messages::fail(&fault);
        status = status.max(fault.status());
    };
    let mut refused = false;
    for input in &inputs {
        match tell(&input.path, llvm, args.json, &mut fail) {
            Ok(all_read) => refused |= !all_read,
            Err(fault) => fail(fault),
        }
    }
    ExitCode::from(status.max(refused.into()))
}

/// Returns whether the reader takes all modules of a file as they are.
fn tell(path: &Path, llvm: LlvmVersion, as_json: bool, fail: &mut dyn FnMut(Fault)) -> Result<bool, Fault> {
    let (contents, part) = inputs::all(path)?;
    let file = contents.name.clone();
    let (entries, unread) = contents.entries_of(part.as_deref());
    if entries.is_empty() && unread.is_empty() {
        return Err(Fault::Content(file, part.map_or("contains no bitcode".into(), |part| format!("no module '{part}'"))));
    }
    let is_only = entries.len() == 1 && entries[0].bitcode.containers.is_empty();
    let sources: Vec<Source> = entries.iter().map(|entry| entry.source()).collect();
    let ask = |source: Source| {
        let name = if is_only { file.clone() } else { format!("{file}:{}", source.name) };
        let answer = answer(&name, &source, llvm);
        (name, source.name, answer)
    };
    let answers: Vec<(String, String, Result<Answer, Fault>)> = sources.into_par_iter().map(ask).collect();
    let mut all_read = true;
    let mut out = std::io::stdout().lock();
    for (name, module, answer) in answers {
        match answer {
            Ok(answer) => {
                all_read &= !matches!(answer, Answer::NotAsItIs(..));
                let told = if as_json { format!("{}\n", answer.json(&file, &module, llvm)) } else { answer.words(&name, llvm) };
                out.write_all(told.as_bytes()).map_err(|error| Fault::write("<stdout>", error))?;
            }
            Err(fault) => fail(fault),
        }
    }
    if part.is_none() {
        contents.faults.iter().chain(&unread).for_each(|unread| fail(Fault::Content(file.clone(), unread.to_string())));
    }
    Ok(all_read)
}

fn answer(name: &str, source: &Source, llvm: LlvmVersion) -> Result<Answer, Fault> {
    let input = source.open()?;
    let options = ReadOptions { limits: limits::limits(), seal: false, ..ReadOptions::default() };
    let reason = match modules::read_for(name, input.bytes(), Parts::All, llvm, &options, &mut |_| ()) {
        Ok(modules) if modules.iter().any(|module| module.provenance.dropped_debug.is_some()) => return Ok(Answer::DropsDebug),
        Ok(_) => return Ok(Answer::Reads),
        Err(error) => error.message(),
    };
    // What nobody can read is damaged.
    let read = modules::read(name, input.bytes(), Parts::AsStored, &limits::limits())?;
    drop(input);
    let mut report = TranslateReport::default();
    let mut own = llvm;
    for mut module in read {
        own = module.llvm_version();
        if let Err(kind) = translate::reported(&mut module, llvm, Target::Bitcode, &TranslateOptions::default(), &mut report) {
            return Ok(Answer::NotAsItIs(reason, Box::new(Err(bctk::Error::new(name, kind).message()))));
        }
    }
    Ok(Answer::NotAsItIs(reason, Box::new(Ok((own, report)))))
}

impl Answer {
    /// Lines about the module `name`.
    fn words(&self, name: &str, llvm: LlvmVersion) -> String {
        let language = format!("LLVM {llvm}");
        match self {
            Answer::Reads => format!("{name}: {language} reads it\n"),
            Answer::DropsDebug => format!("{name}: {language} reads it without its debug information\n"),
            Answer::NotAsItIs(reason, translated) => {
                let translated = match &**translated {
                    Err(message) => explained(message.clone()),
                    Ok((_, report)) => losses::note(report, &language).unwrap_or_else(|| "nothing is lost".into()),
                };
                format!("{name}: {language} does not read it as it is: {}\n  translated: {translated}\n", explained(reason.clone()))
            }
        }
    }

    /// The same for programs.
    fn json(&self, file: &str, module: &str, llvm: LlvmVersion) -> Value {
        let mut value = json!({
            "file": file,
            "module": module,
            "llvm": llvm.to_string(),
            "reads": !matches!(self, Answer::NotAsItIs(..)),
            "drops_debug": matches!(self, Answer::DropsDebug),
            "reason": null,
            "translation": null,
            "untranslatable": null,
        });
        if let Answer::NotAsItIs(reason, translated) = self {
            value["reason"] = reason.as_str().into();
            match &**translated {
                Err(message) => value["untranslatable"] = message.as_str().into(),
                Ok((own, report)) => value["translation"] = losses::json(*own, llvm, None, report),
            }
        }
        value
    }
}
