//! `cargo xtask translate --run`: compiles programs, translates their modules, has the older release make code of them, and compares what the
//! programs print.
mod coders;
pub(super) mod lto;
mod processes;
mod programs;
pub(super) mod stops;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use bctk_ir::version::LlvmVersion;

use super::Job;
use crate::{llvm, parallel};
use coders::Coders;
use processes::{PATIENCE, Shown, execute, finish};
use programs::Build;

/// Libraries that the programs, and Rust's own, need.
const LIBRARIES: &[&str] = &["-lstdc++", "-lm", "-lpthread", "-ldl", "-lrt", "-lutil", "-lgcc_s"];

/// Of many programs, one that runs for longer than this by itself is left out.
const SHORT: Duration = Duration::from_secs(5);

/// To how many releases each of many programs is translated.
const OF_MANY: usize = 5;

/// The oldest and the newest release that many programs are translated to, unless others are named.
const MANY: (LlvmVersion, LlvmVersion) = (LlvmVersion::of(4.0), LlvmVersion::of(21.0));

/// How a translation is used: its name, whether it is text, and the level at which the older compiler works.
type Form = (&'static str, bool, &'static str);

const FORMS: [Form; 2] = [("text", true, "-O0"), ("bitcode", false, "-O2")];

/// What went wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The translation was refused.
    Refused,
    /// The release did not make a program of it.
    Uncompiled,
    /// The program does something else.
    Different,
}

const KINDS: [(Kind, &str); 3] = [(Kind::Refused, "refused"), (Kind::Uncompiled, "no code"), (Kind::Different, "different")];

/// What a release did with a translation: the name of the step, and what went wrong.
type Outcome = (LlvmVersion, &'static str, Result<(), (Kind, String)>);

/// Runs the command; `Ok(false)` means that a translated program does something else than the program, or is none.
pub(super) fn run(job: &Job) -> Result<bool, String> {
    let Job { show, every, .. } = job;
    let is_many = job.csmith + job.generate > 0;
    let sources = sources(job, &["c", "cpp", "rs"])?;
    let mut releases = job.releases.clone();
    if is_many && job.takes_all {
        releases.retain(|release| (MANY.0..=MANY.1).contains(release));
    }
    let coders = Coders::find(job.old.as_deref(), &releases);
    releases.retain(|release| coders.name(*release).is_some());
    let mut builds = programs::of_files(&sources, &coders);
    builds.extend(programs::of_seeds(job, &coders));
    let builds: Vec<Build<'_>> = builds.into_iter().step_by(*every).collect();
    if builds.is_empty() || releases.is_empty() {
        println!("translate: SKIPPED, nothing compiles the programs");
        return Ok(true);
    }
    let run = Run { job, releases: &releases, coders: &coders };
    let results = parallel::each(&parallel::rooms()?, builds.len(), |room, number| run.look_at(&builds[number], number, room.path()));
    let mut all: Vec<(usize, Outcome)> = Vec::new();
    let mut skipped: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, result) in results.into_iter().enumerate() {
        match result {
            Ok(outcomes) => all.extend(outcomes.into_iter().map(|outcome| (number, outcome))),
            Err(fault) => skipped.entry(general(&fault)).or_default().push(number),
        }
    }
    for (fault, numbers) in &skipped {
        println!("SKIPPED: {} builds: {fault}", numbers.len());
        numbers.iter().take(*show).for_each(|&number| println!("      {}", builds[number].describe()));
    }
    run.tell(&all);
    let mut reasons: BTreeMap<(Kind, String), Vec<&(usize, Outcome)>> = BTreeMap::new();
    for one in &all {
        if let (_, (_, _, Err((kind, fault)))) = one {
            reasons.entry((*kind, general(fault))).or_default().push(one);
        }
    }
    for ((kind, fault), places) in &reasons {
        let name = KINDS.iter().find(|(of, _)| of == kind).map_or("", |(_, name)| name);
        println!("\n{name}: {} × {fault}", places.len());
        for (number, (release, step, _)) in places.iter().take(*show) {
            println!("      {}, LLVM {release}, {step}", builds[*number].describe());
        }
    }
    Ok(reasons.is_empty())
}

