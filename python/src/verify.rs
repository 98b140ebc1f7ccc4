//! Findings of the verifier.
use bctk::ParseOptions;
use bctk::Place;
use bctk::modules::{self, Parts, Purpose};
use bctk_ir::module::Module as Ir;
use bctk_ir::version::LlvmVersion;
use bctk_verify::{Level, VerifyOptions};
use pyo3::prelude::*;

use crate::error::Outcome;
use crate::module;
use crate::names::Name;
use crate::shared::Shared;

/// A fault that the verifier found.
#[pyclass(frozen, get_all, module = "bctk")]
pub(crate) struct Finding {
    /// The message that LLVM prints for it.
    message: String,
    /// The message and the values below it, as LLVM prints them.
    text: String,
    /// The message and where it is, in one line.
    description: String,
    /// The name of the function that it is in; none if it is in none.
    function: Option<Name>,
    /// The position of the block in the function; none if it is about no instruction.
    block: Option<u32>,
    /// The number of the operand that is at fault; none if it is not one.
    operand: Option<u32>,
    /// The place in bitcode; none if it is not known.
    bit_offset: Option<u64>,
    /// The line in a text; none if it is not known.
    line: Option<usize>,
    /// The column in a text; none if it is not known.
    column: Option<usize>,
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> &str {
        &self.description
    }

    fn __repr__(&self) -> String {
        format!("<Finding '{}'>", self.description)
    }
}

/// The module as its own LLVM reads it, with the places of its parts if they are known.
fn read(shared: &Shared) -> Outcome<Ir> {
    let Some(file) = &shared.file else { return module::upgraded(shared) };
    if file.is_assembly() {
        let options = ParseOptions { limits: shared.limits.clone(), offsets: true, ..ParseOptions::default() };
        return Ok(modules::parse(file.bytes(), file.path(), Purpose::Text, &options)?);
    }
    let options = bctk_bitcode::ReadOptions { offsets: true, ..modules::as_it_is(&shared.limits) };
    match modules::read_with(file.name(), file.bytes(), Parts::All, &options, &mut |_| ())?.pop() {
        Some(module) => Ok(module),
        None => module::upgraded(shared),
    }
}

/// Verifies a module.
pub(crate) fn findings(shared: &Shared, llvm: Option<LlvmVersion>) -> Outcome<Vec<Finding>> {
    let module = read(shared)?;
    let options = VerifyOptions { level: Level::DebugInfo, llvm };
    let report = bctk_verify::verify(&module, &options);
    let bytes = shared.file.as_ref().map_or(&[][..], |file| file.bytes());
    let finding = |finding: &bctk_verify::Finding| {
        let place = bctk::verify::place(bytes, &module, finding);
        let (bit_offset, line, column) = match place {
            Some(Place::Bit(bit, _)) => (Some(bit), None, None),
            Some(Place::Text(line, column)) => (None, Some(line), Some(column)),
            _ => (None, None, None),
        };
        Finding {
            message: finding.message.to_string(),
            text: bctk::verify::llvm_message(&module, finding),
            description: finding.describe(&module),
            function: finding.function.and_then(|id| Some(Name(module.str(module.global(id)?.name).to_vec()))),
            block: finding.block(&module).map(|block| block.0),
            operand: finding.operand,
            bit_offset,
            line,
            column,
        }
    };
    // Each text numbers the whole module.
    Ok(report.findings.iter().take(MOST).map(finding).collect())
}

/// Most findings that are listed.
const MOST: usize = 1000;
