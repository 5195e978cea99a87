"""Runs are scored again: where the rules of their scores changed, or because an organiser wants them to be."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.services import request_comparison, request_input_scoring, request_scoring
from bakeoff_site.scoring.models import ScoredText
from bakeoff_site.scoring.selectors.input_scores import outdated_inputs
from bakeoff_site.scoring.selectors.inputs import boards_to_score, has_old_comparisons, outdated_runs, runs_to_score
from bakeoff_site.scoring.services.plugin_scores import request_plugins_of
from bakeoff_site.submissions.models import Board
from bakeoff_site.submissions.services.resource_flags import flag_all_runs


def follow_rules(campaign: Campaign) -> None:
    """After the rules changed: flags runs by the resources that they now permit, and has them scored again."""
    flag_all_runs(campaign)
    rescore_outdated(campaign)


def rescore_outdated(campaign: Campaign) -> None:
    """Asks for all scores and comparisons that are not by the files and the rulebook in force."""
    with transaction.atomic():
        for board, inputs in boards_to_score(campaign):
            outdated = list(outdated_runs(board, inputs))
            for run in outdated:
                request_scoring(run)
            if not outdated and has_old_comparisons(board):
                request_comparison(board)
        request_plugins_of([campaign])
        for data_file in outdated_inputs(campaign):
            request_input_scoring(data_file)


def rescore(campaign: Campaign, *, board: Board | None = None, by: User) -> int:
    """Asks to compute existing scores again, of one board or of all; how many runs these are.

    For changes outside rules and files, such as a newer version of a tool. Until then the earlier scores stay
    in force.
    """
    with transaction.atomic():
        runs = [
            run
            for each, _ in boards_to_score(campaign)
            if board is None or each.pk == board.pk
            for run in runs_to_score(each)
        ]
        if not runs:
            raise RefusedError("There is no run that could be scored: none is valid and has references.")
        ScoredText.objects.filter(run__in=runs).update(rules="")  # so that none is found done
        for run in runs:
            request_scoring(run)
        record("scores.again", actor=by, campaign=campaign, subject=str(board or campaign), runs=len(runs))
    return len(runs)
