import os
from typing import Any, Iterable, List, Optional, Protocol, Sequence, Tuple, TypedDict, Union, final

from typing_extensions import Unpack

from bctk import Module

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = ...) -> Tuple[Any, Any]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = ...) -> Any: ...

class _ArrowSchema(Protocol):
    def __arrow_c_schema__(self) -> Any: ...

_Bytes = Union[bytes, bytearray, memoryview]
_Source = Union[str, "os.PathLike[str]", _Bytes, Tuple[Optional[str], _Bytes], Module]
_Sources = Union[_Source, Iterable[_Source], _ArrowArray, _ArrowStream]

__all__ = [
    "NAMES",
    "Table",
    "blocks",
    "calls",
    "debug_locations",
    "functions",
    "globals",
    "instructions",
    "modules",
    "read",
    "records",
    "scan",
    "schema",
    "symbols",
    "types",
]

NAMES: Tuple[str, ...]

@final
class Table:
    @property
    def name(self) -> str: ...
    @property
    def schema(self) -> _ArrowSchema: ...
    @property
    def num_rows(self) -> int: ...
    @property
    def column_names(self) -> List[str]: ...
    def batches(self) -> Sequence[_ArrowArray]: ...
    def __arrow_c_stream__(self, requested_schema: Any = ...) -> Any: ...
    def __len__(self) -> int: ...

class _Options(TypedDict, total=False):
    columns: Optional[Iterable[str]]
    text: bool
    normalize_names: bool
    strip_debug: bool
    max_bytes: Optional[int]
    max_rows: Optional[int]
    time_limit: Optional[float]
    threads: Optional[int]
    batch_rows: int

def schema(name: str, *, columns: Optional[Iterable[str]] = ..., text: bool = ...) -> _ArrowSchema: ...
def read(name: str, sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def scan(name: str, sources: _Sources, **options: Unpack[_Options]) -> _ArrowStream: ...
def functions(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def modules(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def symbols(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def instructions(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def blocks(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def calls(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def globals(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def types(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def debug_locations(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
def records(sources: _Sources, **options: Unpack[_Options]) -> Table: ...
