"""The drafts of a team as it sees them: a card for each file, with what was found, fixed and can be fixed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from zlib import crc32

from django.db.models import Prefetch
from django.template.defaultfilters import filesizeformat

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.titles import input_title, title_of
from bakeoff_site.campaigns.models import Team
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.conversions import FindingRow, finding_rows
from bakeoff_site.submissions.draft_reports import ChangeRow, DraftReport, change_row, is_packed_here, report_of
from bakeoff_site.submissions.models import Draft, DraftFile

DraftState = Literal["checking", "failed", "problems", "ready"]


@dataclass(frozen=True, slots=True)
class DraftFinding:
    """A row of findings, and what the server can do about it."""

    row: FindingRow
    anchor: str
    fix: ChangeRow | None


@dataclass(frozen=True, slots=True)
class DraftSection:
    """What was found and changed in a file of a package; `file` is empty for the package itself."""

    file: str
    facts: tuple[str, ...]
    findings: tuple[DraftFinding, ...]
    changes: tuple[ChangeRow, ...]

    @property
    def problems(self) -> tuple[DraftFinding, ...]:
        return tuple(each for each in self.findings if each.row.is_error)


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A file that was sent, or the package that was made of several."""

    title: str
    file: DraftFile | None
    """What is removed with the card; None for a package that was made here."""
    facts: tuple[str, ...]
    sections: tuple[DraftSection, ...]

    @property
    def problems(self) -> tuple[DraftFinding, ...]:
        return tuple(each for section in self.sections for each in section.problems)

    @property
    def warnings(self) -> int:
        return sum(not each.row.is_error for section in self.sections for each in section.findings)


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft with everything that its team sees of it."""

    draft: Draft
    state: DraftState
    report: DraftReport
    cards: tuple[DraftCard, ...]
    package: DraftFile
    """What will be submitted: the package that was made, or the file as it was sent."""
    is_packed: bool
    """Whether the server packs the files."""
    progress: JobProgress | None

    @property
    def problems(self) -> tuple[DraftFinding, ...]:
        return tuple(each for card in self.cards for each in card.problems)

    @property
    def warnings(self) -> int:
        return sum(card.warnings for card in self.cards)

    @property
    def fixable(self) -> int:
        """How many rows the server can fix."""
        return sum(each.fix is not None for card in self.cards for part in card.sections for each in part.findings)

    @property
    def can_skip_check(self) -> bool:
        """Whether it can be submitted before it is checked: as it was sent."""
        return self.state in ("checking", "failed") and not self.draft.fixes and not self.is_packed


def draft_views(team: Team) -> tuple[DraftView, ...]:
    """The drafts of a team that are not submitted yet."""
    files = Prefetch("files", DraftFile.objects.select_related("added_by"))
    drafts = list(team.drafts.filter(submission=None).prefetch_related(files))
    for draft in drafts:
        draft.campaign = team.campaign
    waiting = [draft.pk for draft in drafts if draft.checked_revision != draft.revision]
    progress = progress_of(JobKind.CHECK_DRAFT, waiting) if waiting else {}
    failed = _failed(waiting) if waiting else set()
    rules = team.campaign.rules
    return tuple(_view(draft, rules, progress.get(draft.pk), has_failed=draft.pk in failed) for draft in drafts)


def _failed(drafts: Sequence[int]) -> set[int]:
    jobs = Job.objects.filter(kind=JobKind.CHECK_DRAFT, subject_id__in=drafts).order_by("pk")
    last = {job.subject_id: job.state for job in jobs}
    return {draft for draft, state in last.items() if state == JobState.FAILED}


def _view(draft: Draft, rules: Rulebook, progress: JobProgress | None, *, has_failed: bool) -> DraftView:
    files = list(draft.files.all())
    sent = [file for file in files if file.role == DraftRole.SENT]
    made = next((file for file in files if file.role == DraftRole.PACKAGE), None)
    is_checked = draft.checked_revision == draft.revision
    report = report_of(draft)
    is_packed = is_packed_here(draft, files=len(sent))
    cards = _Cards(draft, report, rules, (made or sent[0]).name)
    state: DraftState = "checking"
    if is_checked:
        state = "ready" if report.is_valid else "problems"
    elif has_failed:
        state = "failed"
    return DraftView(
        draft=draft,
        state=state,
        report=report,
        cards=tuple(cards.of_files(sent) if is_packed else [cards.of_archive(sent[0])]),
        package=made or sent[0],
        is_packed=is_packed,
        progress=progress,
    )


class _Cards:
    """The cards of one draft."""

    def __init__(self, draft: Draft, report: DraftReport, rules: Rulebook, package: str) -> None:
        self._draft = draft
        self._report = report
        self._rules = rules
        self._package = package
        self._findings: dict[str, list[Mapping[str, Any]]] = {}
        for finding in report.findings:
            if finding["severity"] != "not-checked":
                self._findings.setdefault(self._sent_name(finding["file"]), []).append(finding)

    def of_files(self, sent: Sequence[DraftFile]) -> Iterator[DraftCard]:
        """A card for each file, and one for the package where something is to be said of it."""
        for file in sent:
            section = self._section(file.name, with_heading=False)
            yield DraftCard(file.name, file, self._facts(file.name, file.size), (section,))
        package = self._section("", with_heading=False)
        if package.findings:
            yield DraftCard(self._package, None, (), (package,))

    def of_archive(self, file: DraftFile) -> DraftCard:
        """One card with a section for the archive and one for each file in it that there is something to say of."""
        names = dict.fromkeys([*self._findings, *(change.file for change in self._report.changes)])
        inside = [self._section(name) for name in names if name not in ("", file.name)]
        own = [self._section(name, with_heading=False) for name in ("", file.name)]
        return DraftCard(
            file.name,
            file,
            self._package_facts(file),
            tuple(each for each in (*own, *inside) if each.findings or each.changes),
        )

    def _sent_name(self, file: str | None) -> str:
        """What the team calls a file of the package; nothing for the package itself."""
        if file is None or (file == self._package and file not in self._report.sent_names):
            return ""
        return self._report.sent_names.get(file, file)

    def _section(self, file: str, *, with_heading: bool = True) -> DraftSection:
        findings = []
        for row in finding_rows(self._findings.get(file, ())):
            findings.append(DraftFinding(row, self._anchor(file, row.code), self._fix(file, row.code)))
        changes = tuple(change_row(change) for change in self._report.changes if change.file == file)
        return DraftSection(file if with_heading else "", self._run_facts(file), tuple(findings), changes)

    def _anchor(self, file: str, code: str) -> str:
        """The same for the same finding whatever else is found, so that the focus stays where it was."""
        return f"finding-{self._draft.pk}-{code}-{crc32(file.encode()):08x}"

    def _fix(self, file: str, code: str) -> ChangeRow | None:
        """What the server can do about findings of a code in a file."""
        files = ("", file) if file == self._package else (file,)
        fits = (change for change in self._report.possible if change.file in files and change.fixes(code))
        return next(map(change_row, fits), None)

    def _facts(self, file: str, size: int) -> tuple[str, ...]:
        return (*self._run_facts(file), _bytes(size))

    def _package_facts(self, file: DraftFile) -> tuple[str, ...]:
        """What an archive is, or the run that came without one."""
        report = self._report
        runs = max(len(report.runs), len(report.segments))
        if runs == 1:
            (name,) = report.segments or [report.runs[0].file]
            return (*self._run_facts(report.sent_names.get(name, name)), _bytes(file.size))
        packages = self._rules.submission.packages
        kind = title_of(report.package, packages) if report.package and len(packages) > 1 else ""
        version = f"version {report.version}" if report.version else ""
        return tuple(filter(None, [kind, version, f"{runs} runs" if runs else "", _bytes(file.size)]))

    def _run_facts(self, file: str) -> tuple[str, ...]:
        """A run in a few words: language pair, system, condition, test set, number of segments."""
        rules, report = self._rules, self._report
        run = next((run for run in report.runs if report.sent_names.get(run.file, run.file) == file), None)
        name = run.file if run else next((new for new, old in report.sent_names.items() if old == file), file)
        facts = []
        if run is not None:
            facts = [
                title_of(run.language_pair or "", rules.language_pairs),
                run.system,
                title_of(run.condition, rules.conditions) if run.condition else "",
                title_of(run.test_set, rules.test_sets) if run.test_set else "",
                f"input: {input_title(run.input)}" if run.input and self._has_choice(run.track) else "",
            ]
        if name in report.segments:
            found, wanted = report.segments[name]
            facts.append(f"{found:,} of {wanted:,} segments" if wanted is not None else f"{found:,} segments")
        return tuple(filter(None, facts))

    def _has_choice(self, track: str | None) -> bool:
        return track is not None and track in self._rules.tracks and len(self._rules.tracks[track].inputs) > 1


def _bytes(size: int) -> str:
    return filesizeformat(size).replace("\xa0", " ")
