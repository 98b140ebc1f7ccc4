//! Minimises an input that causes a failure: removes everything that the failure does not need.
use crate::bitstream::block_length;
use crate::targets::Input;
use bctk_bitstream::stream::{Event, EventReader, Item, StreamWriter};

/// How often the input is tried, at most.
const PATIENCE: usize = 3000;

/// Leaves out of `data` what `harms` does not need: records, blocks and operands of a bitstream, lines and words of a text, bytes of anything else.
pub fn shrink(input: Input, data: &[u8], harms: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut best = data.to_vec();
    let mut tries = 0;
    let mut harmful = |candidate: &[u8], best: &mut Vec<u8>| {
        tries += 1;
        let smaller = tries <= PATIENCE && candidate.len() < best.len() && harms(candidate);
        if smaller {
            *best = candidate.to_vec();
        }
        smaller
    };
    if input == Input::Bitcode {
        without_events(data, &mut best, &mut harmful);
    }
    if input == Input::Text {
        let lines: Vec<Vec<u8>> = best.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        without_parts(lines, |parts| Some(parts.concat()), &mut best, &mut harmful);
        let words: Vec<Vec<u8>> = crate::tokens::split(&best).into_iter().map(<[u8]>::to_vec).collect();
        without_parts(words, |parts| Some(parts.concat()), &mut best, &mut harmful);
    } else {
        // Words of bitstreams, bytes at the end.
        let bytes: Vec<Vec<u8>> = best.chunks(4).map(<[u8]>::to_vec).collect();
        without_parts(bytes, |parts| Some(parts.concat()), &mut best, &mut harmful);
    }
    best
}

/// Tries a candidate; whether it is the best now.
type Try<'t> = &'t mut dyn FnMut(&[u8], &mut Vec<u8>) -> bool;

/// Leaves out parts: halves first, then ever smaller pieces. Gives what stays.
fn without_parts<T: Clone>(mut parts: Vec<T>, join: impl Fn(&[T]) -> Option<Vec<u8>>, best: &mut Vec<u8>, attempt: Try<'_>) -> Vec<T> {
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            let end = (at + size).min(parts.len());
            let rest = [&parts[..at], &parts[end..]].concat();
            if join(&rest).is_some_and(|candidate| attempt(&candidate, best)) {
                parts = rest;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    parts
}

/// Leaves out blocks, then single records and definitions of abbreviations, then operands.
fn without_events(data: &[u8], best: &mut Vec<u8>, attempt: Try<'_>) {
    let mut events = Vec::new();
    let Ok(mut reader) = EventReader::new(data) else { return };
    while let Ok(Some(Item { event, .. })) = reader.next() {
        events.push(event);
    }
    let mut at = 0;
    while at < events.len() {
        let end = at + block_length(&events[at..]);
        let rest = [&events[..at], &events[end..]].concat();
        if end > at + 1 && written(&rest).is_some_and(|candidate| attempt(&candidate, best)) {
            events = rest;
        } else {
            at += 1;
        }
    }
    // Pieces that take a block's beginning without its end are no stream and are not written.
    events = without_parts(events, written, best, attempt);
    for at in 0..events.len() {
        while let Event::Record { ops, .. } = &mut events[at] {
            let Some(last) = ops.pop() else { break };
            if !written(&events).is_some_and(|candidate| attempt(&candidate, best)) {
                if let Event::Record { ops, .. } = &mut events[at] {
                    ops.push(last);
                }
                break;
            }
        }
    }
}

/// The stream of these events, if they are one.
fn written(events: &[Event<'_>]) -> Option<Vec<u8>> {
    let mut writer = StreamWriter::new();
    for event in events {
        writer.item(&Item { event: event.clone(), verbatim: None, bit: 0 }).ok()?;
    }
    writer.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_shrinks_to_what_matters() {
        let text = b"define void @f() {\n  ret void\n}\n\ndefine i32 @g(i32 %x) {\n  %y = add i32 %x, 77\n  ret i32 %y\n}\n";
        let small = shrink(Input::Text, text, &mut |text| text.windows(2).any(|window| window == b"77"));
        assert_eq!(small, b"77");
    }

    #[test]
    fn a_module_shrinks_to_what_matters() {
        let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/v22/clang-c-O0.bc")).expect("a file");
        let names_source = |data: &[u8]| {
            let parts = bctk_bitcode::modules(data, &Default::default()).unwrap_or_default();
            parts.first().is_some_and(|part| bctk_bitcode::facts(part).is_ok_and(|facts| !facts.triple.is_empty()))
        };
        assert!(names_source(&file));
        let small = shrink(Input::Bitcode, &file, &mut |data| names_source(data));
        assert!(names_source(&small));
        assert!(small.len() < 200, "{} of {}", small.len(), file.len());
    }
}
