"""How the engines run the parts of a data set.

A task reads one part and writes one file, the same file whenever it is run. So an engine may run it
again after it lost a worker: nothing is lost and nothing is there twice.
"""

from __future__ import annotations

import os
from typing import Any, Callable, Optional, Sequence, Tuple

from bctk.dataset._settings import Part, Settings

#: The settings, the part and the file to write.
Task = Tuple[Settings, Part, str]

#: How often a part is tried again after its worker was lost.
RETRIES = 4


def run_task(task: Task) -> None:
    """What a worker does with a part."""
    import dataclasses

    settings, part, path = task
    # The engine runs as many tasks at once as there are cores.
    dataclasses.replace(settings, threads=1).job().run_part(part, path)


def on_ray(work: Callable[[Task], None], tasks: Sequence[Task], workers: Optional[int]) -> None:
    """Runs the tasks on the Ray cluster that this process is in, else on one of its own."""
    import ray  # type: ignore[import-not-found,unused-ignore]

    ours = not ray.is_initialized()
    if ours:
        # A cluster of its own is for this machine alone.
        alone: Any = {"num_cpus": workers, "include_dashboard": False, "_node_ip_address": "127.0.0.1"}
        where: Any = {} if os.environ.get("RAY_ADDRESS") else alone
        ray.init(log_to_driver=False, **where)
    try:
        remote = ray.remote(work).options(max_retries=RETRIES, num_cpus=1)
        # A few tasks wait at the workers, the others here: a data set has very many.
        most = 4 * int(ray.cluster_resources().get("CPU", 1)) + 4
        running: Any = []
        for task in tasks:
            running.append(remote.remote(task))
            if len(running) >= most:
                done, running = ray.wait(running, num_returns=1)
                ray.get(done)
        ray.get(running)
    finally:
        if ours:
            ray.shutdown()


def on_spark(work: Callable[[Task], None], tasks: Sequence[Task], workers: Optional[int]) -> None:
    """Runs the tasks in the Spark session of this process, else in one of its own."""
    from pyspark.sql import SparkSession  # type: ignore[import-not-found,unused-ignore]

    session = SparkSession.getActiveSession()
    ours = session is None
    if session is None:
        builder = SparkSession.builder.appName("bctk.dataset")
        if "SPARK_REMOTE" not in os.environ and "MASTER" not in os.environ:
            # In local mode a task that lost its worker is tried again only if it is said so here.
            builder = builder.master(f"local[{workers or '*'},{RETRIES}]")
        builder = builder.config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
        session = builder.getOrCreate()
    try:
        if tasks:
            session.sparkContext.parallelize(tasks, len(tasks)).foreach(work)
    finally:
        if ours:
            session.stop()


def on_dask(work: Callable[[Task], None], tasks: Sequence[Task], workers: Optional[int]) -> None:
    """Runs the tasks on the Dask client of this process, else on a cluster of its own."""
    from dask.distributed import Client, LocalCluster, default_client  # type: ignore[import-not-found,unused-ignore]

    try:
        client: Any = default_client()
        ours: Any = []
    except ValueError:
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None)
        client = Client(cluster)
        ours = [client, cluster]
    try:
        futures = client.map(work, list(tasks), pure=False, retries=RETRIES)
        client.gather(futures)
    finally:
        for thing in ours:
            thing.close()
