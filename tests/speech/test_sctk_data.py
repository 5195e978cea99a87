"""Counts, alignments and reports of SCTK's own test data: what NIST's sclite printed of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import AlignmentError
from bakeoff.formats import read_segments, read_speech
from bakeoff.reports import sclite_labels
from bakeoff.speech import ScoringRules, score_transcripts, score_words
from tests.speech.sclite import check_reports

# SCTK's own test data: `base` holds what sclite printed. Of its 57 cases those are left out that ask for what Bakeoff
# does not offer: GNU diff (test2, test4, test5), language models and word weights (test1b, test1c), inferred
# segmentation (-S: test7_1, test7_2, test7_2a, test7_3, test7_4), reduced segments (-m: test14_a to test14_e), CTM
# against CTM (test13, test13_D, test13_a, test13_aD), case tables of Turkish, Ukrainian and Vietnamese (test15_c,
# test15_d, test17), and reports made from piped alignments or in the markup with line feeds (test1a, test1d).
TRANSCRIPTS: dict[str, Any] = {
    "test1": ("csrnab.ref", "csrnab.hyp", {"speaker_ids": "wsj"}, ["sys", "raw", "pra", "dtl", "prf", "sgml"]),
    "test1e": ("csrnab.ref", "csrnab.hyp", {"speaker_ids": "wsj"}, ["sys", "raw", "pra", "dtl", "prf", "sgml"]),
    "test7": ("tests.ref", "tests.hyp", {"optional": True, "fragments": True}, ["sys", "raw", "pra"]),
    "test7_noD": ("tests.ref", "tests.hyp", {"fragments": True}, ["sys", "raw", "pra"]),
    "test7_5": ("tests.ref", "tests.hyp", {"characters": "all", "drop_hyphens": True}, ["sys", "raw", "pra"]),
    "test7_6": ("tests.ref", "tests.hyp", {"optional": True, "fragments": True}, ["sys", "raw", "pra", "sgml"]),
    "test7_r": ("tests.hyp", "tests.ref", {"optional": True, "fragments": True}, ["sys", "raw", "pra"]),
    "test8": ("csrnab1.ref", "csrnab1.hyp", {"speaker_ids": "wsj", "characters": "all"}, ["sys", "raw", "pra"]),
}
UTF8 = {f"test7-utf8-{size}bytes": size for size in (2, 3, 4)}
RECORDINGS: dict[str, Any] = {
    "test3": ("lvc_ref.stm", "lvc_hyp.ctm", {}, ["sys", "raw", "pra", "prf"]),
    "test3a": ("lvc_refe.stm", "lvc_hyp.ctm", {}, ["sys", "raw", "pra", "prf"]),
    "test3b": ("lvc_ref.stm", "lvc_hypc.ctm", {}, ["sys"]),
    "test3c": ("lvc_refm.stm", "lvc_hypm.ctm", {}, ["lur"]),
    "test15_a": ("test.cantonese.stm", "test.cantonese.ctm", {}, ["sys", "raw", "pra", "prf"]),
    "test15_b": (
        "test.cantonese.stm",
        "test.cantonese.ctm",
        {"characters": "non-ascii", "drop_hyphens": True},
        ["sys", "raw", "pra", "prf"],
    ),
    **{
        f"test16_{number}": (
            "stm2ctm_missing.ref.stm",
            f"stm2ctm_missing.hyp{name}.ctm",
            {},
            ["sys", "raw", "pra", "prf"],
        )
        for number, name in enumerate(
            [
                "-missall",
                "-missfile1",
                "-missfile1chanA",
                "-missfile1chanb",
                "-missfile2",
                "-missfile2chanA",
                "-missfile2chanB",
                "",
            ],
            start=2,
        )
    },
}
MANDARIN: dict[str, dict[str, Any]] = {
    "test6": {},
    "test9": {"characters": "all"},
    "test9_1": {"characters": "all", "drop_hyphens": True},
    "test10": {"characters": "non-ascii"},
    "test10_1": {"characters": "non-ascii", "drop_hyphens": True},
    "test11": {},
    "test12": {"fragments": True},
}


@pytest.fixture
def suite(data: Path) -> Path:
    return data / "sctk" / "sclite_testdata"


@pytest.mark.parametrize("case", TRANSCRIPTS)
def test_transcripts_of_sctk(case: str, suite: Path) -> None:
    said, heard, options, endings = TRANSCRIPTS[case]
    rules = ScoringRules(sclite=True, **options)
    scores = score_transcripts(
        read_speech(suite / said, format="trn"), read_speech(suite / heard, format="trn"), rules=rules, alignments=True
    )
    check_reports(scores, suite / "base", case, f"./{heard}", endings, reference=f"./{said}")


@pytest.mark.parametrize("case", UTF8)
def test_transcripts_of_sctk_in_letters_of_several_bytes(case: str, suite: Path) -> None:
    ending = f"utf8-{UTF8[case]}bytes"
    rules = ScoringRules(sclite=True, optional=True, fragments=True)
    reference, hypothesis = (read_speech(suite / f"tests.{side}.{ending}", format="trn") for side in ("ref", "hyp"))
    scores = score_transcripts(reference, hypothesis, rules=rules, alignments=True)
    endings = ["sys", "raw", "pra", "sgml"]
    check_reports(scores, suite / "base", case, f"./tests.hyp.{ending}", endings, reference=f"./tests.ref.{ending}")


@pytest.mark.parametrize("case", RECORDINGS)
def test_recordings_of_sctk(case: str, suite: Path) -> None:
    reference, hypothesis, options, endings = RECORDINGS[case]
    rules = ScoringRules(sclite=True, **options)
    scores = score_words(
        read_segments(suite / reference), read_speech(suite / hypothesis, format="ctm"), rules=rules, alignments=True
    )
    check_reports(scores, suite / "base", case, f"./{hypothesis}", endings, reference=f"./{reference}")


@pytest.mark.parametrize("case", ["test3", "test3a"])
def test_labels_of_sctk_up_to_the_width_of_columns(case: str, suite: Path) -> None:
    # These reports were made after others, which leave their traces in the widths.
    reference, hypothesis, _, _ = RECORDINGS[case]
    scores = score_words(
        read_segments(suite / reference), read_speech(suite / hypothesis, format="ctm"), rules=ScoringRules(sclite=True)
    )
    theirs = (suite / "base" / f"{case}.lur").read_text(encoding="utf-8")
    assert cells(sclite_labels(scores, title=f"./{hypothesis}")) == cells(theirs)


def cells(table: str) -> list[list[str]]:
    return [[re.sub(r"([-= ])\1*", r"\1", cell).strip() for cell in line.split("|")] for line in table.splitlines()]


def test_a_recording_that_the_reference_of_sctk_lacks_is_refused(suite: Path) -> None:
    # test16_1: "Hyp file has more data than ref file, beginning at hyp file/channel '9999' 'b'".
    reference = read_segments(suite / "stm2ctm_missing.ref.stm")
    hypothesis = read_speech(suite / "stm2ctm_missing.hyp-extra.ctm", format="ctm")
    with pytest.raises(AlignmentError, match="9999, channel B"):
        score_words(reference, hypothesis, rules=ScoringRules(sclite=True))


@pytest.mark.parametrize("case", MANDARIN)
def test_mandarin_of_sctk(case: str, suite: Path) -> None:
    # The files are in GB 2312, whose characters have other widths than in UTF-8: alignments would stand otherwise.
    rules = ScoringRules(sclite=True, **MANDARIN[case])
    reference = read_segments(suite / "mand_ref.stm", encoding="gb18030")
    hypothesis = read_speech(suite / "mand_hyp.ctm", encoding="gb18030", format="ctm")
    scores = score_words(reference, hypothesis, rules=rules)
    check_reports(scores, suite / "base", case, "./mand_hyp.ctm", ["sys", "raw"])


def test_strict_rules_give_the_same_where_nothing_is_wrong(suite: Path) -> None:
    reference, hypothesis = read_segments(suite / "lvc_ref.stm"), read_speech(suite / "lvc_hyp.ctm", format="ctm")
    strict, lax = (score_words(reference, hypothesis, rules=ScoringRules(sclite=sclite)) for sclite in (False, True))
    assert strict.statistics.tolist() == lax.statistics.tolist()
    assert replace(strict.total) == lax.total
