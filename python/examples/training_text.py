"""Text of functions to learn from: python training_text.py SHARD.parquet -o OUT.jsonl

One line for each function: its text without debug information, with the names of values, types and
globals replaced by numbers, so that a model learns code and no names. Equal text is there once, and
functions of very few or very many instructions are left out.
"""

import argparse
import hashlib
import json
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

import bctk.dataset

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("shards", nargs="+")
parser.add_argument("-o", "--output", required=True)
parser.add_argument("--least", type=int, default=3)
parser.add_argument("--most", type=int, default=2000)
options = parser.parse_args()

with tempfile.TemporaryDirectory() as temp:
    functions = Path(temp) / "functions.parquet"
    # What other columns need is not done.
    columns = ["row", "name", "instructions", "text"]
    bctk.dataset.run(options.shards, functions, "functions", columns=columns, normalize_names=True, strip_debug=True)
    seen = set()
    with open(options.output, "w", encoding="utf-8") as out:
        # In batches: the text of a data set is larger than memory.
        for batch in pq.ParquetFile(functions).iter_batches(batch_size=1000, columns=columns):
            for row in batch.to_pylist():
                if row["text"] is None or not options.least <= row["instructions"] <= options.most:
                    continue
                # The text says less than `hash_normalized`: metadata and attributes are numbers in it.
                digest = hashlib.sha256(row["text"].encode()).digest()
                if digest not in seen:
                    seen.add(digest)
                    out.write(json.dumps({"module": row["row"], "text": row["text"]}) + "\n")
print(f"{options.output}: {len(seen)} functions")
