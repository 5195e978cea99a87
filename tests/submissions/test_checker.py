"""The checker: correct packages have no findings; what is not known is said; all mistakes come at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import Rulebook, read_rulebook, rulebook_names
from bakeoff.rulebook.file_names.fields import example_values
from bakeoff.rulebook.files.sources import rulebook_files
from bakeoff.submissions.checker import CheckReport, check_contents
from bakeoff.submissions.packages.contents import Kind
from bakeoff.submissions.packages.entries import NOTHING_STATED, StatedInput
from bakeoff.submissions.packages.history import History, earlier_package
from tests.submissions.package_files import Submission, build

RULEBOOK = read_rulebook("openmt2012")
KINDS = [(name, kind) for name in rulebook_names() for kind in read_rulebook(name).submission.packages]
BOTH = [("primary", "cn"), ("contrast1", "cn"), ("contrast3", "cn"), ("combo1", "cn"), ("primary", "un")]


def check(submission: Submission, folder: Path) -> CheckReport:
    contents = submission.package.contents(folder)
    return check_contents(contents, submission.rulebook, **submission.options)


def codes(report: CheckReport) -> list[str]:
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_correct_packages_of_every_rulebook_have_no_findings(name: str, kind: str, tmp_path: Path) -> None:
    stated = StatedInput("audio") if kind == "slt" else NOTHING_STATED  # names of files do not say it
    report = check(build(read_rulebook(name), kind).with_options(stated=stated), tmp_path)
    assert (report.findings, report.valid, report.package) == ((), True, kind)
    assert report.entries


def test_a_package_of_both_conditions_with_contrastive_and_combined_systems(tmp_path: Path) -> None:
    report = check(build(RULEBOOK, "eval", systems=BOTH), tmp_path)
    assert report.findings == ()
    assert [(entry.written_type, entry.condition) for entry in report.entries] == [
        ("primary", "constrained"),
        ("contrast1", "constrained"),
        ("contrast3", "constrained"),
        ("combo1", "constrained"),
        ("primary", "unconstrained"),
    ]
    first = report.entries[0]
    assert (first.team, first.track, first.language_pair, first.system_type, first.test_set) == (
        "NIST",
        "single",
        "ara2eng",
        "primary",
        "current",
    )


@pytest.mark.parametrize("kind", ["zip", "tgz"])
def test_both_compressions_of_the_plan(kind: Kind, tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    package = replace(submission.package, name=submission.package.name.replace("tgz", kind), kind=kind)
    assert check(submission.with_package(package), tmp_path).findings == ()


def test_what_an_offline_check_cannot_know_is_not_checked(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval", version=2)
    report = check(Submission(RULEBOOK, submission.package), tmp_path)
    assert report.valid
    assert codes(report) == [
        "team-not-checked",
        "earlier-versions-not-checked",
        "dry-run-not-checked",
        "deadline-not-checked",
        "source-not-checked",
    ]
    assert report.not_checked == report.findings


@pytest.mark.parametrize("name", ["output", "somewhere"])
def test_a_folder_can_be_checked_before_it_is_packed(name: str, tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval", systems=BOTH)
    files = submission.package.files
    if name == "output":
        files = {path.removeprefix("output/"): data for path, data in files.items()}
    package = replace(submission.package, name=name, kind="folder", files=files)
    report = check(submission.with_package(package), tmp_path)
    assert codes(report) == ["archive-not-checked"]
    assert report.package == "eval"


def test_a_single_file_can_be_checked(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    ((path, data),) = submission.package.files.items()
    name = path.rpartition("/")[2]
    package = replace(submission.package, name=name, kind="file", files={name: data})
    assert codes(check(submission.with_package(package), tmp_path)) == ["archive-not-checked"]


def test_all_mistakes_come_at_once_with_their_lines(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval", systems=BOTH)
    package = submission.package.edited('<seg id="2">', '<seg id="7">', file="contrast1", times=1)
    package = package.edited("Arabic", "Farsi", file="contrast1")
    package = package.edited("nw", "wb", file="combo1", times=1)
    package = package.renamed("primary_un", "primray_un")
    package = replace(package, name="OpenMT12_Eval_NIST_ara2eng_1.tgz")
    report = check(submission.with_package(package), tmp_path)
    found = [(each.code, (each.place.file or "").rpartition("/")[2], each.place.line) for each in report.findings]
    assert found == [
        ("archive-version", "OpenMT12_Eval_NIST_ara2eng_1.tgz", None),
        ("source-language", "NIST_ara2eng_contrast1_cn_eval_20120406.xml", 4),
        ("seg-id-missing", "NIST_ara2eng_contrast1_cn_eval_20120406.xml", 6),
        ("seg-id-extra", "NIST_ara2eng_contrast1_cn_eval_20120406.xml", 7),
        ("genre", "NIST_ara2eng_combo1_cn_eval_20120406.xml", 5),
        ("file-system-type", "NIST_ara2eng_primray_un_eval_20120406.xml", None),
    ]
    assert report.findings[0].remedy == "Call it OpenMT12_Eval_NIST_ara2eng_01.tgz."
    assert report.findings[-1].remedy == "Call it NIST_ara2eng_primary_un_eval_20120406.xml."
    assert not report.valid


def test_a_name_of_another_form_is_fixed_as_a_whole(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    package = replace(submission.package, name="openmt12-eval-NIST-ARA2ENG-v1.tgz")
    (finding,) = check(submission.with_package(package), tmp_path).findings
    assert finding.code == "archive-name"
    package = submission.package.renamed("_eval_20120406", "-eval-20120406")
    (finding,) = check(submission.with_package(package), tmp_path).findings
    assert (finding.code, finding.remedy) == ("file-name", "Call it NIST_ara2eng_primary_cn_eval_20120406.xml.")


def test_later_versions_hold_what_is_new_or_debugged(tmp_path: Path) -> None:
    first = build(RULEBOOK, "eval", systems=[("primary", "cn"), ("contrast1", "cn")])
    earlier = earlier_package(first.package.contents(tmp_path), RULEBOOK)
    assert earlier is not None
    assert (earlier.package, earlier.version, earlier.language_pair, len(earlier.entries)) == ("eval", 1, "ara2eng", 2)
    history = History((*first.options["history"].packages, earlier), complete=True)
    new = build(RULEBOOK, "eval", systems=[("contrast2", "cn")], version=2).with_options(history=history)
    assert check(new, tmp_path).findings == ()
    debugged = build(RULEBOOK, "eval", systems=[("contrast1", "cn")], version=2).with_options(history=history)
    assert codes(check(debugged, tmp_path)) == ["resubmission-unchanged"]
    changed = debugged.with_package(debugged.package.edited("says", "said"))
    report = check(changed, tmp_path)
    assert (codes(report), report.valid) == (["debugged-unofficial"], True)


def test_where_later_files_replace_earlier_ones_the_whole_package_may_come_again(tmp_path: Path) -> None:
    rules = tmp_path / "replaces.toml"
    rules.write_text('extends = "openmt2012"\n[submission]\nresubmission = "replaces"\n', encoding="utf-8")
    rulebook = read_rulebook(rules)
    earlier = earlier_package(build(rulebook, "eval").package.contents(tmp_path), rulebook)
    assert earlier is not None
    second = build(rulebook, "eval", version=2)
    history = History((*second.options["history"].packages, earlier), complete=True)
    assert check(second.with_options(history=history), tmp_path).findings == ()


def test_packages_of_other_pairs_do_not_count(tmp_path: Path) -> None:
    arabic = build(RULEBOOK, "eval")
    chinese = build(RULEBOOK, "eval", language_pair="chi2eng")
    earlier = earlier_package(arabic.package.contents(tmp_path), RULEBOOK)
    assert earlier is not None
    history = History((*chinese.options["history"].packages, earlier), complete=True)
    assert check(chinese.with_options(history=history), tmp_path).findings == ()


def test_hostile_names_take_no_time(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    ((path, data),) = submission.package.files.items()
    names = {f"output/NIST/ara2eng/{'_' * length}.xm{letter}": data for length in (40, 240) for letter in "lx"}
    package = replace(submission.package, files={path: data, **names})
    report = check(submission.with_package(package), tmp_path)
    assert sorted(codes(report)) == ["file-name", "file-name", "file-stray", "file-stray"]


def test_a_thousand_findings_alike_are_enough(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    extra = "".join(f'<doc docid="x{number}" genre="nw"><seg id="1">x</seg></doc>\n' for number in range(1500))
    package = submission.package.edited("</tstset>", f"{extra}</tstset>")
    report = check(submission.with_package(package), tmp_path)
    assert codes(report) == ["document-extra"] * 1000
    assert report.findings[-1].found.endswith("(500 more such findings in this file)")


def test_an_unknown_kind_of_package_is_refused(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval").with_options(package="main")
    with pytest.raises(BakeoffError, match="no kind of package 'main'; the rulebook has dryrun, eval, older, combo"):
        check(submission, tmp_path)


def test_a_compulsory_set_that_may_have_come_before_is_named(tmp_path: Path) -> None:
    submission = build(read_rulebook("wmt"), "runs").with_options(history=None)
    files = {name: data for name, data in submission.package.files.items() if "test-suites" not in name}
    submission = submission.with_package(replace(submission.package, files=files))
    report = check(submission, tmp_path)
    assert report.valid
    assert codes(report) == ["earlier-versions-not-checked", "compulsory-set-not-checked"]
    assert report.findings[-1].found == "runs on general"
    assert report.findings[-1].expected == "runs on test-suites too, for general, en-de, here or in an earlier package"
    (missing,) = check(submission.with_options(history=History(complete=True)), tmp_path).findings
    assert (missing.code, missing.expected) == ("compulsory-set-missing", "runs on test-suites too, for general, en-de")


def test_a_first_version_is_asked_for_its_primary_system(tmp_path: Path) -> None:
    (finding,) = check(build(RULEBOOK, "eval", systems=[("contrast1", "cn")]), tmp_path).findings
    assert (finding.code, finding.found) == ("required-type-missing", "none")
    assert finding.expected == "a primary system in the first version (single, ara2eng, constrained, current)"


def test_a_type_is_not_asked_for_under_conditions_that_it_may_not_be_submitted_under(tmp_path: Path) -> None:
    rulebook = read_rulebook("iwslt2012")  # primary systems are limited to the supplied corpora (3.1)
    systems = [("primary", "olympics"), ("contrastive1", "additional")]
    assert check(build(rulebook, "olympics", language_pair="zh-en", systems=systems), tmp_path).findings == ()


def test_wrong_names_are_shown_a_right_one(tmp_path: Path) -> None:
    submission = build(RULEBOOK, "eval")
    (finding,) = check(submission.with_package(submission.package.renamed("_cn_eval", "-cn-eval")), tmp_path).findings
    day = example_values(RULEBOOK, RULEBOOK.submission.packages["eval"])["date"]
    pattern = "{site}_{language_pair}_{system_type}_{condition}_{package}_{date}.xml"
    assert finding.expected == f"a name such as NIST_ara2eng_primary_cn_eval_{day}.xml ({pattern})"
    package = replace(submission.package, name="OpenMT12_NIST.tgz")
    (finding,) = check(submission.with_package(package), tmp_path).findings
    assert finding.expected.startswith("a name such as OpenMT12_Eval_NIST_ara2eng_01 (OpenMT12_Eval_{site}_")


SMALL = read_rulebook(Path(__file__).parent / "small.toml")


@pytest.mark.parametrize("kind", ["plain", "tsv"])
def test_utf16_is_reported_once(kind: str, tmp_path: Path) -> None:
    submission = build(SMALL, kind)
    files = {name: data.decode().rstrip().encode("utf-16") for name, data in submission.package.files.items()}
    report = check(submission.with_package(replace(submission.package, files=files)), tmp_path)
    assert set(codes(report)) == {"encoding-utf16"}


def test_one_of_something_is_not_said_as_many(tmp_path: Path) -> None:
    submission = build(SMALL, "plain")
    package = replace(submission.package, files={"de-en/notes.md": b"x"})
    found = {each.code: each.found for each in check(submission.with_package(package), tmp_path).findings}
    assert found["package-empty"] == "1 other file"
    package = replace(package, files=dict.fromkeys(submission.package.files, b"one\n"))
    found = {each.code: each.found for each in check(submission.with_package(package), tmp_path).findings}
    assert found["segment-count"] == "1 segment"


def test_late_packages_are_told_the_deadline_on_the_campaigns_clock(tmp_path: Path) -> None:
    when = datetime(2012, 6, 27, 4, 0, 10, tzinfo=UTC)
    report = check(build(RULEBOOK, "eval").with_options(when=when), tmp_path)
    (late,) = [each for each in report.findings if each.code == "late-refused"]
    assert late.found == "Wed 27 June 2012, 00:00 EDT"
    assert "was Fri 6 April 2012, 11:59 EDT" in late.expected


def with_validity(validity: str, folder: Path) -> Rulebook:
    """The rulebook of OpenMT with another validity for its files."""
    text = rulebook_files()["openmt2012"].read_text(encoding="utf-8")
    path = folder / f"{validity}.toml"
    path.write_text(text.replace('validity = "dtd"', f'validity = "{validity}"'), encoding="utf-8")
    return read_rulebook(path)


@pytest.mark.parametrize("validity", ["format", "dtd"])
def test_elements_of_other_names_are_refused_only_where_the_document_type_is_the_rule(
    validity: str, tmp_path: Path
) -> None:
    submission = build(with_validity(validity, tmp_path), "eval")
    package = submission.package.edited('genre="nw">', 'genre="nw"><bogus/>')
    report = check(submission.with_package(package), tmp_path)
    found = [(each.code, each.place.line, each.found, each.remedy) for each in report.findings]
    refusal = ("the element bogus", "Remove the element, or write < as &lt;.")
    assert found == ([("xml-element", line, *refusal) for line in (5, 10)] if validity == "dtd" else [])


def test_attributes_of_the_source_are_refused_where_the_document_type_is_the_rule(tmp_path: Path) -> None:
    submission = build(with_validity("dtd", tmp_path), "eval")
    package = submission.package.edited('genre="nw">', 'genre="nw" origlang="xx">')
    (found,) = check(submission.with_package(package), tmp_path).findings
    assert (found.code, found.place.line, found.found) == ("xml-attribute-unknown", 5, "origlang")
    kept = replace(submission, rulebook=with_validity("format", tmp_path)).with_package(package)
    assert check(kept, tmp_path).findings == ()


def test_a_run_that_keeps_extra_attributes_of_the_source_is_accepted(tmp_path: Path) -> None:
    submission = build(with_validity("format", tmp_path), "eval")
    package = submission.package.edited('genre="nw">', 'genre="nw" origlang="ar">').edited(
        '<seg id="1">', '<seg id="1" speaker="a">'
    )
    kept = submission.with_package(package)
    assert set(codes(check(kept, tmp_path))) == {"xml-attribute-unknown"}
    path = tmp_path / "source.xml"
    path.write_text(
        '<mteval><srcset setid="openmt12-ara2eng" srclang="Arabic">'
        + "".join(
            f'<doc docid="{document.id}" genre="nw" origlang="ar">'
            + "".join(
                f'<seg id="{name}" speaker="a">{text}</seg>'
                for name, text in zip(document.segments, document.texts, strict=True)
            )
            + "</doc>"
            for document in submission.options["sources"][0].documents.values()
        )
        + "</srcset></mteval>",
        encoding="utf-8",
    )
    assert codes(check(kept.with_options(sources=[path]), tmp_path)) == []
