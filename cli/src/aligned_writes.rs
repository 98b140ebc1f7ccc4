//! How regular files are written: in large aligned pieces, into room that was asked for.
use std::fs::File;
use std::io::{self, IoSlice, Seek, SeekFrom, Write};

/// Pieces end at multiples of this many bytes.
const ALIGNMENT: u64 = 1 << 17;
/// The minimum size of a piece in bytes, but for the last one.
const MIN_PIECE: usize = 1 << 18;
/// How many bytes of room are asked for at once.
#[cfg(target_os = "linux")]
const ROOM: u64 = 1 << 23;

/// What was not written to a file yet, and what is known of the file.
///
/// Linux keeps a piece that is large and aligned in large folios: to write it, and to remove the file later, takes half of the time of pieces
/// of 60 KB at any offset. Writing into allocated blocks takes a quarter less again (ext4, Linux 6.18; `docs/performance.md`).
#[derive(Debug, Default)]
pub(crate) struct AlignedWrites {
    /// Bytes after `position` that wait for more.
    held: Vec<u8>,
    /// Where the next piece goes.
    position: u64,
    /// Where the allocated room ends; none if no room is to be allocated.
    room: Option<u64>,
    /// Whether there may be room to give back.
    has_room: bool,
    /// Whether nothing is to be held back.
    is_direct: bool,
}

impl AlignedWrites {
    /// For a new file that nobody sees before it is complete.
    pub(crate) fn of_new(file: &File) -> AlignedWrites {
        AlignedWrites { room: has_fast_room(file).then_some(0), ..AlignedWrites::default() }
    }

    /// For a file that others may see or write, or for what is no regular file: there, bytes go out as they come.
    pub(crate) fn of_shared(mut file: &File) -> AlignedWrites {
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        match file.stream_position() {
            Ok(position) if is_file => AlignedWrites { position, ..AlignedWrites::default() },
            _ => AlignedWrites { is_direct: true, ..AlignedWrites::default() },
        }
    }

    /// Writes `bytes`, or a beginning of them, after what is held back, and holds the rest back.
    pub(crate) fn write(&mut self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        if self.is_direct {
            return file.write(bytes);
        }
        let all = self.held.len() + bytes.len();
        let end = (self.position + all as u64) / ALIGNMENT * ALIGNMENT;
        let from_bytes = end.saturating_sub(self.position + self.held.len() as u64) as usize;
        if all < MIN_PIECE || from_bytes == 0 {
            self.held.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let (now, later) = bytes.split_at(from_bytes);
        self.allocate(file, end);
        write_both(file, &self.held, now)?;
        self.position = end;
        self.held.clear();
        self.held.extend_from_slice(later);
        Ok(bytes.len())
    }

    /// Puts a word over the one that lies `back` bytes before the end of what was written here, of a file from [`AlignedWrites::of_new`].
    pub(crate) fn put_late(&mut self, file: &mut File, back: u64, word: [u8; 4]) -> io::Result<()> {
        let Some(at) = (self.position + self.held.len() as u64).checked_sub(back) else { return Err(io::ErrorKind::InvalidInput.into()) };
        // A piece ends at a multiple of four bytes of the file, but words need not lie so in it.
        for (at, byte) in (at..).zip(word) {
            match at.checked_sub(self.position).map(|at| self.held.get_mut(at as usize)) {
                Some(Some(held)) => *held = byte,
                Some(None) => return Err(io::ErrorKind::InvalidInput.into()),
                None => {
                    file.seek(SeekFrom::Start(at))?;
                    file.write_all(&[byte])?;
                }
            }
        }
        file.seek(SeekFrom::Start(self.position)).map(drop)
    }

    /// Writes what is held back, and gives back what room is left.
    pub(crate) fn finish(&mut self, file: &mut File) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        file.write_all(&held)?;
        self.position += held.len() as u64;
        // Where the size is the same, ext4 frees the blocks after it. Room that could not be allocated whole has some, too.
        if std::mem::take(&mut self.has_room) { file.set_len(self.position) } else { Ok(()) }
    }

