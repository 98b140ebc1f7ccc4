"""Repeats the modules of a data set to a Parquet file of a given size, to measure memory.

    python make_large.py modules.parquet -o large.parquet --gigabytes 10
    /usr/bin/time -v python -m bctk.dataset large.parquet -o out.parquet --table functions

It is not compressed, so it is as large on the disk, and all is one row group: the worst case.
"""

import argparse

import pyarrow as pa
import pyarrow.parquet as pq

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("data")
parser.add_argument("-o", "--output", required=True)
parser.add_argument("--gigabytes", type=float, default=10)
options = parser.parse_args()

once = pq.read_table(options.data)
times = max(1, round(options.gigabytes * 1e9 / once.nbytes))
# The same memory many times: a table of ten gigabytes that needs none.
table = pa.concat_tables([once] * times)
pq.write_table(table, options.output, row_group_size=table.num_rows, compression="none", use_dictionary=False)
print(f"{options.output}: {table.num_rows} rows")
