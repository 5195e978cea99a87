from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bakeoff.cli.main import group
from bakeoff.data.recognition.transcripts import Regions, RuleText, TimedSegments, TimedWords, Transcript
from bakeoff.errors import ExpressionError, FormatError
from bakeoff.formats import SPEECH_FORMATS, read, read_rules, read_speech, recognise_speech

CTM = "f 1 0.5 0.25 hello 0.9\nf 1 * * <ALT_BEGIN>\nf 1 &&1 1 a\n"
STM = ";; x\nf 1 s 0 1.5 <o> a b c\nf 1 s 1.5 2\n"
TRN = "a b (s-1)\n(s-2)\n"
UEM = "f 1 0 10.5\n"
GLM = ';; rules\n* name "x"\nA => B\n'


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        (CTM, "a", "ctm"),
        (STM, "a", "stm"),
        (TRN, "a", "trn"),
        (UEM, "a", "uem"),
        (GLM, "a", "glm"),
        ("", "a.CTM.gz", "ctm"),
        ("", "ref.stm.filt", "stm"),
        (CTM, "a.stm", "stm"),
        ("f 1 3 0 1 speaker three\n", "a", "stm"),
        ("f 1 0 1 word\nf 1 0", "a", "ctm"),
        ("one line (like this)\n", "a", None),
        ("a text of words\n", "a", None),
        ("", "a", None),
        (";; only\n", "a", None),
    ],
)
def test_files_are_known_by_name_and_content(text: str, name: str, expected: str | None) -> None:
    found = recognise_speech(text, name)
    assert (found and found.name) == expected


@pytest.mark.parametrize(
    ("text", "kind"), [(CTM.replace("_BEGIN", "X"), None), (STM, TimedSegments), (TRN, Transcript), (UEM, Regions)]
)
def test_what_is_recognised_is_read(tmp_path: Path, text: str, kind: type[Any] | None) -> None:
    path = tmp_path / "file.gz"
    path.write_bytes(gzip.compress(text.encode()))
    if kind is None:
        with pytest.raises(FormatError, match="line 2: expected a begin time"):
            read_speech(path)
    else:
        assert isinstance(read_speech(path), kind)


def test_rules_are_read_as_lines(tmp_path: Path) -> None:
    (tmp_path / "x.glm").write_bytes(GLM.encode())
    assert read_rules(tmp_path / "x.glm") == read_speech(tmp_path / "x.glm") == RuleText(tuple(GLM.splitlines()))


def test_other_text_is_refused_with_a_list_of_formats(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("just words\n")
    with pytest.raises(FormatError) as caught:
        read_speech(tmp_path / "a")
    assert all(format_.title in str(caught.value) for format_ in SPEECH_FORMATS.values())
    with pytest.raises(ExpressionError, match="there is no format 'rttm' of speech; the formats are: uem, ctm"):
        read_speech(tmp_path / "a", format="rttm")  # type: ignore[call-overload]
    with pytest.raises(ExpressionError, match="'utf-16' is no encoding that can be read"):
        read_speech(tmp_path / "a", encoding="utf-16")
    with pytest.raises(ExpressionError, match="'klingon' is no encoding"):
        read_speech(tmp_path / "a", encoding="klingon")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.ctm", CTM, "expected segments of text, found CTM (words with times). Give it to bakeoff asr;"),
        ("a", CTM, "found CTM (words with times)"),
        ("a.stm", STM, "found STM (reference segments with times)"),
        ("a.trn", "a (s)\n", "found TRN (utterances with their ids)"),
        ("a.uem", UEM, "found UEM (regions to be scored)"),
        ("a.glm", GLM, "found GLM (rules of spelling). Give it to bakeoff asr --glm;"),
    ],
)
@pytest.mark.parametrize("command", ["score", "convert"])
def test_commands_for_text_say_which_command_takes_such_a_file(
    tmp_path: Path, command: str, name: str, text: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    arguments = {"score": [str(path), "-r", str(path)], "convert": [str(path), "out.txt"]}
    result = CliRunner().invoke(group, [command, *arguments[command]])
    assert isinstance(result.exception, FormatError)
    assert message in str(result.exception)


def test_statistics_of_rules_of_spelling_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.glm").write_text(GLM)
    result = CliRunner().invoke(group, ["stats", str(tmp_path / "a.glm")])
    assert isinstance(result.exception, FormatError)
    assert "found GLM (rules of spelling). Give it to bakeoff asr --glm;" in str(result.exception)


def test_a_file_called_text_is_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(CTM)
    assert read(tmp_path / "a.txt").format == "plain-text"
    (tmp_path / "a.ctm").write_text(CTM)
    assert read(tmp_path / "a.ctm", format="plain-text").format == "plain-text"


def test_timed_words_are_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("f 1 0.5 0.25 hello 0.9\n")
    assert isinstance(read_speech(tmp_path / "a"), TimedWords)
