"""Which source a run is compared with."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.checker import check_contents
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.sources import CheckSource, holds_recordings, match_source, read_check_source
from tests.submissions.package_files import build

RULEBOOK = read_rulebook("openmt2012")
ARABIC = CheckSource(name="a.xml", set_id="openmt12-ara2eng", language="Arabic")
CHINESE = CheckSource(name="c.xml", set_id="openmt12-chi2eng", language="Chinese")
DRY = CheckSource(name="d.xml", set_id="dryrun", language="Arabic")


def matched(*sources: CheckSource, set_id: str | None = None, **fields: Any) -> CheckSource | None:
    entry = Entry(file=PackedFile("x", Path("x"), 0), package="eval", fields={}, **fields)
    return match_source(sources, entry, RULEBOOK, set_id=set_id)


def test_by_language_set_id_and_what_the_caller_says() -> None:
    both = {"language_pair": "ara2eng", "test_set": "current"}
    assert matched(ARABIC, CHINESE, **both) is ARABIC
    assert matched(DRY, ARABIC, **both) is ARABIC
    assert matched(CHINESE, **both) is None
    assert matched(ARABIC, ARABIC, **both) is None
    assert matched(ARABIC, CHINESE, set_id="openmt12-chi2eng") is CHINESE
    named = CheckSource(name="x", test_set="current", language_pair="ara2eng")
    assert matched(named, CheckSource(name="y", test_set="dryrun"), **both) is named


def test_by_the_name_of_a_file_that_says_nothing_itself() -> None:
    sources = [CheckSource(name=f"in/{pair}.txt", numbered=True) for pair in ("ara2eng", "chi2eng")]
    assert matched(*sources, language_pair="chi2eng") is sources[1]
    assert matched(*sources, language_pair="far2eng") is None


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("test.uem", "talk 1 0.00 10.00\ntalk 1 20.00 30.50\n", "recordings"),
        ("test.stm", "talk 1 s 0.00 30.50 hello\n", "recordings"),
        ("test.trn", "hello (u1)\nthere (u2)\n", "utterances"),
        ("test.txt", "hello\nthere\n", "text"),
    ],
)
def test_sources_of_every_kind(name: str, text: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    source = read_check_source(tmp_path / name)
    assert source.kind == kind
    assert source.recordings == ({"talk": 30_500_000_000} if kind == "recordings" else {})
    assert source.utterances == (("u1", "u2") if kind == "utterances" else ())
    assert source.size == (2 if kind == "text" else 0)


def in_german(**fields: Any) -> CheckSource:
    return CheckSource(name="source.xml", language="German", **fields)


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ((), "no source"),
        ((in_german(),), "source.xml, but its language German is not Arabic"),
        (
            (in_german(set_id="bakeoff-example"),),
            "source.xml, but its setid bakeoff-example is not openmt12-ara2eng and its language German is not Arabic",
        ),
        (
            (CheckSource(name="c.xml", language_pair="chi2eng"), CheckSource(name="t.uem", recordings={"talk": 1})),
            "c.xml, but its language pair chi2eng is not ara2eng; "
            "t.uem, which holds times of recordings instead of a text",
        ),
        (
            (CheckSource(name="a.txt"), CheckSource(name="b.txt")),
            "a.txt, which fits no better than another; b.txt, which fits no better than another",
        ),
    ],
)
def test_why_a_source_does_not_fit_is_said(sources: tuple[CheckSource, ...], found: str, tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval").with_options(sources=sources)
    report = check_contents(submission.package.contents(tmp_path), RULEBOOK, **submission.options)
    (finding,) = report.findings
    assert (finding.code, finding.found) == ("source-not-checked", found)
    assert finding.remedy == ("Give that one by --source." if sources else "Give it by --source.")


def test_sources_of_other_test_sets_are_not_told_of(tmp_path: Path) -> None:
    """A server names the test set of its sources; those of others may not be released yet."""
    others = (
        CheckSource(name="secret.xml", test_set="dryrun", language_pair="ara2eng"),
        CheckSource(name="hidden.xml", test_set="current", language_pair="chi2eng"),
    )
    submission = build(RULEBOOK, "eval").with_options(sources=others)
    report = check_contents(submission.package.contents(tmp_path), RULEBOOK, **submission.options)
    assert [(finding.code, finding.found) for finding in report.findings] == [("source-not-checked", "no source")]


@pytest.mark.parametrize(
    ("data", "are_recordings"),
    [
        (b"RIFF\0\0WAVE", True),
        (b"\x1f\x8b\0\0no gzip at all", True),
        (gzip.compress(b"speech.wav\0\0\0"), True),
        (gzip.compress(b"eins\nzwei\n"), False),
        (b"eins\nzwei\n", False),
    ],
    ids=["recording", "broken gzip", "packed recordings", "packed text", "text"],
)
def test_recordings_are_told_from_texts(data: bytes, are_recordings: bool, tmp_path: Path) -> None:
    path = tmp_path / "source"
    path.write_bytes(data)
    assert holds_recordings(path) == are_recordings


@pytest.mark.parametrize(
    ("rulebook", "kind", "conditions"),
    [("iwslt2012", "mt", {"ted-mt"}), ("iwslt2016", "asr", {"permissible"}), ("iwslt2012", "olympics", {"olympics"})],
)
def test_a_run_stands_under_the_only_condition_where_names_tell_none(
    rulebook: str, kind: str, conditions: set[str], tmp_path: Path
) -> None:
    rules = read_rulebook(rulebook)
    submission = build(rules, kind)
    report = check_contents(submission.package.contents(tmp_path), rules, **submission.options)
    assert {entry.condition for entry in report.entries} == conditions
