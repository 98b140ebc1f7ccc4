//! What the comparison found, as a table and a list.
use std::collections::BTreeMap;
use std::fmt::Write;

use super::kinds::Damage;
use super::{Case, Outcome};

/// The columns of the table.
const COLUMNS: [(Outcome, &str); 8] = [
    (Outcome::BothAccept, "accept"),
    (Outcome::OtherWarning, "warning"),
    (Outcome::SameMessage, "same"),
    (Outcome::OtherMessage, "other"),
    (Outcome::LlvmAlone, "llvm"),
    (Outcome::OursAlone, "OURS"),
    (Outcome::LlvmCrashes, "crash"),
    (Outcome::OursCrashes, "CRASH"),
];

/// The table of kinds, and the differences, the most frequent first.
pub(crate) fn report(kinds: &[(&'static str, Damage)], cases: &[Case], count: usize) -> (String, Vec<String>) {
    let mut table = String::from(
        "accept: both accept; warning: with other warnings; same: both refuse with the same first message; other: with another one;\n\
         llvm: LLVM alone refuses; OURS: ours alone refuses; crash: LLVM crashes; CRASH: ours crashes or hangs\n\n",
    );
    let _ = write!(table, "{:<24}{:>7}", "kind", "tried");
    for (_, name) in COLUMNS {
        let _ = write!(table, "{name:>8}");
    }
    table.push('\n');
    let row = |name: &str, of: &dyn Fn(&Case) -> bool| {
        let tried = cases.iter().filter(|case| of(case)).count();
        let mut row = format!("{name:<24}{tried:>7}");
        for (outcome, _) in COLUMNS {
            let _ = write!(row, "{:>8}", cases.iter().filter(|case| of(case) && case.outcome == outcome).count());
        }
        row
    };
    for (number, (name, _)) in kinds.iter().enumerate() {
        let _ = writeln!(table, "{}", row(name, &|case| case.kind == number));
    }
    let _ = writeln!(table, "{}", row("total", &|_| true));
    let _ = write!(table, "{:<31}", "%");
    for (outcome, _) in COLUMNS {
        let of = cases.iter().filter(|case| case.outcome == outcome).count();
        let _ = write!(table, "{:>8.2}", 100.0 * of as f64 / cases.len().max(1) as f64);
    }
    let same = cases.iter().filter(|case| case.outcome == Outcome::SameMessage);
    let (whole, some) = same.fold((0, 0), |(whole, some), case| (whole + usize::from(case.whole), some + 1));
    let refused =
        cases.iter().filter(|case| matches!(case.outcome, Outcome::SameMessage | Outcome::OtherMessage | Outcome::LlvmAlone)).count();
    let _ = writeln!(
        table,
        "\nof {refused} that LLVM refuses, ours refuses {some} with the same first message ({:.2} %), {whole} of these with the same whole text; {} \
         times nothing could be damaged",
        100.0 * some as f64 / refused.max(1) as f64,
        count - cases.len()
    );
    (table, differences(kinds, cases))
}

fn differences(kinds: &[(&'static str, Damage)], cases: &[Case]) -> Vec<String> {
    let mut groups: BTreeMap<(u8, String, String), Vec<&Case>> = BTreeMap::new();
    for case in cases {
        let rank = match case.outcome {
            Outcome::OursCrashes => 0,
            Outcome::OursAlone => 1,
            Outcome::LlvmAlone | Outcome::OtherMessage => 2,
            Outcome::OtherWarning => 3,
            _ => continue,
        };
        groups.entry((rank, plain(&case.theirs), plain(&case.ours))).or_default().push(case);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|((rank, ..), of)| (*rank, std::cmp::Reverse(of.len())));
    let words = ["OURS CRASHES", "OURS ALONE", "", "warning"];
    let show = |text: &str| if text.is_empty() { "(accepts)".to_owned() } else { text.chars().take(200).collect() };
    let line = |((rank, theirs, ours), of): ((u8, String, String), Vec<&Case>)| {
        let example = of.first().map(|case| format!("{:06}-{}", case.number, kinds[case.kind].0)).unwrap_or_default();
        format!("{:>5} {} {} -> {} | {example}", of.len(), words[usize::from(rank)], show(&theirs), show(&ours))
    };
    groups.into_iter().map(line).collect()
}

/// A message without names and numbers.
fn plain(message: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    for c in message.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                text.push(c);
            }
            _ if quoted => {}
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn messages_without_names() {
        assert_eq!(super::plain("use of undefined value '%a12' at 345"), "use of undefined value '' at #");
    }
}
