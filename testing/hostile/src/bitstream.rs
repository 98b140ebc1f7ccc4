//! Damages bitstreams. Most are still streams: single records, abbreviations and blocks are changed and written again, so that readers get
//! far.
use bctk_bitstream::stream::{Abbrev, AbbrevOp, Event, EventReader, Item, RawBits, StreamWriter, UNABBREV_RECORD};
use bctk_generate::numbers::Numbers;

/// Damages a file: one time in four its bytes, else what its stream is made of.
pub fn mutate(file: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut changed = (numbers.below(4) > 0).then(|| restructured(file, numbers)).flatten().unwrap_or_else(|| file.to_vec());
    if changed == file || numbers.below(16) == 0 {
        for _ in 0..=numbers.below(3) {
            damage(&mut changed, numbers);
        }
    }
    changed
}

/// Damages bytes: bits, bytes, words, pieces moved or lost, an early end.
pub fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    if bytes.len() < 8 {
        return;
    }
    let at = 4 + numbers.below(bytes.len() - 4);
    match numbers.below(7) {
        0 | 1 => bytes[at] ^= 1 << numbers.below(8),
        2 => bytes[at] = numbers.next() as u8,
        3 => {
            let (at, word) = (at & !3, numbers.lie(0) as u32);
            let end = (at + 4).min(bytes.len());
            bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
        }
        4 => bytes.truncate(at),
        5 => {
            let length = numbers.below(64).min(bytes.len() - at);
            let from = numbers.below(bytes.len() - length);
            let piece = bytes[from..from + length].to_vec();
            bytes[at..at + length].copy_from_slice(&piece);
        }
        _ => {
            let end = (at + 1 + numbers.below(16)).min(bytes.len());
            bytes.drain(at..end);
        }
    }
}

/// Changes events of a stream; none if the bytes are no stream.
fn restructured(file: &[u8], numbers: &mut Numbers) -> Option<Vec<u8>> {
    let mut reader = EventReader::new(file).ok()?;
    let mut events = Vec::new();
    while let Some(Item { event, .. }) = reader.next().ok()? {
        events.push((event, None));
    }
    for _ in 0..=numbers.below(4) {
        change(&mut events, numbers);
    }
    write(&events)
}

type Changed<'a> = (Event<'a>, Option<RawBits>);

/// Writes what can be written: a record that its abbreviation does not hold goes without one.
fn write(events: &[Changed<'_>]) -> Option<Vec<u8>> {
    let mut writer = StreamWriter::new();
    for (event, verbatim) in events {
        let item = Item { event: event.clone(), verbatim: verbatim.clone(), bit: 0 };
        if writer.item(&item).is_ok() {
            continue;
        }
        match event {
            Event::Record { code, ops, blob: None, .. } => writer.record(UNABBREV_RECORD, *code, ops, None).ok()?,
            Event::EndBlock { .. } => writer.end_block().ok()?,
            _ => {}
        }
    }
    writer.finish().ok()
}

/// One change at a random place. Records are met most, as there are most of them; blocks and abbreviations are sought.
fn change(events: &mut Vec<Changed<'_>>, numbers: &mut Numbers) {
    let kind = numbers.below(20);
    let is_wanted = |event: &Event<'_>| match kind {
        0..=14 => matches!(event, Event::Record { .. }),
        15..=16 => matches!(event, Event::DefineAbbrev(_)),
        _ => matches!(event, Event::EnterBlock { .. }),
    };
    let places: Vec<usize> = (0..events.len()).filter(|&at| is_wanted(&events[at].0)).collect();
    let Some(&at) = places.get(numbers.below(places.len())) else { return };
    let end = at + block_length(events[at..].iter().map(|(event, _)| event));
    let other = places[numbers.below(places.len())];
    match &mut events[at].0 {
        Event::Record { code, ops, .. } => match kind {
            0..=5 if !ops.is_empty() => {
                let op = numbers.below(ops.len());
                ops[op] = numbers.lie(ops[op]);
            }
            6 if !ops.is_empty() => ops.truncate(numbers.below(ops.len())),
            7 => {
                let more = numbers.of(&[1, 2, 8, 300]);
                ops.extend((0..more).map(|_| numbers.lie(1)));
            }
            8 if !ops.is_empty() => {
                ops.remove(numbers.below(ops.len()));
            }
            9 => *code = numbers.lie(u64::from(*code)) as u32,
            10 => {
                let copy = events[other].clone();
                events.insert(at, copy);
            }
            11 => events.swap(at, other),
            12 => {
                events.remove(at);
            }
            13 => {
                let copy = events[at].clone();
                let times = numbers.of(&[2, 10, 1000]);
                events.splice(at..at, std::iter::repeat_n(copy, times));
            }
            _ if !ops.is_empty() => {
                let (from, to) = (numbers.below(ops.len()), numbers.below(ops.len()));
                ops.swap(from, to);
            }
            _ => {}
        },
        Event::DefineAbbrev(abbrev) => {
            let mut ops = abbrev.ops().to_vec();
            let op = numbers.below(ops.len());
            match numbers.below(4) {
                0 => ops[op] = AbbrevOp::Literal(numbers.lie(1)),
                1 => ops[op] = AbbrevOp::Fixed(numbers.below(65) as u32),
                2 => ops[op] = AbbrevOp::Vbr(numbers.below(33) as u32),
                _ => {
                    ops.remove(op);
                }
            }
            if let Ok(changed) = Abbrev::new(ops) {
                *abbrev = changed;
            }
        }
        Event::EnterBlock { block, width } => match numbers.below(6) {
            0 => *block = numbers.lie(u64::from(*block)) as u32,
            1 => *width = numbers.below(33) as u32,
            2 => drop(events.drain(at..end)),
            3 => {
                let copy = events[at..end].to_vec();
                events.splice(end..end, copy);
            }
            4 => {
                // Into another block.
                let copy = events[at..end].to_vec();
                events.splice(other..other, copy);
            }
            _ => {
                if let Some((Event::EndBlock { declared_words }, _)) = events.get_mut(end - 1) {
                    *declared_words = Some(numbers.lie(u64::from(declared_words.unwrap_or(4))) as u32);
                }
            }
        },
        _ => {}
    }
}

/// The number of events from the beginning to the end of a block; one if no block begins.
pub(crate) fn block_length<'e, 'a: 'e>(events: impl IntoIterator<Item = &'e Event<'a>>) -> usize {
    let (mut depth, mut count) = (0usize, 0);
    for event in events {
        count += 1;
        match event {
            Event::EnterBlock { .. } => depth += 1,
            Event::EndBlock { .. } => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_are_many_and_mostly_streams() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/v22/clang-c-O0.bc")).expect("a file");
        let mutants: Vec<Vec<u8>> = (0..200).map(|seed| mutate(&file, &mut Numbers::new(seed))).collect();
        let different: std::collections::HashSet<&Vec<u8>> = mutants.iter().collect();
        assert!(different.len() > 180, "{}", different.len());
        assert!(mutants.iter().filter(|mutant| **mutant == file).count() < 5);
        let streams = mutants.iter().filter(|mutant| bctk_bitstream::stream::copy(mutant).is_ok()).count();
        assert!(streams > 100, "{streams}");
    }
}
