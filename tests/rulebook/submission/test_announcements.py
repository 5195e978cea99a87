"""What people are told of packages before and after they submit them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.release.status import OFFICIAL, Status
from bakeoff.rulebook.state import Submitted, SubmittedPackage, TeamState
from bakeoff.rulebook.submission.announcements import RunOutcome, describe_offer, describe_run, describe_systems_left
from bakeoff.rulebook.submission.offers import Offer, offers

OPENMT = read_rulebook("openmt2012")
IN_EVALUATION = datetime(2012, 4, 4, 12, tzinfo=UTC)
LATE = datetime(2012, 4, 10, tzinfo=UTC)
FIRST = SubmittedPackage(
    number=3,
    name="OpenMT12_Eval_NIST_ara2eng_01.tgz",
    version=1,
    submitted_at=datetime(2012, 4, 3, 18, 5, 0, tzinfo=UTC),
)
FIRST_NAMED = "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 3, version 1, submitted Tue 3 April 2012, 14:05:00 EDT)"
DRY_RUN = Submitted(package="dryrun", track="single", language_pair="ara2eng", test_set="dryrun", system="primary")


def rules(**changes: object) -> Rulebook:
    """OpenMT, with other rules for packages of the evaluation."""
    content = OPENMT.model_dump(mode="json")
    content["submission"]["packages"]["eval"].update(changes)
    return Rulebook.model_validate(content)


def earlier(system: str, *, test_set: str = "current", **more: object) -> Submitted:
    given: dict[str, Any] = {
        "package": "eval",
        "track": "single",
        "language_pair": "ara2eng",
        "condition": "constrained",
    }
    given |= {"test_set": test_set, "system": system, "origin": FIRST, **more}
    return Submitted(**given)


def offered(rulebook: Rulebook, *submitted: Submitted, when: datetime = IN_EVALUATION) -> Offer:
    team = TeamState(
        code="NIST",
        language_pairs=frozenset(["ara2eng"]),
        signed=frozenset(rulebook.registration.agreements),
        submitted=(DRY_RUN, *submitted),
    )
    return next(offer for offer in offers(rulebook, when, team) if offer.package.id == "eval")


def told(rulebook: Rulebook, *submitted: Submitted, when: datetime = IN_EVALUATION) -> dict[str, str]:
    """What is said of constrained systems, by type."""
    (pair,) = offered(rulebook, *submitted, when=when).pairs
    return {
        systems.kind.id: describe_systems_left(systems, rulebook.campaign)
        for systems in pair.systems
        if systems.condition == "constrained"
    }


def test_what_was_not_submitted_yet_is_left() -> None:
    assert told(rules()) == {"primary": "1 of 1 left", "contrast": "3 of 3 left", "combo": "3 of 3 left"}


def test_a_new_primary_is_said_to_replace_the_old_one_and_not_to_be_none_left() -> None:
    sentences = told(rules(resubmission="replaces"), earlier("primary"), earlier("contrast1"))
    assert sentences["primary"] == f"your next package replaces {FIRST_NAMED}"
    assert sentences["contrast"] == f"2 of 3 left; a new contrast1 replaces {FIRST_NAMED}"


def test_one_package_is_named_once_for_all_its_test_sets_and_systems() -> None:
    runs = [earlier(name, test_set=on) for name in ("contrast1", "contrast2") for on in ("current", "progress")]
    sentence = told(rules(resubmission="replaces"), *runs)["contrast"]
    assert sentence == f"1 of 3 left; a new contrast1 or contrast2 replaces {FIRST_NAMED}"


def test_what_was_replaced_or_withdrawn_is_replaced_by_nothing() -> None:
    second = SubmittedPackage(number=5, name="second.tgz", version=2, submitted_at=FIRST.submitted_at)
    runs = (
        earlier("primary", replaced=True),
        earlier("primary", origin=second, version=2),
        earlier("contrast1", withdrawn=True),
    )
    sentences = told(rules(resubmission="replaces"), *runs)
    assert sentences["primary"] == (
        "your next package replaces second.tgz (receipt 5, version 2, submitted Tue 3 April 2012, 14:05:00 EDT)"
    )
    assert sentences["contrast"] == "3 of 3 left"


def test_a_debugged_package_is_said_not_to_replace_what_is_official() -> None:
    sentence = f"your next package does not replace {FIRST_NAMED}: it will be scored and is unofficial"
    assert told(rules(resubmission="debugged"), earlier("primary"))["primary"] == sentence
    accepted = told(rules(resubmission="debugged", debugged="accepted"), earlier("primary"))
    assert accepted["primary"] == f"your next package replaces {FIRST_NAMED}"


def test_a_late_package_is_said_not_to_replace_what_is_official() -> None:
    replacing = rules(resubmission="replaces")
    sentence = f"your next package does not replace {FIRST_NAMED}: it will be scored and is unofficial"
    assert told(replacing, earlier("primary"), when=LATE)["primary"] == sentence
    late_too = told(replacing, earlier("primary", official=False), when=LATE)
    assert late_too["primary"] == f"your next package replaces {FIRST_NAMED}; unofficial"
    assert told(replacing, when=LATE)["primary"] == "1 of 1 left; unofficial"


def test_what_cannot_be_submitted_again_is_said_to_be_final() -> None:
    sentence = told(rules(resubmission="refused"), earlier("primary"))["primary"]
    assert sentence == f"{FIRST_NAMED} is final and cannot be replaced"


def test_systems_that_share_a_type_are_distinguished_by_their_run() -> None:
    content = read_rulebook("wmt2008").model_dump(mode="json")
    content["submission"]["packages"]["scores"]["system_types"] = ["primary"]
    rulebook = Rulebook.model_validate(content)
    run = Submitted(
        package="scores",
        track="metrics",
        language_pair=rulebook.tracks["metrics"].all_pairs[0],
        test_set="news",
        system="primary",
        run="NIST_bleu",
        origin=SubmittedPackage(number=1, name="bleu.tsv", version=None, submitted_at=FIRST.submitted_at),
    )
    team = TeamState(code="NIST", language_pairs=frozenset(rulebook.language_pairs), submitted=(run,))
    (offer,) = [each for each in offers(rulebook, IN_EVALUATION, team) if each.package.id == "scores"]
    sentence = describe_systems_left(offer.pairs[0].systems[0], rulebook.campaign)
    assert sentence.startswith("a new NIST_bleu replaces bleu.tsv (receipt 1, submitted ")


@pytest.mark.parametrize(
    ("when", "sentence"),
    [
        (datetime(2012, 3, 1, tzinfo=UTC), "opens on Mon 2 April 2012, 00:00 EDT"),
        (IN_EVALUATION, "open until Fri 6 April 2012, 11:59 EDT"),
        (
            LATE,
            "late: the deadline was Fri 6 April 2012, 11:59 EDT; packages are still accepted, marked as late and "
            "unofficial",
        ),
        (datetime(2012, 7, 1, tzinfo=UTC), "closed since Fri 6 April 2012, 11:59 EDT"),
    ],
)
def test_a_kind_of_package_is_said_to_be_open_with_its_deadline_in_the_zone_of_the_campaign(
    when: datetime, sentence: str
) -> None:
    assert describe_offer(offered(OPENMT, when=when), OPENMT.campaign) == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (RunOutcome(status=OFFICIAL), "official"),
        (RunOutcome(status=Status(("late",)), official=False), "unofficial (late)"),
        (RunOutcome(status=Status(("debugged",)), official=False, debugged=True), "unofficial (debugged)"),
        (RunOutcome(status=OFFICIAL, debugged=True), "official, debugged"),
        (RunOutcome(status=OFFICIAL, replaces=(FIRST,)), f"official, replaces {FIRST_NAMED}"),
        (RunOutcome(status=OFFICIAL, replaced_by=FIRST), f"replaced by {FIRST_NAMED}"),
        (RunOutcome(status=OFFICIAL, withdrawn=True), "withdrawn"),
        (RunOutcome(status=Status(("late",)), official=False, withdrawn=True), "withdrawn, unofficial (late)"),
    ],
)
def test_a_run_is_said_to_count_as_what_it_counts_now(outcome: RunOutcome, sentence: str) -> None:
    assert describe_run(outcome, OPENMT.campaign) == sentence
    assert outcome.counts_officially == sentence.startswith("official")
