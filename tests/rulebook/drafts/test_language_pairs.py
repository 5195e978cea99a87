"""Language pairs of a draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.drafts.language_pairs import new_pair
from bakeoff.rulebook.drafts.plans import PlannedPair
from tests.rulebook.drafts.planning import model_of, plan_for, problems_of, rules_of


@pytest.mark.parametrize(
    ("model", "typed", "written"),
    [
        ("wmt", ("German", "english"), ("de-en", "de", "en")),
        ("wmt", ("ger", "pt_BR"), ("de-pt", "de", "pt-br")),
        ("wmt", ("Klingon", "en"), ("klingon-en", "Klingon", "en")),
        ("openmt2012", ("de", "eng"), ("de-en", "German", "English")),
    ],
)
def test_languages_are_written_as_the_model_writes_them(
    model: str, typed: tuple[str, str], written: tuple[str, str, str]
) -> None:
    pair = new_pair(model_of(model), *typed, present=plan_for(model).language_pairs)
    assert (pair.id, pair.source, pair.target) == written


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("", "en"), "Name both languages"),
        (("en", "English"), "English is named twice"),
        (("en", "German"), "English–German is in the list already."),
        (("Germn", "en"), "Bakeoff does not know the language Germn. Did you mean German?"),
        (("a\u202eb", "en"), "without that character"),
    ],
)
def test_what_is_wrong_with_languages_is_said(typed: tuple[str, str], said: str) -> None:
    with pytest.raises(BakeoffError, match=said):
        new_pair(model_of("wmt"), *typed, present=plan_for("wmt").language_pairs)


def test_a_new_pair_is_offered_where_systems_start_from_the_source() -> None:
    pair = new_pair(model_of("openmt2012"), "Hausa", "English", present=())
    assert pair.tracks == ("single",)
    plan = plan_for("openmt2012")
    rules = rules_of("openmt2012", replace(plan, language_pairs=(*plan.language_pairs, pair)))
    assert rules.language_pairs["ha-en"].label == "Hausa–English"
    assert rules.tracks["single"].language_pairs[-1] == "ha-en"
    assert "ha-en" not in rules.tracks["combination"].language_pairs


def test_what_was_only_for_a_pair_goes_with_it() -> None:
    plan = plan_for("openmt2012")
    left = tuple(pair for pair in plan.language_pairs if pair.id in ("dar2eng", "far2eng"))
    rules = rules_of("openmt2012", replace(plan, language_pairs=left))
    assert list(rules.language_pairs) == ["dar2eng", "far2eng"]
    assert list(rules.tracks) == ["single"]
    assert list(rules.conditions) == ["unconstrained"]
    assert "combination" not in rules.phases
    assert "combo" not in rules.submission.packages
    assert list(rules.test_sets) == ["dryrun", "current"]


def test_a_track_without_pairs_is_left_out_and_unofficial_pairs_stay_so() -> None:
    plan = plan_for("iwslt2012")
    left = tuple(
        replace(pair, tracks=tuple(track for track in pair.tracks if track == "ted-mt"))
        for pair in plan.language_pairs
        if pair.id in ("en-fr", "de-en", "en")
    )
    rules = rules_of("iwslt2012", replace(plan, language_pairs=left))
    assert list(rules.tracks) == ["ted-mt"]
    assert (rules.tracks["ted-mt"].language_pairs, rules.tracks["ted-mt"].unofficial_pairs) == (("en-fr",), ("de-en",))
    assert {each.id for each in rules.test_sets.values()} == {"dev2010", "tst2010", "tst2011", "tst2012"}
    assert list(rules.evaluation.tracks) == []
    assert rules.published_scores == ()


def test_a_campaign_needs_a_pair_and_a_track_what_it_works_on() -> None:
    plan = plan_for("iwslt2012")
    [none] = problems_of("iwslt2012", replace(plan, language_pairs=()))
    assert (none.field, none.sentence) == ("language_pairs", "Choose at least one language pair.")
    spoken = PlannedPair(id="en-fr", source="en", target="fr", tracks=("ted-asr",))
    [wrong] = problems_of("iwslt2012", replace(plan, language_pairs=(*plan.language_pairs, spoken)))
    assert (wrong.row, wrong.sentence) == ("en-fr", "The track TED ASR transcribes one language.")
