//! The local engine, and what the workers of the others do.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use rayon::ThreadPool;

use super::chunk::Chunk;
use super::encode::{Counts, Encoded, Output, encode, properties};
use super::files::FilesReader;
use super::reader::{PartReader, output_schema};
use super::{Failure, Part, Place, Spec};

/// Said now and then while the work goes on; an error ends the work.
pub(crate) type Progress<'a> = &'a mut dyn FnMut(Counts) -> Result<(), Failure>;

/// How often [`Progress`] is called at most.
const TICK: Duration = Duration::from_millis(100);

struct State {
    /// Bytes of modules and of encoded chunks that are held, and how many chunks that are.
    held: usize,
    chunks: usize,
    done: BTreeMap<u64, Encoded>,
    /// How many chunks there are, once it is known.
    total: Option<u64>,
    failure: Option<Failure>,
}

struct Shared {
    state: Mutex<State>,
    /// Whether the work ends early. Set with the state locked, and looked at without by those at work on a chunk.
    stopped: AtomicBool,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn fail(&self, failure: Failure) {
        let mut state = self.lock();
        self.stopped.store(true, Ordering::Relaxed);
        state.failure.get_or_insert(failure);
        self.changed.notify_all();
    }
}

/// Reads all parts and writes the output, in order, with at most `memory` bytes of chunks in flight
/// (but always one). What is in flight is read by one thread, worked on by the pool and written by
/// the calling thread.
pub(crate) fn run(
    spec: &Spec,
    inputs: &[PathBuf],
    parts: &[Part],
    output: &Path,
    pool: &ThreadPool,
    memory: usize,
    progress: Progress<'_>,
) -> Result<Counts, Failure> {
    let Some(first) = inputs.first() else {
        return Err(Failure::Input("there is no input".to_owned()));
    };
    let schema = output_schema(spec, first)?;
    let shared = Shared {
        state: Mutex::new(State { held: 0, chunks: 0, done: BTreeMap::new(), total: None, failure: None }),
        stopped: AtomicBool::new(false),
        changed: Condvar::new(),
    };
    let most_chunks = pool.current_num_threads() * 3 + 2;
    write_whole(output, |file| {
        let mut out = Output::new(spec, &schema, file).map_err(Failure::parquet(output))?;
        let counts = std::thread::scope(|scope| {
            scope.spawn(|| pool.in_place_scope(|work| feed(&shared, spec, &schema, parts, memory, most_chunks, work)));
            let result = write(&shared, &mut out, output, progress);
            if let Err(failure) = result {
                shared.fail(failure);
                return Counts::default();
            }
            result.unwrap_or_default()
        });
        if let Some(failure) = shared.lock().failure.take() {
            return Err(failure);
        }
        out.close().map_err(Failure::parquet(output))?;
        Ok(counts)
    })
}

/// Reads all parts and gives their chunks to the pool.
fn feed<'scope>(
    shared: &'scope Shared,
    spec: &'scope Spec,
    schema: &'scope SchemaRef,
    parts: &[Part],
    memory: usize,
    most_chunks: usize,
    work: &rayon::Scope<'scope>,
) {
    let mut number = 0;
    let mut spawn = |chunk: Chunk| -> Result<bool, Failure> {
        let bytes = chunk.bytes;
        let mut state = shared.lock();
        while !shared.is_stopped() && state.chunks > 0 && (state.held + bytes > memory || state.chunks >= most_chunks) {
            state = wait(shared, state);
        }
        if shared.is_stopped() {
            return Ok(false);
        }
        state.held += bytes;
        state.chunks += 1;
        drop(state);
        let this = number;
        number += 1;
        work.spawn(move |_| {
            if shared.is_stopped() {
                return;
            }
            let encoded = guarded(|| encode(spec, schema, &chunk, &shared.stopped));
            drop(chunk);
            match encoded {
                Ok(None) => {}
                Ok(Some(encoded)) => {
                    let mut state = shared.lock();
                    state.held = state.held - bytes + encoded.len();
                    state.done.insert(this, encoded);
                    shared.changed.notify_all();
                }
                Err(failure) => shared.fail(failure),
            }
        });
        Ok(true)
    };
    for part in parts {
        match guarded(|| read(spec, part, &mut spawn)) {
            Ok(true) => {}
            Ok(false) => return,
            Err(failure) => return shared.fail(failure),
        }
    }
    shared.lock().total = Some(number);
    shared.changed.notify_all();
}

/// A panic of the Parquet reader or writer is a failure of the run.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(Failure::Input(format!("the input cannot be read: {text}")))
    })
}

/// Writes the chunks in order until all are written.
fn write(shared: &Shared, out: &mut Output, path: &Path, progress: Progress<'_>) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    let mut next = 0;
    let mut said = Instant::now();
    loop {
        if said.elapsed() >= TICK {
            progress(counts)?;
            said = Instant::now();
        }
        let mut state = shared.lock();
        if shared.is_stopped() {
            return Ok(counts);
        }
        if let Some(encoded) = state.done.remove(&next) {
            state.held -= encoded.len();
            state.chunks -= 1;
            shared.changed.notify_all();
            drop(state);
            encoded.write(out).map_err(Failure::parquet(path))?;
            counts.add(encoded.counts);
            next += 1;
        } else if state.total == Some(next) {
            drop(state);
            progress(counts)?;
            return Ok(counts);
        } else {
            drop(wait(shared, state));
        }
    }
}

