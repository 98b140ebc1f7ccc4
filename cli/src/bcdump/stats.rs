//! `--stats`: the size of every kind of block and record, and which records an abbreviation would make smaller.
use std::fmt::Write as _;
use std::io::Write;

use bctk_bitstream::stream::BlockInfo;
use bctk_inspect::{Labels, Resolver, Stats, Step};
use hashbrown::HashMap;
use serde::Serialize;

use crate::bcdump::json::Document;
use crate::bcdump::{Stop, Subject, grouped, percent};
use crate::color::{Ink, Paint};

/// Most abbreviations that are advised in the text.
const ADVICE: usize = 20;

/// Statistics with names.
struct Counted {
    stats: Stats,
    blocks: HashMap<u32, String>,
    records: HashMap<(u32, u32), String>,
    bits: u64,
    error: Option<bctk_bitcode::Error>,
}

fn count(subject: &mut Subject<'_>) -> Counted {
    let walk = &mut subject.walk;
    let mut resolver = Resolver::new(walk).with_names_only();
    let mut counted =
        Counted { stats: Stats::new(), blocks: HashMap::new(), records: HashMap::new(), bits: walk.data().len() as u64 * 8, error: None };
    loop {
        let step = match walk.next() {
            Ok(Some(step)) => step,
            Ok(None) => return counted,
            Err(error) => {
                counted.error = Some(error);
                return counted;
            }
        };
        counted.stats.step(walk, &step);
        if step != Step::Record {
            resolver.step(walk, &step);
            counted.names(resolver.labels(), walk.reader().block_info(), &step);
        }
    }
}

impl Counted {
    /// Stores the names of a block while BLOCKINFO provides them.
    fn names(&mut self, labels: Labels, info: &BlockInfo, step: &Step) {
        let Step::Leave { block, .. } = step else { return };
        if self.blocks.contains_key(&block.id) || self.blocks.len() > 4096 {
            return;
        }
        self.blocks.insert(block.id, labels.block(info, block.id).into_owned());
        for (code, _) in self.stats.codes(block.id) {
            self.records.insert((block.id, code), labels.record(info, block.id, code).into_owned());
        }
        self.labels_for(labels, info, block.id);
    }

    /// Names for codes that come later in blocks of the same kind.
    fn labels_for(&mut self, labels: Labels, info: &BlockInfo, block: u32) {
        for code in 0..=256 {
            if let Some(name) = labels.record_name(info, block, code) {
                self.records.entry((block, code)).or_insert_with(|| name.into_owned());
            }
        }
    }

    fn block(&self, id: u32) -> String {
        self.blocks.get(&id).cloned().unwrap_or_else(|| format!("BLOCK{id}"))
    }

    fn record(&self, block: u32, code: u32) -> String {
        self.records.get(&(block, code)).cloned().unwrap_or_else(|| format!("CODE{code}"))
    }
}

