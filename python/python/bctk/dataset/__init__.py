"""Tables of data sets: a column of modules in, any of the tables of `bctk.tables` out.

Three ways, for data of any size:

* `run` (and the command `python -m bctk.dataset`) reads Parquet files, or files of modules, and writes
  a Parquet file, on the threads of this process or on the workers of Ray, Spark or Dask; the output is the same to the byte.
* `mapper` gives a function for the data sets of these engines: Ray's `map_batches`, Spark's
  `mapInArrow`, Dask's `map_partitions`.
* `bctk.tables` reads what is in memory.

A module that is damaged, too large or too slow becomes a row whose column `error` says why. It never
ends a worker.
"""

from __future__ import annotations

from bctk.dataset._mapper import Mapper, mapper
from bctk.dataset._run import ENGINES, Result, inputs_of, run
from bctk.dataset._settings import MAX_BYTES, Settings

__all__ = ["ENGINES", "MAX_BYTES", "Mapper", "Result", "Settings", "inputs_of", "mapper", "run"]
