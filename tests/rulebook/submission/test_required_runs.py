"""Which runs a team owes while it can submit them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.required_runs import RequiredRun, describe_late_runs, required_runs
from tests.rulebook.small import small_rulebook

IN_EVALUATION = datetime(2012, 4, 3, tzinfo=UTC)
TEAM = TeamState(code="NIST", language_pairs=frozenset(["ara2eng", "chi2eng"]))


def named(runs: list[RequiredRun]) -> list[tuple[str, str, str]]:
    return [(run.package.id, run.language_pair, run.kind.id if run.kind else "") for run in runs]


@pytest.fixture
def rules() -> Rulebook:
    return read_rulebook("openmt2012")


def test_a_primary_run_is_required_in_each_language_pair_of_the_team(rules: Rulebook) -> None:
    runs = list(required_runs(rules, IN_EVALUATION, TEAM))
    assert named(runs) == [("eval", "ara2eng", "primary"), ("eval", "chi2eng", "primary")]
    assert all(run.deadline == datetime(2012, 4, 6, 16, tzinfo=UTC) and not run.is_late for run in runs)


def test_a_run_under_any_condition_is_enough_and_a_withdrawn_one_is_not(rules: Rulebook) -> None:
    def submitted(pair: str, *, withdrawn: bool = False) -> Submitted:
        return Submitted(
            package="eval", language_pair=pair, condition="unconstrained", system="primary", withdrawn=withdrawn
        )

    done = TeamState(
        code="NIST",
        language_pairs=TEAM.language_pairs,
        submitted=(submitted("ara2eng"), submitted("chi2eng", withdrawn=True)),
    )
    assert [len(run.submitted) for run in required_runs(rules, IN_EVALUATION, done)] == [1, 0]


def test_nothing_is_required_before_the_phase_opens(rules: Rulebook) -> None:
    assert list(required_runs(rules, datetime(2011, 12, 1, tzinfo=UTC), TEAM)) == []


def test_late_runs_are_named_as_long_as_they_are_accepted(rules: Rulebook) -> None:
    late = list(required_runs(rules, IN_EVALUATION + timedelta(days=10), TEAM))
    assert {run.is_late for run in late if run.package.id == "eval"} == {True}


def test_any_run_will_do_where_no_type_is_required() -> None:
    book = small_rulebook(submission={"system_types": {"free": {}}, "packages": {"runs": {}}})
    team = TeamState(code="A", language_pairs=frozenset(["de-en"]))
    [run] = required_runs(book, datetime(2027, 3, 2, tzinfo=UTC), team)
    assert (run.language_pair, run.kind) == ("de-en", None)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"late": "refused"}, "Not accepted"),
        ({"late": "unofficial"}, "Accepted, marked late, not ranked"),
        ({"late": "accepted"}, "Accepted"),
        (
            {"late": "unofficial", "late_until": "results"},
            "Accepted until Wed 31 March 2027, 23:59 CEST, marked late, not ranked",
        ),
    ],
)
def test_what_becomes_of_late_runs_in_a_few_words(rule: dict[str, str], words: str) -> None:
    phases = {
        "evaluation": {"start": "2027-03-01", "end": "2027-03-05", "opens": ["submit:runs"]},
        "results": {"start": "2027-04-01"},
    }
    book = small_rulebook(phases=phases, submission={"packages": {"runs": rule}})
    assert describe_late_runs(book, book.submission.packages["runs"]) == words
