"""The segments of runs that were submitted, for comparison with each that comes after them."""

from __future__ import annotations

import json
import tempfile
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from bakeoff.submissions.packages.single_runs import segments_of
from bakeoff_site.core.storage.files import path_of


@lru_cache(maxsize=256)
def stored_segments(sha256: str, format: str) -> tuple[str, ...]:
    """The segments of a kept run.

    Every run is compared with all others on its test set, by every worker. Parsing it takes a hundred times as long as
    reading a plain list, so the list is noted next to the files; it may be thrown away at any time.
    """
    noted = folder() / f"{sha256}.{format}.json"
    try:
        return tuple(json.loads(noted.read_bytes()))
    except FileNotFoundError:
        segments = segments_of(path_of(sha256), format)
        _note(noted, segments)
        return segments


def folder() -> Path:
    """Where the lists are."""
    return Path(settings.DATA_FOLDER) / "segments"


def _note(path: Path, segments: tuple[str, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="ascii", delete=False) as stream:
        json.dump(segments, stream)
    Path(stream.name).replace(path)
