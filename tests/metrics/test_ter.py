from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import TER

from bakeoff.metrics.ter import SacrebleuTer, TercomTer, _Ter
from bakeoff.text import Workspace
from tests.depth import cases

METRICS = [TercomTer(), SacrebleuTer()]
SACREBLEU_OPTIONS = [
    {"case": case, "normalize": normalize, "asian": asian, "punctuation": punctuation}
    for case in (False, True)
    for normalize in (False, True)
    for asian in (False, True)
    for punctuation in (False, True)
]


def statistics(metric: _Ter, hypotheses: Sequence[str], *references: Sequence[str]) -> npt.NDArray[np.float64]:
    space = Workspace()
    prepared = metric.prepare([space.text(text) for text in references])
    return metric.statistics(space.text(hypotheses), prepared)


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, ""),
        ({"case": True}, ""),
        ({"normalize": True}, "-normalized"),
        ({"normalize": True, "asian": True}, "-normalized-asian"),
        ({"normalize": True, "punctuation": False}, "-normalized-nopunct"),
        ({"normalize": True, "asian": True, "punctuation": False}, "-normalized-asian-nopunct"),
        ({"punctuation": False}, "-nopunct"),
        ({"asian": True}, ""),
        ({"asian": True, "punctuation": False}, "-asian-nopunct"),
    ],
)
def test_options_name_a_tokenizer(options: dict[str, Any], ending: str) -> None:
    assert TercomTer(**options).tokenizer == f"tercom{ending}"
    assert SacrebleuTer(**options).tokenizer == f"sacrebleu-tercom{ending}"


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_score_is_edits_by_reference_words_in_percent(metric: _Ter) -> None:
    sums = np.zeros((2, 4, len(metric.columns)))
    sums[0, :, :2] = [(0, 10), (5, 10), (30, 10), (1, 3)]
    sums[1, :, :2] = [(0, 0), (3, 0), (3, 0.5), (7, 7)]
    assert metric.score(sums).tolist() == [[0, 50, 300, 100 * (1 / 3)], [0, 100, 600, 100]]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_empty_segments(metric: _Ter) -> None:
    found = statistics(metric, ["", "a b", ""], ["a b c", "", ""])
    assert found[:, :2].tolist() == [[3, 3], [2, 0], [0, 0]]
    assert metric.segment_scores(found).tolist() == [100, 100, 0]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_only_the_first_references_count_if_so_asked(metric: _Ter) -> None:
    only_first = type(metric)(references=1)
    assert statistics(metric, ["a b"], ["a c d"], ["a b"])[0, :2].tolist() == [0, 2.5]
    assert statistics(only_first, ["a b"], ["a c d"], ["a b"])[0, :2].tolist() == [2, 3]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_case_counts_only_if_so_asked(metric: _Ter) -> None:
    assert statistics(metric, ["A b"], ["a B"])[0, 0] == 0
    assert statistics(type(metric)(case=True), ["A b"], ["a B"])[0, 0] == 2


def test_a_no_break_space_separates_words_for_sacrebleu_only() -> None:
    assert statistics(TercomTer(), ["10\u00a0km"], ["10 km"])[0, 1] == 2
    assert statistics(TercomTer(), ["10\u00a0km"], ["10 km"])[0, 0] == 2
    assert statistics(SacrebleuTer(), ["10\u00a0km"], ["10 km"])[0, 0] == 0


def test_sacrebleu_tokenises_normalised_references_twice() -> None:
    metric = SacrebleuTer(normalize=True)
    assert statistics(metric, ["it's, yes"], ["it's, yes"])[0, :2].tolist() == [2, 4]
    assert TER(normalized=True).corpus_score(["it's, yes"], [["it's, yes"]]).num_edits == 2


WORDS = [
    "a",
    "b",
    "B",
    "c.",
    "d,",
    "it's,",
    "1.5",
    "3-4",
    "&amp;",
    "&quot;x",
    "\u4e2d\u6587",
    "\u304b\u306a",
    "(e)",
    "\u00a0",
    "\u3002",
    "!",
]


@pytest.mark.parametrize("options", SACREBLEU_OPTIONS, ids=lambda o: "+".join(k for k, v in o.items() if v) or "none")
@given(st.lists(st.tuples(*[st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)] * 3), min_size=1, max_size=4))
@settings(max_examples=cases(25), deadline=None)
def test_random_text_against_sacrebleu(options: dict[str, Any], segments: list[tuple[str, str, str]]) -> None:
    hypotheses, *references = (list(text) for text in zip(*segments, strict=True))
    tool = TER(
        case_sensitive=options["case"],
        normalized=options["normalize"],
        asian_support=options["asian"],
        no_punct=not options["punctuation"],
    ).corpus_score(hypotheses, references)
    metric = SacrebleuTer(**options)
    sums = statistics(metric, hypotheses, *references).sum(axis=0)
    assert sums[:2].tolist() == [tool.num_edits, tool.ref_length]
    assert metric.score(sums) == pytest.approx(tool.score, rel=1e-9)
