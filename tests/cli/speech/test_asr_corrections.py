"""`bakeoff asr` on references with mistakes: suggestions and corrections."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.speech.transcripts import call, campaign, files

__all__ = ["campaign", "files"]


def test_suggestions_are_a_file_of_corrections_that_can_be_given_back(
    bakeoff: Callable[..., Any], campaign: Path
) -> None:
    suggested = campaign / "suggested.tsv"
    outcome = bakeoff(*call(campaign, "--suggest", suggested))
    assert "ann-1    the        a                   3   3       1" in outcome.out
    assert suggested.read_text(encoding="utf-8") == (
        "segment\told\tnew\twho\twhy\n"
        "ann-1\ton the\ton a\t\theard by 3 of 3 systems: one, two, three\n"
        "bob-1\tit's\tits\t\theard by 3 of 3 systems: one, two, three\n"
    )
    found = bakeoff(
        *call(campaign, "--corrections", suggested, "--corrected", campaign / "new.trn", "--format", "json")
    )
    assert "2 corrections do not say who made them" in found.err
    errors = [[(s["name"], s["errors"]) for s in version["systems"]] for version in found.json["versions"]]
    assert errors == [[("one", 2), ("two", 3), ("three", 5)], [("one", 0), ("two", 1), ("three", 3)]]
    assert [change["segment"] for change in found.json["versions"][1]["changes"]] == ["ann-1", "bob-1"]
    assert found.json["systems"][0]["wer"] == 0.0
    assert (campaign / "new.trn").read_text() == "the cat sat on a mat (ann-1)\nits a colour (bob-1)\n"
    again = ("--suggest", suggested, "--overwrite", "--agree", 2, "--format", "json")
    more = bakeoff(*call(campaign, *again)).json["suggestions"]
    assert [(each["segment"], each["heard"], each["systems"]) for each in more] == [
        ("ann-1", "a", ["one", "two", "three"]), ("bob-1", "its", ["one", "two", "three"]),
    ]  # fmt: skip


def test_what_was_written_is_told(bakeoff: Callable[..., Any], campaign: Path) -> None:
    suggested, corrected = campaign / "suggested.tsv", campaign / "new.trn"
    err = bakeoff(*call(campaign, "--suggest", suggested)).err
    assert f"Wrote {suggested} (2 suggestions).\n" in err
    err = bakeoff(*call(campaign, "--corrections", suggested, "--corrected", corrected)).err
    assert f"Wrote {corrected}.\n" in err
    outcome = bakeoff("asr", campaign / "one.trn", "-r", corrected, "--suggest", campaign / "none.tsv")
    assert f"Wrote {campaign / 'none.tsv'} (0 suggestions).\n" in outcome.err


@pytest.mark.parametrize("option", ["--suggest", "--corrected"])
def test_a_file_that_is_there_is_replaced_only_where_that_is_said(
    option: str, bakeoff: Callable[..., Any], campaign: Path
) -> None:
    path = campaign / "edited"
    path.write_text("mine\n")
    refused = bakeoff(*call(campaign, option, path))
    assert (refused.code, refused.out, path.read_text()) == (2, "", "mine\n")
    assert refused.err == (
        f"bakeoff: {path}: expected the name of a new file, found a file that already exists. "
        "Choose another name, or replace the file by --overwrite.\n"
    )
    assert bakeoff(*call(campaign, option, path, "--overwrite")).code == 0
    assert path.read_text() != "mine\n"


def test_the_word_of_one_system_is_no_agreement(bakeoff: Callable[..., Any], campaign: Path) -> None:
    more = ("-r", campaign / "said.trn", "--suggest", campaign / "suggested.tsv")
    outcome = bakeoff("asr", campaign / "one.trn", *more)
    assert "one is the only system, and its word alone is no agreement" in outcome.err
    assert "Where the only system differs from the reference\n" in outcome.out
    outcome = bakeoff(*call(campaign, "--suggest", campaign / "others.tsv"))
    assert "agreement" not in outcome.err
    assert "Where systems agree against the reference\n" in outcome.out


def test_scores_before_and_after_each_round_stand_side_by_side(bakeoff: Callable[..., Any], campaign: Path) -> None:
    (campaign / "1.tsv").write_text("segment\told\tnew\twho\twhy\nann-1\ton the\ton a\tNN\theard\n")
    (campaign / "2.tsv").write_text("segment\told\tnew\twho\twhy\nann-1\tmat\trug\tNN\t\nbob-1\tit's\tits\tNN\t\n")
    rounds = ("--corrections", campaign / "1.tsv", "--corrections", campaign / "2.tsv")
    text = bakeoff(*call(campaign, *rounds)).out.splitlines()
    assert text[1:5] == [
        "system  WER 0  WER 1  WER 2  change  errors 0  errors 1  errors 2  change of errors",
        "one      22.2   11.1   11.1   -11.1         2         1         1                -1",
        "two      33.3   22.2   22.2   -11.1         3         2         2                -1",
        "three    55.6   44.4   44.4   -11.1         5         4         4                -1",
    ]
    changed = bakeoff(*call(campaign, *rounds, "--report", "changes", "--format", "tsv")).out.splitlines()
    assert [row.split("\t")[:4] for row in changed[1:]] == [
        ["1", "ann-1", "the cat sat on the mat", "the cat sat on a mat"],
        ["2", "ann-1", "the cat sat on a mat", "the cat sat on a rug"],
        ["2", "bob-1", "it's a colour", "its a colour"],
    ]
    one = ("asr", campaign / "one.trn", "-r", campaign / "said.trn", *rounds)
    assert bakeoff(*one).out.splitlines()[2].split() == ["one", "22.2", "11.1", "11.1", "-11.1", "2", "1", "1", "-1"]
    assert bakeoff(*one, "--format", "json").json["errors"] == 1
    again = bakeoff(*one, "--corrections", campaign / "1.tsv")
    assert (again.code, again.out) == (2, "")
    assert "segment ann-1: old is 'on the', but the text is 'the cat sat on a rug'" in again.err


@pytest.mark.parametrize("habits", [(), ("--sclite",)], ids=["strict", "sclite"])
def test_corrections_are_of_the_reference_before_its_spelling_is_changed(
    habits: tuple[str, ...], bakeoff: Callable[..., Any], files: Path
) -> None:
    table = files / "c.tsv"
    table.write_text("segment\told\tnew\twho\twhy\ntalk:1:2\tIt's a\tIt's the\tNN\t\n", encoding="utf-8")
    more = ("-r", files / "ref.stm", "--glm", files / "en.glm", "--optional", *habits, "--format", "json")
    found = bakeoff("asr", files / "hyp.ctm", *more, "--corrections", table, "--suggest", files / "s.tsv").json
    assert [version["systems"][0]["errors"] for version in found["versions"]] == [2, 1]
    assert [(each["segment"], each["old"], each["new"]) for each in found["suggestions"]] == [
        ("other:1:0.00", "bye", "")
    ]
    assert bakeoff("asr", files / "hyp.ctm", *more).json["errors"] == 2
