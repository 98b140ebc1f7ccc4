//! The figures of `cargo xtask bench`: medians with their spread, and the text of its table.
use super::operations::{Goals, goals};

/// The least, the middle and the greatest of several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) median: f64,
    pub(crate) high: f64,
}

impl Spread {
    /// Of these values; zeros if there are none.
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Spread {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return Spread::default() };
        let middle = values.len() / 2;
        let median = if values.len().is_multiple_of(2) { (values[middle - 1] + values[middle]) / 2.0 } else { values[middle] };
        Spread { low, median, high }
    }

    /// Whether the two ranges have no value in common.
    pub(crate) fn apart(&self, other: &Spread) -> bool {
        self.low > other.high || other.low > self.high
    }
}

/// One cell of the dashboard: an operation on a file with a number of threads. Times are seconds, memory is in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) operation: String,
    pub(crate) file: String,
    pub(crate) bytes: u64,
    pub(crate) threads: usize,
    pub(crate) runs: usize,
    pub(crate) theirs: Spread,
    pub(crate) ours: Spread,
    /// LLVM's time by ours, of each pair of runs.
    pub(crate) times: Spread,
    /// Medians of processor time, LLVM's and ours.
    pub(crate) cpu: [f64; 2],
    /// Medians of peak memory, LLVM's and ours.
    pub(crate) memory: [f64; 2],
}

impl Figure {
    /// Our share of LLVM's memory.
    pub(crate) fn share(&self) -> f64 {
        self.memory[1] / self.memory[0]
    }

    /// The goals of the cell. Files whose name ends in `-g` have debug information, and so has the huge one; start-up has no goals.
    pub(crate) fn goals(&self) -> Goals {
        if self.file == "tiny" {
            return Goals::default();
        }
        goals(&self.operation, self.file.ends_with("-g") || self.file == "huge", self.bytes, self.threads)
    }
}

/// How many times as fast the cell is as the one with a single thread.
pub(crate) fn gain(figure: &Figure, all: &[Figure]) -> Option<f64> {
    let one = all.iter().find(|one| one.threads == 1 && one.operation == figure.operation && one.file == figure.file)?;
    (figure.threads > 1).then_some(one.ours.median / figure.ours.median)
}

/// A figure with the goal beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) what: &'static str,
    pub(crate) value: f64,
    pub(crate) goal: f64,
    pub(crate) met: bool,
}

/// All goals of a cell, met or not.
pub(crate) fn verdicts(figure: &Figure, all: &[Figure]) -> Vec<Verdict> {
    let goals = figure.goals();
    let at_least = |what, value: f64, goal: f64| Verdict { what, value, goal, met: round(value, 10.0) >= goal };
    let mut verdicts = Vec::new();
    verdicts.extend(goals.times.map(|goal| at_least("times", figure.times.median, goal)));
    verdicts.extend(goals.share.map(|goal| {
        let value = figure.share();
        Verdict { what: "share", value, goal, met: round(value, 100.0) <= goal }
    }));
    verdicts.extend(goals.gain.zip(gain(figure, all)).map(|(goal, value)| {
        let met = round(value, 100.0) >= goal;
        Verdict { what: "gain", value, goal, met }
    }));
    verdicts
}

/// As it is printed: the verdict is about the figure that one sees.
fn round(value: f64, digits: f64) -> f64 {
    (value * digits).round() / digits
}

/// The two lines above the table.
pub(crate) fn heading() -> String {
    let first = format!(
        "{:<8} {:<8} {:>7} {:>3} {:>4} | {:^23} | {:^23} | {:^17} {:^11} | {:^21} | {:^19} {:^11} | {:^16} |",
        "", "", "", "", "", "LLVM ms", "ours ms", "times", "goal", "processor ms", "memory MB", "goal", "to one thread"
    );
    let second = format!(
        "{:<8} {:<8} {:>7} {:>3} {:>4} | {:>7} {:>15} | {:>7} {:>15} | {:>5} {:>11} {:<11} | {:>7} {:>7} {:>5} | {:>6} {:>6} {:>5} {:<11} | {:>4} {:<11} | same",
        "work",
        "file",
        "MB",
        "thr",
        "runs",
        "median",
        "range",
        "median",
        "range",
        "",
        "range",
        "",
        "LLVM",
        "ours",
        "times",
        "LLVM",
        "ours",
        "share",
        "",
        "gain",
        "goal"
    );
    format!("{first}\n{second}")
}

