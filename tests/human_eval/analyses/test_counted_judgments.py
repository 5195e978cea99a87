from dataclasses import replace

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import MistakesError, Place
from bakeoff.human_eval.analyses.counted_judgments import check_judgments
from bakeoff.human_eval.protocols.registry import protocol_names
from tests.human_eval.judgments import pairwise, ranking


def at(line: int, judgment: Judgment) -> Judgment:
    return replace(judgment, place=Place("f", line))


def test_judgments_without_mistakes_pass() -> None:
    check_judgments([ranking("ann", "1", {"a": 1, "b,c": 2}), ranking("ann", "2", {})], systems={"a", "b", "c"})


def test_every_judgment_with_a_mistake_is_named_in_the_order_of_the_file() -> None:
    good = at(1, ranking("ann", "1", {"a": 1, "b": 2}, elapsed_seconds=3))
    judgments = [
        good,
        at(2, ranking("ann", "1", {"a": 1, "online-C": 7})),
        at(3, pairwise("ann", "1", "ab", "tie")),
        at(4, replace(good, answer=[2, 2])),
        at(5, replace(good, id="other")),
        at(6, replace(pairwise("ann", "1", "ab", "tie"), protocol="guess")),
    ]
    with pytest.raises(MistakesError) as caught:
        check_judgments(judgments, systems={"a", "b", "online-B"})
    first = f"{good.id}, which is that of f, line 1 again. Take one of them out."
    assert [str(mistake) for mistake in caught.value.mistakes] == [
        "f, line 2: expected systems of the campaign, found online-C. Did you mean online-B?",
        "f, line 2: expected ranks from 1 to 5, found 7. Write null where the judge gave none.",
        "f, line 3: expected judgments of the protocol ranking, found pairwise. "
        "Give each protocol a separate file, or say which one you mean.",
        f"f, line 4: expected each judgment once, found {first}",
        "f, line 5: expected each judgment once, found other, which is that of f, line 1 again. Take one of them out.",
        f"f, line 6: expected a protocol: {', '.join(protocol_names())}, found guess.",
    ]


def test_equal_answers_at_other_times_are_no_doubles() -> None:
    judgment = ranking("ann", "1", {"a": 1, "b": 2}, elapsed_seconds=3)
    check_judgments([judgment, replace(judgment, id="x", elapsed_seconds=4)])
    untimed = replace(judgment, elapsed_seconds=None)
    check_judgments([untimed, replace(untimed, id="x")])
