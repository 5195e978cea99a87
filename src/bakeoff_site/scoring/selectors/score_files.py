"""Uploaded files with scores of outside metrics: what there is, and what a new one has to go with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from bakeoff.evaluation import Evaluation, StoredRun, present_groupings, restore_evaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.scoring.conversions import names_apart, outdated_scores
from bakeoff_site.scoring.models import RunScore, ScoredText, ScoreUpload
from bakeoff_site.scoring.selectors.evaluations import unpacked_layout
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """A run that counts on its board, and what it was scored against."""

    run: Run
    inputs_digest: str
    """Empty where it is not scored yet."""
    layout: str


def runs_by_name(board: Board) -> dict[str, ScoredRun]:
    """The runs that count on a board, by the names that a score file calls their systems by."""
    runs = list(board.runs.filter(withdrawn_at=None, replaced_by=None).order_by("name", "pk"))
    current = RunScore.objects.filter(run__in=runs, current=True, upload=None, plugin="")
    digests = dict(current.values_list("run_id", "inputs_digest"))
    texts = ScoredText.objects.filter(run__in=runs).values_list("run_id", "inputs_digest", "layout__sha256")
    layouts = {(run_id, inputs_digest): sha256 for run_id, inputs_digest, sha256 in texts}
    names = names_apart([(run.pk, run.name) for run in runs])
    return {
        names[run.pk]: ScoredRun(run, digests.get(run.pk, ""), layouts.get((run.pk, digests.get(run.pk, "")), ""))
        for run in runs
    }


def without_scores(
    board: Board, names: Collection[str], specification: str, *, layout: str, by: Iterable[str] | None = None
) -> Evaluation:
    """An evaluation of systems that has no metric yet, for scores from elsewhere to be added to."""
    rules = board.campaign.rules
    texts = unpacked_layout(layout)
    reported = rules.test_sets[board.test_set].groupings
    return restore_evaluation(
        texts,
        [StoredRun(name=name, scores={}) for name in names],
        specification=specification,
        by=present_groupings(texts.documents, reported) if by is None else by,
        target_language=rules.language_pairs[board.language_pair].target,
    )


@dataclass(frozen=True, slots=True)
class OutsideMetric:
    """A metric of a board that comes from score files, and how far they are."""

    board: Board
    title: str
    metric: str
    is_official: bool
    scored: int
    """How many systems have a score that is up to date."""
    outdated: int
    """How many have only one of earlier references, or of a run that was replaced."""
    systems: tuple[str, ...]
    """The names that a file calls the systems by."""
    uploads: tuple[ScoreUpload, ...]
    """Newest first."""
    has_plugin: bool = False
    """Whether a plug-in of the server computes it for systems without an uploaded score."""
    computed: int = 0
    """How many systems have a score of that plug-in."""

    @property
    def key(self) -> str:
        """What forms call it."""
        return f"{self.board.pk}/{self.metric}"


def outside_metrics(campaign: Campaign) -> tuple[OutsideMetric, ...]:
    """Every board that has runs and metrics from outside, in the order of the rulebook."""
    rules = campaign.rules
    boards = [board for board in campaign.boards.all() if is_in_rulebook(rules, board) and rules.is_scored(board.track)]
    runs = _runs_of(boards)
    uploads: dict[tuple[int, str], list[ScoreUpload]] = {}
    for upload in ScoreUpload.objects.filter(board__in=boards).select_related("uploaded_by", "board"):
        uploads.setdefault((upload.board_id, upload.metric), []).append(upload)
    scored = _scored(boards)
    computed = _computed(boards)
    metrics = []
    for board in boards:
        scoring = rules.scoring_of(board.track, board.language_pair)
        every = runs.get(board.pk, [])
        counting = [run for run in every if run.in_force]
        for metric in scoring.outside if counting else ():
            ours = {run.pk for run in counting if (run.pk, metric) in computed}
            have = {run.pk for run in counting if scored.get((run.pk, metric))} | ours
            old = outdated_scores(every, [run for run in counting if run.pk not in have], metric, scored)
            metrics.append(
                OutsideMetric(
                    board=board,
                    title=_title(campaign, board),
                    metric=metric,
                    is_official=metric == scoring.official_metric,
                    scored=len(have),
                    outdated=len(old),
                    systems=tuple(sorted(names_apart([(run.pk, run.name) for run in counting]).values())),
                    uploads=tuple(uploads.get((board.pk, metric), ())),
                    has_plugin=metric in settings.PLUGINS,
                    computed=len(ours),
                )
            )
    return tuple(metrics)


def _runs_of(boards: Sequence[Board]) -> dict[int, list[Run]]:
    runs: dict[int, list[Run]] = {}
    for run in Run.objects.filter(board__in=boards).order_by("pk"):
        runs.setdefault(run.board_id, []).append(run)
    return runs


def _scored(boards: Sequence[Board]) -> Mapping[tuple[int, str], bool]:
    """Runs and metrics that a score was uploaded of, and whether one of them is up to date."""
    current = RunScore.objects.filter(run__board__in=boards, upload__isnull=False, current=True)
    in_force = set(current.values_list("run_id", "metric"))
    return {pair: pair in in_force for pair in last_uploads(run__board__in=boards)}


def last_uploads(**where: object) -> tuple[tuple[int, str], ...]:
    """Runs and metrics that a score was uploaded of and not withdrawn since."""
    rows = RunScore.objects.filter(upload__isnull=False, **where).order_by("run_id", "metric", "upload_id")
    withdrawn: dict[tuple[int, str], bool] = {}
    for run_id, metric, withdrawn_at in rows.values_list("run_id", "metric", "upload__withdrawn_at"):
        withdrawn[run_id, metric] = withdrawn_at is not None
    return tuple(pair for pair, is_withdrawn in withdrawn.items() if not is_withdrawn)


def _computed(boards: Sequence[Board]) -> frozenset[tuple[int, str]]:
    """Runs and metrics with a score of a plug-in."""
    rows = RunScore.objects.filter(run__board__in=boards, current=True).exclude(plugin="")
    return frozenset(rows.values_list("run_id", "metric"))


def _title(campaign: Campaign, board: Board) -> str:
    rules = campaign.rules
    condition = rules.conditions.get(board.condition)
    parts = [
        rules.tracks[board.track].label,
        rules.language_pairs[board.language_pair].label,
        condition.label if condition else board.condition,
        rules.test_sets[board.test_set].label,
    ]
    return ", ".join(filter(None, parts))
