"""Opcodes by source language: python opcode_histogram.py SHARD.parquet [--language COLUMN]

`opcodes` is a structure with a number for each opcode, so that the sums are sums of columns. Where the
data set has no column with the language, the debug information of the modules tells it.
"""

import argparse
import tempfile
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq

import bctk.dataset

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("shards", nargs="+")
parser.add_argument("--language", help="the column of the data set with the language")
options = parser.parse_args()

with tempfile.TemporaryDirectory() as temp:
    functions = Path(temp) / "functions.parquet"
    keep = {options.language: "language"} if options.language else {}
    bctk.dataset.run(options.shards, functions, "functions", keep=keep)
    table = pq.read_table(functions, columns=["row", "opcodes", *keep.values()])
    if not keep:
        modules = Path(temp) / "modules.parquet"
        bctk.dataset.run(options.shards, modules, "modules")
        # Debug information tells a language as C++14, DW_LANG_C99 and the like: one for each row.
        told = {m["row"]: (m["languages"] or ["unknown"])[0] for m in pq.read_table(modules, columns=["row", "languages"]).to_pylist()}
        language = [told.get(row, "unknown") for row in table["row"].to_pylist()]
        table = table.append_column("language", [language])

flat = table.select(["opcodes", "language"]).flatten()
for language in sorted(set(flat["language"].to_pylist())):
    rows = flat.filter(pc.equal(flat["language"], language))
    counts = {name.split(".")[1]: pc.sum(rows[name]).as_py() or 0 for name in rows.column_names if name.startswith("opcodes.")}
    total = sum(counts.values()) or 1
    best = sorted(counts.items(), key=lambda item: -item[1])[:8]
    print(f"{language}: {total} instructions")
    for name, count in best:
        print(f"  {name:16} {count:8} {'#' * round(60 * count / total)}")
