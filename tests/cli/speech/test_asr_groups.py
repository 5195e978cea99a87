"""`bakeoff asr --by`: scores and tests by groups of utterances, as boards of speech recognition have them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.evaluation import score_by_rules
from bakeoff.rulebook import parse_rulebook

STM = """;; CATEGORY "0" "subset" ""
;; CATEGORY "1" "Room" ""
;; LABEL "ted" "TED" ""
;; LABEL "qed" "QED" ""
talk1 1 Ann 0.0 2.0 <ted,hall> hello big world
talk1 1 Bob 2.0 4.0 <ted,hall> it is late
talk2 1 Ann 0.0 1.0 <qed,hall> good bye
talk2 1 Ann 1.0 2.0 <qed,booth> see you soon
"""
CTM = """talk1 1 0.1 0.5 hello
talk1 1 0.8 0.5 word
talk1 1 2.2 0.2 it
talk1 1 2.5 0.5 was
talk1 1 3.1 0.5 late
talk2 1 0.1 0.2 good
talk2 1 0.4 0.2 bye
talk2 1 1.1 0.2 you
talk2 1 1.4 0.2 soon
"""
RULES = """
[campaign]
id = "talks"
title = "Talks"
[language_pairs]
en = { source = "English" }
[tracks.asr]
kind = "asr"
language_pairs = ["en"]
inputs = ["audio"]
[test_sets.talks]
title = "Talks"
role = "current"
report_by = ["subset", "talk", "speaker", "label", ["subset", "speaker"]]
subsets = { ted = "TED", qed = "QED" }
[evaluation]
official_metric = "wer@sclite"
metrics = ["wer@sclite"]
"""
BY = "subset,talk,speaker,label,subset*speaker"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.stm").write_text(STM, encoding="utf-8")
    (tmp_path / "one.ctm").write_text(CTM, encoding="utf-8")
    (tmp_path / "two.ctm").write_text(CTM.replace("word", "world").replace(" bye", " buy"), encoding="utf-8")
    return tmp_path


def call(files: Path, *more: str | Path, systems: tuple[str, ...] = ("one",)) -> tuple[str | Path, ...]:
    return ("asr", *(files / f"{name}.ctm" for name in systems), "-r", files / "ref.stm", *more)


def test_one_system_has_a_row_for_each_group_in_order_of_appearance(bakeoff: Callable[..., Any], files: Path) -> None:
    rows = bakeoff(*call(files, "--by", "subset,subset*room", "--format", "tsv")).out.splitlines()
    table = [dict(zip(rows[0].split("\t"), row.split("\t"), strict=True)) for row in rows[1:]]
    # hello WORLD→word BIG missing, IS→was: 3 of 6; SEE missing: 1 of 5.
    assert [(row["group"], row["segments"], row["words"], row["errors"]) for row in table] == [
        ("subset=ted", "2", "6", "3"),
        ("subset=qed", "2", "5", "1"),
        ("subset=ted×room=hall", "2", "6", "3"),
        ("subset=qed×room=hall", "1", "2", "0"),
        ("subset=qed×room=booth", "1", "3", "1"),
        ("all", "4", "11", "4"),
    ]
    counts = bakeoff(*call(files, "--by", "subset", "--report", "counts")).out.splitlines()
    assert counts[1].split()[:4] == ["group", "segments", "words", "correct"]


@pytest.mark.parametrize("name", ["document", "talk", "recording", "file"])
def test_a_recording_goes_by_several_names(name: str, bakeoff: Callable[..., Any], files: Path) -> None:
    found = bakeoff(*call(files, "--by", f"{name}*speaker", "--format", "json")).json["groups"]
    assert [(each["name"], each["words"], each["errors"]) for each in found] == [
        (f"{name}=talk1×speaker=ann", 3, 2),
        (f"{name}=talk1×speaker=bob", 3, 1),
        (f"{name}=talk2×speaker=ann", 5, 1),
    ]


def test_a_segment_counts_for_each_of_its_labels(bakeoff: Callable[..., Any], files: Path) -> None:
    found = bakeoff(*call(files, "--by", "label", "--format", "json")).json["groups"]
    assert [(each["name"], each["segments"], each["errors"], each["words"]) for each in found] == [
        ("label=ted", 2, 3, 6), ("label=hall", 3, 3, 8), ("label=qed", 2, 1, 5), ("label=booth", 1, 1, 3),
    ]  # fmt: skip


def test_groups_are_those_of_boards(bakeoff: Callable[..., Any], files: Path) -> None:
    rules = parse_rulebook(RULES).rulebook
    (evaluation,) = score_by_rules(
        rules, track="asr", language_pair="en", test_set="talks",
        runs={"one": files / "one.ctm"}, references=[files / "ref.stm"],
    ).values()  # fmt: skip
    on_board = {key: group.scores["wer@sclite"].value for key, group in evaluation.systems[0].groups.items()}
    more = ("--by", BY, "--optional", "--fragments", "--case", "--format", "json")
    found = {each["name"]: each["wer"] for each in bakeoff(*call(files, *more)).json["groups"]}
    assert len(found) == 2 + 2 + 2 + 4 + 3
    assert found == pytest.approx(on_board)


def test_several_systems_are_ranked_and_tested_on_each_group(bakeoff: Callable[..., Any], files: Path) -> None:
    both = ("one", "two")
    found = bakeoff(*call(files, "--by", "subset,subset*speaker", "--format", "json", systems=both)).json
    keys = ["subset=ted", "subset=qed", "subset=ted×speaker=ann", "subset=ted×speaker=bob", "subset=qed×speaker=ann"]
    assert [each.get("group") for each in found["comparisons"]] == [None, *keys]
    by_group = {each.get("group"): [system["name"] for system in each["systems"]] for each in found["comparisons"]}
    assert (by_group["subset=ted"], by_group["subset=qed"]) == (["two", "one"], ["one", "two"])
    assert [each["name"] for each in found["systems"][0]["groups"]] == keys
    lines = bakeoff(*call(files, "--by", "subset", systems=both)).out.splitlines()
    at = lines.index("WER, strict rules, subset=qed, 2 segments")
    assert [line.split()[1:4] for line in lines[at + 2 : at + 4]] == [["one", "20.0", "1"], ["two", "40.0", "2"]]
    pairs = bakeoff(*call(files, "--by", "subset", "--report", "pairs", "--format", "tsv", systems=both)).out
    assert [row.split("\t")[1] for row in pairs.splitlines()] == ["group", "all", "subset=ted", "subset=qed"]


def test_groups_replace_the_text_of_sclite(bakeoff: Callable[..., Any], files: Path) -> None:
    printed = bakeoff(*call(files, "--sclite", "--by", "subset")).out
    assert printed.splitlines()[1].startswith("group ")
    assert "SYSTEM SUMMARY" not in printed


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--by", "genre"], "these texts can be grouped by document, label, room, speaker, subset."),
        (["--by", "subset*subset"], "it crosses an attribute with itself"),
        (
            ["--by", "subset", "--report", "sgml"],
            "--by adds groups to summary, counts, pairs and progress: --report sgml has none.",
        ),
    ],
)
def test_groups_that_there_are_not_are_refused(
    more: list[str], message: str, bakeoff: Callable[..., Any], files: Path
) -> None:
    outcome = bakeoff(*call(files, *more))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_transcripts_without_times_have_speakers_and_no_talks(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    for name in ("said", "heard"):
        (tmp_path / f"{name}.trn").write_text("a b (ann-1)\nc (bob-1)\n")
    files = ("asr", tmp_path / "heard.trn", "-r", tmp_path / "said.trn")
    found = bakeoff(*files, "--by", "speaker", "--format", "json").json["groups"]
    assert [(each["name"], each["words"]) for each in found] == [("speaker=ann", 2), ("speaker=bob", 1)]
    outcome = bakeoff(*files, "--by", "talk")
    assert (outcome.code, outcome.err.strip().endswith("these texts can be grouped by document, speaker.")) == (2, True)