/// One line of the table. `all` has the cells measured so far, to compare with a single thread.
pub(crate) fn row(figure: &Figure, all: &[Figure], same: Option<bool>) -> String {
    let verdicts = verdicts(figure, all);
    let goal = |what: &str| {
        let verdict = verdicts.iter().find(|verdict| verdict.what == what);
        verdict.map(|v| format!("{} {}", v.goal, if v.met { "met" } else { "MISSED" })).unwrap_or_default()
    };
    let range = |spread: &Spread| format!("{}-{}", ms(spread.low), ms(spread.high));
    let megabytes = |bytes: f64| decimals(bytes / 1e6);
    format!(
        "{:<8} {:<8} {:>7} {:>3} {:>4} | {:>7} {:>15} | {:>7} {:>15} | {:>5.1} {:>11} {:<11} | {:>7} {:>7} {:>5.1} | {:>6} {:>6} {:>5.2} {:<11} | {:>4} {:<11} | {}",
        figure.operation,
        figure.file,
        decimals(figure.bytes as f64 / 1e6),
        figure.threads,
        figure.runs,
        ms(figure.theirs.median),
        range(&figure.theirs),
        ms(figure.ours.median),
        range(&figure.ours),
        figure.times.median,
        format!("{:.1}-{:.1}", figure.times.low, figure.times.high),
        goal("times"),
        ms(figure.cpu[0]),
        ms(figure.cpu[1]),
        figure.cpu[0] / figure.cpu[1],
        megabytes(figure.memory[0]),
        megabytes(figure.memory[1]),
        figure.share(),
        goal("share"),
        gain(figure, all).map(|gain| format!("{gain:.2}")).unwrap_or_default(),
        goal("gain"),
        match same {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "-",
        }
    )
}

fn ms(seconds: f64) -> String {
    decimals(seconds * 1e3)
}

/// With as many decimals as a small number needs.
pub(crate) fn decimals(value: f64) -> String {
    if value < 0.1 {
        format!("{value:.3}")
    } else if value < 100.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.0}")
    }
}

/// A sentence on the goals: how many are met, and the cells that miss one.
pub(crate) fn summary(all: &[Figure]) -> String {
    let (mut met, mut missed) = (0, Vec::new());
    for figure in all {
        for verdict in verdicts(figure, all) {
            if verdict.met {
                met += 1;
            } else {
                let Verdict { what, value, goal, .. } = verdict;
                let sign = if what == "share" { "≤" } else { "≥" };
                missed.push(format!("{} {}: {what} {value:.2}, goal {sign} {goal}", figure.operation, figure.file));
            }
        }
    }
    let total = met + missed.len();
    let mut text = format!("{met} of {total} goals are met.");
    for line in missed {
        text.push_str("\n  missed: ");
        text.push_str(&line);
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A cell in which LLVM takes `theirs` and we take `ours` seconds.
    pub(crate) fn figure(operation: &str, file: &str, threads: usize, theirs: f64, ours: f64) -> Figure {
        let around = |value: f64| Spread { low: value * 0.9, median: value, high: value * 1.1 };
        Figure {
            operation: operation.into(),
            file: file.into(),
            bytes: 20_000_000,
            threads,
            runs: 5,
            theirs: around(theirs),
            ours: around(ours),
            times: around(theirs / ours),
            cpu: [theirs, ours * 1.5],
            memory: [400e6, 100e6],
        }
    }

    #[test]
    fn a_spread_is_of_sorted_values() {
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), Spread { low: 1.0, median: 2.0, high: 3.0 });
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]), Spread { low: 1.0, median: 2.5, high: 4.0 });
        assert_eq!(Spread::of([]), Spread::default());
        let (a, b) = (Spread::of([1.0, 2.0]), Spread::of([2.5, 3.0]));
        assert!(a.apart(&b) && b.apart(&a) && !a.apart(&Spread::of([1.5, 4.0])));
    }

    #[test]
    fn goals_are_met_as_printed() {
        // 9.96 prints as 10.0.
        let cells = [figure("dis", "c-g", 1, 9.96, 1.5), figure("dis", "c-g", 2, 9.96, 1.0)];
        let found: Vec<_> = verdicts(&cells[1], &cells).iter().map(|v| (v.what, v.met)).collect();
        assert_eq!(found, [("times", true), ("share", true), ("gain", false)]);
        assert_eq!(verdicts(&cells[0], &cells), []);
        let without_one = verdicts(&cells[1], &cells[1..]);
        assert_eq!(without_one.len(), 2, "no gain without a run on one thread");
        let mut large = figure("dis", "c-g", 2, 9.9, 1.0);
        large.memory[1] = 103e6;
        assert!(verdicts(&large, &[]).iter().all(|v| !v.met));
        assert_eq!(figure("dis", "tiny", 2, 1.0, 1.0).goals(), Goals::default());
    }

    #[test]
    fn rows_are_as_wide_as_the_heading() {
        let cells = [figure("default", "rust-g", 1, 61.2, 12.3), figure("default", "rust-g", 2, 61.2, 7.0)];
        let heading = heading();
        let bars = |line: &str| line.char_indices().filter(|(_, c)| *c == '|').map(|(at, _)| at).collect::<Vec<_>>();
        let expected = bars(heading.lines().nth(1).expect("two lines"));
        assert_eq!(bars(heading.lines().next().expect("two lines")), expected);
        for cell in &cells {
            assert_eq!(bars(&row(cell, &cells, Some(true))), expected);
        }
        let text = row(&cells[1], &cells, Some(false));
        assert!(text.contains("| 1.76 1.55 met    |") && text.ends_with("NO"), "{text}");
        assert!(text.contains("7 met"), "{text}");
    }

    #[test]
    fn the_summary_names_what_is_missed() {
        let cells = [figure("nm", "c-g", 2, 11.0, 1.0), figure("summary", "c-g", 2, 9.0, 1.0)];
        assert_eq!(summary(&cells), "1 of 2 goals are met.\n  missed: nm c-g: times 11.00, goal ≥ 12");
    }
}
