//! Outputs of bitcode: a module leaves memory while it is written, where words that are known late can be put into their place.
use super::fault::Fault;
use bctk_bitstream::bits::sink::LateWord;
use bctk_bitstream::stream::StreamWriter;
use std::io;

/// How many bytes of a module are in memory before they are passed on. Small in tests, so that they see it.
const PIECE: usize = if cfg!(debug_assertions) { 1 << 9 } else { 1 << 20 };

/// An output of bitcode.
///
/// The length of a block comes before the block, and so does the place of the symbol table. An output that takes such words late needs no more
/// than a piece of a module in memory; any other gets a module when all of it is there.
pub trait Output: io::Write {
    /// Whether [`Output::put_late`] works.
    fn takes_late_words(&self) -> bool {
        false
    }

    /// Puts `word` in the place of the four bytes `was`. Of what was written, `back` bytes begin with them: 4 means the last four.
    ///
    /// # Errors
    /// Those of writing; Unsupported, if [`Output::takes_late_words`] is false.
    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        let _ = (back, was, word);
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Output for Vec<u8> {
    fn takes_late_words(&self) -> bool {
        true
    }

    fn put_late(&mut self, back: u64, _: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        let start = usize::try_from(back).ok().and_then(|back| self.len().checked_sub(back));
        match start.and_then(|start| self.get_mut(start..)?.first_chunk_mut()) {
            Some(place) => *place = word,
            None => return Err(io::ErrorKind::InvalidInput.into()),
        }
        Ok(())
    }
}

impl Output for io::Sink {
    fn takes_late_words(&self) -> bool {
        true
    }

    fn put_late(&mut self, _: u64, _: [u8; 4], _: [u8; 4]) -> io::Result<()> {
        Ok(())
    }
}

impl<T: Output + ?Sized> Output for &mut T {
    fn takes_late_words(&self) -> bool {
        (**self).takes_late_words()
    }

    fn put_late(&mut self, back: u64, was: [u8; 4], word: [u8; 4]) -> io::Result<()> {
        (**self).put_late(back, was, word)
    }
}

/// Any writer as an output, which gets its bytes in order.
#[derive(Debug)]
pub struct InOrder<W>(pub W);

impl<W: io::Write> io::Write for InOrder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: io::Write> Output for InOrder<W> {}

/// Where the parts of a file go.
pub(super) struct Put<'o> {
    out: &'o mut dyn Output,
    /// All parts, if something precedes them that depends on them.
    kept: Option<Vec<Vec<u8>>>,
}

impl<'o> Put<'o> {
    /// Passes the parts on to `out`; if they are to be `kept`, once they are all known.
    pub(super) fn new(out: &'o mut dyn Output, kept: bool) -> Put<'o> {
        Put { out, kept: kept.then(Vec::new) }
    }

    /// Writes a part.
    pub(super) fn part(&mut self, bytes: Vec<u8>) -> io::Result<()> {
        match &mut self.kept {
            Some(kept) => {
                kept.push(bytes);
                Ok(())
            }
            None => self.out.write_all(&bytes),
        }
    }

    /// The parts that were kept, and the output.
    pub(super) fn finish(self) -> (Vec<Vec<u8>>, &'o mut dyn Output) {
        (self.kept.unwrap_or_default(), self.out)
    }

    /// Begins a part that may leave memory while it is written, unless it is `read_back`.
    pub(super) fn pieces(&mut self, read_back: bool) -> Pieces<'_> {
        let can_pass = !read_back && self.kept.is_none() && self.out.takes_late_words();
        Pieces { out: can_pass.then_some(&mut *self.out), passed: 0, copy: Vec::new() }
    }
}

/// A part that leaves memory while it is written.
pub(super) struct Pieces<'p> {
    out: Option<&'p mut dyn Output>,
    passed: u64,
    /// The part, for what is checked in tests.
    copy: Vec<u8>,
}

impl Pieces<'_> {
    /// For a part that stays in memory.
    pub(super) fn none() -> Pieces<'static> {
        Pieces { out: None, passed: 0, copy: Vec::new() }
    }

    /// Passes on what has been written to `stream`, if it is enough.
    pub(super) fn pass(&mut self, stream: &mut StreamWriter) -> Result<(), Fault> {
        let Some(out) = self.out.as_mut().filter(|_| stream.held() >= PIECE) else { return Ok(()) };
        stream.take_words(|bytes| {
            self.passed += bytes.len() as u64;
            if cfg!(debug_assertions) {
                self.copy.extend_from_slice(bytes);
            }
            out.write_all(bytes)
        })?;
        Ok(())
    }

    /// Writes the rest of `stream` and the words that became known late. Returns the part if none of it was passed on.
    pub(super) fn finish(mut self, mut stream: StreamWriter) -> Result<Rest, Fault> {
        let late = stream.late_words();
        let rest = stream.finish()?;
        let Some(out) = self.out.filter(|_| self.passed > 0) else { return Ok(Rest::Whole(rest)) };
        out.write_all(&rest)?;
        let len = self.passed + rest.len() as u64;
        for &LateWord { at, was, word } in &late {
            out.put_late(len - at, was, word)?;
        }
        if cfg!(debug_assertions) {
            self.copy.extend_from_slice(&rest);
            late.iter().try_for_each(|late| self.copy.put_late(len - late.at, late.was, late.word))?;
        }
        Ok(Rest::Written(self.copy))
    }
}

/// What is left to do with a part.
pub(super) enum Rest {
    /// To write it.
    Whole(Vec<u8>),
    /// Nothing. In tests, this is a copy.
    Written(Vec<u8>),
}
