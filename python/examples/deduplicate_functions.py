"""Which functions of a data set are the same: python deduplicate_functions.py SHARD.parquet [-o OUT]

Three measures, from strict to loose: the same text but for debug information; the same code and the
same global names; the same code whatever the names. With -o the first of each group of equal code is
written with its text, so the output has no function twice.
"""

import argparse
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import bctk.dataset

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("shards", nargs="+")
parser.add_argument("-o", "--output")
options = parser.parse_args()

with tempfile.TemporaryDirectory() as temp:
    functions = Path(temp) / "functions.parquet"
    bctk.dataset.run(options.shards, functions, "functions", text=bool(options.output))
    table = pq.read_table(functions)

table = table.filter(pc.equal(table["is_declaration"], False))
print(f"{table.num_rows} functions with a body")
for name in ("hash_no_debug", "hash_code", "hash_normalized"):
    print(f"{name}: {pc.count_distinct(table[name]).as_py()} different")

# The most frequent code, by one of its names.
groups = table.group_by("hash_normalized").aggregate([("name", "min"), ("instructions", "min"), ("name", "count")])
groups = groups.sort_by([("name_count", "descending"), ("name_min", "ascending")])
for row in groups.slice(0, 5).to_pylist():
    print(f"{row['name_count']} times {row['instructions_min']} instructions, as @{row['name_min']}")

if options.output:
    seen, first = set(), []
    for number, value in enumerate(table["hash_normalized"].to_pylist()):
        if value not in seen:
            seen.add(value)
            first.append(number)
    kept = table.take(pa.array(first))
    pq.write_table(kept.select(["row", "name", "hash_normalized", "text"]), options.output)
    print(f"{options.output}: {kept.num_rows} functions")
