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
