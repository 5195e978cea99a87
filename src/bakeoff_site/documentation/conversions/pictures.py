"""Pictures of the documentation: where they are served, and how large they are, so that pages do not jump."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from django.templatetags.static import static
from PIL import Image

from bakeoff_site.documentation.sources import PICTURES, STATIC_FOLDER

_VIEW_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


@dataclass(frozen=True)
class Picture:
    address: str
    width: int
    height: int


def picture_at(place: str) -> Picture | None:
    """The picture at a place below the folder of pictures, if it exists."""
    file = PICTURES / place
    if not file.is_file():
        return None
    width, height = _drawn_size(file) if file.suffix == ".svg" else _size(file)
    return Picture(static(f"{STATIC_FOLDER}/{place}"), width, height)


def _size(file: Path) -> tuple[int, int]:
    with Image.open(file) as picture:
        return picture.size


def _drawn_size(file: Path) -> tuple[int, int]:
    found = _VIEW_BOX.search(file.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f'{file.name}: expected a drawing with viewBox="0 0 WIDTH HEIGHT", found none. Add it.')
    return int(found[1]), int(found[2])
