//! The module's hash: a SHA-1 by which build systems detect changes.
use super::emit::Emitter;
use crate::schema::module as row;
use bctk_bitstream::Result;
use bctk_ir::module::Module;
use sha1::{Digest, Sha1};

/// Writes the HASH record, if requested: the hash of the names of the module, in the order of the string table, and of the module block
/// since bit `start` (`writeModuleHash`); or, without `names`, the hash that was read with the module.
pub(super) fn write(out: &mut Emitter, module: &Module, names: Option<&[u8]>, start: u64) -> Result<()> {
    let words = match names {
        Some(names) => {
            let mut hasher = Sha1::new();
            hasher.update(names);
            out.stream.since(start, |bytes| hasher.update(bytes));
            let digest: [u8; 20] = hasher.finalize().into();
            let mut words = [0; 5];
            for (word, bytes) in words.iter_mut().zip(digest.chunks_exact(4)) {
                *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
            }
            words
        }
        None => match module.provenance.hash {
            Some(words) => words,
            None => return Ok(()),
        },
    };
    let [word0, word1, word2, word3, word4] = words;
    out.record(&row::Hash { word0, word1, word2, word3, word4 })
}
