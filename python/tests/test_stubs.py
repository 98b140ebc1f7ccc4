"""The stubs say what the module has, and nothing else."""

import ast
import inspect
import pathlib
import subprocess
import sys

import pytest

import bctk
from bctk import _bctk

PYTHON = pathlib.Path(__file__).resolve().parents[1]
STUB = pathlib.Path(bctk.__file__).with_name("_bctk.pyi")


def stub():
    """The classes of the stub with the names in them, and its functions."""
    tree = ast.parse(STUB.read_text())
    classes, functions = {}, set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            classes[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            functions.add(node.name)
    return classes, functions


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_the_stub_has_what_the_module_has():
    classes, functions = stub()
    # Classes of other modules of the package have stubs of their own.
    here = {name: thing for name, thing in vars(_bctk).items() if getattr(thing, "__module__", "") == "bctk" and inspect.isclass(thing)}
    assert set(classes) == set(here)
    assert public(functions) == {n for n, f in vars(_bctk).items() if inspect.isbuiltin(f) and not n.startswith("_")}
    for name, thing in here.items():
        assert public(classes[name]) == public(vars(thing)), name


def test_all_names_are_in_the_package():
    classes, functions = stub()
    names = public(classes) | public(functions) | {"Error", "InternalError", "__version__"}
    assert set(bctk.__all__) == names and all(hasattr(bctk, name) for name in names)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="stubtest takes typing.Any for a class, which it is since Python 3.11")
def test_stubtest():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy.stubtest", "bctk", "--allowlist", str(PYTHON / "stubtest.allow")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stdout + result.stderr


def test_mypy_strict(tmp_path):
    """The package itself, and a program that uses it."""
    pytest.importorskip("mypy")
    for what in (["-p", "bctk"], [str(PYTHON / "tests" / "typed.py")]):
        # The engines have functions without types.
        command = [sys.executable, "-m", "mypy", "--strict", "--allow-untyped-calls", "--cache-dir", str(tmp_path), *what]
        result = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert result.returncode == 0, result.stdout + result.stderr
