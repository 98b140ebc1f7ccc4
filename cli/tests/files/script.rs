//! Files of `tests/cli`: their directives (`RUN:`, `FAIL:`, …), as `tests/cli/README.md` describes them.
use std::path::{Path, PathBuf};

/// A test: what it needs in its folder, and what it runs there.
pub(crate) struct Script {
    /// Files that are put into the folder: from the repository, or parts of the test itself.
    pub(crate) files: Vec<(String, Content)>,
    pub(crate) runs: Vec<Run>,
    /// Whether it runs on Unix only.
    pub(crate) unix: bool,
}

/// Where a file of the folder comes from.
pub(crate) enum Content {
    /// A copy of this file.
    Copy(PathBuf),
    /// A part of the test.
    Part(Vec<u8>),
}

/// A line `RUN:` or `FAIL:`.
pub(crate) struct Run {
    /// Its line in the file.
    pub(crate) line: usize,
    /// The exit status that it must have.
    pub(crate) status: i32,
    pub(crate) pipe: Vec<Stage>,
    pub(crate) origin: Origin,
}

/// Who decides what a run prints.
pub(crate) enum Origin {
    /// This project: `BLESS=1` writes it anew.
    Own,
    /// This pipe of LLVM's programs (`ORACLE:`): `BLESS=oracle` runs it.
    Oracle(Vec<Stage>),
    /// Whoever wrote the expectation (`FIXED:`): nothing writes it.
    Fixed,
}

/// A command of a pipe, and where its input and outputs go.
#[derive(Default)]
pub(crate) struct Stage {
    pub(crate) words: Vec<String>,
    pub(crate) input: Option<String>,
    pub(crate) output: Option<String>,
    /// `2>&1`: the messages are part of the output.
    pub(crate) joined: bool,
}

/// The values of `%s` and the like.
pub(crate) struct Names<'a> {
    /// `%s`: the name of the test's file in the folder it runs in.
    pub(crate) file: &'a str,
    /// `%S`: the folder that the file is in.
    pub(crate) folder: &'a Path,
    /// `%corpus`.
    pub(crate) corpus: &'a Path,
}

impl Names<'_> {
    fn replace(&self, text: &str) -> String {
        let corpus = self.corpus.to_string_lossy();
        let folder = self.folder.to_string_lossy();
        text.replace("%corpus", &corpus).replace("%S", &folder).replace("%s", self.file).replace("%t", &format!("{}.tmp", self.file))
    }
}

/// The text after `word:` in a comment line.
fn directive<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let rest = line.strip_prefix([';', '#'])?.trim_start().strip_prefix(word)?;
    Some(rest.strip_prefix(':')?.trim())
}