    /// Allocates room up to `end` and beyond. Writing allocates what is missing, and tells if the disk is full.
    #[cfg(target_os = "linux")]
    fn allocate(&mut self, file: &File, end: u64) {
        use rustix::fs::{FallocateFlags, fallocate};
        let Some(room) = self.room.filter(|&room| room < end) else { return };
        let more = (end - room).next_multiple_of(ROOM);
        // The size stays, so that no limit of sizes is reached before the output is that long.
        self.has_room = true;
        self.room = fallocate(file, FallocateFlags::KEEP_SIZE, room, more).is_ok().then_some(room + more);
    }

    #[cfg(not(target_os = "linux"))]
    fn allocate(&mut self, _: &File, _: u64) {}
}

/// Writes both of them, one after the other.
fn write_both(file: &mut File, one: &[u8], other: &[u8]) -> io::Result<()> {
    let mut both = [IoSlice::new(one), IoSlice::new(other)];
    let mut rest = &mut both[..];
    // Empty ones are passed over.
    IoSlice::advance_slices(&mut rest, 0);
    while !rest.is_empty() {
        match file.write_vectored(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => IoSlice::advance_slices(&mut rest, count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether to allocate blocks takes less time than it saves: on ext4 it does, in memory (tmpfs) it does not.
#[cfg(target_os = "linux")]
fn has_fast_room(file: &File) -> bool {
    const EXT4: rustix::fs::FsWord = 0xEF53;
    rustix::fs::fstatfs(file).is_ok_and(|found| found.f_type == EXT4)
}

#[cfg(not(target_os = "linux"))]
fn has_fast_room(_: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek, SeekFrom};

    /// The file after `sizes` bytes were written one after the other, behind `before` bytes.
    fn written(before: usize, sizes: &[usize], pieces: impl FnOnce(&File) -> AlignedWrites) -> (Vec<u8>, Vec<u8>) {
        let mut file = tempfile::tempfile().unwrap();
        let wanted: Vec<u8> = (0..before + sizes.iter().sum::<usize>()).map(|at| (at % 251) as u8).collect();
        file.write_all(&wanted[..before]).unwrap();
        let mut pieces = pieces(&file);
        let mut at = before;
        for size in sizes {
            assert_eq!(pieces.write(&mut file, &wanted[at..at + size]).unwrap(), *size);
            at += size;
        }
        pieces.finish(&mut file).unwrap();
        let mut found = Vec::new();
        file.seek(SeekFrom::Start(0)).unwrap();
        file.read_to_end(&mut found).unwrap();
        (found, wanted)
    }

    #[test]
    fn all_of_it_arrives_in_order() {
        let aligned = ALIGNMENT as usize;
        let all: [&[usize]; 6] = [
            &[],
            &[0, 1, 2],
            &[aligned, aligned, aligned, 1],
            &[70_001; 40],
            &[260_000, 3, 10_000_000, 17, 260_108],
            &[MIN_PIECE - 1, 1, MIN_PIECE, 0, 1],
        ];
        for sizes in all {
            for before in [0, 5, aligned + 1] {
                let (found, wanted) = written(before, sizes, AlignedWrites::of_shared);
                assert!(found == wanted, "{before} before {sizes:?}");
            }
            let (found, wanted) = written(0, sizes, AlignedWrites::of_new);
            assert!(found == wanted, "{sizes:?}");
            // Whatever the file system is.
            let (found, wanted) = written(0, sizes, |_| AlignedWrites { room: Some(0), ..AlignedWrites::default() });
            assert!(found == wanted, "{sizes:?}, with room");
        }
    }

    #[test]
    fn pieces_are_aligned() {
        let mut file = tempfile::tempfile().unwrap();
        let mut pieces = AlignedWrites::of_shared(&file);
        for _ in 0..100 {
            pieces.write(&mut file, &[7; 61_234]).unwrap();
            assert_eq!(pieces.position % ALIGNMENT, 0);
            assert!(pieces.held.len() < MIN_PIECE);
        }
        assert!(pieces.position > 0);
    }
}
