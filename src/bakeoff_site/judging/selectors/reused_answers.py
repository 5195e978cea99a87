"""Answers about phrases that other evaluations got: who has the same phrase for the same part is not judged again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import JudgedTexts
from bakeoff.human_eval.analyses.answer_shares import OffersChoices
from bakeoff.human_eval.designs.constituents.reused_answers import (
    CarriedAnswers,
    EarlierAnswers,
    SavedAnswers,
    carry_answers,
)
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Evaluation
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import judgments_of


def has_reusable_answers(protocol: str) -> bool:
    """Whether an answer about a phrase holds for whoever has it: ranks do not, for they compare."""
    found = find_protocol(protocol)
    return found.kind == "constituent" and isinstance(found, OffersChoices)


def reused_answers(
    campaign: Campaign, rules: HumanEvaluation, evaluations: Sequence[Evaluation], texts: Sequence[JudgedTexts]
) -> CarriedAnswers | None:
    """What earlier evaluations say about the phrases of these texts; None where none was named.

    Those of this campaign under the same name count on the same boards: of them only further systems are added.
    """
    if not evaluations or not has_reusable_answers(rules.protocol):
        return None
    earlier = [
        EarlierAnswers(
            judgments=tuple(_judgments(each)),
            texts=content_of(each.task).evaluations[each.code].texts,
            count_themselves=each.task.campaign_id == campaign.pk and each.code == rules.id,
        )
        for each in evaluations
        if each.protocol == rules.protocol
    ]
    return carry_answers(earlier, texts)


def answers_taken_over(evaluation: Evaluation) -> SavedAnswers | None:
    """How many phrases had an answer when an evaluation was planned; None where no answers were taken over."""
    return None if evaluation.reused is None else SavedAnswers(**evaluation.reused)


def _judgments(evaluation: Evaluation) -> Iterator[Judgment]:
    """Those that count, named apart: two evaluations may number judgments and judges alike."""
    for each in judgments_of(evaluation, counted=True):
        yield replace(each, id=f"{evaluation.pk}:{each.id}", judge=f"{evaluation.pk}:{each.judge}")
