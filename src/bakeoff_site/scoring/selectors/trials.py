"""The evaluation server: on what someone may try texts, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from bakeoff.rulebook.release.status import status_of_board
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind, JobState
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring.models import Trial
from bakeoff_site.scoring.permissions import trial_answer

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class TrialSlot:
    """A test set in a language pair of a track, and whether someone may try texts on it now."""

    track: str
    language_pair: str
    test_set: str
    label: str
    answer: Answer

    @property
    def key(self) -> str:
        return "/".join((self.track, self.language_pair, self.test_set))


def trial_slots(role: CampaignRole, now: datetime) -> tuple[TrialSlot, ...]:
    """Everything that has references, development sets first."""
    rules = role.campaign.rules
    viewers = viewers_of(role)
    with_references = set(
        DataFile.objects.filter(campaign=role.campaign, kind=DataKind.REFERENCE, replaced_at=None).values_list(
            "test_set", "language_pair"
        )
    )
    slots = [
        TrialSlot(
            track.id,
            pair,
            test_set.id,
            f"{track.label} · {rules.language_pairs[pair].label} · {test_set.label}"
            + ("" if status_of_board(rules, track=track.id, language_pair=pair).is_official else " (unofficial)"),
            trial_answer(rules, now, viewers, track=track.id, test_set=test_set.id, language_pair=pair),
        )
        for track in rules.tracks.values()
        for pair in track.all_pairs
        for test_set in rules.test_sets_of(track.id, pair)
        if not with_references.isdisjoint({(test_set.id, pair), (test_set.id, "")})
    ]
    return tuple(sorted(slots, key=lambda slot: rules.test_sets[slot.test_set].role != "dev"))


@dataclass(frozen=True, slots=True)
class TrialView:
    """A trial with what people call things."""

    trial: Trial
    slot: str
    scores: Sequence[tuple[str, Sequence[tuple[str, dict[str, Any]]]]]
    """By specification, and in it by metric."""
    failure: str = ""
    """Why the server could not answer, where it was not the text's fault."""
    progress: JobProgress | None = None
    """Of its scoring, while it waits or runs."""

    @property
    def is_open(self) -> bool:
        return self.trial.answered_at is None and not self.failure


def trials_of(user: User, campaign: Campaign) -> QuerySet[Trial]:
    return Trial.objects.filter(user=user, campaign=campaign)


def trial_views(trials: QuerySet[Trial], campaign: Campaign, *, most: int = _SHOWN) -> tuple[TrialView, ...]:
    """The last trials."""
    shown = list(trials[:most])
    waiting = [trial.pk for trial in shown if trial.answered_at is None]
    jobs = Job.objects.filter(kind=JobKind.SCORE_TRIAL, subject_id__in=waiting) if waiting else Job.objects.none()
    states: dict[int, list[Job]] = {}
    for job in jobs:
        states.setdefault(job.subject_id, []).append(job)
    progress = progress_of(JobKind.SCORE_TRIAL, waiting) if waiting else {}
    return tuple(_view(trial, campaign, states.get(trial.pk, []), progress.get(trial.pk)) for trial in shown)


def _view(trial: Trial, campaign: Campaign, jobs: Sequence[Job], progress: JobProgress | None) -> TrialView:
    rules = campaign.rules
    tables = {
        "track": rules.tracks.get(trial.track),
        "pair": rules.language_pairs.get(trial.language_pair),
        "set": rules.test_sets.get(trial.test_set),
    }
    names = (trial.track, trial.language_pair, trial.test_set)
    slot = " · ".join(table.label if table else name for table, name in zip(tables.values(), names, strict=True))
    scores = [(name, list(metrics.items())) for name, metrics in (trial.scores or {}).items()]
    has_failed = not any(job.state in OPEN_STATES for job in jobs) and any(job.state == JobState.FAILED for job in jobs)
    return TrialView(trial, slot, scores, jobs[-1].error if has_failed else "", progress)
