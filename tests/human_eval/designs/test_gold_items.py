"""Gold items, from the answers of one who knows to the plan and back."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Design, Gold
from bakeoff.human_eval.designs.gold_items import find_gold, gold_as_asked, unplanned_gold
from bakeoff.human_eval.designs.pools import Pool

POOLS = tuple(
    Pool(language_pair=pair, test_set="news", segments=(("d", "1"), ("d", "2"), ("e", "1")), systems=("a", "b", "c"))
    for pair in ("de-en", "fr-en")
)


def known(segment: str, systems: tuple[str, str], **values: Any) -> Judgment:
    return Judgment(
        id=f"{segment}-{systems}",
        protocol="ranking",
        judge="x",
        segment=segment,
        systems=systems,
        answer=[1, 2],
        **values,
    )


def test_what_a_judgment_leaves_open_fits_everything() -> None:
    assert find_gold(POOLS, [known("2", ("a", "b"))], shown=5) == (
        Gold(pool=0, segment=1, systems=("a", "b")),
        Gold(pool=1, segment=1, systems=("a", "b")),
    )
    assert find_gold(POOLS, [known("1", ("a", "b"), language_pair="fr-en", document="e")], shown=5) == (
        Gold(pool=1, segment=2, systems=("a", "b")),
    )


def test_what_no_pool_has_is_left_out_and_counted_and_nothing_at_all_is_an_error() -> None:
    judgments = [known("2", ("a", "b")), known("9", ("a", "b")), known("2", ("a", "z"))]
    found = find_gold(POOLS, judgments, shown=5)
    assert {gold.segment for gold in found} == {1}
    assert unplanned_gold(Design(name="d", protocol="ranking", pools=POOLS, gold_items=found), judgments) == 2
    with pytest.raises(InputError, match="none among 1"):
        find_gold(POOLS, judgments[1:2], shown=5)
    with pytest.raises(InputError, match="gold items with 1 outputs at most, found 2"):
        find_gold(POOLS, judgments, shown=1)


def test_known_answers_take_the_names_under_which_they_were_asked() -> None:
    asked = known("2", ("a", "b"), language_pair="fr-en", test_set="news", document="d", control="gold")
    ordinary = known("1", ("a", "b"), language_pair="fr-en", test_set="news", document="d")
    (found,) = gold_as_asked([known("2", ("b", "a")), known("1", ("a", "b"))], [asked, ordinary])
    assert found.item == asked.item
    assert found.systems == ("b", "a")
