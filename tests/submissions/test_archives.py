"""Every way in which an archive can be wrong has its own code, and none leaves anything outside the folder."""

from __future__ import annotations

import gzip
import tracemalloc
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.data import Finding
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.extraction import opened_package, unpack
from bakeoff.submissions.archives.limits import limits_of
from bakeoff.submissions.finding_codes.archives import ARCHIVE_CODES
from bakeoff.submissions.packages.contents import Contents
from tests.submissions.broken_archives import GOOD, NFC, NFD, SMALL, TARS, ZIPS, codes
from tests.submissions.handmade import FILES, NOISE, header, library_tar, library_zip, member, plain, tgz, zipped


def snapshot(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.fixture
def taken(tmp_path: Path) -> Callable[[str, bytes], Contents]:
    """Unpacks bytes under small limits, and sees that nothing but numbered files of its own came into being."""

    def take(name: str, data: bytes) -> Contents:
        folder = tmp_path / "deep" / "unpacked"
        folder.mkdir(parents=True)
        (tmp_path / name).write_bytes(data)
        before = snapshot(tmp_path)
        contents = unpack(tmp_path / name, folder, limits=SMALL)
        new = {f"deep/unpacked/{number:04d}" for number in range(1, len(contents.files) + 1)}
        stored = new if contents.kind in ("tgz", "tar", "zip") else set()
        assert snapshot(tmp_path) - before == stored
        assert all(file.path.is_file() and not file.path.is_symlink() for file in contents.files)
        assert all(file.path.stat().st_size == file.size for file in contents.files)
        return contents

    return take


def is_complete(finding: Finding) -> bool:
    return all((finding.found, finding.expected, finding.remedy, finding.place.file))


@pytest.mark.parametrize("case", TARS)
def test_tar_archives(case: str, taken: Callable[[str, bytes], Contents]) -> None:
    name, data, expected = TARS[case]
    contents = taken(name, data)
    assert codes(contents) == expected
    assert all(is_complete(finding) for finding in contents.findings)
    if not expected or (contents.files and contents.files[0].name == "good.txt"):
        assert contents.files[0].path.read_bytes() == b"text\n"


@pytest.mark.parametrize("case", ZIPS)
def test_zip_archives(case: str, taken: Callable[[str, bytes], Contents]) -> None:
    data, expected = ZIPS[case]
    contents = taken("a.zip", data)
    assert codes(contents) == expected
    assert all(is_complete(finding) for finding in contents.findings)
    if not expected or (contents.files and contents.files[0].name == "good.txt"):
        assert contents.files[0].path.read_bytes() == b"text\n"


def test_a_good_file_is_kept_beside_what_is_refused(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(member("../a"), header("l", type=b"2"), GOOD, header("d", type=b"6"), member("b", b"more\n"))
    contents = taken("a.tgz", data)
    assert [(file.name, file.path.name, file.path.read_bytes()) for file in contents.files] == [
        ("good.txt", "0001", b"text\n"),
        ("b", "0002", b"more\n"),
    ]
    assert codes(contents) == ("archive-path-traversal", "archive-link", "archive-special-file")


def test_refused_data_count_too(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(GOOD, *(member(f"../{n}", NOISE[:50_000]) for n in "ab"))
    assert codes(taken("a.tgz", data)) == ("archive-path-traversal",) * 2 + ("archive-bomb-size",)


def test_names_are_printed_without_what_they_hide(taken: Callable[[str, bytes], Contents]) -> None:
    (finding,) = taken("a.tgz", tgz(GOOD, member("b\u202e\x1b"))).findings
    assert finding.place.file == "b\\u202e\\x1b"
    assert finding.found == "U+001B, U+202E"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.tgz", library_tar(FILES)),
        ("a.tar.gz", library_tar(FILES)),
        ("a.tar", library_tar(FILES, "w")),
        ("a.zip", library_zip(FILES)),
        ("stored.zip", library_zip(FILES, zipfile.ZIP_STORED)),
    ],
)
def test_clean_archives_are_unpacked_as_they_are(
    name: str, data: bytes, taken: Callable[[str, bytes], Contents]
) -> None:
    contents = taken(name, data)
    assert contents.name == name
    assert codes(contents) == ()
    assert {file.name: file.path.read_bytes() for file in contents.files} == FILES


def test_folders_of_archives_are_named(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(header("./", type=b"5"), header("./runs/", type=b"5"), header("runs/", type=b"5"), member("./runs/a"))
    contents = taken("a.tgz", data)
    assert (contents.folders, [file.name for file in contents.files]) == (("runs",), ["runs/a"])
    assert codes(contents) == ()


def test_a_single_file_is_a_package_of_itself(taken: Callable[[str, bytes], Contents]) -> None:
    contents = taken("run.txt", b"text\n")
    assert (contents.kind, [file.name for file in contents.files], codes(contents)) == ("file", ["run.txt"], ())
    assert contents.files[0].path.read_bytes() == b"text\n"


def test_a_single_gzipped_file_is_left_to_its_reader(taken: Callable[[str, bytes], Contents]) -> None:
    contents = taken("run.txt.gz", gzip.compress(b"text\n"))
    assert (contents.kind, [file.name for file in contents.files], codes(contents)) == ("file", ["run.txt.gz"], ())


def test_a_single_file_may_be_too_large(taken: Callable[[str, bytes], Contents]) -> None:
    assert codes(taken("run.txt", NOISE)) == ("archive-bomb-file",)


def test_the_name_at_the_time_of_submission_counts(tmp_path: Path) -> None:
    (tmp_path / "3f2a").write_bytes(tgz(GOOD))
    with opened_package(tmp_path / "3f2a", name="aster.tgz") as contents:
        assert (contents.name, codes(contents)) == ("aster.tgz", ())
        path = contents.files[0].path
        assert path.exists()
    assert not path.exists()


def test_limits_come_from_the_rulebook() -> None:
    package = next(iter(read_rulebook("openmt2012").submission.packages.values()))
    limits = limits_of(package)
    assert (limits.files, limits.total_bytes) == (package.max_files, package.max_bytes)


def test_every_code_is_provoked_here() -> None:
    provoked = {code for _, _, codes in TARS.values() for code in codes}
    provoked |= {code for _, codes in ZIPS.values() for code in codes}
    assert provoked | {"archive-unreadable"} == {code.name for code in ARCHIVE_CODES}


def test_names_are_not_normalised_by_the_editor() -> None:
    assert unicodedata.normalize("NFC", NFD) == NFC != NFD


@pytest.mark.parametrize("kind", ["tgz", "zip"])
def test_bombs_take_little_memory(kind: str, tmp_path: Path) -> None:
    """Zeros that the limits would let pass but for their ratio."""
    piece, times = bytes(1 << 20), 64
    deflater = zlib.compressobj(wbits=-15)
    body = b"".join(deflater.compress(piece) for _ in range(times)) + deflater.flush()
    if kind == "zip":
        data = zipped(plain("a", raw=body, size=times << 20, packed_size=len(body), checksum=0))
    else:
        outer = zlib.compressobj(wbits=31)
        data = outer.compress(header("a", times << 20))
        data += b"".join(outer.compress(piece) for _ in range(times)) + outer.flush()
    path = tmp_path / f"a.{kind}"
    path.write_bytes(data)
    (tmp_path / "work").mkdir()
    tracemalloc.start()
    contents = unpack(path, tmp_path / "work")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert codes(contents) == ("archive-bomb-ratio",)
    assert list((tmp_path / "work").iterdir()) == []
    assert peak < 4 << 20


def test_large_files_are_streamed(tmp_path: Path) -> None:
    data = NOISE * 100
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(plain("a", data)))
    (tmp_path / "work").mkdir()
    tracemalloc.start()
    contents = unpack(path, tmp_path / "work")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert contents.files[0].path.read_bytes() == data
    assert peak < 4 << 20


@pytest.mark.parametrize(
    ("others", "found"),
    [
        (["._good.txt"], "a file of macOS, ._good.txt; it was left out"),
        (["._good.txt", ".DS_Store"], "2 files of macOS such as ._good.txt; they were left out"),
    ],
)
def test_files_of_macos_are_counted(others: list[str], found: str, tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(tgz(member("good.txt"), *map(member, others)))
    (tmp_path / "out").mkdir()
    (finding,) = unpack(tmp_path / "a.tgz", tmp_path / "out").findings
    assert (finding.code, finding.found) == ("archive-macos-files", found)
