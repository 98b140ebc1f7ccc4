"""The engines, as they are: each test starts one with two workers, kills a worker, and stops it."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator, List

import pytest

pa = pytest.importorskip("pyarrow")
import dataset_data as data  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

import bctk.dataset  # noqa: E402
from bctk.dataset import _engines  # noqa: E402

HERE = str(Path(__file__).parent)
# Files, and so parts, of a data set.
SMALL = 4


def needs(engine: str) -> None:
    """Skips the test where the engine is not installed."""
    extra = {"ray": "ray.data", "spark": "pyspark.sql", "dask": "dask.distributed"}[engine]
    pytest.importorskip(extra, reason=f"needs the extra bctk[{engine}]")
    if engine == "spark":
        java = os.path.join(os.environ.get("JAVA_HOME", "/usr"), "bin", "java")
        try:
            subprocess.run([java, "-version"], capture_output=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("needs Java")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    # Workers find this folder's modules, and Python.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([HERE, os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)


def inputs(folder: Path) -> List[str]:
    """A part is at least a file, or 32 MB of modules: so each file is one."""
    return data.write(folder, files=SMALL, limit=40)


class DiesOnce:
    """The task of a worker that is killed while it works: the part is written, but not in its place."""

    def __init__(self, marker: str) -> None:
        self.marker = marker

    def __call__(self, task: Any) -> None:
        settings, part, path = task
        _engines.run_task((settings, part, path + ".lost"))
        if part[3] > 0:
            data.die_once(self.marker)
        os.remove(path + ".lost")
        _engines.run_task(task)


@pytest.mark.parametrize("engine", ["ray", "spark", "dask"])
def test_same_bytes_though_a_worker_is_killed(tmp_path: Path, engine: str) -> None:
    needs(engine)
    files = inputs(tmp_path)
    want = bctk.dataset.run(files, tmp_path / "local.parquet", "functions", text=True, keep=["id"])
    marker = str(tmp_path / "killed")
    got = bctk.dataset.run(files, tmp_path / "out.parquet", "functions", text=True, keep=["id"], engine=engine, threads=2, task=task_of(engine, marker))
    assert os.path.exists(marker), "no worker was killed"
    assert got == want
    assert (tmp_path / "out.parquet").read_bytes() == (tmp_path / "local.parquet").read_bytes()
    assert not list(tmp_path.glob("*.parts-*"))


@pytest.mark.parametrize("engine", ["ray", "spark", "dask"])
def test_files_of_modules(tmp_path: Path, engine: str) -> None:
    needs(engine)
    files = data.corpus(20)
    want = bctk.dataset.run(files, tmp_path / "local.parquet")
    assert bctk.dataset.run(files, tmp_path / "out.parquet", engine=engine, threads=2) == want
    assert want.rows_in == len(files)
    assert (tmp_path / "out.parquet").read_bytes() == (tmp_path / "local.parquet").read_bytes()


def task_of(engine: str, marker: str) -> Any:
    work = DiesOnce(marker)
    if engine == "ray":
        # Ray takes functions only.
        def task(what: Any) -> None:
            work(what)

        return task
    return work


@pytest.fixture
def ray_cluster() -> Iterator[Any]:
    needs("ray")
    import ray

    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False, object_store_memory=200 << 20)
    yield ray
    ray.shutdown()


@pytest.fixture
def spark_session() -> Iterator[Any]:
    needs("spark")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.memory", "1g").config("spark.sql.execution.arrow.maxRecordsPerBatch", "8").getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def dask_client() -> Iterator[Any]:
    needs("dask")
    from dask.distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, memory_limit="1GB", dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


def want(**options: Any) -> List[dict]:
    """The rows that each engine should give, without their numbers."""
    table = bctk.dataset.mapper("functions", keep=["id"], **options)(data.table())
    return sorted(table.select(["id", "name", "error"]).to_pylist(), key=repr)


def test_ray_map_batches(tmp_path: Path, ray_cluster: Any) -> None:
    marker, mapper = str(tmp_path / "killed"), bctk.dataset.mapper("functions", keep=["id"])

    def batch(table: Any) -> Any:
        out = mapper(table)
        data.die_once(marker)
        return out

    ds = ray_cluster.data.from_arrow(data.table()).repartition(6)
    rows = ds.map_batches(batch, batch_format="pyarrow", batch_size=8).select_columns(["id", "name", "error"]).take_all()
    assert os.path.exists(marker)
    assert sorted(rows, key=repr) == want()


def test_spark_map_in_arrow(tmp_path: Path, spark_session: Any) -> None:
    marker, mapper = str(tmp_path / "killed"), bctk.dataset.mapper("functions", keep=["id"])

    def batches(source: Any) -> Any:
        for number, batch in enumerate(mapper.map_in_arrow(source)):
            yield batch
            if number > 0:
                data.die_once(marker)

    [path] = data.write(tmp_path, files=1)
    df = spark_session.read.parquet(path).repartition(3)
    out = df.mapInArrow(batches, mapper.spark_schema(df)).select("id", "name", "error").collect()
    assert os.path.exists(marker)
    assert sorted((row.asDict() for row in out), key=repr) == want()


def test_dask_map_partitions(tmp_path: Path, dask_client: Any) -> None:
    dd = pytest.importorskip("dask.dataframe")
    marker, mapper = str(tmp_path / "killed"), bctk.dataset.mapper("functions", keep=["id"])
    ddf = dd.read_parquet(data.write(tmp_path, files=5), columns=["content", "id"])
    out = ddf.map_partitions(functools.partial(partition, mapper, marker), meta=mapper.dask_meta(ddf)).compute()
    assert os.path.exists(marker)
    got = pa.Table.from_pandas(out[["id", "name", "error"]], preserve_index=False)
    assert sorted(got.to_pylist(), key=repr) == want()


def partition(mapper: Any, marker: str, df: Any) -> Any:
    out = mapper.map_partition(df)
    data.die_once(marker)
    return out


def test_goes_on_where_it_was(tmp_path: Path) -> None:
    """A run that is broken off keeps its parts; the next one does the others only."""
    needs("dask")
    files = inputs(tmp_path)
    marker = tmp_path / "fails"
    marker.touch()
    options: Any = {"engine": "dask", "threads": 2, "task": functools.partial(fails_while, str(marker), str(tmp_path / "log"))}
    with pytest.raises(RuntimeError, match="told to fail"):
        bctk.dataset.run(files, tmp_path / "out.parquet", "functions", **options)
    assert not (tmp_path / "out.parquet").exists()
    marker.unlink()
    done_before = set((tmp_path / "log").read_text().split())
    assert done_before
    bctk.dataset.run(files, tmp_path / "out.parquet", "functions", **options)
    done = (tmp_path / "log").read_text().split()
    assert len(done) == len(set(done)) == SMALL
    bctk.dataset.run(files, tmp_path / "local.parquet", "functions")
    assert (tmp_path / "out.parquet").read_bytes() == (tmp_path / "local.parquet").read_bytes()


def fails_while(marker: str, log: str, task: Any) -> None:
    if os.path.exists(marker) and task[1][3] > 0:
        raise RuntimeError("told to fail")
    _engines.run_task(task)
    with open(log, "a") as file:
        file.write(f"{task[1][3]}\n")
