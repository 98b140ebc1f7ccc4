//! What `--check` and `--verify` find, for programs: a line of JSON for each file, or a log in SARIF.
use bctk::Place;
use bctk::verify::{Level, Located};
use serde::Serialize;
use serde_json::{Value, json};

use crate::diag::{Fault, words};
use crate::messages::explained;

/// Something that is wrong with a file.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    /// `file` (it cannot be read or understood), `syntax`, `structure`, `verifier`, `debug-info`, `lint` or `translation` (it is refused).
    rule: &'static str,
    message: String,
    /// What LLVM prints below the message: instructions, values, nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    line: Option<usize>,
    column: Option<usize>,
    /// In bitcode: the bit from the start of the stream, and the path of blocks.
    bit: Option<u64>,
    path: Option<String>,
    function: Option<String>,
    /// Where the instruction comes from, by debug information.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
}

impl Finding {
    fn new(rule: &'static str, message: String) -> Finding {
        Finding {
            rule,
            message,
            details: Vec::new(),
            line: None,
            column: None,
            bit: None,
            path: None,
            function: None,
            source: None,
            help: Vec::new(),
        }
    }

    /// What the verifier found.
    fn of_verifier(found: &Located) -> Finding {
        let rule = match found.level {
            Level::Structure => "structure",
            Level::DebugInfo => "debug-info",
            Level::Lint => "lint",
            _ => "verifier",
        };
        let mut finding = Finding::new(rule, found.message.clone());
        finding.details = found.details.lines().map(str::to_owned).collect();
        finding.function.clone_from(&found.function);
        finding.source = found.source.as_ref().map(|source| json!({ "file": source.file, "line": source.line, "column": source.column }));
        match &found.place {
            Some(Place::Text(line, column)) => (finding.line, finding.column) = (Some(*line), Some(*column)),
            Some(Place::Bit(bit, path)) => (finding.bit, finding.path) = (Some(*bit), Some(path.clone())),
            _ => {}
        }
        finding
    }
}

/// What a fault says about its file, and how many findings are left out.
pub(crate) fn of_fault(fault: &Fault) -> (Vec<Finding>, usize) {
    match fault {
        Fault::Found(_, found) => (found.iter().map(Finding::of_verifier).collect(), 0),
        Fault::Text(errors) => {
            let finding = |error: bctk::TextError<'_>| {
                let mut finding = Finding::new("syntax", error.message.to_owned());
                (finding.line, finding.column) = (Some(error.line), Some(error.column));
                finding.help = error.help.to_vec();
                finding
            };
            (errors.errors().map(finding).collect(), errors.more())
        }
        Fault::Parts(faults) => {
            let (found, more): (Vec<_>, Vec<_>) = faults.iter().map(of_fault).unzip();
            (found.into_iter().flatten().collect(), more.iter().sum())
        }
        Fault::Open(_, error) => (vec![Finding::new("file", words(error))], 0),
        Fault::Content(_, message) => (vec![Finding::new("file", explained(message.clone()))], 0),
        Fault::Translation(_, message) => (vec![Finding::new("translation", explained(message.clone()))], 0),
        other => (vec![Finding::new("file", other.to_string())], 0),
    }
}

/// A line of JSON for each file, with its name and what is wrong with it.
pub(crate) fn json<'r>(results: impl Iterator<Item = (&'r str, Option<&'r Fault>)>) -> String {
    let mut out = String::new();
    for (file, fault) in results {
        let (findings, more) = fault.map(of_fault).unwrap_or_default();
        // What a lint finds is valid.
        let valid = findings.iter().all(|finding| finding.rule == "lint") && (fault.is_none() || !findings.is_empty());
        let line = json!({ "file": file, "valid": valid, "findings": findings, "more": more });
        out.push_str(&format!("{line}\n"));
    }
    out
}

/// A log in SARIF 2.1.0.
pub(crate) fn sarif<'r>(tool: &str, results: impl Iterator<Item = (&'r str, Option<&'r Fault>)>) -> String {
    let mut all: Vec<Value> = Vec::new();
    for (file, fault) in results {
        let (findings, _) = fault.map(of_fault).unwrap_or_default();
        // Columns of SARIF are those of characters, not of bytes.
        let text = if findings.iter().any(|finding| finding.column.is_some()) { std::fs::read(file).ok() } else { None };
        let lines: Vec<&[u8]> = text.as_deref().unwrap_or_default().split(|&byte| byte == b'\n').collect();
        all.extend(findings.into_iter().map(|finding| result(file, &lines, finding)));
    }
    let rules = [
        ("file", "The file cannot be read or understood."),
        ("syntax", "The text is not LLVM assembly."),
        ("structure", "The module lacks what printing and writing need."),
        ("verifier", "LLVM's verifier refuses the module."),
        ("debug-info", "LLVM drops the debug information as invalid."),
        ("lint", "The module is valid, but this is undefined behaviour or a mistake."),
    ];
    // Only a check of a translation has this one.
    let translated = all.iter().any(|result| result["ruleId"] == "translation");
    let translated = translated.then_some(("translation", "The release of LLVM that the module is translated to cannot represent it."));
    let rules: Vec<Value> =
        rules.into_iter().chain(translated).map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } })).collect();
    let driver = json!({
        "name": tool,
        "version": env!("CARGO_PKG_VERSION"),
        "informationUri": env!("CARGO_PKG_REPOSITORY"),
        "rules": rules,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": all }],
    });
    format!("{log:#}\n")
}

fn result(file: &str, lines: &[&[u8]], finding: Finding) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": file } });
    if let Some(line) = finding.line {
        place["region"] = json!({ "startLine": line });
        let before = lines.get(line - 1).zip(finding.column).and_then(|(text, column)| text.get(..column - 1));
        if let Some(before) = before {
            place["region"]["startColumn"] = (String::from_utf8_lossy(before).chars().count() + 1).into();
        }
    } else if let Some(bit) = finding.bit {
        place["region"] = json!({ "byteOffset": bit / 8 });
    }
    let mut location = json!({ "physicalLocation": place });
    if let Some(function) = finding.function {
        location["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
    }
    let text = std::iter::once(finding.message).chain(finding.details).chain(finding.help).collect::<Vec<_>>().join("\n");
    json!({ "ruleId": finding.rule, "level": "error", "message": { "text": text }, "locations": [location] })
}
