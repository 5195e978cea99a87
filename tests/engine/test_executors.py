"""Work runs in threads or on a cluster, with the same results."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from bakeoff.engine import open_engine
from bakeoff.errors import BakeoffError, ResourceError
from bakeoff.evaluation import score_by_rules
from tests.conftest import ROOT
from tests.engine.dask_cluster import cluster_url  # noqa: F401
from tests.evaluation.scores.test_rulebook_scores import rulebook

EXAMPLES = ROOT / "examples"
CALL: dict[str, Any] = {
    "track": "mt",
    "language_pair": "de-en",
    "test_set": "news",
    "runs": {"aster": EXAMPLES / "runs" / "aster.xml"},
    "references": [EXAMPLES / "references.xml"],
    "source": EXAMPLES / "source.xml",
}


def test_a_cluster_gives_the_same_numbers_as_threads(cluster_url: str) -> None:  # noqa: F811
    with open_engine(threads=2) as here, open_engine(cluster_url) as there:
        found = [engine.submit(score_by_rules, rulebook(), **CALL).result() for engine in (here, there)]
    assert list(found[0]) == list(found[1])
    for one, other in zip(found[0].values(), found[1].values(), strict=True):
        assert one.systems[0].scores == other.systems[0].scores
        assert one.systems[0].groups == other.systems[0].groups
        for name, rows in one.systems[0].statistics.items():
            np.testing.assert_array_equal(rows, other.systems[0].statistics[name])


def test_mistakes_come_back_from_the_cluster(cluster_url: str) -> None:  # noqa: F811
    with open_engine(cluster_url) as engine, pytest.raises(BakeoffError, match="there is no track 'x'"):
        engine.submit(score_by_rules, rulebook(), **CALL | {"track": "x"}).result()


@pytest.mark.parametrize("url", ["scheduler:8786", "http://scheduler", "tcp://", ""])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BakeoffError, match="expected the address of a Dask scheduler"):
        open_engine(url)


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ResourceError, match=r"pip install 'bakeoff\[cluster\]'"):
        open_engine("tcp://localhost:8786")


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="left out: a Dask cluster (pip install 'bakeoff[cluster]')")
    monkeypatch.setattr("bakeoff.engine.executors._SECONDS", 1)
    with pytest.raises(BakeoffError, match=r"the cluster tcp://127\.0\.0\.1:1 cannot be reached"):
        open_engine("tcp://127.0.0.1:1")
