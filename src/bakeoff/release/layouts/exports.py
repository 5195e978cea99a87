"""Writing a package in the layout of others."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bakeoff.errors import BakeoffError, ExpressionError, InputError, Place
from bakeoff.release.content import ReleaseContent
from bakeoff.release.layouts.mt_metrics_eval import mt_metrics_eval_files
from bakeoff.release.layouts.plain_texts import plain_text_files
from bakeoff.release.layouts.texts import BoardTexts, texts_of_boards
from bakeoff.release.layouts.wmt_repository import wmt_files
from bakeoff.release.recomputation.files import NamedFiles

OnRemark = Callable[[str], None]
Files = Iterator[tuple[str, str]]
"""Paths in the folder, and texts."""
LAYOUTS: Mapping[str, Callable[[ReleaseContent, tuple[BoardTexts, ...], OnRemark], Files]] = {
    "wmt": wmt_files,
    "mtme": mt_metrics_eval_files,
    "plain-text": plain_text_files,
}
"""By the names that `bakeoff convert --to` takes."""


def export_layout(content: ReleaseContent, layout: str, folder: str | Path, *, on_remark: OnRemark) -> int:
    """Writes the files of a layout into a new or empty folder; how many. `on_remark` gets what it has no place for."""
    if layout not in LAYOUTS:
        raise ExpressionError(f"there is no layout {layout!r}; there are: {', '.join(LAYOUTS)}.")
    target = Path(folder)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise InputError(
            place=Place(str(folder)), expected="a new or an empty folder", found="files", remedy="Name another folder."
        )
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as name:
        texts = tuple(texts_of_boards(content, NamedFiles(Path(name)), on_remark))
    if not texts:
        raise BakeoffError("no texts of this package can be written so: none has segments that its outputs share.")
    number = 0
    for path, text in LAYOUTS[layout](content, texts, on_remark):
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
        number += 1
    return number
