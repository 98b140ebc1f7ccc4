"""Which LLVM made what: python which_llvm.py SHARD.parquet

The identification of each module names its producer, and its metadata the compiler.
"""

import collections
import sys
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

import bctk.dataset

with tempfile.TemporaryDirectory() as temp:
    modules = Path(temp) / "modules.parquet"
    result = bctk.dataset.run(sys.argv[1:], modules, "modules")
    rows = pq.read_table(modules, columns=["producer", "compiler", "triple", "bytes", "error"]).to_pylist()

made = collections.defaultdict(lambda: [0, 0])
for row in rows:
    if row["error"] is None:
        entry = made[(row["producer"] or "unknown", (row["compiler"] or "unknown").split(" (")[0])]
        entry[0] += 1
        entry[1] += row["bytes"] or 0
for (producer, compiler), (count, size) in sorted(made.items()):
    print(f"{producer:20} {compiler:40} {count:6} modules {size:10} bytes")
print(f"{result.rows_in} rows, {result.errors} of them no modules")
