"""Arrays that took time to make, kept in the user's cache directory.

A file holds a line with a title and a checksum, a line of JSON (names, types and places of the arrays) and then the
arrays themselves, so that they can be mapped into memory. A file that is damaged or of another layout counts as absent.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import sys
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]

_MAGIC = b"bakeoff arrays 1 "
_HEAD = len(_MAGIC) + 11  # with the checksum, ten digits on a line
_ALIGNMENT = 64


def cache_folder() -> Path:
    """Where Bakeoff keeps what can be made again: BAKEOFF_CACHE, or `bakeoff` in the user's cache directory."""
    if given := os.environ.get("BAKEOFF_CACHE"):
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "bakeoff"


def load_arrays(name: str) -> Arrays | None:
    """The arrays kept under a name, mapped into memory; None where there are none or the file is damaged."""
    try:
        with (cache_folder() / name).open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError, RuntimeError):  # absent, empty, or the user has no home
        return None
    try:
        return _read(content)
    except (ValueError, KeyError, TypeError):
        return None


def _read(content: mmap.mmap) -> Arrays:
    if content[: len(_MAGIC)] != _MAGIC:
        raise ValueError
    body = memoryview(content)[_HEAD:]
    if zlib.crc32(body) != int(content[len(_MAGIC) : _HEAD]):
        raise ValueError
    end = content.find(b"\n", _HEAD) + 1
    return {
        name: np.frombuffer(body, dtype, count=count, offset=_aligned(end) - _HEAD + start)
        for name, (dtype, start, count) in json.loads(content[_HEAD:end]).items()
    }


def store_arrays(name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Keeps one-dimensional arrays under a name; does nothing where the directory cannot be written."""
    places: dict[str, tuple[str, int, int]] = {}
    position = 0
    for key, array in arrays.items():
        places[key] = (array.dtype.str, position, array.size)
        position = _aligned(position + array.nbytes)
    body = bytearray(json.dumps(places).encode() + b"\n")
    for array in arrays.values():
        body.extend(bytes(-(_HEAD + len(body)) % _ALIGNMENT))
        body.extend(array.tobytes())
    # A cache that cannot be written costs time and nothing else.
    with contextlib.suppress(OSError, RuntimeError):
        _write(cache_folder() / name, b"%s%010d\n" % (_MAGIC, zlib.crc32(body)), body)


def _write(path: Path, *parts: bytes | bytearray) -> None:
    """Writes next to the file and renames, so that no reader sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        temporary = Path(file.name)
        try:
            for part in parts:
                file.write(part)
            file.close()
            temporary.chmod(0o644)  # what is kept is no secret
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _aligned(position: int) -> int:
    return -(-position // _ALIGNMENT) * _ALIGNMENT
