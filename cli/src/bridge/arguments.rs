//! The command line of a linker or compiler: its words, also those in `-Wl,a,b`, after `-Xlinker` and in files (`@file`), and the same command
//! with other words in some places.
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::response::{self, Quoting};

/// Whom a word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// A compiler, which runs the linker.
    Compiler,
    /// The linker that the program runs.
    Linker,
}

/// A word of the command.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) text: Vec<u8>,
    pub(super) level: Level,
    /// What takes its place, if anything does: one or more words, or none.
    pub(super) new: Option<Vec<Vec<u8>>>,
}

/// How words of the linker are passed through a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// `-Wl,a,b`
    Pieces,
    /// `-Xlinker a`
    Single,
}

/// An argument, or a part of one.
#[derive(Debug)]
enum Node {
    /// A word, by its number.
    Word(usize),
    /// Words for the linker.
    Linker(Vec<Node>, Style),
    /// `@file`, with the path and the arguments in it; and whether it can be read but once, as a pipe.
    File(PathBuf, Vec<Node>, bool),
}

/// A command with its words in order.
#[derive(Debug)]
pub(super) struct Command {
    nodes: Vec<Node>,
    pub(super) words: Vec<Word>,
    quoting: Quoting,
}

/// Makes a file of arguments with this text under the name of the old one; returns its path.
pub(super) type MakeFile<'f, E> = &'f mut dyn FnMut(&Path, &[u8]) -> Result<PathBuf, E>;

impl Command {
    /// Takes the arguments of a command apart; files of arguments are read.
    ///
    /// # Errors
    /// A file of arguments that names itself, or files beyond all bounds.
    pub(super) fn parse(program: &OsStr, arguments: &[OsString]) -> Result<Command, String> {
        let mut command = Command { nodes: Vec::new(), words: Vec::new(), quoting: quoting(program, arguments) };
        let arguments: Vec<Vec<u8>> = arguments.iter().map(|argument| argument.as_encoded_bytes().to_vec()).collect();
        let level = if is_linker(program) { Level::Linker } else { Level::Compiler };
        command.nodes = command.nodes_of(arguments, level, &mut response::Files::default())?;
        Ok(command)
    }

    fn nodes_of(&mut self, arguments: Vec<Vec<u8>>, level: Level, files: &mut response::Files) -> Result<Vec<Node>, String> {
        let mut nodes = Vec::new();
        let mut arguments = arguments.into_iter().peekable();
        while let Some(argument) = arguments.next() {
            if let Some((path, words)) = files.enter(&argument, self.quoting)? {
                let inner = self.nodes_of(words, level, files)?;
                files.leave();
                let is_gone = !path.is_file() && !inner.is_empty();
                nodes.push(Node::File(path, inner, is_gone));
                continue;
            }
            if level == Level::Compiler {
                if let Some(pieces) = argument.strip_prefix(b"-Wl,") {
                    let pieces = pieces.split(|&byte| byte == b',').map(<[u8]>::to_vec).collect();
                    nodes.push(Node::Linker(self.nodes_of(pieces, Level::Linker, files)?, Style::Pieces));
                    continue;
                }
                if argument == b"-Xlinker"
                    && let Some(next) = arguments.next()
                {
                    nodes.push(Node::Linker(self.nodes_of(vec![next], Level::Linker, files)?, Style::Single));
                    continue;
                }
            }
            nodes.push(Node::Word(self.words.len()));
            self.words.push(Word { text: argument, level, new: None });
        }
        Ok(nodes)
    }

    /// The arguments with all that is new. Files of arguments in which something changed are made anew.
    ///
    /// # Errors
    /// Those of `make`.
    pub(super) fn rebuilt<E>(&self, make: MakeFile<'_, E>) -> Result<Vec<OsString>, E> {
        Ok(self.emitted(&self.nodes, make)?.into_iter().map(response::to_os).collect())
    }

    fn emitted<E>(&self, nodes: &[Node], make: MakeFile<'_, E>) -> Result<Vec<Vec<u8>>, E> {
        let mut out = Vec::new();
        for node in nodes {
            match node {
                Node::Word(number) => match &self.words[*number].new {
                    Some(new) => out.extend(new.iter().cloned()),
                    None => out.push(self.words[*number].text.clone()),
                },
                Node::Linker(inner, style) => {
                    let is_new = inner.iter().any(|node| self.is_new(node));
                    let pieces = self.emitted(inner, make)?;
                    let has_comma = pieces.iter().any(|piece| piece.contains(&b','));
                    match style {
                        // The parts of an old argument have no commas.
                        Style::Pieces if !is_new || !has_comma && !pieces.is_empty() => {
                            out.push([b"-Wl,".as_slice(), &pieces.join(&b","[..])].concat());
                        }
                        _ => out.extend(pieces.into_iter().flat_map(|piece| [b"-Xlinker".to_vec(), piece])),
                    }
                }
                Node::File(path, inner, _) => {
                    let path = match self.is_new(node) {
                        true => {
                            let text = response::text_of(&self.emitted(inner, make)?, self.quoting);
                            make(path, &text)?
                        }
                        false => path.clone(),
                    };
                    out.push([b"@", path.as_os_str().as_encoded_bytes()].concat());
                }
            }
        }
        Ok(out)
    }

    /// Whether something in it is new.
    fn is_new(&self, node: &Node) -> bool {
        match node {
            Node::Word(number) => self.words[*number].new.is_some(),
            Node::File(.., true) => true,
            Node::Linker(inner, _) | Node::File(_, inner, false) => inner.iter().any(|node| self.is_new(node)),
        }
    }
}

