"""`bakeoff stats`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = """<mteval><srcset setid="t" srclang="German">
<doc docid="d1" genre="nw"><seg id="1">Das ist ein Haus .</seg><seg id="2"></seg></doc>
<doc docid="d2" genre="wb"><seg id="1">Das Haus ist alt , alt .</seg></doc>
</srcset></mteval>
"""


def test_figures_of_a_text_and_its_groups(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "source.xml").write_text(SOURCE, encoding="utf-8")
    outcome = bakeoff("stats", tmp_path / "source.xml", "--by", "genre", "--format", "json")
    (text,) = outcome.json
    groups = text.pop("groups")
    assert text == {
        "text": str(tmp_path / "source.xml"), "specification": "case+punc",
        "documents": 2, "segments": 3, "empty_segments": 1, "tokens": 12, "vocabulary": 7, "average_length": 4.0,
    }  # fmt: skip
    assert groups["genre=wb"] == {
        "documents": 1, "segments": 1, "empty_segments": 0, "tokens": 7, "vocabulary": 6, "average_length": 7.0,
    }  # fmt: skip


def test_unknown_words_are_those_the_training_text_lacks(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "test.txt").write_text("a b b x\nx y\n", encoding="utf-8")
    (tmp_path / "train.txt").write_text("b a\nz\n", encoding="utf-8")
    outcome = bakeoff(
        "stats", tmp_path / "test.txt", "--train", tmp_path / "train.txt", "--spec", "raw", "--format", "tsv"
    )
    heading, figures = (line.split("\t")[1:] for line in outcome.out.splitlines())
    assert dict(zip(heading, figures, strict=True)) == {
        "documents": "1", "segments": "2", "empty segments": "0", "tokens": "6", "vocabulary": "4",
        "average length": "3.0", "unknown tokens": "3", "unknown rate": "50.0", "unknown words": "2",
    }  # fmt: skip


def test_an_empty_text_has_no_average_length(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    outcome = bakeoff("stats", tmp_path / "empty.txt", "--format", "json")
    assert outcome.json[0]["segments"] == 0
    assert outcome.json[0]["average_length"] is None


def test_texts_of_one_file_are_distinguished(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    doc = '<doc docid="d" genre="nw"><seg id="1">a</seg></doc>'
    sets = "".join(f'<refset setid="t" srclang="a" trglang="b" refid="{name}">{doc}</refset>' for name in "12")
    (tmp_path / "refs.xml").write_text(f"<mteval>{sets}</mteval>", encoding="utf-8")
    outcome = bakeoff("stats", tmp_path / "refs.xml", "--format", "json")
    assert [text["text"].removeprefix(str(tmp_path)) for text in outcome.json] == [
        "/refs.xml: reference 1", "/refs.xml: reference 2",
    ]  # fmt: skip


STM = (
    ';; CATEGORY "0" "subset" ""\n'
    "talk1 1 anna 10.0 14.0 <ted> well { i'm / i am } (uh) here\n"
    "talk1 1 ben 12.0 15.0 <ted> here { @ / yes }\n"
    "talk2 1 anna 0.0 3600.5 <qed> hello\n"
    "talk2 1 anna 3600.5 3700.0 <qed> ignore_time_segment_in_scoring\n"
)
CTM = (
    "talk1 1 10.0 0.5 well 0.9\n"
    "talk1 1 * * <ALT_BEGIN>\ntalk1 1 11.0 0.5 im\ntalk1 1 * * <ALT>\ntalk1 1 11.0 0.9 am\ntalk1 1 * * <ALT_END>\n"
    "talk2 1 5.0 1.0 hello\n"
)
UEM = "talk1 1 0.0 20.0\ntalk1 1 15.0 30.0\ntalk2 1 0.0 60.0\n"


def test_figures_of_speech(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    for name, content in {"ref.stm": STM, "hyp.ctm": CTM, "regions.uem": UEM}.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "train.txt").write_text("well here\n", encoding="utf-8")
    files = [tmp_path / name for name in ("ref.stm", "hyp.ctm", "regions.uem")]
    outcome = bakeoff("stats", *files, "--train", tmp_path / "train.txt", "--spec", "raw", "--format", "json")
    reference, recognised, regions = outcome.json
    assert reference == {
        "text": str(files[0]), "specification": "raw",
        "documents": 2, "segments": 3, "empty_segments": 0, "tokens": 6, "vocabulary": 5, "average_length": 2.0,
        "unknown_tokens": 3, "unknown_rate": 50.0, "unknown_words": 3,
        "recordings": 2, "speakers": 2, "duration_seconds": 5 + 3600.5, "speech_seconds": 5 + 3600.5,
    }  # fmt: skip
    assert recognised == {
        "text": str(files[1]), "specification": "raw",
        "documents": 2, "tokens": 3, "vocabulary": 3, "unknown_tokens": 2, "unknown_rate": 100 * 2 / 3,
        "unknown_words": 2, "recordings": 2, "duration_seconds": 1.5 + 1, "speech_seconds": 0.5 + 0.5 + 1,
    }  # fmt: skip
    assert regions == {
        "text": str(files[2]), "specification": "raw",
        "documents": 2, "segments": 3, "recordings": 2, "duration_seconds": 30.0 + 60.0,
    }  # fmt: skip


def test_people_read_thousands_and_programs_plain_numbers(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "train.txt").write_text("a b\n" * 1234, encoding="utf-8")
    assert bakeoff("stats", tmp_path / "train.txt").out.splitlines()[2].split()[1:6] == [
        "1",
        "1,234",
        "0",
        "2,468",
        "2",
    ]
    assert "\t1234\t0\t2468\t2\t" in bakeoff("stats", tmp_path / "train.txt", "--format", "tsv").out


def test_people_read_hours_and_programs_seconds(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text(STM, encoding="utf-8")
    assert "1:00:06" in bakeoff("stats", tmp_path / "ref.stm").out
    heading, figures = (
        line.split("\t") for line in bakeoff("stats", tmp_path / "ref.stm", "--format", "tsv").out.splitlines()
    )
    row = dict(zip(heading, figures, strict=True))
    assert (row["duration"], row["duration seconds"], row["speech seconds"]) == ("1:00:06", "3605.5", "3605.5")


def test_transcripts_are_described_by_speaker_label_and_crossed(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text(STM, encoding="utf-8")
    (text,) = bakeoff("stats", tmp_path / "ref.stm", "--by", "speaker,subset*speaker", "--format", "json").json
    assert {key: (group["segments"], group["speech_seconds"]) for key, group in text["groups"].items()} == {
        "speaker=anna": (2, 4 + 3600.5),
        "speaker=ben": (1, 3.0),
        "subset=ted×speaker=anna": (1, 4.0),
        "subset=ted×speaker=ben": (1, 3.0),
        "subset=qed×speaker=anna": (1, 3600.5),
    }
    assert "duration_seconds" not in text["groups"]["speaker=anna"]


def test_a_broken_line_of_a_transcript_is_named(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "ref.stm").write_text("talk1 1 anna 0 1 fine\ntalk1 1 anna one 2 broken\n", encoding="utf-8")
    outcome = bakeoff("stats", tmp_path / "ref.stm")
    assert outcome.code == 2
    assert "ref.stm, line 2" in outcome.err
    assert "expected a begin time in seconds, found 'one'" in outcome.err
