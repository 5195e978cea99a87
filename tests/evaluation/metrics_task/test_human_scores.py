"""What people say of systems, for metrics tasks."""

from __future__ import annotations

from bakeoff.data.judgments import Judgment
from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_judgments
from bakeoff.human_eval import KindOfJudgment


def ranked(segment: str, systems: tuple[str, ...], ranks: list[int]) -> Judgment:
    return Judgment(
        id=segment,
        protocol="ranking",
        judge="j",
        language_pair="de-en",
        test_set="t",
        document="d",
        segment=segment,
        systems=systems,
        answer=ranks,
    )


def test_comparisons_name_each_of_the_systems_that_share_an_output() -> None:
    judgments = [ranked("1", ("A,B", "C"), [1, 2]), ranked("2", ("C", "A", "B"), [1, 2, 2])]
    (scores,) = human_scores_of_judgments("ranking", KindOfJudgment(judgments=judgments))
    assert set(scores.systems) == {"A", "B", "C"}
    assert {name for each in scores.preferences for name in (each.first, each.second)} == {"A", "B", "C"}
    first = {(each.first, each.second): each.outcome for each in scores.preferences if each.segment[1] == "1"}
    assert first == {("A", "B"): 0, ("A", "C"): 1, ("B", "C"): 1}
