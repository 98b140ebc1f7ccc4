//! Asks the verifiers of older releases whether intrinsics have the signatures there that the table states.
//!
//! A module calls each intrinsic, `bcconv` translates it to the release, and the release verifies it. A signature that it does not take with any
//! choice of overloaded types was another one. Operations with constraints are not translated: releases before 10 get other instructions for them.
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::intrinsic_history::{Known, PROFILES, Shape, instantiate};
use crate::llvm;

/// Calls in one module.
const BATCH: usize = 500;
/// What the messages about a signature begin with; the second one is about too few arguments.
const MESSAGES: [&str; 2] = ["Intrinsic has incorrect ", "Callsite was not defined with variable arguments"];
/// What the names of operations with constraints begin with.
const CONSTRAINED: &str = "experimental.constrained.";

/// The name of an intrinsic, and its declaration with a function that calls it.
type Call = (String, String);

/// Programs and a folder for files.
pub(crate) struct Asker {
    bcconv: PathBuf,
    old: Option<PathBuf>,
    dir: tempfile::TempDir,
}

impl Asker {
    /// `--bin DIR` names the folder of `bcconv`, `--old DIR` that of programs `llvm-4` to `llvm-12`, whose command `verify` verifies a file.
    pub(crate) fn of(args: &[String]) -> Result<Asker, String> {
        let value = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).map(PathBuf::from);
        Ok(Asker {
            bcconv: value("--bin").unwrap_or_else(|| llvm::root().join("target/release")).join("bcconv"),
            old: value("--old").or_else(|| std::env::var_os("OLD_LLVMS").map(PathBuf::from)),
            dir: tempfile::tempdir().map_err(|e| e.to_string())?,
        })
    }

    /// The intrinsics whose signatures release `major` does not take; none if it is not installed.
    pub(crate) fn refused(
        &self,
        major: u32,
        intrinsics: &BTreeMap<String, (Known, Option<String>)>,
    ) -> Result<Option<BTreeSet<String>>, String> {
        let Some(verifier) = self.verifier(major) else { return Ok(None) };
        let stated = intrinsics.iter().filter_map(|(name, (known, words))| Some((name, known, words.as_deref()?)));
        let stated: Vec<(&String, &Known, &str)> = stated.collect();
        let mut refused: BTreeSet<String> = BTreeSet::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        // Calls of some types cannot be translated; two are enough to know.
        let mut untold: BTreeMap<String, usize> = BTreeMap::new();
        for &profile in PROFILES {
            let is_open = |name: &str| !taken.contains(name) && untold.get(name).is_none_or(|&count| count < 2);
            let is_scalable = |name: &str| name.starts_with("aarch64.sve") || name.starts_with("riscv.v");
            let calls = stated.iter().filter(|(name, ..)| is_open(name) && (!profile.is_scalable() || is_scalable(name)));
            let calls: Vec<Call> =
                calls.filter_map(|(name, known, words)| Some(((*name).clone(), call(name, known, words, profile)?))).collect();
            for (name, _) in &calls {
                *untold.entry(name.clone()).or_default() += 1;
            }
            let (as_it_is, others): (Vec<Call>, Vec<Call>) = calls.into_iter().partition(|(name, _)| name.starts_with(CONSTRAINED));
            for batch in others.chunks(BATCH).chain(as_it_is.chunks(BATCH)) {
                for (name, is_taken) in self.batch(&verifier, major, batch)? {
                    untold.remove(&name);
                    if is_taken {
                        refused.remove(&name);
                        taken.insert(name);
                    } else if !taken.contains(&name) {
                        refused.insert(name);
                    }
                }
            }
        }
        Ok(Some(refused))
    }

    /// The command that verifies a file.
    fn verifier(&self, major: u32) -> Option<Vec<String>> {
        let words = |path: &Path, args: &[&str]| {
            let args = args.iter().map(|&arg| arg.to_owned());
            [path.to_string_lossy().into_owned()].into_iter().chain(args).collect::<Vec<_>>()
        };
        if let Some(old) = self.old.as_deref().map(|old| old.join(format!("llvm-{major}"))).filter(|old| major < 13 && old.is_file()) {
            return Some(words(&old, &["verify"]));
        }
        if let Some(opt) = llvm::find_of("opt", major) {
            return Some(words(&opt, &["-passes=verify", "-disable-output"]));
        }
        let clang = llvm::find_of("clang", major)?;
        Some(words(&clang, &["-cc1", "-O0", "-emit-llvm-bc", "-w", "-o", "/dev/null", "-x", "ir"]))
    }

    /// Whether each of these calls, with the names of their intrinsics, is taken; those that cannot be translated are left out.
    fn batch(&self, verifier: &[String], major: u32, calls: &[Call]) -> Result<Vec<(String, bool)>, String> {
        let mut left: Vec<&Call> = calls.iter().collect();
        let mut out = Vec::new();
        while !left.is_empty() {
            match self.verify(verifier, major, &left)? {
                Some(said) => {
                    let (types, others) = faults(&said);
                    let is_in = |faults: &BTreeSet<&str>, call: &Call| faults.iter().any(|fault| is_of(fault, &call.0));
                    let before = left.len();
                    left.retain(|call| {
                        if is_in(&types, call) {
                            out.push((call.0.clone(), false));
                        }
                        !is_in(&types, call) && !is_in(&others, call)
                    });
                    if left.len() == before {
                        out.extend(left.iter().map(|(name, _)| (name.clone(), true)));
                        break;
                    }
                }
                None if left.len() == 1 => break,
                None => {
                    for half in left.chunks(left.len().div_ceil(2)) {
                        let half: Vec<Call> = half.iter().map(|&call| call.clone()).collect();
                        out.extend(self.batch(verifier, major, &half)?);
                    }
                    break;
                }
            }
        }
        Ok(out)
    }

    /// What the verifier says about signatures; none if the calls cannot be translated, or it fails for another reason.
    fn verify(&self, verifier: &[String], major: u32, calls: &[&Call]) -> Result<Option<String>, String> {
        let (text, bitcode) = (self.dir.path().join("calls.ll"), self.dir.path().join("calls.bc"));
        let lines: String = calls.iter().enumerate().map(|(number, (_, call))| call.replace('#', &number.to_string())).collect();
        let fault = |e: std::io::Error| e.to_string();
        std::fs::write(&text, lines).map_err(fault)?;
        let is_as_it_is = calls.iter().any(|(name, _)| name.starts_with(CONSTRAINED));
        let mut convert = Command::new(&self.bcconv);
        convert.arg(&text).args(["--disable-verify", "--to", "bc", "--to-llvm", &major.to_string(), "-o"]).arg(&bitcode);
        if !is_as_it_is && !convert.stdin(Stdio::null()).output().map_err(fault)?.status.success() {
            return Ok(None);
        }
        let input = if is_as_it_is { &text } else { &bitcode };
        let answer = Command::new(&verifier[0]).args(&verifier[1..]).arg(input).stdin(Stdio::null()).output().map_err(fault)?;
        let said = [answer.stdout, answer.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        Ok((answer.status.success() || said.lines().any(|line| name_in(line).is_some())).then_some(said))
    }
}

