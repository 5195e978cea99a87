"""A package gives its content back, the same bytes each time; hostile archives are refused."""

from __future__ import annotations

import hashlib
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.errors import BakeoffError, InputError
from bakeoff.release.content import ReleaseContent, ReleaseFile
from bakeoff.release.index import CHECKSUMS, DATA_CARD, INDEX
from bakeoff.release.privacy import pseudonymous
from bakeoff.release.reading import LIMITS, read_package
from bakeoff.release.values import encode
from bakeoff.release.writing import write_package
from bakeoff.submissions.archives.limits import Limits
from tests.release.changed_packages import members_of, write_members
from tests.release.croissant_rules import faults_of
from tests.release.simulated_release import simulated_release


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "simple.zip"
    write_package(simulated_release(), path)
    return path


def _compared(content: ReleaseContent) -> Any:
    """Everything that a content says, files and judgments read."""

    def file(own: ReleaseFile | None) -> Any:
        return None if own is None else (own.name, own.licence, own.read())

    return {
        "results": encode(content.results),
        "test_sets": [
            (each.place, file(each.source), [*map(file, each.references)], file(each.mappings), file(each.regions))
            for each in content.test_sets
        ],
        "outputs": [(each.run, file(each.file)) for each in content.outputs],
        "statistics": [
            (each.run, each.metric, each.specification, each.columns, each.rows.tolist())
            for each in content.statistics()
        ],
        "given": [
            (each.metric, dict(each.systems), dict(each.origin), file(each.file)) for each in content.given_scores
        ],
        "judgments": [
            (each.evaluation, encode(each.rules), [*each.judgments()], [*each.earlier()], each.names, each.runs)
            for each in content.judgments
        ],
        "tournaments": encode(content.tournaments),
        "rest": (content.licence, content.address, content.left_out),
    }


def test_what_was_written_is_read_again_to_the_last_bit(package: Path) -> None:
    assert _compared(read_package(package)) == _compared(pseudonymous(simulated_release()))


def test_the_same_content_gives_the_same_bytes(package: Path, tmp_path: Path) -> None:
    write_package(read_package(package), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == package.read_bytes()


def test_a_folder_is_read_as_the_archive_is(package: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        archive.extractall(tmp_path)  # written by this test
    assert _compared(read_package(tmp_path)) == _compared(read_package(package))


def test_what_was_unpacked_is_removed_with_the_content(package: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    content = read_package(package)
    [folder] = tmp_path.iterdir()
    del content
    assert not folder.exists()


def test_checksums_are_those_that_other_tools_compute(package: Path) -> None:
    members = members_of(package)
    lines = [tuple(line.split("  ")) for line in members[CHECKSUMS].decode().splitlines()]
    assert lines == [
        (hashlib.sha256(content).hexdigest(), name) for name, content in sorted(members.items()) if name != CHECKSUMS
    ]


def test_the_data_card_keeps_the_rules_of_croissant(package: Path) -> None:
    members = members_of(package)
    assert faults_of(members[DATA_CARD], members) == []


def test_statistics_are_plain_arrays_whose_sums_are_the_scores(package: Path) -> None:
    members = members_of(package)
    content = read_package(package)
    board = content.results.boards[0]
    own = next(each for each in content.statistics() if each.metric == "comet")
    score = next(run.score("comet", own.specification) for run in board.runs if run.id == own.run)
    assert score is not None
    total = own.rows.sum(axis=0)
    assert total[0] / total[1] == score.value
    assert np.load(io.BytesIO(members["statistics/000001.npy"]), allow_pickle=False).shape[0] == 20


def _bomb(members: dict[str, bytes], path: Path) -> None:
    write_members({**members, "bomb": b"\0" * (4 << 20)}, path)


def _outside(members: dict[str, bytes], path: Path) -> None:
    write_members({**members, "../outside.txt": b"x"}, path)


def _absolute(members: dict[str, bytes], path: Path) -> None:
    write_members({**members, "/etc/passwd": b"x"}, path)


def _link(members: dict[str, bytes], path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        link = zipfile.ZipInfo("link")
        link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")


def _tar_link(members: dict[str, bytes], path: Path) -> None:
    with tarfile.open(path, "w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)


def _twice(members: dict[str, bytes], path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(INDEX, b"{}")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (_bomb, "grow more than"),
        (_outside, "a name with .."),
        (_absolute, "a name that starts with /"),
        (_link, "link"),
        (_tar_link, "link"),
        (_twice, "twice"),
    ],
)
def test_hostile_archives_are_refused(
    package: Path, tmp_path: Path, make: Callable[[dict[str, bytes], Path], None], said: str
) -> None:
    path = tmp_path / "hostile.zip"
    make(members_of(package), path)
    with pytest.raises(BakeoffError, match=said):
        read_package(path)


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(files=5, ratio=LIMITS.ratio), "at most 5 files"),
        (Limits(total_bytes=1000, ratio=LIMITS.ratio), "1,000 bytes"),
        (Limits(file_bytes=1000, ratio=LIMITS.ratio), "1,000 bytes"),
    ],
)
def test_packages_beyond_the_limits_are_refused(package: Path, limits: Limits, said: str) -> None:
    with pytest.raises(BakeoffError, match=said):
        read_package(package, limits=limits)


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        (INDEX, b"[]", "expected the format bakeoff-release/1"),
        (INDEX, b'{"format": "bakeoff-release/9"}', "Take a version of Bakeoff that knows it"),
        (INDEX, b'{"format": "bakeoff-release/1", "boards": 7}', "expected what a release package says of Index"),
        (INDEX, b'{"format": "bakeoff-release/1", "boards": ["../../etc/passwd"]}', "expected a file of the package"),
        ("results/campaign.json", b"{", "expected JSON"),
        ("results/campaign.json", b"[" * 100_000, "expected JSON"),
        (
            "results/boards/001-translation-en-de-test.json",
            b'{"track": 7}',
            "package says of BoardResults",
        ),
    ],
)
def test_files_that_say_something_else_are_refused(
    package: Path, tmp_path: Path, path: str, content: bytes, said: str
) -> None:
    changed = write_members({**members_of(package), path: content}, tmp_path / "changed.zip")
    with pytest.raises(InputError, match=said):
        read_package(changed)


def test_an_array_with_objects_is_refused_unread(package: Path, tmp_path: Path) -> None:
    target = io.BytesIO()
    np.save(target, np.array([[print]], dtype=object), allow_pickle=True)
    members = {**members_of(package), "statistics/000001.npy": target.getvalue()}
    content = read_package(write_members(members, tmp_path / "changed.zip"))
    with pytest.raises(InputError, match="expected an array of NumPy"):
        list(content.statistics())


def test_an_existing_file_is_kept(package: Path) -> None:
    with pytest.raises(InputError, match="already exists"):
        write_package(simulated_release(), package)
