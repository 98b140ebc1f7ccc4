"""Arrow tables of LLVM bitcode and assembly.

Each function reads one table from any number of sources. A source is

- a path (``str`` or ``os.PathLike``) of bitcode (``.bc``), assembly (``.ll``), an archive (``lib.a``, ``.rlib``: all members), an
  object file with bitcode in it, or another container;
- a folder: all such files in it and in its folders, by name; assembly is what ends with ``.ll``;
- a pattern (``"build/**/*.bc"``), as `glob` has them: the files that match, whatever they hold, and folders;
- the contents of such a file: ``bytes``, ``bytearray`` or ``memoryview``;
- a pair ``(name, bytes)``: contents with a name for the column ``source``;
- a `bctk.Module`.

A path that does not exist, a folder that has no such file and a pattern that matches nothing raise ``FileNotFoundError``.

``sources`` is one source, an iterable of them, or an Arrow array or column of binary: a ``pyarrow.Array`` or
``pyarrow.ChunkedArray``, a Polars ``Series``, anything with ``__arrow_c_array__`` or ``__arrow_c_stream__``.

The result is a `Table`: ``t.to_polars()``, ``t.to_pandas()``, ``t.to_arrow()``, ``t.write_parquet("functions.parquet")``.
Libraries that take Arrow streams take it as it is, without a copy: ``polars.DataFrame(t)``, ``pyarrow.table(t)``.

A source that is damaged, too large or too slow gives one row with a text in the column ``error``; all other columns but
``row`` and ``source`` are null there. No source stops the others; ``t.num_errors`` and the table's ``repr`` count them.
Modules are shown as they are stored; nothing is upgraded. ``docs/tables.md`` describes all columns, as do the fields' metadata: ``schema("functions")``.

>>> from bctk import tables
>>> text = b"define i32 @twice(i32 %a) {\\n  %b = add i32 %a, %a\\n  ret i32 %b\\n}\\n"
>>> table = tables.functions([("a.ll", text), b"no bitcode"])
>>> table
<bctk.tables.Table functions: 2 rows, 40 columns, 1 error>
>>> for row in table.to_arrow().select(["row", "source", "name", "instructions"]).to_pylist():
...     print(row)
{'row': 0, 'source': 'a.ll', 'name': 'twice', 'instructions': 2}
{'row': 1, 'source': None, 'name': None, 'instructions': None}

Options of all functions:

columns
    The columns to make, if not all but the text. What only others need is not done: no hash without its column, no
    body read for names. ``row``, ``source``, ``module`` and ``error`` are always there.
text
    Give the text of each function (``functions``) or initializer (``globals``) in a column of its own.
normalize_names
    In texts, number values, blocks, types, global values, metadata and attributes in the order in which they occur.
strip_debug
    Leave debug information out of texts.
max_bytes, max_rows, time_limit
    The most bytes that a source may have, rows that it may give, and seconds that it may take. The time is looked at
    between phases and between functions.
threads
    How many threads to use; all cores by default.
batch_rows
    How many rows record batches have, about: sources with few rows share a batch.
"""

from bctk import _bctk
from bctk._bctk import Table
from bctk._options import count, names, seconds
from bctk._sources import expand

NAMES = tuple(_bctk._table_names)
"""The names of all tables."""

__all__ = [
    "NAMES",
    "Table",
    "blocks",
    "calls",
    "debug_locations",
    "functions",
    "globals",
    "instructions",
    "modules",
    "read",
    "records",
    "scan",
    "schema",
    "symbols",
    "types",
]


# The defaults, and what checks a value.
_OPTIONS = {
    "columns": (None, names),
    "text": (False, None),
    "normalize_names": (False, None),
    "strip_debug": (False, None),
    "max_bytes": (None, count),
    "max_rows": (None, count),
    "time_limit": (None, seconds),
    "threads": (None, count),
    "batch_rows": (65536, count),
}


def _keywords(options):
    for name in options:
        if name not in _OPTIONS:
            raise TypeError(f"no option {name!r}; the options are {', '.join(_OPTIONS)}")
    out = {}
    for name, (default, check) in _OPTIONS.items():
        value = options.get(name)
        value = default if value is None else value
        out[name] = value if check is None else check(name, value)
    return out


def schema(name, *, columns=None, text=False):
    """The schema of a table, for libraries that take Arrow schemas: ``pyarrow.schema(schema("functions"))``.

    The metadata of each field describe it.

    >>> import pyarrow
    >>> pyarrow.schema(schema("symbols")).field("size").metadata[b"description"].decode()
    'Bytes of a common symbol; null for others.'
    """
    return _bctk._table_schema(name, names("columns", columns), text)


