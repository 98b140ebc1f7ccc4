"""The examples, each run as a user runs it, on a shard that is made of the repository's corpus."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")
import dataset_data as data  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> str:
    [path] = data.write(tmp_path_factory.mktemp("shard"), files=1, limit=40)
    return path


def example(name: str, *arguments: Any) -> str:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_tested() -> None:
    text = Path(__file__).read_text()
    missing = [p.name for p in EXAMPLES.glob("*.py") if f'example("{p.name}"' not in text]
    assert not missing


def test_deduplicate_functions(shard: str, tmp_path: Path) -> None:
    out = example("deduplicate_functions.py", shard, "-o", tmp_path / "out.parquet")
    bodies, *different = (int(n) for n in re.findall(r"^(\d+) functions|: (\d+) different", out, re.M) for n in n if n)
    # Each measure is looser than the one before, and the corpus has the same programs by many LLVMs.
    assert bodies > different[0] >= different[1] >= different[2] > 0
    got = pq.read_table(tmp_path / "out.parquet")
    assert got.num_rows == different[2] == len(set(got["hash_normalized"].to_pylist()))
    assert all(text.startswith(("define", ";")) for text in got["text"].to_pylist())


def test_opcode_histogram(shard: str) -> None:
    out = example("opcode_histogram.py", shard, "--language", "llvm")
    assert re.search(r"^v\d+: \d+ instructions$", out, re.M)
    assert re.search(r"^  ret +\d+ #*$", out, re.M)
    assert re.search(r"^\S.*: \d+ instructions$", example("opcode_histogram.py", shard), re.M)


def test_which_llvm(shard: str) -> None:
    out = example("which_llvm.py", shard)
    table = data.table(40)
    assert re.search(r"LLVM\S* +.* \d+ modules", out)
    bad = sum(name.startswith("bad") for name in table["name"].to_pylist())
    assert f"{table.num_rows} rows, {bad} of them no modules" in out


def test_training_text(shard: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    example("training_text.py", shard, "-o", out)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert lines
    assert len({line["text"] for line in lines}) == len(lines)
    # No names of functions but those of intrinsics, no debug information.
    for line in lines:
        assert not re.search(r"!dbg|@_Z\w+", line["text"]), line["text"]


def test_ir_features(shard: str, tmp_path: Path) -> None:
    example("ir_features.py", shard, "-o", tmp_path)
    triplets = [tuple(line.split("\t")) for line in (tmp_path / "triplets.txt").read_text().splitlines()]
    assert ("ret", "Type", "voidTy") in triplets
    assert {"Type", "Arg0", "Next"} <= {relation for _, relation, _ in triplets}
    graphs = [json.loads(line) for line in (tmp_path / "graphs.jsonl").read_text().splitlines()]
    assert {kind for g in graphs for kind, *_ in g["edges"]} == {"control", "data", "call"}
    for g in graphs:
        count = sum(node["type"] == "instruction" for node in g["nodes"])
        reached = {to for kind, _, to, _ in g["edges"] if kind == "control"}
        assert reached <= set(range(count))
        for kind, start, end, _ in g["edges"]:
            assert start < len(g["nodes"])
            assert isinstance(end, str) if kind == "call" else end < len(g["nodes"])


def test_wheel_call_graph(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "package.whl", "w") as wheel:
        for path in [*data.corpus(8), *sorted(data.CORPUS.glob("containers/*"))]:
            if path.is_file() and path.stat().st_size < 200_000:
                suffix = path.suffix if path.suffix in (".bc", ".o", ".a", ".so") else ".o"
                wheel.write(path, f"package/{path.name}{suffix}")
        wheel.writestr("package/plain.so", b"\x7fELF and no more")
        wheel.writestr("package/module.py", "pass")
    out = example("wheel_call_graph.py", tmp_path / "package.whl", "-o", tmp_path / "graph.dot")
    assert "left out: package/plain.so: " in out
    assert re.search(r"^\d+ files, \d+ functions defined, [1-9]\d* edges", out, re.M)
    assert '" -> "' in (tmp_path / "graph.dot").read_text()
