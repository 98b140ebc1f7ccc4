//! Finds out that a file is of a later release than its producer names.
//!
//! Swift and the clang of its toolchain write `LLVM17.0.0` for Apple's numbers of releases: Swift 6.0 is based on LLVM 17, Swift 6.2 on LLVM 19.
use crate::schema::abbrevs::{AbbrevRow, BLOCKINFO};
use crate::schema::function;
use bctk_bitstream::stream::{Abbrev, BlockInfo};
use bctk_ir::fixed::{MD_KINDS, first_with_md_kinds};
use bctk_ir::module::Module;
use bctk_ir::version::{Inferred, LlvmVersion, Trace};

/// The release whose writer made the file, if it is later than that of the producer: the first that predefines all metadata kinds at their
/// numbers in the file.
///
/// LLVM keeps kinds of a later release when it reads and writes a file, and they often keep their numbers. So the abbreviations of BLOCKINFO
/// for instructions, which every writer makes anew, must be those of the later release, and not those of the producer's.
pub(super) fn infer(module: &Module, block_info: &BlockInfo) -> Option<Inferred> {
    let producer = module.producer_version()?;
    let predefined = module.md_kinds.iter().zip(MD_KINDS).take_while(|&(&kind, name)| module.str(kind) == name.as_bytes()).count();
    let release = first_with_md_kinds(predefined);
    let abbrevs = block_info.abbrevs(function::ID);
    if release <= producer || !are_of(abbrevs, release) || are_of(abbrevs, producer) {
        return None;
    }
    let trace = |what| Trace { what, since: Some(release), until: None };
    Some(Inferred { release, traces: vec![trace("predefined metadata kinds"), trace("abbreviations of instructions")] })
}

/// Whether these are the abbreviations that a release defines for instructions.
fn are_of(abbrevs: &[Abbrev], release: LlvmVersion) -> bool {
    let rows = || BLOCKINFO.iter().filter(|row: &&AbbrevRow| row.block == function::ID && row.is_of(release));
    rows().count() == abbrevs.len() && rows().zip(abbrevs).all(|(row, abbrev)| row.matches(abbrev))
}
