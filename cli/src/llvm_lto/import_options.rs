//! Options about what is imported and kept, which `llvm-lto` and `llvm-lto2` have in common.
use std::ffi::OsString;

use bctk::lto::thin::Limits;

/// What is imported, and what is worked out before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ImportOptions {
    /// Limits and factors.
    pub(crate) limits: Limits,
}

/// Numbers with LLVM's names for them.
const NUMBERS: [&str; 7] = [
    "import-instr-limit",
    "import-cutoff",
    "import-instr-evolution-factor",
    "import-hot-evolution-factor",
    "import-hot-multiplier",
    "import-critical-multiplier",
    "import-cold-multiplier",
];

/// Flags with LLVM's names, and what they are without the option.
const FLAGS: [(&str, bool); 5] = [
    ("import-declaration", false),
    ("import-constants-with-refs", true),
    ("compute-dead", true),
    ("propagate-attrs", true),
    ("enable-lto-internalization", true),
];

/// The options as they stand on the command line.
pub(crate) struct Raw {
    numbers: [Option<OsString>; 7],
    flags: [bool; 5],
}

impl Default for Raw {
    fn default() -> Raw {
        Raw { numbers: Default::default(), flags: FLAGS.map(|row| row.1) }
    }
}

type FlagSlots<'r> = Vec<(&'static str, &'r mut bool)>;
type ValueSlots<'r> = Vec<(&'static str, &'r mut Option<OsString>)>;

impl Raw {
    /// Where the parser of command lines puts them.
    pub(crate) fn slots(&mut self) -> (FlagSlots<'_>, ValueSlots<'_>) {
        (FLAGS.iter().map(|row| row.0).zip(&mut self.flags).collect(), NUMBERS.into_iter().zip(&mut self.numbers).collect())
    }

    /// What they say, or complaints.
    pub(crate) fn read(self) -> Result<ImportOptions, Vec<String>> {
        let mut wrong = Vec::new();
        let mut limits = Limits::default();
        let [instructions, cutoff, evolution, hot_evolution, hot, critical, cold] = self.numbers;
        if let Some(value) = instructions {
            let text = value.to_string_lossy().into_owned();
            match text.parse() {
                Ok(number) => limits.instructions = number,
                Err(_) => wrong.push(format!("for the --{} option: '{text}' value invalid for uint argument!", NUMBERS[0])),
            }
        }
        if let Some(value) = cutoff {
            let text = value.to_string_lossy().into_owned();
            match text.parse::<i64>() {
                Ok(number) => limits.cutoff = u64::try_from(number).ok(),
                Err(_) => wrong.push(format!("for the --{} option: '{text}' value invalid for integer argument!", NUMBERS[1])),
            }
        }
        let factors = [
            (evolution, &mut limits.evolution),
            (hot_evolution, &mut limits.hot_evolution),
            (hot, &mut limits.hot),
            (critical, &mut limits.critical),
            (cold, &mut limits.cold),
        ];
        for (name, (value, slot)) in NUMBERS[2..].iter().zip(factors) {
            let Some(value) = value else { continue };
            let text = value.to_string_lossy().into_owned();
            match text.parse::<f64>() {
                // Limits that grow along calls would never end where these are a circle.
                Ok(number) if name.ends_with("evolution-factor") && !(0.0..=1.0).contains(&number) => {
                    wrong.push(format!("for the --{name} option: a factor below 0 or above 1 is not supported"));
                }
                Ok(number) if !(0.0..=f64::from(u32::MAX)).contains(&number) => {
                    wrong.push(format!("for the --{name} option: a factor below 0 or above 4294967295 is not supported"));
                }
                Ok(number) => *slot = number as f32,
                Err(_) => wrong.push(format!("for the --{name} option: '{text}' value invalid for floating point argument!")),
            }
        }
        let [declarations, constants_with_refs, compute_dead, propagate_attributes, internalize] = self.flags;
        limits.declarations = declarations;
        limits.constants_with_refs = constants_with_refs;
        limits.compute_dead = compute_dead;
        limits.propagate_attributes = propagate_attributes;
        limits.internalize = internalize;
        if wrong.is_empty() { Ok(ImportOptions { limits }) } else { Err(wrong) }
    }
}

/// These options in a program's help.
pub(crate) const HELP: &str = "
Import Options:

  --import-instr-limit=<N>         - Only import functions with at most N instructions (default 100)
  --import-cutoff=<N>              - Only import the first N functions
  --import-instr-evolution-factor=<x> - The limit for functions called by imported ones, times x (default 0.7)
  --import-hot-evolution-factor=<x> - The same for hot calls (default 1)
  --import-hot-multiplier=<x>      - The limit for hot calls, times x (default 10)
  --import-critical-multiplier=<x> - The limit for critical calls, times x (default 100)
  --import-cold-multiplier=<x>     - The limit for cold calls, times x (default 0)
  --import-declaration             - Import declarations of functions that are not imported
  --import-constants-with-refs     - Import constants that refer to others (default true)
  --compute-dead                   - Find what is dead (default true)
  --propagate-attrs                - Find variables that are only read or written (default true)
  --enable-lto-internalization     - Make local what no other module needs (default true)
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_that_never_end_are_refused() {
        let read = |at: usize, text: &str| {
            let mut raw = Raw::default();
            raw.numbers[at] = Some(text.into());
            raw.read().map(|options| options.limits)
        };
        assert!(
            read(2, "1.3").is_err() && read(3, "2").is_err() && read(4, "-1").is_err() && read(5, "inf").is_err() && read(0, "x").is_err()
        );
        assert!(read(2, "0.5").is_ok_and(|limits| limits.evolution == 0.5));
        assert!(read(1, "-1").is_ok_and(|limits| limits.cutoff.is_none()) && read(1, "3").is_ok_and(|limits| limits.cutoff == Some(3)));
    }
}
