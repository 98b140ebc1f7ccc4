"""What to make of the rows: the options that all ways to read a data set have in common."""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Callable, Iterable, List, Mapping, Optional, Protocol, Tuple, Union

from bctk._bctk import _DatasetJob  # type: ignore[attr-defined,unused-ignore]
from bctk._options import count, names, seconds

#: A part as `plan` gives it: a Parquet file with first and end row group, or files of modules; first row, number of rows.
Part = Tuple[List["os.PathLike[str]"], int, int, int, int]


class Job(Protocol):
    """The part of the extension module that reads data sets."""

    def plan(self, inputs: List[str]) -> List[Part]:
        """The parts of the inputs."""

    def run(
        self, inputs: List[str], output: str, memory: int, progress: Optional[Callable[[int, int, int], object]] = None
    ) -> Tuple[int, int, int]:
        """Reads the inputs and writes the output; rows read, rows written and errors."""

    def run_part(self, plain: Part, output: str) -> Tuple[int, int, int]:
        """Reads one part and writes a file, the same each time."""

    def join(self, inputs: List[str], files: List[str], output: str) -> Tuple[int, int]:
        """Puts the files of the parts together; rows and errors."""

    def read(self, contents: Any, names: Any = None) -> Any:
        """The table of modules that are in memory, as an Arrow stream."""

    def empty(self) -> Any:
        """The schema of the table, as an empty Arrow stream."""


#: A larger module is an error row, unless `max_bytes` says otherwise.
MAX_BYTES = 64 << 20

#: Columns to keep: their names, or their names and the ones to give them.
Keep = Union[Iterable[str], Mapping[str, str]]


@dataclasses.dataclass(frozen=True)
class Settings:
    """A table and its options. It can be pickled, so that workers elsewhere do the same."""

    table: str
    #: Whether the inputs are files of modules, not Parquet files.
    modules: bool = False
    column: str = "content"
    name_column: Optional[str] = None
    keep: Tuple[Tuple[str, str], ...] = ()
    columns: Optional[Iterable[str]] = None
    text: bool = False
    normalize_names: bool = False
    strip_debug: bool = False
    max_bytes: Optional[int] = MAX_BYTES
    time_limit: Optional[float] = None
    compression: str = "zstd"
    threads: Optional[int] = None

    def __post_init__(self) -> None:
        # Numbers of other libraries become Python's, so that equal settings look the same.
        object.__setattr__(self, "columns", names("columns", self.columns))
        object.__setattr__(self, "max_bytes", count("max_bytes", self.max_bytes))
        object.__setattr__(self, "time_limit", seconds("time_limit", self.time_limit))
        object.__setattr__(self, "threads", count("threads", self.threads))

    def job(self) -> Job:
        """What does the work; it raises `ValueError` for settings that do not exist."""
        job: Job = _DatasetJob(
            self.table,
            modules=self.modules,
            column=self.column,
            name_column=self.name_column,
            keep=list(self.keep),
            columns=self.columns if self.columns is None else list(self.columns),
            text=self.text,
            normalize_names=self.normalize_names,
            strip_debug=self.strip_debug,
            max_bytes=self.max_bytes,
            time_limit=self.time_limit,
            compression=self.compression,
            threads=self.threads,
        )
        return job


def pairs(keep: Keep) -> tuple[tuple[str, str], ...]:
    """The old and the new names of the columns to keep."""
    if isinstance(keep, str):
        raise TypeError("keep= takes a list of columns")
    if isinstance(keep, Mapping):
        return tuple(keep.items())
    return tuple((name, name) for name in keep)
