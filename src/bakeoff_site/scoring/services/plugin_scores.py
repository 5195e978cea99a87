"""Workers run the plug-ins of the server on the runs of a board: scored once, their scores are stored by segment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.conf import settings
from django.db import transaction

from bakeoff.errors import BakeoffError, PluginError, TransientError
from bakeoff.evaluation import Evaluation, add_plugin_scores, interval_by_rules
from bakeoff.plugins import ChangedModelError, ConfiguredPlugin, PluginScores, run_configured
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.services import request_comparison, request_plugins
from bakeoff_site.scoring.conversions import scores_of
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.scoring.selectors.evaluations import restored
from bakeoff_site.scoring.selectors.inputs import has_runs_to_score
from bakeoff_site.scoring.selectors.plugins import boards_never_tried, plugins_of, runs_without
from bakeoff_site.scoring.selectors.score_files import without_scores
from bakeoff_site.submissions.models import Board, Run

Progress = Callable[[int, int], None]


class PluginFailedError(TransientError):
    """A plug-in broke down: it is tried again a few times."""


def run_plugins(board: Board, *, on_progress: Progress | None = None) -> None:
    """Computes the outside metrics that plug-ins give for the runs of a board that lack them.

    While some of its runs wait to be scored, it is left to the last of them. A plug-in that fails does not keep the
    others from running; what they computed is stored.
    """
    if has_runs_to_score(board):
        return
    broken: list[BakeoffError] = []
    for plugin in plugins_of(board):
        try:
            _run(board, plugin, on_progress)
        except PluginError as error:
            broken.append(error)
    if broken:
        message = " ".join(map(str, broken))
        # A model that was changed stays changed until somebody acts; a program that broke down may do better.
        retry = any(not isinstance(error, ChangedModelError) for error in broken)
        raise PluginFailedError(message) if retry else BakeoffError(message)


def request_plugins_of(campaigns: Iterable[Campaign]) -> None:
    """Asks for what plug-ins have not computed since the settings of the server, or the rulebooks, changed."""
    for board in boards_never_tried(list(campaigns)) if settings.PLUGINS else ():
        request_plugins(board)


def _run(board: Board, plugin: ConfiguredPlugin, on_progress: Progress | None) -> None:
    runs = runs_without(board, plugin)
    if not runs:
        return
    rules = board.campaign.rules
    pair = rules.language_pairs[board.language_pair]
    scoring = rules.scoring_of(board.track, board.language_pair)
    digests = _inputs_digests(runs)
    evaluation = restored(runs, scoring.specifications[0], names={run.pk: str(run.pk) for run in runs}, with_texts=True)
    scores = run_configured(
        plugin,
        evaluation.texts,
        source_language=pair.source,
        target_language=pair.target,
        on_progress=on_progress,
    )
    by_name = {str(run.pk): run for run in runs}
    _store(board, plugin, scores, {name: by_name[name] for name in scores.columns}, digests)


def _inputs_digests(runs: Sequence[Run]) -> dict[int, str]:
    """What the scores in force of each run were computed from."""
    current = RunScore.objects.filter(run__in=runs, current=True, upload=None, plugin="")
    return dict(current.values_list("run_id", "inputs_digest"))


def _store(
    board: Board,
    plugin: ConfiguredPlugin,
    scores: PluginScores,
    runs: Mapping[str, Run],
    digests: Mapping[int, str],
) -> None:
    """Stores scores of runs whose references are still those that the texts came from; others are asked for again."""
    with transaction.atomic():
        Board.objects.select_for_update(of=("self",)).get(pk=board.pk)
        numbers = [run.pk for run in runs.values()]
        list(Run.objects.select_for_update(of=("self",)).filter(pk__in=numbers).order_by("pk").values_list("pk"))
        lacking, now = {run.pk for run in runs_without(board, plugin)}, _inputs_digests(list(runs.values()))
        for name, run in runs.items():
            if run.pk not in lacking:
                continue
            if now.get(run.pk) == digests[run.pk]:
                _store_run(board, plugin, scores, name, run, inputs_digest=digests[run.pk])
            else:
                request_plugins(board)
        request_comparison(board)


def _store_run(
    board: Board, plugin: ConfiguredPlugin, scores: PluginScores, name: str, run: Run, *, inputs_digest: str
) -> None:
    layout = ScoredText.objects.filter(run=run, inputs_digest=inputs_digest).values_list("layout__sha256", flat=True)[0]
    own = replace(scores, columns={name: scores.columns[name]})
    scoring = board.campaign.rules.scoring_of(board.track, board.language_pair)
    rows: list[RunScore] = []
    for specification in scoring.scored_specifications:
        evaluation = without_scores(board, [name], specification, layout=layout)
        varied = _with_interval(board, add_plugin_scores(evaluation, own, name=plugin.name), plugin.name)
        fields = {"run": run, "inputs_digest": inputs_digest, "plugin": plugin.digest}
        rows += scores_of(varied, name, specification=specification, **fields)
    ours = RunScore.objects.filter(run=run, metric=plugin.name)
    ours.filter(inputs_digest=inputs_digest, upload=None).delete()
    ours.filter(current=True).update(current=False)
    RunScore.objects.bulk_create(rows)


def _with_interval(board: Board, evaluation: Evaluation, metric: str) -> Evaluation:
    return interval_by_rules(
        board.campaign.rules, evaluation, track=board.track, language_pair=board.language_pair, metrics=[metric]
    )
