//! Scripts of commands that make archives: `llvm-ar -M`.
use std::ffi::OsString;
use std::io::Read;

use bctk_object::native::bytes::shown;

use super::options::{Format, Line, Operation, Options};
use super::store::{self, New};
use super::{Program, Stop, edit, paths};

/// The most bytes of a script.
const MOST: u64 = 256 << 20;

/// Runs the script that the standard input has.
pub(super) fn run(program: &Program, line: &Line) -> Result<(), Stop> {
    if !line.words.is_empty() || !line.letters.is_empty() {
        return Err(Stop::Usage("cannot mix -M and other options".into()));
    }
    let mut text = Vec::new();
    std::io::stdin().lock().take(MOST).read_to_end(&mut text).map_err(|error| Stop::Fail(crate::diag::words(&error)))?;
    let mut script =
        Script { options: Options::new(Operation::Replace, OsString::new()), is_open: false, is_saved: false, members: Vec::new() };
    (script.options.thin, script.options.format) = (line.thin, line.format);
    for (number, line) in text.split(|byte| *byte == b'\n').enumerate() {
        script.command(line).map_err(|stop| match stop {
            Stop::Fail(message) => Stop::Fail(format!("script line {}: {message}", number + 1)),
            other => other,
        })?;
    }
    if !script.is_saved {
        return Ok(());
    }
    script.save(program)
}

/// The state of a script.
struct Script {
    options: Options,
    is_open: bool,
    is_saved: bool,
    members: Vec<New>,
}

impl Script {
    fn command(&mut self, line: &[u8]) -> Result<(), Stop> {
        let line = line.split(|byte| matches!(byte, b';' | b'*')).next().unwrap_or_default().trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        let (command, rest) = match line.iter().position(|byte| *byte == b' ') {
            Some(at) => (&line[..at], line[at..].trim_ascii()),
            None => (line, &b""[..]),
        };
        let quoted = rest.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\""));
        let rest = quoted.unwrap_or(rest);
        let fail = |message: &str| Err(Stop::Fail(message.into()));
        match command.to_ascii_lowercase().as_slice() {
            b"addlib" | b"addmod" if !self.is_open => fail("no output archive has been opened"),
            b"addlib" => {
                let library = edit::library(rest)?;
                if self.options.thin && !library.is_thin() {
                    return fail("cannot add a regular archive's contents to a thin archive");
                }
                edit::add_library(&self.options, &library, &mut self.members, 0)
            }
            b"addmod" => edit::add_file(&self.options, rest, false, &mut self.members),
            command @ (b"create" | b"createthin") => {
                self.options.thin |= command == b"createthin";
                self.is_open = true;
                match () {
                    () if !self.options.archive.is_empty() => fail("editing multiple archives not supported"),
                    () if self.is_saved => fail("file already saved"),
                    () if rest.is_empty() => fail("missing archive name"),
                    () => {
                        self.options.archive = paths::of_bytes(rest).into_os_string();
                        Ok(())
                    }
                }
            }
            b"delete" => {
                let options = &self.options;
                self.members.retain(|member| !options.are_same(&member.name, rest));
                Ok(())
            }
            b"save" => {
                self.is_saved = true;
                Ok(())
            }
            b"end" => Ok(()),
            _ => fail(&format!("unknown command: {}", shown(command))),
        }
    }

    fn save(self, program: &Program) -> Result<(), Stop> {
        let Script { options, members, .. } = self;
        if options.thin && !matches!(options.format, Format::Default | Format::Of(bctk::archive::Kind::Gnu)) {
            return Err(Stop::Fail("only the gnu format has a thin mode".into()));
        }
        store::write(program, &options, None, &members)
    }
}
