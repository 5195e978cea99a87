"""What a team is offered to submit, and when its description is due."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook, rulebook_names
from bakeoff.rulebook.file_names.fields import field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.descriptions import may_describe
from bakeoff.rulebook.submission.offers import Offer, offers

OPENMT = read_rulebook("openmt2012")
IN_EVALUATION = datetime(2012, 4, 3, 12, tzinfo=UTC)
DRY_RUN = Submitted(package="dryrun", track="single", language_pair="ara2eng", test_set="dryrun", system="primary")


def team(**state: object) -> TeamState:
    given: dict[str, Any] = {
        "code": "NIST",
        "language_pairs": frozenset(["ara2eng"]),
        "signed": frozenset(OPENMT.registration.agreements),
        "submitted": (DRY_RUN,),
    }
    return TeamState(**{**given, **state})


def offered(kind: str, when: datetime = IN_EVALUATION, **state: object) -> Offer:
    return next(offer for offer in offers(OPENMT, when, team(**state)) if offer.package.id == kind)


def test_an_open_package_has_names_numbers_and_a_deadline() -> None:
    offer = offered("eval")
    assert (offer.state, offer.opens, offer.deadline) == ("open", None, datetime(2012, 4, 6, 16, tzinfo=UTC))
    (pair,) = offer.pairs
    assert (pair.language_pair, pair.version, pair.refusals) == ("ara2eng", 1, ())
    assert pair.archive == "OpenMT12_Eval_NIST_ara2eng_01"
    assert pair.file == "output/NIST/ara2eng/NIST_ara2eng_primary_cn_eval_20120403.xml"
    left = [(systems.condition, systems.kind.id, systems.used, systems.left) for systems in pair.systems]
    assert left == [
        ("constrained", "primary", 0, 1),
        ("constrained", "contrast", 0, 3),
        ("constrained", "combo", 0, 3),
        ("unconstrained", "primary", 0, 1),
        ("unconstrained", "contrast", 0, 3),
        ("unconstrained", "combo", 0, 3),
    ]


def test_what_was_submitted_is_counted_and_what_was_withdrawn_only_takes_its_version() -> None:
    slot: dict[str, Any] = {
        "package": "eval",
        "track": "single",
        "language_pair": "ara2eng",
        "condition": "constrained",
    }
    runs = (
        Submitted(**slot, test_set="current", system="primary"),
        Submitted(**slot, test_set="current", system="contrast1", version=2),
        Submitted(**slot, test_set="current", system="contrast2", version=3, withdrawn=True),
    )
    (pair,) = offered("eval", submitted=(DRY_RUN, *runs)).pairs
    assert (pair.version, pair.archive) == (4, "OpenMT12_Eval_NIST_ara2eng_04")
    assert [(each.used, each.left) for each in pair.systems][:3] == [(1, 0), (1, 2), (0, 3)]


@pytest.mark.parametrize(
    ("when", "state"),
    [
        (datetime(2012, 3, 1, tzinfo=UTC), "coming"),
        (IN_EVALUATION, "open"),
        (datetime(2012, 4, 10, tzinfo=UTC), "late"),
        (datetime(2012, 7, 1, tzinfo=UTC), "closed"),
    ],
)
def test_the_state_follows_the_schedule(when: datetime, state: str) -> None:
    offer = offered("eval", when)
    assert offer.state == state
    assert (offer.opens is not None) == (state == "coming")


def test_an_extension_moves_the_deadline() -> None:
    later = datetime(2012, 4, 12, tzinfo=UTC)
    offer = offered("eval", datetime(2012, 4, 10, tzinfo=UTC), extensions={"evaluation": later})
    assert (offer.state, offer.deadline) == ("open", later)


def test_what_is_missing_is_said_for_each_pair() -> None:
    (pair,) = offered("eval", signed=frozenset(["ldc-licence"]), submitted=()).pairs
    assert [refusal.rule for refusal in pair.refusals] == ["signed", "earlier-phase"]


def test_the_example_is_a_system_that_everyone_submits_whatever_the_order_of_types() -> None:
    content = OPENMT.model_dump(mode="json")
    types = content["submission"]["system_types"]
    content["submission"]["system_types"] = dict(sorted(types.items()))
    rulebook = type(OPENMT).model_validate(content)
    offer = next(each for each in offers(rulebook, IN_EVALUATION, team()) if each.package.id == "eval")
    assert "_primary_" in offer.pairs[0].file


@pytest.mark.parametrize("name", rulebook_names())
def test_names_that_are_offered_are_right(name: str) -> None:
    rulebook = read_rulebook(name)
    everything = TeamState(
        code="NIST", language_pairs=frozenset(rulebook.language_pairs), tracks=frozenset(rulebook.tracks)
    )
    for offer in offers(rulebook, IN_EVALUATION, everything):
        rules = field_rules(rulebook, offer.package, team="NIST")
        accepted = {field: rule.expression for field, rule in rules.items()}
        assert offer.pairs
        for pair in offer.pairs:
            assert parse_pattern(offer.package.archive).values(pair.archive, accepted) is not None, pair
            assert parse_pattern(offer.package.file).values(pair.file.rpartition("/")[2], accepted) is not None, pair


def test_descriptions_before_in_and_after_their_phase() -> None:
    due = datetime(2012, 4, 28, 4, tzinfo=UTC)
    early = may_describe(OPENMT, datetime(2012, 3, 1, tzinfo=UTC))
    assert (early.allowed, early.opens, early.due) == (False, datetime(2012, 4, 2, 4, tzinfo=UTC), due)
    assert early.reason == "you can submit descriptions from Mon 2 April 2012, 00:00 EDT"
    in_time = may_describe(OPENMT, IN_EVALUATION)
    assert (in_time.allowed, in_time.late, in_time.due) == (True, False, due)
    late = may_describe(OPENMT, due)
    assert (late.allowed, late.late) == (True, True)
    granted = may_describe(OPENMT, due, extensions={"descriptions": datetime(2012, 5, 2, tzinfo=UTC)})
    assert (granted.late, granted.due) == (False, datetime(2012, 5, 2, tzinfo=UTC))


def test_without_a_phase_descriptions_are_always_in_time() -> None:
    content = OPENMT.model_dump(mode="json")
    content["phases"]["descriptions"]["opens"] = []
    assert may_describe(type(OPENMT).model_validate(content), IN_EVALUATION).due is None