fn wait<'a>(shared: &Shared, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    match shared.changed.wait_timeout(state, TICK) {
        Ok((state, _)) => state,
        Err(poisoned) => poisoned.into_inner().0,
    }
}

/// Gives the chunks of a part to `each` until it says `false`.
fn read(spec: &Spec, part: &Part, each: &mut dyn FnMut(Chunk) -> Result<bool, Failure>) -> Result<bool, Failure> {
    let mut next: Box<dyn FnMut() -> Result<Option<Chunk>, Failure> + '_> = match &part.place {
        Place::Groups(path, groups) => {
            let mut reader = PartReader::new(spec, path, groups, part.first_row)?;
            Box::new(move || reader.next())
        }
        Place::Files(files) => {
            let mut reader = FilesReader::new(files, part.first_row, spec.options.max_bytes);
            Box::new(move || Ok(reader.next()))
        }
    };
    while let Some(chunk) = next()? {
        if !each(chunk)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads one part and writes it to a file of its own: the same file however often it is done.
pub(crate) fn run_part(spec: &Spec, part: &Part, output: &Path, pool: &ThreadPool, progress: Progress<'_>) -> Result<Counts, Failure> {
    let first = match &part.place {
        Place::Groups(path, _) => path.as_path(),
        Place::Files(files) => files.first().map_or(Path::new(""), PathBuf::as_path),
    };
    let schema = output_schema(spec, first)?;
    write_whole(output, |file| {
        let mut out = Output::new(spec, &schema, file).map_err(Failure::parquet(output))?;
        let mut counts = Counts::default();
        read(spec, part, &mut |chunk| {
            let Some(encoded) = pool.install(|| encode(spec, &schema, &chunk, &AtomicBool::new(false)))? else { return Ok(false) };
            encoded.write(&mut out).map_err(Failure::parquet(output))?;
            counts.add(encoded.counts);
            progress(counts)?;
            Ok(true)
        })?;
        out.close().map_err(Failure::parquet(output))?;
        Ok(counts)
    })
}

/// Puts the files of all parts together, in the order given.
pub(crate) fn join(spec: &Spec, inputs: &[PathBuf], files: &[PathBuf], output: &Path, progress: Progress<'_>) -> Result<Counts, Failure> {
    let Some(first) = inputs.first() else {
        return Err(Failure::Input("there is no input".to_owned()));
    };
    let schema = output_schema(spec, first)?;
    write_whole(output, |file| {
        let mut out = Output::new(spec, &schema, file).map_err(Failure::parquet(output))?;
        let mut counts = Counts::default();
        for path in files {
            let file = File::open(path).map_err(Failure::io(path))?;
            counts.add(out.append_file(&file).map_err(Failure::parquet(path))?);
            progress(counts)?;
        }
        out.close().map_err(Failure::parquet(output))?;
        Ok(counts)
    })
}

/// Writes a file under another name first, so that the output is there whole or not at all.
fn write_whole<T>(output: &Path, write: impl FnOnce(File) -> Result<T, Failure>) -> Result<T, Failure> {
    let mut name = output.file_name().unwrap_or_default().to_owned();
    // Two workers may be at the same part.
    name.push(format!(".{}.partial", std::process::id()));
    let partial = output.with_file_name(name);
    let result = File::create(&partial).map_err(Failure::io(output)).and_then(write).and_then(|value| {
        std::fs::rename(&partial, output).map_err(Failure::io(output))?;
        Ok(value)
    });
    if result.is_err() {
        // It may not exist; the first error is the one to tell.
        let _ = std::fs::remove_file(&partial);
    }
    result
}

/// Writes a table to a Parquet file.
pub(crate) fn write_table(schema: &SchemaRef, batches: &[RecordBatch], path: &Path, compression: Compression) -> Result<(), Failure> {
    /// Rows of a row group.
    const GROUP_ROWS: usize = 1 << 20;
    let fault = Failure::parquet(path);
    let properties = properties(compression).into_builder().set_max_row_group_row_count(Some(GROUP_ROWS)).build();
    guarded(|| {
        write_whole(path, |file| {
            let buffered = std::io::BufWriter::with_capacity(1 << 20, file);
            let mut writer = ArrowWriter::try_new(buffered, schema.clone(), Some(properties)).map_err(&fault)?;
            for batch in batches {
                writer.write(batch).map_err(&fault)?;
            }
            let mut buffered = writer.into_inner().map_err(&fault)?;
            buffered.flush().map_err(Failure::io(path))?;
            buffered.get_ref().sync_all().map_err(Failure::io(path))
        })
    })
}

impl From<ParquetError> for Failure {
    fn from(error: ParquetError) -> Self {
        Failure::Input(error.to_string())
    }
}
