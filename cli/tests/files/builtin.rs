//! The commands of tests in `tests/cli` that are no programs: they compare files, list folders and choose lines on every system alike.
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::run::{Printed, difference};
use crate::support::files;

/// Runs the command `name` in `dir`.
pub(crate) fn run(dir: &Path, name: &str, args: &[String], input: &[u8]) -> Result<Printed, String> {
    let mut out = Vec::new();
    let read = |file: &str| match file {
        "-" => Ok(input.to_vec()),
        _ => fs::read(dir.join(file)).map_err(|e| format!("{name}: {file}: {e}")),
    };
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<usize>().map_err(|_| format!("{name}: expected a number, found '{word}'"));
    match (name, &words[..]) {
        // Both files have the same bytes.
        ("cmp", [one, other]) => {
            let (one, other) = (read(one)?, read(other)?);
            if one != other {
                return Err(format!("the files differ: {}", difference(&other, &one)));
            }
        }
        // The names in a folder, in order.
        ("ls", [] | [_]) => {
            let folder = words.first().map_or_else(|| dir.to_path_buf(), |name| dir.join(name));
            files(&folder).iter().for_each(|name| out.extend(format!("{name}\n").bytes()));
        }
        ("cat", [_, ..]) => words.iter().try_for_each(|file| read(file).map(|bytes| out.extend(bytes)))?,
        ("mkdir", [folder]) => fs::create_dir_all(dir.join(folder)).map_err(|e| format!("{folder}: {e}"))?,
        ("rm", [file]) => fs::remove_file(dir.join(file)).map_err(|e| format!("{file}: {e}"))?,
        // The first bytes of the input.
        ("cut", [count]) => out.extend(input.iter().take(number(count)?)),
        // The first lines of the input.
        ("head", [count]) => input.split_inclusive(|c| *c == b'\n').take(number(count)?).for_each(|line| out.extend(line)),
        // The input without its first lines.
        ("skip", [count]) => input.split_inclusive(|c| *c == b'\n').skip(number(count)?).for_each(|line| out.extend(line)),
        // The lines with these words; there must be one.
        ("grep", [text]) => {
            let has = |line: &[u8]| line.windows(text.len()).any(|part| part == text.as_bytes());
            input.split_inclusive(|c| *c == b'\n').filter(|line| has(line)).for_each(|line| out.extend(line));
            if out.is_empty() {
                return Err(format!("no line has '{text}' in it:\n{}", String::from_utf8_lossy(input)));
            }
        }
        // How many lines have these words.
        ("count", [text]) => {
            let has = |line: &[u8]| line.windows(text.len()).any(|part| part == text.as_bytes());
            out = format!("{}\n", input.split(|c| *c == b'\n').filter(|line| has(line)).count()).into_bytes();
        }
        // The bytes of the input, as two digits each.
        ("hex", [count]) => {
            let mut line = String::new();
            input.iter().take(number(count)?).for_each(|byte| write!(line, "{byte:02x} ").unwrap_or_default());
            out = format!("{}\n", line.trim_end()).into_bytes();
        }
        _ => return Err(format!("there is no such command: {name} {}", words.join(" "))),
    }
    Ok(Printed { status: 0, stdout: out, stderr: Vec::new() })
}
