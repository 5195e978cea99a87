"""A Dask cluster in this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def cluster_url() -> Iterator[str]:
    """The address of a cluster of one worker, which is reached by the network as any other.

    It does not outlive a file of tests: its threads draw random numbers, which Hypothesis does not bear beside it.
    """
    try:
        from distributed import LocalCluster
    except ImportError:
        pytest.skip("left out: a Dask cluster (pip install 'bakeoff[cluster]')")
    with LocalCluster(
        processes=False, n_workers=1, threads_per_worker=2, protocol="tcp://", dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address
