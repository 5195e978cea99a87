from __future__ import annotations

import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import FormatError
from bakeoff.formats import TextFile, read, validate, write
from bakeoff.formats.sources import Source
from bakeoff.formats.text.nist_xml import outline
from tests.formats.texts import small_run

SAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.6.dtd">
<mteval>
  <refset setid="sample_set" srclang="Arabic" trglang="English" refid="reference01">
    <doc docid="sample_document_1" genre="nw">
      <hl>
        <seg id="1"> A headline </seg>
      </hl>
      <seg id="2">ENGLISH
REFERENCE</seg>
      <poster name="x"/>
    </doc>
    <doc docid="2" genre="social" origlang="ar"></doc>
  </refset>
  <refset setid="sample_set" srclang="Arabic" trglang="English" refid="reference02" note="late">
    <doc docid="sample_document_1" genre="nw"><seg id="1" x="y"/></doc>
  </refset>
</mteval>
"""


def _write(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "run.xml"
    path.write_text(content)
    return path


def test_a_file_of_references_is_read_to_the_letter(tmp_path: Path) -> None:
    common: dict[str, Any] = {"test_set": "sample_set", "source_language": "Arabic", "target_language": "English"}
    assert read(_write(tmp_path, SAMPLE)) == TextFile(
        (
            ReferenceSet(
                name="reference01",
                documents=(
                    Document(
                        "sample_document_1",
                        (
                            Block("hl", (Segment("1", " A headline "),)),
                            Segment("2", "ENGLISH\nREFERENCE"),
                            Block("poster", (), {"name": "x"}),
                        ),
                        {"genre": "nw"},
                    ),
                    Document("2", (), {"genre": "social", "origlang": "ar"}),
                ),
                **common,
            ),
            ReferenceSet(
                name="reference02",
                documents=(Document("sample_document_1", (Segment("1", "", {"x": "y"}),), {"genre": "nw"}),),
                attributes={"note": "late"},
                **common,
            ),
        ),
        "nist-xml",
    )


def test_a_run_is_written_as_the_document_type_wants_it(tmp_path: Path) -> None:
    write(TextFile((small_run(),), "nist-xml"), tmp_path / "a.xml")
    assert (tmp_path / "a.xml").read_text() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE mteval SYSTEM "ftp://jaguar.ncsl.nist.gov/mt/resources/mteval-xml-v1.6.dtd">\n'
        "<mteval>\n"
        '  <tstset setid="t" srclang="fr" trglang="en" sysid="sys">\n'
        '    <doc docid="d1" genre="nw">\n'
        '      <seg id="1">a</seg>\n'
        "      <p>\n"
        '        <seg id="2">b c</seg>\n'
        "      </p>\n"
        "    </doc>\n"
        '    <doc docid="d2" genre="wb">\n'
        '      <seg id="1"></seg>\n'
        "    </doc>\n"
        "  </tstset>\n"
        "</mteval>\n"
    )
    assert validate(tmp_path / "a.xml") == ()


_SET = '<tstset setid="t" srclang="fr" trglang="en" sysid="s">{}</tstset>'
_DOC = _SET.format('<doc docid="d" genre="nw">{}</doc>')


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("", "line 2: expected one srcset, or only refsets, or only tstsets in mteval, found nothing."),
        (
            _DOC.format("") + '<srcset setid="t" srclang="fr"><doc docid="d" genre="nw"/></srcset>',
            "line 2: expected one srcset, or only refsets, or only tstsets in mteval, found 1 tstset, 1 srcset.",
        ),
        (_SET.format(""), "line 2: expected at least 1 doc in tstset, found 0."),
        (
            "<tstset setid='t' srclang='x' trglang='y'/>",
            "line 2: expected the attribute sysid in tstset, found setid, srclang, trglang.",
        ),
        (_SET.format("\n<doc docid='d'/>"), "line 3: expected the attribute genre in doc, found docid."),
        (
            _SET.format("\n<doc docid='' genre='nw'/>"),
            "line 3: expected the attribute docid in doc, found an empty one.",
        ),
        (_DOC.format("\n\n<seg>a</seg>"), "line 4: expected the attribute id in seg, found none."),
        (
            _DOC.format("\n<seg id='1'>a <b>c</b></seg>"),
            "line 3: expected only text in seg, found the element b. Write < as &lt; in text.",
        ),
        (_DOC.format("\n<p><q><seg id='1'/></q></p>"), "line 3: expected seg in p, found the element q."),
        (_SET.format("<seg id='1'/>"), "line 2: expected doc in tstset, found the element seg."),
        (
            _DOC.format("<doc docid='e' genre='nw'/>"),
            "line 2: expected seg or hl or p or poster in doc, found the element doc.",
        ),
        (_DOC.format("stray"), "line 2: expected no text in doc outside segments, found 'stray'. Put it into a seg."),
        (_DOC.format("<seg id='1'/>stray"), "line 2: expected no text in doc outside segments, found 'stray'."),
        (_DOC.format("<p><seg id='1'/> stray\n</p>"), "line 2: expected no text in p outside segments, found 'stray'."),
        (_DOC.format('<seg id="1" xmlns:x="u" x:y="z"/>'), "line 2: expected only the attributes id in seg, found y."),
        (_DOC.format('<hl xmlns:x="u" x:y="z"><seg id="1"/></hl>'), "line 2: expected no attributes in hl, found y."),
    ],
)
def test_departures_from_the_rules_are_explained(inside: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(_write(tmp_path, f"<?xml version='1.0'?>\n<mteval>{inside}</mteval>"))
    assert f"run.xml, {message}" in str(caught.value)


def test_wrong_roots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected mteval in the file, found the element dataset"):
        read(_write(tmp_path, "<dataset/>"), format="nist-xml")


def test_validation_finds_everything_at_once(tmp_path: Path) -> None:
    path = _write(
        tmp_path,
        "<mteval>\n"
        '<tstset setid="t" srclang="" trglang="en" sysid="s">\n'
        '<doc docid="d" genre="nw" origlang="fr">\n'
        "<seg>a</seg>\n"
        '<seg id="2"><b>c</b></seg>\n'
        "<p>stray</p>\n"
        "</doc>\n"
        "</tstset>\n"
        "<oops/>\n"
        "&nbsp;</mteval>",
    )
    found = [(problem.place.line, problem.expected, problem.found) for problem in validate(path)]
    assert found == [
        (2, "the attribute srclang in tstset", "an empty one"),
        (3, "only the attributes docid, genre in doc", "origlang"),
        (4, "the attribute id in seg", "none"),
        (5, "only text in seg", "the element b"),
        (6, "no text in p outside segments", "'stray'"),
        (9, "srcset or refset or tstset in mteval", "the element oops"),
        (10, "well-formed XML", "the unknown entity &nbsp;"),
    ]


def test_validation_reports_damaged_files_too(tmp_path: Path) -> None:
    path = tmp_path / "run.xml.gz"
    path.write_bytes(b"\x1f\x8b broken")
    assert [problem.expected for problem in validate(path)] == ["a gzip file of text"]


def _documents(**changes: Any) -> tuple[Document, ...]:
    fields: dict[str, Any] = {"id": "d", "content": (Segment("1", "a"),), "attributes": {"genre": "nw"}}
    return (Document(**{**fields, **changes}),)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"test_set": None}, "expected the setid for the tstset, found none. Give --test-set, or"),
        ({"source_language": None}, "expected the srclang for the tstset, found none. Give --source-language, or"),
        ({"target_language": ""}, "expected the trglang for the tstset, found none. Give --target-language, or"),
        ({"system": ""}, "expected the sysid of the tstset, found none. Give it by --name."),
        ({"documents": ()}, "expected at least one document for NIST XML, found none."),
        ({"attributes": {"setid": "x"}}, "expected attributes with names that the format can hold, found 'setid'."),
        (
            {"documents": _documents(attributes={})},
            "expected the genre of each document for the tstset, found none. Give --genre, or",
        ),
        (
            {"documents": _documents(attributes={"genre": "nw", "a b": "x"})},
            "document d: expected attributes with names",
        ),
        (
            {"documents": _documents(content=(Segment("7", "a\x01"),))},
            "document d, segment 7: expected characters that markup can hold, found U+0001.",
        ),
        (
            {"documents": _documents(content=(Segment("7", "a\ud800"),))},
            "segment 7: expected characters that markup can hold, found U+D800.",
        ),
        ({"documents": _documents(content=(Segment("", "a"),))}, "expected an id for each segment, found none."),
        (
            {"documents": _documents(content=(Block("seg", ()),))},
            "expected wrappers of segments with names that elements can have, found 'seg'.",
        ),
    ],
)
def test_what_would_not_be_valid_is_not_written(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        write(TextFile((small_run(file="x.txt", **changes),), "nist-xml"), tmp_path / "a.xml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x.txt")
    assert not (tmp_path / "a.xml").exists()


@pytest.mark.parametrize("format_name", ["nist-xml", "nist-sgml"])
def test_a_file_holds_texts_of_one_role(format_name: str, tmp_path: Path) -> None:
    source = TestSet(test_set="t", source_language="fr", documents=small_run().documents)
    for sets, found in [
        ((source, small_run()), "1 source and 1 run"),
        ((source, source), "2 sources"),
        ((), "no text"),
    ]:
        with pytest.raises(
            FormatError, match=f"expected one source, or references, or runs for NIST .*, found {found}"
        ):
            write(TextFile(sets, format_name), tmp_path / "a.xml", format=format_name)


def test_runs_of_several_systems_stand_in_one_file(tmp_path: Path) -> None:
    runs = (small_run(system="a"), small_run(system="b"))
    write(TextFile(runs, "nist-xml"), tmp_path / "a.xml")
    assert [text.system for text in read(tmp_path / "a.xml").sets if isinstance(text, Run)] == ["a", "b"]


DOCUMENT_TYPE = etree.DTD(
    StringIO(
        """
        <!ELEMENT mteval (srcset | refset+ | tstset+)>
        <!ELEMENT srcset (doc+)>
        <!ATTLIST srcset setid CDATA #REQUIRED srclang CDATA #REQUIRED>
        <!ELEMENT refset (doc+)>
        <!ATTLIST refset setid CDATA #REQUIRED srclang CDATA #REQUIRED trglang CDATA #REQUIRED refid CDATA #REQUIRED>
        <!ELEMENT tstset (doc+)>
        <!ATTLIST tstset setid CDATA #REQUIRED srclang CDATA #REQUIRED trglang CDATA #REQUIRED sysid CDATA #REQUIRED>
        <!ELEMENT doc (hl | p | poster | seg)*>
        <!ATTLIST doc docid CDATA #REQUIRED genre CDATA #REQUIRED>
        <!ELEMENT hl (seg*)>
        <!ELEMENT p (seg*)>
        <!ELEMENT poster (seg*)>
        <!ELEMENT seg (#PCDATA)>
        <!ATTLIST seg id CDATA #REQUIRED>
        """
    )
)
"""NIST's document type 1.5 as published, with any language and genre."""
_ELEMENTS = ("mteval", "srcset", "refset", "tstset", "doc", "hl", "p", "poster", "seg", "bogus")
_ATTRIBUTES = ("setid", "srclang", "trglang", "refid", "sysid", "docid", "genre", "id", "origlang")


def _mutated(rng: random.Random) -> bytes:
    """A valid file with up to two random changes of its elements, attributes and text."""
    root = etree.fromstring(
        '<mteval><tstset setid="s" srclang="Arabic" trglang="English" sysid="a"><doc docid="d" genre="nw"><hl><seg '
        'id="1">one</seg></hl><seg id="2">two</seg><p><seg id="3"/><seg id="4">four</seg></p></doc></tstset></mteval>'
    )
    for _ in range(rng.randrange(3)):
        element = rng.choice(list(root.iter()))
        change = rng.randrange(6)
        if change == 0:
            element.insert(rng.randrange(len(element) + 1), etree.Element(rng.choice(_ELEMENTS)))
        elif change == 1 and element is not root:  # the document type says nothing of the root
            element.tag = rng.choice(_ELEMENTS)
        elif change == 2:
            element.set(rng.choice(_ATTRIBUTES), "x")
        elif change == 3 and element.attrib:
            del element.attrib[rng.choice(list(element.attrib))]
        elif change == 4:
            element.text = "text"
        elif element.getparent() is not None:
            element.getparent().remove(element)
    return etree.tostring(root)


def test_validity_by_the_document_type_against_libxml2() -> None:
    """libxml2 validates the same files by the document type itself."""
    rng = random.Random(19)
    verdicts = []
    for _ in range(600):
        data = _mutated(rng)
        found = outline(Source("run.xml", data[:100], iter([data])), by_document_type=True)
        ours = not found.problems and not found.further_attributes and found.fatal is None
        assert ours == DOCUMENT_TYPE.validate(etree.fromstring(data)), data
        verdicts.append(ours)
    assert 100 < sum(verdicts) < 500


def test_the_document_type_has_no_elements_of_other_names(tmp_path: Path) -> None:
    data = _write(tmp_path, SAMPLE.replace('<poster name="x"/>', '<bogus/><scene><seg id="3"/></scene>')).read_bytes()
    source = Source("run.xml", data[:100], iter([data]))
    found = outline(source, by_document_type=True)
    assert [
        (each.place.line, each.found, each.expected) for each in (*found.problems, *found.further_attributes.values())
    ] == [
        (11, "the element bogus", "seg or hl or p or poster in doc"),
        (11, "the element scene", "seg or hl or p or poster in doc"),
        (13, "origlang", "only the attributes docid, genre in doc"),
        (15, "note", "only the attributes setid, srclang, trglang, refid in refset"),
        (16, "x", "only the attributes id in seg"),
    ]
