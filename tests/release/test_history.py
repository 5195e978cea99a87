"""What a later campaign takes over from a package."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import run_tournament, tournament_rules
from bakeoff.human_eval import analyse_post_edits
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.constituents.reused_answers import carry_answers
from bakeoff.release.content import EvaluationJudgments, ReleaseContent
from bakeoff.release.history import EarlierCampaign, earlier_campaign
from bakeoff.release.reading import read_package
from bakeoff.release.writing import write_package
from tests.release.simulated_release import CALLED, PAIR, RUNS, TEST_SET, simulated_release

PLACE = (PAIR, TEST_SET)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> EarlierCampaign:
    path = tmp_path_factory.mktemp("history") / "simple.zip"
    write_package(_with_phrases(simulated_release()), path)
    return earlier_campaign(read_package(path))


def _with_phrases(content: ReleaseContent) -> ReleaseContent:
    """With answers about the first two words of a segment, for two of its systems."""
    item = ConstituentItem(
        document="document1", segment="1", source=(0, 4), label="NP", reference=(0, 4),
        outputs=dict.fromkeys(RUNS, (0, 4)),
    )  # fmt: skip
    answers = [
        Judgment(
            id=str(number), protocol="constituent_acceptability", judge="somebody", language_pair=PAIR,
            test_set=TEST_SET, document="document1", segment=item.name, systems=(system,), answer=["yes"],
            kind="constituent", screen=f"s{number}",
        )
        for number, system in enumerate(("system1", "system2"), start=1)
    ]  # fmt: skip
    own = EvaluationJudgments(
        evaluation="phrases",
        rules={"protocol": "constituent_acceptability"},
        judgments=partial(iter, answers),
        runs={PLACE: RUNS},
        constituents={PLACE: (item,)},
    )
    return replace(content, judgments=(*content.judgments, own))


def test_progress_sets_have_texts_systems_and_scores(earlier: EarlierCampaign) -> None:
    [progress] = earlier.progress_sets
    assert (progress.language_pair, progress.test_set) == PLACE
    assert progress.files is not None
    assert progress.files.source is not None
    source = simulated_release().test_sets[0].source
    assert source is not None
    assert progress.files.source.read() == source.read()
    assert [each.name for each in progress.systems] == ["UEDIN", "RWTH", "FBK", "ONLINE-A"]
    published = {run.id: run.scores for run in simulated_release().results.boards[0].runs}
    for system in progress.systems:
        assert system.output is not None
        assert [each.value for each in system.scores] == [each.value for each in published[system.run]]


def test_the_best_earlier_system_is_by_the_direction_of_the_metric(earlier: EarlierCampaign) -> None:
    [progress] = earlier.progress_sets
    for metric, best in (("chrf", max), ("ter", min)):
        values = {
            run.name: score.value
            for run, score in simulated_release().results.boards[0].scores()
            if (score.metric, score.specification) == (metric, "case+punc")
        }
        found = progress.best(metric, "case+punc")
        assert found is not None
        assert values[found.name] == best(value for value in values.values() if value is not None)
    assert progress.best("nist", "case+punc") is None


def test_seeds_and_matches_make_a_tournament_without_a_judgment(earlier: EarlierCampaign) -> None:
    seeds = earlier.seeds(PLACE, "chrf", "case+punc")
    assert {row.system for row in seeds.rows} == set(CALLED.values())
    with pytest.raises(BakeoffError, match="has no scores by nist"):
        earlier.seeds(PLACE, "nist", "case+punc")
    matches = earlier.matches(PLACE)
    assert {each.origin for each in matches} == {"Small translation task 2026"}
    assert {each.result.pair for each in matches} == {
        frozenset(pair) for pair in (("UEDIN", "RWTH"), ("UEDIN", "FBK"), ("RWTH", "FBK"))
    }
    rules = simulated_release().results.rulebook.human["pairwise"].tournament
    assert rules is not None
    playing = replace(tournament_rules(rules), earlier=True)
    new = run_tournament(playing, [], seeds=seeds, earlier=[each.result for each in matches])
    assert {frozenset(pair) for pair in new.plan.next_pairs()} == {
        frozenset(("ONLINE-A", name)) for name in ("UEDIN", "RWTH", "FBK")
    }


def test_post_edits_of_an_earlier_year_are_references_for_everyone(earlier: EarlierCampaign) -> None:
    edits = earlier.post_edits(PLACE)
    assert {each.systems for each in edits} == {(name,) for name in CALLED.values()}
    assert {each.origin for each in edits} == {"earlier campaign"}
    assert all(each.judge.startswith("judge-") for each in edits)
    new = [
        replace(each, id=f"new:{number}", systems=("NEW",), answer={**each.answer, "seconds": 1.0}, judge="me")
        for number, each in enumerate(edits)
        if each.systems == ("UEDIN",)
    ]
    alone = analyse_post_edits(new)
    others = [each for each in edits if each.systems != ("UEDIN",)]
    together = analyse_post_edits(new, earlier=others)
    assert {each.system for each in together.groups[0].systems if each.earlier} == {"RWTH", "FBK", "ONLINE-A"}
    assert together.groups[0].post_edits[1] > alone.groups[0].post_edits[1]


def test_answers_about_phrases_hold_for_systems_that_have_the_same(earlier: EarlierCampaign) -> None:
    [answers] = earlier.answers("constituent_acceptability")
    [texts] = answers.texts
    assert set(texts.texts.systems) == set(RUNS)
    new = replace(
        texts,
        texts=replace(texts.texts, runs=(texts.texts.run_of("system1"),), systems=("NEW",)),
        constituents=tuple(replace(item, outputs={"NEW": item.outputs["system1"]}) for item in texts.constituents),
    )
    carried = carry_answers([answers], [new])
    assert any("NEW" in name for each in carried.judgments for name in each.systems)
    assert earlier.answers("constituent_ranking") == ()
