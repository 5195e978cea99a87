from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, Supplement, TestSet, TextSet
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, write
from tests.formats.texts import small_run

SAMPLE = """<?xml version='1.0' encoding='utf8'?>
<dataset id="news2021">
  <collection id="A">
    <doc origlang="en" id="d1" testsuite="yes">
      <src lang="en"><p><seg id="1" type="title">Hello</seg></p><p><seg id="2">you</seg></p></src>
      <hyp system="S2" lang="de"><p><seg id="1">Hallo</seg><seg id="2">du</seg></p></hyp>
      <ref lang="de" translator="B"><p><seg id="1">Guten Tag</seg><seg id="2">Sie</seg></p></ref>
      <supplemental type="audio"><p><seg id="1">a.wav</seg></p></supplemental>
    </doc>
  </collection>
  <doc origlang="fr" id="d2" domain="news">
    <src lang="en" translator="X"><p></p></src>
    <ref lang="de"><p></p></ref>
    <hyp system="S1" lang="de"><p></p></hyp>
    <hyp system="S2" lang="de"><p></p></hyp>
  </doc>
</dataset>
"""


def _write(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "all.xml"
    path.write_text(content)
    return path


def test_texts_that_stand_together_are_taken_apart(tmp_path: Path) -> None:
    first, second = {"origlang": "en", "testsuite": "yes", "collection": "A"}, {"origlang": "fr", "domain": "news"}
    empty = Document("d2", (Block("p", ()),), second)
    common: dict[str, Any] = {"test_set": "news2021", "source_language": "en"}
    translated: dict[str, Any] = {**common, "target_language": "de"}
    assert read(_write(tmp_path, SAMPLE)).sets == (
        TestSet(
            documents=(
                Document(
                    "d1",
                    (Block("p", (Segment("1", "Hello", {"type": "title"}),)), Block("p", (Segment("2", "you"),))),
                    first,
                ),
                Document("d2", (Block("p", ()),), {**second, "translator": "X"}),
            ),
            **common,
        ),
        ReferenceSet(
            name="B",
            documents=(Document("d1", (Block("p", (Segment("1", "Guten Tag"), Segment("2", "Sie"))),), first),),
            **translated,
        ),
        ReferenceSet(name="ref", documents=(empty,), **translated),
        Run(
            system="S2",
            documents=(Document("d1", (Block("p", (Segment("1", "Hallo"), Segment("2", "du"))),), first), empty),
            **translated,
        ),
        Run(system="S1", documents=(empty,), **translated),
        Supplement(kind="audio", documents=(Document("d1", (Block("p", (Segment("1", "a.wav"),)),), first),), **common),
    )


def test_languages_that_differ_belong_to_the_documents(tmp_path: Path) -> None:
    content = SAMPLE.replace('<hyp system="S2" lang="de"><p></p>', '<hyp system="S2" lang="at"><p></p>')
    found = read(_write(tmp_path, content))
    run = next(text for text in found.sets if isinstance(text, Run))
    assert run.target_language is None
    assert [document.attributes["lang"] for document in run.documents] == ["de", "at"]
    write(found, tmp_path / "back.xml")
    assert read(tmp_path / "back.xml") == found


def test_outputs_may_lack_their_language_or_call_it_otherwise(tmp_path: Path) -> None:
    without = read(_write(tmp_path, SAMPLE.replace(' lang="de"><p></p></hyp>', "><p></p></hyp>")))
    assert [text.target_language for text in without.sets if isinstance(text, Run)] == [None, None]
    otherwise = read(_write(tmp_path, SAMPLE.replace('S1" lang', 'S1" language')))
    assert [text.target_language for text in otherwise.sets if isinstance(text, Run)] == ["de", "de"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id="news2021"', "", "line 2: expected the attribute id in dataset, found none."),
        ('<src lang="en"><p>', "<src><p>", "line 5: expected the attribute lang in src, found none."),
        (
            'system="S2" lang="de"><p><seg',
            'mtsystem="S2"><p><seg',
            "line 6: expected the attribute system in hyp, found mtsystem.",
        ),
        (
            'id="1">Hallo',
            'id="x">Hallo',
            "line 6, document d1: expected a whole number from 1 as the id of a segment, found 'x'.",
        ),
        ('id="1">Hallo', 'id="00">Hallo', "expected a whole number from 1 as the id of a segment, found '00'."),
        ("<p></p></ref>", "</ref>", "line 13: expected at least 1 p in ref, found 0."),
        ('<src lang="en" translator="X"><p></p></src>', "", "line 11: expected one src in doc, found 1 ref, 2 hyp."),
        ('system="S1"', 'system="S2"', "line 15, document d2: expected one hyp with the system S2, found another."),
        ('domain="news"', 'lang="en"', "line 11, document d2: expected attributes of documents, found lang in doc."),
        ('origlang="fr" ', "", "line 11: expected the attribute origlang in doc, found id, domain."),
    ],
)
def test_departures_from_the_schema_are_explained(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in SAMPLE
    with pytest.raises(FormatError) as caught:
        read(_write(tmp_path, SAMPLE.replace(old, new, 1)))
    assert f"all.xml, {message}" in str(caught.value) or message in str(caught.value)


def test_bare_segments_are_put_into_paragraphs(tmp_path: Path) -> None:
    documents = (
        Document("d", (Segment("1", "a"), Block("hl", (Segment("2", "b"),)), Segment("3", "c")), {"origlang": "fr"}),
    )
    source = TestSet(test_set="t", source_language="fr", documents=documents)
    write(TextFile((source,), "wmt-xml"), tmp_path / "a.xml", format="wmt-xml")
    (back,) = read(tmp_path / "a.xml").sets
    assert back.documents[0].content == tuple(
        Block("p", (Segment(number, text),)) for number, text in [("1", "a"), ("2", "b"), ("3", "c")]
    )


_DOCUMENTS = (
    Document("d1", (Segment("1", "a"),), {"origlang": "fr"}),
    Document("d2", (Segment("1", "b"),), {"origlang": "fr"}),
)
_SOURCE = TestSet(test_set="t", source_language="fr", documents=_DOCUMENTS)


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ((small_run(),), "expected one source for WMT XML, found 1 run. Give the source file (--like SOURCE)."),
        ((_SOURCE, _SOURCE), "expected one source for WMT XML, found 2 sources."),
        ((_SOURCE, *[small_run(documents=_DOCUMENTS)] * 2), "expected texts with different names, found sys twice."),
        (
            (_SOURCE, small_run(documents=_DOCUMENTS[::-1])),
            "document d1: expected documents in the order of the source, found another order.",
        ),
        (
            (_SOURCE, small_run(documents=(Document("d3", ()),))),
            "document d3: expected documents of the source, found another.",
        ),
        (
            (_SOURCE, small_run(documents=(Document("d1", (), {"origlang": "de"}),))),
            "document d1: expected the origlang of the source's document, found 'de'.",
        ),
        (
            (_SOURCE, small_run(documents=_DOCUMENTS, test_set="u")),
            "expected test set and source language of the source (t, fr), found u, fr.",
        ),
        (
            (_SOURCE, small_run(documents=_DOCUMENTS, target_language=None)),
            "document d1: expected the language of the text, found none. Give it by --target-language.",
        ),
        (
            (TestSet(source_language="fr", documents=_DOCUMENTS),),
            "expected the id of the test set, found none. Give it by --test-set.",
        ),
        (
            (TestSet(test_set="t", documents=_DOCUMENTS),),
            "expected the language of the text, found none. Give it by --source-language.",
        ),
        (
            (TestSet(test_set="t", source_language="fr", documents=(Document("d", ()),)),),
            "document d: expected the original language of each document, found none.",
        ),
        (
            (TestSet(test_set="t", source_language="fr", documents=_DOCUMENTS[:1] * 2),),
            "expected each document once, found one twice.",
        ),
        (
            (
                TestSet(
                    test_set="t",
                    source_language="fr",
                    documents=(Document("d", (Segment("x", ""),), {"origlang": "fr"}),),
                ),
            ),
            "document d: expected whole numbers from 1 as ids of segments in WMT XML, found 'x'.",
        ),
    ],
)
def test_what_would_not_follow_the_schema_is_not_written(
    sets: tuple[TextSet, ...], message: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        write(TextFile(sets, "wmt-xml"), tmp_path / "a.xml", format="wmt-xml")
    assert message in str(caught.value)
    assert not (tmp_path / "a.xml").exists()
