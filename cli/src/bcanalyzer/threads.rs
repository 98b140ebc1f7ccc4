//! The output of the analyzer, and its error, do not depend on the number of threads.
use bctk_bitstream::stream::{Abbrev, AbbrevOp, StreamWriter, UNABBREV_RECORD};
use bctk_inspect::analyzer::{Options, analyze};
use rayon::{ThreadPool, ThreadPoolBuilder};

const BLOCKINFO: u32 = 0;
const MODULE: u32 = 8;
const CONSTANTS: u32 = 11;
const FUNCTION: u32 = 12;
const METADATA: u32 = 15;

/// Operands that look like those of a compiler: mostly small.
fn ops(seed: u64, count: u64) -> Vec<u64> {
    (0..count).map(|n| (seed + n).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (40 + (seed * 7 + n * 5) % 24)).collect()
}

/// A module whose metadata has an index, with many functions: large enough that both are split.
fn module() -> Vec<u8> {
    let mut w = StreamWriter::new();
    w.magic(*b"BC\xC0\xDE");
    w.enter_block(MODULE, 3).unwrap();
    w.enter_block(BLOCKINFO, 2).unwrap();
    w.record(UNABBREV_RECORD, 1, &[u64::from(FUNCTION)], None).unwrap();
    let array = |code| Abbrev::new(vec![AbbrevOp::Literal(code), AbbrevOp::Vbr(6), AbbrevOp::Array, AbbrevOp::Fixed(7)]).unwrap();
    let short = w.define_abbrev(array(20)).unwrap();
    w.end_block().unwrap();
    w.record(UNABBREV_RECORD, 1, &[2], None).unwrap();

    w.enter_block(METADATA, 4).unwrap();
    let offset = Abbrev::new(vec![AbbrevOp::Literal(38), AbbrevOp::Fixed(32), AbbrevOp::Fixed(32)]).unwrap();
    let offset = w.define_abbrev(offset).unwrap();
    let node = w.define_abbrev(array(3)).unwrap();
    w.record(offset, 38, &[0, 0], None).unwrap();
    let begin = w.position();
    let mut last = begin;
    let mut distances = Vec::new();
    for n in 0..12_000 {
        distances.push(w.position() - last);
        last = w.position();
        match n % 3 {
            0 => w.record(node, 3, &[n, 97, 98, 99], None).unwrap(),
            _ => w.record(UNABBREV_RECORD, 12 + n as u32 % 20, &ops(n, n % 23), None).unwrap(),
        }
    }
    w.patch32(begin - 64, (w.position() - begin) as u32).unwrap();
    w.record(UNABBREV_RECORD, 39, &distances, None).unwrap();
    w.end_block().unwrap();

    for function in 0..400 {
        w.enter_block(FUNCTION, 4).unwrap();
        w.record(UNABBREV_RECORD, 1, &[function], None).unwrap();
        w.enter_block(CONSTANTS, 5).unwrap();
        w.record(UNABBREV_RECORD, 4, &ops(function, 9), None).unwrap();
        w.end_block().unwrap();
        for n in 0..60 {
            w.record(short, 20, &[n, function % 128, n % 100], None).unwrap();
            w.record(UNABBREV_RECORD, n as u32 % 70, &ops(n + function, n % 11), None).unwrap();
        }
        w.end_block().unwrap();
    }
    w.end_block().unwrap();
    w.finish().unwrap()
}

/// What is printed, and the message at the end.
fn shown(data: &[u8], dump: bool, pool: &ThreadPool) -> (Vec<u8>, Option<String>) {
    let mut out = Vec::new();
    let options = Options { dump, ..Options::default() };
    let result = pool.install(|| analyze(data, &options, &mut out, &mut |_| {}));
    (out, result.err().map(|fault| fault.to_string()))
}

#[test]
fn output_does_not_depend_on_the_number_of_threads() {
    let pools: Vec<ThreadPool> = (1..=3).map(|n| ThreadPoolBuilder::new().num_threads(n).build().unwrap()).collect();
    let sound = module();
    assert!(sound.len() > 500_000, "large enough to be split");
    assert_eq!(shown(&sound, true, &pools[0]).1, None);
    let mut cases = vec![sound.clone()];
    for n in 1..9usize {
        let at = n * sound.len() / 9;
        // Cut off, and with other bytes: among them lengths of blocks and distances of the index.
        cases.push(sound[..at & !3].to_vec());
        let mut changed = sound.clone();
        changed[at] ^= 1 << (n % 8);
        changed[sound.len() - at] ^= 0x5A;
        cases.push(changed);
    }
    // Lengths of blocks that are wrong, though nothing else is: the headers of functions are whole words.
    let lengths: Vec<usize> = (0..sound.len() / 4).map(|word| word * 4).filter(|&at| is_length_of_a_function(&sound, at)).collect();
    assert_eq!(lengths.len(), 400);
    for at in [lengths[20], lengths[200]] {
        let mut lying = sound.clone();
        lying[at] = lying[at].wrapping_add(3);
        cases.push(lying);
    }
    for (number, data) in cases.iter().enumerate() {
        for dump in [true, false] {
            let wanted = shown(data, dump, &pools[0]);
            for (threads, pool) in (1..).zip(&pools).skip(1) {
                assert!(shown(data, dump, pool) == wanted, "case {number}, dump {dump}, {threads} threads");
            }
        }
    }
}

/// Whether the word at `at` is the length of a function block in the module: the word before it is the rest of the header.
fn is_length_of_a_function(data: &[u8], at: usize) -> bool {
    let header = |at: usize| data.get(at.wrapping_sub(4)..at).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    // ENTER_SUBBLOCK in three bits, the block's id in a VBR field of eight, and the width of its abbreviation ids in one of four.
    header(at) == Some(1 | FUNCTION << 3 | 4 << 11)
}
