"""Files that nobody needs any more leave the disk: kept ones that no row speaks of, and what a crash left half done.

A row speaks of a file by a column `sha256`; where it also has `released_at`, only until then. New tables are found by
themselves, so that none can be forgotten.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db.models import Model, QuerySet

from bakeoff_site.core.storage.files import folder, path_of

GRACE = timedelta(days=2)
"""How old a file is before it may be deleted: a request or a job stores the file before the row that refers to it."""


def sweep(now: datetime) -> int:
    """Removes what nobody needs; how many kept files that were. Several processes may do so at once."""
    before = (now - GRACE).timestamp()
    leaving = folder() / "leaving"
    for left in _files_in(leaving):
        _put_back(left)
    spoken_of = {sha256 for rows in _rows() for sha256 in rows.values_list("sha256", flat=True)}
    old = [path for path in folder().glob("[0-9a-f][0-9a-f]/*") if _is_older(path, before)]
    unneeded = [path for path in old if path.name not in spoken_of]
    leaving.mkdir(parents=True, exist_ok=True)
    removed = sum(_remove(path, leaving / path.name, before) for path in unneeded)
    for path in _unfinished():
        if _is_older(path, before):
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    return removed


def _remove(path: Path, aside: Path, before: float) -> bool:
    """Moves a file aside and checks once more: storing the same content meanwhile has created a new file."""
    try:
        path.rename(aside)
    except FileNotFoundError:
        return False  # another process was faster
    if not _is_older(aside, before) or any(rows.filter(sha256=aside.name).exists() for rows in _rows()):
        _put_back(aside)
        return False
    aside.unlink(missing_ok=True)
    return True


def _put_back(aside: Path) -> None:
    """Of a file that was taken aside and is needed after all, or that a crash left there."""
    path = path_of(aside.name)
    try:
        path.hardlink_to(aside)
    except FileExistsError:
        pass  # the same content was kept meanwhile
    except FileNotFoundError:
        return  # another process has put it back
    aside.unlink(missing_ok=True)


def _rows() -> Iterator[QuerySet[Model]]:
    for model in apps.get_models():
        columns = {field.name for field in model._meta.get_fields()}
        if "sha256" in columns:
            rows = model._default_manager.order_by()
            yield rows.filter(released_at=None) if "released_at" in columns else rows


def _unfinished() -> list[Path]:
    """What was on its way when a process was killed: files that were being kept, bodies of requests."""
    return [*_files_in(folder() / "coming"), *Path(settings.DATA_FOLDER).glob("tmp*.upload*")]


def _files_in(place: Path) -> list[Path]:
    return list(place.iterdir()) if place.is_dir() else []


def _is_older(path: Path, before: float) -> bool:
    try:
        return path.lstat().st_mtime < before
    except FileNotFoundError:
        return False
