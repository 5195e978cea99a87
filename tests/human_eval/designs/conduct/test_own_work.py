"""What a judge can expect: an even share with controls, of what they chose."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff.human_eval.designs.conduct.own_work import expected_screens
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool


def pool(pair: str, size: int, document: str = "d") -> Pool:
    return Pool(
        language_pair=pair, test_set="t", segments=tuple((document, str(n)) for n in range(size)), systems=("a", "b")
    )


DESIGN = Design(name="e", protocol="ranking", pools=(pool("en-de", 30), pool("en-fr", 10)), shown=2)


@pytest.mark.parametrize(
    ("design", "missing", "judges", "pools", "expected"),
    [
        (DESIGN, 40, 1, None, 40),
        (DESIGN, 40, 4, None, 10),
        (DESIGN, 0, 4, None, 0),
        (replace(DESIGN, redundancy=2), 80, 1, None, 40),
        (replace(DESIGN, repeats=0.1, gold=0.1), 40, 1, None, 50),
        (DESIGN, 40, 1, {"e": {1}}, 10),
        (replace(DESIGN, by_document=True), 2, 1, None, 40),
        (replace(DESIGN, shown=1, by_document=True, alternating=True), 4, 1, None, 40),
    ],
)
def test_a_share_is_even(
    design: Design, missing: int, judges: int, pools: dict[str, set[int]] | None, expected: int
) -> None:
    assert expected_screens({"e": missing}, {"e": design}, judges=judges, pools=pools) == expected
