"""`bakeoff check`: the contract that scripts of others rely on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats import write
from bakeoff.formats.text.text_file import TextFile
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.writer import write_archive
from tests.submissions.package_files import BuiltPackage, build, source_text

RULEBOOK = read_rulebook("openmt2012")
NAME = "OpenMT12_Eval_NIST_ara2eng_01.tgz"
RUN = "output/NIST/ara2eng/NIST_ara2eng_primary_cn_eval_20120406.xml"
KNOWN = ("--source", "source.xml", "--team", "NIST", "--date", "2012-04-06T10:00")


def pack(package: BuiltPackage, folder: Path = Path()) -> Path:
    """Writes a package as an archive."""
    contents = package.contents(folder)
    path = folder / package.name
    write_archive(contents.files, path, "zip" if package.kind == "zip" else "tgz", overwrite=True)
    return path


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(TextFile((source_text(RULEBOOK, "ara2eng", "current"),), "nist-xml"), "source.xml")
    pack(build(RULEBOOK, "eval").package)
    pack(build(RULEBOOK, "dryrun").package)


def broken() -> Path:
    package = build(RULEBOOK, "eval").package
    return pack(package.edited('<seg id="2">', '<seg id="4">', times=1).edited("says", "", times=1))


def test_a_valid_package_exits_0(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "check", NAME, "--rules", "openmt2012", *KNOWN, "--earlier", "OpenMT12_DryRun_NIST_ara2eng_01.tgz"
    )
    assert (outcome.code, outcome.out, outcome.err) == (0, f"{NAME}, eval, 1 run: valid\n", "")


def test_json_is_what_the_contract_says(bakeoff: Callable[..., Any]) -> None:
    broken()
    outcome = bakeoff("check", NAME, "--rules", "openmt2012", *KNOWN, "--format", "json")
    assert outcome.code == 1
    found = outcome.json
    assert (found["valid"], found["package"], found["kind"]) == (False, NAME, "eval")
    assert [finding["code"] for finding in found["findings"]] == [
        "dry-run-not-checked",
        "seg-id-missing",
        "seg-id-extra",
    ]
    assert found["findings"][1] == {
        "code": "seg-id-missing",
        "severity": "error",
        "file": RUN,
        "line": 6,
        "document": "doc-1",
        "segment": None,
        "found": "3 segments, without 2",
        "expected": "the 3 segments of the source",
        "remedy": "Translate all segments, and write empty ones too.",
    }


def test_text_is_grouped_by_file_and_ends_with_the_counts(bakeoff: Callable[..., Any]) -> None:
    broken()
    outcome = bakeoff("check", NAME, "--rules", "openmt2012", *KNOWN)
    assert outcome.code == 1
    assert outcome.out == (
        f"{RUN}\n"
        "  error [seg-id-missing] line 6, document doc-1\n"
        "    Expected the 3 segments of the source, found 3 segments, without 2.\n"
        "    Translate all segments, and write empty ones too.\n"
        "  error [seg-id-extra] line 7, document doc-1\n"
        "    Expected only segments of the source, 1 to 3, found 4.\n"
        "    Remove it, or give it the id that it has in the source.\n"
        "\n"
        "Not checked\n"
        "  Expected a package in each phase that is compulsory before main evaluation, found no package of an earlier"
        " phase.\n"
        "    Give the package of the earlier phase with --earlier, if there is one. [dry-run-not-checked]\n"
        "\n"
        f"{NAME}, eval, 1 run: invalid (2 errors, 1 rule not checked)\n"
    )


@pytest.mark.parametrize("output_format", ["tsv", "csv", "markdown", "latex"])
def test_other_formats_are_tables_of_findings(bakeoff: Callable[..., Any], output_format: str) -> None:
    broken()
    outcome = bakeoff("check", NAME, "--rules", "openmt2012", *KNOWN, "--format", output_format)
    assert outcome.code == 1
    rows = [line for line in outcome.out.splitlines() if "seg-id" in line]
    assert len(rows) == 2
    assert all("doc-1" in row and "error" in row for row in rows)


def test_zip_folder_and_file_are_packages_too(bakeoff: Callable[..., Any]) -> None:
    built = build(RULEBOOK, "eval").package
    pack(replace(built, name=NAME.replace("tgz", "zip"), kind="zip"))
    for name, data in built.files.items():
        Path("mine", name).parent.mkdir(parents=True)
        Path("mine", name).write_bytes(data)
    unpacked = ["archive-not-checked", "dry-run-not-checked", "earlier-versions-not-checked"]
    for package, expected in (
        (NAME.replace("tgz", "zip"), ["dry-run-not-checked"]),
        ("mine/output", unpacked),
        ("mine", unpacked),
        (f"mine/{RUN}", unpacked),
    ):
        findings = bakeoff("check", package, "--rules", "openmt2012", *KNOWN, "--format", "json").json["findings"]
        assert sorted(finding["code"] for finding in findings) == expected


def test_earlier_packages_make_versions_known(bakeoff: Callable[..., Any]) -> None:
    pack(build(RULEBOOK, "eval", version=2).package)
    name = NAME.replace("01", "02")
    outcome = bakeoff("check", name, "--rules", "openmt2012", *KNOWN, "--earlier", NAME, "--format", "json")
    assert [each["code"] for each in outcome.json["findings"]] == ["dry-run-not-checked", "resubmission-unchanged"]


def test_kind_and_team_can_be_given(bakeoff: Callable[..., Any]) -> None:
    Path(NAME).rename("results.tgz")
    given = ("--rules", "openmt2012", "--package", "eval", "--team", "LDC", "--format", "json")
    found = bakeoff("check", "results.tgz", *given).json["findings"]
    assert {"archive-name", "tree-team", "file-team"} <= {each["code"] for each in found}
    assert found[0]["remedy"] == "Call it OpenMT12_Eval_LDC_ara2eng_01.tgz."


FIX = "--fix FOLDER writes a copy with names, packing and encoding fixed, where it is certain what was meant."
PACK = "bakeoff pack makes a package with right names from the outputs themselves."


def test_the_end_says_which_commands_help(bakeoff: Callable[..., Any]) -> None:
    package = build(RULEBOOK, "eval").package
    pack(package.renamed("primary", "Primary"))
    call = ("check", NAME, "--rules", "openmt2012", *KNOWN)
    lines = bakeoff(*call).out.splitlines()
    assert lines[-4:-1] == [FIX, PACK, ""]
    pack(package.edited("NIST_ara2eng_primary_cn", "NIST_ara2eng_primary"))
    out = bakeoff(*call).out
    assert (FIX in out, PACK in out) == (True, False)
    broken()
    out = bakeoff(*call).out
    assert (FIX in out, PACK in out) == (False, False)
    pack(package.renamed("output/NIST", "output/NIST/more").renamed("primary", "xyz"))
    out = bakeoff(*call, "--fix", "fixed").out
    assert (FIX in out, PACK in out) == (False, True)


def test_colours_only_on_terminals(bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    broken()
    plain = bakeoff("check", NAME, "--rules", "openmt2012", *KNOWN).out
    assert "\x1b[" not in plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = bakeoff("check", NAME, "--rules", "openmt2012", *KNOWN).out
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no.tgz", "--rules", "openmt2012"], "no.tgz: expected a package that can be read, found no such file."),
        ([NAME, "--rules", "no-such"], "there is no rulebook 'no-such'"),
        ([NAME], "Missing option '--rules'."),
        ([NAME, "--rules", "openmt2012", "--package", "main"], "there is no kind of package 'main'"),
        ([NAME, "--rules", "openmt2012", "--date", "soon"], "--date: expected a day or a time"),
        ([NAME, "--rules", "openmt2012", "--source", "no.xml"], "no.xml: expected a file that can be read"),
        ([NAME, "--rules", "openmt2012", "--earlier", "source.xml"], "source.xml: expected an earlier package"),
    ],
)
def test_wrong_calls_give_one_sentence_and_exit_2(
    bakeoff: Callable[..., Any], arguments: list[str], sentence: str
) -> None:
    outcome = bakeoff("check", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith(f"bakeoff: {sentence}")
    assert outcome.err.count("\n") == 1
