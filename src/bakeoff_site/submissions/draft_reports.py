"""What the check of a draft found, as the database keeps it and as pages and programs read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bakeoff.rulebook.state import Submitted
from bakeoff.submissions.checker import CheckReport
from bakeoff.submissions.excerpts import excerpts
from bakeoff.submissions.packages.changes import Change, ChangeKind
from bakeoff_site.submissions.conversions import stored_findings
from bakeoff_site.submissions.models import Draft

MOST_EXCERPTS = 60
"""Findings of which the lines around are kept; of similar ones only the first has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRun:
    """A run that a draft holds."""

    file: str
    package: str
    track: str | None
    language_pair: str | None
    condition: str | None
    test_set: str | None
    system: str
    system_type: str | None
    input: str | None
    version: int | None

    @property
    def submitted(self) -> Submitted:
        """It as the rules see it."""
        return Submitted(
            package=self.package,
            track=self.track,
            language_pair=self.language_pair,
            condition=self.condition,
            test_set=self.test_set,
            system=self.system,
            version=self.version or 1,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReport:
    """What a check of a draft found, and what can be changed in it."""

    package: str = ""
    """The kind of package; empty where names do not show it."""
    version: int | None = None
    findings: Sequence[Mapping[str, Any]] = ()
    """As `bakeoff check --format json` writes them; some with `excerpt`, pairs of a line's number and text."""
    runs: Sequence[DraftRun] = ()
    """Those with right names."""
    segments: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    """By file, how many there are and how many the source has."""
    changes: Sequence[Change] = ()
    """What was changed because the team asked for it."""
    possible: Sequence[Change] = ()
    """What else could be changed."""
    sent_names: Mapping[str, str] = field(default_factory=dict)
    """By file of the package, what the team called it."""
    refusal: str = ""
    """Why no package could be made of the files."""

    @property
    def errors(self) -> Sequence[Mapping[str, Any]]:
        return [finding for finding in self.findings if finding["severity"] == "error"]

    @property
    def is_valid(self) -> bool:
        return not self.errors and not self.refusal

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def report_of(draft: Draft) -> DraftReport:
    """The report of the last check; one that found nothing where there was none."""
    content = dict(draft.report)
    for name, kind in (("runs", DraftRun), ("changes", Change), ("possible", Change)):
        content[name] = tuple(kind(**each) for each in content.get(name, ()))
    content["segments"] = {file: (found, wanted) for file, (found, wanted) in content.get("segments", {}).items()}
    return DraftReport(**content)


def runs_of(report: CheckReport) -> tuple[DraftRun, ...]:
    return tuple(
        DraftRun(
            file=entry.file.name,
            package=entry.package,
            track=entry.track,
            language_pair=entry.language_pair,
            condition=entry.condition,
            test_set=entry.test_set,
            system=entry.written_type or "",
            system_type=entry.system_type,
            input=entry.input,
            version=report.version,
        )
        for entry in report.entries
    )


def findings_with_excerpts(report: CheckReport, files: Mapping[str, Path]) -> list[dict[str, Any]]:
    """The findings to be stored, the first of each kind in a file with the lines around it."""
    findings = stored_findings(report.findings)
    first: dict[tuple[str, str], dict[str, Any]] = {}
    for finding in findings:
        if finding["line"] and finding["file"] in files and len(first) < MOST_EXCERPTS:
            first.setdefault((finding["file"], finding["code"]), finding)
    for file in dict.fromkeys(finding["file"] for finding in first.values()):
        of_file = [finding for finding in first.values() if finding["file"] == file]
        shown = excerpts(files[file], {finding["line"] for finding in of_file})
        for finding in of_file:
            if lines := shown.get(finding["line"]):
                finding["excerpt"] = [[line.number, _storable(line.text)] for line in lines]
    return findings


def _storable(text: str) -> str:
    return text.encode(errors="replace").decode()


def keys_of(changes: Iterable[Change]) -> list[str]:
    return [change.key for change in changes]


def kind_of(draft: Draft) -> str:
    """The kind of package that a draft is, where the team or the group of its runs says it."""
    return draft.package or draft.group.partition(" ")[0]


def is_packed_here(draft: Draft, *, files: int) -> bool:
    """Whether files were sent that the server packs; a single one is not packed where that need not be."""
    package = draft.campaign.rules.submission.packages.get(kind_of(draft))
    return bool(draft.group) and package is not None and (files > 1 or "none" not in package.compression)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change as people read it, before and after it is made."""

    key: str
    offer: str
    done: str
    before: str
    after: str


def change_row(change: Change) -> ChangeRow:
    offer, done = _SENTENCES[change.kind]
    return ChangeRow(change.key, offer.format(change.after), done.format(change.before), change.before, change.after)


_SENTENCES: Mapping[ChangeKind, tuple[str, str]] = {
    "archive": ("We can call it {}.", "Fixed: name and packing of the archive"),
    "macos-files": ("We can pack it without them.", "Fixed: files of macOS are left out"),
    "folder": ("We can move it to {}.", "Fixed: folder of the file"),
    "name": ("We can rename it to {}.", "Fixed: name of the file"),
    "left-out": ("We can leave it out.", "Fixed: {} is left out"),
    "system": ("We can write {} into the file.", "Fixed: name of the system in the file"),
    "utf-16": ("We can convert it to UTF-8.", "Fixed: converted to UTF-8"),
    "byte-order-mark": ("We can remove it.", "Fixed: no byte order mark"),
    "line-ends": ("We can end all lines in the same way.", "Fixed: line ends"),
    "plain-text": ("We can put the lines into the segments of the source.", "Fixed: plain text as XML"),
    "last-line-end": ("We can add it.", "Fixed: line end after the last line"),
}
