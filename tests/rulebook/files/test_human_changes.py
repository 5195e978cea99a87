"""Human evaluations that differ from the rulebook are checked as the rulebook is, and leave it as it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from bakeoff.rulebook.files.human_changes import change_rules
from bakeoff.rulebook.files.sources import read_raw

CONTENT = read_raw("iwslt2005").content


def test_changed_keys_take_the_place_of_those_of_the_rulebook() -> None:
    before = copy.deepcopy(dict(CONTENT))
    changed = change_rules(CONTENT, "fluency", {"judgments": 2, "judge_count": None, "sample": {"size": 50}})
    assert changed.mistakes == ()
    assert changed.rules is not None
    assert (changed.rules.judgments, changed.rules.judge_count, changed.rules.sample.size) == (2, None, 50)
    assert changed.rules.repeats == 0.1
    assert before == CONTENT


def test_an_evaluation_of_ones_own_needs_a_protocol() -> None:
    assert change_rules(CONTENT, "own", {"protocol": "direct"}).rules is not None
    (mistake,) = change_rules(CONTENT, "own", {"judgments": 2}).mistakes
    assert mistake.sentence == "Expected the key protocol in [human.own], found none."


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"judgments": 0}, ("judgments",)),
        ({"sample": {"size": -1}}, ("sample", "size")),
        ({"language_pairs": ["xx-yy"]}, ("language_pairs", 0)),
        ({"judgment": 2}, ("judgment",)),
        ({"scale": [4, 0]}, ()),
    ],
)
def test_every_mistake_names_its_key(changes: dict[str, Any], path: tuple[object, ...]) -> None:
    changed = change_rules(CONTENT, "fluency", changes)
    assert changed.rules is None
    assert changed.mistakes[0].path == path
