"""Edits by part of speech, counted by hand."""

from __future__ import annotations

import pytest

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.post_edits.effort import Draws
from bakeoff.human_eval.analyses.post_edits.tagged_edits import edits_by_tag
from bakeoff.human_eval.protocols.post_editing import PostEdit
from bakeoff.text.tags import TagSource

EDITS = [
    PostEdit(original="The|DT cat|NN sat|VB", text="The|DT dog|NN sat|VB down|RB"),
    PostEdit(original="a|DT big|JJ cat|NN", text="a|DT cat|NN"),
]


def test_words_are_counted_by_what_was_done_to_them() -> None:
    found = {each.tag: each for each in edits_by_tag(EDITS, TagSource("inline"), Draws(samples=100))}
    counted = {tag: (each.words, each.substituted, each.deleted, each.inserted) for tag, each in found.items()}
    assert counted == {
        "DT": (2, 0, 0, 0),
        "NN": (2, 1, 0, 0),
        "VB": (1, 0, 0, 0),
        "JJ": (1, 0, 1, 0),
        "RB": (0, 0, 0, 1),
    }
    assert found["RB"].changed is None
    nouns = found["NN"].changed
    assert nouns is not None
    assert nouns.value == 0.5
    assert nouns.interval is not None
    assert (nouns.interval.low, nouns.interval.high) == (0.0, 1.0)
    assert [each.tag for each in edits_by_tag(EDITS, TagSource("inline"), Draws(samples=10))][:2] == ["DT", "NN"]


def test_texts_without_tags_and_tags_without_words_are_refused() -> None:
    with pytest.raises(InputError, match=r"word\|TAG"):
        edits_by_tag([PostEdit(original="The cat", text="The dog")], TagSource("inline"), Draws())
    with pytest.raises(ExpressionError, match="no words to compare"):
        edits_by_tag(EDITS, TagSource("only"), Draws())
    with pytest.raises(ExpressionError, match="finds words of its own"):
        edits_by_tag(EDITS, TagSource("spacy", model="x"), Draws())


def test_a_tagger_tags_plain_text() -> None:
    pytest.importorskip("HanTa", reason="the tagger HanTa is not installed")
    edits = [PostEdit(original="The cat sat.", text="The dog sat.")]
    found = {each.tag: each for each in edits_by_tag(edits, TagSource("hanta", language="en"), Draws(samples=10))}
    assert sum(each.substituted for each in found.values()) == 1
    assert sum(each.words for each in found.values()) == 4
