"""`bakeoff asr` on several systems: they are ranked and tested."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.speech.transcripts import SYSTEMS, call, campaign
from tests.evaluation.recognition.test_comparisons import matched_pairs_of, sc_stats, transcripts
from tests.speech.sclite import Sclite, sclite

__all__ = ["campaign", "sclite"]


def test_several_systems_are_ranked_with_their_errors_and_tested(bakeoff: Callable[..., Any], campaign: Path) -> None:
    lines = bakeoff(*call(campaign)).out.splitlines()
    assert lines[1:5] == [
        "rank  system   WER  errors  WER interval  better than",
        "1–3   one     22.2       2  [16.7, 33.3]",
        "1–3   two     33.3       3  [16.7, 66.7]",
        "1–3   three   55.6       5  [50.0, 66.7]",
    ]
    assert "test:mapsswe|unit:segment|correction:holm|level:0.05" in lines
    assert "WER, strict rules, 2 segments: p-values (corrected by Holm's method)" in lines
    found = bakeoff(*call(campaign, "--format", "json")).json
    assert [(system["name"], system["errors"], system["words"]) for system in found["systems"]] == [
        ("one", 2, 9), ("two", 3, 9), ("three", 5, 9),
    ]  # fmt: skip
    (comparison,) = found["comparisons"]
    assert (comparison["metric"], comparison["test"], comparison["correction"]) == ("wer", "mapsswe", "holm")
    assert [(pair["a"], pair["b"], pair["n"]) for pair in comparison["pairs"]] == [
        ("one", "two", 2), ("one", "three", 3), ("two", "three", 3),
    ]  # fmt: skip
    rows = bakeoff(*call(campaign, "--format", "tsv")).out.splitlines()
    assert rows[0].split("\t")[:6] == ["rank", "system", "WER", "errors", "WER interval low", "WER interval high"]
    assert rows[0].split("\t")[-6:] == [
        "words", "correct", "substitutions", "deletions", "insertions", "wrong segments",
    ]  # fmt: skip


@pytest.mark.parametrize("test", ["mapsswe", "signed-pairs", "wilcoxon", "mcnemar", "randomization", "bootstrap"])
def test_each_test_gives_a_row_for_each_pair(test: str, bakeoff: Callable[..., Any], campaign: Path) -> None:
    more = ("--test", test, "--trials", 50, "--samples", 20, "--report", "pairs", "--format", "tsv")
    rows = bakeoff(*call(campaign, *more)).out.splitlines()
    assert [row.split("\t")[1:3] for row in rows] == [["a", "b"], ["one", "two"], ["one", "three"], ["two", "three"]]


def test_a_baseline_is_compared_with_all_others(bakeoff: Callable[..., Any], campaign: Path) -> None:
    found = bakeoff(*call(campaign, "--baseline", "two", "--format", "json")).json["comparisons"][0]
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("one", "two"), ("three", "two")]


def test_reports_of_several_systems_stand_one_below_the_other(bakeoff: Callable[..., Any], campaign: Path) -> None:
    rows = bakeoff(*call(campaign, "--report", "details", "--format", "csv")).out.splitlines()
    assert rows[0] == "system,kind,reference,hypothesis,count"
    assert {row.partition(",")[0] for row in rows[1:]} == {"one", "two", "three"}
    assert bakeoff(*call(campaign, "--report", "alignments")).out.count("DUMP OF SYSTEM ALIGNMENT STRUCTURE") == 3


FEW = "MAPSSWE wants 100 stretches or more, and finds too many differences with fewer, as between {}."


def test_few_stretches_are_remarked_on(bakeoff: Callable[..., Any], campaign: Path) -> None:
    said = FEW.format("one and two (2), one and three (3), two and three (3)")
    outcome = bakeoff(*call(campaign, "--format", "json"))
    assert outcome.json["remarks"] == [said]
    assert outcome.err == f"{said}\n"
    outcome = bakeoff(*call(campaign, "--format", "json", "--test", "mcnemar"))
    assert ("remarks" in outcome.json, outcome.err) == (False, "")


def test_a_hundred_stretches_are_enough_and_p_is_never_shown_as_nothing(
    bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    for name, words, count in (("said", "a b c", 100), ("good", "a b c", 100), ("bad", "a x c", 100)):
        lines = [f"{words} (s-{number})\n" for number in range(count)]
        (tmp_path / f"{name}.trn").write_text("".join(lines))
    files = ("asr", tmp_path / "good.trn", tmp_path / "bad.trn", "-r", tmp_path / "said.trn")
    outcome = bakeoff(*files, "--report", "pairs")
    assert outcome.err == ""
    assert outcome.out.splitlines()[:2] == [
        "metric  a     b    difference        p  p_corrected  significant       z    n",
        "wer     good  bad      -33.33  <0.0001      <0.0001  yes          -11.48  100",
    ]
    assert "<0.0001" in bakeoff(*files).out
    rows = bakeoff(*files, "--report", "pairs", "--format", "tsv").out.splitlines()
    assert float(rows[1].split("\t")[4]) == 2.0**-99


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--report", "changes"], "--report changes shows what corrections changed: name them by --corrections"),
        (["--agree", "2"], "--agree says how many systems are to agree on a suggestion"),
        (["--suggest", "x.tsv", "--agree", "4"], "--agree 4 asks for more systems than there are: 3"),
        (["--baseline", "four"], "expected one of the systems one, two, three, found 'four'"),
        (["--corrections", "-", "--corrections", "-"], "standard input can be read only once"),
    ],
)
def test_calls_that_make_no_sense_are_refused(
    more: list[str], message: str, bakeoff: Callable[..., Any], campaign: Path
) -> None:
    outcome = bakeoff(*call(campaign, *more))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_systems_need_names_of_their_own(bakeoff: Callable[..., Any], campaign: Path) -> None:
    outcome = bakeoff("asr", campaign / "one.trn", campaign / "one.trn", "-r", campaign / "said.trn")
    assert (outcome.code, "two systems are called" in outcome.err) == (2, True)
    outcome = bakeoff("asr", campaign / "one.trn", "-r", campaign / "said.trn", "--report", "pairs")
    assert (outcome.code, "name two hypotheses or more" in outcome.err) == (2, True)
    (campaign / "other").mkdir()
    (campaign / "other" / "one.trn").write_text(SYSTEMS["two.trn"])
    both = bakeoff("asr", campaign / "one.trn", campaign / "other" / "one.trn", "-r", campaign / "said.trn")
    assert (str(campaign / "one") in both.out, str(campaign / "other" / "one") in both.out) == (True, True)


def test_the_command_tests_pairs_as_sc_stats_does(bakeoff: Callable[..., Any], sclite: Sclite, tmp_path: Path) -> None:
    """NIST's sc_stats in SCTK 2.4.10: sctk sc_stats -p -t mapsswe -v -n - -f 0 on the alignments of sclite -o sgml."""
    lines = transcripts(21)
    sgml = ""
    for name in ("ref", "one", "two"):
        (tmp_path / f"{name}.trn").write_text("\n".join(lines[name]) + "\n")
    for name in ("one", "two"):
        sclite("-r", "ref.trn", "trn", "-h", f"{name}.trn", "trn", name, "-i", "spu_id")
        sgml += (tmp_path / "out.sgml").read_text()
    files = (tmp_path / "one.trn", tmp_path / "two.trn", "-r", tmp_path / "ref.trn")
    (pair,) = bakeoff("asr", *files, "--format", "json").json["comparisons"][0]["pairs"]
    sign = 1 if pair["a"] == "one" else -1
    assert matched_pairs_of(sc_stats(sgml, "-t", "mapsswe", "-v")) == (str(pair["n"]), f"{sign * pair['z']:.3f}")
