"""What a plan asks of judges is what is dealt to them."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval import deal_out, expected_workload, total_hours
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.workloads import Workload
from bakeoff.rulebook.schema.human import HumanEvaluation

JUDGES = ("ann", "bob", "cid", "dee")


def design(**how: Any) -> Design:
    segments = tuple((f"talk{number // 10}", str(number)) for number in range(120))
    pool = Pool(language_pair="en-de", test_set="news", segments=segments, systems=("a", "b", "c", "d", "e", "f"))
    return Design(**{"name": "own", "protocol": "ranking", "pools": (pool,), "shown": 5, **how})


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"repeats": 0.1},
        {"repeats": 0.1, "common_pool": 0.4},
        {"repeats": 0.1, "common_pool": 0.4, "redundancy": 2},
        {"shown": 1, "protocol": "direct", "repeats": 0.1, "attention": 0.1},
        {"shown": 1, "protocol": "direct", "by_document": True},
    ],
)
def test_screens_are_as_many_as_are_dealt(how: dict[str, Any]) -> None:
    own = design(**how)
    rules = HumanEvaluation.model_validate({"id": "own", "protocol": own.protocol})
    dealt = [each.assignment for each in deal_out({"own": own}, {"own": rules}, JUDGES)]
    work = expected_workload(own, judges=len(JUDGES))
    assert work.screens == pytest.approx(len(dealt), rel=0.03)
    needed = {(each.judge, each.segment, each.systems) for each in dealt if not each.control}
    if not own.common_pool:
        assert work.judgments == len(needed)


def test_an_output_that_two_systems_have_is_asked_once() -> None:
    alike = {(0, number): (("a", "b"),) for number in range(20)}
    single = design(shown=1, protocol="direct", identical=alike)
    assert expected_workload(single).judgments == 6 * 120 - 20


def test_seconds_are_those_published_for_as_many_outputs_as_are_shown() -> None:
    assert expected_workload(design()).seconds == pytest.approx(18)
    assert expected_workload(design(shown=None, protocol="fluency")).seconds == pytest.approx(6 * 13)
    assert expected_workload(design(shown=1, protocol="esa")).seconds is None
    assert expected_workload(design(), seconds=30).hours == pytest.approx(1)
    with pytest.raises(InputError, match="more than 0 seconds"):
        expected_workload(design(), seconds=0)


def test_hours_and_cost_of_several_evaluations() -> None:
    work = Workload(judgments=360, screens=400, seconds=18)
    assert (work.controls, work.hours, work.cost(15), work.hours_each(4)) == (40, 2.0, 30.0, 0.5)
    assert total_hours([work, work]) == 4.0
    assert total_hours([work, Workload(judgments=1, screens=1, seconds=None)]) is None
