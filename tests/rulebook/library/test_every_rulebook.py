"""What holds of every shipped rulebook."""

from __future__ import annotations

import re

import pytest

from bakeoff.evaluation import score_texts
from bakeoff.rulebook import check_rulebook, find_rulebook, read_rulebook, rulebook_names


@pytest.mark.parametrize("name", rulebook_names())
def test_shipped_rulebook_has_no_mistake(name: str) -> None:
    assert check_rulebook(name) == ()
    assert read_rulebook(name).campaign.id == name


@pytest.mark.parametrize("name", [name for name in rulebook_names() if name not in ("simple", "wmt")])
def test_every_chapter_of_a_historical_rulebook_names_its_source(name: str) -> None:
    text = find_rulebook(name).read_text(encoding="utf-8")
    chapters = {re.split(r"[].]", block)[0]: "" for block in text.split("\n[")[1:]}
    for block in text.split("\n[")[1:]:
        chapters[re.split(r"[].]", block)[0]] += block
    assert len(chapters) >= 12
    # A section, table or appendix of the document, or a word that the rule is not from it.
    source = re.compile(r"#.*(\b\d|\b[A-C]\.\d|appendix|abstract|chosen|table|references)")
    assert [chapter for chapter, blocks in chapters.items() if not source.search(blocks)] == []


@pytest.mark.usefixtures("wordnet")
@pytest.mark.parametrize("name", rulebook_names())
def test_every_language_can_be_scored_by_its_metrics(name: str) -> None:
    """Some need a stemmer or parameters of the language."""
    rules = read_rulebook(name)
    scored = {
        (pair.target, rules.scoring_of(track.id, pair.id).metrics)
        for track in rules.tracks.values()
        for pair in map(rules.language_pairs.__getitem__, track.all_pairs)
        if track.is_scored and track.kind != "asr"
    }
    for language, metrics in scored:
        scores = score_texts(["one two"], [["one three"]], metrics=metrics, target_language=language)
        assert set(scores) == set(metrics)
