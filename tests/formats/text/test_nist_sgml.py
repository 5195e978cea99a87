from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, write
from tests.formats.texts import small_run


def _read(tmp_path: Path, content: str) -> TextFile:
    path = tmp_path / "run.sgm"
    path.write_text(content)
    return read(path)


def _segment(tmp_path: Path, text: str) -> str:
    found = _read(tmp_path, f'<refset setid="t"><doc docid="d"><seg id="1">{text}</seg></doc></refset>')
    ((only,),) = [list(text.segments) for text in found.sets]
    return only.text


def test_tags_are_read_as_loosely_as_people_wrote_them(tmp_path: Path) -> None:
    found = _read(
        tmp_path,
        "<!DOCTYPE mteval SYSTEM 'x.dtd'>\n<TSTSET setid=\"t\" SrcLang=fr\n trglang='en'>\n"
        '<DOC sysid="A" sysid="ref" docid=bbc.38/1 genre="news">\n<!-- a <seg> -->\n<hl>\n<seg id=1> a </seg></HL>\n'
        '<Seg ID="2">b\n  c\t d</SEG>\n</DOC>\n</tstset>\n',
    )
    assert found.sets == (
        Run(
            system="A",
            test_set="t",
            source_language="fr",
            target_language="en",
            documents=(
                Document("bbc.38/1", (Block("hl", (Segment("1", "a"),)), Segment("2", "b c d")), {"genre": "news"}),
            ),
        ),
    )


def test_documents_of_several_systems_become_several_runs(tmp_path: Path) -> None:
    documents = "".join(
        f'<doc sysid="{name}" docid="{number}"><seg id="1">{name}{number}</seg></doc>'
        for number in (1, 2)
        for name in "BA"
    )
    found = _read(tmp_path, f'<refset setid="t" srclang="fr" trglang="en">{documents}</refset>').sets
    references = [text for text in found if isinstance(text, ReferenceSet)]
    assert [(text.name, [document.id for document in text.documents]) for text in references] == [
        ("B", ["1", "2"]),
        ("A", ["1", "2"]),
    ]
    assert [segment.text for segment in found[1].segments] == ["A1", "A2"]


@pytest.mark.parametrize(
    ("attributes", "name"),
    [('refid="r1"', "r1"), ("", "ref")],
)
def test_references_may_be_named_by_their_set_or_not_at_all(attributes: str, name: str, tmp_path: Path) -> None:
    (text,) = _read(tmp_path, f'<refset setid="t" {attributes}><doc docid="d"></doc></refset>').sets
    assert text == ReferenceSet(name=name, test_set="t", documents=(Document("d", ()),))


def test_several_sets_and_a_root_are_accepted(tmp_path: Path) -> None:
    inside = "".join(f'<tstset setid="t" sysid="{name}"><doc docid="d"></doc></tstset>' for name in "ab")
    found = _read(tmp_path, f"<MTEVAL>{inside}</MTEVAL>").sets
    assert [text.system for text in found if isinstance(text, Run)] == ["a", "b"]


def test_the_source_keeps_all_attributes_of_documents(tmp_path: Path) -> None:
    (text,) = _read(tmp_path, '<srcset setid="t" srclang="any"><doc sysid="ref" docid="d"></doc></srcset>').sets
    assert text == TestSet(test_set="t", source_language="any", documents=(Document("d", (), {"sysid": "ref"}),))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("AT&T & co", "AT&T & co"),
        ("a < b > c <unk> </b>", "a < b > c <unk> </b>"),
        ("&quot;&amp;&lt;&gt;", '"&<>'),
        ("&amp;lt; &amp;amp;", "&lt; &amp;"),
        ("&apos; &#39; &nbsp;", "&apos; &#39; &nbsp;"),  # mteval counts them as they stand
        ("  a\n\n b \t", "a b"),
        ("a\xa0\u3000 b", "a\xa0\u3000 b"),
    ],
)
def test_entities_and_blanks_are_treated_as_mteval_does(written: str, text: str, tmp_path: Path) -> None:
    assert _segment(tmp_path, written) == text


