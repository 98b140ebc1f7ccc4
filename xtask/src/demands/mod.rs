//! `cargo xtask demands`: asks each LLVM how many operands it demands of each record, and compares that with the schema.
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use bctk_bitcode::schema::{self, demands, metadata};
use bctk_ir::version::LlvmVersion;
use bctk_lossless::patch::Records;

use crate::{llvm, parallel};
use ask::{Answer, Reader};

mod ask;

const HELP: &str = "usage: cargo xtask demands [--llvm N[,N...]] [--old DIR] [--record TEXT] [--out FILE] [--results FILE] [--jobs N] [DIR...]

Cuts and extends records of the bitcode files below DIR (default: corpus) and of generated modules, one at a time, and asks each LLVM whether it
takes the file. A crash counts as a refusal. Compares the answers with the numbers of operands in the schema, and says which records our reader
takes without a word although that LLVM refuses them.

  --llvm N       only these releases (default: all that are installed)
  --old DIR      the folder of llvm-3.7 to llvm-12, which take `dis --no-verify --batch DIR IN...` (default: the variable OLD_LLVMS)
  --record TEXT  only records whose name contains this
  --out FILE     write the answers to FILE
  --results FILE compare the answers in FILE instead of asking
";

/// Bytes of a file at most, so that reading takes little time.
const LARGEST: u64 = 48 << 10;
/// Operands of a record at most.
const LONGEST: usize = 40;

/// A kind of record whose demands are asked for: block, code, shape.
type Key = (u32, u32, usize);

struct File {
    bytes: Vec<u8>,
    release: LlvmVersion,
    name: String,
}

/// A record of a file: the number of the file, of the record there, and its operands.
#[derive(Clone, Debug)]
struct Instance {
    file: usize,
    number: usize,
    ops: Vec<u64>,
}

struct Setup {
    releases: Vec<LlvmVersion>,
    old: Option<PathBuf>,
    record: String,
    out: Option<PathBuf>,
    results: Option<PathBuf>,
    jobs: usize,
    dirs: Vec<PathBuf>,
}

/// Runs the command; `Ok(false)` means that something differs.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let Some(setup) = setup(args)? else { return Ok(true) };
    if let Some(results) = &setup.results {
        let text = std::fs::read_to_string(results).map_err(|e| format!("{}: {e}", results.display()))?;
        return Ok(report(&text.lines().filter_map(parsed).collect::<Vec<_>>()));
    }
    let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
    let rooms = parallel::folders(folder.path(), setup.jobs)?;
    let mut files = Vec::new();
    for dir in &setup.dirs {
        for path in llvm::files_below(dir, ".bc")? {
            let size = std::fs::metadata(&path).map_or(0, |data| data.len());
            if size > LARGEST {
                continue;
            }
            let bytes = std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.push((bytes, path.display().to_string()));
        }
    }
    for release in setup.releases.iter() {
        for seed in 0..24 {
            if let Some(bytes) = generated(seed, *release) {
                files.push((bytes, format!("generated {seed} for LLVM {release}")));
            }
        }
    }
    let files: Vec<File> = files
        .into_iter()
        .filter_map(|(bytes, name)| {
            let parts = bctk_bitcode::modules(&bytes, &bctk_bitcode::ReadOptions::default()).ok()?;
            let release = parts.first().and_then(|part| bctk_bitcode::facts(part).ok()?.llvm).unwrap_or(LlvmVersion::three(7));
            Some(File { bytes, release, name })
        })
        .collect();
    let mut instances: BTreeMap<Key, Vec<Instance>> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        note(at, file, &mut instances);
    }
    println!("{} files, {} kinds of records", files.len(), instances.len());
    let mut all = Vec::new();
    for &release in &setup.releases {
        let Some(reader) = Reader::find(release, setup.old.as_deref()) else {
            println!("LLVM {release}: not installed");
            continue;
        };
        let found = measure(&setup, &reader, release, &files, &instances, &rooms)?;
        println!("LLVM {release}: {} kinds of records", found.len());
        all.extend(found.into_iter().map(|(key, found)| (release, key, found)));
        if let Some(out) = &setup.out {
            let table: String = all.iter().map(|(release, key, found)| line(*release, *key, found)).collect();
            std::fs::write(out, &table).map_err(|e| format!("{}: {e}", out.display()))?;
        }
    }
    Ok(report(&all))
}

