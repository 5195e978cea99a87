"""Who may submit what and when, under the rules of OpenMT 2012."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.participation.steps import binding_steps, steps_of
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.permission import may_submit
from bakeoff.rulebook.submission.verdicts import Verdict

RULES = read_rulebook("openmt2012")
DURING = datetime(2012, 4, 4, 12, tzinfo=UTC)
DEADLINE = datetime(2012, 4, 6, 16, tzinfo=UTC)
"""11:59 in New York in summer, that minute included."""


def run(system: str = "primary", **other: object) -> Submitted:
    fields = {
        "package": "eval",
        "track": "single",
        "language_pair": "ara2eng",
        "condition": "constrained",
        "test_set": "current",
        **other,
    }
    return Submitted(system=system, **fields)  # type: ignore[arg-type]


DRY_RUN = run(package="dryrun", test_set="dryrun")


def team(*submitted: Submitted, dry_run: bool = True, **other: object) -> TeamState:
    fields = {
        "code": "NIST",
        "language_pairs": frozenset(["ara2eng", "kor2eng"]),
        "signed": frozenset(RULES.registration.agreements),
        "submitted": (DRY_RUN, *submitted) if dry_run else submitted,
        **other,
    }
    return TeamState(**fields)  # type: ignore[arg-type]


def rules_of(verdict: Verdict) -> list[str]:
    return [refusal.rule for refusal in verdict.refusals]


def changed(**package: object) -> Rulebook:
    rules = RULES.submission.packages["eval"].model_copy(update=package)
    packages = {**RULES.submission.packages, "eval": rules}
    return RULES.model_copy(update={"submission": RULES.submission.model_copy(update={"packages": packages})})


def test_a_first_run_in_time_is_new_and_official() -> None:
    assert may_submit(RULES, DURING, team(), run()) == Verdict()


def test_a_run_before_the_phase_is_refused_and_told_when() -> None:
    verdict = may_submit(RULES, datetime(2012, 4, 1, tzinfo=UTC), team(), run())
    assert rules_of(verdict) == ["not-open"]
    assert verdict.refusals[0].opens == datetime(2012, 4, 2, 4, tzinfo=UTC)
    assert verdict.refusals[0].reason == "main evaluation packages are not taken before Mon 2 April 2012, 00:00 EDT"


def test_the_minute_of_the_deadline_is_in_time_and_the_next_is_late() -> None:
    assert not may_submit(RULES, DEADLINE - timedelta(seconds=1), team(), run()).late
    assert may_submit(RULES, DEADLINE, team(), run()).late


def test_a_late_run_is_kept_flagged_and_unofficial() -> None:
    assert may_submit(RULES, DEADLINE, team(), run()) == Verdict(late=True, official=False)


def test_late_runs_are_taken_until_the_phase_that_the_rulebook_names() -> None:
    workshop = datetime(2012, 6, 27, 4, tzinfo=UTC)
    assert may_submit(RULES, workshop - timedelta(seconds=1), team(), run()).allowed
    assert rules_of(may_submit(RULES, workshop, team(), run())) == ["closed"]


def test_late_runs_are_refused_or_accepted_where_the_rulebook_says_so() -> None:
    verdict = may_submit(changed(late="refused"), DEADLINE, team(), run())
    assert rules_of(verdict) == ["closed"]
    assert verdict.refusals[0].reason == "the deadline for main evaluation packages was Fri 6 April 2012, 11:59 EDT"
    assert may_submit(changed(late="accepted"), DEADLINE, team(), run()) == Verdict()


def test_an_extension_holds_for_its_team_alone() -> None:
    granted = team(extensions={"evaluation": DEADLINE + timedelta(days=1)})
    assert not may_submit(RULES, DEADLINE, granted, run()).late
    assert may_submit(RULES, DEADLINE, team(), run()).late
    assert may_submit(RULES, DEADLINE + timedelta(days=1), granted, run()).late


def test_the_dry_run_is_compulsory() -> None:
    verdict = may_submit(RULES, DURING, team(dry_run=False), run())
    assert [refusal.reason for refusal in verdict.refusals] == ["NIST did not take part in Dry run"]


def test_a_dry_run_in_another_language_pair_does_not_count() -> None:
    verdict = may_submit(RULES, DURING, team(), run(language_pair="kor2eng", condition="unconstrained"))
    assert rules_of(verdict) == ["earlier-phase"]


def test_a_withdrawn_dry_run_does_not_count() -> None:
    withdrawn = run(package="dryrun", test_set="dryrun", withdrawn=True)
    assert rules_of(may_submit(RULES, DURING, team(withdrawn, dry_run=False), run())) == ["earlier-phase"]


def test_only_registered_pairs_and_signed_teams() -> None:
    assert rules_of(may_submit(RULES, DURING, team(language_pairs=frozenset()), run())) == ["registered"]
    assert rules_of(may_submit(RULES, DURING, team(signed=frozenset()), run())) == ["signed", "signed"]


def test_a_condition_that_is_not_offered_for_the_pair() -> None:
    dry = run(package="dryrun", test_set="dryrun", language_pair="kor2eng", condition="unconstrained")
    assert rules_of(may_submit(RULES, DURING, team(dry), run(language_pair="kor2eng"))) == ["condition"]


def test_an_unknown_package() -> None:
    verdict = may_submit(RULES, DURING, team(), run(package="evil"))
    assert verdict.refusals[0].reason == "there is no package evil; there are: dryrun, eval, older, combo"


def test_three_contrastive_systems_over_all_versions() -> None:
    done = [run(), run("contrast1"), run("contrast2", version=2)]
    assert may_submit(RULES, DURING, team(*done), run("contrast3", version=3)).allowed
    full = [*done, run("contrast3", version=3)]
    verdict = may_submit(RULES, DURING, team(*full), run("contrast4", version=4))
    assert rules_of(verdict) == ["package"]


def test_the_fourth_of_a_type_is_one_too_many() -> None:
    kinds = RULES.submission.system_types
    more = {**kinds, "contrast": kinds["contrast"].model_copy(update={"names": ("c1", "c2", "c3", "c4")})}
    rules = RULES.model_copy(update={"submission": RULES.submission.model_copy(update={"system_types": more})})
    done = [run(), run("c1"), run("c2"), run("c3")]
    assert rules_of(may_submit(rules, DURING, team(*done), run("c4"))) == ["too-many"]
    # Another condition is another slot, and a withdrawn system leaves its place.
    assert may_submit(rules, DURING, team(*done), run("c4", condition="unconstrained")).allowed
    withdrawn = [*done[:3], run("c3", withdrawn=True)]
    assert may_submit(rules, DURING, team(*withdrawn), run("c4")).allowed


@pytest.mark.parametrize(
    ("resubmission", "effect", "official"), [("debugged", "debugged", False), ("replaces", "replaces", True)]
)
def test_a_second_run_of_the_same_system(resubmission: str, effect: str, official: bool) -> None:
    verdict = may_submit(changed(resubmission=resubmission), DURING, team(run()), run(version=2))
    assert (verdict.allowed, verdict.effect, verdict.official) == (True, effect, official)


def test_a_second_run_where_none_is_taken() -> None:
    verdict = may_submit(changed(resubmission="refused"), DURING, team(run()), run(version=2))
    assert rules_of(verdict) == ["again"]


def test_versions_follow_one_another() -> None:
    assert rules_of(may_submit(RULES, DURING, team(), run(version=2))) == ["version"]
    assert rules_of(may_submit(RULES, DURING, team(run()), run("contrast1", version=3))) == ["version"]
    assert may_submit(RULES, DURING, team(run()), run("contrast1", version=1)).allowed
    assert may_submit(RULES, DURING, team(run()), run("contrast1", version=2)).allowed


def test_a_combination_after_the_evaluation_is_unofficial() -> None:
    during = datetime(2012, 4, 18, tzinfo=UTC)
    combined = run("combo1", package="combo", track="combination", test_set="combination")
    registered = team(tracks=frozenset(["combination"]))
    verdict = may_submit(RULES, during, registered, combined)
    assert (verdict.allowed, verdict.official) == (True, False)
    assert rules_of(may_submit(RULES, during, registered, run(package="combo"))) == ["package"]


def test_only_teams_registered_for_the_track_submit_combinations() -> None:
    """NIST OpenMT 2012, section 7.2.2: those registered for the Post-Eval SysCombo track."""
    combined = run("combo1", package="combo", track="combination", test_set="combination")
    verdict = may_submit(RULES, datetime(2012, 4, 18, tzinfo=UTC), team(), combined)
    assert [refusal.reason for refusal in verdict.refusals] == [
        "NIST did not register for the track Post-Eval System Combination"
    ]


def test_steps_of_a_new_team() -> None:
    steps = {state.step: state for state in steps_of(RULES, team(dry_run=False, language_pairs=frozenset(["ara2eng"])))}
    assert [step for step, state in steps.items() if state.done] == ["registered", "signed"]
    assert steps["dry-run"].missing == "Arabic–English"
    assert steps["submitted"].due == DEADLINE
    assert "judged" not in steps  # did not consent to judge


def test_steps_of_a_team_that_did_all() -> None:
    complete = team(
        run(),
        language_pairs=frozenset(["ara2eng"]),
        consents=frozenset(RULES.registration.consents),
        described_systems=frozenset([run().described_as]),
        judged=True,
        attends=True,
    )
    assert [state.step for state in steps_of(RULES, complete) if state.done] == list(RULES.registration.steps)


def test_type_of_system_may_be_bound_to_conditions() -> None:
    """IWSLT 2012, section 3.1: primary runs of the dialogs use supplied corpora only."""
    rules, when = read_rulebook("iwslt2012"), datetime(2012, 9, 5, tzinfo=UTC)
    team = TeamState(code="HIT", tracks=frozenset(["olympics-mt"]))
    entry: dict[str, Any] = {
        "package": "olympics",
        "track": "olympics-mt",
        "language_pair": "zh-en",
        "test_set": "hit-eval",
    }
    assert may_submit(rules, when, team, Submitted(system="primary", condition="olympics", **entry)).allowed
    assert may_submit(rules, when, team, Submitted(system="contrastive1", condition="additional", **entry)).allowed
    verdict = may_submit(rules, when, team, Submitted(system="primary", condition="additional", **entry))
    assert [refusal.reason for refusal in verdict.refusals] == [
        "primary systems are not taken under the condition Additional language resources"
    ]


def test_agreement_about_some_tracks_is_asked_for_in_these_only() -> None:
    """IWSLT 2016, section 2.2: the licence of the MSLT data."""
    rules, when = read_rulebook("iwslt2016"), datetime(2016, 9, 20, tzinfo=UTC)
    team = TeamState(code="KIT")
    talk = Submitted(system="primary", package="mt", track="ted-mt", language_pair="en-de", test_set="tst2016")
    mslt = Submitted(system="primary", package="mt", track="mslt-mt", language_pair="en-de", test_set="mslt-tst2016")
    assert may_submit(rules, when, team, talk).allowed
    assert rules_of(may_submit(rules, when, team, mslt)) == ["signed"]
    assert may_submit(rules, when, TeamState(code="KIT", signed=frozenset(["mslt-licence"])), mslt).allowed


def test_a_run_of_an_unknown_pair_is_not_said_to_lack_the_dry_run() -> None:
    assert "earlier-phase" not in rules_of(may_submit(RULES, DURING, team(), run(language_pair=None)))
    assert "earlier-phase" in rules_of(may_submit(RULES, DURING, team(dry_run=False), run(language_pair=None)))


def test_nobody_signs_where_there_is_no_agreement() -> None:
    registration = RULES.registration.model_copy(update={"agreements": {}})
    rules = RULES.model_copy(update={"registration": registration})
    assert "signed" in binding_steps(RULES)
    assert [step for step in RULES.registration.steps if step != "signed"] == list(binding_steps(rules))
    assert "signed" not in {state.step for state in steps_of(rules, team())}
