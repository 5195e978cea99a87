"""Answers that are collected as they come say the same as judgments that are all read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import BakeoffError, InputError, MistakesError
from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.collected_answers import CollectedAnswers, join_answers
from bakeoff.human_eval.analyses.judgments import analyse_answers
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import parse_rule
from bakeoff.reports import human_json

SHOWN = {"fluency": 3, "adequacy": 1, "meaning": 2, "dialog": 1, "direct": 1, "ranking": 4, "pairwise": 2, "esa": 1}
ANALYSIS = HumanAnalysis(samples=20, trials=50, rules=(parse_rule("constant:largest_share=0.9,fewest=15"),))
JUDGES = ("ann", "ben", "cyd", "dan")
START = datetime(2026, 3, 1, tzinfo=UTC)


def arrivals(protocol: str, *, seed: int, count: int = 90) -> list[Judgment]:
    """Judgments in the order in which they come: repeats, corrections, shared outputs, screens passed by."""
    rng = np.random.default_rng(seed)
    asked = find_protocol(protocol)
    given: list[Judgment] = []
    for number in range(count):
        sent = START + timedelta(minutes=number)
        if given and rng.random() < 0.2 and (before := given[rng.integers(len(given))]).systems:
            answer = asked.imagine(rng.normal(size=len(before.systems)).tolist(), rng)
            # Clocks of servers differ: some corrections are sent before what they correct.
            sent += timedelta(minutes=int(rng.integers(-60, 2)), milliseconds=number)
            given.append(replace(before, id=str(number), answer=answer, sent_at=sent))
            continue
        names = rng.permutation(["a", "b", "c", "d", "e"])[: SHOWN[protocol]].tolist()
        if rng.random() < 0.2:
            names[0] += ",x"
        segment = int(rng.integers(12))
        given.append(
            Judgment(
                id=str(number),
                protocol=protocol,
                judge=JUDGES[rng.integers(len(JUDGES))],
                language_pair=("de-en", "en-de")[segment % 2],
                test_set="news",
                document=f"d{segment // 4}",
                segment=str(segment),
                systems=() if rng.random() < 0.05 else tuple(names),
                answer=asked.imagine(rng.normal(size=len(names)).tolist(), rng),
                screen="" if rng.random() < 0.1 else f"screen {number}",
                control="repeat" if rng.random() < 0.1 else "",
                shown_at=sent - timedelta(seconds=int(rng.integers(5, 400))),
                sent_at=sent,
            )
        )
    return given


def outcome(analyse: Any) -> Any:
    """What an analysis says; of judgments that have none, what is wrong with them."""
    try:
        return human_json(analyse())
    except BakeoffError as error:
        return type(error), str(error)


def portions(judgments: Sequence[Judgment], rng: np.random.Generator) -> list[list[Judgment]]:
    cuts = sorted({0, len(judgments), *rng.integers(len(judgments), size=6).tolist()})
    return [list(judgments[start:end]) for start, end in pairwise(cuts)]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("protocol", SHOWN)
def test_at_every_moment_the_analysis_is_that_of_all_judgments_so_far(protocol: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    asked = find_protocol(protocol)
    collected = CollectedAnswers(asked, score=ANALYSIS.score_of(asked))
    so_far: list[Judgment] = []
    without: frozenset[str] = frozenset()
    for portion in portions(arrivals(protocol, seed=seed), rng):
        collected.add(portion)
        so_far += portion
        for changed in rng.choice(JUDGES, size=2).tolist():  # left out, or counted again
            without = without ^ {changed}
            counting = [each for each in so_far if each.judge not in without]
            assert outcome(
                lambda: analyse_answers(collected.counted(without=without), asked, ANALYSIS)  # noqa: B023
            ) == outcome(lambda: analyse_judgments(counting, protocol=protocol, analysis=ANALYSIS))  # noqa: B023
    everything = analyse_answers(collected.counted(), asked, ANALYSIS)
    assert human_json(everything) == human_json(analyse_judgments(so_far, protocol=protocol, analysis=ANALYSIS))
    assert everything.superseded
    assert everything.passed


@pytest.mark.parametrize("protocol", ["direct", "fluency", "ranking"])
def test_collections_that_are_joined_are_one(protocol: str) -> None:
    asked = find_protocol(protocol)
    both = [
        [replace(each, evaluation=name) for each in arrivals(protocol, seed=seed)]
        for seed, name in ((1, "one"), (2, "two"))
    ]
    collections = []
    for given in both:
        collections.append(CollectedAnswers(asked, score=ANALYSIS.score_of(asked)))
        collections[-1].add(given)
    joined = join_answers([each.counted(without={"ann"}) for each in collections])
    kept = [replace(each, id=f"{each.evaluation} {each.id}") for given in both for each in given if each.judge != "ann"]
    assert human_json(analyse_answers(joined, asked, ANALYSIS)) == human_json(
        analyse_judgments(kept, protocol=protocol, analysis=ANALYSIS)
    )


def test_a_mistake_is_raised_and_nothing_is_added() -> None:
    first, second, third = (each for each in arrivals("direct", seed=3, count=30)[:3])
    collected = CollectedAnswers(find_protocol("direct"), score="mean")
    collected.add([first])
    with pytest.raises(MistakesError, match="from 0 to 100"):
        collected.add([second, replace(third, answer=200)])
    with pytest.raises(MistakesError, match="protocol direct"):
        collected.add([replace(second, protocol="ranking")])
    assert len(collected) == 1


def test_the_same_judgment_twice_is_no_second_one() -> None:
    given = arrivals("direct", seed=3, count=5)
    collected = CollectedAnswers(find_protocol("direct"), score="mean")
    collected.add(given)
    collected.add([replace(given[0], id="again")])
    with pytest.raises(InputError, match="each judgment once"):
        collected.counted()
    assert collected.counted(without={given[0].judge}).judgments


def test_without_judgments_there_is_nothing_to_count() -> None:
    with pytest.raises(InputError, match="judgments"):
        CollectedAnswers(find_protocol("ranking"), score="better").counted()
