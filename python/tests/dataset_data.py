"""Data sets for the tests: the modules of the repository's corpus, and rows that are no modules."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import List

import pyarrow as pa
import pyarrow.parquet as pq

CORPUS = Path(__file__).resolve().parents[2] / "corpus"


def corpus(limit: int = 60) -> List[Path]:
    """Small modules by many LLVMs."""
    files = sorted(p for p in CORPUS.glob("v*/*.bc") if p.stat().st_size < 40_000)
    step = max(1, len(files) // limit)
    return files[::step][:limit]


def table(limit: int = 60) -> pa.Table:
    """Sound modules, and after each tenth one a row that is not."""
    rows = []
    bad = [None, b"", b"no module at all", corpus(1)[0].read_bytes()[:-64]]
    for number, path in enumerate(corpus(limit)):
        rows.append((f"{path.parent.name}/{path.name}", path.read_bytes(), path.parent.name, number))
        if number % 10 == 3:
            rows.append((f"bad{number}", bad[number // 10 % len(bad)], "none", -number))
    names, contents, llvms, ids = zip(*rows)
    return pa.table(
        {
            "name": pa.array(names),
            "content": pa.array(contents, pa.binary()),
            "llvm": pa.array(llvms),
            "id": pa.array(ids, pa.int32()),
            "tags": pa.array([[n, "x"] if n else None for n in names]),
        }
    )


def write(folder: Path, files: int = 2, limit: int = 60, row_group: int = 7) -> List[str]:
    """The table in several files of small row groups."""
    whole = table(limit)
    out = []
    size = -(-whole.num_rows // files)
    for number in range(files):
        path = folder / f"in-{number}.parquet"
        pq.write_table(whole.slice(number * size, size), path, row_group_size=row_group, compression=["snappy", "zstd", "gzip", "lz4", "none"][number % 5])
        out.append(str(path))
    return out


def die_once(marker: str) -> None:
    """Kills this worker, the first time that any worker comes here."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
