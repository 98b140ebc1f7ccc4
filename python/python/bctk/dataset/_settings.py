"""What to make of the rows: the options that all ways to read a data set have in common."""

from __future__ import annotations

import dataclasses
from typing import Iterable, Mapping, Optional, Tuple, Union

from bctk._bctk import DatasetJob

#: A larger module is an error row, unless `max_bytes` says otherwise.
MAX_BYTES = 64 << 20

#: Columns to keep: their names, or their names and the ones to give them.
Keep = Union[Iterable[str], Mapping[str, str]]


@dataclasses.dataclass(frozen=True)
class Settings:
    """A table and its options. It can be pickled, so that workers elsewhere do the same."""

    table: str
    column: str = "content"
    name_column: Optional[str] = None
    keep: Tuple[Tuple[str, str], ...] = ()
    text: bool = False
    normalize_names: bool = False
    strip_debug: bool = False
    max_bytes: Optional[int] = MAX_BYTES
    time_limit: Optional[float] = None
    compression: str = "zstd"
    threads: Optional[int] = None

    def job(self) -> DatasetJob:
        """What does the work; it raises `ValueError` for settings that do not exist."""
        return DatasetJob(
            self.table,
            column=self.column,
            name_column=self.name_column,
            keep=list(self.keep),
            text=self.text,
            normalize_names=self.normalize_names,
            strip_debug=self.strip_debug,
            max_bytes=self.max_bytes,
            time_limit=self.time_limit,
            compression=self.compression,
            threads=self.threads,
        )


def pairs(keep: Keep) -> tuple[tuple[str, str], ...]:
    """The old and the new names of the columns to keep."""
    if isinstance(keep, str):
        raise TypeError("keep= takes a list of columns")
    if isinstance(keep, Mapping):
        return tuple(keep.items())
    return tuple((name, name) for name in keep)
