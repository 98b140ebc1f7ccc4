//! `tidy`: modules of a crate that refer to each other in circles.
//!
//! What is compared are the modules below one parent, each with all that it holds. That a child uses its parent is no circle.
use std::collections::{BTreeMap, BTreeSet};

/// The circles that there are: where, and of which modules. A line may become shorter, or go; there is none to be added.
const KNOWN: &str = include_str!("circles.txt");

/// A module: its names from the root of the crate.
type Path = Vec<String>;

/// Which modules of crates there are, with their texts.
#[derive(Default)]
pub(super) struct Modules {
    crates: BTreeMap<String, BTreeMap<Path, String>>,
}

impl Modules {
    /// Adds a file, if it is a module of a crate.
    pub(super) fn add(&mut self, name: &str, text: &str) {
        let Some((dir, file)) = name.split_once("/src/") else { return };
        let mut path: Path = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if path[0] == "bin" || path.iter().any(|part| part == "tests") {
            return;
        }
        path.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
        let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        self.crates.entry(format!("{dir}/src")).or_default().insert(path, code.to_owned());
    }

    /// Compares the circles with those that are known.
    pub(super) fn check(&self, faults: &mut Vec<String>) {
        let found: BTreeSet<(String, String)> = self.crates.iter().flat_map(|(dir, modules)| circles(dir, modules)).collect();
        let known: BTreeSet<(String, String)> =
            KNOWN.lines().filter_map(|line| line.split_once(": ")).map(|(dir, names)| (dir.to_owned(), names.to_owned())).collect();
        for (dir, names) in found.difference(&known) {
            faults.push(format!("{dir}: these modules refer to each other in a circle: {names}"));
        }
        for (dir, names) in known.difference(&found) {
            faults.push(format!("{dir}: there is no such circle any more; take it out of xtask/src/tidy/circles.txt: {names}"));
        }
    }
}

/// The circles of a crate.
fn circles(dir: &str, modules: &BTreeMap<Path, String>) -> BTreeSet<(String, String)> {
    // Below each parent: which of its children uses which.
    let mut uses: BTreeMap<&[String], BTreeMap<&str, BTreeSet<&str>>> = BTreeMap::new();
    for (from, text) in modules {
        for path in paths(text) {
            let to = resolved(from, &path, modules);
            let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            if let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) {
                uses.entry(&from[..shared]).or_default().entry(user).or_default().insert(used);
            }
        }
    }
    let mut out = BTreeSet::new();
    for (parent, uses) in uses {
        let reach: BTreeMap<&str, BTreeSet<&str>> = uses.keys().map(|&from| (from, reached(from, &uses))).collect();
        for (from, to) in reach.iter().filter(|(from, to)| to.contains(*from)) {
            let circle: Vec<&str> = to.iter().copied().filter(|other| reach.get(other).is_some_and(|back| back.contains(from))).collect();
            let place = std::iter::once(dir).chain(parent.iter().map(String::as_str)).collect::<Vec<_>>().join("/");
            out.insert((place, circle.join(" ")));
        }
    }
    out
}

/// All that a module uses, directly or not.
fn reached<'a>(from: &str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut out = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for &next in uses.get(at).into_iter().flatten() {
            if out.insert(next) {
                open.push(next);
            }
        }
    }
    out
}

/// The module that a path in the module `from` leads to or into.
fn resolved<'m>(from: &Path, path: &[&str], modules: &'m BTreeMap<Path, String>) -> &'m [String] {
    let mut to: Path = if path[0] == "crate" { Path::new() } else { from.clone() };
    for &part in path {
        match part {
            "crate" | "self" => {}
            "super" => drop(to.pop()),
            _ => {
                to.push(part.to_owned());
                if !modules.contains_key(&to) {
                    to.pop();
                    break;
                }
            }
        }
    }
    modules.get_key_value(&to).map_or(&[], |(path, _)| path)
}

/// The paths in a text that begin at the crate, at a parent or at the module itself.
fn paths(text: &str) -> Vec<Vec<&str>> {
    let mut tokens = Vec::new();
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let len = if word > 0 {
                word
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.extend((!first.is_whitespace()).then_some(&rest[..len]));
            rest = &rest[len..];
        }
    }
    let mut out = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_start = ["crate", "super", "self"].contains(&tokens[at]) && (at == 0 || tokens[at - 1] != "::");
        at = if is_start { tree(&tokens, at, &mut Vec::new(), &mut out) } else { at + 1 };
    }
    out
}

/// Reads a path, which may end with a list of paths in braces. Returns the place behind it.
fn tree<'t>(tokens: &[&'t str], mut at: usize, path: &mut Vec<&'t str>, out: &mut Vec<Vec<&'t str>>) -> usize {
    let begun = path.len();
    if tokens.get(at) == Some(&"{") {
        at += 1;
        while let Some(&token) = tokens.get(at).filter(|&&token| token != "}") {
            at = if token == "," { at + 1 } else { tree(tokens, at, path, out) };
        }
    } else if let Some(&part) = tokens.get(at) {
        path.push(part);
        if tokens.get(at + 1) == Some(&"::") {
            at = tree(tokens, at + 2, path, out);
            path.truncate(begun);
            return at;
        }
        out.push(path.clone());
    }
    path.truncate(begun);
    at + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut modules = Modules::default();
        files.iter().for_each(|(name, text)| modules.add(name, text));
        modules.crates.iter().flat_map(|(dir, modules)| circles(dir, modules)).collect()
    }

    #[test]
    fn circles_are_found_below_each_parent() {
        let files = [
            ("ir/src/lib.rs", "mod a;\npub mod b;\nuse crate::a::x::One;"),
            ("ir/src/a/mod.rs", "mod x;\nmod y;\nmod z;\nuse x::One;"),
            ("ir/src/a/x.rs", "use super::{Own, y::{self, Two}};\n"),
            ("ir/src/a/y.rs", "use crate::b;\nfn f() -> super::x::One { todo() }"),
            ("ir/src/a/z.rs", "// use super::x;\nuse std::x;\nuse super::y;"),
            ("ir/src/b.rs", "use std::a;\n#[cfg(test)]\nmod tests {\n use crate::a::x; }"),
        ];
        let a = ("ir/src/a".to_owned(), "x y".to_owned());
        assert_eq!(of(&files), std::slice::from_ref(&a));
        let more = [&files[..], &[("ir/src/b.rs", "pub(crate) fn f() { crate::a::x::f() }")]].concat();
        assert_eq!(of(&more), [("ir/src".to_owned(), "a b".to_owned()), a]);
    }

    #[test]
    fn what_changes_is_a_fault() {
        let (mut modules, mut faults) = (Modules::default(), Vec::new());
        modules.add("x/src/a.rs", "use crate::b;");
        modules.add("x/src/b.rs", "use super::a;");
        modules.check(&mut faults);
        assert_eq!(faults[0], "x/src: these modules refer to each other in a circle: a b");
        assert_eq!(faults.len(), 1 + KNOWN.lines().count());
        assert!(faults[1].contains("there is no such circle any more"), "{faults:?}");
    }
}
