"""Evaluation sets keep what they promise of the test set."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval import design_evaluation, imagined_texts
from bakeoff.human_eval.analyses.joined_directions import in_single_pairs
from bakeoff.human_eval.designs.damaged_outputs import damage
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.evaluation_sets import first_parts, sample_documents, sample_segments
from bakeoff.human_eval.designs.owed_shares import owed_shares
from bakeoff.human_eval.designs.pools import Pool, join_pools
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook.schema.human import HumanEvaluation


@given(st.lists(st.integers(0, 60), min_size=1, max_size=80), st.integers(1, 40), st.booleans(), st.integers(0, 3))
def test_a_sample_has_its_size_and_no_segment_twice(lengths: list[int], size: int, by_length: bool, seed: int) -> None:
    kept = [n for n, length in enumerate(lengths) if length >= 5]
    size = min(size, len(kept))
    if not size:
        return
    rng = np.random.default_rng(seed)
    drawn = sample_segments(lengths, size=size, by_length=by_length, min_words=5, rng=rng)
    assert len(drawn) == size
    assert list(drawn) == sorted(set(drawn))
    assert set(drawn) <= set(kept)


def test_documents_are_drawn_complete_and_no_more_than_there_are() -> None:
    texts = imagined_texts(2, 50)
    rules = HumanEvaluation.model_validate({"id": "direct", "protocol": "direct", "sample": {"documents": 2}})
    (pool,) = design_evaluation(rules, [texts], seed=3).pools
    assert Counter(document for document, _ in pool.segments) == dict.fromkeys({each[0] for each in pool.segments}, 10)
    assert len(pool.segments) == 20
    with pytest.raises(InputError, match="expected 6 documents to draw, found 5"):
        sample_documents([document.id for document in texts.texts.documents], 6, rng=np.random.default_rng(1))


def test_by_length_the_sample_has_the_lengths_of_the_test_set() -> None:
    rng = np.random.default_rng(5)
    lengths = rng.lognormal(3, 0.7, 2000).astype(int) + 1
    drawn = np.asarray(lengths)[list(sample_segments(lengths.tolist(), size=200, by_length=True, rng=rng))]
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert np.quantile(drawn, share) == pytest.approx(np.quantile(lengths, share), rel=0.08, abs=1)


def test_every_segment_is_as_likely_as_any_other() -> None:
    lengths = [5] * 10 + [20] * 10
    counts = np.zeros(20)
    for seed in range(4000):
        counts[list(sample_segments(lengths, size=4, by_length=True, rng=np.random.default_rng(seed)))] += 1
    assert counts.min() > 800 * 0.87
    assert counts.max() < 800 * 1.13


def test_more_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="expected 3 segments to draw, found 1 of 2"):
        sample_segments([1, 9], size=3, min_words=5, rng=np.random.default_rng(1))


def test_first_parts_take_at_least_one() -> None:
    assert first_parts(["a"] * 10 + ["b"], 0.3) == (0, 1, 2, 10)
    with pytest.raises(InputError):
        first_parts(["a"], 0)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4), st.integers(0, 100))
@example("", ["0"], 0)
@example("\r", ["0"], 0)
def test_damage_always_changes_the_text(text: str, others: list[str], seed: int) -> None:
    assert damage(text, others, Random(seed)) != text


def test_damage_of_chinese_is_by_characters() -> None:
    found = damage("今天天气很好我们去公园玩吧", ["昨天下雨了所以没有人出门散步"], Random(1))
    assert len(found) == 13
    assert (found[0], found[-1]) == ("今", "吧")


def small(pair: str, *systems: str) -> Pool:
    return Pool(language_pair=pair, test_set="news", segments=(("d", "1"), ("d", "2")), systems=systems)


def test_directions_are_judged_together_and_count_apart() -> None:
    both = join_pools([small("fr-en", "a", "b"), small("de-en", "a")], language_pair="xx-en")
    assert both.systems == ("fr-en/a", "fr-en/b", "de-en/a")
    answered = Judgment(
        id="1", protocol="ranking", judge="j", segment="1", systems=("de-en/a", "fr-en/b", "fr-en/a"), answer=[1, 3, 2]
    )
    (single,) = in_single_pairs([answered])
    assert (single.language_pair, single.systems, single.answer) == ("fr-en", ("b", "a"), [3, 2])


def joined(protocol: str, systems: str, answer: object, **values: Any) -> Judgment:
    names = tuple(systems.split())
    return Judgment(
        id="7", protocol=protocol, judge="j", segment="1", language_pair="en", systems=names, answer=answer, **values
    )


@pytest.mark.parametrize(
    ("judgment", "expected"),
    [
        (joined("direct", "fr-en/a", 70), [("fr-en", ("a",), 70)]),
        (joined("adequacy", "fr-en/a", 3), [("fr-en", ("a",), 3)]),
        (joined("adequacy", "fr-en/a de-en/a fr-en/b", [3, 2, None]),
         [("fr-en", ("a", "b"), [3, None]), ("de-en", ("a",), [2])]),
        (joined("pairwise", "fr-en/a fr-en/b", "second"), [("fr-en", ("a", "b"), "second")]),
        (joined("pairwise", "fr-en/a de-en/b", "second"), []),
        (joined("ranking", "fr-en/a de-en/b", [1, 2]), []),
        (joined("ranking", "fr-en/a,de-en/b fr-en/c", [1, 2]), [("fr-en", ("a", "c"), [1, 2])]),
        (joined("ranking", "fr-en/a,fr-en/b de-en/c", [1, 2]), [("fr-en", ("a,b",), [1])]),
        (joined("error_spans", "fr-en/a", []), [("fr-en", ("a",), [])]),
        (joined("ranking", "a b", [1, 2]), [("en", ("a", "b"), [1, 2])]),
        (joined("ranking", "old/a old/b", [1, 2]), [("en", ("old/a", "old/b"), [1, 2])]),
        (joined("ranking", "en-fr/a en-fr/b", [1, 2]), [("en", ("en-fr/a", "en-fr/b"), [1, 2])]),
    ],
    ids=lambda value: " ".join([value.protocol, *value.systems]) if isinstance(value, Judgment) else "",
)  # fmt: skip
def test_answers_of_every_kind_count_in_their_direction(judgment: Judgment, expected: list[Any]) -> None:
    """What is of one direction already stays as it is, whatever its systems are called."""
    found = in_single_pairs([judgment])
    assert [(each.language_pair, each.systems, each.answer) for each in found] == expected
    for each in found:
        find_protocol(each.protocol).parse(each.answer, each.systems)


def test_answers_that_are_none_stay_to_be_named() -> None:
    wrong = [joined("pairwise", "fr-en/a de-en/b", "frist"), joined("ranking", "fr-en/a de-en/b fr-en/c", [1, 2])]
    assert in_single_pairs(wrong) == tuple(wrong)


def test_pools_with_other_segments_are_not_joined() -> None:
    other = Pool(language_pair="de-en", test_set="news", segments=(("d", "9"),), systems=("a",))
    with pytest.raises(InputError, match="others in de-en"):
        join_pools([small("fr-en", "a"), other], language_pair="xx-en")


def dealer(segments: int) -> Dealer:
    pool = Pool(
        language_pair="x", test_set="t", segments=tuple(("d", str(n)) for n in range(segments)), systems=("a", "b")
    )
    return Dealer(Design(name="e", protocol="ranking", pools=(pool,), shown=None))


def test_batches_come_in_random_order() -> None:
    mixed = MixedDealer({"a": Evaluation(dealer=dealer(20), batch=5), "b": Evaluation(dealer=dealer(20), batch=10)})
    names = [found[0] for _ in range(41) if isinstance(found := mixed.next("j"), tuple)]
    assert len(names) == 40
    runs = [names[0]]
    for name in names[1:]:
        if name != runs[-1][0]:
            runs.append(name)
        else:
            runs[-1] += name
    assert {len(run) % (5 if run[0] == "a" else 10) for run in runs} == {0}
    assert len(runs) > 2


def test_one_evaluation_is_finished_before_the_next() -> None:
    mixed = MixedDealer(
        {
            "meaning": Evaluation(dealer=dealer(3), after="adequacy"),
            "fluency": Evaluation(dealer=dealer(3)),
            "adequacy": Evaluation(dealer=dealer(3), after="fluency"),
        }
    )
    names = [found[0] for _ in range(9) if isinstance(found := mixed.next("j"), tuple)]
    assert names == ["fluency"] * 3 + ["adequacy"] * 3 + ["meaning"] * 3
    assert mixed.next("j") == Finished()


def test_shares_by_systems() -> None:
    shares = owed_shares(90, ["A", "B"], {"B": 10}, systems={"A": 2, "B": 1})
    assert [(each.owed, each.missing) for each in shares] == [(60, 60), (30, 20)]
