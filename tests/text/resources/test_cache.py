"""Arrays in the user's cache directory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bakeoff.text.resources.cache import Arrays, cache_folder, load_arrays, store_arrays

ARRAYS: Arrays = {
    "letters": np.frombuffer(b"abcdefg", np.uint8),
    "none": np.empty(0, np.int32),
    "numbers": np.array([-1, 2**40], np.int64),
    "last": np.array([5, 6, 7], np.int32),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BAKEOFF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def written(arrays: Arrays | None) -> dict[str, tuple[str, list[int]]] | None:
    if arrays is None:
        return None
    return {name: (array.dtype.str, array.tolist()) for name, array in arrays.items()}


@pytest.mark.parametrize("arrays", [ARRAYS, {"none": np.empty(0, np.int64)}, {"one": np.ones(1, np.int32)}])
def test_arrays_come_back_as_they_were(arrays: Arrays) -> None:
    store_arrays("x", arrays)
    assert written(load_arrays("x")) == written(arrays)


def test_loaded_arrays_are_aligned_and_cannot_be_changed() -> None:
    store_arrays("x", ARRAYS)
    for array in (load_arrays("x") or {}).values():
        assert array.flags.aligned
        assert not array.flags.writeable


def test_what_was_never_kept_is_absent() -> None:
    assert load_arrays("x") is None


def test_a_damaged_byte_is_noticed(folder: Path) -> None:
    store_arrays("x", ARRAYS)
    whole = (folder / "x").read_bytes()
    for position in range(len(whole)):
        damaged = bytearray(whole)
        damaged[position] ^= 0x40
        (folder / "x").write_bytes(damaged)
        assert load_arrays("x") is None, position


def test_a_file_cut_short_is_noticed(folder: Path) -> None:
    store_arrays("x", ARRAYS)
    whole = (folder / "x").read_bytes()
    for length in range(len(whole)):
        (folder / "x").write_bytes(whole[:length])
        assert load_arrays("x") is None, length


def test_a_folder_that_cannot_be_written_is_done_without(folder: Path) -> None:
    folder.write_text("a file stands where the folder should be")
    store_arrays("x", ARRAYS)
    assert load_arrays("x") is None


def test_a_failed_write_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    store_arrays("x", ARRAYS)
    assert list(folder.iterdir()) == []


def test_the_folder_follows_the_variables(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    assert cache_folder() == folder
    monkeypatch.delenv("BAKEOFF_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/bakeoff")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder() == Path.home() / ".cache" / "bakeoff"
    monkeypatch.setattr("sys.platform", "darwin")
    assert cache_folder() == Path.home() / "Library" / "Caches" / "bakeoff"
