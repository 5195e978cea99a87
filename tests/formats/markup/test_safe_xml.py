"""Hostile and broken XML gets a clear error in bounded time and memory."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats import read
from bakeoff.formats.markup.safe_xml import Event, Limits, parse
from bakeoff.formats.sources import Source, open_source

_BODY = (
    '<mteval><tstset setid="t" srclang="fr" trglang="en" sysid="s"><doc docid="d" genre="nw">\n'
    '<seg id="1">{}</seg>\n</doc></tstset></mteval>\n'
)


def _segment(tmp_path: Path, text: str, *, before: str = "", encoding: str = "utf-8") -> str:
    path = tmp_path / "run.xml"
    path.write_bytes((before + _BODY.format(text)).encode(encoding))
    ((only,),) = [list(found.segments) for found in read(path).sets]
    return only.text


def _refusal(tmp_path: Path, content: str | bytes) -> str:
    path = tmp_path / "run.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FormatError) as caught:
        read(path, format="nist-xml")
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_the_five_entities_and_numbers_are_decoded(tmp_path: Path) -> None:
    assert _segment(tmp_path, "&lt;&gt;&amp;&quot;&apos;&#233;&#x1F600;&#13;") == "<>&\"'é😀\r"


def test_cdata_comments_and_processing_instructions_are_xml_too(tmp_path: Path) -> None:
    assert _segment(tmp_path, "a<![CDATA[<b>]]><!-- no --><?no thing?>c") == "a<b>c"


def test_a_document_type_is_accepted_and_not_fetched(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE mteval SYSTEM "http://127.0.0.1:9/never[fetched].dtd">\n'
    assert _segment(tmp_path, "a", before=doctype) == "a"


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY x "y">',
        '<!ENTITY x SYSTEM "file:///etc/passwd">',
        '<!ENTITY % x SYSTEM "http://127.0.0.1:9/x"> %x;',
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY x "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
        "",
    ],
)
def test_declarations_in_a_document_type_are_refused(tmp_path: Path, declaration: str) -> None:
    found = _refusal(tmp_path, f"<?xml version='1.0'?>\n\n<!DOCTYPE mteval [{declaration}]>" + _BODY.format("&x;"))
    assert found == (
        "run.xml, line 3: expected a document type without declarations, found declarations in brackets. "
        "Remove everything between [ and ], and write the characters themselves instead of entities."
    )


@pytest.mark.parametrize("doctype", ["", '<!DOCTYPE mteval SYSTEM "mteval-xml-v1.6.dtd">'])
def test_unknown_entities_are_named_with_their_line(tmp_path: Path, doctype: str) -> None:
    # With a document type that was not read, a parser would pass over them without a word.
    assert _refusal(tmp_path, doctype + _BODY.format("a&nbsp;b")) == (
        "run.xml, line 2: expected well-formed XML, found the unknown entity &nbsp;. Write the character itself."
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("AT&T", "an & that starts no entity. Write & as &amp; and < as &lt; in text."),
        ("a & b", "an & that starts no entity. Write & as &amp; and < as &lt; in text."),
        ("a < b", "a < that starts no element. Write & as &amp; and < as &lt; in text."),
        ("&#x0;", "a character that XML does not allow. Remove it."),
        ("&#xFFFF;", "a character that XML does not allow. Remove it."),
        ("\x01", "a character that XML does not allow. Remove it."),
    ],
)
def test_broken_text_is_explained(tmp_path: Path, text: str, found: str) -> None:
    assert _refusal(tmp_path, _BODY.format(text)) == f"run.xml, line 2: expected well-formed XML, found {found}"


def test_a_file_cut_off_is_explained(tmp_path: Path) -> None:
    whole = _BODY.format("a")
    start = "run.xml, line 3: expected well-formed XML, found "
    assert _refusal(tmp_path, whole[:-10]) == start + "the end of the file while mteval of line 1 is open."
    assert _refusal(tmp_path, whole[:-20]) == start + "a tag that is not closed."
    assert _refusal(tmp_path, _BODY.format("<![CDATA[")).endswith("found a part that is not closed.")


def test_errors_of_an_earlier_file_are_not_mixed_in(tmp_path: Path) -> None:
    first = _refusal(tmp_path, _BODY.format("&#x0;"))
    second = _refusal(tmp_path, "\n\n\n" + _BODY.format("AT&T"))
    assert ("line 2" in first, "line 5" in second) == (True, True)


def test_a_byte_that_is_not_utf8_has_its_line(tmp_path: Path) -> None:
    content = b"<?xml version='1.0' encoding='UTF-8'?>\n" + _BODY.format("caf\xe9").encode("latin-1")
    assert _refusal(tmp_path, content) == (
        "run.xml, line 3: expected UTF-8 text, found the byte 0xE9 at byte 16 of the line. "
        "Convert the file: iconv -f ENCODING -t UTF-8, ENCODING being the one it has now."
    )


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "UTF-16", "utf8"])
def test_declared_encodings_are_undone(tmp_path: Path, encoding: str) -> None:
    declaration = f"<?xml version='1.0' encoding='{encoding}'?>\n"
    assert _segment(tmp_path, "café", before=declaration, encoding=encoding) == "café"


@pytest.mark.parametrize("encoding", ["zip", "unicode_escape", "rot13", "utf-7", "no-such-thing", "UTF-16"])
def test_encodings_that_are_none_are_refused(tmp_path: Path, encoding: str) -> None:
    content = f"<?xml version='1.0' encoding='{encoding}'?>\n" + _BODY.format("a")
    assert f"line 1: expected an encoding that is known, best UTF-8, found the declaration of {encoding}" in _refusal(
        tmp_path, content
    )


def test_a_byte_order_mark_is_dropped(tmp_path: Path) -> None:
    assert _segment(tmp_path, "a", before="\ufeff<?xml version='1.0' encoding='UTF-8'?>") == "a"


def test_nul_has_its_line(tmp_path: Path) -> None:
    assert _refusal(tmp_path, _BODY.format("a\0")).startswith("run.xml, line 2: expected text, found a NUL character.")


def test_line_ends_of_other_systems_become_line_feeds(tmp_path: Path) -> None:
    assert _segment(tmp_path, "a\r\nb\rc") == "a\nb\nc"


@pytest.mark.parametrize("depth", [65, 100, 100_000])
def test_deep_nesting_is_refused(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "run.xml"
    path.write_bytes(b"<a>" * depth)
    with open_source(path) as source, pytest.raises(FormatError, match=r"nested (of at most 64 deep|too deeply)"):
        list(parse(source))


def test_limits_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.xml"
    path.write_bytes(b"<a>" + b"<b/>" * 1000 + b"</a>")
    for limits, words in [(Limits(size=2000), "2,000 bytes"), (Limits(elements=500), "500 elements")]:
        with open_source(path) as source, pytest.raises(FormatError, match=words):
            list(parse(source, limits=limits))


def _events_of(data: bytes, size: int) -> list[Event]:
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    return list(parse(Source("run.xml", data[:65536], pieces)))


def _tag(attributes: int, value: str) -> str:
    return "<b " + " ".join(f'a{number}="{value}"' for number in range(attributes)) + "/>"


@pytest.mark.parametrize("value", ["", ">", "'x'"])
@pytest.mark.parametrize("size", [70_000, 1 << 30])
def test_a_tag_with_too_many_attributes_is_refused_before_it_is_parsed(value: str, size: int) -> None:
    few, many = (f"<a>\n{_tag(number, value)}\n</a>".encode() for number in (256, 20_000))
    assert len(_events_of(few, size)) == 4
    with pytest.raises(
        FormatError, match=r"run\.xml, line 2: expected at most 256 attributes in an element, found more"
    ):
        _events_of(many, size)


def test_what_looks_like_attributes_in_text_and_comments_is_none() -> None:
    looks = 'x="1" ' * 1000
    data = f"<a><b>{looks}</b><!-- {looks} --><![CDATA[{looks}]]></a>".encode()
    assert [event.text for event in _events_of(data, 100) if event.name == "b" and event.kind == "end"] == [looks]


@pytest.mark.parametrize("size", [1, 7, 100, 1 << 30])
def test_an_unknown_entity_is_told_wherever_the_file_is_cut(size: int) -> None:
    data = b"<a>\n<b>one</b>\n<b>x&nbsp;y</b>\n<b>two</b></a>"
    with pytest.raises(FormatError, match="line 3: expected well-formed XML, found the unknown entity &nbsp;"):
        _events_of(data, size)


def test_a_large_file_in_one_piece_is_read_like_any_other() -> None:
    data = b"<a>" + b"<b>some text</b>\n" * 200_000 + b"</a>"
    assert sum(1 for _ in parse(Source("run.xml", data[:65536], iter([data])))) == 400_002


def test_the_tree_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "run.xml"
    path.write_bytes(b"<a>" + b"<b>text</b>\n" * 50_000 + b"</a>")
    with open_source(path) as source:
        events = list(parse(source))
    assert len(events) == 100_002
    assert {event.text for event in events if event.kind == "end" and event.name == "b"} == {"text"}
    assert events[-2].line == 50_000


def test_text_behind_an_element_is_an_event(tmp_path: Path) -> None:
    path = tmp_path / "run.xml"
    path.write_bytes(b"<a>\n<b/>one\n<b/>\n<c><b/>two</c>three</a>")
    with open_source(path) as source:
        assert [(e.name, e.text) for e in parse(source) if e.kind == "text"] == [
            ("a", "one\n"),
            ("c", "two"),
            ("a", "three"),
        ]


_GIGABYTE = """
    import io, resource, sys
    resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
    from bakeoff.errors import FormatError
    from bakeoff.formats import read

    class Endless(io.RawIOBase):
        # A gigabyte of the same, without a gigabyte anywhere.
        def __init__(self, head, body):
            self.head, self.body, self.left = head, body * (65536 // len(body)), 1 << 30
        def read(self, size=-1):
            if self.left <= 0:
                return b""
            piece, self.head = self.head + self.body, b""
            self.left -= len(piece)
            return piece

    class Stdin:
        buffer = Endless({head!r}, {body!r})

    sys.stdin = Stdin
    try:
        read("-", format={format!r})
    except FormatError as error:
        print(error)
"""
_HEAD = b'<mteval><tstset setid="t" srclang="fr" trglang="en" sysid="s"><doc docid="d" genre="nw">'


@pytest.mark.parametrize(
    ("head", "body", "words"),
    [
        (_HEAD + b'<seg id="1">', b"x", "text of more than 10 million bytes"),
        (_HEAD + b'<seg id="', b"x", "a tag, text or comment of at most"),
        (_HEAD + b"<seg ", b"x", "a tag, text or comment of at most"),
        (_HEAD + b"<!--", b"x", "a tag, text or comment of at most"),
        (_HEAD, b" ", "text of more than 10 million bytes"),
        (_HEAD, b"\n", "text of more than 10 million bytes"),
        (_HEAD, b"<p>", "expected seg in p, found the element p"),
        (_HEAD, b"&lt;", "a tag, text or comment of at most"),
        (b"<!--", b"x", "none within"),
        (b"<!DOCTYPE mteval ", b"x", "none within"),
        (b"<mteval>", b"x", "text of more than 10 million bytes"),
        (b"", b"x", "expected an XML element"),
        (b"", b"\0", "NUL"),
        (b"", b"\xff", "UTF-8"),
    ],
)
def test_a_gigabyte_is_refused_in_bounded_memory(head: bytes, body: bytes, words: str) -> None:
    program = textwrap.dedent(_GIGABYTE).format(head=head, body=body, format="nist-xml")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert words in done.stdout
    assert done.stdout.startswith("standard input")
