"""Packages to try submitting with: one that is valid, and others with the mistakes that teams make most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from django.utils import timezone

from bakeoff.rulebook import schedule
from bakeoff.rulebook.schema import Package
from bakeoff.submissions.archives.extraction import unpack
from bakeoff.submissions.archives.writer import write_archive
from bakeoff.submissions.packages.builder import preferred_kind
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.identification import ENDINGS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.demonstration.campaign import packages_of, write_package
from bakeoff_site.demonstration.teams import ENTRANTS


@dataclass(frozen=True, slots=True)
class Sample:
    """A package, and what is wrong with it."""

    path: Path
    about: str


def write_samples(campaign: Campaign, folder: Path, *, seed: int) -> list[Sample]:
    """Packages of the first team, and a text file next to them that says what each shows."""
    folder.mkdir(parents=True, exist_ok=True)
    samples = list(_samples(campaign, folder, seed=seed))
    lines = [f"{sample.path.name}: {sample.about}\n" for sample in samples]
    head = f"Packages of {ENTRANTS[0].name} ({ENTRANTS[0].team}) for {campaign.title}.\n\n"
    (folder / "README.txt").write_text(head + "".join(lines), encoding="utf-8")
    return samples


def _samples(campaign: Campaign, folder: Path, *, seed: int) -> Iterator[Sample]:
    package = _package_open_now(campaign)
    with TemporaryDirectory(prefix="bakeoff-demo-") as name:
        work = Path(name)
        made = write_package(campaign, ENTRANTS[0], package, timezone.now(), seed=seed, folder=work)
        valid = made.replace(folder / made.name)
        yield Sample(valid, "valid; its runs are scored.")
        unpacked = work / "files"
        unpacked.mkdir()
        files = unpack(valid, unpacked).files
        kind = preferred_kind(package)
        for stem, change, about in (
            ("wrong-names", _renamed, "names of files in another case; can be fixed on the page."),
            ("segment-missing", _without_a_segment, "a segment is missing in a run; must be fixed by the team."),
            ("wrong-encoding", _in_latin_1, "a run in Latin-1 with an accent; must be saved as UTF-8."),
        ):
            path = folder / f"{stem}{ENDINGS[kind][0]}"
            write_archive([change(files[0]), *files[1:]], path, kind)
            yield Sample(path, about)


def _package_open_now(campaign: Campaign) -> Package:
    now = timezone.now()
    periods = [period for period in schedule(campaign.rules) if period.start <= now < period.end]
    return next(package for period in periods for package in packages_of(campaign, period))


def _renamed(file: PackedFile) -> PackedFile:
    folder, slash, name = file.name.rpartition("/")
    return PackedFile(f"{folder}{slash}{name.lower()}", file.path, file.size)


def _without_a_segment(file: PackedFile) -> PackedFile:
    """Without the line of the last segment, which the source has."""
    lines = file.path.read_bytes().splitlines(keepends=True)
    last = max((number for number, line in enumerate(lines) if b"<seg" in line), default=len(lines) - 1)
    return _changed(file, b"".join(lines[:last] + lines[last + 1 :]))


def _in_latin_1(file: PackedFile) -> PackedFile:
    text = file.path.read_text(encoding="utf-8")
    place = text.rindex("</seg>") if "</seg>" in text else len(text) - 1
    return _changed(file, (text[:place] + "caf\u00e9" + text[place:]).encode("latin-1", errors="replace"))


def _changed(file: PackedFile, data: bytes) -> PackedFile:
    path = file.path.with_name(f"{file.path.name}.changed")
    path.write_bytes(data)
    return PackedFile(file.name, path, len(data))
