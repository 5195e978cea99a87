"""The compiled readers of CTM, STM and TRN give what naive ones give, on files good and bad."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bakeoff.data.recognition.transcripts import TimedSegments, TimedWords, Transcript
from bakeoff.errors import FormatError
from bakeoff.formats import read_speech
from bakeoff.formats.speech.speech_files import Kind
from tests.depth import cases
from tests.formats import naive_speech

Row = tuple[Any, ...]
BLANKS = st.sampled_from([" ", " ", " ", "\t", "  ", " \t"])
TIMES = st.one_of(
    st.integers(0, 10**13).map(lambda value: f"{value // 1000}.{value % 1000:03}"),
    st.from_regex(r"[+-]?([0-9]{0,8}\.)?[0-9]{0,20}([eE][+-]?[0-9]{1,4})?", fullmatch=True).filter(bool),
    st.sampled_from(
        ["0", "1.", ".5", "&&1.5", "9000000", "9000000.0000000001", "-9e6", "*", "1:2", ".", "0.0000000005"]
    ),
)
WORDS = st.sampled_from(
    [
        "a",
        "ähre",
        "<ALT>",
        "<alt_begin>",
        "<ALT_END>",
        "<ALT_X>",
        "{",
        "/",
        "a\u00a0b",
        "x\x0by",
        "日本",
        ";;",
        "**",
        "<o,f>",
    ]
)
NAMES = st.sampled_from(["f", "f", "g", "F", ";f", ";;f", "**f", "a-very-long-name-of-a-file", "\u3000"])
CONFIDENCES = st.one_of(
    st.sampled_from(
        ["NA", "na", "0.9", "1e-400", "-1e400", "1e400", "nan", "+.5", "0e99999", "5e-324", "", "0.9 x", "0.9 x y"]
    ),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
)
IDS = st.sampled_from(["(s-1)", "(S 2)", "()", "( )", "(\u2003)", "(a", "a)", "((x))", "(é)", ""])


@st.composite
def lines(draw: st.DrawFn, *cells: st.SearchStrategy[str]) -> str:
    if draw(st.integers(0, 19)) == 0:
        return draw(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n"), max_size=12))
    line = "".join(draw(cell) + draw(BLANKS) for cell in cells)
    return draw(st.sampled_from(["", "", "", " "])) + (line if draw(st.booleans()) else line.rstrip(" \t"))


def files(*cells: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Files of up to a dozen lines, the ends of which are of one kind or mixed."""
    ends = st.sampled_from([["\n"], ["\r\n"], ["\n", "\r\n"]])
    return st.tuples(st.lists(lines(*cells), max_size=12), ends, st.booleans()).map(
        lambda drawn: "".join(
            line + drawn[1][number % len(drawn[1])] * (number + 1 < len(drawn[0]) or drawn[2])
            for number, line in enumerate(drawn[0])
        )
    )


CTM = files(NAMES, st.sampled_from("1A"), TIMES, TIMES, WORDS, CONFIDENCES)
STM = files(
    NAMES, st.sampled_from("1A"), WORDS, TIMES, TIMES, st.sampled_from(["", "<o>", "<o,,m>", "<", "<o"]), WORDS, WORDS
)
TRN = files(WORDS, WORDS, IDS)


def rows_of(data: object) -> list[Row]:
    match data:
        case TimedWords():
            names = [data.recordings[number] for number in data.recording_of]
            return [
                (line, *name, begin, duration, word, repr(value), kind, bad)
                for line, name, begin, duration, word, value, kind, bad in zip(
                    data.lines.tolist(), names, data.begin_ns.tolist(), data.duration_ns.tolist(), data.words,
                    data.confidences.tolist(), data.kinds.tolist(), data.bad_times.tolist(), strict=True,
                )
            ]  # fmt: skip
        case TimedSegments():
            names = [data.recordings[number] for number in data.recording_of]
            return [
                (line, *name, speaker, begin, end, labels, text)
                for line, name, speaker, begin, end, labels, text in zip(
                    data.lines.tolist(), names, data.speakers, data.begin_ns.tolist(), data.end_ns.tolist(),
                    data.labels, data.texts, strict=True,
                )
            ]  # fmt: skip
        case Transcript():
            return list(zip(data.lines.tolist(), data.ids, data.texts, strict=True))
    raise AssertionError(data)


def naively_read(text: str, kind: str) -> list[Row] | Row:
    """The rows, or the mistake as a tuple."""
    try:
        read_rows: Callable[[str], list[Row]] = getattr(naive_speech, kind)
        return read_rows(text)
    except naive_speech.RowError as mistake:
        return mistake.args


def read(path: Path, kind: Kind) -> list[Row] | Row:
    try:
        return rows_of(read_speech(path, format=kind))
    except FormatError as error:
        return error.place.line, error.expected, error.found


def compare(path: Path, text: str, kind: Kind) -> None:
    path.write_bytes(text.encode())
    expected, found = naively_read(text, kind), read(path, kind)
    if isinstance(expected, list) and isinstance(found, tuple):
        # Rows that are right one by one, but are alternatives without beginning or end.
        assert "ALT" in found[1] or "alternatives" in found[1]
    else:
        assert found == expected


@settings(max_examples=cases(200))
@given(text=CTM)
@example(text="f 1 0 1 a\r\nf 1 1 1 b")
@example(text="f 1 9000000 0.0000000015 a 1e-400\nf 1 9000000.0000000001 1 a")
def test_ctm_is_read_as_the_naive_reader_does(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    compare(tmp_path_factory.getbasetemp() / "naive.ctm", text, "ctm")


@settings(max_examples=cases(200))
@given(text=STM)
@example(text="f 1 s 0 1\nf 1 s 0 1 <o> \n")
def test_stm_is_read_as_the_naive_reader_does(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    compare(tmp_path_factory.getbasetemp() / "naive.stm", text, "stm")


@settings(max_examples=cases(200))
@given(text=TRN)
def test_trn_is_read_as_the_naive_reader_does(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    compare(tmp_path_factory.getbasetemp() / "naive.trn", text, "trn")


@given(text=st.binary(max_size=60).filter(lambda text: not text.startswith(b"\x1f\x8b")))
@example(text=b"\xef\xbb\xbff 1 0 1 a")
@example(text=b"\xff\xfef")
@example(text=b"\xed\xa0\x80 (a)")
@example(text=b"\xf4\x90\x80\x80 (a)")
@example(text=b"\xc0\xaf (a)")
def test_what_is_no_text_is_refused_as_python_refuses_it(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.trn"
    path.write_bytes(text)
    decoded = text.decode(errors="replace").removeprefix("\ufeff")
    if decoded.encode() not in (text, text.removeprefix(b"\xef\xbb\xbf")):
        with pytest.raises(UnicodeDecodeError) as refused:
            text.decode()
        with pytest.raises(FormatError) as caught:
            read_speech(path, format="trn")
        if not text.startswith((b"\xff\xfe", b"\xfe\xff")):
            assert caught.value.place.line == text.count(b"\n", 0, refused.value.start) + 1
    elif "\0" in decoded:
        with pytest.raises(FormatError, match="a NUL character"):
            read_speech(path, format="trn")
    else:
        compare(path, decoded, "trn")


def test_a_line_of_millions_of_characters_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.trn"
    path.write_bytes(b"a (s-1)\n" + b"b" * ((1 << 24) + (1 << 19)) + b" (s-2)\nc (s-3)\n")
    with pytest.raises(FormatError, match=r"line 2: expected lines of at most 16,777,216 bytes"):
        read_speech(path)
