//! Writes the figures of a run of `cargo xtask bench` into docs/performance.md.
use super::figures::{Figure, decimals, gain};
use super::operations::{GOAL_THREADS, OPERATIONS, goals};

const BEGIN: &str = "<!-- bench: begin -->";
const END: &str = "<!-- bench: end -->";

/// The page with `section` between its marks.
pub(crate) fn replace(page: &str, section: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", section.trim_end()))
}

/// Tables of operations and files: how many times as fast as LLVM, the share of its memory, and the gain of a second thread.
pub(crate) fn section(about: &str, figures: &[Figure]) -> String {
    let mut files: Vec<&str> = Vec::new();
    for figure in figures.iter().filter(|figure| figure.operation != "version") {
        if !files.contains(&figure.file.as_str()) {
            files.push(&figure.file);
        }
    }
    let mut text = format!("{about}\n");
    let of_pair = |pair: [f64; 2]| pair.map(|seconds| decimals(seconds * 1e3)).join(" / ");
    if let Some(version) = figures.iter().find(|figure| figure.operation == "version") {
        text.push_str(&format!("\nStart-up (`--version`), LLVM / bctk: {} ms.\n", of_pair([version.theirs.median, version.ours.median])));
    }
    let mut table = |title: &str, goal: &dyn Fn(&str) -> String, cell: &dyn Fn(&Figure) -> Option<String>| {
        text.push_str(&format!("\n{title}\n\n| | {} | goal |\n|---|{}---|\n", files.join(" | "), "---:|".repeat(files.len())));
        for operation in OPERATIONS {
            let find = |file: &&str| {
                let found = figures.iter().find(|f| f.operation == operation.name && f.file == **file && f.threads == GOAL_THREADS);
                found.and_then(cell)
            };
            let cells: Vec<Option<String>> = files.iter().map(find).collect();
            if cells.iter().any(Option::is_some) {
                let cells: Vec<String> = cells.into_iter().map(Option::unwrap_or_default).collect();
                text.push_str(&format!("| {} | {} | {} |\n", operation.name, cells.join(" | "), goal(operation.name)));
            }
        }
    };
    let both = |name: &str, part: &dyn Fn(bool) -> Option<f64>| match (part(true), part(false)) {
        (Some(a), Some(b)) if a != b => format!("{a} with `-g`, {b} without"),
        (Some(a), _) => a.to_string(),
        _ if name == "version" => String::new(),
        _ => "-".into(),
    };
    let of = |name: &str, debug: bool, bytes: u64| goals(name, debug, bytes, GOAL_THREADS);
    table("Speed on two threads: LLVM's time by ours, the median of pairs.", &|name| both(name, &|debug| of(name, debug, 0).times), &|f| {
        Some(format!("{:.1}", f.times.median))
    });
    table("Milliseconds on two threads, LLVM / bctk, medians.", &|_| String::new(), &|f| Some(of_pair([f.theirs.median, f.ours.median])));
    table("Peak memory on two threads, as a share of LLVM's.", &|name| both(name, &|debug| of(name, debug, 0).share), &|f| {
        Some(format!("{:.2}", f.share()))
    });
    table(
        "Two threads against one; the goal is for files above 10 MB.",
        &|name| both(name, &|debug| of(name, debug, u64::MAX).gain),
        &|f| gain(f, figures).map(|gain| format!("{gain:.2}")),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::tests::figure;

    #[test]
    fn the_section_between_the_marks_is_replaced() {
        let page = format!("# A\n\n{BEGIN}\nold\n{END}\n\nB\n");
        let new = replace(&page, "new\n").expect("marks");
        assert_eq!(new, format!("# A\n\n{BEGIN}\n\nnew\n\n{END}\n\nB\n"));
        assert_eq!(replace(&new, "new"), Some(new.clone()));
        assert_eq!(replace("no marks", "new"), None);
    }

    #[test]
    fn tables_have_a_cell_for_each_operation_and_file() {
        let figures = [
            figure("version", "-", 2, 0.01, 0.002),
            figure("dis", "c-g", 1, 6.0, 1.0),
            figure("dis", "c-g", 2, 6.0, 0.5),
            figure("verify", "c-g", 2, 3.0, 1.0),
            figure("dis", "rust", 2, 7.0, 1.0),
        ];
        let text = section("About.", &figures);
        for line in [
            "| | c-g | rust | goal |",
            "|---|---:|---:|---|",
            "| dis | 12.0 | 7.0 | 10 with `-g`, 8 without |",
            "| verify | 3.0 |  | - |",
            "| dis | 0.25 | 0.25 | 0.25 |",
            "| dis | 2.00 |  | 1.55 |",
            "| verify | 3000 / 1000 |  |  |",
            "Start-up (`--version`), LLVM / bctk: 10.0 / 2.0 ms.",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert_eq!(text.matches("| verify |").count(), 3);
    }
}
