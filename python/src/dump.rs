//! Blocks and records as dictionaries and lists, and differences between files.
use bctk::Limits;
use bctk_bitstream::Error;
use bctk_inspect::diff::{self, Change};
use bctk_inspect::{Block, Event, Pattern, Resolver, Selection, Shape, Walk, WalkOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::error::{Fault, Outcome};
use crate::file::{Source, limits};
use crate::shared::work;

/// A record, apart from its file.
struct Record {
    name: String,
    code: u32,
    bit: u64,
    ops: Vec<u64>,
    fields: Vec<(&'static str, String)>,
    defines: Option<String>,
    blob: Option<Vec<u8>>,
}

/// What a file has, in order.
enum Item {
    /// A block begins.
    Enter { block: Block, name: String, path: String, function: Option<String> },
    /// A record of the innermost block.
    Record(Box<Record>),
    /// The innermost block ends.
    Leave,
}

fn record(at: &Selection<'_, '_>) -> Record {
    let (walk, resolver) = (at.walk(), at.resolver());
    let record = walk.record();
    let mut fields = Vec::new();
    for field in if resolver.row().is_some() { resolver.fields() } else { &[] } {
        // A flag that is not set is omitted.
        if let Shape::Bit(bit) = field.shape
            && record.ops.first().is_none_or(|op| op >> (bit & 63) & 1 == 0)
        {
            continue;
        }
        let mut text = String::new();
        resolver.text(field, record, &mut text);
        fields.push((field.name, text));
    }
    let mut defines = String::new();
    let defines = resolver.definition(&mut defines).then_some(defines);
    let blob = record.blob(walk.data()).map(<[u8]>::to_vec);
    Record { name: at.record_name().into_owned(), code: record.code, bit: record.bit, ops: record.ops.clone(), fields, defines, blob }
}

/// Walks over a file and gathers what the pattern selects.
fn gather(bytes: &[u8], pattern: &Pattern, limits: &Limits) -> Result<Vec<Item>, Error> {
    let walk = Walk::new(bytes, WalkOptions { limits: limits.clone(), ..WalkOptions::default() })?;
    let resolver = Resolver::new(&walk).with_local_names();
    let mut at = Selection::new(walk, resolver, pattern);
    let mut items = Vec::new();
    while let Some(event) = at.next()? {
        match event {
            Event::Enter(block) => {
                items.push(Item::Enter { block, name: at.block().1.to_owned(), path: at.path(), function: at.function() });
            }
            Event::Record => items.push(Item::Record(Box::new(record(&at)))),
            Event::Leave { .. } => match items.last() {
                // Of a pattern for records, blocks without such records are no part.
                Some(Item::Enter { .. }) if !pattern.selects_blocks() => drop(items.pop()),
                _ => items.push(Item::Leave),
            },
        }
    }
    Ok(items)
}

fn record_object<'py>(py: Python<'py>, record: Record) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("record", record.name)?;
    out.set_item("code", record.code)?;
    out.set_item("bit", record.bit)?;
    out.set_item("ops", record.ops)?;
    let fields = PyDict::new(py);
    record.fields.into_iter().try_for_each(|(name, text)| fields.set_item(name, text))?;
    out.set_item("fields", fields)?;
    out.set_item("defines", record.defines)?;
    out.set_item("blob", record.blob.map(|blob| PyBytes::new(py, &blob)))?;
    Ok(out)
}

/// The blocks and records of some bytes.
pub(crate) fn objects<'py>(
    py: Python<'py>,
    name: String,
    bytes: Vec<u8>,
    pattern: Option<&str>,
    limits: &Limits,
) -> PyResult<Bound<'py, PyList>> {
    let pattern = match pattern {
        Some(text) => Pattern::parse(text).map_err(|error| Fault::Value(error.message().to_owned()))?,
        None => Pattern::all(),
    };
    let items = work(py, || gather(&bytes, &pattern, limits).map_err(|error| Fault::bitcode(&name, error)))?;
    let top = PyList::empty(py);
    let mut open = vec![top.clone()];
    for item in items {
        let object = match item {
            Item::Leave => {
                if open.len() > 1 {
                    open.pop();
                }
                continue;
            }
            Item::Record(record) => record_object(py, *record)?,
            Item::Enter { block, name, path, function } => {
                let out = PyDict::new(py);
                let items = PyList::empty(py);
                out.set_item("block", name)?;
                out.set_item("id", block.id)?;
                out.set_item("bit", block.bit)?;
                out.set_item("bits", block.bits())?;
                out.set_item("path", path)?;
                out.set_item("function", function)?;
                out.set_item("items", &items)?;
                if let Some(list) = open.last() {
                    list.append(&out)?;
                }
                open.push(items);
                continue;
            }
        };
        if let Some(list) = open.last() {
            list.append(object)?;
        }
    }
    Ok(top)
}

/// Returns the blocks and records of a bitstream as lists of dictionaries.
///
/// A block has ``block`` (its name), ``id``, ``bit``, ``bits``, ``path``, ``function`` (the name, of a function's body) and ``items``: its
/// records and blocks in order. A record has ``record`` (its name), ``code``, ``bit``, ``ops`` (numbers), ``fields`` (what they mean, by
/// name, as text), ``defines`` (what later records call it) and ``blob``. `pattern` selects by path, as in ``bcdump``:
/// ``"MODULE/FUNCTION(@main)"``, ``"MODULE:TRIPLE"``. Any bitstream can be dumped, such as one of Clang's modules or of Swift.
///
/// >>> import bctk
/// >>> blocks = bctk.dump("python/tests/data/small.bc")
/// >>> [block["block"] for block in blocks][:2]
/// ['IDENTIFICATION', 'MODULE']
/// >>> blocks[0]["items"][0]["fields"]
/// {'text': '"LLVM22.1.8"'}
#[pyfunction]
#[pyo3(name = "dump", signature = (source, pattern = None, *, name = None, limits = None))]
pub(crate) fn dump_source<'py>(
    source: &Bound<'py, PyAny>,
    pattern: Option<&str>,
    name: Option<String>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let bounds = self::limits(limits)?;
    let (name, bytes) = contents(source.py(), Source::new(source, name)?)?;
    objects(source.py(), name, bytes, pattern, &bounds)
}

