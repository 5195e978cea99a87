"""Studies of a task, and the crowds that it can have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from bakeoff.human_eval.designs.conduct.crowd_links import languages_needed
from bakeoff.rulebook.schema.conduct import ReadingLanguage
from bakeoff.rulebook.schema.crowds import Crowd, preset
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.contents import content_of

_SPOKEN = ("ar", "cs", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "uk", "vi", "zh")
"""Languages that workers are asked about besides those that are needed, so that the question does not say which."""


def crowds_for(task: Task) -> Mapping[str, Crowd]:
    """The crowds that a study of a task can have: that of its evaluations first, others of the rulebook, platforms."""
    rules = task.campaign.rules
    named = [each.rules.crowd for each in content_of(task).evaluations.values()]
    first = [name for name in named if name is not None and name in rules.crowds]
    found = {name: rules.crowds[name] for name in dict.fromkeys([*first, *rules.crowds])}
    return {**found, **{each.id: each for each in (preset("prolific"), preset("other")) if each.id not in found}}


def studies_of(task: Task) -> QuerySet[Study]:
    """The studies of a task, with how many workers came and are at work."""
    return task.studies.select_related("task__campaign", "made_by").annotate(
        came=Count("workers"),
        working=Count("workers", filter=Q(workers__outcome="")),
        done=Count("workers", filter=Q(workers__outcome=Outcome.DONE)),
    )


def needed_languages(study: Study) -> frozenset[str]:
    """Codes of the languages that workers of a study must speak."""
    pairs = study.task.campaign.rules.language_pairs
    pools = [pool for each in content_of(study.task).evaluations.values() for pool in each.design.pools]
    known = [pairs[name] for name in dict.fromkeys(pool.language_pair for pool in pools) if name in pairs]
    return languages_needed(study.crowd, [(pair.source_code or "", pair.target_code or "") for pair in known])


@dataclass(frozen=True, slots=True)
class AskedLanguages:
    """The languages that somebody is asked about, and those that they must speak; none: nobody is asked."""

    offered: tuple[ReadingLanguage, ...]
    needed: frozenset[str]


def asked_languages(study: Study) -> AskedLanguages:
    needed = needed_languages(study)
    offered = sorted(map(ReadingLanguage, {*needed, *_SPOKEN}), key=lambda each: each.name) if needed else ()
    return AskedLanguages(tuple(offered), needed)


def workers_here(keys: Collection[UUID]) -> QuerySet[Worker]:
    """The workers that a browser which knows these keys is, the latest first."""
    rows = Worker.objects.filter(key__in=keys).select_related("study__task__campaign", "judge__task__campaign")
    return rows.order_by("-arrived_at", "-pk")