/// Shows statistics as text.
pub(crate) fn text<W: Write>(mut subject: Subject<'_>, paint: Paint, out: &mut W) -> Result<(), Stop> {
    let counted = count(&mut subject);
    let mut line = String::new();
    let head = format!(
        "{:<38} {:>11} {:>14} {:>7} {:>9} {:>11} {:>8}\n",
        "block / record", "count", "bits", "share", "average", "abbreviated", "operands"
    );
    paint.add(&mut line, Ink::Heading, &head);
    out.write_all(line.as_bytes())?;
    for (id, block) in counted.stats.blocks() {
        line.clear();
        paint.add(&mut line, Ink::Block, &format!("{:<38}", counted.block(id)));
        let _ = writeln!(
            line,
            " {:>11} {:>14} {:>7} {:>9}",
            grouped(block.count),
            grouped(block.own_bits),
            percent(block.own_bits, counted.bits),
            grouped(block.own_bits.checked_div(block.count).unwrap_or(0)),
        );
        for (code, stats) in counted.stats.codes(id) {
            line.push_str("  ");
            paint.add(&mut line, Ink::Record, &format!("{:<36}", counted.record(id, code)));
            let _ = writeln!(
                line,
                " {:>11} {:>14} {:>7} {:>9.1} {:>11} {:>8.1}",
                grouped(stats.count),
                grouped(stats.bits),
                percent(stats.bits, counted.bits),
                stats.bits as f64 / stats.count.max(1) as f64,
                percent(stats.abbreviated, stats.count),
                stats.operands as f64 / stats.count.max(1) as f64,
            );
        }
        let overhead = block.own_bits.saturating_sub(block.record_bits + block.definition_bits);
        for (what, count, bits) in [
            ("definitions of abbreviations", block.abbreviations, block.definition_bits),
            ("headers, ends and padding", block.count, overhead),
        ] {
            if count > 0 {
                line.push_str("  ");
                paint.add(&mut line, Ink::Dim, &format!("{what:<36}"));
                let share = percent(bits, counted.bits);
                let _ = writeln!(line, " {:>11} {:>14} {share:>7}", grouped(count), grouped(bits));
            }
        }
        out.write_all(line.as_bytes())?;
    }
    let advice = counted.stats.advice();
    if !advice.is_empty() {
        line.clear();
        paint.add(&mut line, Ink::Heading, "\nrecords that would profit from an abbreviation\n");
        for (block, code, advice) in advice.iter().take(ADVICE) {
            let name = format!("{}:{}", counted.block(*block), counted.record(*block, *code));
            let saved = format!("-{}", grouped(advice.saved));
            let share = percent(advice.saved, counted.bits);
            let encodings = std::iter::once(code.to_string()).chain(advice.operands.iter().cloned()).collect::<Vec<_>>().join(", ");
            let _ = writeln!(line, "  {name:<44} {saved:>14} bits {share:>6}  [{encodings}]");
        }
        if advice.len() > ADVICE {
            let rest: u64 = advice.iter().skip(ADVICE).map(|(.., advice)| advice.saved).sum();
            let _ = writeln!(line, "  and {} more, -{} bits", advice.len() - ADVICE, grouped(rest));
        }
        out.write_all(line.as_bytes())?;
    }
    counted.error.map_or(Ok(()), |error| Err(Stop::File(error)))
}

#[derive(Serialize)]
struct BlockItem {
    id: u32,
    name: String,
    count: u64,
    bits: u64,
    own_bits: u64,
    records: u64,
    record_bits: u64,
    abbreviated: u64,
    abbreviations: u64,
    definition_bits: u64,
    codes: Vec<CodeItem>,
}

#[derive(Serialize)]
struct CodeItem {
    code: u32,
    name: String,
    count: u64,
    bits: u64,
    abbreviated: u64,
    operands: u64,
    /// The savings of an abbreviation.
    advice: Option<AdviceItem>,
}

#[derive(Serialize)]
struct AdviceItem {
    saved_bits: u64,
    operands: Vec<String>,
}

/// Shows statistics as JSON.
pub(crate) fn json<W: Write>(mut subject: Subject<'_>, out: &mut W) -> Result<(), Stop> {
    let counted = count(&mut subject);
    let mut document = Document::begin(out, "stats", &subject.name, &subject.walk)?;
    document.begin_list("blocks")?;
    for (id, block) in counted.stats.blocks() {
        let codes = counted.stats.codes(id).into_iter().map(|(code, stats)| CodeItem {
            code,
            name: counted.record(id, code),
            count: stats.count,
            bits: stats.bits,
            abbreviated: stats.abbreviated,
            operands: stats.operands,
            advice: stats.advice().map(|advice| AdviceItem { saved_bits: advice.saved, operands: advice.operands }),
        });
        document.element(&BlockItem {
            id,
            name: counted.block(id),
            count: block.count,
            bits: block.bits,
            own_bits: block.own_bits,
            records: block.records,
            record_bits: block.record_bits,
            abbreviated: block.abbreviated,
            abbreviations: block.abbreviations,
            definition_bits: block.definition_bits,
            codes: codes.collect(),
        })?;
    }
    document.end(counted.error.as_ref())?;
    counted.error.map_or(Ok(()), |error| Err(Stop::File(error)))
}
