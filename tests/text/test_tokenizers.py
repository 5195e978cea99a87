import importlib.metadata
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from bakeoff import native
from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.text import Workspace, tokenize_lines, tokenizer_names, tokenizers


def syllables(segment: str) -> str:
    """A tokeniser as another distribution would have it; its doubled blanks and no-break space are its own affair."""
    return segment.replace("-", "  ")


def counts(segment: str) -> int:
    return len(segment)


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Installs tokenisers as other distributions do, and counts how often they are looked for."""
    looked_up = []
    offered = [
        EntryPoint("syllables", f"{__name__}:syllables", "bakeoff.tokenizers"),
        EntryPoint("counts", f"{__name__}:counts", "bakeoff.tokenizers"),
        EntryPoint("13a", f"{__name__}:counts", "bakeoff.tokenizers"),
    ]

    def entry_points(*, group: str) -> list[EntryPoint]:
        looked_up.append(group)
        return offered

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    tokenizers._plug_in.cache_clear()
    yield looked_up
    tokenizers._plug_in.cache_clear()


def test_native_tokenisers_are_known_by_name() -> None:
    assert set(native.tokenizer_names()) <= set(tokenizer_names())
    assert tokenize_lines(["a.b"], "13a", threads=2) == ["a . b"]


def test_a_plug_in_is_found_by_name(plug_ins: list[Any]) -> None:
    assert tokenize_lines(["ba-ke-off a\u00a0b", ""], "syllables") == ["ba ke off a\u00a0b", ""]
    assert "syllables" in tokenizer_names()


def test_a_plug_in_shares_the_vocabulary_of_its_workspace(plug_ins: list[Any]) -> None:
    text = Workspace(tokenizer="syllables").text(["ba-ke", "ke ba"])
    assert [text.tokens()[i] for i in range(2)] == [[0, 1], [1, 0]]
    assert text.tokens("plain")[1] == [1, 0]
    assert text.tokens() is text.tokens("syllables")


def test_native_names_come_first_and_need_no_look_at_what_is_installed(plug_ins: list[Any]) -> None:
    assert tokenize_lines(["a."], "13a") == ["a ."]
    Workspace(tokenizer="13a").text(["a."]).tokens()
    assert plug_ins == []


def test_a_plug_in_that_gives_no_string_is_refused(plug_ins: list[Any]) -> None:
    with pytest.raises(BakeoffError) as caught:
        tokenize_lines(["abc"], "counts")
    assert str(caught.value) == (
        "the tokeniser 'counts' gave int for a segment; it must give one string of tokens separated by blanks."
    )


def test_an_unknown_name_is_answered_with_those_that_are_known(plug_ins: list[Any]) -> None:
    with pytest.raises(ExpressionError, match=r"^there is no tokeniser '14b'; the tokenisers are: 13a, blank, .*zh\.$"):
        Workspace().text(["a"]).tokens("14b")
    with pytest.raises(ExpressionError, match=r"counts, gtm, intl, .*, syllables, "):
        tokenize_lines(["a"], "14b")
