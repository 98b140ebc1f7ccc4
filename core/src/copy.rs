//! Copies bitcode, including what the model does not represent.
use std::io::{self, Write};

use bctk_bitcode::write::{Fault, ModuleHash, Output};
use bctk_bitcode::{ReadOptions, WriteOptions};
use bctk_bitstream::stream::EventReader;
use bctk_ir::module::Module;
use bctk_lossless::patch;
use bctk_support::limits::Limits;

use crate::error::{Error, ErrorKind, Result};
use crate::modules::{self, Parts};

/// How to copy.
#[derive(Clone, Debug, Default)]
pub struct CopyOptions {
    /// What to write differently.
    pub write: WriteOptions,
    /// Whether `write` changes the bitcode.
    pub changed: bool,
    /// Write only what LLVM would write.
    pub plain: bool,
    /// What the input may ask for.
    pub limits: Limits,
}

/// An output that can be restarted.
pub trait Restart: Output {
    /// Whether what was written so far can be dropped.
    fn can_restart(&self) -> bool;
    /// Drops what was written so far.
    ///
    /// # Errors
    /// If the output cannot be made again.
    fn restart(&mut self) -> io::Result<()>;
    /// Is told that the first `bytes` of the input are not needed for a while, so that their memory may be released. A smaller number than
    /// before means that the input is read again.
    fn passed(&mut self, _bytes: usize) {}
}

impl Restart for Vec<u8> {
    fn can_restart(&self) -> bool {
        true
    }
    fn restart(&mut self) -> io::Result<()> {
        self.clear();
        Ok(())
    }
}

/// The outcome of a copy.
#[derive(Debug, Default)]
pub struct Copied {
    /// Whether data that no module represents was kept.
    pub kept: bool,
    /// Why the modules of a file of a newer LLVM could not be read; the file was copied unchanged.
    pub unread: Option<Error>,
    /// Regions that were written as LLVM would, unlike the input.
    pub rewritten: Vec<String>,
    /// Whether the module's hash was left out, as it cannot be computed for what was restored.
    pub without_hash: bool,
}

/// Writes the modules of the bitcode file `bytes` again. Data that the writer does not write is restored, so the result has the same bytes except
/// for the requested changes.
///
/// # Errors
/// If the bitcode cannot be read or written, or `out` fails.
pub fn copy_to(name: &str, bytes: &[u8], options: &CopyOptions, out: &mut dyn Restart) -> Result<Copied> {
    let mut modules =
        match modules::read_with(name, bytes, Parts::AsStored, &modules::as_it_is(&options.limits), &mut |passed| out.passed(passed)) {
            Err(error) if !options.plain && !options.changed && is_newer(bytes, &options.limits) => {
                out.write_all(bytes).map_err(|error| Error::new(name, ErrorKind::Write(error)))?;
                return Ok(Copied { kept: true, unread: Some(error), ..Copied::default() });
            }
            modules => modules?,
        };
    out.passed(bytes.len());
    let attempt = |modules: &[Module], out: &mut dyn Restart| {
        let copy = Copy { name, modules, bytes };
        match (options.plain, options.changed) {
            (true, _) => copy.write(&renewed(&options.write), out).map(|()| Copied::default()),
            (false, true) => copy.change(&renewed(&options.write), out),
            (false, false) => copy.same(out),
        }
    };
    let mut copied = attempt(&modules, out);
    // The compiler may have parts of a later LLVM than the one it names.
    if copied
        .as_ref()
        .is_err_and(|error| matches!(error.kind(), ErrorKind::Bitcode(fault) if fault.kind() == bctk_bitcode::ErrorKind::Unsupported))
        && (out.can_restart() || !options.plain)
        && modules::use_later_forms(&mut modules)
    {
        if out.can_restart() {
            out.restart().map_err(|error| Error::new(name, ErrorKind::Write(error)))?;
        }
        copied = attempt(&modules, out);
    }
    modules::discard(modules);
    copied
}

/// The options for a module that may get other bytes than it had.
fn renewed(options: &WriteOptions) -> WriteOptions {
    let module_hash = if options.module_hash == ModuleHash::AsRead { ModuleHash::Renew } else { options.module_hash };
    WriteOptions { module_hash, ..options.clone() }
}

/// Whether all hashes in a bitcode file are those of its modules.
fn hashes_match(bytes: &[u8]) -> bool {
    let options = ReadOptions::default();
    let Ok(parts) = bctk_bitcode::modules(bytes, &options) else { return false };
    let is_right = |part| bctk_bitcode::read::check_hash(part, &options).is_ok_and(|check| check.is_none_or(|c| c.stated == c.computed));
    parts.iter().all(is_right)
}

