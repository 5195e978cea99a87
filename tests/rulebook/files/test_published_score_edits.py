"""Published scores are added and removed in the text of a rulebook; comments and everything else stay."""

from __future__ import annotations

import tomllib

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.files.published_score_edits import add_entry, entry_id, remove_entry

FIRST = {"system": "A", "scores": {"bleu@mteval": "25.10"}, "source": 'A "quoted" paper, §3'}
SECOND = {"system": "B", "scores": {"wer@sclite": "12.1"}, "errors": 30, "source": "https://example.org/#x"}
TEXT = """# The rules
[campaign]
id = "x"  # an id
"""


def test_entries_are_added_at_the_end_and_removed_again() -> None:
    one = add_entry(TEXT, tomllib.loads(TEXT), FIRST)
    assert one == (
        f'{TEXT}\n[[published_scores]]\nsystem = "A"\nscores = {{ "bleu@mteval" = "25.10" }}\n'
        'source = "A \\"quoted\\" paper, §3"\n'
    )
    two = add_entry(one, tomllib.loads(one), SECOND)
    assert tomllib.loads(two)["published_scores"] == [FIRST, SECOND]
    assert remove_entry(two, tomllib.loads(two), entry_id(SECOND)) == one
    later = two + "\n# What follows\n[report]\nbest = false\n"
    left = remove_entry(later, tomllib.loads(later), entry_id(SECOND))
    assert left == one + "\n# What follows\n[report]\nbest = false\n"


def test_entries_of_the_rulebook_that_it_builds_on_are_kept() -> None:
    content = {**tomllib.loads(TEXT), "published_scores": [FIRST]}
    both = add_entry(TEXT, content, SECOND)
    assert tomllib.loads(both)["published_scores"] == [FIRST, SECOND]
    none = remove_entry(TEXT, content, entry_id(FIRST))
    assert tomllib.loads(none) == {"published_scores": [], **tomllib.loads(TEXT)}


def test_an_unknown_entry_is_no_entry() -> None:
    with pytest.raises(KeyError):
        remove_entry(TEXT, tomllib.loads(TEXT), "nothing")


def test_a_list_in_one_line_is_not_edited() -> None:
    text = 'published_scores = [{ system = "A" }, { system = "B" }]\n' + TEXT
    with pytest.raises(BakeoffError, match="Write each entry as a table"):
        add_entry(text, tomllib.loads(text), SECOND)
    with pytest.raises(BakeoffError, match="Write each entry as a table"):
        remove_entry(text, tomllib.loads(text), entry_id({"system": "A"}))
