//! Replaces the bitcode in a part of a DirectX container: sizes, places and hashes follow.
use std::ops::Range;

use md5::block_api::compress;
use md5::{Digest, Md5};

use crate::container::directx::{self, BITCODE_SIZE, HASH, PART_HEAD, PROGRAM_WORDS, SHADER, SHADER_HASH, SIZE, parts};

/// Begins the contents of the part with the hash of a shader: flags, before the hash.
const FLAGS: usize = 4;

/// The container with `new` instead of the bitcode in the range `old`.
///
/// A container without a hash ("unsigned") stays so; others get a new one. So does the shader, if its hash was that of its bitcode.
pub(super) fn replaced(data: &[u8], old: &Range<usize>, new: &[u8]) -> Result<Vec<u8>, String> {
    let short = || "the container has no bitcode there".to_owned();
    let all: Vec<_> = parts(data).and_then(Iterator::collect).map_err(|error| error.to_string())?;
    let whole = data.get(..directx::word(data, SIZE).ok_or_else(short)?).ok_or_else(short)?;
    let holds = |part: &directx::Part<'_>| {
        let range = part.bitcode()?.ok()?;
        (part.start + range.start == old.start && part.start + range.end == old.end).then_some(range)
    };
    let (part, range) = all.iter().find_map(|part| Some((part, holds(part)?))).ok_or_else(short)?;
    let end = part.start + part.data.len();
    // A part with its name and size, and the tables before all of them.
    let head = part.start - PART_HEAD;
    let apart = |other: &directx::Part<'_>| other.start - PART_HEAD >= end || head >= other.start + other.data.len();
    let tables = all.iter().map(|part| part.entry + 4).max().unwrap_or_default();
    if head < tables || !all.iter().all(|other| other.entry == part.entry || apart(other)) {
        return Err("parts of the container overlap".into());
    }

    // The program, padded to a whole number of words; nothing follows it in its part.
    let mut program = part.data.get(..range.start).ok_or_else(short)?.to_vec();
    program.extend_from_slice(new);
    program.resize(program.len().next_multiple_of(4), 0);
    put(&mut program, BITCODE_SIZE, new.len())?;
    let words = program.len() / 4;
    put(&mut program, PROGRAM_WORDS, words)?;

    let mut out = whole.to_vec();
    put(&mut out, part.start - 4, program.len())?;
    for other in all.iter().filter(|other| other.start >= end) {
        // What is behind keeps its distance; no place is before the header of its part.
        put(&mut out, other.entry, (other.start - PART_HEAD + program.len()).saturating_sub(part.data.len()))?;
    }
    out.splice(part.start..end, program);
    let size = out.len();
    put(&mut out, SIZE, size)?;
    if part.name == SHADER {
        shader_hash(&mut out, whole.get(old.clone()).ok_or_else(short)?, new);
    }
    if out.get(HASH).is_some_and(|hash| hash.iter().any(|byte| *byte != 0)) {
        let hash = container_hash(&out);
        out[HASH].copy_from_slice(&hash);
    }
    // What followed the container in the file.
    out.extend_from_slice(&data[whole.len()..]);
    Ok(out)
}

/// Renews the hash of the shader if it was that of the old bitcode. That of a shader with its sources stays: they are the same.
fn shader_hash(out: &mut [u8], old: &[u8], new: &[u8]) {
    let old = Md5::digest(old);
    let place = parts(out).ok().and_then(|parts| {
        let part = parts.flatten().find(|part| part.name == SHADER_HASH)?;
        (part.data.get(FLAGS..)? == old.as_slice()).then_some(part.start + FLAGS)
    });
    if let Some(place) = place.and_then(|at| out.get_mut(at..at + old.len())) {
        place.copy_from_slice(&Md5::digest(new));
    }
}

/// The hash of a container: MD5 of what follows its own field, but with the number of bits at the beginning and the end of the last block, and
/// not at its end alone.
fn container_hash(data: &[u8]) -> [u8; 16] {
    const BLOCK: usize = 64;
    let mut state = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];
    let hashed = data.get(HASH.end..).unwrap_or_default();
    let (blocks, rest) = hashed.as_chunks::<BLOCK>();
    compress(&mut state, blocks);
    // Containers are smaller than 4 GiB; the number wraps as in the original.
    let bits = (hashed.len() as u32).wrapping_mul(8);
    let mut last = [[0; BLOCK]; 2];
    let (first, second) = match rest.len() < BLOCK - 8 {
        true => (&[][..], [&bits.to_le_bytes()[..], rest, &[0x80]].concat()),
        false => (rest, bits.to_le_bytes().to_vec()),
    };
    if !first.is_empty() {
        last[0][..first.len()].copy_from_slice(first);
        last[0][first.len()] = 0x80;
    }
    last[1][..second.len()].copy_from_slice(&second);
    last[1][BLOCK - 4..].copy_from_slice(&(bits >> 2 | 1).to_le_bytes());
    compress(&mut state, if first.is_empty() { &last[1..] } else { &last });
    let mut hash = [0; 16];
    hash.as_chunks_mut::<4>().0.iter_mut().zip(state).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
    hash
}

fn put(out: &mut [u8], at: usize, value: usize) -> Result<(), String> {
    let value = u32::try_from(value).map_err(|_| "the container would be too large".to_owned())?;
    let place = out.get_mut(at..at + 4).ok_or("a table of the container is out of bounds")?;
    place.copy_from_slice(&value.to_le_bytes());
    Ok(())
}