/// The names below messages about types, and below all others: nothing is known of the types of these.
fn faults(said: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut types, mut others) = (BTreeSet::new(), BTreeSet::new());
    let mut is_type = false;
    for line in said.lines() {
        match name_in(line) {
            Some(name) if is_type => types.extend([name]),
            Some(name) => others.extend([name]),
            None => {}
        }
        is_type = MESSAGES.iter().any(|message| line.contains(message));
    }
    (types, others)
}

/// The name of the intrinsic in a line below a message, without `llvm.`.
fn name_in(line: &str) -> Option<&str> {
    let rest = line.split_once("@llvm.")?.1;
    Some(rest.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '_')).next().unwrap_or(rest))
}

/// Whether a name with suffixes is that of an intrinsic.
fn is_of(full: &str, name: &str) -> bool {
    full.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether an argument must be a constant.
fn is_immediate(known: &Known, at: usize) -> bool {
    known.args.get(&(at as u32 + 1)).is_some_and(|words| words.iter().any(|word| word.starts_with("immarg")))
}

/// The declaration of an intrinsic, and a function that calls it; `#` stands for the number of the function.
fn call(name: &str, known: &Known, signature: &str, open: Shape) -> Option<String> {
    let (ret, params) = instantiate(signature, open)?;
    let is_open = |ty: &str| ty == "token" || ty == "metadata" && !name.starts_with(CONSTRAINED);
    if params.contains("...") || ["token", "metadata"].iter().any(|&ty| is_open(ty) && (ret.contains(ty) || params.contains(ty))) {
        return None;
    }
    let params = split(&params);
    let is_word = |at: usize| params.get(at) == Some(&"metadata");
    let is_constant = |at: usize| is_word(at) || is_immediate(known, at);
    let value = |at: usize, ty: &str| match ty {
        "metadata" if is_word(at + 1) && !name.contains(".fcmp") => "!\"round.dynamic\"".to_owned(),
        "metadata" if is_word(at + 1) => "!\"oeq\"".to_owned(),
        "metadata" => "!\"fpexcept.strict\"".to_owned(),
        _ if !is_constant(at) => format!("%a{at}"),
        "i1" => "false".to_owned(),
        _ if ty.starts_with('i') => "0".to_owned(),
        _ => "zeroinitializer".to_owned(),
    };
    let taken: Vec<String> = (0..params.len()).filter(|&at| !is_constant(at)).map(|at| format!("{} %a{at}", params[at])).collect();
    let given: Vec<String> = params.iter().enumerate().map(|(at, ty)| format!("{ty} {}", value(at, ty))).collect();
    let suffix = if known.overloaded { ".bctk" } else { "" };
    let (result, back) = if ret == "void" { ("", "void".to_owned()) } else { ("%r = ", format!("{ret} %r")) };
    Some(format!(
        "declare {ret} @llvm.{name}{suffix}({})\ndefine {ret} @\"call#\"({}) {{\n  {result}call {ret} @llvm.{name}{suffix}({})\n  ret {back}\n}}\n",
        params.join(", "),
        taken.join(", "),
        given.join(", ")
    ))
}

/// The types of a list: commas inside brackets do not part them.
fn split(list: &str) -> Vec<&str> {
    let (mut out, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '<' | '{' | '(' | '[' => depth += 1,
            '>' | '}' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                out.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !list.trim().is_empty() {
        out.push(list[start..].trim());
    }
    out
}
