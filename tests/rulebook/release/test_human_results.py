"""Who sees what people judged: every audience, before, while and after judging."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bakeoff.reports.campaigns.rulebooks import schedule_rows
from bakeoff.rulebook import Rulebook, RulebookError, read_rulebook, rulebook_names
from bakeoff.rulebook.release.grants import releases
from bakeoff.rulebook.release.human_results import HumanResult, may_see_human_results
from bakeoff.rulebook.stages import stage_of
from bakeoff.rulebook.state import Submitted, TeamState, Viewer
from tests.rulebook.small import SMALL, saved

RULES = """
[phases.judging]
start = 2027-03-06
end = 2027-03-20
opens = ["judge"]
[phases.teams]
start = 2027-04-01
[phases.teams.releases]
submitters = ["human-scores:ranking"]
signers = ["human-scores:adequacy"]
participants = ["human-scores:meaning"]
judges = ["human-scores:fluency"]
[phases.public]
start = 2027-05-01
releases = { public = ["human-scores"], observers = ["judgments:ranking"] }
[human.ranking]
title = "Ranking of sentences"
protocol = "ranking"
[human.fluency]
protocol = "fluency"
[human.adequacy]
protocol = "adequacy"
[human.meaning]
protocol = "meaning"
[registration.agreements.data]
"""
RUN = Submitted(package="runs", track="news", language_pair="de-en", test_set="test", system="primary")
VIEWERS = {
    "organiser": Viewer(role="organiser"),
    "submitter": Viewer(role="participant", team=TeamState(code="one", submitted=(RUN,))),
    "signer": Viewer(role="participant", team=TeamState(code="three", signed=frozenset({"data"}))),
    "absent": Viewer(role="participant", team=TeamState(code="two")),
    "judge": Viewer(role="judge"),
    "observer": Viewer(role="observer"),
    "stranger": Viewer(role="stranger"),
}
PHASES = {
    "before": datetime(2027, 2, 1, tzinfo=UTC),
    "judging": datetime(2027, 3, 10, tzinfo=UTC),
    "teams": datetime(2027, 4, 10, tzinfo=UTC),
    "public": datetime(2027, 5, 10, tzinfo=UTC),
}
# From which phase on each viewer sees it: `always`, the phase, `-` for never.
EXPECTED = """
                        organiser  submitter  signer  absent  judge   observer  stranger
human-scores ranking    always     teams      public  public  public  public    public
human-scores adequacy   always     public     teams   public  public  public    public
human-scores meaning    always     teams      teams   teams   public  public    public
human-scores fluency    always     public     public  public  teams   public    public
human-scores added      always     public     public  public  public  public    public
judgments    ranking    always     -          -       -       -       public    -
judgments    fluency    always     -          -       -       -       -         -
"""


def rulebook_of(folder: Path, text: str) -> Rulebook:
    return read_rulebook(saved(folder, SMALL + text))


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    return rulebook_of(tmp_path_factory.mktemp("rules"), RULES)


def rows() -> list[tuple[HumanResult, str, str, str]]:
    header, *lines = EXPECTED.strip().splitlines()
    return [
        (resource, evaluation, viewer, cell)  # type: ignore[misc]  # the table has no other words
        for resource, evaluation, *cells in (line.split() for line in lines)
        for viewer, cell in zip(header.split(), cells, strict=True)
    ]


@pytest.mark.parametrize(("resource", "evaluation", "viewer", "expected"), rows())
def test_everybody_sees_results_from_the_phase_on_that_releases_them(
    rules: Rulebook, resource: HumanResult, evaluation: str, viewer: str, expected: str
) -> None:
    order = list(PHASES)
    first = 0 if expected == "always" else len(order) if expected == "-" else order.index(expected)
    seen = {
        phase: may_see_human_results(
            rules, when, VIEWERS[viewer], resource, evaluation=evaluation, test_set="test", is_judged=False
        ).allowed
        for phase, when in PHASES.items()
    }
    assert seen == {phase: number >= first for number, phase in enumerate(order)}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_organisers_see_results_while_people_judge_even_if_a_phase_released_them(
    rules: Rulebook, viewer: str
) -> None:
    answers = [
        may_see_human_results(
            rules, when, VIEWERS[viewer], "human-scores", evaluation="ranking", test_set="test", is_judged=True
        )
        for when in PHASES.values()
    ]
    assert [answer.allowed for answer in answers] == [viewer == "organiser"] * len(PHASES)
    if viewer != "organiser":
        assert answers[-1].reason == "judging is still open"
        assert answers[0].opens is not None


def test_a_release_must_name_a_human_evaluation_of_the_rulebook(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="ranking"):
        rulebook_of(tmp_path, RULES.replace("human-scores:ranking", "human-scores:rankign"))
    with pytest.raises(RulebookError, match="system-names alone"):
        rulebook_of(tmp_path, RULES.replace("human-scores:ranking", "system-names:ranking"))


def test_the_schedule_names_the_evaluation_whose_results_are_released(rules: Rulebook) -> None:
    row = next(row for row in schedule_rows(rules) if row.period.phase.id == "teams")
    assert "human scores of Ranking of sentences" in row.released


def test_a_public_ranking_is_a_public_result(tmp_path: Path) -> None:
    rules = rulebook_of(tmp_path, RULES.replace('public = ["human-scores"]', 'public = ["human-scores:ranking"]'))
    assert stage_of(rules, PHASES["public"]).name == "results"


@pytest.mark.parametrize("name", [each for each in rulebook_names() if read_rulebook(each).human])
def test_shipped_rulebooks_publish_rankings_with_or_after_the_scores_and_never_before_judging_ends(name: str) -> None:
    rules = read_rulebook(name)
    for evaluation in rules.human.values():
        sets = evaluation.test_sets or tuple(rules.test_sets)
        first = next(releases(rules, "human-scores", test_set=sets[0], role="stranger", evaluation=evaluation.id))
        phases = [rules.phases[evaluation.phase]] if evaluation.phase else []
        for judging in phases:
            assert judging.end is not None
            assert first.when.date() > getattr(judging.end, "date", lambda end=judging.end: end)()
