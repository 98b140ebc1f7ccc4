"""Tables as results: what they say of themselves, and what they become."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

from bctk import tables
from conftest import DATA

pyarrow = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

SOURCES = [DATA / "small.bc", b"junk", DATA / "small.a"]


@pytest.fixture
def table() -> tables.Table:
    return tables.functions(SOURCES)


def test_repr(table: tables.Table) -> None:
    columns = len(table.column_names)
    assert repr(table) == f"<bctk.tables.Table functions: {table.num_rows} rows, {columns} columns, 1 error>"
    assert table.num_errors == 1
    one = tables.functions(b"define void @f() {\n  ret void\n}\n", columns=["name"])
    assert repr(one) == "<bctk.tables.Table functions: 1 row, 5 columns, 0 errors>" and one.num_errors == 0
    # Errors are counted over all batches.
    many = tables.functions([b"junk"] * 50 + [DATA / "small.bc"], batch_rows=3)
    assert len(many.batches()) > 10 and many.num_errors == 50 and repr(many).endswith(" 50 errors>")


def test_to_arrow(table: tables.Table) -> None:
    made = table.to_arrow()
    assert isinstance(made, pyarrow.Table) and made.equals(pyarrow.table(table))
    assert made.schema.equals(pyarrow.schema(table.schema), check_metadata=True)


@pytest.mark.parametrize("name", tables.NAMES)
def test_to_polars(name: str) -> None:
    polars = pytest.importorskip("polars")
    made = tables.read(name, SOURCES)
    frame = made.to_polars()
    assert isinstance(frame, polars.DataFrame) and frame.shape == (made.num_rows, len(made.column_names))
    assert frame.columns == made.column_names and frame["error"].drop_nulls().len() == made.num_errors == 1


@pytest.mark.parametrize("name", tables.NAMES)
def test_to_pandas(name: str) -> None:
    pandas = pytest.importorskip("pandas")
    made = tables.read(name, SOURCES)
    frame = made.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and frame.shape == (made.num_rows, len(made.column_names))
    assert frame["error"].notna().sum() == 1
    # Options are pyarrow's.
    kept = made.to_pandas(types_mapper=pandas.ArrowDtype)
    assert str(kept["module"].dtype) == "uint32[pyarrow]"
    with pytest.raises(TypeError, match="nonsense"):
        made.to_pandas(nonsense=1)


@pytest.mark.parametrize("name", tables.NAMES)
def test_write_parquet(name: str, tmp_path: Path) -> None:
    made = tables.read(name, SOURCES)
    for path in (tmp_path / "a.parquet", str(tmp_path / "b.parquet")):
        made.write_parquet(path)
        assert pq.read_table(path).equals(made.to_arrow())
        assert pq.read_schema(path).metadata[b"bctk.table"] == name.encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]


@pytest.mark.parametrize("compression", ["none", "snappy", "lz4", "gzip", "zstd"])
def test_compressions(table: tables.Table, tmp_path: Path, compression: Any) -> None:
    table.write_parquet(tmp_path / "x.parquet", compression=compression)
    column = pq.ParquetFile(tmp_path / "x.parquet").metadata.row_group(0).column(0)
    assert column.compression == {"none": "UNCOMPRESSED"}.get(compression, compression.upper())
    assert pq.read_table(tmp_path / "x.parquet").equals(table.to_arrow())


def test_files_that_cannot_be_written(table: tables.Table, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere/x.parquet"):
        table.write_parquet(tmp_path / "nowhere" / "x.parquet")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        table.write_parquet(tmp_path / "folder")
    with pytest.raises(ValueError, match="no compression `zip`; there are none, "):
        table.write_parquet(tmp_path / "x.parquet", compression="zip")  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    # An old file is there until the new one is whole.
    (tmp_path / "x.parquet").write_bytes(b"old")
    table.write_parquet(tmp_path / "x.parquet")
    assert pq.read_table(tmp_path / "x.parquet").num_rows == table.num_rows


@pytest.mark.parametrize(
    "method, package, install", [("to_arrow", "pyarrow", "pyarrow"), ("to_polars", "polars", "polars"), ("to_pandas", "pandas", "pandas pyarrow")]
)
def test_a_missing_package_is_named(table: tables.Table, monkeypatch: Any, method: str, package: str, install: str) -> None:
    known = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == package:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        return known(name, *args, **kwargs)

    monkeypatch.delitem(__import__("sys").modules, package, raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=f"Table.{method} needs {package}, which is not installed: pip install {install}$"):
        getattr(table, method)()


def test_a_package_that_fails_itself(table: tables.Table, monkeypatch: Any, tmp_path: Path) -> None:
    (tmp_path / "polars.py").write_text("import nothing_of_this_name\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "polars", raising=False)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_this_name"):
        table.to_polars()
