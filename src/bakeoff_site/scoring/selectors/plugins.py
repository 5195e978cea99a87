"""Outside metrics that plug-ins of the server compute: which, and which runs still need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db.models import Q

from bakeoff.plugins import ConfiguredPlugin
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.scoring.selectors.inputs import runs_to_score
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


def plugins_of(board: Board) -> tuple[ConfiguredPlugin, ...]:
    """The plug-ins of the server that give outside metrics of a board, in the order of the rulebook."""
    rules = board.campaign.rules
    if not settings.PLUGINS or not is_in_rulebook(rules, board) or not rules.is_scored(board.track):
        return ()
    outside = rules.scoring_of(board.track, board.language_pair).outside
    return tuple(settings.PLUGINS[metric] for metric in outside if metric in settings.PLUGINS)


def runs_without(board: Board, plugin: ConfiguredPlugin) -> list[Run]:
    """Scored runs that count and have no score in force by a plug-in as it is now; uploaded ones replace it."""
    current = RunScore.objects.filter(run__board=board, current=True)
    scored = current.filter(upload=None, plugin="").values("run")
    have = current.filter(Q(upload__isnull=False) | Q(plugin=plugin.digest), metric=plugin.name).values("run")
    return list(runs_to_score(board).filter(pk__in=scored).exclude(pk__in=have).order_by("pk"))


def needs_plugins(board: Board) -> bool:
    """Whether a plug-in still has to run for a board."""
    return any(runs_without(board, plugin) for plugin in plugins_of(board))


def boards_never_tried(campaigns: Sequence[Campaign]) -> list[Board]:
    """Boards that need a plug-in, perhaps since the settings changed, and for which no job is open or failed last."""
    boards = Board.objects.filter(campaign__in=campaigns).select_related("campaign")
    last: Mapping[int, str] = dict(
        Job.objects.filter(kind=JobKind.RUN_PLUGINS, subject_id__in=boards.values("pk"))
        .order_by("pk")
        .values_list("subject_id", "state")
    )
    return [board for board in boards if last.get(board.pk, "done") == "done" and needs_plugins(board)]
