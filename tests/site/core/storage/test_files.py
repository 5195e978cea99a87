"""Files are kept once, under the checksum of their content."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bakeoff_site.core.storage.files import folder, keep, keep_path, path_of, under_name


@pytest.fixture(autouse=True)
def _own_folder(settings: object, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path  # type: ignore[attr-defined]


def test_a_file_is_kept_under_its_checksum() -> None:
    kept = keep([b"one ", b"two"])
    assert kept.sha256 == hashlib.sha256(b"one two").hexdigest()
    assert (kept.size, kept.path.read_bytes()) == (7, b"one two")
    assert path_of(kept.sha256) == kept.path


def test_the_same_content_is_kept_once(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"same")
    assert keep_path(tmp_path / "text") == keep([b"same"])
    assert [path for path in folder().rglob("*") if path.is_file()] == [path_of(keep([b"same"]).sha256)]


def test_what_breaks_off_leaves_nothing() -> None:
    def broken() -> Iterator[bytes]:
        yield b"half"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        keep(broken())
    assert [path for path in folder().rglob("*") if path.is_file()] == []


def test_a_kept_file_can_be_read_under_its_name() -> None:
    kept = keep([b"eins\n"])
    with under_name(kept.sha256, "src.tsv") as path:
        assert path.name == "src.tsv"
        assert path.read_bytes() == b"eins\n"
    assert not path.exists()
    assert kept.path.read_bytes() == b"eins\n"
