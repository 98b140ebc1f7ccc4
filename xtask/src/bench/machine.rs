//! The machine that `cargo xtask bench` runs on: its name, the commit of the sources, and whether anything else keeps it busy.
use std::path::Path;
use std::process::Command;

use crate::llvm;

/// Load averages above this mean that the machine does something else.
pub(crate) const QUIET_LOAD: f64 = 0.5;

/// Processors that others may have used on average during the runs.
pub(crate) const QUIET_OTHERS: f64 = 0.1;

/// The load average of the last minute, where the system tells it.
pub(crate) fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Number and kind of processors.
pub(crate) fn name() -> String {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned()));
    format!("{count} x {}", model.unwrap_or_else(|| std::env::consts::ARCH.to_owned()))
}

/// The commit of the sources, with a `+` if files differ from it.
pub(crate) fn commit() -> String {
    let git = |args: &[&str]| {
        let answer = Command::new("git").args(args).current_dir(llvm::root()).output().ok()?;
        answer.status.success().then(|| String::from_utf8_lossy(&answer.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=10", "HEAD"]).unwrap_or_else(|| "unknown".into());
    // The documents that results are written to do not count.
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs"]).is_some_and(|text| text.is_empty());
    if is_clean { commit } else { commit + "+" }
}

/// Today, as in `2026-01-31`.
pub(crate) fn date() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    civil(seconds / 86400)
}

/// The date of a day after 1 January 1970.
fn civil(mut day: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, day + 1)
}

/// Processor time since the start of the machine, in the system's ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ticks {
    /// All processors, busy or not.
    all: u64,
    busy: u64,
    /// This process and those that it has waited for.
    own: u64,
}

/// Reads the counters, where there are any.
pub(crate) fn ticks() -> Option<Ticks> {
    let read = |path: &str| std::fs::read_to_string(Path::new(path)).ok();
    parse_ticks(&read("/proc/stat")?, &read("/proc/self/stat")?)
}

fn parse_ticks(all: &str, own: &str) -> Option<Ticks> {
    let numbers: Vec<u64> = all.lines().next()?.strip_prefix("cpu ")?.split_whitespace().map_while(|n| n.parse().ok()).collect();
    // user nice system idle iowait irq softirq steal; guests are in user.
    let [user, nice, system, idle, iowait, irq, softirq, ..] = numbers[..] else { return None };
    let steal = numbers.get(7).copied().unwrap_or(0);
    let busy = user + nice + system + irq + softirq + steal;
    // The name of the program, in parentheses, may contain spaces; utime, stime, cutime and cstime are fields 14 to 17.
    let fields: Vec<&str> = own.rsplit_once(')')?.1.split_whitespace().collect();
    let own = fields.get(11..15)?.iter().map(|n| n.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Ticks { all: busy + idle + iowait, busy, own })
}

/// The processors that others kept busy between two readings, on average, of `processors`.
pub(crate) fn others(from: Ticks, to: Ticks, processors: usize) -> f64 {
    let (all, busy, own) = (to.all.saturating_sub(from.all), to.busy.saturating_sub(from.busy), to.own.saturating_sub(from.own));
    if all == 0 { 0.0 } else { busy.saturating_sub(own) as f64 / all as f64 * processors as f64 }
}

/// Why results may not be recorded: what kept the machine busy. `load` is of the time before the runs, `others` of the runs.
pub(crate) fn noise(load: Option<f64>, others: Option<f64>) -> Option<String> {
    match (load, others) {
        (None, _) | (_, None) => Some("this system does not tell its load".into()),
        (Some(load), _) if load > QUIET_LOAD => Some(format!("the load average was {load:.2} before the runs, more than {QUIET_LOAD}")),
        (_, Some(others)) if others > QUIET_OTHERS => {
            Some(format!("other programs used {others:.2} processors during the runs, more than {QUIET_OTHERS}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (789, "1972-02-29"), (11_016, "2000-02-29"), (20_453, "2025-12-31")]
        {
            assert_eq!(civil(day), date);
        }
    }

    #[test]
    fn others_are_what_is_not_our_own() {
        let own = |ticks: u64| format!("12 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 {ticks} 1 2 3 20 0 1");
        let from = parse_ticks("cpu  100 0 50 1000 10 0 5 1 0 0\ncpu0 1\n", &own(20)).expect("counters");
        assert_eq!(from, Ticks { all: 1166, busy: 156, own: 26 });
        let to = parse_ticks("cpu  200 0 50 1090 20 0 5 1 0 0\n", &own(80)).expect("counters");
        // 200 ticks of two processors, 100 busy, 60 of them our own.
        assert!((others(from, to, 2) - 0.4).abs() < 1e-9);
        assert_eq!(others(from, from, 2), 0.0);
        assert_eq!(parse_ticks("", "1 (a) S"), None);
    }

    #[test]
    fn only_a_quiet_machine_records() {
        assert_eq!(noise(Some(0.1), Some(0.02)), None);
        assert!(noise(Some(0.9), Some(0.02)).is_some_and(|text| text.contains("0.90 before")));
        assert!(noise(Some(0.1), Some(0.3)).is_some_and(|text| text.contains("0.30 processors")));
        assert!(noise(None, Some(0.0)).is_some());
    }
}