/// One copy under way.
struct Copy<'c> {
    name: &'c str,
    modules: &'c [Module],
    bytes: &'c [u8],
}

impl Copy<'_> {
    fn fault(&self, fault: Fault) -> Error {
        let kind = match fault {
            Fault::Module(error) => ErrorKind::Bitcode(error),
            Fault::Sink(error) => ErrorKind::Write(error),
        };
        Error::new(self.name, kind)
    }

    fn write(&self, options: &WriteOptions, mut out: impl Output) -> Result<()> {
        modules::write(self.modules, options, &mut out).map_err(|fault| self.fault(fault))
    }

    fn to_bytes(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.write(options, &mut out)?;
        Ok(out)
    }

    /// Writes the same file.
    fn same(&self, out: &mut dyn Restart) -> Result<Copied> {
        let sink = |error: io::Error| self.fault(error.into());
        if out.can_restart() {
            let mut compared = Compared::new(&mut *out, self.bytes);
            self.write(&WriteOptions::default(), &mut compared)?;
            if compared.is_same() {
                return Ok(Copied::default());
            }
            out.restart().map_err(sink)?;
        }
        let written = self.to_bytes(&WriteOptions::default())?;
        if written == self.bytes {
            out.write_all(&written).map_err(sink)?;
            return Ok(Copied::default());
        }
        let (restored, rewritten) = self.patched(&written, &written)?;
        out.write_all(&restored).map_err(sink)?;
        Ok(Copied { kept: true, rewritten, ..Copied::default() })
    }

    /// Writes the file with the changes of `options`.
    fn change(&self, options: &WriteOptions, out: &mut dyn Restart) -> Result<Copied> {
        let mut compared = Compared::new(io::sink(), self.bytes);
        self.write(&WriteOptions::default(), &mut compared)?;
        if compared.is_same() {
            self.write(options, out)?;
            return Ok(Copied::default());
        }
        let changed = self.to_bytes(options)?;
        let written = self.to_bytes(&WriteOptions::default())?;
        let (mut patched, mut rewritten) = self.patched(&written, &changed)?;
        // The hash was computed before the patch; what the patch restores is in no module.
        let has_hash = options.module_hash != ModuleHash::Drop && self.modules.iter().any(|module| module.provenance.hash.is_some());
        let without_hash = has_hash && patched != self.bytes && !hashes_match(&patched);
        if without_hash {
            let drop = |options: &WriteOptions| WriteOptions { module_hash: ModuleHash::Drop, ..options.clone() };
            (patched, rewritten) = self.patched(&self.to_bytes(&drop(&WriteOptions::default()))?, &self.to_bytes(&drop(options))?)?;
        }
        out.write_all(&patched).map_err(|error| self.fault(error.into()))?;
        Ok(Copied { kept: true, rewritten, without_hash, ..Copied::default() })
    }

    /// Applies the patch from `written` to the file to `changed`; also returns the regions that it does not fit.
    fn patched(&self, written: &[u8], changed: &[u8]) -> Result<(Vec<u8>, Vec<String>)> {
        let applied = patch::diff(written, self.bytes).and_then(|patch| patch::apply(changed, &patch));
        let applied = applied.map_err(|error| Error::new(self.name, ErrorKind::Bitcode(error)))?;
        Ok((applied.bytes, applied.dropped))
    }
}

/// Joins bitcode files: all their modules unchanged, each with its string table (as `llvm-cat -b` 22 does).
///
/// # Errors
/// If a file cannot be read.
pub fn join(inputs: &[(&str, &[u8])], limits: &Limits) -> Result<Vec<u8>> {
    let mut joined = Vec::new();
    for (name, bytes) in inputs {
        let fault = |error| Error::new(*name, ErrorKind::Bitcode(error));
        for part in &bctk_bitcode::modules(bytes, &ReadOptions { limits: limits.clone(), ..ReadOptions::default() }).map_err(fault)? {
            let alone = bctk_bitcode::read::alone(part).map_err(fault)?;
            joined.extend_from_slice(if joined.is_empty() { &alone } else { &alone[bctk_bitcode::read::MAGIC.len()..] });
        }
    }
    Ok(joined)
}

/// Whether a file is a valid bitstream with unknown contents.
fn is_newer(bytes: &[u8], limits: &Limits) -> bool {
    let options = ReadOptions { limits: limits.clone(), ..ReadOptions::default() };
    let Ok(parts) = bctk_bitcode::modules(bytes, &options) else { return false };
    let is_unsupported = |error: bctk_bitcode::Error| error.kind() == bctk_bitcode::ErrorKind::Unsupported;
    let unsupported = parts.iter().any(|part| bctk_bitcode::read_module(part, &options).is_err_and(is_unsupported));
    let Ok(within) = bctk_bitstream::wrapper::strip_wrapper(bytes) else { return false };
    let Ok(mut events) = EventReader::new(&bytes[within]) else { return false };
    loop {
        match events.next() {
            Ok(Some(_)) => {}
            Ok(None) => return unsupported,
            Err(_) => return false,
        }
    }
}

