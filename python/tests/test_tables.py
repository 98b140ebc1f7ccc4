"""Tables: sources, options, consumers."""

import doctest
import pathlib

import pytest

import bctk.tables as tables

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

CORPUS = pathlib.Path(__file__).parents[2] / "corpus"
SMALL = CORPUS / "v22" / "clang-c-O2-g.bc"
TEXT = b"define i32 @twice(i32 %a) {\n  %b = add i32 %a, %a\n  ret i32 %b\n}\n"


def rows(table, *columns):
    return pyarrow.table(table).select(list(columns)).to_pylist()


def test_doctests():
    assert doctest.testmod(tables).failed == 0


@pytest.mark.parametrize(
    "source",
    [str(SMALL), SMALL, SMALL.read_bytes(), bytearray(SMALL.read_bytes()), memoryview(SMALL.read_bytes()), ("a", SMALL.read_bytes())],
    ids=["str", "path", "bytes", "bytearray", "memoryview", "pair"],
)
@pytest.mark.parametrize("many", [False, True])
def test_sources(source, many):
    table = tables.functions([source] if many else source)
    assert {row["name"] for row in rows(table, "name")} >= {"main", "total"}


def test_a_column_of_bytes():
    content = [SMALL.read_bytes(), None, b"junk", TEXT]
    for ty in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()):
        array = pyarrow.array(content, ty)
        for column in (array, pyarrow.chunked_array([array, array])):
            found = rows(tables.functions(column), "row", "name", "error")
            assert {"row": 3, "name": "twice", "error": None} in found
            assert [row["row"] for row in found if row["error"]][:2] == [1, 2]


def test_a_module_is_a_source():
    import bctk

    for source in (SMALL, TEXT):
        module = bctk.read(source)
        assert rows(tables.functions(module), "name", "hash") == rows(tables.functions([module]), "name", "hash")
        assert rows(tables.functions(module), "hash") == rows(tables.functions(source), "hash")


def test_wrong_sources():
    with pytest.raises(TypeError, match="expected a path"):
        tables.functions(7)
    with pytest.raises(TypeError, match="found int"):
        tables.functions([7])
    with pytest.raises(TypeError, match="column of binary"):
        tables.functions(pyarrow.array([1, 2]))
    with pytest.raises(ValueError, match="no table 'x'"):
        tables.read("x", b"")


def test_errors_are_rows(tmp_path):
    damaged = SMALL.read_bytes()[:-2000]
    (tmp_path / "none.bc").write_bytes(b"")
    table = tables.functions([damaged, tmp_path / "none.bc", b"", SMALL], max_bytes=1 << 20)
    found = rows(table, "row", "module", "error")
    assert [row["row"] for row in found if row["error"]] == [0, 1, 2]
    assert all(row["module"] is None for row in found if row["error"])
    assert any(row["row"] == 3 for row in found)


def test_limits():
    for options, message in (({"max_bytes": 10}, "limit of 10"), ({"max_rows": 1}, "more than 1 rows"), ({"time_limit": 0}, "time limit")):
        found = rows(tables.functions(SMALL, **options), "error")
        assert len(found) == 1 and message in found[0]["error"], found


def test_columns_of_nulls_alone():
    found = rows(tables.functions(pyarrow.nulls(3)), "row", "error")
    assert [row["row"] for row in found] == [0, 1, 2] and all("null" in row["error"] for row in found)
    assert tables.functions(pyarrow.nulls(0)).num_rows == 0


@pytest.mark.parametrize(
    "options",
    [
        {"max_bytes": -1},
        {"max_bytes": 2**64},
        {"max_rows": -5},
        {"max_rows": 10**30},
        {"time_limit": -1},
        {"time_limit": float("nan")},
        {"time_limit": float("inf")},
        {"time_limit": 10**400},
        {"threads": 0},
        {"threads": -2},
        {"threads": 10**6},
        {"batch_rows": 0},
        {"batch_rows": -1},
    ],
    ids=lambda options: "=".join(map(str, *options.items()))[:30],
)
def test_options_that_make_no_sense(options):
    [name] = options
    with pytest.raises(ValueError, match=name):
        tables.functions(SMALL, **options)
    with pytest.raises(ValueError, match=name):
        tables.scan("functions", SMALL, **options)


