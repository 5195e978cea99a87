"""The list of what runs on PostgreSQL too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.site.databases import BECAUSE, PATHS, runs_on_postgresql

FOLDER = Path(__file__).parent


def test_it_names_tests_that_exist_each_once() -> None:
    assert {path for path in PATHS if not path.exists()} == set()
    assert set(Counter(path for paths in BECAUSE.values() for path in paths).values()) == {1}


def test_a_folder_stands_for_its_tests() -> None:
    assert runs_on_postgresql(FOLDER / "jobs" / "test_queue.py")
    assert not runs_on_postgresql(FOLDER / "results" / "test_charts.py")
