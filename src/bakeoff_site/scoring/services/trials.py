"""Texts are scored without being submitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from bakeoff.errors import BakeoffError, InputError, TransientError
from bakeoff.formats.budgets import require_affordable
from bakeoff.rulebook.submission.quotas import trials_a_day
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.acting_teams import acting_as
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.names import require_plain
from bakeoff_site.core.refusals import EmptyFileError, RefusedError
from bakeoff_site.core.storage.files import KeptFile, keep, under_name
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.jobs.services import request_trial
from bakeoff_site.scoring.computation import compute_or_delegate
from bakeoff_site.scoring.conversions import finding_of, remark_finding, remarks_of, request_of, trial_scores
from bakeoff_site.scoring.models import Trial
from bakeoff_site.scoring.permissions import (
    DAY,
    HOUR,
    KEPT_ANSWERED,
    KEPT_OPEN,
    MOST_BYTES,
    trial_answer,
    trials_an_hour,
)
from bakeoff_site.submissions.selectors.quotas import check_room


def ask_trial(
    campaign: Campaign,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    name: str,
    chunks: Iterable[bytes],
    by: User,
    team_id: int | None = None,
    now: datetime | None = None,
) -> Trial:
    """Has a text scored on a test set, by the rules of the campaign; the answer comes within seconds.

    Who is in several teams says for which of them.
    """
    _check_slot(campaign, track, language_pair, test_set)
    now = now or timezone.now()
    role = acting_as(role_of(by, campaign), team_id)
    answer = trial_answer(
        campaign.rules, now, viewers_of(role), track=track, test_set=test_set, language_pair=language_pair
    )
    if not answer.allowed:
        raise RefusedError(f"Texts cannot be scored on {test_set} now: {answer.reason}.")
    if not files_in_force(campaign, test_set, language_pair).references:
        raise RefusedError(f"There are no references of {test_set} yet: ask the organisers to add them.")
    if not role.is_organiser:
        _check_rate(campaign, test_set, by, now)
    plain = PurePath(name.replace("\\", "/")).name[-255:] or "text"
    require_plain(plain)
    kept = keep(_limited(chunks))
    _check_cost(kept, plain)
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        User.objects.select_for_update().get(pk=by.pk)  # asked for twice at once, they are counted one by one
        if not role.is_organiser:
            _check_rate(campaign, test_set, by, now)
        if role.team is not None:
            check_room(role.team, kept.size)
        trial = Trial.objects.create(
            campaign=campaign,
            user=by,
            team=role.team,
            track=track,
            language_pair=language_pair,
            test_set=test_set,
            name=plain,
            sha256=kept.sha256,
            size=kept.size,
        )
        request_trial(trial)
    return trial


def _check_slot(campaign: Campaign, track: str, language_pair: str, test_set: str) -> None:
    rules = campaign.rules
    known = track in rules.tracks and language_pair in rules.tracks[track].all_pairs
    if not known or test_set not in {each.id for each in rules.test_sets_of(track, language_pair)}:
        raise RefusedError(f"The campaign has no test set {test_set} for {language_pair} in {track}.")


def _check_rate(campaign: Campaign, test_set: str, user: User, now: datetime) -> None:
    """A set that everyone may try as often as they like is soon known by heart, and the server has others to answer."""
    here = Q(campaign=campaign, test_set=test_set)
    counts = Trial.objects.filter(user=user, asked_at__gt=now - DAY).aggregate(
        hour=Count("pk", filter=here & Q(asked_at__gt=now - HOUR)), day=Count("pk", filter=here), all=Count("pk")
    )
    limits = (
        (counts["hour"], trials_an_hour(campaign.rules, test_set), f"on {test_set} within an hour", "a while"),
        (counts["day"], trials_a_day(campaign.rules, test_set), f"on {test_set} within a day", "until tomorrow"),
        (counts["all"], settings.MAX_TRIALS_A_DAY or None, "within a day", "until tomorrow"),
    )
    for count, most, where, until in limits:
        if most is not None and count >= most:
            raise RefusedError(f"You have tried {count} texts {where}, and may try {most}: wait {until}.")


def _check_cost(kept: KeptFile, name: str) -> None:
    """Refuses a text that would hold up the others that wait for their scores."""
    with under_name(kept.sha256, name) as path:
        try:
            require_affordable(path)
        except InputError as error:
            error.place = replace(error.place, file=name)
            raise RefusedError(str(error)) from None


def score_trial(trial: Trial, *, on_progress: Callable[[int, int], None]) -> None:
    """Scores a text that someone tries; for one that cannot be scored, the answer says why."""
    if trial.answered_at is not None:
        return
    request = request_of(
        trial.campaign.rulebook_content,
        files_in_force(trial.campaign, trial.test_set, trial.language_pair),
        track=trial.track,
        language_pair=trial.language_pair,
        test_set=trial.test_set,
        system=PurePath(trial.name).stem or "text",
        name=trial.name,
        sha256=trial.sha256,
    )
    try:
        _check_kept(trial)
        evaluations = compute_or_delegate(request, on_progress)
    except TransientError:
        raise  # no fault of the text
    except BakeoffError as error:
        trial.findings = [finding_of(error)]
    else:
        trial.scores = trial_scores(evaluations)
        trial.findings = [remark_finding(text) for text in remarks_of(evaluations.values())]
    trial.answered_at = timezone.now()
    trial.save(update_fields=["findings", "scores", "answered_at"])


def _check_kept(trial: Trial) -> None:
    """Refuses to score a text that was deleted."""
    if trial.released_at is not None:
        raise InputError(
            expected="the text that was tried",
            found="that it is no longer kept",
            remedy="Try it again.",
        )


def release_trials(now: datetime) -> int:
    """Deletes tried texts that nobody needs any more; returns how many."""
    over = Q(answered_at__lte=now - KEPT_ANSWERED) | Q(asked_at__lte=now - KEPT_OPEN)
    return Trial.objects.filter(over, released_at=None).update(released_at=now)


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_BYTES:
            raise RefusedError(f"The file is larger than {MOST_BYTES // 2**20} MB, the most that can be tried.")
        yield chunk
    if not size:
        raise EmptyFileError
