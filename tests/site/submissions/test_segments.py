"""Segments of runs are parsed once, and noted for all workers."""

from __future__ import annotations

import pytest

from bakeoff_site.core.storage.files import keep
from bakeoff_site.submissions.selectors import segments
from tests.site.texts import run_xml

TEXTS = ("one\ntwo", "„drei“", "")


@pytest.fixture
def sha256() -> str:
    segments.stored_segments.cache_clear()
    return keep([run_xml(TEXTS, system="X")]).sha256


def test_the_segments_of_a_kept_run_are_noted(sha256: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = segments.stored_segments(sha256, "nist-xml")
    assert found[1:] == TEXTS[1:]
    segments.stored_segments.cache_clear()  # as in another process
    monkeypatch.setattr(segments, "segments_of", None)
    assert segments.stored_segments(sha256, "nist-xml") == found


def test_notes_may_be_thrown_away(sha256: str) -> None:
    found = segments.stored_segments(sha256, "nist-xml")
    (note,) = segments.folder().iterdir()
    note.unlink()
    segments.stored_segments.cache_clear()
    assert segments.stored_segments(sha256, "nist-xml") == found
    assert note.exists()
