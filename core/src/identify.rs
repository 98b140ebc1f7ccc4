//! What bytes are: bitcode, a container of it, or text, and who wrote it; without a look at the modules.
use bctk_bitcode::ReadOptions;
use bctk_ir::version::LlvmVersion;
use bctk_ir::version::producer::producer_version;
use bctk_object::container::{self, Container, FindOptions};
use bctk_support::limits::Limits;

use crate::input::{self, Kind};

/// What a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileType {
    /// Nothing of these.
    #[default]
    Other,
    /// Bitcode.
    Bitcode,
    /// Bitcode in Darwin's wrapper.
    Wrapper,
    /// A container that may have bitcode in it.
    Container(Container),
    /// Text: presumably LLVM assembly.
    Text,
}

/// What is known of a file at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Identity {
    /// What it is.
    pub file_type: FileType,
    /// How many bitcode files it is or has, without those of a thin archive.
    pub bitcode_files: usize,
    /// The program that wrote the first of them, such as `LLVM22.1.8`; empty if it is not named, or damaged.
    pub producer: Vec<u8>,
    /// The release of LLVM that the producer names.
    pub llvm: Option<LlvmVersion>,
}

/// Tells what bytes are. Of bitcode, the block that names the producer is read.
pub fn identify(bytes: &[u8], limits: &Limits) -> Identity {
    let of_bitcode = |file_type, bitcode_files, bitcode| {
        let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
        let parts = bctk_bitcode::modules(bitcode, &options).unwrap_or_default();
        let producer = parts.first().and_then(|part| part.producer().ok()).unwrap_or_default();
        Identity { file_type, bitcode_files, llvm: producer_version(&producer), producer }
    };
    let is_text = input::kind(bytes) == Kind::Text;
    match container::find(bytes, &FindOptions::default()) {
        Ok(contents) => match (contents.container, contents.found.as_slice()) {
            (None, [whole, ..]) => of_bitcode(if whole.is_wrapped() { FileType::Wrapper } else { FileType::Bitcode }, 1, whole.bytes),
            (None, []) => Identity { file_type: if is_text { FileType::Text } else { FileType::Other }, ..Identity::default() },
            (Some(kind), []) => Identity { file_type: FileType::Container(kind), ..Identity::default() },
            (Some(kind), [first, ..]) => of_bitcode(FileType::Container(kind), contents.found.len(), first.bytes),
        },
        Err(_) => Identity { file_type: if is_text { FileType::Text } else { FileType::Other }, ..Identity::default() },
    }
}