impl Script {
    /// Reads the test in `text`. `root` is the folder of the workspace.
    pub(crate) fn parse(text: &str, names: &Names<'_>, root: &Path) -> Result<Script, String> {
        let mut script = Script { files: Vec::new(), runs: Vec::new(), unix: false };
        let mut lines = text.split_inclusive('\n').enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let fault = |what: &str| format!("line {}: {what}", number + 1);
            if let Some(name) = line.strip_prefix(";--- ").or_else(|| line.strip_prefix("#--- ")) {
                let mut part = String::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with(";--- ") && !line.starts_with("#--- ")) {
                    part.push_str(line);
                }
                script.files.push((name.trim().to_owned(), Content::Part(part.into_bytes())));
                continue;
            }
            let mut line = line.trim_end().to_owned();
            // A command may go on in the next comment.
            while line.starts_with([';', '#']) && line.ends_with('\\') {
                let Some((_, more)) = lines.next() else { return Err(fault("nothing follows the backslash")) };
                line.pop();
                line.push_str(more.trim_start_matches([';', '#']).trim());
            }
            let fails = line.strip_prefix([';', '#']).map(str::trim_start).and_then(|rest| rest.strip_prefix("FAIL("));
            if let Some((status, command)) = fails.and_then(|rest| rest.split_once("):")) {
                let status = status.parse().map_err(|_| fault("FAIL(N): expected a number"))?;
                script.run(number + 1, status, command, names)?;
            } else if let Some(command) = directive(&line, "FAIL") {
                script.run(number + 1, 1, command, names)?;
            } else if let Some(command) = directive(&line, "RUN") {
                script.run(number + 1, 0, command, names)?;
            } else if let Some(paths) = directive(&line, "COPY") {
                let mut words = paths.split_whitespace();
                let from = words.next().ok_or_else(|| fault("COPY: expected a path"))?;
                let own = Path::new(from).file_name().ok_or_else(|| fault("COPY: expected a file"))?.to_string_lossy().into_owned();
                script.files.push((words.next().map_or(own, str::to_owned), Content::Copy(root.join(from))));
            } else if let Some(command) = directive(&line, "ORACLE") {
                let pipe = pipe(command, names).map_err(|what| fault(&what))?;
                script.last(number)?.origin = Origin::Oracle(pipe);
            } else if directive(&line, "FIXED").is_some() {
                script.last(number)?.origin = Origin::Fixed;
            } else if let Some(system) = directive(&line, "ONLY") {
                if system != "unix" {
                    return Err(fault("ONLY: expected 'unix'"));
                }
                script.unix = true;
            }
        }
        if script.runs.is_empty() { Err("there is no line RUN: or FAIL: in it".to_owned()) } else { Ok(script) }
    }

    fn run(&mut self, line: usize, status: i32, command: &str, names: &Names<'_>) -> Result<(), String> {
        let pipe = pipe(command, names).map_err(|what| format!("line {line}: {what}"))?;
        self.runs.push(Run { line, status, pipe, origin: Origin::Own });
        Ok(())
    }

    /// The run that `ORACLE:` or `FIXED:` is about.
    fn last(&mut self, number: usize) -> Result<&mut Run, String> {
        self.runs.last_mut().ok_or_else(|| format!("line {}: no line RUN: or FAIL: comes before it", number + 1))
    }
}

/// The stages of `a x | b y > z`.
fn pipe(command: &str, names: &Names<'_>) -> Result<Vec<Stage>, String> {
    let mut stages = vec![Stage::default()];
    let mut words = words(command)?.into_iter();
    while let Some((word, quoted)) = words.next() {
        let stage = stages.last_mut().ok_or("no command")?;
        match word.as_str() {
            "|" if !quoted => stages.push(Stage::default()),
            "2>&1" if !quoted => stage.joined = true,
            "<" | ">" if !quoted => {
                let (file, _) = words.next().ok_or_else(|| format!("no file behind '{word}'"))?;
                let file = Some(names.replace(&file));
                if word == "<" { stage.input = file } else { stage.output = file }
            }
            // Programs keep their mark: `%bcconv`.
            _ if stage.words.is_empty() => stage.words.push(word),
            _ => stage.words.push(names.replace(&word)),
        }
    }
    if stages.iter().any(|stage| stage.words.is_empty()) { Err("a command is missing".to_owned()) } else { Ok(stages) }
}

/// The words of a command, each with whether it was in quotes: those have no escapes in them.
fn words(command: &str) -> Result<Vec<(String, bool)>, String> {
    let mut found = Vec::new();
    let mut rest = command.trim_start();
    while let Some(first) = rest.chars().next() {
        let (mut word, mut quoted) = (String::new(), false);
        if first == '"' || first == '\'' {
            quoted = true;
        }
        while let Some(c) = rest.chars().next().filter(|c| !c.is_whitespace()) {
            rest = &rest[c.len_utf8()..];
            if c == '"' || c == '\'' {
                let (inside, behind) = rest.split_once(c).ok_or("a quote has no end")?;
                word.push_str(inside);
                rest = behind;
            } else {
                word.push(c);
            }
        }
        found.push((word, quoted));
        rest = rest.trim_start();
    }
    Ok(found)
}
