"""`bakeoff convert`, as a user calls it."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bakeoff.cli.conversion.convert import command
from bakeoff.data import Block, ReferenceSet, Run
from bakeoff.errors import AlignmentError, BakeoffError
from bakeoff.formats import formats, read, validate
from tests.conftest import ROOT

SOURCE = """<?xml version="1.0" encoding="UTF-8"?>
<mteval>
<srcset setid="mt12" srclang="French">
<doc docid="d1" genre="nw"><hl><seg id="1">un</seg></hl><seg id="5">deux</seg></doc>
<doc docid="d2" genre="wb"><p><seg id="1">trois</seg></p></doc>
</srcset>
</mteval>
"""
WMT = """<dataset id="wmt22"><collection id="c">
<doc origlang="uk" id="d1"><src lang="uk"><p><seg id="1">a</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">b</seg></p></ref>
<hyp system="X" lang="en"><p><seg id="1">c
d</seg></p></hyp><hyp system="Y" lang="en"><p><seg id="1">e</seg></p></hyp></doc>
</collection></dataset>"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "source.xml").write_text(SOURCE)
    (tmp_path / "wmt.xml").write_text(WMT)
    (tmp_path / "out.txt").write_text("one\ntwo & a half\n\n")
    return tmp_path


def _convert(*arguments: str, **options: Any) -> tuple[str, str]:
    """Standard output and standard error; user mistakes are raised as they are."""
    result = CliRunner().invoke(command, arguments, catch_exceptions=False, **options)
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def test_plain_output_is_wrapped_like_the_source_for_nist(folder: Path) -> None:
    assert _convert(
        "out.txt", "run.xml", "--like", "source.xml", "--target-language", "English", "--name", "SITE_fra2eng"
    ) == ("", "")
    (run,) = read("run.xml").sets
    assert isinstance(run, Run)
    assert (run.system, run.test_set, run.source_language, run.target_language) == (
        "SITE_fra2eng",
        "mt12",
        "French",
        "English",
    )
    (source,) = read("source.xml").sets
    assert [document.id for document in run.documents] == ["d1", "d2"]
    assert [segment.id for segment in run.segments] == [segment.id for segment in source.segments]
    assert [segment.text for segment in run.segments] == ["one", "two & a half", ""]
    block = run.documents[0].content[0]
    assert isinstance(block, Block)
    assert block.kind == "hl"
    assert validate("run.xml") == ()


def test_plain_output_is_wrapped_like_the_source_for_wmt(folder: Path) -> None:
    (folder / "one.txt").write_text("hello\n")
    _convert("one.txt", "run.xml.gz", "--like", "wmt.xml", "--target-language", "en", "--name", "Me")
    found = read("run.xml.gz")
    assert found.format == "wmt-xml"
    source, run = found.sets
    assert source == read("wmt.xml").sets[0]
    assert isinstance(run, Run)
    assert (run.system, [segment.text for segment in run.segments]) == ("Me", ["hello"])


def test_nist_sources_become_wmt_xml_with_the_source_beside(folder: Path) -> None:
    _convert("out.txt", "run.xml", "--like", "source.xml", "--to", "wmt-xml", "--target-language", "en")
    source, run = read("run.xml").sets
    assert {document.attributes["origlang"] for document in (*source.documents, *run.documents)} == {"French"}
    assert isinstance(run, Run)
    assert run.system == "out"


def test_one_text_of_several_is_chosen_by_name(folder: Path) -> None:
    out, remarks = _convert("wmt.xml", "y.txt", "--set", "Y")
    assert (folder / "y.txt").read_text() == "e\n"
    assert (out, remarks) == (
        "",
        "y.txt: plain text has no place for test set, languages and attributes of the set; documents, their attributes "
        "and the segments' ids; wrappers of segments (p). These are left out.\n",
    )


def test_roles_choose_texts_too(folder: Path) -> None:
    _convert("wmt.xml", "refs.xml", "--role", "reference", "--to", "nist-xml", "--genre", "nw")
    (reference,) = read("refs.xml").sets
    assert isinstance(reference, ReferenceSet)
    assert reference.name == "A"
    assert dict(reference.documents[0].attributes) == {"origlang": "uk", "collection": "c", "genre": "nw"}


