"""What tables and data sets take: files, folders, patterns, archives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

import bctk
import bctk.dataset
from bctk import tables
from conftest import DATA, corpus

pyarrow = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

TEXT = b"define void @f() {\n  ret void\n}\n"


@pytest.fixture
def ds(tmp_path: Path) -> Path:
    """A folder of all that has modules, and of what has none."""
    folder = tmp_path / "ds"
    (folder / "deep" / "er").mkdir(parents=True)
    shutil.copy(DATA / "small.bc", folder / "a.bc")
    shutil.copy(DATA / "small.bc", folder / "deep" / "no_suffix")
    shutil.copy(DATA / "small.a", folder / "deep" / "lib.rlib")
    (folder / "deep" / "er" / "b.LL").write_bytes(TEXT)
    (folder / "README.md").write_text("; no module\n")
    (folder / "notes.txt").write_bytes(TEXT)
    (folder / "data.json").write_text("{}")
    (folder / "plain.o").write_bytes(b"\x7fELF no object")
    return folder


#: What `ds` has, in order.
FOUND = ["a.bc", "deep/er/b.LL", "deep/lib.rlib", "deep/no_suffix"]


def names(folder: Path, files: List[str]) -> List[str]:
    return [os.path.join(str(folder), *file.split("/")) for file in files]


def read_from(sources: Any) -> List[str]:
    """The sources in the order of their first rows; none is an error."""
    table = tables.modules(sources)
    assert table.num_errors == 0
    return list(dict.fromkeys(table.to_arrow()["source"].to_pylist()))


def test_a_folder_gives_its_modules(ds: Path) -> None:
    for folder in (ds, str(ds), [ds]):
        assert read_from(folder) == names(ds, FOUND)
    # Both members of the archive.
    members = [row["member"] for row in tables.modules(ds).to_arrow().to_pylist() if row["source"].endswith("lib.rlib")]
    assert members == ["one.o", "two.o"]


@pytest.mark.parametrize(
    "pattern, found",
    [
        ("*.bc", ["a.bc"]),
        ("**/*.LL", ["deep/er/b.LL"]),
        ("deep/[ln]*", ["deep/lib.rlib", "deep/no_suffix"]),
        # A folder that matches, and what is in it, once.
        ("deep/**", ["deep/er/b.LL", "deep/lib.rlib", "deep/no_suffix"]),
        ("d??p", ["deep/er/b.LL", "deep/lib.rlib", "deep/no_suffix"]),
    ],
)
def test_patterns(ds: Path, pattern: str, found: List[str]) -> None:
    got = read_from(os.path.join(str(ds), pattern))
    assert [os.path.normpath(path) for path in got] == names(ds, found)


def test_a_name_like_a_pattern_is_a_file(ds: Path) -> None:
    (ds / "x[1].bc").write_bytes((ds / "a.bc").read_bytes())
    (ds / "x1.bc").write_bytes(b"")
    assert read_from(ds / "x[1].bc") == [str(ds / "x[1].bc")]


def test_lists_mix_them(ds: Path) -> None:
    content = (ds / "a.bc").read_bytes()
    mixed = [ds / "a.bc", ds / "deep", str(ds / "*.bc"), content, ("named", content), bctk.read(ds / "a.bc")]
    want = [str(ds / "a.bc"), *names(ds, FOUND[1:]), str(ds / "a.bc"), None, "named", str(ds / "a.bc")]
    for sources in (mixed, tuple(mixed), iter(mixed)):
        table = tables.functions(sources, columns=["name"]).to_arrow()
        firsts = dict(zip(reversed(table["row"].to_pylist()), reversed(table["source"].to_pylist())))
        assert [firsts[row] for row in sorted(firsts)] == want
    # Two paths are no pair of a name and contents.
    for pair in ((str(ds / "a.bc"), str(ds / "a.bc")), (str(ds / "a.bc"), ds / "a.bc")):
        assert tables.modules(pair).num_rows == 2


def test_objects_with_bitcode_in_them() -> None:
    # One has a compressed section and one names files with its bitcode: both are told and not read.
    found = [path for path in corpus("containers", suffix=".o") if path.name not in ("compressed.o", "named.o")]
    if not found:
        pytest.skip("there is no corpus")
    for path in found:
        table = tables.modules(path)
        assert table.num_errors == 0 and table.num_rows > 0, path


@pytest.mark.parametrize("made", [str, Path], ids=["str", "path"])
@pytest.mark.parametrize("lazy", [False, True], ids=["list", "iterator"])
def test_a_path_that_does_not_exist_raises(ds: Path, made: Any, lazy: bool) -> None:
    missing = made(ds / "none.bc")
    for sources in (missing, [ds / "a.bc", missing]):
        with pytest.raises(FileNotFoundError) as raised:
            tables.functions(iter(sources) if lazy and isinstance(sources, list) else sources)
        assert raised.value.filename == str(missing) and str(missing) in str(raised.value)
    with pytest.raises(FileNotFoundError, match="none.bc"):
        tables.scan("functions", [missing])
    with pytest.raises(FileNotFoundError, match="none.bc"):
        bctk.dataset.run(missing, ds / "out.parquet")
    # A link to nothing.
    os.symlink(ds / "none.bc", ds / "link.bc")
    with pytest.raises(FileNotFoundError, match="link.bc"):
        tables.functions(ds / "link.bc")
    with pytest.raises(FileNotFoundError):
        tables.functions("a\0b")


def test_what_stands_for_nothing_raises(ds: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no file matches this pattern: '.*\*\.xyz'"):
        tables.functions(str(ds / "*.xyz"))
    (ds / "empty").mkdir()
    (ds / "empty" / "x.txt").write_text("text")
    with pytest.raises(FileNotFoundError, match=r"no bitcode, assembly \(.ll\) or container of bitcode is in this folder: '.*empty'"):
        tables.functions(ds / "empty")
    with pytest.raises(FileNotFoundError, match="folders that match this pattern have none"):
        tables.functions(str(ds / "emp*"))
    with pytest.raises(FileNotFoundError, match="no Parquet file, bitcode, .* is in this folder"):
        bctk.dataset.run(ds / "empty", ds / "out.parquet")
    assert not (ds / "out.parquet").exists()


def test_damaged_files_stay_rows(ds: Path) -> None:
    (ds / "cut.bc").write_bytes((ds / "a.bc").read_bytes()[:-1000])
    (ds / "empty.bc").write_bytes(b"")
    (ds / "cut.a").write_bytes((DATA / "small.a").read_bytes()[:-900])
    table = tables.functions(ds)
    bad = [row["source"] for row in table.to_arrow().to_pylist() if row["error"]]
    assert bad == names(ds, ["cut.a", "cut.bc", "empty.bc"])
    assert table.num_errors == 3 and "3 errors" in repr(table)


def test_links_to_folders_are_not_followed(ds: Path) -> None:
    os.symlink(ds, ds / "deep" / "circle")
    os.symlink(ds / "a.bc", ds / "link")
    assert read_from(ds) == names(ds, [*FOUND, "link"])


def run(*arguments: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "bctk.dataset", *map(str, arguments)], capture_output=True, text=True, timeout=120)


def test_a_data_set_of_files(ds: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    done = run(ds, "-o", out)
    assert done.returncode == 0, done.stderr
    assert "of 4 in" in done.stderr
    want = tables.functions(ds).to_arrow()
    assert pq.read_table(out).equals(want.cast(pq.read_table(out).schema))
    # The same by patterns and lists: in another order.
    other = tmp_path / "other.parquet"
    done = run(ds / "deep" / "**" / "*.LL", ds / "a.bc", ds / "deep" / "lib.rlib", ds / "d*" / "no*", "-o", other, "--table", "functions", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(pq.read_table(other)["source"].to_pylist()) == sorted(want["source"].to_pylist())
    assert pq.read_table(other)["name"][0].as_py() == "f"
    result = bctk.dataset.run(str(ds / "**"), other, "modules")
    # A pattern names files, whatever they are: two texts are modules without anything.
    assert result.rows_in == 8
    assert {os.path.basename(row["source"]) for row in pq.read_table(other).to_pylist() if row["error"]} == {"plain.o", "data.json"}


def test_a_data_set_of_many_files_is_the_same_on_any_threads(tmp_path: Path) -> None:
    files = corpus("v22")[:40]
    if not files:
        pytest.skip("there is no corpus")
    outputs = []
    for threads, memory in ((1, 1), (3, 1 << 28)):
        out = tmp_path / f"{threads}.parquet"
        result = bctk.dataset.run(files, out, threads=threads, memory=memory, text=True)
        assert result.rows_in == len(files)
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1]
    want = tables.functions(files, text=True).to_arrow()
    assert pq.read_table(out).equals(want.cast(pq.read_table(out).schema))


def test_parts_of_files(ds: Path, tmp_path: Path) -> None:
    """What the workers of engines do."""
    from bctk.dataset._settings import Settings

    job = Settings(table="functions", modules=True).job()
    files = names(ds, FOUND)
    [part] = job.plan(files)
    assert part == ([Path(file) for file in files], 0, 0, 0, 4)
    paths = [str(tmp_path / "part.parquet")]
    job.run_part(part, paths[0])
    job.join(files, paths, str(tmp_path / "joined.parquet"))
    bctk.dataset.run(files, tmp_path / "whole.parquet")
    assert (tmp_path / "joined.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    with pytest.raises(ValueError, match="a part of one Parquet file"):
        Settings(table="functions").job().run_part(part, paths[0])


def test_files_that_are_too_large_or_gone(ds: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    assert bctk.dataset.run(ds / "a.bc", out, max_bytes=10) == (1, 1, 1)
    size = (ds / "a.bc").stat().st_size
    assert pq.read_table(out)["error"].to_pylist() == [f"{size} bytes, more than the limit of 10"]
    assert pq.read_table(out)["error"].to_pylist() == tables.functions(ds / "a.bc", max_bytes=10).to_arrow()["error"].to_pylist()
    from bctk.dataset._settings import Settings

    gone = str(ds / "gone.bc")
    assert Settings(table="functions", modules=True).job().run([gone], str(out), 1 << 20) == (1, 1, 1)
    [row] = pq.read_table(out).to_pylist()
    assert row["source"] == gone and "No such file" in row["error"]


def test_data_sets_that_make_no_sense(ds: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    tables.functions(ds).write_parquet(ds / "t.parquet")
    with pytest.raises(ValueError, match="both Parquet files .*t.parquet.* and files of modules .*a.bc"):
        bctk.dataset.run(ds, out)
    with pytest.raises(ValueError, match="cannot be read together"):
        bctk.dataset.run([ds / "a.bc", ds / "t.parquet"], out)
    for options in ({"column": "content"}, {"name_column": "name"}, {"keep": ["id"]}):
        with pytest.raises(ValueError, match=f"{next(iter(options))} is for Parquet files"):
            bctk.dataset.run(ds / "a.bc", out, **options)
    with pytest.raises(ValueError, match="the output is a folder"):
        bctk.dataset.run(ds / "a.bc", tmp_path)
    with pytest.raises(ValueError, match="the output is an input"):
        bctk.dataset.run(ds / "a.bc", ds / "a.bc")
    assert not out.exists()
    for wrong in ((ds / "none.bc", "-o", out), (ds, "-o", out), (ds / "a.bc", "-o", out, "--column", "content")):
        done = run(*wrong)
        assert done.returncode == 1 and done.stderr.startswith("bctk.dataset: ") and done.stderr.count("\n") == 1, done.stderr
    # Only the files are named: a Parquet file with another suffix is one, too.
    (ds / "t.parquet").rename(tmp_path / "t.pq")
    with pytest.raises(ValueError, match="there is no column `content`"):
        bctk.dataset.run(tmp_path / "t.pq", out)
