//! `cargo xtask translate --stops`: stops programs and their translations in a debugger, and compares the places and what variables are there.
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use bctk_ir::version::LlvmVersion;

use super::coders::Coders;
use super::processes::{PATIENCE, execute, finish};
use super::programs::{self, Build};
use super::{FORMS, LIBRARIES, sources};
use crate::parallel;
use crate::translated::Job;

/// Run by gdb.
const SCRIPT: &str = include_str!("stops.py");

/// The releases whose code is looked at unless others are named.
const RELEASES: [f64; 5] = [7.0, 11.0, 14.0, 16.0, 19.0];

/// A stop: the functions with their lines, and the values of variables.
#[derive(PartialEq)]
struct Stop {
    functions: String,
    values: BTreeMap<String, String>,
}

/// Stops by their lines.
type Stops = BTreeMap<u32, Stop>;

/// How a translation did: the release, its form, how many stops were the same, of how many, and the first that was not.
type Outcome = (LlvmVersion, &'static str, Result<(usize, usize, Option<String>), String>);

/// Runs the command; `Ok(false)` means that a stop of a translated program is not as that of the program.
pub(in crate::translated) fn run(job: &Job) -> Result<bool, String> {
    if Command::new("gdb").arg("--version").output().is_err() {
        println!("translate --stops: SKIPPED, gdb is not installed");
        return Ok(true);
    }
    let releases = match job.takes_all {
        true => RELEASES.map(LlvmVersion::of).into(),
        false => job.releases.clone(),
    };
    let coders = Coders::find(job.old.as_deref(), &releases);
    let builds = programs::to_debug(&sources(job, &["c", "cpp"])?, job, &coders);
    let results =
        parallel::each(&parallel::rooms()?, builds.len(), |room, number| look_at(job, &builds[number], &releases, &coders, room.path()));
    let mut rows: BTreeMap<(LlvmVersion, &str), (usize, usize, usize)> = BTreeMap::new();
    let mut faults = Vec::new();
    for (build, result) in builds.iter().zip(results) {
        let outcomes = match result {
            Ok(outcomes) => outcomes,
            Err(fault) => {
                println!("SKIPPED: {}: {fault}", build.describe());
                continue;
            }
        };
        for (release, form, result) in outcomes {
            let row = rows.entry((release, form)).or_default();
            row.0 += 1;
            let fault = match result {
                Ok((same, all, first)) => {
                    (row.1, row.2) = (row.1 + same, row.2 + all);
                    first
                }
                Err(fault) => Some(fault),
            };
            faults.extend(fault.map(|fault| format!("{}, LLVM {release}, {form}: {fault}", build.describe())));
        }
    }
    println!("| LLVM | form | programs | stops alike |\n|---|---|---|---|");
    for ((release, form), (count, same, all)) in rows.iter().rev() {
        println!("| {release} | {form} | {count} | {same} of {all} |");
    }
    faults.iter().take(job.show.max(1) * 20).for_each(|fault| println!("{fault}"));
    Ok(faults.is_empty())
}

/// Stops a program and its translations. An error says why the program itself has none.
fn look_at(job: &Job, build: &Build<'_>, releases: &[LlvmVersion], coders: &Coders, room: &Path) -> Result<Vec<Outcome>, String> {
    let (module, object, program, script) = (room.join("module.bc"), room.join("object.o"), room.join("program"), room.join("stops.py"));
    std::fs::write(&script, SCRIPT).map_err(|e| format!("{}: {e}", script.display()))?;
    build.compile(&module, room)?;
    let linked = |release: Option<LlvmVersion>| -> Result<(), String> {
        let mut link = Command::new(build.linker);
        link.arg(&object);
        for (number, bytes) in release.map_or(&[][..], |release| coders.objects(release)).iter().enumerate() {
            let path = room.join(format!("conversion.{number}.o"));
            std::fs::write(&path, bytes).map_err(|e| e.to_string())?;
            link.arg(path);
        }
        link.args(["-w", "-pie", "-stdlib=libstdc++", "-rtlib=libgcc", "-unwindlib=libgcc"]).args(LIBRARIES).args(coders.runtime());
        finish(link.arg("-o").arg(&program), &program)
    };
    let name = build.file_name();
    let debugged = |lines: &str| -> Result<String, String> {
        let mut gdb = Command::new("gdb");
        gdb.args(["-nx", "-batch", "-x"]).arg(&script).arg(&program).env("STOPS_FILE", &name).env("STOPS_LINES", lines);
        let (said, _) = execute(&mut gdb, room, PATIENCE)?.ok_or("gdb: does not end")?;
        Ok(String::from_utf8_lossy(&said).into_owned())
    };
    finish(Command::new(build.linker).args(["-w", "-fPIC", "-c", "-O0", "-x", "ir"]).arg(&module).arg("-o").arg(&object), &object)?;
    linked(None)?;
    let said = debugged("")?;
    let lines = said.lines().find_map(|line| line.strip_prefix("lines ")).ok_or_else(|| format!("no lines: {}", said.trim()))?;
    let mut wanted = stops(&debugged(lines)?);
    // What differs between two runs is an address, or made of one. Variables of the compiler (`__begin1`) have the lines of what is before them.
    let again = stops(&debugged(lines)?);
    for (line, stop) in &mut wanted {
        let other = again.get(line);
        let is_known =
            |name: &str, value: &String| !name.starts_with("__") && other.is_some_and(|other| other.values.get(name) == Some(value));
        stop.values.retain(|name, value| is_known(name, value));
    }
    if wanted.is_empty() {
        return Err("it stops nowhere".into());
    }
    let mut outcomes = Vec::new();
    for &release in releases {
        for (form, is_text, _) in FORMS {
            if is_text && !coders.is_own(release) {
                continue;
            }
            let translated = room.join(if is_text { "translated.ll" } else { "translated.bc" });
            let result = crate::translated::convert(&job.bcconv, &module, &translated, release)
                .and_then(|()| coders.compile(release, &translated, "-O0", &object))
                .and_then(|()| linked(Some(release)))
                .and_then(|()| debugged(lines));
            outcomes.push((release, form, result.map(|said| compared(&wanted, &stops(&said)))));
        }
    }
    Ok(outcomes)
}

/// Reads what the script prints.
fn stops(said: &str) -> Stops {
    let mut stops = Stops::new();
    let mut last = None;
    for line in said.lines() {
        if let Some((number, functions)) = line.strip_prefix("@ ").and_then(|rest| rest.split_once(' ')) {
            last = number.parse::<u32>().ok();
            let stop = Stop { functions: functions.into(), values: BTreeMap::new() };
            last.map(|line| stops.insert(line, stop));
        } else if let Some((name, value)) = line.strip_prefix("= ").and_then(|rest| rest.split_once(' '))
            && let Some(stop) = last.and_then(|line| stops.get_mut(&line))
        {
            stop.values.insert(name.into(), value.into());
        }
    }
    stops
}

/// How many stops are the same, of how many, and how the first other one differs.
fn compared(wanted: &Stops, found: &Stops) -> (usize, usize, Option<String>) {
    let mut first = None;
    let mut same = 0;
    for (line, stop) in wanted {
        let fault = match found.get(line) {
            None => Some("no stop".into()),
            Some(other) if other.functions != stop.functions => Some(format!("in {}, not {}", other.functions, stop.functions)),
            Some(other) => stop.values.iter().find_map(|(name, value)| match other.values.get(name) {
                Some(found) if found == value => None,
                Some(found) => Some(format!("`{name}` is {found}, not {value}")),
                None => Some(format!("no `{name}`")),
            }),
        };
        match fault {
            None => same += 1,
            Some(fault) => drop(first.get_or_insert(format!("line {line}: {}", fault.chars().take(200).collect::<String>()))),
        }
    }
    (same, wanted.len(), first)
}
