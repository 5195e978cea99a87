"""Outlines: structure with lines, and all mistakes of a file."""

from __future__ import annotations

import pytest

from bakeoff.formats.sources import Source
from bakeoff.formats.text.outlines import MAX_PROBLEMS, Outline, TooManyProblemsError, outline

NIST = """<?xml version="1.0" encoding="UTF-8"?>
<mteval>
<tstset setid="s" srclang="de" trglang="en" sysid="A">
<doc docid="d" genre="nw">
<hl><seg id="1">one</seg></hl>
<seg id="1">two</seg>
<seg>three</seg>
</doc>
</tstset>
</mteval>
"""
WMT = """<dataset id="s">
<doc id="d" origlang="de">
<src lang="de"><p><seg id="1">eins</seg></p></src>
<hyp system="A" lang="en"><p>
<seg id="1">one</seg>
</p></hyp>
</doc>
</dataset>
"""


def outlined(text: str, format: str) -> Outline:
    data = text.encode()
    return outline(Source("file", data, iter([data])), format)


def test_nist_xml_keeps_what_is_written_and_where() -> None:
    found = outlined(NIST, "nist-xml")
    (run,) = found.sets
    assert (run.role, run.name, run.test_set, run.line) == ("run", "A", "s", 3)
    assert (run.source_language, run.target_language) == ("de", "en")
    (document,) = run.documents
    assert (document.ids, document.texts, document.lines) == (["1", "1", ""], ["one", "two", "three"], [5, 6, 7])
    assert [(problem.place.line, problem.expected) for problem in found.problems] == [(7, "the attribute id in seg")]
    assert found.fatal is None


def test_what_comes_before_a_fatal_mistake_is_kept() -> None:
    found = outlined(NIST.replace("three", "&three"), "nist-xml")
    assert found.fatal is not None
    assert found.fatal.place.line == 7
    assert found.sets[0].documents[0].ids[:2] == ["1", "1"]


def test_reading_stops_after_the_limit_on_problems() -> None:
    after = "<seg/>\n" * (MAX_PROBLEMS + 5) + '<seg id="9">never read</seg></doc>'
    found = outlined(NIST.replace("</doc>", after), "nist-xml")
    assert len(found.problems) == MAX_PROBLEMS
    assert isinstance(found.fatal, TooManyProblemsError)
    assert found.fatal.remedy == "Fix these first and check again."
    assert "9" not in found.sets[0].documents[0].ids


def test_wmt_xml_gives_each_text() -> None:
    found = outlined(WMT, "wmt-xml")
    assert [(text.role, text.name, text.source_language) for text in found.sets] == [
        ("source", "", "de"),
        ("run", "A", "de"),
    ]
    assert found.sets[1].target_language == "en"
    assert found.sets[1].documents[0].lines == [5]


@pytest.mark.parametrize(
    ("format", "text", "lines"),
    [
        ("plain-text", "a\nb\n", [1, 2]),
        ("tsv", "document\tsegment\ttext\nd\t1\ta\nd\t2\tb\n", [2, 3]),
        ("json-lines", '{"text": "a"}\n{"text": "b"}\n', [1, 2]),
    ],
)
def test_rows_have_their_lines(format: str, text: str, lines: list[int]) -> None:
    (run,) = outlined(text, format).sets
    assert (run.documents[0].texts, run.documents[0].lines, run.name) == (["a", "b"], lines, None)


def test_a_reader_that_stops_gives_its_mistake() -> None:
    found = outlined("text\na\tb\n", "tsv")
    assert found.fatal is not None
    assert (found.fatal.place.line, found.sets) == (2, [])
