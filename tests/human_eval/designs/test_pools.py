"""What judges chose, among evaluations that are judged together."""

from __future__ import annotations

import pytest

from bakeoff.human_eval.designs.pools import Pool, chosen_pools, join_pools


def pool(pair: str, test_set: str) -> Pool:
    return Pool(language_pair=pair, test_set=test_set, segments=(("d", "1"),), systems=("a", "b"))


SINGLE = (pool("fr-en", "news"), pool("fr-en", "europarl"), pool("de-en", "news"))
ALL_ENGLISH = (join_pools([SINGLE[0], SINGLE[2]], language_pair="en"),)


@pytest.mark.parametrize(
    ("names", "single", "together"),
    [
        (["fr-en"], {0, 1}, set()),
        (["news"], {0, 2}, {0}),
        (["fr-en", "news"], {0}, set()),
        (["en", "news"], set(), {0}),
        (["fr-en", "en"], {0, 1}, {0}),
        (["en", "europarl"], set(), set()),
        (["europarl"], {1}, set()),
    ],
)
def test_who_chose_a_pair_gets_no_other_pair_of_an_evaluation_beside(
    names: list[str], single: set[int], together: set[int]
) -> None:
    every = [*SINGLE, *ALL_ENGLISH]
    assert chosen_pools(SINGLE, names, among=every) == single
    assert chosen_pools(ALL_ENGLISH, names, among=every) == together
