"""The files of a valid package become runs, which are then scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bakeoff.rulebook.release.table_parts import ranking_track
from bakeoff.rulebook.submission.permission import is_replaced
from bakeoff.rulebook.submission.verdicts import Verdict
from bakeoff.submissions.context import TEXT_FORMATS
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.single_runs import holds_upper_case
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.files import KeptFile
from bakeoff_site.datasets.selectors import can_score
from bakeoff_site.jobs.services import request_comparison, request_scoring
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.selectors.segments import stored_segments


@dataclass(frozen=True, slots=True)
class NewRun:
    """A file of a package, what it represents, and what the rules say about it."""

    submission: Submission
    team: Team
    entry: Entry
    verdict: Verdict
    file: KeptFile

    @property
    def called(self) -> str:
        """Team and system, as tables call it unless another is called so."""
        return f"{self.team.code}_{self.entry.fields.get('run') or self.entry.written_type}"


def make_run(new: NewRun) -> Run:
    """Writes a run down, and which earlier ones it is in the place of."""
    entry, verdict = new.entry, new.verdict
    campaign = new.submission.campaign
    board, _ = Board.objects.get_or_create(
        campaign=campaign,
        track=ranking_track(
            campaign.rules,
            track=entry.track or "",
            language_pair=entry.language_pair or "",
            test_set=entry.test_set or "",
        ),
        language_pair=entry.language_pair,
        condition=entry.condition or "",
        test_set=entry.test_set,
    )
    replaced = _replaced(new, board)
    run = Run.objects.create(
        submission=new.submission,
        board=board,
        team=new.team,
        system_type=entry.system_type or "",
        system=entry.written_type or "",
        name=_unique_name(new, board, replacing=replaced),
        input=entry.input or "",
        released_runs="\n".join(entry.released_runs),
        file_name=entry.file.name,
        sha256=new.file.sha256,
        size=new.file.size,
        has_upper_case=has_upper_case(new.submission, new.file.sha256),
        effect=Effect(verdict.effect),
        late=verdict.late,
        official=verdict.official,
    )
    Run.objects.filter(pk__in=[each.pk for each in replaced]).update(replaced_by=run)
    return run


def has_upper_case(submission: Submission, sha256: str) -> bool | None:
    """Whether the text of a run holds upper case. Looked up once: tables of participation count it."""
    package = submission.campaign.rules.submission.packages.get(submission.package)
    if package is None or package.format not in TEXT_FORMATS:
        return None
    return holds_upper_case(stored_segments(sha256, package.format))


def _replaced(new: NewRun, board: Board) -> Sequence[Run]:
    """Earlier runs of the same system that give way to it."""
    kind = new.submission.package
    rules = new.submission.campaign.rules.submission.packages[kind]
    earlier = board.runs.filter(
        team=new.team, system=new.entry.written_type, submission__package=kind, withdrawn_at=None, replaced_by=None
    ).exclude(submission=new.submission)
    if "run" in new.entry.fields:  # a team has several of one type, such as metrics
        earlier = earlier.filter(name=new.called)
    return [run for run in earlier if is_replaced(rules, new.verdict, official=run.official)]


def _unique_name(new: NewRun, board: Board, *, replacing: Sequence[Run]) -> str:
    """What tables call it: with the version, or the number of the receipt, where a run in force is called so."""
    in_force = board.runs.filter(withdrawn_at=None, replaced_by=None).exclude(pk__in=[run.pk for run in replacing])
    taken = set(in_force.values_list("name", flat=True))
    version, number = new.submission.version, new.submission.number
    candidates = [new.called, *([f"{new.called}_v{version}"] if version else []), f"{new.called}_{number}"]
    return next((name for name in candidates if name not in taken), f"{new.called}_{number}_{len(taken)}")


def score_runs_of(submission: Submission) -> None:
    """Has the runs of a submission scored, where there is something to score them against."""
    for run in submission.runs.all():
        if _can_score(submission.campaign, run.board):
            request_scoring(run)


def compare_again(boards: Iterable[Board]) -> None:
    """Has the runs of boards compared again, after one of them no longer counts."""
    for board in boards:
        if _can_score(board.campaign, board):
            request_comparison(board)


def _can_score(campaign: Campaign, board: Board) -> bool:
    return can_score(campaign, track=board.track, test_set=board.test_set, language_pair=board.language_pair)
