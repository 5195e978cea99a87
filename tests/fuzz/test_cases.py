"""A fuzzer that misses what it looks for would be worth nothing."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from fuzz import cases
from fuzz.cases import Cases, attempt


def test_codes_come_back_where_nothing_is_wrong() -> None:
    assert attempt(lambda: iter(["archive-damaged"]), seconds=60) == (None, ["archive-damaged"])


def test_a_crash_is_a_fault() -> None:
    def crash() -> Iterable[str]:
        yield "archive-damaged"
        raise IndexError("out of range")

    fault, codes = attempt(crash, seconds=60)
    assert fault is not None
    assert "IndexError: out of range" in fault
    assert codes == []


def test_a_hang_is_a_fault() -> None:
    def hang() -> Iterable[str]:
        time.sleep(60)
        return []

    assert attempt(hang, seconds=0.05) == ("hang of more than 0.05 s", [])


def test_a_case_that_breaks_something_is_kept_under_seed_and_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cases, "KEPT", tmp_path / "kept")
    run = Cases(minutes=1, seed=7)
    first = run.rng().random()
    run.tried(None, name="-a.zip", data=b"good")
    run.tried("it broke", name="-a.zip", data=b"bad")
    assert (run.count, run.broken) == (2, 1)
    assert {path.name: path.read_bytes() for path in (tmp_path / "kept").iterdir()} == {"7-1-a.zip": b"bad"}
    assert capsys.readouterr().out == "case 1 of seed 7: it broke\n"
    assert Cases(minutes=1, seed=7).rng().random() == first
    assert run.rng().random() != first
