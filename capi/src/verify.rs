//! The verifier.
use bctk::ModuleFile;
#[cfg(feature = "verify")]
use bctk::{
    Place, VerifyOptions, bitcode,
    modules::{self, Parts},
    verify::{self, Level},
};

#[cfg(feature = "verify")]
use crate::error::BCTK_NO_OFFSET;
use crate::error::bctk_error;
use crate::file::bctk_module;
use crate::guard::{ask, free, guard, make};
#[cfg(feature = "verify")]
use crate::texts;
use crate::types::{Sized_, Text, bctk_status, bctk_string, give, handle, release};

/// What the verifier found. It does not change.
pub struct bctk_findings {
    findings: Vec<Found>,
    text: Text,
}

/// A finding.
struct Found {
    level: bctk_level,
    message: Text,
    description: Text,
    function: Text,
    bit: u64,
    line: u64,
    column: u64,
    block: i64,
    operand: i64,
}

/// How much a finding matters.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bctk_level {
    /// A module must not have it so that it can be printed and written.
    BCTK_LEVEL_STRUCTURE = 0,
    /// LLVM refuses it.
    BCTK_LEVEL_FULL = 1,
    /// It is in debug information, which LLVM drops then.
    BCTK_LEVEL_DEBUG_INFO = 2,
}

/// A fault of a module. Set `size` to `sizeof(bctk_finding)` before the call. The strings belong to the findings.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bctk_finding {
    /// The size of the structure.
    pub size: usize,
    /// How much it matters.
    pub level: bctk_level,
    /// The message of LLVM.
    pub message: bctk_string,
    /// The message and where the fault is, in one line.
    pub description: bctk_string,
    /// The function that it is in; empty for none, and for one without a name.
    pub function: bctk_string,
    /// Where in the bitcode it is, in bits; `BCTK_NO_OFFSET` if that is not known.
    pub bit: u64,
    /// The line in a text, from 1; 0 if that is not known.
    pub line: u64,
    /// The column in that line, from 1; 0 if that is not known.
    pub column: u64,
    /// The block of the function, from 0; -1 if it is not about an instruction.
    pub block: i64,
    /// The operand at fault, from 0; -1 if it is not one.
    pub operand: i64,
}

// SAFETY: the structure is `repr(C)` with its size first. It is only given, not taken.
unsafe impl Sized_ for bctk_finding {
    const FIRST: usize = size_of::<bctk_finding>();
}

/// Reads a module with the places of its parts, and verifies it.
#[cfg(feature = "verify")]
fn found(file: &ModuleFile, llvm: Option<bctk::LlvmVersion>) -> Result<bctk_findings, bctk_error> {
    let module = if file.is_assembly() {
        texts::parse_to_verify(file)?
    } else {
        let options = bitcode::ReadOptions { offsets: true, ..modules::as_it_is(file.limits()) };
        let read = modules::read_with(file.name(), file.bytes(), Parts::All, &options, &mut |_| ())?.pop();
        read.ok_or_else(|| bctk_error::new(bctk_status::BCTK_NOT_LLVM, "expected one module, found none"))?
    };
    let report = bctk::verify(&module, &VerifyOptions { level: Level::DebugInfo, llvm });
    let finding = |finding: &bctk::Finding| {
        let (bit, line, column) = match verify::place(file.bytes(), &module, finding) {
            Some(Place::Bit(bit, _)) => (bit, 0, 0),
            Some(Place::Text(line, column)) => (BCTK_NO_OFFSET, line as u64, column as u64),
            _ => (BCTK_NO_OFFSET, 0, 0),
        };
        let function = finding.function.and_then(|id| Some(module.str(module.global(id)?.name)));
        Found {
            level: match finding.level {
                Level::Structure => bctk_level::BCTK_LEVEL_STRUCTURE,
                Level::DebugInfo => bctk_level::BCTK_LEVEL_DEBUG_INFO,
                _ => bctk_level::BCTK_LEVEL_FULL,
            },
            message: Text::new(finding.message.as_bytes()),
            description: Text::new(finding.describe(&module)),
            function: Text::new(function.unwrap_or_default()),
            bit,
            line,
            column,
            block: finding.block(&module).map_or(-1, |block| block.0.into()),
            operand: finding.operand.map_or(-1, i64::from),
        }
    };
    Ok(bctk_findings { findings: report.findings.iter().map(finding).collect(), text: Text::new(texts::findings(&module, &report)) })
}

/// Without the verifier.
#[cfg(not(feature = "verify"))]
fn found(_: &ModuleFile, _: Option<bctk::LlvmVersion>) -> Result<bctk_findings, bctk_error> {
    Err(bctk_error::not_built("the verifier"))
}

/// Verifies a module as LLVM's verifier does, by the rules of LLVM `llvm` (17 for LLVM 17, 307 for LLVM 3.7), or by those of its own release if that
/// is 0. Findings are no error: a module without any is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_module_verify(
    module: *const bctk_module,
    llvm: u32,
    findings: *mut *mut bctk_findings,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes a module and places for pointers.
    unsafe {
        make(findings, error, || {
            let llvm = if llvm == 0 { None } else { Some(release(llvm)?) };
            found(&handle(module)?.file, llvm)
        })
    }
}

/// How many findings there are; 0 for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_findings_count(findings: *const bctk_findings) -> usize {
    // SAFETY: the caller passes null or findings.
    unsafe { ask(findings, |findings| findings.findings.len()) }
}

/// Tells a finding.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_findings_get(
    findings: *const bctk_findings,
    index: usize,
    finding: *mut bctk_finding,
    error: *mut *mut bctk_error,
) -> bctk_status {
    // SAFETY: the caller passes findings, a structure with its size, and a place for a pointer.
    unsafe {
        guard(error, || {
            let all = &handle(findings)?.findings;
            let found = all.get(index).ok_or_else(|| bctk_error::argument(format!("no finding {index}; there are {}", all.len())))?;
            give(
                finding,
                bctk_finding {
                    size: 0,
                    level: found.level,
                    message: found.message.string(),
                    description: found.description.string(),
                    function: found.function.string(),
                    bit: found.bit,
                    line: found.line,
                    column: found.column,
                    block: found.block,
                    operand: found.operand,
                },
            )
        })
    }
}

/// All findings as LLVM prints them: each message, and below it what it is about.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_findings_text(findings: *const bctk_findings) -> bctk_string {
    // SAFETY: the caller passes null or findings.
    unsafe { ask(findings, |findings| findings.text.string()) }
}

/// Frees findings; null is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bctk_findings_free(findings: *mut bctk_findings) {
    // SAFETY: the caller passes null or findings that it does not use any more.
    unsafe { free(findings) }
}