/// Prints what differs from the schema, and totals; whether nothing does.
fn report(all: &[(LlvmVersion, Key, Found)]) -> bool {
    let mut differences: BTreeMap<(Key, String), Vec<LlvmVersion>> = BTreeMap::new();
    for (release, key, found) in all {
        if let Some(said) = difference(*release, *key, found) {
            differences.entry((*key, said)).or_default().push(*release);
        }
    }
    for (((block, code, shape), said), releases) in &differences {
        let name = schema::record_name(*block, *code).unwrap_or("?");
        let releases: Vec<String> = releases.iter().map(ToString::to_string).collect();
        println!("{}/{name} ({code}), shape {shape}: LLVM {}: {said}", schema::block_name(*block).unwrap_or("?"), releases.join(" "));
    }
    let mut silent: BTreeMap<(Key, String), Vec<String>> = BTreeMap::new();
    for (release, key, found) in all {
        let ours: Vec<usize> = found.lens.iter().filter(|(_, said)| said.ours > 0 && said.taken == 0).map(|(&len, _)| len).collect();
        if !ours.is_empty() {
            silent.entry((*key, format!("{ours:?}"))).or_default().push(release.to_string());
        }
    }
    for (((block, code, shape), lens), releases) in &silent {
        let name = schema::record_name(*block, *code).unwrap_or("?");
        let block = schema::block_name(*block).unwrap_or("?");
        println!("{block}/{name} ({code}), shape {shape}: LLVM {} refuse {lens} operands, ours takes them", releases.join(" "));
    }
    println!("demands: {} records by releases, {} differ", all.len(), differences.values().map(Vec::len).sum::<usize>());
    differences.is_empty()
}

/// What was found about a record, as a line: release, block, code, shape, then each length, how many records of it were taken and how many
/// refused, and what was said.
fn line(release: LlvmVersion, key: Key, found: &Found) -> String {
    let (block, code, shape) = key;
    let mut line = format!("{release}\t{block}\t{code}\t{shape}");
    for (len, Said { taken, refused, ours, words }) in &found.lens {
        let _ = write!(line, "\t{len}:{taken}:{refused}:{ours}:{words}");
    }
    line.push('\n');
    line
}

/// The reverse of [`line()`].
fn parsed(line: &str) -> Option<(LlvmVersion, Key, Found)> {
    let mut words = line.split('\t');
    let release = LlvmVersion::parse(words.next()?.as_bytes())?;
    let mut number = || words.next()?.parse::<u32>().ok();
    let key = (number()?, number()?, number()? as usize);
    let mut found = Found::default();
    for word in words {
        let mut parts = word.splitn(5, ':');
        let mut number = || parts.next()?.parse::<u32>().ok();
        let (len, taken, refused, ours) = (number()? as usize, number()?, number()?, number()?);
        found.lens.insert(len, Said { taken, refused, ours, words: parts.next()?.to_owned() });
    }
    Some((release, key, found))
}

