"""From rows of the database to what the checker understands, and back to what people read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.data import Finding
from bakeoff.data.sentences import capitalized
from bakeoff.reports.campaigns.findings import findings_json
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.release.status import Status, status_of_run
from bakeoff.rulebook.release.table_parts import submitted_track
from bakeoff.submissions.finding_codes import CODES
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.history import EarlierPackage, History, key_of
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.choices import Effect, SubmissionState
from bakeoff_site.submissions.models import Board, Run, Submission

MOST_FINDINGS = 5000
"""Of one submission; a hostile package could have millions."""
FINDINGS_SHOWN = 20
"""Findings of one code in one file that people get to see; the file of findings has all."""


def track_of(rules: Rulebook, run: Run) -> str:
    """The track that a run was submitted to, which may be ranked with another one."""
    return submitted_track(rules, package=run.submission.package, ranked_in=run.board.track)


def entry_of(run: Run, rules: Rulebook, *, team: str) -> Entry:
    """A run of an earlier submission as the checker sees it; `team` is what the team is called now."""
    board = run.board
    return Entry(
        file=PackedFile(run.file_name, path_of(run.sha256), run.size),
        package=run.submission.package,
        team=team,
        track=track_of(rules, run),
        language_pair=board.language_pair,
        system_type=run.system_type or None,
        written_type=run.system,
        condition=board.condition or None,
        test_set=board.test_set,
        input=run.input or None,
        released_runs=run.started_from,
        fields={},
    )


def history_of(submissions: Iterable[Submission], rules: Rulebook, *, team: str) -> History:
    """What a team submitted before, oldest first; of what it withdrew only that its version is taken."""
    packages = []
    for submission in submissions:
        runs = list(submission.runs.all())
        if not runs:
            continue
        counts = submission.state == SubmissionState.VALID
        entries = tuple(entry_of(run, rules, team=team) for run in runs) if counts else ()
        package = rules.submission.packages.get(submission.package)
        by_pair = package is not None and "language_pair" in parse_pattern(package.archive).fields
        packages.append(
            EarlierPackage(
                submission.package,
                submission.version,
                entries,
                {key_of(entry): run.sha256 for entry, run in zip(entries, runs, strict=False)},
                runs[0].board.language_pair if by_pair else None,
            )
        )
    return History(tuple(packages), complete=True)


def stored_findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as `bakeoff check --format json` writes them, with what no database can hold made visible."""
    kept = list(findings[:MOST_FINDINGS])
    if more := len(findings) - len(kept):
        kept[-1] = replace(kept[-1], found=f"{kept[-1].found} ({more:,} more findings are not listed)")
    return [{key: _storable(value) for key, value in row.items()} for row in findings_json(kept)]


def _storable(value: object) -> object:
    """PostgreSQL holds no NUL, and no encoding half a surrogate pair."""
    if not isinstance(value, str):
        return value
    return value.replace("\0", "\ufffd").encode(errors="replace").decode()


def status_of(rules: Rulebook, run: Run) -> Status:
    """Whether a run is official, and why not."""
    board = run.board
    return status_of_run(
        rules,
        track=track_of(rules, run),
        language_pair=board.language_pair,
        test_set=board.test_set,
        official=run.official,
        late=run.late,
        debugged=run.effect == Effect.DEBUGGED,
    )


def is_in_rulebook(rules: Rulebook, board: Board) -> bool:
    """Whether a rulebook, which may have changed, still says how the runs of a board are scored."""
    return (
        board.track in rules.tracks
        and board.language_pair in rules.language_pairs
        and board.test_set in rules.test_sets
    )


@dataclass(frozen=True, slots=True)
class FindingRow:
    """Findings of one code in one file: the first of them in full, and where the others are."""

    code: str
    severity: str
    title: str
    first: Mapping[str, Any]
    others: tuple[Mapping[str, Any], ...]
    """As many as people look at."""
    count: int

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    @property
    def hidden(self) -> int:
        """How many more like these there are."""
        return self.count - len(self.others) - 1


@dataclass(frozen=True, slots=True)
class FileFindings:
    """What was found in one file, or about the complete package; errors first."""

    file: str
    rows: tuple[FindingRow, ...]


def grouped(findings: Sequence[Mapping[str, Any]], name: str) -> tuple[FileFindings, ...]:
    """Findings by file in the order in which they first come; `name` is what the complete package is called."""
    files: dict[str, list[Mapping[str, Any]]] = {}
    for finding in findings:
        if finding["severity"] != "not-checked":
            files.setdefault(finding["file"] or name, []).append(finding)
    return tuple(FileFindings(file, finding_rows(of_file)) for file, of_file in files.items())


def finding_rows(findings: Sequence[Mapping[str, Any]]) -> tuple[FindingRow, ...]:
    """The findings of one file by code, errors first."""
    codes: dict[str, list[Mapping[str, Any]]] = {}
    for finding in findings:
        codes.setdefault(finding["code"], []).append(finding)
    rows = [
        FindingRow(
            code=code,
            severity=alike[0]["severity"],
            title=capitalized(CODES[code].title if code in CODES else code),
            first=alike[0],
            others=tuple(alike[1:FINDINGS_SHOWN]),
            count=len(alike),
        )
        for code, alike in codes.items()
    ]
    return tuple(sorted(rows, key=lambda row: not row.is_error))