/// Whether a program of this name is a linker, and not a compiler that runs one.
pub(super) fn is_linker(program: &OsStr) -> bool {
    const WORDS: [&str; 8] = ["ld", "lld", "ld64", "gold", "mold", "wild", "bfd", "link"];
    super::stem(program).split(['-', '.']).any(|word| WORDS.contains(&word))
}

/// Whether a program of this name has the options of Microsoft's.
pub(super) fn is_of_windows(program: &OsStr) -> bool {
    let name = super::stem(program);
    name.contains("lld-link") || name.contains("clang-cl") || name == "link"
}

/// How the program takes the words of files of arguments apart.
fn quoting(program: &OsStr, arguments: &[OsString]) -> Quoting {
    let is = |text: &str| arguments.iter().any(|argument| argument == text);
    let name = super::stem(program);
    let is_microsoft = is_of_windows(program) || is("--driver-mode=cl") || flavor(arguments) == Some("link");
    // lld asks for the system that it was made for, compilers do not.
    let is_lld_of_windows = cfg!(windows) && name.contains("lld");
    match () {
        () if is("--rsp-quoting=posix") || is("-rsp-quoting=posix") => Quoting::Posix,
        () if is("--rsp-quoting=windows") || is("-rsp-quoting=windows") => Quoting::Windows,
        () if is_microsoft || is_lld_of_windows => Quoting::Windows,
        () => Quoting::Posix,
    }
}

/// The `-flavor` of lld.
fn flavor(arguments: &[OsString]) -> Option<&str> {
    let at = arguments.iter().position(|argument| argument == "-flavor")?;
    arguments.get(at + 1)?.to_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Command {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        Command::parse(OsStr::new("clang"), &arguments).expect("a command")
    }

    fn words(command: &Command) -> Vec<String> {
        let rebuilt = command.rebuilt::<()>(&mut |_, _| Err(())).expect("no files");
        rebuilt.into_iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    /// The command with other words, by the old ones.
    fn with(mut command: Command, old: &str, new: &[&str]) -> Command {
        for word in command.words.iter_mut().filter(|word| word.text == old.as_bytes()) {
            word.new = Some(new.iter().map(|new| new.as_bytes().to_vec()).collect());
        }
        command
    }

    #[test]
    fn linkers_are_known_by_their_names() {
        for name in ["ld", "/usr/bin/ld.lld-19", "wasm-ld", "ld64.lld", "rust-lld.exe", "x86_64-linux-gnu-ld.gold", "mold", "lld-link-19"] {
            assert!(is_linker(OsStr::new(name)), "{name}");
        }
        for name in ["clang-19", "/ld/cc", "x86_64-linux-gnu-gcc", "clang-cl", "zig", "emcc"] {
            assert!(!is_linker(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn what_is_not_new_stays() {
        for line in [&["-o", "a", "-Wl,--start-group,a.a,,b.a", "-Xlinker", "x,y", "-Xlinker"][..], &["-Wl,"], &["", "@none", "-"]] {
            assert_eq!(words(&parsed(line)), line);
        }
    }

    #[test]
    fn words_are_replaced_where_they_are() {
        let line = ["a.o", "-Wl,-force_load,a.o,-s", "-Xlinker", "a.o", "b.o"];
        assert_eq!(words(&with(parsed(&line), "a.o", &["c/a.o"])), ["c/a.o", "-Wl,-force_load,c/a.o,-s", "-Xlinker", "c/a.o", "b.o"]);
        let comma = ["a,b.o", "-Xlinker", "-force_load", "-Xlinker", "a,b.o", "-Xlinker", "-s", "-Xlinker", "a,b.o", "b.o"];
        assert_eq!(words(&with(parsed(&line), "a.o", &["a,b.o"])), comma);
        assert_eq!(words(&with(parsed(&line), "a.o", &[])), ["-Wl,-force_load,-s", "b.o"]);
        assert_eq!(words(&with(parsed(&["-Wl,-lx", "-Wl,-s"]), "-lx", &[])), ["-Wl,-s"]);
    }

    #[test]
    fn files_of_arguments_are_made_anew_if_something_in_them_is() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| dir.path().join(name).display().to_string();
        std::fs::write(path("inner.rsp"), "b.o").expect("written");
        std::fs::write(path("outer.rsp"), format!("'a b.o' @{} -Wl,c.o", path("inner.rsp").replace('\\', "\\\\"))).expect("written");
        let outer = format!("@{}", path("outer.rsp"));
        let command = parsed(&["x", &outer, "-Wl,@none"]);
        assert_eq!(
            command.words.iter().map(|word| String::from_utf8_lossy(&word.text)).collect::<Vec<_>>(),
            ["x", "a b.o", "b.o", "c.o", "@none"]
        );
        assert_eq!(words(&command), ["x", &outer, "-Wl,@none"]);
        let mut made = Vec::new();
        let new = with(command, "b.o", &["new \"b\".o"]).rebuilt::<()>(&mut |path, text| {
            made.push((path.file_name().map(OsStr::to_owned), String::from_utf8_lossy(text).into_owned()));
            Ok(PathBuf::from("made"))
        });
        assert_eq!(new.expect("made"), ["x", "@made", "-Wl,@none"]);
        assert_eq!(made[0], (Some("inner.rsp".into()), "\"new \\\"b\\\".o\"\n".to_owned()));
        assert_eq!(made[1], (Some("outer.rsp".into()), "\"a b.o\"\n@made\n-Wl,c.o\n".to_owned()));
    }
}
