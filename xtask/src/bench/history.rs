//! The file of past results, `docs/bench-history.tsv`: one line for each cell that `cargo xtask bench --record` measured, oldest first.
use std::path::{Path, PathBuf};

use super::figures::{Figure, Spread};
use crate::llvm;

/// The columns; times in milliseconds, memory in megabytes.
const COLUMNS: &str = "date\tcommit\tmachine\toperation\tfile\tbytes\tthreads\truns\tllvm_ms\tllvm_low\tllvm_high\tours_ms\tours_low\tours_high\ttimes\ttimes_low\ttimes_high\tllvm_cpu_ms\tours_cpu_ms\tllvm_mb\tours_mb\tshare";

/// A recorded cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) date: String,
    pub(crate) commit: String,
    pub(crate) machine: String,
    pub(crate) figure: Figure,
}

/// The path of the file.
pub(crate) fn path() -> PathBuf {
    llvm::root().join("docs/bench-history.tsv")
}

impl Entry {
    fn line(&self) -> String {
        let f = &self.figure;
        let ms = |spread: &Spread| format!("{:.2}\t{:.2}\t{:.2}", spread.median * 1e3, spread.low * 1e3, spread.high * 1e3);
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.2}\t{:.2}\t{:.2}\t{:.1}\t{:.1}\t{:.1}\t{:.1}\t{:.3}",
            self.date,
            self.commit,
            self.machine,
            f.operation,
            f.file,
            f.bytes,
            f.threads,
            f.runs,
            ms(&f.theirs),
            ms(&f.ours),
            f.times.median,
            f.times.low,
            f.times.high,
            f.cpu[0] * 1e3,
            f.cpu[1] * 1e3,
            f.memory[0] / 1e6,
            f.memory[1] / 1e6,
            f.share()
        )
    }

    fn parse(line: &str) -> Option<Entry> {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() != COLUMNS.split('\t').count() {
            return None;
        }
        let number = |at: usize| fields[at].parse::<f64>().ok();
        let spread =
            |at: usize, unit: f64| Some(Spread { median: number(at)? / unit, low: number(at + 1)? / unit, high: number(at + 2)? / unit });
        Some(Entry {
            date: fields[0].into(),
            commit: fields[1].into(),
            machine: fields[2].into(),
            figure: Figure {
                operation: fields[3].into(),
                file: fields[4].into(),
                bytes: fields[5].parse().ok()?,
                threads: fields[6].parse().ok()?,
                runs: fields[7].parse().ok()?,
                theirs: spread(8, 1e3)?,
                ours: spread(11, 1e3)?,
                times: spread(14, 1.0)?,
                cpu: [number(17)? / 1e3, number(18)? / 1e3],
                memory: [number(19)? * 1e6, number(20)? * 1e6],
            },
        })
    }

    /// Whether both are of the same cell on the same machine.
    fn is_as(&self, other: &Entry) -> bool {
        let key = |e: &Entry| (e.machine.clone(), e.figure.operation.clone(), e.figure.file.clone(), e.figure.threads);
        key(self) == key(other)
    }
}

/// Reads the file; one that is not there has no entries.
pub(crate) fn read(path: &Path) -> Result<Vec<Entry>, String> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(format!("{}: {e}", path.display())),
    };
    let mut lines = text.lines();
    if lines.next().is_some_and(|line| line != COLUMNS) {
        return Err(format!("{}: the first line does not name the columns", path.display()));
    }
    let entry = |(at, line): (usize, &str)| Entry::parse(line).ok_or_else(|| format!("{}:{}: not an entry", path.display(), at + 2));
    lines.enumerate().map(entry).collect()
}

/// Appends entries, and makes the file if it is not there.
pub(crate) fn append(path: &Path, entries: &[Entry]) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let mut text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => format!("{COLUMNS}\n"),
        Err(e) => return Err(failed(e)),
    };
    for entry in entries {
        text.push_str(&entry.line());
        text.push('\n');
    }
    std::fs::write(path, text).map_err(failed)
}

/// The last change of each cell, in the order in which cells were first recorded.
pub(crate) fn changes(entries: &[Entry]) -> String {
    if entries.is_empty() {
        return "There are no past results; --record adds some.\n".into();
    }
    let mut text = format!(
        "{:<8} {:<8} {:>3} | {:<17} {:<17} | {:>9} {:>9} {:>7} {:<13} | {:>6} {:>6} | {:>7} {:>7} {:>7}\n",
        "work", "file", "thr", "from", "to", "ours ms", "ours ms", "change", "", "times", "times", "MB", "MB", "change"
    );
    let mut machine = "";
    let mut cells: Vec<&Entry> = Vec::new();
    for entry in entries {
        if !cells.iter().any(|cell| cell.is_as(entry)) {
            cells.push(entry);
        }
    }
    cells.sort_by_key(|cell| entries.iter().position(|e| e.machine == cell.machine));
    for cell in cells {
        if cell.machine != machine {
            machine = &cell.machine;
            text.push_str(&format!("{machine}\n"));
        }
        let same: Vec<&Entry> = entries.iter().filter(|entry| entry.is_as(cell)).collect();
        text.push_str(&change(&same));
        text.push('\n');
    }
    text
}

