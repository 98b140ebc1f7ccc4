//! The inputs of a command: files that it names, and libraries that it has the linker look for (`-lz`, `/DEFAULTLIB:z`).
use std::fs;
use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use super::arguments::Command;
use super::options::{Meaning, meaning};
use crate::response::to_os;

/// A file, and the words that name it.
#[derive(Debug)]
pub(super) struct Input {
    /// What the command says, for people.
    pub(super) argument: String,
    pub(super) path: PathBuf,
    words: Vec<Place>,
}

/// A word that names an input, and what becomes of it when the input has another path.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    word: usize,
    /// The beginning of the word, up to the path.
    before: Vec<u8>,
    /// The word that stands before the path then.
    option: Option<&'static str>,
    /// The word before, `-l`, which has the path instead of this one.
    lead: Option<usize>,
}

/// What a command says about its inputs.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) inputs: Vec<Input>,
    /// The output, if it has a name.
    pub(super) output: Option<PathBuf>,
    /// Words that name libraries which are not in the folders that the command names.
    pub(super) elsewhere: Vec<String>,
}

/// A library, as a command names it.
struct Named {
    place: Place,
    name: Vec<u8>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `-lz`; with `true`, only a static one.
    Library(bool),
    /// A file that Windows' linkers look for.
    Windows,
    /// The same; its name may lack `.lib`.
    Default,
    /// A file as it is named.
    File,
}

/// What the next word is.
#[derive(Clone, Copy, Default)]
enum Next {
    #[default]
    Any,
    Values(usize),
    Input,
    Folder,
    /// The name of a library; the option that says so is this word.
    Library(usize),
    Output,
    Root,
}

/// What was seen so far.
#[derive(Default)]
struct Walk {
    named: Vec<Named>,
    folders: Vec<Vec<u8>>,
    windows_folders: Vec<Vec<u8>>,
    root: Vec<u8>,
    output: Option<Vec<u8>>,
    is_static: bool,
    all_static: bool,
}

/// Folders with libraries, after those that a command names.
#[derive(Debug, Default)]
pub(super) struct Folders {
    pub(super) all: Vec<PathBuf>,
    pub(super) windows: Vec<PathBuf>,
}

impl Inputs {
    /// Finds the inputs of a command.
    pub(super) fn of(command: &Command, more: &Folders) -> Inputs {
        let mut walk = Walk::default();
        let mut next = [Next::Any; 2];
        for (number, word) in command.words.iter().enumerate() {
            let next = &mut next[word.level as usize];
            *next = match std::mem::take(next) {
                Next::Any => walk.word(number, &word.text, meaning(&word.text, word.level)),
                Next::Values(count) => {
                    if count > 1 {
                        Next::Values(count - 1)
                    } else {
                        Next::Any
                    }
                }
                other => walk.value(number, &word.text, other),
            };
        }
        walk.found(command, more)
    }
}

impl Walk {
    /// A word that is no value of another one.
    fn word(&mut self, word: usize, text: &[u8], meaning: Option<Meaning>) -> Next {
        let rest = |at: usize| text.get(at..).unwrap_or_default().to_vec();
        let place = |at: usize, option| Place { word, before: text.get(..at).unwrap_or_default().to_vec(), option, lead: None };
        match meaning {
            None => self.named.push(Named { place: place(0, None), name: text.to_vec(), kind: Kind::Windows }),
            Some(Meaning::InputIn(at)) => self.named.push(Named { place: place(at, None), name: rest(at), kind: Kind::Windows }),
            Some(Meaning::DefaultLibraryIn(at)) => self.named.push(Named { place: place(at, None), name: rest(at), kind: Kind::Default }),
            Some(Meaning::LibraryIn(at, option)) => self.library(Place { before: Vec::new(), ..place(0, option) }, rest(at)),
            Some(Meaning::FolderIn(at)) => {
                self.windows_folders.extend(text.get(at - 1).filter(|&&before| before == b':').map(|_| rest(at)));
                self.folders.push(rest(at));
            }
            Some(Meaning::OutputIn(at)) => self.output = Some(rest(at)),
            Some(Meaning::RootIn(at)) => self.root = rest(at),
            Some(Meaning::Static) => self.is_static = true,
            Some(Meaning::Dynamic) => self.is_static = false,
            Some(Meaning::AllStatic) => self.all_static = true,
            Some(Meaning::Flag) => {}
            Some(Meaning::Values(count)) => return Next::Values(count),
            Some(Meaning::Input) => return Next::Input,
            Some(Meaning::Folder) => return Next::Folder,
            Some(Meaning::Library) => return Next::Library(word),
            Some(Meaning::Output) => return Next::Output,
            Some(Meaning::Root) => return Next::Root,
        }
        Next::Any
    }

    /// The value of the option before.
    fn value(&mut self, word: usize, text: &[u8], is: Next) -> Next {
        let place = |lead| Place { word, before: Vec::new(), option: None, lead };
        match is {
            Next::Input => self.named.push(Named { place: place(None), name: text.to_vec(), kind: Kind::File }),
            Next::Library(lead) => self.library(place(Some(lead)), text.to_vec()),
            Next::Folder => self.folders.push(text.to_vec()),
            Next::Output => self.output = Some(text.to_vec()),
            Next::Root => self.root = text.to_vec(),
            Next::Any | Next::Values(_) => {}
        }
        Next::Any
    }

