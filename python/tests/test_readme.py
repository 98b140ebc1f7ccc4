"""The examples of the README run as they stand there, one after the other."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import bctk
from conftest import DATA

pytest.importorskip("pyarrow")
pytest.importorskip("polars")
pytest.importorskip("pandas")

README = Path(__file__).resolve().parents[1] / "README.md"


def blocks(language: str) -> List[Tuple[int, str]]:
    """The code blocks of a language, with their lines."""
    text = README.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)
    return [(text.count("\n", 0, block.start(1)), block[1]) for block in found]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that the examples name, in the folder where they run."""
    content = (DATA / "small.bc").read_bytes()
    (tmp_path / "ds" / "sub").mkdir(parents=True)
    for name in ("program.bc", "a.bc", "b.bc", "ds/a.bc", "ds/sub/b.bc"):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "ds" / "cut.bc").write_bytes(content[:-1000])
    (tmp_path / "ds" / "c.ll").write_bytes((DATA / "small.ll").read_bytes())
    shutil.copy(DATA / "small.a", tmp_path / "lib.a")
    other = bctk.parse("%struct.S = type { i32 }\n@x = global i32 1\n@s = global %struct.S zeroinitializer\n")
    other.write(tmp_path / "other.bc")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_examples_in_python(files: Path) -> None:
    names: Dict[str, Any] = {}
    sessions = 0
    for line, code in blocks("python"):
        if ">>>" not in code:
            exec(compile("\n" * line + code, str(README), "exec"), names)
            continue
        report: List[str] = []
        test = doctest.DocTestParser().get_doctest(code, names, "README", str(README), line)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        assert runner.run(test, out=report.append, clear_globs=False).failed == 0, "".join(report)
        # A session has a copy of the names.
        names.update(test.globs)
        sessions += 1
    assert sessions >= 4
    assert (files / "functions.parquet").exists() and (files / "small.bc").exists()


def test_commands(files: Path) -> None:
    commands = [line for _, code in blocks("sh") for line in code.splitlines() if line.startswith("python -m bctk")]
    assert commands
    for command in commands:
        done = subprocess.run([sys.executable, *shlex.split(command)[1:]], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
    assert (files / "functions.parquet").stat().st_size > 100
