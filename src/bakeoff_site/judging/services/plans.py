"""Tasks planned from the human evaluations of the rulebook: designs and texts are stored, so that they stay."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.text import slugify

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import design_evaluation
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation, JudgedSystem, Task
from bakeoff_site.judging.selectors.judged_texts import EvaluationTexts, texts_for

_SEEDS = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOptions:
    """What organisers decide about a task besides the rules of its evaluations."""

    title: str = ""
    """Empty: the titles of its evaluations."""
    opening: Opening = Opening.PHASE
    lease_minutes: int = 30
    consent_text: str = ""
    instructions: str = ""
    open_to_all: bool = False
    gold: Sequence[KnownAnswer] = ()
    seed: int | None = None
    """None: drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRow:
    """An evaluation in numbers."""

    code: str
    title: str
    systems: int
    segments: int
    units: int
    """Judgments that it needs."""
    left_out: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTask:
    """What a task would hold: to be looked at before it is made."""

    rules: Mapping[str, HumanEvaluation]
    gathered: Mapping[str, EvaluationTexts]
    evaluations: Mapping[str, PlannedEvaluation]
    seed: int

    @property
    def rows(self) -> tuple[PlannedRow, ...]:
        """What each evaluation comes to."""
        return tuple(
            PlannedRow(
                code=code,
                title=self.rules[code].label,
                systems=len({system for pool in each.design.pools for system in pool.systems}),
                segments=len({pool.item(number) for pool in each.design.pools for number in range(len(pool.segments))}),
                units=Dealer(each.design).missing,
                left_out=self.gathered[code].left_out,
            )
            for code, each in self.evaluations.items()
        )


def prepare_task(campaign: Campaign, codes: Sequence[str], options: TaskOptions | None = None) -> PlannedTask:
    """Designs human evaluations of the rulebook on the texts that there are; nothing is stored."""
    asked = options or TaskOptions()
    rules = {code: _rules_of(campaign, code) for code in codes}
    if not rules:
        raise RefusedError("Choose at least one human evaluation of the rulebook.")
    seed = secrets.randbelow(_SEEDS) if asked.seed is None else asked.seed
    gathered = {code: texts_for(campaign, each) for code, each in rules.items()}
    try:
        evaluations = {code: _planned(each, gathered[code], gold=asked.gold, seed=seed) for code, each in rules.items()}
    except BakeoffError as error:
        raise RefusedError(str(error)) from None
    return PlannedTask(rules=rules, gathered=gathered, evaluations=evaluations, seed=seed)


@transaction.atomic
def create_task(campaign: Campaign, planned: PlannedTask, *, options: TaskOptions, by: User) -> Task:
    """Stores a planned task; it can be judged as its opening says."""
    title = options.title or ", ".join(each.label for each in planned.rules.values())
    kept = keep([pack_evaluations(planned.evaluations)])
    task = Task.objects.create(
        campaign=campaign,
        slug=_free_slug(campaign, slugify(title)[:60] or "task"),
        title=title[:200],
        opening=options.opening,
        sha256=kept.sha256,
        seed=planned.seed,
        lease_minutes=options.lease_minutes,
        consent_text=options.consent_text,
        instructions=options.instructions,
        open_to_all=options.open_to_all,
        planned_by=by,
    )
    units = {row.code: row.units for row in planned.rows}
    for code, rules in planned.rules.items():
        evaluation = Evaluation.objects.create(
            task=task,
            code=code,
            title=rules.label[:200],
            protocol=rules.protocol,
            rules=rules.model_dump(mode="json", exclude_unset=True),
            units=units[code],
        )
        JudgedSystem.objects.bulk_create(
            JudgedSystem(
                evaluation=evaluation, language_pair=pair, test_set=test_set, name=name, run=run, team=run.team
            )
            for (pair, test_set, name), run in planned.gathered[code].runs.items()
        )
    record("judging.plan", actor=by, campaign=campaign, subject=task.title, evaluations=list(planned.rules))
    return task


def _rules_of(campaign: Campaign, code: str) -> HumanEvaluation:
    if code not in campaign.rules.human:
        raise RefusedError(f"The rulebook has no human evaluation {code!r}.")
    return campaign.rules.human[code]


def _planned(
    rules: HumanEvaluation, gathered: EvaluationTexts, *, gold: Sequence[KnownAnswer], seed: int
) -> PlannedEvaluation:
    own = tuple(each for each in gold if each.protocol == rules.protocol)
    return PlannedEvaluation(
        rules=rules,
        design=design_evaluation(rules, gathered.texts, gold=own, specification=gathered.specification, seed=seed),
        texts=gathered.texts,
        specification=gathered.specification,
        gold=own,
    )


def _free_slug(campaign: Campaign, wanted: str) -> str:
    taken = set(campaign.judging_tasks.values_list("slug", flat=True))
    number = 1
    while (slug := wanted if number == 1 else f"{wanted}-{number}") in taken:
        number += 1
    return slug
