"""Matches that other evaluations have judged: the same two outputs are not judged again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bakeoff.data.matches import match_of
from bakeoff.human_eval import JudgedTexts
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.tournaments import renamed_result
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.judging.models import Evaluation, Match
from bakeoff_site.judging.screens.registry import judged_protocols
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.matches import counted_result, judged_screens
from bakeoff_site.judging.selectors.reused_answers import has_reusable_answers

PROTOCOL = "pairwise"


def reusable_evaluations(user: User) -> tuple[Evaluation, ...]:
    """Evaluations whose matches or answers hold elsewhere, of the campaigns that somebody organises, latest first."""
    reusable = [each for each in judged_protocols() if each == PROTOCOL or has_reusable_answers(each)]
    rows = Evaluation.objects.filter(protocol__in=reusable).select_related("task__campaign").order_by("-pk")
    if not user.is_superuser:
        own = user.memberships.filter(role=MembershipRole.ORGANISER).values("campaign")
        rows = rows.filter(task__campaign__in=own)
    return tuple(rows)


def origin_of(evaluation: Evaluation) -> str:
    """Where results of an evaluation are from, for people."""
    task = evaluation.task
    return f"{task.title}, {task.campaign.title}"


def reused_matches(evaluations: Iterable[Evaluation], texts: Sequence[JudgedTexts]) -> tuple[EarlierMatch, ...]:
    """The results of pairs that these evaluations have judged to their end, by the names that systems have here.

    A system is the same where its outputs are the same on all segments that were judged, whatever it is called. Of
    several results of a pair the first counts.
    """
    found: dict[frozenset[str], EarlierMatch] = {}
    for evaluation in (each for each in evaluations if each.protocol == PROTOCOL):
        planned = content_of(evaluation.task).evaluations[evaluation.code]
        for each in texts:
            for match in _judged(evaluation, planned, each):
                found.setdefault(match.result.pair, match)
    return tuple(found.values())


def _judged(evaluation: Evaluation, planned: PlannedEvaluation, texts: JudgedTexts) -> Iterator[EarlierMatch]:
    names = _same_systems(planned, texts)
    if len(names) < 2:
        return
    decided = dict(Match.objects.filter(evaluation=evaluation, result__isnull=False).values_list("pool", "result"))
    screens = judged_screens(evaluation)
    for number, pool in enumerate(planned.design.pools):
        if pool.language_pair != texts.language_pair or not names.keys() >= set(pool.systems) or len(pool.systems) != 2:
            continue
        if screens.get(number, 0) >= planned.design.redundancy * len(pool.segments):
            stored = decided.get(number)
            result = counted_result(evaluation, number) if stored is None else match_of(stored)
            if result is not None:
                yield EarlierMatch(result=renamed_result(result, names), origin=origin_of(evaluation))
    for tournament in planned.tournaments:
        for each in tournament.earlier:
            if each.result.pair <= names.keys():
                yield EarlierMatch(result=renamed_result(each.result, names), origin=each.origin)


def _same_systems(planned: PlannedEvaluation, texts: JudgedTexts) -> dict[str, str]:
    """What the systems of another evaluation are called here, as far as their outputs are the same."""
    judged = {segment for pool in planned.design.pools for segment in pool.segments if segment[1]}
    here = {system: _outputs(texts, system, judged) for system in texts.texts.systems}
    found: dict[str, str] = {}
    for other in planned.texts:
        if other.language_pair != texts.language_pair:
            continue
        for system in other.texts.systems:
            own = _outputs(other, system, judged)
            same = [name for name, outputs in here.items() if own and outputs == own]
            if same:
                found[system] = system if system in same else same[0]
    return found


def _outputs(texts: JudgedTexts, system: str, segments: set[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    column = texts.texts.runs[texts.texts.systems.index(system)]
    ids = (
        (document.id, segment) for document, segment in zip(texts.texts.documents, texts.texts.segment_ids, strict=True)
    )
    return {place: text for place, text in zip(ids, column, strict=True) if place in segments}
