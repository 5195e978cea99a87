"""Texts that people read use the words of the style guide: retired phrases do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

RETIRED = (
    r"hand(ed|s|ing)? in",
    r"anew",
    r"mend(s|ed|ing)?",
    r"take (it |them )?away",
    r"taken away",
    r"times are those of",
    r"what is to do",
    r"done last",
    r"counts? for nothing",
    r"not for you",
    r"parted by (tabs|commas|semicolons|blanks)",
    r"without a connection",
)
PHRASE = re.compile(rf"(?<![\w-])({'|'.join(RETIRED)})(?![\w-])", re.IGNORECASE)
NOT_TEXTS = re.compile(r"for hand in self\._hands")
QUOTING = {ROOT / "src" / "bakeoff" / "rulebook" / "library"}
"""Rulebooks of real campaigns, which quote their documents."""
FOLDERS = {"src": ("*.py", "*.html", "*.txt", "*.js"), "docs": ("*.md",), "examples": ("*",)}


def texts() -> Iterator[Path]:
    yield from (ROOT / "README.md", ROOT / "CHANGELOG.md")
    for folder, patterns in FOLDERS.items():
        for pattern in patterns:
            for path in sorted((ROOT / folder).rglob(pattern)):
                if path.is_file() and QUOTING.isdisjoint(path.parents):
                    yield path


def retired_in(text: str) -> list[str]:
    return [match[0] for match in PHRASE.finditer(NOT_TEXTS.sub("", text))]


def test_no_text_has_a_retired_phrase() -> None:
    looked_at = list(texts())
    assert len(looked_at) > 900
    found = {}
    for path in looked_at:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if phrases := retired_in(text):
            found[str(path.relative_to(ROOT))] = phrases
    assert found == {}


@pytest.mark.parametrize("text", ["Hand in a package", "it was handed in", "scored anew", "Take it away", "mended"])
def test_retired_phrases_are_found(text: str) -> None:
    assert retired_in(text)


@pytest.mark.parametrize("text", ["recommend", "an amended text", "submit again", "hands-in"])
def test_other_words_are_left_alone(text: str) -> None:
    assert retired_in(text) == []
