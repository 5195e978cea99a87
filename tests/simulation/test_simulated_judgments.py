"""What simulated judges answer is answers of the protocol, and tells the truth as far as the judges do."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.simulation.evaluations import simulate_judgments
from bakeoff.simulation.judges import SimulatedJudge, make_judges
from bakeoff.simulation.truth import evenly_spaced, make_truth

SYSTEMS = tuple("abcde")


def simulate(protocol: str, *, judges: Any = None, segments: int = 60, **options: Any) -> tuple[Judgment, ...]:
    rng = np.random.default_rng(7)
    found = find_protocol(protocol)
    pool = Pool(
        language_pair="cs-en",
        test_set="news",
        segments=tuple((f"d{n // 10}", str(n)) for n in range(segments)),
        systems=SYSTEMS,
    )
    shown = {"shown": found.shown, **options}
    design = Design(name="sim", protocol=protocol, pools=(pool,), redundancy=3, **shown)
    truth = make_truth(evenly_spaced(SYSTEMS, spread=2), segments, rng=rng)
    return simulate_judgments(design, [truth], judges or make_judges(4, rng=rng), protocol=found, rng=rng)


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_takes_what_it_imagines(name: str) -> None:
    protocol = find_protocol(name)
    judgments = simulate(name, segments=20)
    assert judgments
    for each in judgments:
        answer = protocol.parse(each.answer, each.systems)
        assert protocol.parse(protocol.write(answer), each.systems) == answer
    assert (protocol.grades(judgments) is None) != (protocol.preferences(judgments) is None)


@pytest.mark.parametrize("name", protocol_names())
def test_better_outputs_get_better_answers(name: str) -> None:
    protocol = find_protocol(name)
    judgments = simulate(name, segments=120)
    sign = 1 if protocol.higher_is_better else -1
    grades, preferences = protocol.grades(judgments), protocol.preferences(judgments)
    if grades is not None:
        means = {s: grades.value[grades.system == n].mean() * sign for n, s in enumerate(grades.systems)}
    else:
        assert preferences is not None
        means = {
            s: preferences.outcome[preferences.first == n].sum() - preferences.outcome[preferences.second == n].sum()
            for n, s in enumerate(preferences.systems)
        }
    assert sorted(means, key=lambda system: -means[system]) == list(SYSTEMS)


def test_ties_are_kept_out_where_they_are_not_allowed() -> None:
    rng = np.random.default_rng(1)
    assert sorted(find_protocol("ranking", Settings(ties=False)).imagine([0, 0, 0, 0, 0], rng)) == [1, 2, 3, 4, 5]
    pairwise = find_protocol("pairwise", Settings(ties=False))
    assert {pairwise.imagine([0, 0], rng) for _ in range(50)} == {"first", "second"}
    assert find_protocol("ranking").imagine([1.0, -1.0, 0.9], rng) == [1, 2, 1]


def test_time_goes_on_and_frauds_are_fast() -> None:
    honest, fraud = SimulatedJudge(name="h"), SimulatedJudge(name="f", fraud=True)
    judgments = simulate("ranking", judges=[honest, fraud])
    seconds = {name: np.median([j.seconds for j in judgments if j.judge == name]) for name in "hf"}
    assert seconds["f"] < seconds["h"] / 5
    own = [j for j in judgments if j.judge == "h"]
    assert all(one.sent_at <= two.shown_at for one, two in pairwise(own))


def test_lazy_judges_find_everything_alike() -> None:
    judgments = simulate("adequacy", judges=[SimulatedJudge(name="l", laziness=1.0)])
    assert {len(set(each.answer)) for each in judgments} == {1}


def test_a_drift_makes_grades_milder() -> None:
    judgments = simulate("direct", judges=[SimulatedJudge(name="d", drift=1.0, noise=0)])
    means = [np.mean([each.answer for each in half]) for half in (judgments[:100], judgments[-100:])]
    assert means[1] > means[0] + 20


def test_damaged_outputs_are_worse() -> None:
    judgments = simulate("direct", attention=0.1, segments=100)
    found = {control: np.mean([j.answer for j in judgments if j.control == control]) for control in ("", "attention")}
    assert found["attention"] < found[""] - 25


def test_nobody_judges_the_own_system() -> None:
    own = SimulatedJudge(name="o", excluded=frozenset("a"))
    assert all(
        "a" not in each.systems
        for each in simulate("ranking", judges=[own, SimulatedJudge(name="p")])
        if each.judge == "o"
    )


def test_screens_can_be_limited() -> None:
    rng = np.random.default_rng(1)
    pool = Pool(language_pair="x", test_set="t", segments=(("d", "1"), ("d", "2"), ("d", "3")), systems=SYSTEMS)
    design = Design(name="s", protocol="direct", pools=(pool,), redundancy=2)
    truth = make_truth(evenly_spaced(SYSTEMS, spread=1), 3, rng=rng)
    judgments = simulate_judgments(
        design, [truth], make_judges(2, rng=rng), protocol=find_protocol("direct"), screens=4, rng=rng
    )
    assert Counter(each.judge for each in judgments) == {"judge1": 4, "judge2": 4}


@pytest.mark.parametrize(("count", "frauds"), [(0, 0), (2, 3)])
def test_judges_that_cannot_be_are_refused(count: int, frauds: int) -> None:
    with pytest.raises(InputError):
        make_judges(count, frauds=frauds, rng=np.random.default_rng(1))