def test_text_outside_segments_is_passed_over_with_a_remark(tmp_path: Path) -> None:
    found = _read(
        tmp_path, '<refset setid="t"><doc docid="d">\n<p>\n<seg id="1">a</seg>\n</p>payments\n</doc></refset>\n'
    )
    assert [segment.text for segment in found.sets[0].segments] == ["a"]
    assert found.remarks == (f"{tmp_path}/run.sgm, line 4: passed over text outside segments: 'payments'",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '<tstset setid="t">\n<doc docid="d"></doc></tstset>',
            "document d: expected the attribute sysid in doc, found none",
        ),
        ('<refset>\n<doc id="d"></doc></refset>', "line 2: expected the attribute docid in doc, found none"),
        (
            '<refset><doc docid="d">\n<seg>a</seg></doc></refset>',
            "line 2: expected the attribute id in seg, found none",
        ),
        (
            '<refset><doc docid="d">\n<seg id="1">a\n<seg id="2">b</seg></doc></refset>',
            'line 2, segment 1: expected </seg> at the end of the segment, found <seg id="2">',
        ),
        (
            '<refset><doc docid="d">\n<seg id="1">a</doc></refset>',
            "line 2, segment 1: expected </seg> at the end of the segment, found </doc>",
        ),
        (
            '<refset><doc docid="d">\n<seg id="1">a',
            "line 2, segment 1: expected </seg> at the end of the segment, found the end of the file",
        ),
        ('<refset>\n<doc docid="d">', "line 2: expected </doc>, found the end of the file"),
        ('<refset>\n<doc docid="d"></p></doc>', "line 2: expected </doc>, found </p>"),
        ("<refset></refset>\n</refset>", "line 2: expected a srcset, refset or tstset, found </refset>"),
        (
            '<refset>\n<seg id="1"></seg></refset>',
            "line 2: expected segments, bare or wrapped once, in a doc, found <seg>",
        ),
        (
            '<refset><doc docid="d">\n<a><b></b></a></doc></refset>',
            "line 2: expected segments, bare or wrapped once, in a doc, found <b>",
        ),
        ("<refset>\n<refset></refset></refset>", "line 2: expected a srcset, refset or tstset, found <refset>"),
        ('<refset>\n<doc "d"></doc></refset>', 'line 2: expected attributes like name="value", found \'"d"\''),
        ("<refset>\n<doc docid=d", "line 2: expected > at the end of a tag, found the end of the file"),
        ("<refset>\n<!-- ", "line 2: expected --> at the end of a tag, found the end of the file"),
        ("<refset>\n< doc></refset>", "line 2: expected a tag, found < doc>"),
        ("<refset></refset>", "expected a srcset, refset or tstset, found none"),
        (
            "<!DOCTYPE x [<!ENTITY a 'b'>]>\n<refset>",
            "line 1: expected a document type without declarations",
        ),
    ],
)
def test_mistakes_are_explained(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "run.sgm"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        read(path, format="nist-sgml")
    assert message in str(caught.value)


def test_a_run_is_written_with_its_name_in_each_document(tmp_path: Path) -> None:
    run = small_run(documents=(Document("d", (Block("p", (Segment("1", "a & <b>"),)),), {"genre": '"nw"'}),))
    write(TextFile((run,), "nist-sgml"), tmp_path / "a.sgm")
    assert (tmp_path / "a.sgm").read_text() == (
        '<tstset setid="t" srclang="fr" trglang="en">\n'
        '<doc sysid="sys" docid="d" genre="&quot;nw&quot;">\n'
        "<p>\n"
        '<seg id="1">a &amp; &lt;b&gt;</seg>\n'
        "</p>\n"
        "</doc>\n"
        "</tstset>\n"
    )


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ((), "at least one document"),
        ((Document("d", (), {"Genre": "nw"}),), "found 'Genre'"),
        ((Document("d", (), {"sysid": "x"}),), "found 'sysid'"),
        ((Document("d", (Segment("1", "\0"),)),), "found a NUL character"),
    ],
)
def test_what_the_format_cannot_hold_is_refused(documents: tuple[Document, ...], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        write(TextFile((small_run(documents=documents),), "nist-sgml"), tmp_path / "a.sgm")


@pytest.mark.parametrize("body", ["<a ", "<seg id='1'>", "<!-- ", "x<y>", "&"])
def test_time_is_linear_in_hostile_text(body: str, tmp_path: Path) -> None:
    """A quadratic reader would not come back from a million repetitions."""
    path = tmp_path / "run.sgm"
    path.write_text("<refset><doc docid='d'>" + body * 1_000_000)
    with pytest.raises(FormatError):
        read(path, format="nist-sgml")
