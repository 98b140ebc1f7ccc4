//! Colors on a terminal.
use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ValueEnum;

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Role of a text, which determines its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Name of a block.
    Block,
    /// Name of a record.
    Record,
    /// Name of a field.
    Field,
    /// What a record adds.
    Definition,
    /// Headings.
    Heading,
    /// Less important parts.
    Dim,
    /// Errors.
    Alarm,
}

/// When there are colours, as asked for on the command line.
static CHOSEN: OnceLock<When> = OnceLock::new();

/// Chooses when there are colours. The first choice stays.
pub(crate) fn choose(when: When) {
    let _ = CHOSEN.set(when);
}

/// Whether there are colours where `is_terminal` says that somebody sees them.
fn has_colours(when: When, is_terminal: impl FnOnce() -> bool) -> bool {
    let when = match when {
        When::Auto => CHOSEN.get().copied().unwrap_or(When::Auto),
        when => when,
    };
    match when {
        When::Always => true,
        When::Never => false,
        // https://no-color.org: set and not empty.
        When::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && is_terminal(),
    }
}

/// Whether messages have colours.
pub(crate) fn in_messages() -> bool {
    has_colours(When::Auto, || std::io::stderr().is_terminal())
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Ink::Block => "\x1b[1;36m",
            Ink::Record => "\x1b[33m",
            Ink::Field => "\x1b[94m",
            Ink::Definition => "\x1b[32m",
            Ink::Heading => "\x1b[1m",
            Ink::Dim => "\x1b[2m",
            Ink::Alarm => "\x1b[1;31m",
        }
    }
}

/// Puts colours around texts, or does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// As asked for, by what the standard output is.
    pub(crate) fn new(when: When) -> Paint {
        Paint { on: has_colours(when, crate::pager::is_terminal) }
    }

    /// Whether it puts any.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    /// Appends `text` in the colour of `ink`.
    pub(crate) fn add(self, out: &mut String, ink: Ink, text: &str) {
        self.with(out, ink, |out| out.push_str(text));
    }

    /// Appends what `write` appends in the colour of `ink`.
    pub(crate) fn with<R>(self, out: &mut String, ink: Ink, write: impl FnOnce(&mut String) -> R) -> R {
        if !self.on {
            return write(out);
        }
        out.push_str(ink.code());
        let result = write(out);
        out.push_str("\x1b[0m");
        result
    }
}
