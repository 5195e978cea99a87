"""Runs that are sent without an archive find the package that they belong to."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.extraction import gather
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.repair import repair_of
from bakeoff.submissions.packages.run_files import group_of
from tests.submissions.package_files import build

OPENMT = read_rulebook("openmt2012")
WMT = read_rulebook("wmt")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("NIST_ara2eng_primary_cn_eval_20120405.xml", "eval language_pair=ara2eng"),
        ("NIST_chi2eng_contrast1_cn_eval_20120405.xml", "eval language_pair=chi2eng"),
        ("NIST_ara2eng_primary_cn_dryrun_20120105.xml", "dryrun language_pair=ara2eng"),
        # A slip in the name: it is known what was meant
        ("NIST_ara2eng_primry_cn_eval_20120405.xml", "eval language_pair=ara2eng"),
    ],
)
def test_a_run_belongs_to_the_package_that_its_name_says(name: str, key: str) -> None:
    group = group_of(name, OPENMT, team="NIST")
    assert group is not None
    assert group.key == key


def test_a_name_of_another_form_is_understood_where_the_kind_of_package_is_known() -> None:
    name = "nist-ara2eng-primary-cn-20120405.xml"
    assert group_of(name, OPENMT, team="NIST") is None
    group = group_of(name, OPENMT, team="NIST", package="eval")
    assert group is not None
    assert group.key == "eval language_pair=ara2eng"


@pytest.mark.parametrize("name", ["output.xml", "readme.md", "NIST_deu2eng_primary_cn_eval_20120405.xml", ""])
def test_a_name_that_says_too_little_belongs_to_no_package(name: str) -> None:
    assert group_of(name, OPENMT, team="NIST") is None


def test_all_runs_of_a_campaign_without_names_for_archives_belong_together() -> None:
    names = ["NIST.general.en-de.primary.constrained.xml", "NIST.test-suites.en-cs.contrastive1.constrained.xml"]
    pairs = list(WMT.language_pairs)
    names = [name.replace("en-de", pairs[0]).replace("en-cs", pairs[-1]) for name in names]
    keys = {group.key if (group := group_of(name, WMT, team="NIST")) else None for name in names}
    assert keys == {"runs"}


def test_no_package_is_made_where_no_archive_is_taken() -> None:
    runs = WMT.submission.packages["runs"].model_copy(update={"compression": ("none",)})
    submission = WMT.submission.model_copy(update={"packages": {"runs": runs}})
    name = f"NIST.general.{next(iter(WMT.language_pairs))}.primary.constrained.xml"
    assert group_of(name, WMT, team="NIST") is not None
    assert group_of(name, WMT.model_copy(update={"submission": submission}), team="NIST") is None


def test_gathered_runs_become_a_valid_package(tmp_path: Path) -> None:
    built = build(OPENMT, "eval", language_pair="ara2eng", systems=[("primary", "cn"), ("contrast1", "cn")])
    files = []
    for number, (name, data) in enumerate(built.package.files.items()):
        path = tmp_path / str(number)
        path.write_bytes(data)
        files.append(PackedFile(name.rpartition("/")[2], path, len(data)))
    contents = gather(files, "NIST_eval")
    assert contents.findings == ()
    only = {"archive:", *(f"folder:{file.name}" for file in files)}
    (tmp_path / "out").mkdir()
    fixed = repair_of(contents, OPENMT, tmp_path, team="NIST", package="eval", only=only, version=2).write(
        tmp_path / "out"
    )
    assert fixed.path.name == "OpenMT12_Eval_NIST_ara2eng_02.tgz"
    assert sorted(fixed.sent_names.values()) == sorted(file.name for file in files)
    options = {**built.options, "history": None}
    assert {each.severity for each in check_package(fixed.path, OPENMT, **options).findings} <= {"not-checked"}


def test_gathered_files_are_held_to_the_limits_of_archives(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    files = [PackedFile(name, path, 5) for name in ("a.txt", "A.txt", "b.txt")]
    findings = gather(files, "NIST_eval", limits=Limits(total_bytes=12)).findings
    assert [each.code for each in findings] == ["archive-duplicate-case", "archive-bomb-size"]
