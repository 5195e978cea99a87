"""`--language-pair` in the commands that analyse judgments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("judgments")
PAIRS = ("de-en", "fr-en")


@pytest.fixture
def two_pairs(judgments: None) -> None:
    """The judgments of two files under two language pairs, in one file of each kind."""
    for name in ("ranking", "pairs", "direct"):
        rows = [json.loads(line) for line in Path(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        both = [
            {**row, "judgment_id": f"{pair} {n}", "screen_id": f"{pair} {n}", "language_pair": pair}
            for pair in PAIRS
            for n, row in enumerate(rows)
        ]
        Path(f"{name}-both.jsonl").write_text("".join(json.dumps(row) + "\n" for row in both), encoding="utf-8")


CALLS = {
    "analyse": ("human", "analyse", "ranking-both.jsonl", "--interval", "none"),
    "agreement": ("agreement", "direct-both.jsonl", "--samples", 0),
    "correlate": ("human", "correlate", "ranking-both.jsonl", "direct-both.jsonl"),
}


def groups_of(name: str, found: Mapping[str, Any]) -> set[str]:
    if name == "correlate":
        return {each["group"]["language_pair"] for each in found["correlations"] if each["group"]}
    return {each["group"]["language_pair"] for each in found["rankings" if name == "analyse" else "groups"]}


@pytest.mark.usefixtures("two_pairs")
@pytest.mark.parametrize("name", CALLS)
def test_judgments_of_one_language_pair_are_taken(bakeoff: Callable[..., Any], name: str) -> None:
    everything = bakeoff(*CALLS[name], "--format", "json")
    assert groups_of(name, everything.json) == set(PAIRS)
    one = bakeoff(*CALLS[name], "--language-pair", "fr-en", "--format", "json")
    assert groups_of(name, one.json) == {"fr-en"}
    assert "Judgments of other language pairs are left out: " in one.err
    assert " of de-en." in one.err
    both = bakeoff(*CALLS[name], "--language-pair", "fr-en", "--language-pair", "de-en", "--format", "json")
    assert (both.json, both.err) == (everything.json, everything.err)


@pytest.mark.usefixtures("two_pairs")
@pytest.mark.parametrize("name", CALLS)
def test_a_language_pair_that_no_file_has_is_an_error(bakeoff: Callable[..., Any], name: str) -> None:
    outcome = bakeoff(*CALLS[name], "--language-pair", "fr-en", "--language-pair", "fr-de")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there are no judgments of fr-de; language pairs in the files: de-en, fr-en." in outcome.err


@pytest.mark.usefixtures("two_pairs")
def test_a_tournament_takes_the_judgments_of_one_language_pair(bakeoff: Callable[..., Any]) -> None:
    call = ("tournament", "round-robin", "--judgments", "pairs-both.jsonl", "--format", "json")
    one = bakeoff(*call, "--language-pair", "de-en")
    assert one.json == bakeoff("tournament", "round-robin", "--judgments", "pairs.jsonl", "--format", "json").json
    assert one.json != bakeoff(*call).json
    lonely = bakeoff("tournament", "round-robin", "--language-pair", "de-en")
    assert lonely.code == 2
    assert "give them by --judgments" in lonely.err


def test_directions_that_were_joined_are_divided_first(bakeoff: Callable[..., Any]) -> None:
    row = {"protocol": "ranking", "language_pair": "en", "test_set": "news", "judge": "ann"}
    systems = ["de-en/a", "de-en/b", "fr-en/a", "fr-en/c"]
    rows = [
        {**row, "judgment_id": str(n), "segment_id": str(n), "systems": systems, "answer": [1, 2, 3, 4]}
        for n in range(6)
    ]
    Path("joined.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    call = ("human", "analyse", "joined.jsonl", "--interval", "none", "--format", "json", "--language-pair", "fr-en")
    assert "language pairs in the files: en." in bakeoff(*call).err
    (found,) = bakeoff(*call, "--single-pairs").json["rankings"]
    assert [each["name"] for each in found["systems"]] == ["a", "c"]
