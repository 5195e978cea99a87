"""Campaigns to report on: release packages, and campaigns that other installed programs know by name."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.release.content import ReleaseContent

ENTRY_POINTS = "bakeoff.campaigns"
"""Functions that get the id of a campaign and an audience, and give its content, or None where they do not know it."""
_ADDRESSES = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class ReleasedCampaign:
    """A campaign, and the name of the package that it was read from; empty where it was not."""

    content: ReleaseContent
    package: str = ""


def released_campaign(name: str, *, audience: str) -> ReleasedCampaign:
    """A campaign by the path or address of its release package, or by its id on this server."""
    if name.startswith(_ADDRESSES):
        return _downloaded(name)
    if Path(name).exists():
        from bakeoff.release.reading import read_package

        return ReleasedCampaign(read_package(name), Path(name).name)
    for find in _finders():
        content = find(name, audience)
        if content is not None:
            return ReleasedCampaign(content)
    raise BakeoffError(
        f"{name}: expected a release package, its address, or the id of a campaign on this server, found none of them. "
        "Where the data of the server are elsewhere, say so by BAKEOFF_DATA_FOLDER."
    )


def _finders() -> list[Callable[[str, str], ReleaseContent | None]]:
    from importlib.metadata import entry_points

    return [entry.load() for entry in entry_points(group=ENTRY_POINTS)]


def _downloaded(address: str) -> ReleasedCampaign:
    from bakeoff.client.downloads import download
    from bakeoff.release.reading import read_package

    name = address.split("?", maxsplit=1)[0].rstrip("/").rsplit("/", 1)[-1] or "package.zip"
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        path = Path(folder) / "package.zip"
        download(address, path)
        return ReleasedCampaign(read_package(path), name)