def test_options_of_other_types():
    for name in ("max_bytes", "max_rows", "threads", "batch_rows", "time_limit"):
        for value in ("1", b"1", [1], object()):
            with pytest.raises(TypeError, match=name):
                tables.functions(SMALL, **{name: value})
    numpy = pytest.importorskip("numpy")
    found = tables.functions(SMALL, max_bytes=numpy.int64(1 << 20), time_limit=numpy.float32(60), threads=numpy.uint8(1))
    assert rows(found, "error") == rows(tables.functions(SMALL), "error")


def test_order_and_batches():
    sources = [("a.ll", TEXT)] * 100
    table = tables.functions(sources, batch_rows=10, threads=2)
    assert [row["row"] for row in rows(table, "row")] == list(range(100))
    assert [batch.num_rows for batch in map(pyarrow.record_batch, table.batches())] == [10] * 10
    assert len(table) == table.num_rows == 100
    stream = pyarrow.RecordBatchReader.from_stream(tables.scan("functions", iter(sources)))
    assert stream.read_all().equals(pyarrow.table(table))


def test_iterator_that_fails():
    def sources():
        yield TEXT
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        tables.functions(sources())


@pytest.mark.parametrize("name", tables.NAMES)
def test_schema(name):
    schema = pyarrow.schema(tables.schema(name))
    assert schema.names[:3] == ["row", "source", "module"] and schema.names[-1] == "error"
    assert all(field.metadata[b"description"] for field in schema)
    table = pyarrow.table(tables.read(name, [SMALL, b"junk"]))
    assert table.schema.equals(schema, check_metadata=True)
    assert table.num_rows > 1
    table.validate(full=True)


@pytest.mark.parametrize("name", tables.NAMES)
def test_polars(name):
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    frame = polars.DataFrame(tables.read(name, [SMALL, b"junk"]))
    assert frame.height > 1 and frame.columns[0] == "row"
    assert frame["error"].drop_nulls().len() == 1


@pytest.mark.parametrize("name", tables.NAMES)
def test_duckdb(name):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    found = pyarrow.table(tables.read(name, [SMALL, b"junk"]))
    assert duckdb.sql("select count(*) from found where error is not null").fetchall() == [(1,)]
    assert len(duckdb.sql("select * from found").fetchall()) == found.num_rows


@pytest.mark.parametrize("name", tables.NAMES)
def test_pandas(name):
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pyarrow.table(tables.read(name, [SMALL, b"junk"])).to_pandas()
    assert frame["error"].notna().sum() == 1


def test_polars_series_as_source():
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    found = rows(tables.functions(polars.Series([TEXT, None])), "name", "error")
    assert found[0]["name"] == "twice" and found[1]["error"]


def test_opcodes_are_columns():
    polars = pytest.importorskip("polars", reason="Polars is not installed")
    frame = polars.DataFrame(tables.functions(TEXT))
    assert frame["opcodes"].struct.field("add").sum() == 1


def test_normalized_text():
    text = b"define i32 @twice(i32 %a) {\nentry:\n  %b = call i32 @other(i32 %a)\n  ret i32 %b\n}\ndeclare i32 @other(i32)\n"
    found = rows(tables.functions(text, text=True, normalize_names=True), "text")
    assert found[0]["text"] == "define i32 @f0(i32 %0) {\n  %2 = call i32 @f1(i32 %0)\n  ret i32 %2\n}"


def test_columns():
    text = b"define void @f() {\n  ret void\n}\n"
    table = pyarrow.table(tables.functions(("a.ll", text), columns=["text", "name"]))
    assert table.to_pylist() == [
        {"row": 0, "source": "a.ll", "module": 0, "name": "f", "text": "define void @f() {\n  ret void\n}", "error": None}
    ]
    assert table.schema == pyarrow.schema(tables.schema("functions", columns=("name", "text")))
    assert pyarrow.table(tables.functions(text, columns=[])).column_names == ["row", "source", "module", "error"]
    assert pyarrow.table(tables.functions(b"no module", columns=["name"]))["error"][0].as_py()
    with pytest.raises(ValueError, match="no column 'nme' in the table functions; its columns are name, function_index"):
        tables.functions(text, columns=["nme"])
    with pytest.raises(TypeError, match="columns is a list of names"):
        tables.functions(text, columns="name")
    with pytest.raises(TypeError, match="no option 'colums'; the options are columns, "):
        tables.scan("functions", text, colums=["name"])