/// How many bytes are compared at once.
const PIECE: usize = 1 << 18;
/// How many words may differ until it is known that they are not late: a module has three at most.
const LATE: usize = 16;

/// A writer that compares its input with the expected bytes and passes it on until the first difference.
pub(crate) struct Compared<'b, W> {
    out: W,
    /// The remaining bytes; none after a difference.
    rest: Option<&'b [u8]>,
    /// Words that are others so far and must become these, each with the number of expected bytes that begin with it.
    late: Vec<(u64, [u8; 4])>,
}

impl<'b, W> Compared<'b, W> {
    /// Passes to `out` what it is given, as long as it equals `expected`.
    pub(crate) fn new(out: W, expected: &'b [u8]) -> Compared<'b, W> {
        Compared { out, rest: Some(expected), late: Vec::new() }
    }

    /// Whether all bytes were those that were expected.
    pub(crate) fn is_same(&self) -> bool {
        self.rest == Some(&[]) && self.late.is_empty()
    }

    /// What was written differs, whatever follows.
    pub(crate) fn give_up(&mut self) {
        self.rest = None;
    }

    /// Whether a piece equals the expected one but for words that may come late, which it notes. `after` bytes are expected after it.
    fn is_same_piece(&mut self, piece: &[u8], expected: &[u8], after: usize) -> bool {
        if piece == expected {
            return true;
        }
        let words = piece.chunks(4).zip(expected.chunks(4)).enumerate();
        for (index, (_, expected)) in words.filter(|(_, (word, expected))| word != expected) {
            let at = index * 4;
            match expected.first_chunk() {
                Some(expected) if self.late.len() < LATE => self.late.push(((after + piece.len() - at) as u64, *expected)),
                _ => return false,
            }
        }
        true
    }
}

impl<W: Write> Write for Compared<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(rest) = self.rest.take() else { return Ok(bytes.len()) };
        let Some((expected, rest)) = rest.split_at_checked(bytes.len()) else { return Ok(bytes.len()) };
        // Piece by piece, so that the memory of what was compared can be released.
        let mut after = rest.len() + bytes.len();
        for (piece, expected) in bytes.chunks(PIECE).zip(expected.chunks(PIECE)) {
            after -= piece.len();
            if !self.is_same_piece(piece, expected, after) {
                return Ok(bytes.len());
            }
            self.out.write_all(piece)?;
        }
        self.rest = Some(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Output> Output for Compared<'_, W> {
    fn takes_late_words(&self) -> bool {
        self.out.takes_late_words()
    }

    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        let Some(rest) = self.rest else { return Ok(()) };
        let at = rest.len() as u64 + back;
        let expected = match self.late.iter().position(|&(late, _)| late == at) {
            Some(index) => self.late.swap_remove(index).1,
            None => was,
        };
        if word != expected {
            self.rest = None;
            return Ok(());
        }
        self.out.put_late(back, was, word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of these bytes and late words.
    fn compared(expected: &[u8], bytes: &[u8], late: &[(u64, [u8; 4])]) -> (bool, Vec<u8>) {
        let mut out = Vec::new();
        let mut compared = Compared::new(&mut out, expected);
        compared.write_all(bytes).unwrap();
        late.iter().for_each(|&(back, word)| compared.put_late(back, [0; 4], word).unwrap());
        (compared.is_same(), out)
    }

    #[test]
    fn late_words_are_compared() {
        let expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9];
        let zeros = [1, 2, 3, 4, 0, 0, 0, 0, 9, 9, 9, 9];
        assert_eq!(compared(&expected, &expected, &[]), (true, expected.to_vec()));
        assert_eq!(compared(&expected, &zeros, &[(8, [5, 6, 7, 8])]), (true, expected.to_vec()));
        // The word is missing, is another one, or belongs to another place.
        assert!(!compared(&expected, &zeros, &[]).0);
        assert!(!compared(&expected, &zeros, &[(8, [5, 6, 7, 9])]).0);
        assert!(!compared(&expected, &zeros, &[(12, [5, 6, 7, 8])]).0);
        assert!(!compared(&zeros, &zeros, &[(8, [5, 6, 7, 8])]).0);
        assert!(!compared(&expected, &[1, 2, 3, 5, 5, 6, 7, 8, 9, 9, 9, 9], &[]).0);
        assert!(!compared(&expected, &expected[..8], &[]).0);
    }
}
