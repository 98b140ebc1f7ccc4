"""Reads Parquet files, or files of modules, and writes a Parquet file, on this process's threads or on an engine's workers."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from pathlib import Path
from typing import Callable, Iterable, List, NamedTuple, Optional, Sequence, Union

import bctk._bctk
from bctk._options import count
from bctk._sources import files_of, is_path, modules_below
from bctk.dataset import _engines
from bctk.dataset._settings import MAX_BYTES, Keep, Settings, pairs

#: The engines by their names.
ENGINES = ("local", "ray", "spark", "dask")

#: The bytes of modules and results that the local engine holds at once, at most.
MEMORY = 256 << 20


class Result(NamedTuple):
    """What was read and written."""

    rows_in: int
    rows_out: int
    #: How many of the rows that were written tell an error.
    errors: int


class Progress(NamedTuple):
    """How far it is; `errors` is known by the local engine only."""

    rows_in: int
    rows_total: int
    errors: Optional[int]


def inputs_of(paths: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]]) -> List[str]:
    """The files that the paths name; of a folder those that it has, sorted by name.

    They are Parquet files, or all are files of modules, such as bitcode, assembly, archives and object files.
    A path may be a pattern as `glob` has them. One that stands for no file raises `FileNotFoundError`.
    """
    if is_path(paths):
        paths = [paths]  # type: ignore[list-item]
    out: List[str] = []
    for path in paths:  # type: ignore[union-attr]
        out += files_of(path, _below, "no Parquet file, bitcode, assembly (.ll) or container of bitcode is in this folder")
    if not out:
        raise ValueError("there is no input")
    _are_modules(out)
    return out


def _is_parquet(file: str) -> bool:
    if file.endswith(".parquet"):
        return True
    try:
        with open(file, "rb") as opened:
            return opened.read(4) == b"PAR1"
    except OSError:
        return False


def _below(folder: str) -> List[str]:
    """The Parquet files, or the files of modules, in a folder."""
    parquet = sorted(str(path) for path in Path(folder).rglob("*.parquet"))
    modules = [file for file in modules_below(folder) if not _is_parquet(file)]
    if parquet and modules:
        raise ValueError(
            f"{folder}: both Parquet files ({parquet[0]}) and files of modules ({modules[0]}) are in it; "
            "name one kind by a pattern, such as '**/*.parquet'"
        )
    return parquet or modules


def _are_modules(files: Sequence[str]) -> bool:
    """Whether these are files of modules, not Parquet files."""
    parquet = [_is_parquet(file) for file in files]
    if any(parquet) and not all(parquet):
        one, other = files[parquet.index(True)], files[parquet.index(False)]
        raise ValueError(f"{one} is a Parquet file and {other} is none: they cannot be read together")
    return not parquet[0]


def run(
    inputs: Union[str, os.PathLike[str], Iterable[Union[str, os.PathLike[str]]]],
    output: Union[str, os.PathLike[str]],
    table: str = "functions",
    *,
    engine: str = "local",
    column: Optional[str] = None,
    name_column: Optional[str] = None,
    keep: Keep = (),
    columns: Optional[Iterable[str]] = None,
    text: bool = False,
    normalize_names: bool = False,
    strip_debug: bool = False,
    max_bytes: Optional[int] = MAX_BYTES,
    time_limit: Optional[float] = None,
    compression: str = "zstd",
    threads: Optional[int] = None,
    memory: int = MEMORY,
    progress: Optional[Callable[[Progress], None]] = None,
    task: Callable[[_engines.Task], None] = _engines.run_task,
) -> Result:
    """Reads the modules of Parquet files, or files of modules, and writes one of their tables to a Parquet file.

    `inputs` are files, folders and patterns (`"ds/**/*.bc"`): Parquet files with a column of modules
    (`column`, by default `content`), or files of bitcode, assembly, archives, object files and the like,
    each of which is a row whose column `source` has its path. If `output` is a folder, each input gets a file of its name
    in it: better for terabytes than one file. The rows come in the order of the input; the column `row`
    counts the rows of all inputs. `output` is there when it is whole: it is written under another
    name first. The engines `ray`, `spark` and `dask` give the same file as `local`. They use the
    cluster that is there, else one of `threads` workers on this machine, and leave one file per part
    in a folder beside the output, which all workers must see; a run that is broken off goes on where
    it was when it is started again.

    `columns` names the columns of the table to make, if not all but the text: what others need is not
    done. `row`, `source`, `module` and `error` are always there. `memory` bounds the bytes that the local engine holds at once. `task` is what a worker does.
    """
    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}; the engines are {', '.join(ENGINES)}")
    memory = count("memory", memory) or MEMORY
    files = inputs_of(inputs)
    output = os.fspath(output)
    kept = pairs(keep)
    modules = _are_modules(files)
    if modules:
        for option, given in (("column", column), ("name_column", name_column), ("keep", kept)):
            if given:
                raise ValueError(f"{option} is for Parquet files; {files[0]} is none")
        if os.path.isdir(output):
            raise ValueError(f"{output}: the output is a folder; the table of files of modules is one file")
        if any(os.path.exists(output) and os.path.samefile(file, output) for file in files):
            raise ValueError(f"{output}: the output is an input")
    settings = Settings(
        table=table,
        modules=modules,
        column="content" if column is None else column,
        name_column=name_column,
        keep=kept,
        columns=columns,
        text=text,
        normalize_names=normalize_names,
        strip_debug=strip_debug,
        max_bytes=max_bytes,
        time_limit=time_limit,
        compression=compression,
        threads=threads,
    )
    if os.path.isdir(output):
        return _each(settings, files, output, engine, memory, progress, task)
    return _one(settings, files, output, engine, memory, progress, task)


def _each(
    settings: Settings,
    files: Sequence[str],
    output: str,
    engine: str,
    memory: int,
    progress: Optional[Callable[[Progress], None]],
    task: Callable[[_engines.Task], None],
) -> Result:
    names = [os.path.basename(file) for file in files]
    if len(set(names)) < len(names):
        raise ValueError("two inputs have the same name: they cannot both go to one folder")
    total = [0, 0, 0]
    for file, name in zip(files, names):
        into = os.path.join(output, name)
        if os.path.exists(into) and os.path.samefile(file, into):
            raise ValueError(f"{into}: the output is the input")
        result = _one(settings, [file], into, engine, memory, progress, task)
        total = [a + b for a, b in zip(total, result)]
    return Result(*total)


def _one(
    settings: Settings,
    files: Sequence[str],
    output: str,
    engine: str,
    memory: int,
    progress: Optional[Callable[[Progress], None]],
    task: Callable[[_engines.Task], None],
) -> Result:
    job = settings.job()
    if engine == "local":
        total = sum(part[4] for part in job.plan(list(files))) if progress else 0

        def tick(rows_in: int, rows_out: int, errors: int) -> None:
            if progress:
                progress(Progress(rows_in, total, errors))

        return Result(*job.run(list(files), output, memory, tick))

    folder = Path(f"{output}.parts-{_fingerprint(settings, files)}")
    folder.mkdir(parents=True, exist_ok=True)
    parts = job.plan(list(files))
    paths = [str(folder / f"{number:08}.parquet") for number in range(len(parts))]
    tasks = [(settings, part, path) for part, path in zip(parts, paths) if not os.path.exists(path)]
    schedule = {"ray": _engines.on_ray, "spark": _engines.on_spark, "dask": _engines.on_dask}[engine]
    with _Watch(folder, {path: part[4] for part, path in zip(parts, paths)}, progress):
        schedule(task, tasks, settings.threads)
    rows_out, errors = job.join(list(files), paths, output)
    shutil.rmtree(folder)
    return Result(sum(part[4] for part in parts), rows_out, errors)


def _fingerprint(settings: Settings, files: Sequence[str]) -> str:
    """The same for a run that would leave the same parts."""
    what: List[object] = [bctk._bctk.__version__, settings]
    for file in files:
        status = os.stat(file)
        what.append((os.path.abspath(file), status.st_size, status.st_mtime_ns))
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


class _Watch:
    """Tells the progress by the parts that are there."""

    def __init__(self, folder: Path, rows: dict[str, int], progress: Optional[Callable[[Progress], None]]) -> None:
        self.folder, self.rows, self.progress = folder, rows, progress
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._loop, daemon=True)

    def _tell(self) -> None:
        if self.progress:
            done = sum(self.rows.get(entry.path, 0) for entry in os.scandir(self.folder))
            self.progress(Progress(done, sum(self.rows.values()), None))

    def _loop(self) -> None:
        while not self.over.wait(1.0):
            self._tell()

    def __enter__(self) -> None:
        if self.progress:
            self.thread.start()

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.over.set()
        if self.progress:
            self.thread.join()
            if kind is None:
                self._tell()