def test_roles_say_what_plain_text_is(folder: Path) -> None:
    _convert("out.txt", "s.xml", "--role", "source", "--test-set", "t", "--source-language", "French", "--genre", "xx")
    (source,) = read("s.xml").sets
    assert (type(source).__name__, source.test_set, source.documents[0].genre) == ("TestSet", "t", "xx")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["wmt.xml", "y.txt"],
            "expected one text for plain text, found 1 source, 1 reference and 2 runs: source, A, X, Y.",
        ),
        (["wmt.xml", "y.txt", "--set", "Z"], "wmt.xml: holds no text called 'Z', but source, A, X, Y."),
        (["source.xml", "y.txt", "--role", "run"], "source.xml: holds no run, but 1 source."),
        (
            ["wmt.xml", "x.txt", "--set", "X"],
            "segment 1: expected a segment of one line, found a line break. Replace line",
        ),
        (
            ["out.txt", "run.xml"],
            "out.txt: expected the setid, srclang, trglang, genre of each document for the tstset",
        ),
        (["out.txt", "run.xml"], "Give --test-set --source-language --target-language --genre, or documents and ids"),
        (["out.txt", "out.txt"], "out.txt is the file to be read: name another one to write."),
        (["wmt.xml", "y.tsv", "--name", "me"], "--name needs one run or reference, found 3; choose one by --set NAME."),
        (["out.txt", "y.doc"], "y.doc: no format has this ending; name one of NIST XML (nist-xml)"),
        (["out.txt", "y.txt", "--to", "docx"], "there is no format 'docx'"),
        (["none.txt", "y.txt"], "none.txt: expected a file that can be read, found no such file."),
        (["out.txt", "no/y.txt"], "no/y.txt: expected a file that can be written, found no such file or directory."),
        (["out.txt", "run.xml", "--like", "out.txt"], "expected the setid, srclang"),
    ],
)
def test_mistakes_are_explained_and_nothing_is_written(arguments: list[str], message: str, folder: Path) -> None:
    before = sorted(folder.iterdir())
    with pytest.raises(BakeoffError) as caught:
        _convert(*arguments)
    assert message in str(caught.value)
    assert sorted(folder.iterdir()) == before


def test_output_that_does_not_fit_the_source_is_refused(folder: Path) -> None:
    (folder / "short.txt").write_text("one\ntwo\n")
    with pytest.raises(AlignmentError) as caught:
        _convert("short.txt", "run.xml", "--like", "source.xml")
    assert str(caught.value) == (
        "short.txt (run short): expected 3 segments as in source.xml (source), found 2. "
        "Write one segment a line, an empty line where the output is empty."
    )
    with pytest.raises(AlignmentError, match=r"short\.txt \(source\): expected 3 segments"):
        _convert("short.txt", "run.xml", "--like", "source.xml", "--role", "source")


def test_line_breaks_are_joined_on_demand(folder: Path) -> None:
    _convert("wmt.xml", "x.txt", "--set", "X", "--join-lines")
    assert (folder / "x.txt").read_text() == "c d\n"


def test_standard_input_and_output(folder: Path) -> None:
    out, _ = _convert("-", "-", "--to", "json-lines", input=gzip.compress(SOURCE.encode()))
    assert out.splitlines()[1] == '{"document": "d1", "segment": "5", "genre": "nw", "text": "deux"}'


def test_what_was_passed_over_is_said(folder: Path) -> None:
    (folder / "a.sgm").write_text('<refset setid="t"><doc docid="d">stray<seg id="1">a</seg></doc></refset>')
    _, remarks = _convert("a.sgm", "b.sgm")
    assert remarks == "a.sgm, line 1: passed over text outside segments: 'stray'\n"


def test_help_names_every_format() -> None:
    out, _ = _convert("--help")
    assert all(name in out for name in formats())


def test_a_reference_is_corrected_on_the_way(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text("a b c\nd\n", encoding="utf-8")
    (tmp_path / "c.tsv").write_text("segment\told\tnew\twho\twhy\n1\tb\tx\tNN\t\n2\td\te\tNN\t\n", encoding="utf-8")
    (tmp_path / "d.tsv").write_text("segment\told\tnew\twho\twhy\n2\te\tf\t\t\n", encoding="utf-8")
    rounds = ("--corrections", tmp_path / "c.tsv", "--corrections", tmp_path / "d.tsv")
    outcome = bakeoff("convert", tmp_path / "ref.txt", tmp_path / "new.txt", *rounds)
    assert (outcome.code, (tmp_path / "new.txt").read_text(encoding="utf-8")) == (0, "a x c\nf\n")
    assert "d.tsv: 1 corrections do not say who made them, the first in line 2." in outcome.err
    outcome = bakeoff("convert", tmp_path / "new.txt", tmp_path / "again.txt", *rounds)
    assert (outcome.code, (tmp_path / "again.txt").exists()) == (2, False)
    assert "expected corrections of" in outcome.err
    both = ("convert", ROOT / "examples" / "references.xml", tmp_path / "x.xml", *rounds)
    assert "--corrections are of one text, found 4; choose one by --set NAME." in bakeoff(*both).err