/// The name and bytes of a source.
fn contents(py: Python<'_>, source: Source) -> PyResult<(String, Vec<u8>)> {
    Ok(work(py, || match source {
        Source::Bytes(name, bytes) => Ok((name, bytes)),
        Source::Path(path) => {
            let name = path.to_string_lossy().into_owned();
            match std::fs::read(&path) {
                Ok(bytes) => Ok((name, bytes)),
                Err(error) => Err(bctk::Error::new(name, bctk::ErrorKind::Open(error)).into()),
            }
        }
    })?)
}

/// The differences between two bitstreams.
#[pyclass(frozen, module = "bctk")]
pub(crate) struct Diff {
    diff: diff::Diff,
}

#[pymethods]
impl Diff {
    /// Whether both are the same bytes.
    #[getter]
    fn is_identical(&self) -> bool {
        self.diff.identical
    }

    /// Whether a record or block differs: encoding alone does not count.
    #[getter]
    fn content_differs(&self) -> bool {
        self.diff.content_differs()
    }

    /// How many blocks are equal.
    #[getter]
    fn equal_blocks(&self) -> u64 {
        self.diff.equal_blocks
    }

    /// Where reading the first and the second ended early; none if it did not.
    #[getter]
    fn faults(&self) -> (Option<String>, Option<String>) {
        let [old, new] = &self.diff.faults;
        (old.as_ref().map(ToString::to_string), new.as_ref().map(ToString::to_string))
    }

    /// The blocks that differ: dictionaries with ``path``, ``kind`` (``removed``, ``added``, ``changed`` or ``encoding``) and ``changes``, the
    /// records that differ.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for block in &self.diff.blocks {
            let out = PyDict::new(py);
            out.set_item("path", &block.path)?;
            out.set_item("kind", block.kind.id())?;
            let changes = PyList::empty(py);
            for change in &block.changes {
                changes.append(change_object(py, change)?)?;
            }
            out.set_item("changes", changes)?;
            list.append(out)?;
        }
        Ok(list)
    }

    fn __str__(&self) -> String {
        let mut out = String::new();
        for block in &self.diff.blocks {
            out.push_str(&format!("{} {}\n", block.kind.id(), block.path));
            for change in &block.changes {
                match change {
                    Change::Removed(record) => out.push_str(&format!("  - {} {}\n", record.name, record.text)),
                    Change::Added(record) => out.push_str(&format!("  + {} {}\n", record.name, record.text)),
                    Change::Changed { name, own, fields, .. } => {
                        out.push_str(&format!("  ~ {name} {own}\n"));
                        for field in fields {
                            let side = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".into());
                            out.push_str(&format!("      {}: {} -> {}\n", field.name, side(&field.old), side(&field.new)));
                        }
                    }
                }
            }
        }
        out
    }

    fn __bool__(&self) -> bool {
        !self.diff.identical
    }

    fn __repr__(&self) -> String {
        match (self.diff.identical, self.diff.blocks.len()) {
            (true, _) => "<Diff: identical>".into(),
            (false, count) => format!("<Diff of {count} blocks>"),
        }
    }
}

fn change_object<'py>(py: Python<'py>, change: &Change) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    let one = |kind: &str, record: &diff::DiffRecord| -> PyResult<()> {
        out.set_item("kind", kind)?;
        out.set_item("record", &record.name)?;
        out.set_item("name", &record.own)?;
        out.set_item("text", &record.text)
    };
    match change {
        Change::Removed(record) => one("removed", record)?,
        Change::Added(record) => one("added", record)?,
        Change::Changed { name, own, fields, .. } => {
            out.set_item("kind", "changed")?;
            out.set_item("record", name)?;
            out.set_item("name", own)?;
            let changed = PyDict::new(py);
            for field in fields {
                changed.set_item(field.name, (&field.old, &field.new))?;
            }
            out.set_item("fields", changed)?;
        }
    }
    Ok(out)
}

/// Compares bitcode with another source.
pub(crate) fn compare(py: Python<'_>, own: Vec<u8>, other: &Bound<'_, PyAny>) -> PyResult<Diff> {
    let (_, other) = contents(py, Source::new(other, None)?)?;
    let diff = work(py, || -> Outcome<_> { Ok(diff::diff(&own, &other, &WalkOptions::default())) })?;
    Ok(Diff { diff })
}

/// Compares two bitstreams block by block and record by record, independent of numbering and position.
///
/// >>> import bctk
/// >>> module = bctk.read("python/tests/data/small.bc")
/// >>> bctk.diff("python/tests/data/small.bc", module)
/// <Diff: identical>
/// >>> bctk.diff(module, module.strip_debug()).content_differs
/// True
#[pyfunction]
#[pyo3(name = "diff")]
pub(crate) fn diff_sources(old: &Bound<'_, PyAny>, new: &Bound<'_, PyAny>) -> PyResult<Diff> {
    let (_, own) = contents(old.py(), Source::new(old, None)?)?;
    compare(old.py(), own, new)
}
