from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from bakeoff.data import Block, Document, Segment
from bakeoff.formats import Format, format_named, formats

from .texts import small_run

CTM = Format(name="ctm", title="CTM", endings=(".ctm",), module="none", holds=frozenset())
DOUBLE = Format(name="tsv", title="TSV", endings=(".tsv",), module="none", holds=frozenset())


@pytest.fixture
def plug_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    def add(name: str) -> None:
        point = EntryPoint("any", f"{__name__}:{name}", "bakeoff.formats")
        monkeypatch.setattr(
            "importlib.metadata.entry_points", lambda group: [point] if group == "bakeoff.formats" else []
        )
        formats.cache_clear()

    yield add
    monkeypatch.undo()
    formats.cache_clear()


def test_other_distributions_add_formats(plug_in: Callable[..., Any]) -> None:
    plug_in("CTM")
    assert format_named("ctm") is CTM


def test_two_formats_of_one_name_are_refused(plug_in: Callable[..., Any]) -> None:
    plug_in("DOUBLE")
    with pytest.raises(ValueError, match="two formats are called tsv"):
        formats()


def test_every_format_reads_and_writes() -> None:
    for format_ in formats().values():
        module = format_.load()
        assert callable(module.read)
        assert callable(module.write)


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("nist-xml", []),
        ("wmt-xml", ["wrappers of segments (hl)"]),
        (
            "tsv",
            ["test set, languages and attributes of the set", "attributes of segments", "wrappers of segments (hl)"],
        ),
        (
            "plain-text",
            [
                "test set, languages and attributes of the set",
                "documents, their attributes and the segments' ids",
                "attributes of segments",
                "wrappers of segments (hl)",
            ],
        ),
    ],
)
def test_a_format_knows_what_it_cannot_hold(name: str, lost: list[str]) -> None:
    run = small_run(documents=(Document("d", (Block("hl", (Segment("1", "a", {"x": "y"}),)),)),))
    assert list(format_named(name).losses((run,))) == lost


def test_plain_text_loses_nothing_of_plain_text() -> None:
    run = small_run(test_set=None, source_language=None, documents=(Document("1", (), numbered=True),))
    assert format_named("plain-text").losses((run,)) == ()
