"""Work is followed while it runs, in threads and on a cluster."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from bakeoff.engine import SilentWorkError, follow, open_engine
from tests.engine.dask_cluster import cluster_url  # noqa: F401

_GO = threading.Event()
"""The cluster of the tests is in this process."""


@pytest.fixture(autouse=True)
def go() -> threading.Event:
    _GO.clear()
    return _GO


def count(until: int, *, on_progress: Callable[..., Any]) -> int:
    for step in range(1, until + 1):
        on_progress(step, until)
        time.sleep(0.4)  # so that no step is one of a fast one
    return until


def wait_after_a_step(*, on_progress: Callable[..., Any]) -> str:
    on_progress(1, 2)
    assert _GO.wait(20)
    return "done"


def break_down(*, on_progress: Callable[..., Any]) -> None:
    raise ValueError("broken")


@pytest.fixture(params=["threads", "cluster"])
def url(request: pytest.FixtureRequest) -> str | None:
    return str(request.getfixturevalue("cluster_url")) if request.param == "cluster" else None


def test_steps_are_told_while_it_runs(url: str | None, go: threading.Event) -> None:
    told: list[tuple[int, int, bool]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total, go.is_set()))
        go.set()  # the work ends only after it was heard of

    with open_engine(url, threads=None if url else 1) as engine:
        assert follow(engine, wait_after_a_step, on_progress=tell) == "done"
        assert told == [(1, 2, False)]
        told.clear()
        assert follow(engine, count, 4, on_progress=tell) == 4
    assert {step[0] for step in told} <= {1, 2, 3, 4}
    assert {1, 2, 3} <= {step[0] for step in told}
    assert told == sorted(told)


def test_mistakes_come_back(url: str | None) -> None:
    with open_engine(url) as engine, pytest.raises(ValueError, match="broken"):
        follow(engine, break_down, on_progress=print)


def test_silence_is_not_waited_out(url: str | None, go: threading.Event) -> None:
    with open_engine(url) as engine:
        begin = time.monotonic()
        with pytest.raises(SilentWorkError, match="nothing was heard of the work for 1 seconds"):
            follow(engine, wait_after_a_step, on_progress=lambda done, total: None, silence_seconds=1)
        assert 1 < time.monotonic() - begin < 10
        go.set()


def test_slow_work_is_not_silent(url: str | None) -> None:
    with open_engine(url) as engine:
        assert follow(engine, count, 4, on_progress=lambda done, total: None, silence_seconds=1.2) == 4


def test_who_no_longer_wants_it_ends_the_waiting(url: str | None, go: threading.Event) -> None:
    def refuse(done: int, total: int) -> None:
        raise KeyError("lost")

    with open_engine(url) as engine:
        with pytest.raises(KeyError, match="lost"):
            follow(engine, wait_after_a_step, on_progress=refuse)
        go.set()


def test_two_on_one_cluster_hear_their_own(cluster_url: str) -> None:  # noqa: F811
    told: dict[int, set[int]] = {2: set(), 3: set()}
    with open_engine(cluster_url) as engine:
        threads = [
            threading.Thread(
                target=follow,
                args=[engine, count, until],
                kwargs={"on_progress": lambda done, total: told[total].add(done)},
            )
            for until in told
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(steps and max(steps) <= until for until, steps in told.items())
