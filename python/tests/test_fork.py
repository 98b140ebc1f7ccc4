"""A process that was forked after the package was used has none of its parent's threads; it works all the same."""

import os
import subprocess
import sys

import pytest

from conftest import DATA

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

# What the child does with what the parent made and used. A child that waits for a thread that is not there would wait for ever.
SCRIPT = """
import multiprocessing, os, signal, sys
import bctk
from bctk import tables

path = sys.argv[1]
data = open(path, "rb").read()

def rows(table):
    return table.num_rows

module = bctk.read(path)
assert module.verify() == []
whole = rows(tables.functions([data] * 4))
assert rows(tables.functions([data] * 4, threads=2)) == whole

def work(_=None):
    text = str(bctk.read(path))
    assert str(module) == text
    assert module.verify() == []
    assert rows(tables.functions([data] * 4)) == whole
    assert rows(tables.functions([data] * 4, threads=2)) == whole
    again()
    return whole

def again():
    pass

MORE

work()
child = os.fork()
if child == 0:
    signal.alarm(60)
    status = 1
    try:
        work()
        # A child of a child, and things that end in it.
        grandchild = os.fork()
        if grandchild == 0:
            signal.alarm(60)
            work()
            os._exit(0)
        del module
        status = os.waitpid(grandchild, 0)[1]
    finally:
        os._exit(1 if status else 0)
assert os.waitpid(child, 0)[1] == 0
work()
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(work, range(4)) == [whole] * 4
print("done")
"""

MAPPER = """
pyarrow = __import__("pyarrow")
import bctk.dataset
mapper = bctk.dataset.mapper("functions", threads=2)
batch = pyarrow.table({"content": [data] * 4})
# A stream that the parent began.
parent = os.getpid()
few = b"define void @f() {\\n  ret void\\n}\\n"
stream = pyarrow.RecordBatchReader.from_stream(tables.scan("functions", [few] * 1100, threads=2, batch_rows=1))
assert stream.read_next_batch().num_rows == 1
left = []

def again():
    assert mapper(batch).num_rows == whole
    if os.getpid() != parent and not left:
        left.append(sum(part.num_rows for part in stream))
        assert left == [1099]
    assert sum(part.num_rows for part in pyarrow.RecordBatchReader.from_stream(tables.scan("functions", [data] * 4, threads=2))) == whole
"""


def run(script):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script, str(DATA / "small.bc")], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "done\n"


def test_modules_and_tables():
    run(SCRIPT.replace("MORE", ""))


def test_mappers_and_streams():
    pytest.importorskip("pyarrow")
    run(SCRIPT.replace("MORE", MAPPER))
