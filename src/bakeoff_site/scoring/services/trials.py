"""Texts are scored without being handed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors import standing_of
from bakeoff_site.core.files import keep
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring.models import Trial
from bakeoff_site.scoring.rules import HOUR, MOST_BYTES, trial_answer, trials_an_hour


def ask_trial(
    campaign: Campaign,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    name: str,
    chunks: Iterable[bytes],
    by: User,
) -> Trial:
    """Has a text scored on a test set, by the rules of the campaign; the answer is there within seconds."""
    _check_slot(campaign, track, language_pair, test_set)
    now = timezone.now()
    standing = standing_of(by, campaign)
    answer = trial_answer(campaign.rules, now, viewers_of(standing), test_set=test_set, language_pair=language_pair)
    if not answer.allowed:
        raise RefusedError(f"Texts cannot be scored on {test_set} now: {answer.reason}.")
    if not files_in_force(campaign, test_set, language_pair).references:
        raise RefusedError(f"There are no references of {test_set} yet: ask the organisers to add them.")
    _check_rate(campaign, test_set, by, exempt=standing.is_organiser)
    plain = PurePath(name.replace("\\", "/")).name[-255:] or "text"
    kept = keep(_limited(chunks))
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)  # asked for twice at once, they are counted one by one
        _check_rate(campaign, test_set, by, exempt=standing.is_organiser)
        trial = Trial.objects.create(
            campaign=campaign,
            user=by,
            team=standing.team,
            track=track,
            language_pair=language_pair,
            test_set=test_set,
            name=plain,
            sha256=kept.sha256,
            size=kept.size,
        )
        enqueue(JobKind.SCORE_TRIAL, trial.pk, campaign=campaign)
    return trial


def _check_slot(campaign: Campaign, track: str, language_pair: str, test_set: str) -> None:
    rules = campaign.rules
    known = track in rules.tracks and language_pair in rules.tracks[track].all_pairs
    if not known or test_set not in {each.id for each in rules.test_sets_of(track, language_pair)}:
        raise RefusedError(f"The campaign has no test set {test_set} for {language_pair} in {track}.")


def _check_rate(campaign: Campaign, test_set: str, user: User, *, exempt: bool) -> None:
    """A set that everyone may try as often as they like is soon known by heart."""
    most = trials_an_hour(campaign.rules, test_set)
    lately = Trial.objects.filter(
        campaign=campaign, user=user, test_set=test_set, asked_at__gt=timezone.now() - HOUR
    ).count()
    if lately >= most and not exempt:
        raise RefusedError(
            f"You have tried {lately} texts on {test_set} within an hour, and may try {most}: wait a while."
        )


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_BYTES:
            raise RefusedError(f"The file is larger than {MOST_BYTES // 2**20} MB, the most that can be tried.")
        yield chunk
    if not size:
        raise RefusedError("The file is empty.")
