"""For every code a package that is correct but for one small change, and has that finding and no other."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bakeoff.data import Document, Segment, TestSet
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.checker import check_contents
from bakeoff.submissions.finding_codes import CODES
from bakeoff.submissions.packages.contents import Kind
from bakeoff.submissions.packages.entries import StatedInput
from bakeoff.submissions.packages.history import EarlierPackage, History, earlier_package
from tests.submissions.package_files import SCORED, BuiltPackage, Submission, build

FOLDER = Path(__file__).parent
OPENMT = read_rulebook("openmt2012")
SMALL = read_rulebook(FOLDER / "small.toml")
DRY_RUN = EarlierPackage("dryrun", 1, (), language_pair="ara2eng")

Row = Callable[[], Submission]


def openmt(kind: str = "eval", **options: Any) -> Submission:
    return build(OPENMT, kind, **options)


def small(kind: str, **options: Any) -> Submission:
    return build(SMALL, kind, **options)


def changed(submission: Submission, change: Callable[[BuiltPackage], BuiltPackage]) -> Submission:
    return submission.with_package(change(submission.package))


def called(name: str, *, kind: Kind = "tgz", submission: Submission | None = None) -> Row:
    """With another name of the archive."""

    def row() -> Submission:
        return changed(submission or openmt(), lambda package: replace(package, name=name, kind=kind))

    return row


def renamed(old: str, new: str, submission: Submission | None = None) -> Row:
    """With other names of files."""
    return lambda: changed(submission or openmt(), lambda package: package.renamed(old, new))


def edited(old: str | bytes, new: str | bytes, submission: Submission | None = None) -> Row:
    """With another text in the first place where it occurs."""
    return lambda: changed(submission or openmt(), lambda package: package.edited(old, new, times=1))


def rewritten(pattern: str, new: str, submission: Submission | None = None) -> Row:
    """With something else in the first place that a regular expression finds."""

    def change(package: BuiltPackage) -> BuiltPackage:
        texts = {name: data.decode() for name, data in package.files.items()}
        files = {name: re.sub(pattern, new, text, count=1, flags=re.DOTALL) for name, text in texts.items()}
        assert files != texts
        return replace(package, files={name: text.encode() for name, text in files.items()})

    return lambda: changed(submission or openmt(), change)


def converted(convert: Callable[[bytes], bytes]) -> Row:
    def change(package: BuiltPackage) -> BuiltPackage:
        return replace(package, files={name: convert(data) for name, data in package.files.items()})

    return lambda: changed(openmt(), change)


def with_file(name: str, submission: Submission | None = None) -> Row:
    def change(package: BuiltPackage) -> BuiltPackage:
        folder = next(iter(package.files)).rpartition("/")[0]
        return replace(package, files={**package.files, f"{folder}/{name}": b"x"})

    return lambda: changed(submission or openmt(), change)


def without_file(part: str, submission: Submission) -> Row:
    def change(package: BuiltPackage) -> BuiltPackage:
        return replace(package, files={name: data for name, data in package.files.items() if part not in name})

    return lambda: changed(submission, change)


def knowing(submission: Submission | None = None, **options: object) -> Row:
    return lambda: (submission or openmt()).with_options(**options)


def after(first: Submission, second: Submission) -> Submission:
    """The second version of a package after the first."""
    with TemporaryDirectory() as folder:
        earlier = earlier_package(first.package.contents(Path(folder)), first.rulebook)
    assert earlier is not None
    before = first.options["history"].packages
    return second.with_options(history=History((*before, earlier), complete=True))


def numbered_source() -> TestSet:
    segments = tuple(Segment(str(number), "Quelle") for number in range(1, 6))
    return TestSet(documents=(Document("1", segments, numbered=True),), source_language="Arabic")


def two_days() -> Submission:
    def change(package: BuiltPackage) -> BuiltPackage:
        return replace(package, files={**package.files, **package.renamed("20120406", "20120405").files})

    return changed(openmt(), change)


SPOKEN = SMALL.model_copy(
    update={
        "tracks": {**SMALL.tracks, "mt": SMALL.tracks["mt"].model_copy(update={"inputs": ("text", "released-runs")})}
    }
)
"""The small campaign with a track that has two inputs."""
SECOND_SET = '<srcset setid="x" srclang="x"><doc docid="x" genre="nw"><seg id="1">x</seg></doc></srcset>'
CONTRAST = [("primary", "cn"), ("contrast1", "cn")]
SEGMENT = r'( *<seg id="2">[^\n]*\n)'
DOCUMENT = r'( *<doc docid="doc-2".*?</doc>\n)'

ROWS: dict[str, Row] = {
    "archive-name": called("OpenMT12_NIST.tgz"),
    "package-unknown": lambda: changed(
        openmt(), lambda package: replace(package, name="results.tgz", files={"output/NIST/ara2eng/a.xml": b"x"})
    ),
    "archive-compression": called("OpenMT12_Eval_NIST_ara2eng_01.tar", kind="tar"),
    "archive-team": called("OpenMT12_Eval_LDC_ara2eng_01.tgz"),
    "archive-language-pair": called("OpenMT12_Eval_NIST_arb2eng_01.tgz"),
    "archive-version": called("OpenMT12_Eval_NIST_ara2eng_1.tgz"),
    "archive-field": called("NIST_plan.zip", kind="zip", submission=small("plain").with_options(package="plain")),
    "archive-not-checked": called("handed-in", kind="folder"),
    "team-unknown": knowing(teams=["LDC", "NTU"]),
    "team-not-checked": knowing(team=None),
    "version-zero": lambda: openmt(version=0),
    "version-repeated": knowing(
        history=History((DRY_RUN, EarlierPackage("eval", 1, (), language_pair="ara2eng")), complete=True)
    ),
    "version-order": lambda: openmt(version=2),
    "earlier-versions-not-checked": lambda: openmt(version=2).with_options(history=History((DRY_RUN,))),
    "package-empty": without_file("", openmt()),
    "file-outside-tree": renamed("output/", ""),
    "tree-team": renamed("output/NIST", "output/LDC"),
    "tree-language-pair": renamed("/ara2eng/", "/chi2eng/"),
    "tree-field": renamed("talks/", "talk/", small("trn")),
    "folder-stray": lambda: changed(openmt(), lambda package: replace(package, folders=("output", "notes"))),
    "file-stray": with_file("README.txt"),
    "file-junk": with_file("Thumbs.db"),
    "file-name": renamed("_cn_eval", "-cn-eval"),
    "file-team": renamed("/NIST_", "/LDC_"),
    "file-language-pair": renamed("NIST_ara2eng", "NIST_chi2eng"),
    "file-system-type": renamed("contrast1", "contrast4", openmt(systems=CONTRAST)),
    "file-condition": renamed("_cn_", "_constrained_"),
    "file-package": renamed("_eval_", "_dryrun_"),
    "file-test-set": renamed("current", "curent", small("tsv")),
    "file-date": renamed("20120406", "2012-04-06"),
    "file-field": renamed("bleu", "nist", small("scores")),
    "condition-not-offered": lambda: openmt(language_pair="dar2eng", systems=[("primary", "cn")]),
    "input-missing": lambda: build(SPOKEN, "plain"),
    "input-not-offered": lambda: build(SPOKEN, "plain").with_options(stated=StatedInput("lattice")),
    "released-run-unknown": lambda: build(SPOKEN, "plain").with_options(
        stated=StatedInput("released-runs", ("NICT", "UEDIN")), released=lambda _pair, _set: ["UEDIN"]
    ),
    "date-impossible": renamed("20120406", "20120231"),
    "date-year": renamed("20120406", "20110406"),
    "date-future": renamed("20120406", "20120521"),
    "run-duplicate": two_days,
    "required-type-missing": lambda: openmt(systems=[("contrast1", "cn")]),
    "too-few-systems": lambda: after(
        openmt(systems=[("primary", "un")]), openmt(systems=[("contrast1", "cn")], version=2)
    ),
    "too-many-systems": lambda: small("tsv", systems=[(name, None) for name in ("primary", "c1", "c2", "c3")]),
    "compulsory-set-missing": without_file("progress", small("plain")),
    "debugged-unofficial": lambda: after(openmt(), edited("says", "said", openmt(version=2))()),
    "resubmission-unchanged": lambda: after(openmt(), openmt(version=2)),
    "resubmission-refused": lambda: after(small("tsv"), small("tsv")),
    "too-early": knowing(renamed("20120406", "20120401")(), when=datetime(2012, 4, 1, tzinfo=UTC)),
    "late-refused": knowing(openmt("dryrun"), when=datetime(2012, 3, 1, tzinfo=UTC)),
    "late-unofficial": knowing(when=datetime(2012, 4, 10, tzinfo=UTC)),
    "deadline-not-checked": knowing(when=None),
    "dry-run-missing": knowing(history=History(complete=True)),
    "dry-run-not-checked": knowing(history=History()),
    "file-empty": converted(lambda _: b""),
    "file-binary": converted(lambda _: b"%PDF-1.4\n"),
    "encoding-utf8": edited("says", b"s\xe4ys"),
    "encoding-utf16": converted(lambda data: data.decode().encode("utf-16")),
    "encoding-declared": edited('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
    "nul-character": edited("says", "s\0ys", small("plain")),
    "byte-order-mark": converted(lambda data: b"\xef\xbb\xbf" + data),
    "line-ends-mixed": edited("\n", "\r\n"),
    "xml-not-well-formed": edited("says", "says &"),
    "plain-text-for-xml": converted(lambda _: b"One line.\n"),
    "xml-root": converted(lambda data: data.replace(b"mteval>", b"mtevl>")),
    "xml-element": edited("</seg>", "<b/></seg>"),
    "xml-attribute-missing": edited(' docid="doc-1"', ""),
    "xml-attribute-unknown": edited('<seg id="1">', '<seg id="1" lang="en">'),
    "xml-content": edited("</mteval>", f"{SECOND_SET}</mteval>"),
    "xml-text": edited("</doc>", "More text.</doc>"),
    "doctype-missing": rewritten(r"<!DOCTYPE[^>]*>\n", ""),
    "doctype-declarations": edited('dtd">', 'dtd" [<!ENTITY a "b">]>'),
    "format-invalid": edited("doc-2\t", "doc-2 ", small("tsv")),
    "set-kind": converted(lambda data: data.replace(b"tstset", b"refset").replace(b"sysid", b"refid")),
    "set-several": rewritten("( *<tstset.*</tstset>\n)", r"\1\1"),
    "set-id": edited("openmt12-ara2eng", "openmt12-chi2eng"),
    "source-language": edited("Arabic", "Farsi"),
    "target-language": edited("English", "German"),
    "system-id": edited("NIST_ara2eng_primary_cn", "NIST_ara2eng_primary"),
    "source-not-checked": knowing(sources=()),
    "document-missing": rewritten(DOCUMENT, ""),
    "document-extra": rewritten(DOCUMENT, r'\1<doc docid="doc-3" genre="nw"><seg id="1">x</seg></doc>\n'),
    "document-duplicate": rewritten(DOCUMENT, r"\1\1"),
    "document-order": rewritten(rf'( *<doc docid="doc-1".*?</doc>\n){DOCUMENT}', r"\2\1"),
    "genre": edited('genre="nw"', 'genre="wb"'),
    "genre-unknown": lambda: edited('genre="nw"', 'genre="talk"')().with_options(sources=[numbered_source()]),
    "seg-id-missing": rewritten(SEGMENT, ""),
    "seg-id-extra": rewritten(SEGMENT, r'\1<seg id="9">More.</seg>\n'),
    "seg-id-duplicate": rewritten(SEGMENT, r"\1\1"),
    "seg-order": rewritten(rf'( *<seg id="1">[^\n]*\n){SEGMENT}', r"\2\1"),
    "segment-count": rewritten(r"^[^\n]*\n", "", small("plain")),
    "last-line-end": rewritten(r"\n$", "", small("plain")),
    "ctm-recording-missing": rewritten(r"talk2.*", "", small("ctm")),
    "ctm-recording-unknown": rewritten(r"\Z", "talk3 1 0.00 0.30 more 0.90\n", small("ctm")),
    "ctm-scattered": rewritten(r"\Z", "talk1 1 5.00 0.30 more 0.90\n", small("ctm")),
    "ctm-channel": lambda: changed(small("ctm"), lambda package: package.edited("talk1 1", "talk1 A")),
    "ctm-order": edited("talk1 1 0.00", "talk1 1 1.50", small("ctm")),
    "ctm-begin": edited("talk1 1 0.00", "talk1 1 -0.50", small("ctm")),
    "ctm-duration": edited("0.30", "-0.30", small("ctm")),
    "ctm-overlap": edited("0.00 0.30", "0.00 4.00", small("ctm")),
    "ctm-beyond-recording": edited("2.00 0.30", "20.00 0.30", small("ctm")),
    "ctm-confidence": edited("0.90", "1.90", small("ctm")),
    "utterance-missing": rewritten(r"and then \(s-2\)\n", "", small("trn")),
    "utterance-extra": rewritten(r"\Z", "more (s-3)\n", small("trn")),
    "utterance-duplicate": rewritten(r"\Z", "more (S-1)\n", small("trn")),
    "utterance-braces": edited("what was", "{ what was", small("trn")),
    "metric-undeclared": edited("# metric: COMET\n", "", small("scores")),
    "direction-undeclared": edited("# better: higher\n", "", small("scores")),
    "references-undeclared": edited("# references: yes\n", "", small("scores")),
    "declaration-wrong": edited("# better: higher", "# better: lower\n# colour: red", small("scores")),
    "references-not-given": lambda: small("scores").with_options(
        outputs=lambda _pair, _set: replace(SCORED, references=0)
    ),
    "scores-none": rewritten("(score\n).*", r"\1", small("scores")),
    "score-columns": edited("system2\t1\t0.75", "system2 1 0.75\nsystem2\t1\t0.75", small("scores")),
    "score-not-a-number": edited("system1\t\t0.375", "system1\t\t0,375", small("scores")),
    "score-not-finite": edited("system1\t1\t0.5", "system1\t1\tnan", small("scores")),
    "score-duplicate": edited("system1\t1\t0.5", "system1\t1\t0.5\nsystem1\t1\t0.6", small("scores")),
    "score-system-unknown": rewritten(r"\Z", "system9\t1\t0.5\n", small("scores")),
    "score-system-missing": rewritten(r"system2\t\t0.37\n", "", small("scores")),
    "score-segment-unknown": rewritten(r"\Z", "system1\tone\t0.5\n", small("scores")),
    "score-segment-missing": rewritten(r"system2\t2.*", "system1\t\t0.375\nsystem2\t\t0.75\n", small("scores")),
    "score-system-mean": edited("0.375", "0.376", small("scores")),
    "outputs-not-checked": knowing(small("scores"), outputs=None),
    "text-empty": rewritten(r'(<seg id="2">)[^<]*', r"\1"),
    "text-control-characters": edited("says", "s\x7fys"),
}


@pytest.mark.parametrize("code", ROWS)
def test_one_small_change_gives_that_finding_alone(code: str, tmp_path: Path) -> None:
    submission = ROWS[code]()
    contents = submission.package.contents(tmp_path)
    report = check_contents(contents, submission.rulebook, **submission.options)
    assert {finding.code for finding in report.findings} == {code}, [str(finding) for finding in report.findings]
    for finding in report.findings:
        assert finding.severity == CODES[code].severity
        assert finding.found
        assert finding.expected
        assert finding.remedy
        assert finding.place.file
    assert report.valid == (CODES[code].severity != "error")


@pytest.mark.parametrize("code", [code for code in CODES if not code.startswith("rulebook-")])
def test_every_code_has_a_row_here_or_a_test_of_its_own(code: str) -> None:
    tests = {*FOLDER.rglob("test_*.py"), FOLDER / "broken_archives.py"} - {Path(__file__)}
    texts = [path.read_text(encoding="utf-8") for path in tests]
    assert code in ROWS or any(f'"{code}"' in text for text in texts)


def test_no_row_is_left_over() -> None:
    assert set(ROWS) <= set(CODES)
