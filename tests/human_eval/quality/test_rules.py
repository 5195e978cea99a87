"""Who fails which rule, and what is left without them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import CONTROLS, Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.grades.system_scores import score_systems
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import (
    AttentionRule,
    ConsensusRule,
    ConstantRule,
    GoldRule,
    RandomRule,
    RepeatRule,
    SpeedRule,
    exclude_judges,
    gold_answers,
)
from bakeoff.human_eval.quality.attention import attention_differences
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from tests.human_eval.small_grades import grades

Row = tuple[Any, ...]


def preferences(rows: list[tuple[str, str, str, str, int, str]]) -> Preferences:
    """From rows of judge, segment, first, second, outcome, control; of attention items the first is damaged."""
    judges, items, systems = (
        sorted({name for row in rows for name in names(row)})
        for names in (lambda row: row[:1], lambda row: row[1:2], lambda row: row[2:4])
    )
    return Preferences(
        systems=tuple(systems),
        judges=tuple(judges),
        items=tuple(("", "", "", item) for item in items),
        judge=np.array([judges.index(row[0]) for row in rows], np.int32),
        item=np.array([items.index(row[1]) for row in rows], np.int32),
        judgment=np.arange(len(rows), dtype=np.int32),
        control=np.array([CONTROLS.index(row[5]) for row in rows], np.int8),
        seconds=np.full(len(rows), np.nan),
        first=np.array([systems.index(row[2]) for row in rows], np.int32),
        second=np.array([systems.index(row[3]) for row in rows], np.int32),
        outcome=np.array([row[4] for row in rows], np.int8),
        damaged=np.array([row[5] == "attention" for row in rows], np.int8),
    )


def campaign(seed: int = 1) -> Grades:
    """Three who read, one who rolls dice, one who always says 50 and one who takes two seconds."""
    rng = np.random.default_rng(seed)
    rows: list[Row] = []
    for segment in range(60):
        for system, quality in (("good", 70), ("bad", 40)):
            truth = quality + rng.normal(0, 15)
            for judge in ("ann", "bob", "eve", "hasty"):
                seconds = rng.uniform(1, 3) if judge == "hasty" else rng.uniform(10, 60)
                rows.append((judge, str(segment), system, truth + rng.normal(0, 8), "", seconds))
            rows.append(("dice", str(segment), system, rng.uniform(0, 100), "", rng.uniform(10, 60)))
            rows.append(("same", str(segment), system, 50, "", rng.uniform(10, 60)))
    for segment in range(12):
        for judge in ("ann", "bob", "eve", "hasty", "same"):
            rows.append((judge, str(segment), "good", 50 if judge == "same" else rng.normal(15, 5), "attention", 20))
        rows.append(("dice", str(segment), "good", rng.uniform(0, 100), "attention", 20))
    return grades(rows)


@pytest.mark.parametrize(
    ("rule", "fail"),
    [
        (AttentionRule(), {"dice", "same"}),
        (ConstantRule(), {"same"}),
        (RandomRule(), {"dice"}),
        (ConsensusRule(least=0.3), {"dice"}),
        (SpeedRule(), {"hasty"}),
        (SpeedRule(deviations=None, least_seconds=5), {"hasty"}),
        (SpeedRule(deviations=None), set()),
    ],
)
def test_each_rule_finds_its_judges(rule: Any, fail: set[str]) -> None:
    found = rule.failing(campaign())
    assert set(found) == fail
    for reason in found.values():
        assert reason.rule == rule.name
        assert str(reason).endswith(".")


def test_exclusion_keeps_reasons_and_leaves_the_observations() -> None:
    observations = campaign()
    found = exclude_judges(observations, [AttentionRule(), ConstantRule(), SpeedRule()])
    assert {judge: [reason.rule for reason in reasons] for judge, reasons in found.excluded.items()} == {
        "hasty": ["speed"],
        "dice": ["attention"],
        "same": ["attention", "constant"],
    }
    left = {observations.judges[number] for number in np.unique(found.kept.judge)}
    assert left == {"ann", "bob", "eve"}
    assert len(observations) == len(campaign())
    gap = [np.ptp([each.mean for each in score_systems(rows)]) for rows in (observations, found.kept)]
    assert gap[1] > gap[0] + 5


def test_no_rule_excludes_nobody() -> None:
    found = exclude_judges(campaign(), [])
    assert found.excluded == {}
    assert len(found.kept) == len(campaign())


def test_attention_by_penalties_is_upside_down() -> None:
    upside_down = replace(campaign(), value=-campaign().value)
    assert set(AttentionRule(higher_is_better=False).failing(upside_down)) == {"dice", "same"}


def test_few_damaged_outputs_cannot_tell() -> None:
    rows = [("ann", str(n), "a", 50) for n in range(4)] + [("ann", str(n), "a", 90, "attention") for n in range(4)]
    assert AttentionRule().failing(grades(rows)) == {}
    rows += [("ann", "4", "a", 50), ("ann", "4", "a", 90, "attention")]
    assert AttentionRule().failing(grades(rows))["ann"].found == 1
    unpaired = [("ann", str(n), "a", 90, "attention") for n in range(9)]
    assert AttentionRule().failing(grades(unpaired)) == {}


def test_only_the_damaged_output_of_a_screen_must_fall() -> None:
    """Who grades four outputs as before and the damaged one lower reads; who lowers another does not."""
    rows = []
    for judge, lowered in (("ann", 0), ("bob", 1)):
        for n in range(8):
            shown: dict[str, Any] = {
                "judge": judge,
                "segment": str(n),
                "systems": tuple("abcde"),
                "protocol": "fluency",
            }
            rows.append(Judgment(id=f"{judge}{n}", answer=[3] * 5, **shown))
            answer = [3 - 2 * (place == lowered) for place in range(5)]
            control: dict[str, Any] = {"control": "attention", "damaged": ("a",)}
            rows.append(Judgment(id=f"{judge}{n}!", answer=answer, **shown, **control))
    found = AttentionRule().failing(find_protocol("fluency").grades(rows))
    assert set(found) == {"bob"}
    unnamed = [replace(each, damaged=()) for each in rows]
    with pytest.raises(InputError, match="which output was damaged"):
        AttentionRule().failing(find_protocol("fluency").grades(unnamed))


def test_what_was_worst_already_cannot_fall() -> None:
    rows = [("ann", str(n), "a", 0 if n < 3 else 60) for n in range(7)]
    rows += [("ann", str(n), "a", 0, "attention") for n in range(7)]  # type: ignore[misc]
    assert AttentionRule().failing(grades(rows)) == {}
    assert attention_differences(grades(rows))["ann"].tolist() == [60.0] * 4


@pytest.mark.parametrize("name", ["ranking", "pairwise"])
def test_damaged_outputs_must_lose_comparisons(name: str) -> None:
    world = World(systems=5, judges=6, frauds=2, noise=0.3)
    asking = Asking(segments=150, judgments=2, attention=0.15)
    found = simulate_evaluation(find_protocol(name), world, asking, rng=np.random.default_rng(3))
    assert all(each.damaged for each in found.judgments if each.control)
    rows = find_protocol(name).preferences(found.judgments)
    assert rows is not None
    assert set(AttentionRule().failing(rows)) == {"judge5", "judge6"}


@pytest.mark.parametrize("name", ["fluency", "adequacy"])
def test_honest_judges_of_complete_screens_are_kept(name: str) -> None:
    world = World(systems=6, judges=6, frauds=2)
    asking = Asking(segments=200, judgments=2, attention=0.1)
    found = simulate_evaluation(find_protocol(name), world, asking, rng=np.random.default_rng(3))
    rows = find_protocol(name).grades(found.judgments)
    assert rows is not None
    assert set(AttentionRule().failing(rows)) == {"judge5", "judge6"}


def test_a_damaged_output_that_systems_share_is_damaged_for_both() -> None:
    row = {"protocol": "ranking", "judge": "ann", "segment": "1", "control": "attention", "damaged": ("a,b",)}
    judgment = Judgment(id="1", systems=("c", "a,b"), answer=[1, 2], **row)  # type: ignore[arg-type]
    for of, expected in (("outputs", [-1]), ("systems", [-1, -1, 0])):
        rows = find_protocol("ranking").preferences([judgment], of=of)  # type: ignore[arg-type]
        assert rows is not None
        assert rows.damaged is not None
        assert rows.damaged.tolist() == expected


def test_gold_grades_within_tolerance() -> None:
    key = grades([("key", str(n), "a", 3) for n in range(5)])
    rows = [("ann", str(n), "a", 3 + (n > 2), "gold") for n in range(5)]
    rows += [("bob", str(n), "a", 3 + 2 * (n > 1), "gold") for n in range(5)]
    rows += [("eve", str(n), "a", 0, "gold") for n in range(2)]
    rows += [("eve", "99", "a", 0, "gold")]  # no right answer is known
    assert {judge: reason.found for judge, reason in GoldRule(key=key).failing(grades(rows)).items()} == {
        "ann": 0.6,
        "bob": 0.4,
    }
    assert set(GoldRule(key=key, tolerance=1).failing(grades(rows))) == {"bob"}
    assert set(GoldRule(key=key, fewest=2).failing(grades(rows))) == {"ann", "bob", "eve"}
    assert str(GoldRule(key=key).failing(grades(rows))["bob"]) == "2 of 5 gold items right, 70% are needed."


def test_gold_preferences_whichever_stood_first() -> None:
    key = preferences([("key", str(n), "a", "b", 1, "") for n in range(4)])
    rows = [("ann", str(n), "b", "a", -1, "gold") for n in range(4)]
    rows += [("bob", str(n), "b", "a", 1, "gold") for n in range(4)]
    assert set(GoldRule(key=key).failing(preferences(rows))) == {"bob"}
    with pytest.raises(InputError, match="right answers as grades, found preferences"):
        GoldRule(key=key).failing(campaign())


FIVE = tuple(combinations("abcde", 2))
"""The ten comparisons of a ranking of five outputs."""


def rankings(right: dict[str, list[list[bool]]]) -> tuple[Preferences, Preferences]:
    """The gold screens of judges, each ten comparisons of which some are right, and the right answers."""
    rows, screens = [], []
    for number, (judge, shown) in enumerate(right.items()):
        for segment, comparisons in enumerate(shown):
            screens += [1000 * number + segment] * len(FIVE)
            rows += [
                (judge, str(segment), *pair, 1 if good else -1, "gold")
                for pair, good in zip(FIVE, comparisons, strict=True)
            ]
    segments = max(map(len, right.values()))
    key = preferences([("key", str(segment), *pair, 1, "") for segment in range(segments) for pair in FIVE])
    return replace(preferences(rows), judgment=np.array(screens, np.int32)), key


def test_comparisons_of_one_ranking_are_one_gold_item() -> None:
    answers, key = rankings({"ann": [[False] * 10] * 2, "bob": [[False] * 10] * 3, "cid": [[True] * 9 + [False]] * 3})
    found = gold_answers(answers, key)
    assert (found["ann"].right, found["ann"].answers, found["ann"].items) == (0, 20, 2)
    assert found["cid"].share == 0.9
    reasons = GoldRule(key=key).failing(answers)
    assert {judge: str(reason) for judge, reason in reasons.items()} == {
        "bob": "0 of 30 answers to 3 gold items right, 70% are needed."
    }


def test_gold_items_of_unlike_size_count_by_what_they_tell() -> None:
    """A ranking beside which two single comparisons weigh little is not worth three gold items."""
    answers, key = rankings({"ann": [[True] * 10] * 3})
    part = answers.take(np.array([*range(10), 10, 20]))
    (found,) = gold_answers(part, key).values()
    assert (found.items, found.answers) == (3, 12)
    assert found.independent == pytest.approx(144 / 102)


@pytest.mark.parametrize("shared", [0.0, 0.5, 1.0])
def test_intervals_of_gold_items_hold_the_truth_however_comparisons_of_a_screen_depend(shared: float) -> None:
    """A share of the screens is right or wrong as a whole; in 400 judges 95 % of the intervals hold .7, or more."""
    rng = np.random.default_rng(16)
    right = {}
    for judge in range(400):
        whole = np.repeat(rng.random((20, 1)) < 0.7, 10, axis=1)
        right[f"judge{judge}"] = np.where(rng.random((20, 1)) < shared, whole, rng.random((20, 10)) < 0.7).tolist()
    answers, key = rankings(right)
    intervals = [each.interval() for each in gold_answers(answers, key).values()]
    assert np.mean([each.low <= 0.7 <= each.high for each in intervals]) >= 0.93


def test_gold_names_systems_in_any_order() -> None:
    key = preferences([("key", str(n), "b", "a", 1, "") for n in range(4)])
    key = replace(key, systems=("b", "a"), first=1 - key.first, second=1 - key.second)
    rows = [("ann", str(n), "a", "b", -1, "gold") for n in range(4)]
    assert GoldRule(key=key).failing(preferences(rows)) == {}


def test_repeats_of_grades_and_preferences() -> None:
    rows: list[Row] = [("ann", str(n), "a", n) for n in range(6)] + [
        ("ann", str(n), "a", n + 2, "repeat") for n in range(6)
    ]
    assert RepeatRule(largest=1.9).failing(grades(rows))["ann"].found == 2
    assert RepeatRule(largest=2).failing(grades(rows)) == {}
    assert RepeatRule(largest=0, fewest=7).failing(grades(rows)) == {}
    turned = [("ann", str(n), "a", "b", 1, "") for n in range(6)] + [
        ("ann", str(n), "b", "a", -1, "repeat") for n in range(6)
    ]
    assert RepeatRule(largest=0).failing(preferences(turned)) == {}
    turned[-1] = ("ann", "5", "b", "a", 1, "repeat")
    assert RepeatRule(largest=0).failing(preferences(turned))["ann"].found == pytest.approx(2 / 6)


def test_always_the_first_is_constant() -> None:
    rows = [("ann", str(n), *("ab" if n % 2 else "ba"), 1, "") for n in range(30)]
    assert set(ConstantRule().failing(preferences(rows))) == {"ann"}


def test_consensus_leaves_out_the_own_answers() -> None:
    """Two who say the opposite of each other agree with nobody, however often each answered."""
    rows: list[Row] = []
    for n in range(30):
        rows += [("ann", str(n), "a", n), ("ann", str(n), "a", n, "repeat"), ("bob", str(n), "a", 30 - n)]
    found = ConsensusRule().failing(grades(rows))
    assert {judge: reason.found for judge, reason in found.items()} == {
        "ann": pytest.approx(-1),
        "bob": pytest.approx(-1),
    }


def test_rules_pass_over_nothing() -> None:
    for rule in (AttentionRule(), ConstantRule(), RandomRule(), ConsensusRule(), SpeedRule(), RepeatRule(largest=1)):
        assert rule.failing(grades([])) == {}
