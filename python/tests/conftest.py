"""What the tests share."""

import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(__file__).resolve().parent / "data"


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch):
    """Examples in docstrings name files from the root of the repository."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def small():
    import bctk

    return bctk.read(DATA / "small.bc")


def corpus(*parts, suffix=".bc"):
    """Files of the corpus; none where the package is tested without it."""
    folder = ROOT.joinpath("corpus", *parts)
    return sorted(path for path in folder.rglob("*" + suffix)) if folder.is_dir() else []


# Tests that take long are for machines with time.
THOROUGH = bool(os.environ.get("BCTK_THOROUGH"))