/// What a release was found to do otherwise than the schema says.
fn difference(release: LlvmVersion, key: Key, found: &Found) -> Option<String> {
    let demand = demand(release, key)?;
    let taken: Vec<usize> = found.lens.iter().filter(|(_, said)| said.taken > 0).map(|(&len, _)| len).collect();
    let refused: Vec<usize> = found.lens.iter().filter(|(_, said)| said.taken == 0).map(|(&len, _)| len).collect();
    let (&least, &greatest) = (taken.first()?, taken.last()?);
    let mut said = Vec::new();
    if least < demand.least && !demand.unchecked || least > demand.least && !demand.depends {
        said.push(format!("takes {least} operands, the schema says {}", demand.least));
    }
    if let Some(most) = demand.most.filter(|&most| most < greatest) {
        said.push(format!("takes {greatest} operands, the schema says at most {most}"));
    }
    let step = if taken.iter().all(|len| (len - least).is_multiple_of(2)) && refused.iter().any(|&len| len > least && len < greatest) {
        2
    } else {
        1
    };
    if demand.most.is_none() && step == 1 && !demand.is_open && refused.last().is_some_and(|&last| last > greatest) {
        said.push(format!("refuses more than {greatest} operands, the schema does not"));
    }
    if let Some(most) = demand.most.filter(|&most| most > greatest && refused.iter().any(|&last| last > greatest && last <= most)) {
        said.push(format!("refuses more than {greatest} operands, the schema says {most}"));
    }
    if step < demand.step && taken.len() > 1 && !demand.unchecked {
        said.push(format!("takes {taken:?} operands, the schema says multiples of {}", demand.step));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

fn setup(args: &[String]) -> Result<Option<Setup>, String> {
    let mut setup = Setup {
        releases: Vec::new(),
        old: std::env::var_os("OLD_LLVMS").map(PathBuf::from),
        record: String::new(),
        out: None,
        results: None,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        dirs: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value"));
        match arg.as_str() {
            "--help" => {
                print!("{HELP}");
                return Ok(None);
            }
            "--llvm" => {
                for text in value()?.split(',') {
                    setup.releases.push(LlvmVersion::parse(text.as_bytes()).ok_or_else(|| format!("no release {text}"))?);
                }
            }
            "--old" => setup.old = Some(value()?.into()),
            "--record" => setup.record = value()?.clone(),
            "--out" => setup.out = Some(value()?.into()),
            "--results" => setup.results = Some(value()?.into()),
            "--jobs" => setup.jobs = value()?.parse().map_err(|e| format!("{arg}: {e}"))?,
            _ if arg.starts_with('-') => return Err(format!("no option {arg}; --help lists them")),
            _ => setup.dirs.push(arg.into()),
        }
    }
    if setup.releases.is_empty() {
        setup.releases = LlvmVersion::written().collect();
    }
    if setup.dirs.is_empty() {
        setup.dirs.push(llvm::root().join("corpus"));
    }
    Ok(Some(setup))
}

/// A generated module as bitcode of a release.
fn generated(seed: usize, release: LlvmVersion) -> Option<Vec<u8>> {
    let bytes = crate::generate::bytes(seed);
    let module = bctk_generate::module(&mut arbitrary::Unstructured::new(&bytes), &bctk_generate::Options::default()).ok()?;
    let options = bctk_bitcode::WriteOptions { llvm: Some(release), ..bctk_bitcode::WriteOptions::default() };
    bctk_bitcode::write(&module, &options).ok()
}

/// Notes the shortest and the longest record of each kind in a file.
fn note(at: usize, file: &File, instances: &mut BTreeMap<Key, Vec<Instance>>) {
    let Ok(records) = Records::read(&file.bytes) else { return };
    let mut own: BTreeMap<Key, [Instance; 2]> = BTreeMap::new();
    let mut names_in_strtab = false;
    for record in records.iter() {
        let (block, code) = (record.block, record.code);
        if block == schema::module::ID && code == schema::module::Version::CODE {
            names_in_strtab = record.ops.first().is_some_and(|&version| version >= 2);
        }
        let is_forward = |&op: &u64| (1 << 31..1 << 32).contains(&op);
        let in_body = block == schema::function::ID;
        if record.ops.len() > LONGEST || in_body && record.ops.iter().any(is_forward) {
            continue;
        }
        let shape = match block {
            metadata::ID => metadata::DI_RECORDS.iter().position(|row| row.code == code && row.matches(&record.ops)).map_or(0, |at| at + 1),
            schema::module::ID => usize::from(names_in_strtab),
            _ => 0,
        };
        let instance = Instance { file: at, number: record.number, ops: record.ops };
        let pair = own.entry((block, code, shape)).or_insert_with(|| [instance.clone(), instance.clone()]);
        if instance.ops.len() < pair[0].ops.len() {
            pair[0] = instance;
        } else if instance.ops.len() > pair[1].ops.len() {
            pair[1] = instance;
        }
    }
    for (key, [short, long]) in own {
        let list = instances.entry(key).or_default();
        let differ = short.number != long.number;
        list.push(short);
        list.extend(differ.then_some(long));
    }
}

/// What was said about records of a length.
#[derive(Debug, Default)]
struct Said {
    /// How many LLVM took.
    taken: u32,
    /// How many it refused.
    refused: u32,
    /// How many of these ours took without a word.
    ours: u32,
    /// What LLVM said.
    words: String,
}

/// What a reader said about records of a kind.
#[derive(Debug, Default)]
struct Found {
    /// By length.
    lens: BTreeMap<usize, Said>,
}

fn measure(
    setup: &Setup,
    reader: &Reader,
    release: LlvmVersion,
    files: &[File],
    instances: &BTreeMap<Key, Vec<Instance>>,
    rooms: &[PathBuf],
) -> Result<BTreeMap<Key, Found>, String> {
    let mut chosen: Vec<(Key, &Instance)> = Vec::new();
    for (&key, list) in instances {
        let name = schema::record_name(key.0, key.1).unwrap_or_default();
        // The functions of C do not read summaries.
        let is_unread = !matches!(reader, Reader::Tool(_)) && is_summary(key.0);
        if !name.contains(&setup.record) || is_unread {
            continue;
        }
        let mut list: Vec<&Instance> = list.iter().filter(|instance| files[instance.file].release <= release).collect();
        list.sort_by_key(|instance| (instance.ops.len(), files[instance.file].bytes.len()));
        let short = list.iter().take(3);
        // The longest of the newest files has all fields.
        let mut long: Vec<&&Instance> = list.iter().skip(3).collect();
        long.sort_by_key(|instance| {
            (std::cmp::Reverse(instance.ops.len()), std::cmp::Reverse(files[instance.file].release), files[instance.file].bytes.len())
        });
        chosen.extend(short.chain(long.into_iter().take(2)).map(|&instance| (key, instance)));
    }
    let mut wanted: Vec<usize> = chosen.iter().map(|(_, instance)| instance.file).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let answers = asked(reader, wanted.len(), rooms, |at| Some(files[wanted[at]].bytes.clone()))?;
    let taken: Vec<usize> =
        wanted.iter().zip(&answers).filter(|(_, answer)| **answer == Some(Answer::Takes)).map(|(&file, _)| file).collect();
    chosen.retain(|(_, instance)| taken.binary_search(&instance.file).is_ok());
    // Of each kind two short ones, and a long one.
    let mut count: BTreeMap<Key, usize> = BTreeMap::new();
    let mut kept: Vec<(Key, &Instance)> = Vec::new();
    for (at, &(key, instance)) in chosen.iter().enumerate() {
        let count = count.entry(key).or_default();
        *count += 1;
        let is_last = chosen.get(at + 1).is_none_or(|next| next.0 != key);
        if *count <= 2 || is_last {
            kept.push((key, instance));
        }
    }
    let mut found: BTreeMap<Key, Found> = BTreeMap::new();
    let mut queries: Vec<(Key, &Instance, usize, u64)> = Vec::new();
    for &(key, instance) in &kept {
        let entry = found.entry(key).or_default();
        let len = instance.ops.len();
        entry.lens.entry(len).or_default().taken += 1;
        let lens = lens(release, key, &instance.ops);
        // A further operand of a node can be a string, of which 0 is none.
        let fills: &[u64] = if key.0 == metadata::ID && key.2 > 0 { &[0, 1] } else { &[0] };
        for other in lens.into_iter().filter(|&other| other != len) {
            let fills = if other < len { &fills[..1] } else { fills };
            queries.extend(fills.iter().map(|&fill| (key, instance, other, fill)));
        }
    }
    let variant = |at: usize| {
        let (_, instance, len, fill) = queries[at];
        let records = Records::read(&files[instance.file].bytes).ok()?;
        let mut ops = instance.ops.clone();
        ops.resize(len, fill);
        records.with(instance.number, &ops).ok()
    };
    let answers = asked(reader, queries.len(), rooms, variant)?;
    let is_refused = |at: usize| !matches!(answers[at], None | Some(Answer::Takes));
    let ours = parallel::each(rooms, queries.len(), |_, at| is_refused(at) && variant(at).is_some_and(|file| ours_takes(&file)));
    // A node that nothing refers to is never read.
    let unread: Vec<(usize, usize)> = (queries.iter().zip(&answers))
        .filter(|((key, _, len, _), answer)| key.2 > 0 && key.0 == metadata::ID && *len == 0 && **answer == Some(Answer::Takes))
        .map(|((_, instance, ..), _)| (instance.file, instance.number))
        .collect();
    for (((key, instance, len, _), answer), ours) in queries.iter().zip(&answers).zip(ours) {
        let Some(answer) = answer else {
            println!("{}: {key:?} with {len} operands: not written", files[instance.file].name);
            continue;
        };
        if unread.contains(&(instance.file, instance.number)) {
            continue;
        }
        let said = found.entry(*key).or_default().lens.entry(*len).or_default();
        said.ours += u32::from(ours);
        match answer {
            Answer::Takes => said.taken += 1,
            Answer::Refuses(words) => (said.refused, said.words) = (said.refused + 1, words.clone()),
            Answer::Crashes => (said.refused, said.words) = (said.refused + 1, "crash".into()),
        }
    }
    Ok(found)
}

/// Whether a block belongs to a summary.
fn is_summary(block: u32) -> bool {
    use schema::summary;
    [summary::ID, summary::full_lto::ID, summary::module_strtab::ID].contains(&block)
}

/// Whether our reader takes a file and has nothing to say about it.
fn ours_takes(file: &[u8]) -> bool {
    let module = bctk_bitcode::read(file, &bctk_bitcode::ReadOptions::default());
    // What is written of it is checked in debug builds.
    if let Ok(module) = &module {
        let _ = bctk_bitcode::write(module, &bctk_bitcode::WriteOptions::default());
    }
    module.is_ok_and(|module| module.provenance.bitcode.is_none_or(|written| written.not_understood.is_empty() && written.short.is_empty()))
}

/// The numbers of operands that a record is given: those about what the schema demands, and a few others.
fn lens(release: LlvmVersion, key: Key, ops: &[u64]) -> Vec<usize> {
    let longest = longest(key, ops);
    let Some(demand) = demand(release, key) else { return Vec::new() };
    let about = |number: usize| number.saturating_sub(2)..=number + 2;
    let mut lens: Vec<usize> =
        about(demand.least).chain([0, 1, demand.least / 2, ops.len().saturating_sub(1), ops.len() + 1, longest]).collect();
    lens.extend(demand.most.map(about).into_iter().flatten());
    lens.retain(|&len| len <= longest);
    lens.sort_unstable();
    lens.dedup();
    lens
}

/// What the schema says about a kind of record.
fn demand(release: LlvmVersion, (block, code, shape): Key) -> Option<demands::Demand> {
    let row = shape.checked_sub(1).and_then(|at| metadata::DI_RECORDS.get(at)).filter(|_| block == metadata::ID);
    let ops = row.map_or(Vec::new(), |row| vec![row.fixed; row.min_operands]);
    let strtab = block == schema::module::ID && shape == 1;
    demands::demand(block, code, &ops, strtab, release)
}

/// How many operands a record is given at most: one more than it has, and one more than any shape has.
fn longest(key: Key, ops: &[u64]) -> usize {
    let (block, code, shape) = key;
    // What follows from the layout would be wrong in a longer record.
    let is_layout = block == schema::module::ID && code == schema::module::VstOffset::CODE;
    if is_layout || block == metadata::ID && matches!(code, metadata::IndexOffset::CODE | metadata::Index::CODE) {
        return ops.len();
    }
    let most = match shape.checked_sub(1).and_then(|at| metadata::DI_RECORDS.get(at)).filter(|_| block == metadata::ID) {
        Some(row) if row.is_open() => 0,
        Some(row) => row.operands.len() + 2,
        None => {
            let rows = schema::block_row(block).into_iter().flat_map(|row| row.rows).filter(|row| row.code == code);
            rows.map(|row| row.fields.iter().try_fold(1, |sum, field| Some(sum + field.most?)).unwrap_or(0)).max().unwrap_or(0)
        }
    };
    most.max(ops.len() + 1)
}

/// The answers about `count` files that `of` makes.
fn asked(
    reader: &Reader,
    count: usize,
    rooms: &[PathBuf],
    of: impl Fn(usize) -> Option<Vec<u8>> + Sync,
) -> Result<Vec<Option<Answer>>, String> {
    let size = reader.at_once();
    let work = |room: &PathBuf, batch: usize| {
        let numbers: Vec<usize> = (batch * size..count.min((batch + 1) * size)).collect();
        let made: Vec<Option<Vec<u8>>> = numbers.iter().map(|&number| of(number)).collect();
        let there: Vec<Vec<u8>> = made.iter().flatten().cloned().collect();
        let mut answers = reader.ask(&there, Path::new(room))?.into_iter();
        Ok(made.iter().map(|made| made.as_ref().and_then(|_| answers.next())).collect::<Vec<_>>())
    };
    let batches: Vec<Result<Vec<Option<Answer>>, String>> = parallel::each(rooms, count.div_ceil(size), work);
    Ok(batches.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}
