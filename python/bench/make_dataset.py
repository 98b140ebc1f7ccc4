"""Makes a data set of bitcode in Parquet: modules of six languages by the LLVMs of this machine.

    python make_dataset.py -o modules.parquet --rows 20000

Columns: `content` (the module), `language`, `llvm` (the release that wrote it), `name`, `flags` (the
compiler and its options). No module is there twice. Sources are random programs (`programs.py`) and
the files of `corpus/src`; each is compiled by several compilers, at several levels, with and without
debug information. A compiler that is not installed is left out and named. The same seed gives the same
sources; the modules are the same where the compilers are.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import programs

SCHEMA = pa.schema(
    [
        ("content", pa.binary()),
        ("language", pa.string()),
        ("llvm", pa.string()),
        ("name", pa.string()),
        ("flags", pa.string()),
    ]
)
SUFFIX = {"c": ".c", "c++": ".cpp", "rust": ".rs", "zig": ".zig", "d": ".d", "fortran": ".f90"}
# How many of a thousand modules are of which language.
SHARE = {"c": 350, "c++": 250, "rust": 150, "zig": 70, "d": 90, "fortran": 90}
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
ZIG_LEVELS = ("Debug", "ReleaseSafe", "ReleaseFast", "ReleaseSmall")
# The LLVM of a zig, by its minor version.
ZIG_LLVM = {11: "16", 12: "17", 13: "18", 14: "19", 15: "20", 16: "21", 17: "22"}
CORPUS = Path(__file__).resolve().parents[2] / "corpus" / "src"


class Compiler:
    """One installed compiler: its language, the LLVM inside, and the command for a source."""

    def __init__(self, language: str, program: str, llvm: str) -> None:
        self.language, self.program, self.llvm = language, program, llvm
        self.label = Path(program).name

    def flags(self, rng: random.Random) -> list[str]:
        debug = rng.random() < 0.4
        if self.language == "zig":
            return ["-O", rng.choice(ZIG_LEVELS), "-fno-strip" if debug else "-fstrip"]
        level = rng.choice(LEVELS)
        if self.language == "rust":
            return ["-C", f"opt-level={level[2:]}", *(["-g"] if debug else [])]
        if self.language == "d" and level == "-O0":
            return ["-g"] if debug else []
        if self.language == "fortran" and level == "-Os":
            level = "-O2"
        # Debug information of Fortran is there from LLVM 19 on.
        debug = debug and (self.language != "fortran" or int(self.llvm) >= 19)
        return [level, *(["-g"] if debug else [])]

    def command(self, flags: list[str], source: str, output: str) -> list[str]:
        if self.language in ("c", "c++"):
            standard = "-std=gnu11" if self.language == "c" else "-std=c++17"
            return [self.program, *flags, "-w", standard, "-fdebug-compilation-dir=/src", "-c", "-emit-llvm", source, "-o", output]
        if self.language == "rust":
            return [self.program, *flags, "-C", "codegen-units=1", "--crate-type=lib", "--emit=llvm-bc", source, "-o", output]
        if self.language == "zig":
            # Without a cache of its own a zig keeps every result in the home folder.
            cache = ["--cache-dir", "../zig-cache", "--global-cache-dir", "../zig-cache"]
            return [self.program, "build-obj", *flags, *cache, "-fno-emit-bin", f"-femit-llvm-bc={output}", source]
        if self.language == "d":
            return [self.program, *flags, "-c", "-output-bc", f"-of={output}", source]
        return [self.program, *flags, "-c", "-emit-llvm", source, "-o", output]


def version(command: list[str], pattern: str) -> str | None:
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(pattern, text)
    return found[1] if found else None


def installed(zigs: list[str]) -> list[Compiler]:
    """The compilers of this machine; what is missing is named on stderr."""
    out: list[Compiler] = []

    def add(language: str, program: str, query: list[str], pattern: str) -> None:
        llvm = version([program, *query], pattern) if shutil.which(program) else None
        if llvm is None:
            print(f"skipped: {program} ({language}) is not installed", file=sys.stderr)
        else:
            out.append(Compiler(language, program, llvm))

    for n in range(13, 24):
        add("c", f"clang-{n}", ["--version"], r"version (\d+)")
        plus = f"clang++-{n}"
        # Where there is no clang++-N, clang-N compiles C++ by the name of the file.
        add("c++", plus if shutil.which(plus) else f"clang-{n}", ["--version"], r"version (\d+)")
    add("rust", "rustc", ["-vV"], r"LLVM version: (\d+)")
    add("d", "ldc2", ["--version"], r"LLVM (\d+)")
    for name in ("flang-new-16", "flang-new-19", "flang-new-22"):
        add("fortran", name, ["--version"], r"version (\d+)")
    for zig in zigs:
        minor = version([zig, "version"], r"0\.(\d+)\.") if shutil.which(zig) else None
        if minor is None or int(minor) not in ZIG_LLVM:
            print(f"skipped: {zig} (zig) is not installed, or of a version not known here", file=sys.stderr)
        else:
            compiler = Compiler("zig", zig, ZIG_LLVM[int(minor)])
            compiler.label = f"zig-0.{minor}"
            out.append(compiler)
    return out


def default_zigs() -> list[str]:
    """The zig of the package `ziglang` of this Python, else the one on the path."""
    try:
        import ziglang

        return [str(Path(ziglang.__file__).parent / "zig")]
    except ImportError:
        return ["zig"]


Job = tuple  # (compiler, flags, source name, source text)


def jobs_of(language: str, compilers: list[Compiler], seed: str, variants: int):
    """An endless row of compilations: the corpus first, then random programs."""
    mine = [c for c in compilers if c.language == language]
    rng = random.Random(f"{seed}/{language}")
    for path in sorted(p for p in CORPUS.rglob("*") if p.suffix == SUFFIX[language]):
        for compiler in mine:
            for _ in range(3):
                yield compiler, compiler.flags(rng), path.name, path.read_text()
    for number in itertools.count():
        name = f"{language.replace('+', 'p')}_{number:05}{SUFFIX[language]}"
        text = programs.program(language, f"{seed}/{number}")
        picked = rng.sample(mine, variants) if len(mine) >= variants else [rng.choice(mine) for _ in range(variants)]
        for compiler in picked:
            yield compiler, compiler.flags(rng), name, text


def compile_one(folder: Path, job: Job, number: int) -> tuple[bytes | None, str]:
    compiler, flags, name, text = job
    # A folder of its own for each job, since the name of the source is a part of the module.
    work = folder / str(number)
    work.mkdir()
    try:
        (work / name).write_text(text)
        done = subprocess.run(compiler.command(flags, name, "out.bc"), cwd=work, capture_output=True, text=True, timeout=120)
        if done.returncode or not (work / "out.bc").exists():
            return None, next((x for x in done.stderr.splitlines() if "error" in x), done.stderr[-200:])
        return (work / "out.bc").read_bytes(), ""
    except subprocess.TimeoutExpired:
        return None, "took longer than 120 s"
    finally:
        shutil.rmtree(work, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--rows", type=int, default=20000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--variants", type=int, default=4, help="compilations of one program")
    parser.add_argument("--row-group", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--zig", action="append", help="path of a zig; may be given again")
    options = parser.parse_args()

    compilers = installed(options.zig or default_zigs())
    languages = [x for x in programs.LANGUAGES if any(c.language == x for c in compilers)]
    rng = random.Random(options.seed)
    sources = {x: jobs_of(x, compilers, options.seed, options.variants) for x in languages}
    weights = [SHARE[x] for x in languages]
    seen: set[bytes] = set()
    failures: dict[str, int] = {}
    rows: list[dict] = []
    written, started = 0, time.time()
    partial = options.output + ".partial"
    with tempfile.TemporaryDirectory(prefix="dataset-") as temp, pq.ParquetWriter(partial, SCHEMA, compression="zstd") as writer, ThreadPoolExecutor(options.jobs) as pool:
        numbers = itertools.count()
        while written < options.rows:
            picked = rng.choices(languages, weights, k=options.row_group)
            jobs = [next(sources[x]) for x in picked]
            results = pool.map(lambda job: compile_one(Path(temp), job, next(numbers)), jobs)
            for (compiler, flags, name, _), (content, why) in zip(jobs, results):
                label = " ".join([compiler.label, *flags])
                if content is None:
                    failures[compiler.label] = failures.get(compiler.label, 0) + 1
                    if failures[compiler.label] == 1:
                        print(f"failed: {label} {name}: {why}", file=sys.stderr)
                    continue
                digest = hashlib.sha256(content).digest()
                if digest not in seen:
                    seen.add(digest)
                    rows.append({"content": content, "language": compiler.language, "llvm": compiler.llvm, "name": name, "flags": label})
            while len(rows) >= options.row_group or (rows and written + len(rows) >= options.rows):
                group, rows = rows[: options.row_group], rows[options.row_group :]
                group = group[: options.rows - written]
                writer.write_table(pa.Table.from_pylist(group, schema=SCHEMA))
                written += len(group)
                print(f"{written} of {options.rows} modules, {time.time() - started:.0f} s", file=sys.stderr)
                if written >= options.rows:
                    break
    os.replace(partial, options.output)
    print(f"{options.output}: {written} modules; compilations that failed: {failures or 'none'}", file=sys.stderr)


if __name__ == "__main__":
    main()