/// One line about the last two entries of a cell.
fn change(same: &[&Entry]) -> String {
    let Some((&last, rest)) = same.split_last() else { return String::new() };
    let f = &last.figure;
    let cell = format!("{:<8} {:<8} {:>3}", f.operation, f.file, f.threads);
    let when = |entry: &Entry| format!("{} {}", entry.date, entry.commit.chars().take(6).collect::<String>());
    let (ms, mb) = (|f: &Figure| f.ours.median * 1e3, |f: &Figure| f.memory[1] / 1e6);
    let Some(&before) = rest.last() else {
        return format!(
            "{cell} | {:<17} {:<17} | {:>9} {:>9.1} {:>7} {:<13} | {:>6} {:>6.1} | {:>7} {:>7.0} {:>7}",
            "-",
            when(last),
            "",
            ms(f),
            "",
            "first entry",
            "",
            f.times.median,
            "",
            mb(f),
            ""
        );
    };
    let b = &before.figure;
    let percent = |new: f64, old: f64| format!("{:+.1}%", (new / old - 1.0) * 100.0);
    let note = match () {
        () if b.bytes != f.bytes => "another file",
        () if !b.ours.apart(&f.ours) => "within range",
        () if f.ours.median < b.ours.median => "faster",
        () => "SLOWER",
    };
    format!(
        "{cell} | {:<17} {:<17} | {:>9.1} {:>9.1} {:>7} {note:<13} | {:>6.1} {:>6.1} | {:>7.0} {:>7.0} {:>7}",
        when(before),
        when(last),
        ms(b),
        ms(f),
        percent(f.ours.median, b.ours.median),
        b.times.median,
        f.times.median,
        mb(b),
        mb(f),
        percent(f.memory[1], b.memory[1])
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::tests::figure;

    fn entry(date: &str, machine: &str, figure: Figure) -> Entry {
        Entry { date: date.into(), commit: format!("c0ffee{date}"), machine: machine.into(), figure }
    }

    #[test]
    fn entries_are_appended_and_read_again() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("history.tsv");
        assert_eq!(read(&path), Ok(Vec::new()));
        let first = entry("2026-01-02", "2 x A", figure("dis", "c-g", 2, 1.0, 0.2));
        let second = entry("2026-01-03", "2 x A", figure("dis", "c-g", 2, 1.0, 0.16));
        append(&path, std::slice::from_ref(&first)).expect("a new file");
        append(&path, std::slice::from_ref(&second)).expect("the same file");
        let found = read(&path).expect("two entries");
        assert_eq!(found.len(), 2);
        assert_eq!((&found[0].figure.operation, &found[0].machine), (&first.figure.operation, &first.machine));
        assert!((found[1].figure.ours.low - second.figure.ours.low).abs() < 1e-5);
        assert!((found[1].figure.times.median - second.figure.times.median).abs() < 0.01);
        assert_eq!(found[1].figure.memory, second.figure.memory);
        // What was read is written as it was.
        assert_eq!(found[1].line(), second.line());
    }

    #[test]
    fn damaged_lines_are_errors_with_their_number() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("history.tsv");
        std::fs::write(&path, format!("{COLUMNS}\n2026-01-02\tshort\n")).expect("a file");
        assert!(read(&path).expect_err("a short line").ends_with("history.tsv:2: not an entry"));
        std::fs::write(&path, "something else\n").expect("a file");
        assert!(read(&path).expect_err("no heading").ends_with("does not name the columns"));
    }

    #[test]
    fn the_file_of_the_repository_can_be_read() {
        let entries = read(&path()).expect("entries");
        assert!(entries.iter().all(|entry| entry.figure.ours.low <= entry.figure.ours.high));
    }

    #[test]
    fn each_cell_shows_its_last_two_entries() {
        let mut other = figure("dis", "c-g", 2, 1.0, 0.1);
        other.memory[1] = 50e6;
        let mut grown = figure("as", "c-g", 2, 1.0, 0.3);
        grown.bytes += 1;
        let entries = [
            entry("2026-01-01", "2 x A", figure("dis", "c-g", 2, 1.0, 0.4)),
            entry("2026-01-01", "2 x A", figure("as", "c-g", 2, 1.0, 0.2)),
            entry("2026-01-01", "8 x B", figure("dis", "c-g", 2, 1.0, 0.9)),
            entry("2026-01-02", "2 x A", figure("dis", "c-g", 2, 1.0, 0.2)),
            entry("2026-01-03", "2 x A", other),
            entry("2026-01-03", "2 x A", grown),
            entry("2026-01-03", "2 x A", figure("nm", "c-g", 2, 1.0, 0.2)),
            entry("2026-01-04", "2 x A", figure("nm", "c-g", 2, 1.0, 0.21)),
            entry("2026-01-05", "2 x A", figure("copy", "c-g", 2, 1.0, 0.1)),
            entry("2026-01-06", "2 x A", figure("copy", "c-g", 2, 1.0, 0.2)),
        ];
        let text = changes(&entries);
        let lines: Vec<&str> = text.lines().collect();
        let line = |work: &str| *lines.iter().find(|line| line.starts_with(work)).expect("a line");
        assert!(line("dis ").contains("2026-01-02 c0ffee 2026-01-03 c0ffee"), "{text}");
        assert!(line("dis ").contains("-50.0% faster") && line("dis ").ends_with("-50.0%"), "{text}");
        assert!(line("as ").contains("+50.0% another file"), "{text}");
        assert!(line("nm ").contains("+5.0% within range"), "{text}");
        assert!(line("copy ").contains("+100.0% SLOWER"), "{text}");
        assert_eq!(lines[1], "2 x A");
        assert!(lines[lines.len() - 2] == "8 x B" && lines[lines.len() - 1].contains("first entry"), "{text}");
    }
}
