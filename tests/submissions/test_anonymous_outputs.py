"""Outputs without the names of who made them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import Block, Document, Segment, TestSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import read_runs
from bakeoff.submissions.anonymous_outputs import (
    Mention,
    cut_to,
    mentions,
    segments_in,
    segments_of,
    write_anonymous,
)

SOURCE = TestSet(
    documents=(Document("doc-1", (Segment("1", "eins"), Segment("2", "zwei")), {"genre": "nw"}),),
    test_set="openmt12-ara2eng",
    source_language="Arabic",
)
RUN = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- made by TESTS, the University of the Tests -->
<mteval><tstset setid="openmt12-ara2eng" srclang="Arabic" trglang="English" sysid="TESTS_ara2eng_primary_cn">
<doc docid="doc-1" genre="nw"><seg id="1">one &amp; only</seg><seg id="2">two</seg></doc></tstset></mteval>
"""


def saved(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_but_the_segments_is_left_of_a_run(tmp_path: Path) -> None:
    target = tmp_path / "system3.xml"
    write_anonymous(saved(tmp_path, "a", RUN), target, format="nist-xml", system="system3", source=SOURCE)
    (run,) = read_runs(target)
    assert (run.system, run.test_set, run.target_language) == ("system3", "openmt12-ara2eng", "English")
    assert [segment.text for segment in run.segments] == ["one & only", "two"]
    assert b"TESTS" not in target.read_bytes()
    assert b"University" not in target.read_bytes()


def test_a_comment_that_names_the_team_in_recognised_words_goes(tmp_path: Path) -> None:
    words = saved(tmp_path, "a", ";; TESTS primary\ntalk1 1 0.5 0.25 hello 0.9\n")
    target = tmp_path / "system1.ctm"
    write_anonymous(words, target, format="ctm", system="system1", source=None)
    assert target.read_text(encoding="utf-8").split()[:2] == ["talk1", "1"]
    assert "TESTS" not in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("format", ["plain-text", "nist-xml"])
def test_without_a_source_no_text_is_shared(format: str, tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="add the source first"):
        write_anonymous(saved(tmp_path, "a", RUN), tmp_path / "b", format=format, system="system1", source=None)


def test_files_of_which_nothing_is_known_are_not_shared(tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="format any cannot be made anonymous"):
        write_anonymous(saved(tmp_path, "a", "?"), tmp_path / "b", format="any", system="system1", source=SOURCE)


def test_names_are_found_as_words_in_whatever_case() -> None:
    texts = ["tests", "by TESTS_v2", "CONTESTS", "from the university of the Tests."]
    assert mentions(texts, ["TESTS", "University of the Tests", ""]) == (
        Mention("tests", 1),
        Mention("TESTS", 2),
        Mention("university of the Tests", 4),
    )


def test_short_names_are_found_as_they_are_written() -> None:
    assert mentions(["it was us", "by IT", "of Us"], ["IT", "US"]) == (Mention("IT", 2),)


def test_what_the_same_segment_says_elsewhere_names_nobody() -> None:
    assert mentions(["NIST said", "NIST"], ["NIST"], beside=[["", "NIST"], ["NIST dit", ""]]) == ()
    assert mentions(["NIST said"], ["NIST"], beside=[["the NISTs"]]) == (Mention("NIST", 1),)


def test_segments_of_text_and_lines_of_speech(tmp_path: Path) -> None:
    assert segments_of(saved(tmp_path, "a", RUN), "nist-xml") == ("one & only", "two")
    assert segments_of(saved(tmp_path, "b", "t 1 0 1 a\n"), "ctm") == ("t 1 0 1 a",)


def _parts(*documents: tuple[str, str | None, tuple[Segment | Block, ...]]) -> TestSet:
    return TestSet(
        documents=tuple(
            Document(name, content, {"genre": "nw", **({"subset": subset} if subset else {})})
            for name, subset, content in documents
        ),
        test_set="openmt12-ara2eng",
        source_language="Arabic",
    )


PLAIN = _parts(("a", None, (Segment("1", "eins"),)), ("b", None, (Block("p", (Segment("1", "zwei"),)),)))
SUBSETS = _parts(
    ("a", "old", (Segment("1", "one"), Segment("2", "two", {"subset": "new"}))), ("b", "new", (Segment("1", "three"),))
)


@pytest.mark.parametrize(
    ("subsets", "found"),
    [
        (("old",), {("a", "1")}),
        (("new",), {("a", "2"), ("b", "1")}),
        (("old", "new"), {("a", "1"), ("a", "2"), ("b", "1")}),
    ],
)
def test_segments_of_a_subset_are_known_by_their_own_attribute_or_that_of_their_document(
    subsets: tuple[str, ...], found: set[tuple[str, str]]
) -> None:
    assert segments_in(subsets, [PLAIN, SUBSETS]) == found


def test_the_first_text_that_has_the_attribute_tells_the_subset() -> None:
    other = _parts(("a", "new", (Segment("1", "uno"),)))
    assert segments_in(["old"], [SUBSETS, other]) == {("a", "1")}


def test_a_subset_without_segments_is_an_error_with_a_remedy() -> None:
    with pytest.raises(
        BakeoffError, match=r"no segment belongs to old: give documents or segments .* attribute subset"
    ):
        segments_in(["old"], [PLAIN])


def test_documents_and_blocks_without_segments_go() -> None:
    assert [document.id for document in cut_to(PLAIN, {("a", "1")}).documents] == ["a"]
    assert cut_to(PLAIN, {("b", "1")}).documents == PLAIN.documents[1:]
    assert cut_to(PLAIN, {("a", "1"), ("b", "1")}) == PLAIN


def test_an_output_is_cut_to_the_segments_that_are_shared(tmp_path: Path) -> None:
    target = tmp_path / "system1.xml"
    write_anonymous(
        saved(tmp_path, "a", RUN), target, format="nist-xml", system="system1", source=SOURCE, only={("doc-1", "2")}
    )
    (run,) = read_runs(target)
    assert [(segment.id, segment.text) for segment in run.segments] == [("2", "two")]


def test_recognised_words_cannot_be_cut(tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="format ctm cannot be cut to a subset"):
        write_anonymous(
            saved(tmp_path, "a", ""), tmp_path / "b", format="ctm", system="system1", source=None, only={("a", "1")}
        )
