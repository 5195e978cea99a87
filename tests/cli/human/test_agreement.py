"""`bakeoff agreement`: the contract that scripts of others rely on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.usefixtures("judgments")


def test_agreement_by_measures_and_countings(bakeoff: Callable[..., Any]) -> None:
    textbook = bakeoff("agreement", "pairs.jsonl", "--format", "json").json["groups"][0]["agreement"][0]
    assert (textbook["measure"], textbook["n"], textbook["expected"]) == ("kappa", 360 * 3, 1 / 3)
    fleiss = bakeoff("agreement", "pairs.jsonl", "--measure", "fleiss", "--samples", 50, "--format", "json").json
    found = fleiss["groups"][0]["agreement"][0]
    assert found["interval"][0] <= found["value"] <= found["interval"][1]
    assert bakeoff("agreement", "pairs.jsonl", "--counting", "wmt", "--measure", "ties").code == 0
    assert bakeoff("agreement", "direct.jsonl", "--counting", "wmt").code == 2
    assert bakeoff("agreement", "pairs.jsonl", "--without-identical").code == 2


@pytest.mark.parametrize("measure", ["kappa", "fleiss", "cohen", "krippendorff", "ties"])
def test_every_measure_of_agreement_has_an_interval(bakeoff: Callable[..., Any], measure: str) -> None:
    for name in ("pairs", *(["direct"] if measure in ("fleiss", "cohen", "krippendorff") else [])):
        outcome = bakeoff("agreement", f"{name}.jsonl", "--measure", measure, "--samples", 60, "--format", "json")
        found = outcome.json["groups"][0]["agreement"][0]
        assert found["interval"][0] <= found["value"] <= found["interval"][1]
    none = bakeoff("agreement", "pairs.jsonl", "--measure", measure, "--samples", 0, "--format", "json").json
    assert none["groups"][0]["agreement"][0]["interval"] is None


def test_unweighted_kappa_of_a_fine_scale_is_said_to_mean_little(bakeoff: Callable[..., Any]) -> None:
    plain = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--samples", 0)
    assert "hardly two grades are equal" in plain.out
    assert "linear or quadratic weights, or Krippendorff's alpha" in plain.out
    weighted = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--weights", "quadratic", "--samples", 0)
    assert "hardly" not in weighted.out
    assert "hardly" not in bakeoff("agreement", "direct.jsonl").out
    remark = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--samples", 0, "--format", "json").json
    assert "hardly" in remark["groups"][0]["agreement"][0]["remark"]
    assert "take --measure cohen" in bakeoff("agreement", "direct.jsonl", "--weights", "linear").err


@pytest.mark.parametrize("weights", [(), ("--weights", "linear")])
def test_cohens_kappa_of_grades_shows_what_was_observed_and_what_chance_would_do(
    bakeoff: Callable[..., Any], weights: tuple[str, ...]
) -> None:
    call = ("agreement", "direct.jsonl", "--measure", "cohen", *weights, "--samples", 0)
    (found, *_) = bakeoff(*call, "--format", "json").json["groups"][0]["agreement"]
    assert 0 <= found["expected"] < found["observed"] <= 1
    text = bakeoff(*call).out
    assert f"{found['observed']:.3f}" in text
    assert f"{found['expected']:.3f}" in text


@pytest.mark.parametrize("measure", ["cohen", "fleiss", "krippendorff", "kappa"])
def test_grades_of_judges_without_names_agree_in_nothing(
    bakeoff: Callable[..., Any], tmp_path: Path, measure: str
) -> None:
    path = tmp_path / "en-de.mqm.merged.seg.rating"
    path.write_text('A\t{"errors": []}\nA\tNone\nB\t{"errors": []}\nB\tNone\n', encoding="utf-8")
    outcome = bakeoff("agreement", path, "--measure", measure)
    assert outcome.code == 0
    assert "Nothing was answered twice. To measure agreement, give the same screens to several judges" in outcome.out
