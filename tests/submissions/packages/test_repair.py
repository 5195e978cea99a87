"""Packages with wrong names are fixed; what cannot be known is left alone."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import Document, Finding, Run, Segment, TestSet
from bakeoff.errors import BakeoffError, InputError
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.extraction import unpack
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.packages.builder import Output, build_package
from bakeoff.submissions.packages.changes import FIXED_CODES
from bakeoff.submissions.packages.content_fixes import LINE_FORMATS, content_fixes
from bakeoff.submissions.packages.repair import fix_package, repair_of
from bakeoff.submissions.packages.single_runs import segments_of
from bakeoff.submissions.sources import source_of
from tests.conftest import ROOT
from tests.submissions.package_files import build
from tests.submissions.packages.test_builder import RULES, SOURCE, TEXT, codes, names
from tests.submissions.test_findings_table import ROWS, Row, renamed

RIGHT = "output/NIST/ara2eng/NIST_ara2eng_primary_cn_eval_20120405.xml"


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    """A right file of a package."""
    path = tmp_path / "output.txt"
    path.write_text("".join(f"{line}\n" for line in TEXT), encoding="utf-8")
    given = Output(path=path, system="primary", condition="constrained")
    package = build_package(names(), [given], source=SOURCE, folder=tmp_path)
    with tarfile.open(package) as archive:
        member = archive.extractfile(RIGHT)
        assert member is not None
        data = member.read()
    package.unlink()
    return data


def packed(folder: Path, name: str, files: dict[str, bytes]) -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in files.items():
            archive.writestr(member, data)
    return path


WRONG = {
    "archive": ("openmt12-eval_NIST_ara2eng_1.zip", RIGHT),
    "tree": ("OpenMT12_Eval_NIST_ara2eng_01.zip", "Output/NIST/" + RIGHT.rpartition("/")[2]),
    "no tree": ("OpenMT12_Eval_NIST_ara2eng_01.zip", RIGHT.rpartition("/")[2]),
    "type": ("OpenMT12_Eval_NIST_ara2eng_01.zip", RIGHT.replace("primary", "Primary")),
    "package": ("OpenMT12_Eval_NIST_ara2eng_01.zip", RIGHT.replace("eval", "Eval")),
    "pair": ("OpenMT12_Eval_NIST_ara2eng_01.zip", RIGHT.replace("NIST_ara2eng", "NIST_ara2en")),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_wrong_names_are_fixed(mistake: str, content: bytes, tmp_path: Path) -> None:
    name, member = WRONG[mistake]
    path = packed(tmp_path, name, {member: content})
    before = path.read_bytes()
    assert codes(path)
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, RULES, tmp_path / "out")
    assert codes(fixed.path) == []
    assert len(fixed.changes) == 1
    assert path.read_bytes() == before
    with zipfile.ZipFile(fixed.path) as archive:
        assert archive.read(RIGHT) == content


def test_the_name_of_the_system_is_fixed_and_nothing_else_of_the_file(content: bytes, tmp_path: Path) -> None:
    wrong = content.replace(b"NIST_ara2eng_primary_cn", b"a &amp; b")
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: wrong})
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, RULES, tmp_path / "out")
    assert [str(change) for change in fixed.changes] == [f"sysid in {RIGHT}: a &amp; b → NIST_ara2eng_primary_cn"]
    with zipfile.ZipFile(fixed.path) as archive:
        assert archive.read(RIGHT) == content


def test_a_folder_becomes_the_first_version_as_tgz(content: bytes, tmp_path: Path) -> None:
    target = tmp_path / "work" / RIGHT
    target.parent.mkdir(parents=True)
    target.write_bytes(content)
    fixed = fix_package(tmp_path / "work", RULES, tmp_path, package="eval")
    assert fixed.path.name == "OpenMT12_Eval_NIST_ara2eng_01.tgz"
    assert codes(fixed.path) == []


def test_a_right_package_stays_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: content})
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, RULES, tmp_path / "out")
    assert fixed.changes == ()
    assert codes(fixed.path) == []


def test_two_files_that_would_get_one_name_keep_theirs(content: bytes, tmp_path: Path) -> None:
    members = {RIGHT.replace("primary", wrong): content for wrong in ("primari", "primry")}
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", members)
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, RULES, tmp_path / "out")
    assert fixed.changes == ()
    with zipfile.ZipFile(fixed.path) as archive:
        assert sorted(archive.namelist()) == sorted(members)


def test_a_damaged_archive_is_not_fixed(content: bytes, tmp_path: Path) -> None:
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: content})
    path.write_bytes(path.read_bytes()[:-30])
    (tmp_path / "out").mkdir()
    with pytest.raises(BakeoffError, match="cannot be fixed"):
        fix_package(path, RULES, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_package_that_fits_nothing_is_not_fixed(tmp_path: Path) -> None:
    path = packed(tmp_path, "x.zip", {"readme.md": b"hello"})
    with pytest.raises(BakeoffError, match="fits no kind of package"):
        fix_package(path, RULES, tmp_path)


def test_a_language_pair_is_not_guessed(content: bytes, tmp_path: Path) -> None:
    """deu2eng is no slip of dar2eng: nothing that could be another pair is renamed."""
    member = RIGHT.replace("ara2eng", "deu2eng")
    path = packed(tmp_path, "OpenMT12_Eval_NIST_deu2eng_01.zip", {member: content})
    (tmp_path / "out").mkdir()
    with pytest.raises(BakeoffError, match="cannot be guessed"):
        fix_package(path, RULES, tmp_path / "out")


def test_a_day_in_another_form_is_written_again(content: bytes, tmp_path: Path) -> None:
    member = RIGHT.replace("20120405", "2012-04-05")
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {member: content})
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, RULES, tmp_path / "out")
    assert [str(change) for change in fixed.changes] == [f"name: {member} → {RIGHT}"]


# What a package of one small change does not show: files of macOS are left out while it is unpacked.
MENDED = sorted(FIXED_CODES - {"archive-macos-files"})
# Where the table has a value of which nobody can tell what it was meant to be, or a folder that names do not tell.
LIKELY: dict[str, Row] = {
    "file-condition": renamed("_cn_", "_CN_"),
    "file-system-type": renamed("primary", "primry"),
    "file-test-set": renamed("general", "generl", build(read_rulebook("wmt"), "runs")),
}


@pytest.mark.parametrize("code", MENDED)
def test_what_is_said_to_be_fixed_is_fixed(code: str, tmp_path: Path) -> None:
    submission = {**ROWS, **LIKELY}[code]()
    package = submission.package
    path = tmp_path / package.name
    write_archive(package.contents(tmp_path).files, path, package.kind)  # type: ignore[arg-type]
    known: dict[str, Any] = {key: submission.options.get(key) for key in ("team", "package")}
    assert code in {each.code for each in check_package(path, submission.rulebook, **known).findings}
    (tmp_path / "out").mkdir()
    fixed = fix_package(path, submission.rulebook, tmp_path / "out", **known)
    assert code not in {each.code for each in check_package(fixed.path, submission.rulebook, **known).findings}


def test_files_of_macos_are_not_in_the_fixed_package(content: bytes, tmp_path: Path) -> None:
    path = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: content, "output/._NIST": b"x"})
    assert codes(path) == ["archive-macos-files"]
    (tmp_path / "out").mkdir()
    assert codes(fix_package(path, RULES, tmp_path / "out").path) == []


ONE_TRACK = read_rulebook(ROOT / "examples" / "rulebooks" / "one-track.toml")


def test_a_single_file_stays_one_where_that_is_allowed(tmp_path: Path) -> None:
    path, out = tmp_path / "output.txt", tmp_path / "out"
    path.write_text("text\n")
    out.mkdir()
    fixed = fix_package(path, ONE_TRACK, out)
    assert [each.name for each in out.iterdir()] == [fixed.path.name]
    assert fixed.path.read_text() == "text\n"
    assert {each.code for each in mended_findings(fixed.path)}.isdisjoint({"archive-not-checked"})
    with pytest.raises(InputError, match="already exists"):
        fix_package(path, ONE_TRACK, out)


def test_a_single_file_is_renamed_as_needed(tmp_path: Path) -> None:
    rules = read_rulebook(ROOT / "tests" / "submissions" / "small.toml")
    path, out = tmp_path / "curent_primary.txt", tmp_path / "out"
    path.write_text("text\n")
    out.mkdir()
    fixed = fix_package(path, rules, out, package="plain")
    assert fixed.path == out / "current_primary.txt"
    assert [str(change) for change in fixed.changes] == ["name: curent_primary.txt → current_primary.txt"]


def test_a_single_file_is_packed_where_only_archives_are_taken(content: bytes, tmp_path: Path) -> None:
    path, out = tmp_path / RIGHT.rpartition("/")[2], tmp_path / "out"
    path.write_bytes(content)
    out.mkdir()
    assert fix_package(path, RULES, out).path.name == "OpenMT12_Eval_NIST_ara2eng_01.tgz"


def mended_findings(path: Path) -> tuple[Finding, ...]:
    return check_package(path, ONE_TRACK).findings


JUNK = "output/NIST/ara2eng/Thumbs.db"


def changes_of(path: Path, folder: Path, *only: str) -> tuple[list[str], Path]:
    """The changes that are made where only some are asked for, and the fixed package."""
    work, out = folder / "work", folder / "out"
    for each in (work, out):
        each.mkdir(parents=True)
    repair = repair_of(unpack(path, work), RULES, work, only=only)
    fixed = repair.write(out, overwrite=True)
    return [str(change) for change in fixed.changes], fixed.path


def test_only_the_changes_that_are_asked_for_are_made(content: bytes, tmp_path: Path) -> None:
    wrong = RIGHT.replace("primary", "Primary")
    path = packed(tmp_path, "openmt12-eval_NIST_ara2eng_1.zip", {wrong: content, JUNK: b"x"})
    (tmp_path / "unpacked").mkdir()
    possible = repair_of(unpack(path, tmp_path / "unpacked"), RULES, tmp_path)
    assert [change.key for change in possible.changes] == ["archive:", f"name:{wrong}", f"left-out:{JUNK}"]
    assert changes_of(path, tmp_path / "a", f"name:{wrong}") == (
        [f"name: {wrong} → {RIGHT}"],
        tmp_path / "a" / "out" / path.name,
    )


@pytest.mark.parametrize("format", ["nist-xml", "wmt-xml", "nist-sgml", "plain-text", "tsv", "json-lines"])
@pytest.mark.parametrize("damage", ["utf-16", "byte-order-mark", "line-ends", "last-line-end"])
def test_fixes_of_bytes_leave_the_words_of_segments_as_they_are(format: str, damage: str, tmp_path: Path) -> None:
    segments = (Segment("1", "grün & so"), Segment("2", "zwei"), Segment("3", "drei"))
    document = Document("1", segments, {"genre": "nw", "origlang": "de"}, numbered=True)
    run = Run(system="A", documents=(document,), test_set="set", source_language="German", target_language="English")
    source = TestSet(documents=(document,), test_set="set", source_language="German")
    sets = [source, run] if format == "wmt-xml" else [run]
    right = "".join(format_named(format).load().write(sets)).encode()
    damaged = {
        "utf-16": right.decode().replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16"),
        "byte-order-mark": b"\xef\xbb\xbf" + right,
        "line-ends": right.replace(b"\n", b"\r\n", 1),
        "last-line-end": right.rstrip(b"\n"),
    }[damage]
    fixes = {fix.kind: fix.data for fix in content_fixes(damaged, format, system=None)}
    path = tmp_path / "run"
    path.write_bytes(fixes.get(damage, damaged))  # type: ignore[call-overload]
    assert segments_of(path, format) == ("grün & so", "zwei", "drei")
    assert damage in fixes or (damage == "last-line-end" and format not in LINE_FORMATS)


def test_a_carriage_return_inside_a_segment_is_left_alone() -> None:
    assert list(content_fixes(b"a\rb\r\nc\n", "plain-text", system=None)) == []


def test_broken_utf16_is_left_alone() -> None:
    assert list(content_fixes(b"\xff\xfea", "plain-text", system=None)) == []


PLAIN = "".join(f"{line}\n" for line in TEXT).encode()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A folder for fixed packages."""
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("ending", [".xml", ".txt"])
@pytest.mark.parametrize("data", [PLAIN, PLAIN.rstrip(b"\n"), b"\xef\xbb\xbf" + PLAIN, PLAIN.decode().encode("utf-16")])
def test_plain_text_becomes_the_xml_that_the_rulebook_asks_for(
    tmp_path: Path, out: Path, content: bytes, data: bytes, ending: str
) -> None:
    package = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT.replace(".xml", ending): data})
    before = package.read_bytes()
    fixed = fix_package(package, RULES, out, sources=[source_of(SOURCE)], team="NIST")
    assert [change.kind for change in fixed.changes][-1] == "plain-text"
    assert str(fixed.changes[-1]).endswith(f"{len(TEXT)} lines → NIST XML with the segments of source.xml")
    contents = unpack(fixed.path, out)
    assert [file.name for file in contents.files] == [RIGHT]
    assert contents.files[0].path.read_bytes() == content
    assert package.read_bytes() == before, "the original stays"


@pytest.mark.parametrize(
    "data", [PLAIN + b"one more\n", PLAIN.partition(b"\n")[2], b"a\x01b\n" * len(TEXT), b"\xff\n" * len(TEXT)]
)
def test_plain_text_that_does_not_fit_the_source_stays_as_it_is(tmp_path: Path, out: Path, data: bytes) -> None:
    package = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: data})
    fixed = fix_package(package, RULES, out, sources=[source_of(SOURCE)], team="NIST")
    assert fixed.changes == ()
    found = check_package(fixed.path, RULES, sources=[SOURCE], team="NIST").findings
    if b"one more" in data:
        (finding,) = [each for each in found if each.code == "plain-text-for-xml"]
        assert finding.found == f"plain text of {len(TEXT) + 1} lines"
        assert finding.remedy.startswith(f"Write one line for each of the {len(TEXT)} segments")


def test_without_a_source_plain_text_stays_as_it_is(tmp_path: Path, out: Path) -> None:
    package = packed(tmp_path, "OpenMT12_Eval_NIST_ara2eng_01.zip", {RIGHT: PLAIN})
    assert fix_package(package, RULES, out, team="NIST").changes == ()
