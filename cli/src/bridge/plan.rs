//! `bctk bridge --plan`: what becomes of each input, and the command.
use std::ffi::{OsStr, OsString};
use std::io::Write;

use bctk::LlvmVersion;
use serde_json::{Value, json};

use super::files::Answer;
use super::inputs::{Input, Inputs};
use crate::diag::Fault;
use crate::losses;
use crate::messages::explained;

/// What would be done.
pub(super) struct Plan<'p> {
    pub(super) llvm: LlvmVersion,
    pub(super) found: &'p Inputs,
    pub(super) answers: &'p [Answer],
    pub(super) program: &'p OsStr,
    pub(super) arguments: &'p [OsString],
}

/// Prints the plan.
pub(super) fn print(plan: &Plan<'_>, as_json: bool) -> Result<(), Fault> {
    let text = if as_json { plan.json() } else { plan.words() };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Fault::write("<stdout>", error))
}

impl Plan<'_> {
    fn words(&self) -> String {
        let mut out = String::new();
        for (input, answer) in self.found.inputs.iter().zip(self.answers) {
            let path = bctk::input::name(&input.path);
            let name = if input.argument == path { path } else { format!("{} ({path})", input.argument) };
            out.push_str(&format!("{name}: {}\n", self.answer(answer)));
        }
        for argument in &self.found.elsewhere {
            out.push_str(&format!("{argument}: in none of the folders that the command names\n"));
        }
        let words: Vec<String> = std::iter::once(self.program).chain(self.arguments.iter().map(OsString::as_os_str)).map(quoted).collect();
        out.push_str(&format!("runs {}\n", words.join(" ")));
        out
    }

    fn answer(&self, answer: &Answer) -> String {
        match answer {
            Answer::NoBitcode(reason) => (*reason).to_owned(),
            Answer::Reads => format!("LLVM {} reads it", self.llvm),
            Answer::Damaged(message) => format!("stays as it is: {message}"),
            Answer::Converted(converted) if converted.was_there => format!("converted before: {}", converted.file.display()),
            Answer::Converted(converted) => {
                let mut out = format!("becomes {}: {}", converted.file.display(), explained(converted.because.clone()));
                super::lost(&converted.all_changes(), self.llvm).iter().for_each(|words| out.push_str(&format!("\n  {words}")));
                converted.damaged.iter().for_each(|message| out.push_str(&format!("\n  stays as it is: {message}")));
                out
            }
            Answer::Refused { because: reason, faults } => {
                let mut out = format!("cannot be converted: {}", explained(reason.clone()));
                faults.iter().for_each(|(name, message)| out.push_str(&format!("\n  {name}: {}", explained(message.clone()))));
                out
            }
        }
    }

    fn json(&self) -> String {
        let mut out = String::new();
        for (input, answer) in self.found.inputs.iter().zip(self.answers) {
            out.push_str(&format!("{}\n", self.input(input, answer)));
        }
        for argument in &self.found.elsewhere {
            out.push_str(&format!("{}\n", json!({ "argument": argument, "file": null, "action": "not-found" })));
        }
        let words: Vec<String> = std::iter::once(self.program)
            .chain(self.arguments.iter().map(OsString::as_os_str))
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        out.push_str(&format!("{}\n", json!({ "command": words })));
        out
    }

    fn input(&self, input: &Input, answer: &Answer) -> Value {
        // Of what no LLVM reads, nobody asked for the release.
        let llvm = Some(self.llvm.to_string()).filter(|_| !matches!(answer, Answer::NoBitcode(_) | Answer::Damaged(_)));
        let mut value = json!({ "argument": input.argument, "file": bctk::input::name(&input.path), "llvm": llvm });
        let mut set = |key: &str, new: Value| value[key] = new;
        match answer {
            Answer::NoBitcode(reason) => {
                set("action", "none".into());
                set("reason", (*reason).into());
            }
            Answer::Reads => set("action", "read".into()),
            Answer::Damaged(message) => {
                set("action", "stay".into());
                set("reason", message.as_str().into());
            }
            Answer::Converted(converted) => {
                set("action", if converted.was_there { "converted" } else { "convert" }.into());
                set("output", converted.file.to_string_lossy().into());
                if !converted.was_there {
                    set("reason", converted.because.as_str().into());
                    let translation = |(name, own, report): &(String, LlvmVersion, bctk::TranslateReport)| {
                        let mut value = losses::json(*own, self.llvm, None, report);
                        value["module"] = name.as_str().into();
                        value
                    };
                    set("translations", converted.changes.iter().map(translation).collect());
                    set("unread", converted.damaged.iter().map(|message| Value::from(message.as_str())).collect());
                }
            }
            Answer::Refused { because, faults } => {
                set("action", "refuse".into());
                set("reason", because.as_str().into());
                let fault = |(name, message): &(String, String)| json!({ "module": name, "message": message });
                set("faults", faults.iter().map(fault).collect());
            }
        }
        value
    }
}

/// A word as a shell takes it.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "%+,-./:=@_".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.into_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