    fn library(&mut self, place: Place, name: Vec<u8>) {
        self.named.push(Named { place, name, kind: Kind::Library(self.is_static) });
    }

    /// Looks for all that was named, now that all folders are known.
    fn found(self, command: &Command, more: &Folders) -> Inputs {
        let paths = |folders: &[Vec<u8>], more: &[PathBuf]| -> Vec<PathBuf> {
            folders.iter().map(|folder| self.folder(folder)).chain(more.iter().cloned()).collect()
        };
        let (folders, windows_folders) = (paths(&self.folders, &more.all), paths(&self.windows_folders, &more.windows));
        let mut inputs = Inputs { output: self.output.clone().map(path), ..Inputs::default() };
        // The same file may have several names.
        let mut by_file: HashMap<PathBuf, usize> = HashMap::new();
        for named in self.named {
            let library = |is_static| library(&named.name, is_static || self.all_static, &folders);
            let (file, looks) = match named.kind {
                Kind::Library(is_static) => (library(is_static), true),
                Kind::Windows => (windows_file(&named.name, &windows_folders, b".obj"), false),
                Kind::Default => (windows_file(&named.name, &windows_folders, b".lib"), false),
                Kind::File => (Some(path(named.name.clone())).filter(|path| path.is_file()), false),
            };
            let argument = match named.place.lead {
                Some(lead) => [&command.words[lead].text[..], b" ", &command.words[named.place.word].text].concat(),
                None => command.words[named.place.word].text.clone(),
            };
            let argument = String::from_utf8_lossy(&argument).into_owned();
            match file {
                Some(file) => {
                    let at = *by_file.entry(fs::canonicalize(&file).unwrap_or_else(|_| file.clone())).or_insert(inputs.inputs.len());
                    match inputs.inputs.get_mut(at) {
                        Some(input) => input.words.push(named.place),
                        None => inputs.inputs.push(Input { argument, path: file, words: vec![named.place] }),
                    }
                }
                None if looks && !inputs.elsewhere.contains(&argument) => inputs.elsewhere.push(argument),
                None => {}
            }
        }
        inputs
    }

    /// A folder with libraries; `=` begins those in the system of the target.
    fn folder(&self, folder: &[u8]) -> PathBuf {
        match folder.strip_prefix(b"=").or_else(|| folder.strip_prefix(b"$SYSROOT")) {
            Some(rest) => path([&self.root[..], rest].concat()),
            None => path(folder.to_vec()),
        }
    }
}

impl Input {
    /// Has the command name the file `new` instead.
    pub(super) fn replace(&self, new: &Path, command: &mut Command) {
        let new = new.as_os_str().as_encoded_bytes();
        for place in &self.words {
            let word = [&place.before, new].concat();
            let words: Vec<Vec<u8>> = place.option.map(|option| option.as_bytes().to_vec()).into_iter().chain([word]).collect();
            match place.lead {
                // Both may be in arguments of their own.
                Some(lead) => {
                    command.words[lead].new = Some(words);
                    command.words[place.word].new = Some(Vec::new());
                }
                None => command.words[place.word].new = Some(words),
            }
        }
    }
}

fn path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(to_os(bytes))
}

/// A file in a folder.
fn inside(folder: &Path, parts: &[&[u8]]) -> Option<PathBuf> {
    Some(folder.join(path(parts.concat()))).filter(|path| path.is_file())
}

/// The library that `-l` means, in the first folder that has one. Of two in a folder, linkers take the shared one, unless they link statically.
fn library(name: &[u8], is_static: bool, folders: &[PathBuf]) -> Option<PathBuf> {
    let shared: &[(&[u8], &[u8])] = &[(b"lib", b".so"), (b"lib", b".tbd"), (b"lib", b".dylib"), (b"lib", b".dll.a"), (b"", b".dll.a")];
    let archives: &[(&[u8], &[u8])] = &[(b"lib", b".a"), (b"", b".lib")];
    if let Some(name) = name.strip_prefix(b":") {
        return folders.iter().find_map(|folder| inside(folder, &[name]));
    }
    // Darwin's linkers take such a name for that of the file.
    if name.ends_with(b".o") {
        return folders.iter().find_map(|folder| inside(folder, &[name]));
    }
    let shared = if is_static { &[] } else { shared };
    let forms = || shared.iter().chain(archives);
    folders.iter().find_map(|folder| forms().find_map(|(before, after)| inside(folder, &[before, name, after])))
}

/// A file that is named, or that Windows' linkers find in their folders, also with this ending if it has none.
fn windows_file(name: &[u8], folders: &[PathBuf], ending: &[u8]) -> Option<PathBuf> {
    let own = path(name.to_vec());
    if own.is_file() || name.is_empty() {
        return Some(own).filter(|path| path.is_file());
    }
    let ending = if own.extension().is_none() { ending } else { b"" };
    let here = [PathBuf::new()];
    // Without such folders, a word is a file or something else.
    let here = if ending == b".lib" || !folders.is_empty() { &here[..] } else { &[] };
    here.iter().chain(folders).find_map(|folder| inside(folder, &[name, ending]))
}