def read(name, sources, **options):
    """The table ``name`` of ``sources``: what the function of that name returns.

    >>> read("symbols", b"@x = global i32 0\\n").num_rows
    1
    """
    return _bctk._table_read(name, expand(sources), _keywords(options))


def scan(name, sources, **options):
    """The table ``name`` as a stream that is read once: sources are taken and read while batches are asked for.

    So ``sources`` may be a generator of any length, and only a few batches are in memory.

    >>> import pyarrow
    >>> sources = (b"define void @f() {\\n  ret void\\n}\\n" for _ in range(3))
    >>> reader = pyarrow.RecordBatchReader.from_stream(scan("functions", sources))
    >>> sum(batch.num_rows for batch in reader)
    3
    """
    return _bctk._table_scan(name, expand(sources), _keywords(options))


def functions(sources, **options):
    """A row for each function, defined or declared: properties, counts, control flow, stable hashes.

    >>> table = functions(b"define void @f() {\\n  ret void\\n}\\n", text=True)
    >>> import pyarrow
    >>> pyarrow.table(table)["text"][0].as_py()
    'define void @f() {\\n  ret void\\n}'
    """
    return read("functions", sources, **options)


def modules(sources, **options):
    """A row for each module: who wrote it, for what target, what it contains. No function bodies are read.

    >>> import pyarrow
    >>> pyarrow.table(modules(b'target triple = "wasm32-wasi"\\n'))["triple"][0].as_py()
    'wasm32-wasi'
    """
    return read("modules", sources, **options)


def symbols(sources, **options):
    """A row for each symbol, as llvm-nm lists them. They come from the symbol table of the file if it has one.

    >>> import pyarrow
    >>> pyarrow.table(symbols(b"declare void @f()\\n"))["kind"][0].as_py()
    'U'
    """
    return read("symbols", sources, **options)


def instructions(sources, **options):
    """A row for each instruction: opcode, type, operands, flags, location.

    >>> import pyarrow
    >>> table = pyarrow.table(instructions(b"define i32 @f(i32 %a) {\\n  %b = add nsw i32 %a, 1\\n  ret i32 %b\\n}\\n"))
    >>> table["opcode"].to_pylist(), table["flags"][0].as_py()
    (['add', 'ret'], ['nsw'])
    """
    return read("instructions", sources, **options)


def blocks(sources, **options):
    """A row for each basic block, with the blocks that it goes to and comes from: control flow graphs.

    >>> import pyarrow
    >>> table = pyarrow.table(blocks(b"define void @f() {\\n  br label %a\\na:\\n  ret void\\n}\\n"))
    >>> table["successors"].to_pylist()
    [[1], []]
    """
    return read("blocks", sources, **options)


def calls(sources, **options):
    """A row for each call: the edges of the call graph, with locations.

    >>> import pyarrow
    >>> text = b"declare void @g()\\ndefine void @f() {\\n  call void @g()\\n  ret void\\n}\\n"
    >>> pyarrow.table(calls(text)).select(["caller", "callee", "kind"]).to_pylist()
    [{'caller': 'f', 'callee': 'g', 'kind': 'direct'}]
    """
    return read("calls", sources, **options)


def globals(sources, **options):
    """A row for each global variable, alias and ifunc. With ``text=True``, with its initializer.

    >>> import pyarrow
    >>> pyarrow.table(globals(b"@x = global i32 7\\n", text=True))["initializer"][0].as_py()
    'i32 7'
    """
    return read("globals", sources, **options)


def types(sources, **options):
    """A row for each type of the module's table.

    >>> import pyarrow
    >>> table = pyarrow.table(types(b"%s = type { i8, i32 }\\n@x = external global %s\\n"))
    >>> [row for row in table.select(["text", "size"]).to_pylist() if row["text"] == "%s"]
    [{'text': '%s', 'size': 8}]
    """
    return read("types", sources, **options)


def debug_locations(sources, **options):
    """A row for each instruction with a debug location, with the calls that it was inlined at.

    >>> debug_locations(b"define void @f() {\\n  ret void\\n}\\n").num_rows
    0
    """
    return read("debug_locations", sources, **options)


def records(sources, **options):
    """A row for each record of the bitstream, as ``bcdump --records`` shows them. Assembly has none and gives an error.

    >>> import pyarrow
    >>> pyarrow.table(records(b"@x = global i32 7\\n"))["error"][0].as_py()
    'assembly has no records'
    """
    return read("records", sources, **options)
