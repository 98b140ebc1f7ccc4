"""Modules per second and failures: bctk, processes of LLVM's tools under Ray, and llvmlite.

    python compare.py modules.parquet --sample 300

Two tasks, for each module of a data set of `make_dataset.py`: a row per function with its counts
(`functions`), and the text of each function (`text`). bctk does the second in two ways: all columns and
the text (`all and text`), and names and texts alone, which is all that the others give. bctk reads all modules. The others read a
sample of them, evenly spread, since they would take hours; the sample is read by bctk, too.

* `llvm-dis 23`, `llvm-dis N`: one process per module under Ray's `map_batches`, the newest LLVM's or
  the one that wrote the module; its text is read for the counts. For the text of each function
  `llvm-extract` and `llvm-dis` are started once per function, as data-set tools do.
* `llvmlite`: in a child of the worker for each few modules, under Ray, since some modules end its process.

All use as many processes or threads as there are cores. Seconds of the clock depend on what else the
machine does; seconds of the processors, of all processes of a pipeline's functions, hardly do. Ray's
own work is not in the latter.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq

import bctk.dataset

DEFINE = re.compile(r"^define .*?@(\"[^\"]*\"|[\w.$-]+)\(", re.M)


def llvm(name: str, version: str) -> str | None:
    return shutil.which(f"{name}-{version}")


def by_processes(content: bytes, version: str, text: bool) -> tuple[int, str]:
    """The number of functions, and an error."""
    with tempfile.NamedTemporaryFile(suffix=".bc") as file:
        file.write(content)
        file.flush()
        try:
            done = subprocess.run([llvm("llvm-dis", version), file.name, "-o", "-"], capture_output=True, timeout=60)
            if done.returncode:
                return 0, done.stderr.decode(errors="replace")[:100]
            all_text = done.stdout.decode(errors="replace")
            names = DEFINE.findall(all_text)
            if not text:
                # Counts of instructions per function, as a user of the text makes them.
                for body in re.findall(r"^define .*?^}", all_text, re.M | re.S):
                    Counter(re.findall(r"^  (?:%\S+ = )?(\w+)", body, re.M))
                return len(names), ""
            for name in names:
                extract = [llvm("llvm-extract", version), f"--func={name.strip(chr(34))}", file.name, "-o", "-"]
                first = subprocess.run(extract, capture_output=True, timeout=60)
                if first.returncode:
                    return 0, first.stderr.decode(errors="replace")[:100]
                second = subprocess.run([llvm("llvm-dis", version), "-", "-o", "-"], input=first.stdout, capture_output=True, timeout=60)
                if second.returncode:
                    return 0, second.stderr.decode(errors="replace")[:100]
            return len(names), ""
        except subprocess.TimeoutExpired:
            return 0, "took longer than 60 s"


def in_child(one, rows: list) -> list[tuple[int, str]]:
    """What `one` gives for each row, in a child process. If that dies, each row gets its own."""
    here, there = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=lambda: there.send([one(*row) for row in rows]))
    child.start()
    there.close()
    try:
        out = here.recv()
    except EOFError:
        out = None
    child.join()
    if out is not None:
        return out
    if len(rows) == 1:
        return [(0, f"the process ended with {child.exitcode}")]
    return [in_child(one, [row])[0] for row in rows]


def by_llvmlite(content: bytes, text: bool) -> tuple[int, str]:
    import llvmlite.binding as binding

    try:
        module = binding.parse_bitcode(content)
    except RuntimeError as error:
        return 0, str(error)[:100]
    count = 0
    for function in module.functions:
        if function.is_declaration:
            continue
        count += 1
        if text:
            str(function)
        else:
            Counter(i.opcode for block in function.blocks for i in block.instructions)
    return count, ""


def processor_seconds() -> float:
    """Of this process and of its children that have ended."""
    return sum(os.times()[:4])


def under_ray(rows: pa.Table, one, workers: int, isolated: bool) -> tuple[float, float, list[tuple[int, str]]]:
    """Seconds, those of processors, and what each row gave. The engine's start is not counted."""
    import ray

    def batch(table: pa.Table) -> pa.Table:
        start = processor_seconds()
        rows = list(zip(table["content"].to_pylist(), table["llvm"].to_pylist()))
        out = in_child(one, rows) if isolated else [one(*row) for row in rows]
        times = [(processor_seconds() - start) / len(rows)] * len(rows)
        return pa.table({"id": table["id"], "functions": [o[0] for o in out], "error": [o[1] for o in out], "cpu": times})

    rows = rows.append_column("id", pa.array(range(rows.num_rows)))
    warm = ray.data.from_arrow(rows.slice(0, workers))
    warm.map_batches(batch, batch_format="pyarrow", batch_size=1).materialize()
    data = ray.data.from_arrow(rows).repartition(min(rows.num_rows, workers * 8)).materialize()
    start = time.monotonic()
    done = data.map_batches(batch, batch_format="pyarrow", batch_size=8).take_all()
    seconds = time.monotonic() - start
    return seconds, sum(d["cpu"] for d in done), [(d["functions"], d["error"]) for d in sorted(done, key=lambda d: d["id"])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--only", choices=("bctk", "others"))
    options = parser.parse_args()

    file = pq.ParquetFile(options.data)
    total = file.metadata.num_rows
    def show(task: str, who: str, rows: int, seconds: float, cpu: float, functions: int, failed: int) -> None:
        print(f"| {task} | {who} | {rows} | {rows / seconds:.1f} | {rows / cpu:.1f} | {functions / seconds:.0f} | {failed} |", flush=True)

    print("| Task | Who | Modules | Modules/s | Modules/processor s | Functions/s | Failed |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    step = max(1, total // options.sample)
    with tempfile.TemporaryDirectory() as temp:
        # The sample: every step-th module.
        sample_path = os.path.join(temp, "sample.parquet")
        seen = 0
        picked = []
        for group in range(file.num_row_groups):
            part = file.read_row_group(group)
            picked.append(part.take(pa.array([i for i in range(part.num_rows) if (seen + i) % step == 0], pa.int64())))
            seen += part.num_rows
        sample = pa.concat_tables(picked).combine_chunks().slice(0, options.sample)
        pq.write_table(sample, sample_path, row_group_size=50, use_dictionary=False)

        ways = {"functions": {}, "text": {"columns": ["name", "is_declaration", "text"]}, "all and text": {"text": True}}
        for task, way in ways.items():
            for data, rows in ((options.data, total), (sample_path, sample.num_rows)):
                if options.only == "others":
                    continue
                out = os.path.join(temp, "out.parquet")
                start, cpu = time.monotonic(), processor_seconds()
                done = bctk.dataset.run(data, out, "functions", **way, keep={"flags": "compiler"}, threads=options.threads)
                seconds, cpu = time.monotonic() - start, processor_seconds() - cpu
                result = pq.read_table(out, columns=["is_declaration", "error", "compiler"])
                defined = result["is_declaration"].to_pylist().count(False)
                show(task, "bctk", rows, seconds, cpu, defined, done.errors)
                for row in result.filter(pa.compute.is_valid(result["error"])).to_pylist()[:10]:
                    print("  failed:", row["compiler"], row["error"])

        if options.only == "bctk":
            return
        import ray

        ray.init(num_cpus=options.threads, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        baselines = {
            "llvm-dis 23": lambda text: lambda content, version: by_processes(content, "23", text),
            "llvm-dis N": lambda text: lambda content, version: by_processes(content, version, text),
            "llvmlite": lambda text: lambda content, version: by_llvmlite(content, text),
        }
        for task in ("functions", "text"):
            for who, make in baselines.items():
                rows = sample
                if who == "llvm-dis N":
                    tools = ("llvm-dis", "llvm-extract") if task == "text" else ("llvm-dis",)
                    rows = sample.filter(pa.array([all(llvm(t, v) for t in tools) for v in sample["llvm"].to_pylist()]))
                seconds, cpu, results = under_ray(rows, make(task == "text"), options.threads, who == "llvmlite")
                failed = [(v, e) for v, (_, e) in zip(rows["llvm"].to_pylist(), results) if e]
                show(task, who, rows.num_rows, seconds, cpu, sum(n for n, _ in results), len(failed))
                for (version, error), count in Counter(failed).most_common(4):
                    print(f"  failed: {count} of LLVM {version}: {error}")
        ray.shutdown()


if __name__ == "__main__":
    main()
