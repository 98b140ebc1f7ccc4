"""The local engine, the mapper and the command."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
import dataset_data as data  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import bctk.dataset  # noqa: E402


def run(inputs: Any, output: Any, table: str = "functions", **options: Any) -> bctk.dataset.Result:
    return bctk.dataset.run(inputs, output, table, **options)


def test_rows_in_order(tmp_path: Path) -> None:
    inputs = data.write(tmp_path, files=5)
    out = tmp_path / "out.parquet"
    result = run(inputs, out, keep=["id"], name_column="name")
    whole = data.table()
    got = pq.read_table(out)
    rows = got["row"].to_pylist()
    assert rows == sorted(rows)
    assert result.rows_in == whole.num_rows
    assert result.rows_out == got.num_rows
    # Each row of the input is there with its own name and kept column.
    ids = whole["id"].to_pylist()
    names = whole["name"].to_pylist()
    assert got["id"].to_pylist() == [ids[r] for r in rows]
    assert got["source"].to_pylist() == [names[r] for r in rows]
    # Rows that are no modules, and no others, tell an error.
    bad = {i for i, name in enumerate(names) if name.startswith("bad")}
    errors = {r for r, e in zip(rows, got["error"].to_pylist()) if e is not None}
    assert errors == bad
    assert result.errors == len(bad)
    # Nothing else is left in the folder.
    assert {p.name for p in tmp_path.iterdir()} == {"out.parquet", *(os.path.basename(i) for i in inputs)}


def test_same_bytes_with_any_threads(tmp_path: Path) -> None:
    inputs = data.write(tmp_path)
    outputs = []
    for threads, memory in ((1, 1), (2, 1 << 20), (4, 1 << 30)):
        out = tmp_path / f"out-{threads}.parquet"
        run(inputs, out, keep=["tags", "llvm"], text=True, threads=threads, memory=memory)
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1] == outputs[2]


@pytest.mark.parametrize("compression", ["none", "snappy", "lz4", "gzip", "zstd"])
def test_compression(tmp_path: Path, compression: str) -> None:
    inputs = data.write(tmp_path, limit=8)
    run(inputs, tmp_path / "out.parquet", compression=compression)
    metadata = pq.ParquetFile(tmp_path / "out.parquet").metadata
    assert metadata.row_group(0).column(0).compression == {"none": "UNCOMPRESSED"}.get(compression, compression.upper())
    assert pq.read_table(tmp_path / "out.parquet").num_rows > 0


def test_agrees_with_the_mapper(tmp_path: Path) -> None:
    whole = data.table()
    pq.write_table(whole, tmp_path / "in.parquet")
    for table in ("functions", "modules", "symbols"):
        run(tmp_path / "in.parquet", tmp_path / "out.parquet", table, keep={"name": "from"})
        mapped = bctk.dataset.mapper(table, keep={"name": "from"})(whole)
        got = pq.read_table(tmp_path / "out.parquet")
        assert got.equals(mapped.cast(got.schema))
        assert mapped.schema.equals(bctk.dataset.mapper(table, keep={"name": "from"}).schema(whole.schema))


def test_columns(tmp_path: Path) -> None:
    inputs = data.write(tmp_path)
    every = ["row", "source", "module", "name", "text", "error", "id"]
    run(inputs, tmp_path / "whole.parquet", keep=["id"], text=True)
    run(inputs, tmp_path / "out.parquet", keep=["id"], columns=["text", "name"])
    got = pq.read_table(tmp_path / "out.parquet")
    assert sorted(got.column_names) == sorted(every)
    assert got.equals(pq.read_table(tmp_path / "whole.parquet", columns=got.column_names))
    mapper = bctk.dataset.mapper("functions", keep=["id"], columns=iter(["text", "name"]))
    assert mapper.schema(data.table().schema).names == got.column_names
    command = [sys.executable, "-m", "bctk.dataset", *inputs, "-o", str(tmp_path / "again.parquet"), "--table", "functions"]
    subprocess.run([*command, "--keep", "id", "--columns", "name,text", "--quiet"], check=True, timeout=60)
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "out.parquet").read_bytes()
    with pytest.raises(ValueError, match="no column 'nme' in the table functions"):
        run(inputs, tmp_path / "no.parquet", columns=["nme"])
    with pytest.raises(TypeError, match="columns is a list of names"):
        bctk.dataset.mapper("functions", columns="name")


def test_large_modules_are_error_rows(tmp_path: Path) -> None:
    inputs = data.write(tmp_path)
    result = run(inputs, tmp_path / "out.parquet", max_bytes=1)
    got = pq.read_table(tmp_path / "out.parquet")
    assert got.num_rows == result.errors == data.table().num_rows
    assert None not in got["error"].to_pylist()


def test_columns_of_other_kinds() -> None:
    whole = data.table(10)
    want = bctk.dataset.mapper("functions")(whole)
    for kind in (pa.large_binary(), pa.binary_view()):
        got = bctk.dataset.mapper("functions")(pa.table({"content": whole["content"].cast(kind)}))
        assert got.equals(want)
    batch = whole.combine_chunks().to_batches()[0]
    assert bctk.dataset.mapper("functions")(batch).equals(want)


def test_nulls_name_their_column(tmp_path: Path) -> None:
    text = b"define void @f() {\n  ret void\n}\n"
    for kind in (pa.binary(), pa.large_binary(), pa.binary_view(), pa.string()):
        whole = pa.table({"code": pa.array([text, None, b""]).cast(kind), "from": ["a", "b", None]})
        got = bctk.dataset.mapper("functions", column="code", name_column="from")(whole)
        assert got["row"].to_pylist() == [0, 1, 2]
        assert got["source"].to_pylist() == ["a", "b", None]
        none, missing, empty = got["error"].to_pylist()
        assert none is None
        assert missing == "null in the column `code`: there is no module"
        assert "null" not in empty
    pq.write_table(whole, tmp_path / "in.parquet")
    run(tmp_path / "in.parquet", tmp_path / "out.parquet", column="code", name_column="from")
    assert pq.read_table(tmp_path / "out.parquet")["error"].to_pylist() == [none, missing, empty]


def test_batches_of_nulls_are_error_rows() -> None:
    got = bctk.dataset.mapper("functions", name_column="name")(pa.table({"content": pa.nulls(2), "name": ["a", None]}))
    assert got["source"].to_pylist() == ["a", None]
    assert all("null in the column `content`" in error for error in got["error"].to_pylist())
    fixed = pa.table({"content": pa.array([b"ab", None], pa.binary(2))})
    assert ["null" in error for error in bctk.dataset.mapper("functions")(fixed)["error"].to_pylist()] == [False, True]


@pytest.mark.parametrize("name, value", [("max_bytes", -1), ("time_limit", -0.5), ("time_limit", float("nan")), ("threads", 0), ("threads", 1 << 40)])
def test_options_that_make_no_sense(tmp_path: Path, name: str, value: Any) -> None:
    options: Any = {name: value}
    with pytest.raises(ValueError, match=name):
        bctk.dataset.mapper("functions", **options)
    with pytest.raises(ValueError, match=name):
        run(data.write(tmp_path, limit=3), tmp_path / "out.parquet", **options)
    with pytest.raises(ValueError, match="memory"):
        run(data.write(tmp_path, limit=3), tmp_path / "out.parquet", memory=-1)


def test_mapper_can_be_pickled() -> None:
    mapper = bctk.dataset.mapper("functions", keep=["id"], text=True, threads=2)
    again = pickle.loads(pickle.dumps(mapper))
    assert again(data.table(5)).equals(mapper(data.table(5)))


def test_settings_that_do_not_exist(tmp_path: Path) -> None:
    inputs = data.write(tmp_path, limit=3)
    out = tmp_path / "out.parquet"
    with pytest.raises(ValueError, match="no table `nothing`"):
        run(inputs, out, "nothing")
    with pytest.raises(ValueError, match="no engine 'nothing'"):
        run(inputs, out, engine="nothing")
    with pytest.raises(ValueError, match="no column `code`.*content"):
        run(inputs, out, column="code")
    with pytest.raises(ValueError, match="not of byte strings"):
        run(inputs, out, column="id")
    with pytest.raises(ValueError, match="no column `nothing`"):
        run(inputs, out, keep=["nothing"])
    with pytest.raises(ValueError, match="`name`.*has the name of another"):
        run(inputs, out, keep=["name"])
    with pytest.raises(ValueError, match="no compression `zip`"):
        run(inputs, out, compression="zip")
    with pytest.raises(FileNotFoundError):
        run(tmp_path / "nothing.parquet", out)
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1 and no more PAR1")
    with pytest.raises(ValueError, match="damaged.parquet"):
        run(tmp_path / "damaged.parquet", out)
    assert not out.exists()


def test_damaged_file_leaves_no_output(tmp_path: Path) -> None:
    inputs = data.write(tmp_path, limit=40)
    content = bytearray(Path(inputs[1]).read_bytes())
    content[400:2000] = bytes(1600)
    Path(inputs[1]).write_bytes(content)
    with pytest.raises(ValueError, match="in-1.parquet"):
        run(inputs, tmp_path / "out.parquet")
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["in-0.parquet", "in-1.parquet"]


def test_no_rows(tmp_path: Path) -> None:
    pq.write_table(data.table(3).slice(0, 0), tmp_path / "in.parquet")
    assert run(tmp_path / "in.parquet", tmp_path / "out.parquet") == (0, 0, 0)
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


def test_folders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    data.write(tmp_path / "in", files=3, limit=20)
    whole = run(tmp_path / "in", tmp_path / "out.parquet")
    each = run(tmp_path / "in", tmp_path / "out")
    assert whole == each
    tables = [pq.read_table(p).drop_columns(["row"]) for p in sorted((tmp_path / "out").iterdir())]
    assert pa.concat_tables(tables).equals(pq.read_table(tmp_path / "out.parquet").drop_columns(["row"]))


def test_progress(tmp_path: Path) -> None:
    seen = []
    run(data.write(tmp_path), tmp_path / "out.parquet", progress=seen.append)
    total = data.table().num_rows
    assert seen[-1].rows_in == seen[-1].rows_total == total

    def fails(at: object) -> None:
        raise RuntimeError("enough")

    (tmp_path / "out.parquet").unlink()
    with pytest.raises(RuntimeError, match="enough"):
        run(data.write(tmp_path), tmp_path / "out.parquet", progress=fails)
    assert not (tmp_path / "out.parquet").exists()


def test_command(tmp_path: Path) -> None:
    inputs = data.write(tmp_path)
    out = tmp_path / "out.parquet"
    command = [sys.executable, "-m", "bctk.dataset", *inputs, "-o", str(out), "--table", "functions"]
    options = ["--keep", "id", "--keep", "name=module_name", "--text", "--threads", "2"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert f"of {data.table().num_rows} in" in done.stderr
    run(inputs, tmp_path / "again.parquet", keep={"id": "id", "name": "module_name"}, text=True)
    assert out.read_bytes() == (tmp_path / "again.parquet").read_bytes()
    done = subprocess.run([*command, "--column", "code"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("bctk.dataset: ")
    assert "Traceback" not in done.stderr


def test_ctrl_c(tmp_path: Path) -> None:
    # Enough rows to be at work when the signal comes.
    content = max((p for p in data.CORPUS.glob("v*/*.bc")), key=lambda p: p.stat().st_size).read_bytes()
    pq.write_table(pa.table({"content": pa.array([content] * 20_000, pa.binary())}), tmp_path / "in.parquet", row_group_size=500)
    out = tmp_path / "out.parquet"
    command = [sys.executable, "-m", "bctk.dataset", str(tmp_path / "in.parquet"), "-o", str(out), "--table", "functions", "--text"]

    # What runs in the background inherits that the signal is ignored.
    def heed() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=heed) as child:
        time.sleep(2)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
    assert child.returncode == 130, errors
    assert "stopped" in errors
    assert [p.name for p in tmp_path.iterdir()] == ["in.parquet"]
