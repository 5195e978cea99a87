"""Nobody submits officially once the answers are out, and no extension reaches past that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.files.sources import RulebookError
from bakeoff.rulebook.release.disclosure import disclosed_between, first_disclosure_after, references_out
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.permission import may_submit
from tests.rulebook.small import SMALL, saved, small_rulebook

OUT = datetime(2027, 3, 31, 22, tzinfo=UTC)
RUN = Submitted(package="runs", language_pair="de-en", condition=None, system="primary")


def rules(resource: str = "references", *, role: str = "current", **submission: object) -> Rulebook:
    phases: dict[str, dict[str, object]] = {
        "evaluation": {"start": "2027-03-01", "end": "2027-03-05", "opens": ["submit:runs"]},
        "results": {"start": "2027-04-01", "releases": {"participants": [resource]}},
    }
    return small_rulebook(
        test_sets={"test": {"id": "test", "role": role}},
        phases={name: {"id": name, **phase} for name, phase in phases.items()},
        submission={"packages": {"runs": {"id": "runs", "test_sets": ["test"], **submission}}},
    )


@pytest.mark.parametrize("resource", ["references", "references:test", "outputs", "own-scores", "scores:current"])
def test_what_comes_out_after_a_phase_bounds_its_extensions(resource: str) -> None:
    found = first_disclosure_after(rules(resource), "evaluation")
    assert found is not None
    assert (found.when, found.phase, found.test_set) == (OUT, "results", "test")


@pytest.mark.parametrize("changed", [{"role": "dev"}, {"role": "dry-run"}, {"format": "scores"}])
def test_practice_and_scores_of_metrics_need_no_secret(changed: dict[str, str]) -> None:
    assert first_disclosure_after(rules(**changed), "evaluation") is None
    assert references_out(rules(**changed), "runs") is None


def test_what_combinations_are_made_of_comes_out_in_their_phase() -> None:
    book = read_rulebook("wmt2008")
    assert (found := first_disclosure_after(book, "combination")) is not None
    assert (found.phase, found.what) == ("metrics", "references")
    assert (found := first_disclosure_after(book, "evaluation")) is not None
    assert (found.phase, found.what) == ("combination", "outputs")


def test_a_server_that_scores_a_test_set_tells_about_it() -> None:
    book = read_rulebook("iwslt2016")
    assert (found := first_disclosure_after(book, "mt")) is not None
    assert (found.phase, found.what) == ("after", "scores")


@pytest.mark.parametrize(("day", "expected"), [(31, (False, True)), (1, (True, False))])
def test_a_run_that_comes_with_the_references_out_is_late(day: int, expected: tuple[bool, bool]) -> None:
    when = datetime(2027, 3 if day == 31 else 4, day, 12, tzinfo=UTC)
    team = TeamState(
        code="TESTS", language_pairs=frozenset(["de-en"]), extensions={"evaluation": datetime(2027, 5, 1, tzinfo=UTC)}
    )
    verdict = may_submit(rules(), when, team, RUN)
    assert verdict.allowed
    assert (verdict.late, verdict.official) == expected


def test_references_are_not_released_while_runs_are_submitted(tmp_path: Path) -> None:
    early = '[phases.early]\nstart = 2027-03-03\nreleases = { participants = ["references:current"] }\n'
    with pytest.raises(RulebookError) as caught:
        read_rulebook(str(saved(tmp_path, SMALL + early)))
    assert "references of test from Wed 3 March 2027, 00:00 CET" in str(caught.value)
    assert "a release after evaluation, in which runs on it are submitted until Fri 5 March 2027, 23:59 CET" in str(
        caught.value
    )


@pytest.mark.parametrize(("begin", "end", "found"), [(-1, 1, True), (0, 1, False), (-1, 0, False)])
def test_what_comes_out_between_two_moments(begin: int, end: int, *, found: bool) -> None:
    around = (OUT + timedelta(seconds=begin), OUT + timedelta(seconds=end))
    assert (disclosed_between(rules(), *around) is not None) is found
    assert disclosed_between(rules(role="dry-run"), *around) is None
