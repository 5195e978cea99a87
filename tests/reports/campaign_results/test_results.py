"""A campaign's results as one value."""

from __future__ import annotations

from bakeoff.evaluation import Variation
from bakeoff.reports.campaign_results.boards import BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook import read_rulebook
from bakeoff.statistics import Interval

RULES = read_rulebook("iwslt2012").model_dump(mode="json", exclude_defaults=True, by_alias=True)


def run(
    run_id: str, *, team: str = "KIT", part: str = "official", system: str = "primary", **more: object
) -> RunResults:
    values = {
        "name": f"{team}-{run_id}",
        "kind": "primary",
        "kind_title": "primary",
        "track": "mt",
        "part": part,
    }
    return RunResults(id=run_id, team=team, system=system, **values | more)  # type: ignore[arg-type]


def board(test_set: str, *runs: RunResults) -> BoardResults:
    return BoardResults(track="mt", language_pair="en-fr", test_set=test_set, runs=runs)


def results(*boards: BoardResults) -> CampaignResults:
    return CampaignResults(rules=RULES, software="bakeoff 1.0", boards=boards)


def test_a_system_counts_once_whatever_the_number_of_its_test_sets() -> None:
    found = results(
        board("tst2011", run("a", has_upper_case=False), run("late", part="named", system="contrast1")),
        board("tst2012", run("b", has_upper_case=True), run("baseline", team="", system="baseline")),
    ).counted_systems()

    assert [(each.team, each.system, each.has_upper_case) for each in found] == [("KIT", "primary", True)]


def test_boards_and_scores_are_found_by_what_they_are_of() -> None:
    variation = Variation(Interval(30.0, 34.0, 0.95), 32.1, 0.8)
    score = RunScore(
        metric="bleu",
        specification="case+punc",
        value=32.0,
        signature="bleu|…",
        direction="higher",
        digits=2,
        segments=100,
        variation=variation,
    )
    scored = run("a", scores=(score,))
    found = results(board("tst2011"), board("tst2012", scored))

    (only,) = found.boards_of(test_set="tst2012")
    assert only.keys == (("case+punc", "bleu"),)
    assert found.runs["a"] == (only, scored)
    assert scored.score("bleu", "case+punc") is score
    assert scored.score("bleu", "no_case+no_punc") is None
    everything = score.on()
    assert everything is not None
    assert everything.variation is variation
    assert score.on("genre=nw") is None
    assert found.publication.version == 0
