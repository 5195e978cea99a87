"""Drafts are checked: the changes that the team asked for are made in a copy, and the copy is checked.

Copies of other teams' runs are not looked for: nobody would know who tried which texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from bakeoff.data.sentences import capitalized
from bakeoff.errors import BakeoffError, TransientError
from bakeoff.submissions.archives.extraction import gather, unpack
from bakeoff.submissions.archives.limits import Limits, loosest_limits
from bakeoff.submissions.checker import CheckReport, check_contents
from bakeoff.submissions.packages.changes import Change, key_of_change
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.entries import StatedInput
from bakeoff.submissions.packages.history import History
from bakeoff.submissions.packages.repair import FixedPackage, Repair, repair_of
from bakeoff.submissions.packages.run_files import stem_of
from bakeoff.submissions.sources import CheckSource
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.core.storage.disk_space import DiskFullError
from bakeoff_site.core.storage.files import KeptFile, keep_path, path_of, work_folder
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.draft_reports import (
    DraftReport,
    findings_with_excerpts,
    is_packed_here,
    keys_of,
    kind_of,
    runs_of,
)
from bakeoff_site.submissions.models import Draft, DraftFile
from bakeoff_site.submissions.selectors.check_context import history_now, sources_of, team_codes
from bakeoff_site.submissions.selectors.inputs import released_runs_of
from bakeoff_site.submissions.selectors.quotas import NoRoomError, check_room
from bakeoff_site.submissions.selectors.scored_outputs import scored_outputs

_BY_PACKING = ("archive", "folder")
"""Changes that are made without being asked for where files are packed here."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was found in a draft, and the package that was made of it, where one was."""

    report: DraftReport
    built: KeptFile | None = None
    name: str = ""


def check_draft(draft: Draft) -> None:
    """Checks a draft that waits for it. What a later change has overtaken is not written down."""
    if draft.submission_id is not None or draft.checked_revision == draft.revision:
        return
    looked = _look_at(draft)
    with transaction.atomic():
        locked = Draft.objects.select_for_update().filter(pk=draft.pk, submission=None, revision=draft.revision).first()
        if locked is None:
            return
        try:
            _store_built(locked, looked)
        except NoRoomError as error:
            looked = replace(looked, report=replace(looked.report, refusal=str(error)))
        locked.report = looked.report.as_json()
        locked.checked_revision = locked.revision
        locked.checked_at = timezone.now()
        locked.save()


def _store_built(draft: Draft, looked: _Looked) -> None:
    draft.files.filter(role=DraftRole.PACKAGE).delete()
    if looked.built is not None:
        check_room(draft.team, looked.built.size)
        draft.files.create(role=DraftRole.PACKAGE, name=looked.name, sha256=looked.built.sha256, size=looked.built.size)


def _look_at(draft: Draft) -> _Looked:
    try:
        with work_folder() as work:
            return _Look(draft, work).looked()
    except (TransientError, DiskFullError):
        raise  # no fault of the draft
    except BakeoffError as error:
        return _Looked(DraftReport(refusal=capitalized(str(error))))


@dataclass(frozen=True)
class _Look:
    """A draft while it is checked; `work` is a folder that goes afterwards."""

    draft: Draft
    work: Path

    def looked(self) -> _Looked:
        contents = self._contents
        possible = self._possible()
        is_asked = bool(set(self.draft.fixes) & set(keys_of(possible)))
        fixed, refusal = self._fixed() if self._is_packed or is_asked else (None, "")
        if fixed is not None:
            contents = unpack(fixed.path, self._folder("checked"), limits=self._limits)
        checked = self._checked(contents)
        files = {file.name: file.path for file in contents.files}
        made = fixed.changes if fixed else ()
        report = DraftReport(
            package=checked.package or "",
            version=checked.version,
            findings=findings_with_excerpts(checked, files),
            runs=runs_of(checked),
            segments={extent.file: (extent.segments, extent.expected) for extent in checked.extents},
            changes=[change for change in made if self._is_offered(change)],
            possible=[change for change in possible if self._is_offered(change) and change.key not in keys_of(made)],
            sent_names=fixed.sent_names if fixed else {name: name for name in files},
            refusal=refusal if checked.valid else "",
        )
        return _Looked(report, keep_path(fixed.path), fixed.path.name) if fixed else _Looked(report)

    @cached_property
    def _sent(self) -> list[DraftFile]:
        return list(self.draft.files.filter(role=DraftRole.SENT))

    @cached_property
    def _kind(self) -> str | None:
        return kind_of(self.draft) or None

    @cached_property
    def _is_packed(self) -> bool:
        return is_packed_here(self.draft, files=len(self._sent))

    @cached_property
    def _limits(self) -> Limits:
        return loosest_limits(self.draft.campaign.rules, self._kind)

    @cached_property
    def _contents(self) -> Contents:
        """The files as they were sent."""
        if not self._is_packed:
            (file,) = self._sent
            return unpack(path_of(file.sha256), self._folder("sent"), limits=self._limits, name=file.name)
        package = self.draft.campaign.rules.submission.packages[self._kind or ""]
        files = [PackedFile(file.name, path_of(file.sha256), file.size) for file in self._sent]
        return gather(files, stem_of(package, team=self.draft.team.code), limits=self._limits)

    @cached_property
    def _sources(self) -> tuple[CheckSource, ...]:
        return sources_of(self.draft.campaign)

    def _possible(self) -> list[Change]:
        """Everything that can be changed; nothing in an archive that cannot be read."""
        try:
            return self._repair("all").changes
        except BakeoffError:
            return []

    def _fixed(self) -> tuple[FixedPackage | None, str]:
        """The package with the changes that were asked for, or why it cannot be made."""
        asked = {*self.draft.fixes}
        if self._is_packed:
            asked |= {key_of_change("archive"), *(key_of_change("folder", file.name) for file in self._sent)}
        try:
            return self._repair("some", asked).write(self._folder("out")), ""
        except DiskFullError:
            raise
        except BakeoffError as error:
            return None, capitalized(str(error))

    def _repair(self, folder: str, only: set[str] | None = None) -> Repair:
        return repair_of(
            self._contents,
            self.draft.campaign.rules,
            self._folder(folder),
            team=self.draft.team.code,
            package=self._kind,
            sources=self._sources,
            only=only,
            version=self._next_version(),
        )

    def _next_version(self) -> int:
        """The version of an archive that is packed here."""
        pair = dict(part.partition("=")[::2] for part in self.draft.group.split(" ")[1:]).get("language_pair")
        earlier = self._history.of_kind(self._kind or "", pair)
        return max((package.version or 0 for package in earlier), default=0) + 1

    def _is_offered(self, change: Change) -> bool:
        """Whether people are asked about a change: not where it is part of packing."""
        return not (self._is_packed and change.kind in _BY_PACKING)

    def _checked(self, contents: Contents) -> CheckReport:
        draft, campaign = self.draft, self.draft.campaign
        return check_contents(
            contents,
            campaign.rules,
            sources=self._sources,
            team=draft.team.code,
            teams=team_codes(campaign),
            package=self._kind,
            history=self._history,
            when=timezone.now(),
            registered=team_state(draft.team),
            stated=StatedInput(draft.input or None, tuple(draft.released_runs.splitlines())),
            outputs=lambda pair, test_set: scored_outputs(campaign, pair, test_set),
            released=lambda pair, test_set: released_runs_of(campaign, test_set or "", pair or ""),
        )

    @cached_property
    def _history(self) -> History:
        return history_now(self.draft.team)

    def _folder(self, name: str) -> Path:
        folder = self.work / name
        folder.mkdir()
        return folder