/// The programs that were named; without any, and without a number of others, those of `corpus/src/run` with these endings.
fn sources(job: &Job, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    if !job.files.is_empty() || job.csmith + job.generate > 0 {
        return Ok(job.files.clone());
    }
    let folder = llvm::root().join("corpus/src/run");
    let of = |ending: &&str| llvm::files_below(&folder, &format!(".{ending}"));
    Ok(endings.iter().map(of).collect::<Result<Vec<_>, _>>()?.concat())
}

fn status(code: Option<i32>) -> String {
    code.map_or("a signal".into(), |code| format!("status {code}"))
}

/// A reason without what is of one program alone: names and numbers.
fn general(fault: &str) -> String {
    let mut out = String::new();
    for c in super::unnamed(fault).chars() {
        match c.is_ascii_digit() {
            false => out.push(c),
            true if !out.ends_with('N') => out.push('N'),
            true => {}
        }
    }
    out
}

/// What programs are run with.
struct Run<'a> {
    job: &'a Job,
    releases: &'a [LlvmVersion],
    coders: &'a Coders,
}

impl Run<'_> {
    /// Prints a row for each release: how many translations of each form do the same, and how many do not, by kind.
    fn tell(&self, all: &[(usize, Outcome)]) {
        let steps = ["text", "bitcode", "text and up", "bitcode and up"];
        let kinds = KINDS.map(|(_, name)| name);
        println!("| LLVM | code by | {} | {} |", steps.join(" | "), kinds.join(" | "));
        println!("|---|---|{}", "---|".repeat(steps.len() + kinds.len()));
        let row = |name: &str, by: &str, is_of: &dyn Fn(LlvmVersion) -> bool| {
            let cells = steps.map(|step| {
                let tried = all.iter().filter(|(_, (release, name, _))| is_of(*release) && *name == step);
                let same = tried.clone().filter(|(_, (_, _, result))| result.is_ok()).count();
                format!("{same} of {}", tried.count())
            });
            let failed = KINDS.map(|(kind, _)| {
                let is_it = |result: &Result<(), (Kind, String)>| result.as_ref().is_err_and(|(of, _)| *of == kind);
                all.iter().filter(|(_, (release, _, result))| is_of(*release) && is_it(result)).count().to_string()
            });
            println!("| {name} | {by} | {} | {} |", cells.join(" | "), failed.join(" | "));
        };
        for &release in self.releases.iter().rev() {
            row(&release.to_string(), &self.coders.name(release).unwrap_or_default(), &|of| of == release);
        }
        row("all", "", &|_| true);
    }

    /// The releases that a build is translated to, each with the forms of the translation.
    fn targets(&self, build: &Build<'_>, number: usize) -> Vec<(LlvmVersion, &'static [Form])> {
        if !build.source.is_one_of_many() {
            return self.releases.iter().map(|&release| (release, &FORMS[..])).collect();
        }
        let one = |place: usize| {
            let form = (place / self.releases.len()) % FORMS.len();
            (self.releases[place % self.releases.len()], &FORMS[form..=form])
        };
        let count = OF_MANY.min(self.releases.len());
        (number * count..(number + 1) * count).map(one).collect()
    }

    /// Compiles a program, and has each release run its translations. An error says why the program itself does not run.
    fn look_at(&self, build: &Build<'_>, number: usize, room: &Path) -> Result<Vec<Outcome>, String> {
        let without_room = |fault: String| fault.replace(&room.display().to_string(), "ROOM").chars().take(300).collect::<String>();
        let module = room.join("module.bc");
        build.compile(&module, room).map_err(without_room)?;
        let (object, program) = (room.join("object.o"), room.join("program"));
        let linked = |objects: &[Vec<u8>], patience: Duration| -> Result<Option<Shown>, (Kind, String)> {
            let mut link = Command::new(build.linker);
            link.arg(&object).args(build.flags.iter().filter(|flag| programs::needs_runtime(flag)));
            if build.is_rust() {
                link.arg(room.join("library.a"));
            }
            for (number, object) in objects.iter().enumerate() {
                let path = room.join(format!("conversion.{number}.o"));
                std::fs::write(&path, object).map_err(|e| (Kind::Uncompiled, e.to_string()))?;
                link.arg(path);
            }
            link.args(["-w", "-stdlib=libstdc++", "-rtlib=libgcc", "-unwindlib=libgcc"]).args(LIBRARIES);
            link.args(self.coders.runtime());
            finish(link.arg("-o").arg(&program), &program).map_err(|fault| (Kind::Uncompiled, fault))?;
            execute(&mut Command::new(&program), room, patience).map_err(|fault| (Kind::Different, fault))
        };
        let by_clang = |clang: &Path, level: &str, input: &Path| {
            finish(Command::new(clang).args(["-w", "-fPIC", "-c", level, "-x", "ir"]).arg(input).arg("-o").arg(&object), &object)
                .map_err(|fault| (Kind::Uncompiled, fault))
        };
        let patience = if build.source.is_one_of_many() { SHORT } else { PATIENCE };
        let own = by_clang(build.linker, "-O1", &module).and_then(|()| linked(&[], patience)).map_err(|(_, fault)| without_room(fault))?;
        let (printed, end) = own.ok_or("runs for too long by itself")?;
        if end.is_none() && build.source.is_one_of_many() {
            return Err("a signal ends it by itself".into());
        }
        // What is undefined in it shows in other code, too: csmith makes loops without an end that only some levels leave.
        if build.source.is_one_of_many() {
            let other =
                by_clang(build.linker, "-O0", &module).and_then(|()| linked(&[], patience)).map_err(|(_, fault)| without_room(fault))?;
            if other.is_none_or(|other| other != (printed.clone(), end)) {
                return Err("its own clang makes code of it that does something else at -O0".into());
            }
        }
        let same = |shown: Option<Shown>| match shown {
            None => Err((Kind::Different, "does not end".into())),
            Some((_, other)) if other != end => Err((Kind::Different, format!("ends with {}, not {}", status(other), status(end)))),
            Some((other, _)) if other != printed => Err((Kind::Different, "prints something else".into())),
            Some(_) => Ok(()),
        };
        let mut outcomes = Vec::new();
        for (release, forms) in self.targets(build, number) {
            for &(form, is_text, level) in forms {
                let translated = room.join(if is_text { "translated.ll" } else { "translated.bc" });
                // What is kept of a failure is its own.
                [&translated, &program].into_iter().for_each(|path| drop(std::fs::remove_file(path)));
                let written = self.convert(&module, &translated, release);
                let is_written = written.is_ok();
                if !is_text || self.coders.is_own(release) || !is_written {
                    let code = written.and_then(|()| {
                        let code = self.coders.compile(release, &translated, level, &object);
                        code.map_err(|fault| (Kind::Uncompiled, format!("LLVM {release}: {fault}")))
                    });
                    outcomes.push((release, form, code.and_then(|()| linked(self.coders.objects(release), PATIENCE)).and_then(same)));
                }
                let newest = self.coders.clang(LlvmVersion::DEFAULT.major).filter(|_| is_written && !build.source.is_one_of_many());
                if let Some(newest) = newest {
                    let up = room.join(if is_text { "up.bc" } else { "up.ll" });
                    let result = self.convert(&translated, &up, LlvmVersion::DEFAULT);
                    let result = result.and_then(|()| by_clang(newest, level, &up)).and_then(|()| linked(&[], PATIENCE)).and_then(same);
                    outcomes.push((release, if is_text { "text and up" } else { "bitcode and up" }, result));
                }
                if let (Some(folder), Some((_, _, Err(_)))) = (&self.job.keep, outcomes.last()) {
                    self.keep(folder, build, release, is_text, room)?;
                }
            }
        }
        for (_, _, result) in &mut outcomes {
            if let Err((_, fault)) = result {
                *fault = without_room(std::mem::take(fault));
            }
        }
        Ok(outcomes)
    }

    fn convert(&self, input: &Path, output: &Path, llvm: LlvmVersion) -> Result<(), (Kind, String)> {
        super::convert(&self.job.bcconv, input, output, llvm).map_err(|fault| (Kind::Refused, fault))
    }

    /// Keeps the files of a translation that failed.
    fn keep(&self, folder: &Path, build: &Build<'_>, release: LlvmVersion, is_text: bool, room: &Path) -> Result<(), String> {
        let name: String = build.describe().chars().map(|c| if c.is_ascii_alphanumeric() || "-=.".contains(c) { c } else { '_' }).collect();
        let folder: PathBuf = folder.join(format!("{name}.{release}"));
        let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let translated = if is_text { "translated.ll" } else { "translated.bc" };
        for name in [build.made().as_str(), "module.bc", translated, "program"] {
            if room.join(name).is_file() {
                std::fs::copy(room.join(name), folder.join(name)).map_err(failed)?;
            }
        }
        Ok(())
    }
}
