"""`python -m bctk.dataset`: a table of modules."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Dict, List, Optional

from bctk.dataset._run import ENGINES, MEMORY, Progress, run
from bctk.dataset._settings import MAX_BYTES


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    out = argparse.ArgumentParser(prog="python -m bctk.dataset", description="Writes a table of modules to a Parquet file.")
    out.add_argument("inputs", nargs="+", metavar="INPUT", help="bitcode, assembly, archives, object files; Parquet files with a column of modules; folders of these; patterns such as 'ds/**/*.bc'")
    out.add_argument("-o", "--output", required=True, metavar="OUT.parquet", help="a file, or a folder that is there: then a file for each Parquet file")
    out.add_argument("--table", default="functions", metavar="NAME", help="functions, instructions, calls, ...: see bctk.tables.NAMES (functions)")
    out.add_argument("--engine", choices=ENGINES, default="local")
    out.add_argument("--column", help="the column of modules in Parquet files (content)")
    out.add_argument("--name-column", help="the column of their names")
    out.add_argument("--keep", action="append", default=[], metavar="COLUMN[=NEW]", help="a column that the output has too; may be given again")
    out.add_argument("--columns", metavar="NAME,...", help="the columns of the table to make (all but the text); what others need is not done")
    out.add_argument("--text", action="store_true", help="with the text of each function")
    out.add_argument("--normalize-names", action="store_true", help="the text with names normalised")
    out.add_argument("--strip-debug", action="store_true", help="the text without debug information")
    out.add_argument("--max-bytes", type=int, default=MAX_BYTES, metavar="N", help=f"a larger module is an error row; 0 for no limit ({MAX_BYTES})")
    out.add_argument("--time-limit", type=float, metavar="SECONDS", help="a module that takes longer is an error row")
    out.add_argument("--compression", default="zstd", choices=("none", "snappy", "lz4", "gzip", "zstd"))
    out.add_argument("--threads", type=int, metavar="N", help="threads, or workers of an engine (all cores)")
    out.add_argument("--memory", type=int, default=MEMORY, metavar="N", help=f"bytes that the local engine holds at once ({MEMORY})")
    out.add_argument("--quiet", action="store_true", help="no progress")
    return out


class Shown:
    """Writes the progress on stderr: one changing line on a terminal, else one line in ten seconds."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.next = 0.0
        self.live = sys.stderr.isatty()

    def __call__(self, at: Progress) -> None:
        passed = time.monotonic() - self.started
        if passed < self.next:
            return
        self.next = passed + (0.2 if self.live else 10.0)
        text = f"{at.rows_in} of {at.rows_total} rows, {at.rows_in / max(passed, 0.001):.0f} a second"
        if at.errors:
            text += f", {at.errors} errors"
        print(f"\r{text}\x1b[K" if self.live else text, end="" if self.live else "\n", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Takes the changing line away."""
        if self.live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command."""
    options = parser().parse_args(arguments)
    keep: Dict[str, str] = {}
    for name in options.keep:
        old, _, new = name.partition("=")
        keep[old] = new or old
    shown = None if options.quiet else Shown()
    started = time.monotonic()
    try:
        result = run(
            options.inputs,
            options.output,
            options.table,
            engine=options.engine,
            column=options.column,
            name_column=options.name_column,
            keep=keep,
            columns=options.columns and options.columns.split(","),
            text=options.text,
            normalize_names=options.normalize_names,
            strip_debug=options.strip_debug,
            max_bytes=options.max_bytes or None,
            time_limit=options.time_limit,
            compression=options.compression,
            threads=options.threads,
            memory=options.memory,
            progress=shown,
        )
    except (OSError, ValueError, ImportError) as error:
        print(f"bctk.dataset: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bctk.dataset: stopped", file=sys.stderr)
        return 130
    finally:
        if shown:
            shown.clear()
    passed = time.monotonic() - started
    if not options.quiet:
        print(f"{options.output}: {result.rows_out} rows of {result.rows_in} in {passed:.1f} s, {result.errors} of them errors", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
