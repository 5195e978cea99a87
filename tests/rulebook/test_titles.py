"""Parts of a campaign by their titles, and by their ids where they have none."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bakeoff.rulebook.files.reader import read_rulebook
from bakeoff.rulebook.schema.tracks import LanguagePair
from bakeoff.rulebook.titles import board_title, title_of, titles_of


@dataclass(frozen=True)
class Ids:
    track: str
    language_pair: str
    condition: str
    test_set: str


def test_a_board_is_named_by_titles() -> None:
    board = Ids("single", "ara2eng", "constrained", "current")
    expected = "Single System, Arabic–English, Constrained Training, OpenMT12 test set"
    assert board_title(read_rulebook("openmt2012"), board) == expected


def test_what_the_rulebook_no_longer_names_keeps_its_id() -> None:
    rulebook = read_rulebook("openmt2012")
    assert board_title(rulebook, Ids("gone", "x2y", "", "current")) == "gone, x2y, OpenMT12 test set"
    assert title_of("gone", rulebook.tracks) == "gone"
    assert titles_of(["ara2eng", "gone"], rulebook.language_pairs) == "Arabic–English, gone"


@pytest.mark.parametrize(
    ("pair", "label"),
    [
        (LanguagePair(id="de-en", source="de", target="en"), "German–English"),
        (LanguagePair(id="de-en", source="German", target="English"), "German–English"),
        (LanguagePair(id="pt-en", source="pt-br", target="en"), "Portuguese (BR)–English"),
        (LanguagePair(id="en", source="en"), "English"),
        (LanguagePair(id="x", source="tlh", target="en"), "tlh–English"),
        (LanguagePair(id="x", title="Into German", source="en", target="de"), "Into German"),
    ],
)
def test_language_pairs_have_titles(pair: LanguagePair, label: str) -> None:
    assert pair.label == label
