"""Tasks planned from human evaluations: designs and texts are stored, so that they stay as they were planned."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.data.sentences import capitalized
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import JudgedTexts, design_evaluation
from bakeoff.human_eval.designs.checked_answers import check_given
from bakeoff.human_eval.designs.constituents.reused_answers import CarriedAnswers, answered_phrases
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations
from bakeoff.rulebook.files.human_changes import change_rules
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation, JudgedSystem, Task
from bakeoff_site.judging.permissions import opens_with_a_phase
from bakeoff_site.judging.screens.registry import has_screen
from bakeoff_site.judging.selectors.constituents import ChosenParts, TextsWithParts, with_constituents
from bakeoff_site.judging.selectors.judged_texts import EvaluationTexts, texts_for
from bakeoff_site.judging.selectors.planned_rows import PlannedRow, PlanTotals, plan_totals, planned_row
from bakeoff_site.judging.selectors.reused_answers import reused_answers
from bakeoff_site.judging.selectors.reused_matches import origin_of, reused_matches
from bakeoff_site.judging.selectors.tournament_plans import planned_tournaments
from bakeoff_site.judging.services.imports import import_answers
from bakeoff_site.judging.services.tournaments import open_first_matches

_SEEDS = 2**31


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskOptions:
    """What organisers decide about a task."""

    title: str = ""
    """Empty: the titles of its evaluations."""
    opening: Opening = Opening.PHASE
    lease_minutes: int = 30
    offline_days: int | None = None
    """How many days judges keep an offline file; 0: there are none; None: what the rulebook says."""
    consent_text: str = ""
    instructions: str = ""
    language: str = "en"
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Instructions and consent in further languages."""
    qualification: Mapping[str, Any] = field(default_factory=dict)
    """In place of what the rulebook says; empty: that."""
    owed: str = ""
    """What each team owes; empty: what the rulebook says."""
    open_to_all: bool = False
    hourly_pay: Decimal | None = None
    currency: str = ""
    changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """For each evaluation the keys of its section that differ from the rulebook; of one that the rulebook does not
    have, all keys."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """For each evaluation what a screen takes, where that is not as published."""
    gold: Sequence[KnownAnswer] = ()
    given: Sequence[KnownAnswer] = ()
    """Answers that judges start from, such as errors that a program marked."""
    earlier: Mapping[str, Sequence[EarlierMatch]] = field(default_factory=dict)
    """For each evaluation results of matches that were judged before, which its tournament takes over."""
    reused: Mapping[str, Sequence[Evaluation]] = field(default_factory=dict)
    """For each evaluation others that may have judged some of its matches or phrases, which are not judged again."""
    seed: int | None = None
    """None: drawn."""


@dataclass(frozen=True, slots=True)
class PlanMistake:
    """Why an evaluation cannot be planned."""

    code: str
    """The evaluation; empty: it is about the task."""
    path: tuple[str, ...]
    """The keys of its section that it is about; none: about all of it."""
    sentence: str


class PlanRefusedError(RefusedError):
    """A plan has mistakes, and each is named."""

    def __init__(self, *mistakes: PlanMistake) -> None:
        self.mistakes = mistakes
        super().__init__(" ".join(each.sentence for each in mistakes))


@dataclass(frozen=True, kw_only=True)
class PlannedTask:
    """What a task would hold: to be looked at before it is made."""

    campaign: Campaign
    options: TaskOptions
    rules: Mapping[str, HumanEvaluation]
    gathered: Mapping[str, EvaluationTexts]
    evaluations: Mapping[str, PlannedEvaluation]
    seed: int
    parts: Mapping[str, Sequence[ChosenParts]] = field(default_factory=dict)
    """The parts of sentences of each evaluation; none where complete segments are judged."""
    reused: Mapping[str, CarriedAnswers] = field(default_factory=dict)
    """The answers of other evaluations that hold here."""

    @cached_property
    def rows(self) -> tuple[PlannedRow, ...]:
        """What each evaluation comes to."""
        return tuple(
            planned_row(
                each,
                in_rulebook=self.campaign.rules.human.get(code),
                planned_with=self.rules,
                left_out=self.gathered[code].left_out,
                parts=self.parts.get(code, ()),
                reused=self.reused.get(code),
                seconds=self.options.seconds.get(code),
                gold=self.options.gold,
            )
            for code, each in self.evaluations.items()
        )

    @property
    def totals(self) -> PlanTotals:
        """What all of them come to together."""
        return plan_totals(self.rows, hourly_pay=self.options.hourly_pay, currency=self.options.currency)


def prepare_task(campaign: Campaign, codes: Sequence[str], options: TaskOptions | None = None) -> PlannedTask:
    """Designs human evaluations on the texts that there are; nothing is stored. Mistakes: PlanRefusedError."""
    asked = options or TaskOptions()
    if not codes:
        raise PlanRefusedError(PlanMistake("", (), "Choose at least one human evaluation."))
    rules = _all_rules(campaign, codes, asked)
    seed = secrets.randbelow(_SEEDS) if asked.seed is None else asked.seed
    gathered: dict[str, EvaluationTexts] = {}
    texts: dict[str, TextsWithParts] = {}
    evaluations: dict[str, PlannedEvaluation] = {}
    reused: dict[str, CarriedAnswers | None] = {}
    for code, each in rules.items():
        try:
            gathered[code] = texts_for(campaign, each)
            _check_references(code, each, gathered[code])
            texts[code] = with_constituents(campaign, each, gathered[code].texts)
            reused[code] = _reused(campaign, each, asked.reused.get(code, ()), texts[code].texts)
            own = replace(gathered[code], texts=texts[code].texts)
            evaluations[code] = _planned(each, own, asked, reused=reused[code], seed=seed)
        except PlanRefusedError:
            raise
        except BakeoffError as error:
            raise PlanRefusedError(PlanMistake(code, (), capitalized(str(error)))) from None
    return PlannedTask(
        campaign=campaign,
        options=asked,
        rules=rules,
        gathered=gathered,
        parts={code: each.parts for code, each in texts.items()},
        evaluations=evaluations,
        reused={code: each for code, each in reused.items() if each is not None},
        seed=seed,
    )


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
        offline_days=options.offline_days,
        consent_text=options.consent_text,
        instructions=options.instructions,
        language=options.language,
        translations={code: dict(texts) for code, texts in options.translations.items()},
        qualification=dict(options.qualification),
        owed=options.owed,
        tournaments=sum(len(each.tournaments) for each in planned.evaluations.values()),
        open_to_all=options.open_to_all,
        hourly_pay=options.hourly_pay,
        currency=options.currency,
        planned_by=by,
    )
    for row in planned.rows:
        rules = planned.rules[row.code]
        evaluation = Evaluation.objects.create(
            task=task,
            code=row.code,
            title=rules.label[:200],
            protocol=rules.protocol,
            rules=rules.model_dump(mode="json", exclude_unset=True),
            units=row.work.judgments,
            expected_seconds=row.work.seconds,
            reused=None if row.reused is None else asdict(row.reused.counts),
        )
        if row.reused is not None and row.reused.added:
            sources = [origin_of(each) for each in options.reused.get(row.code, ())]
            import_answers(evaluation, row.reused.added, title=", ".join(sources), by=by, now=timezone.now())
        JudgedSystem.objects.bulk_create(
            JudgedSystem(
                evaluation=evaluation, language_pair=pair, test_set=test_set, name=name, run=run, team=run.team
            )
            for (pair, test_set, name), run in planned.gathered[row.code].runs.items()
        )
    open_first_matches(task, now=timezone.now())
    record("judging.plan", actor=by, campaign=campaign, subject=task.title, evaluations=list(planned.rules))
    return task


def _all_rules(campaign: Campaign, codes: Sequence[str], options: TaskOptions) -> dict[str, HumanEvaluation]:
    """The rules of each evaluation with their changes; all mistakes of all of them at once."""
    found: dict[str, HumanEvaluation] = {}
    mistakes: list[PlanMistake] = []
    for code in dict.fromkeys(codes):
        changes = options.changes.get(code, {})
        if code not in campaign.rules.human and not changes:
            sentence = f"The rulebook has no human evaluation {code!r}."
            mistakes.append(PlanMistake("", ("evaluations",), sentence))
            continue
        changed = change_rules(campaign.rulebook_content, code, changes) if changes else None
        rules = campaign.rules.human[code] if changed is None else changed.rules
        if changed is not None:
            mistakes += [PlanMistake(code, tuple(map(str, each.path)), each.sentence) for each in changed.mistakes]
        if rules is None:
            continue
        if not has_screen(rules.protocol):
            sentence = f"{rules.label} cannot be judged on the site yet: its protocol {rules.protocol} has no screen."
            mistakes.append(PlanMistake(code, ("protocol",), sentence))
        found[code] = rules
    if options.opening == Opening.PHASE and not mistakes and not opens_with_a_phase(campaign, found):
        sentence = "No phase of the rulebook opens these evaluations. Choose another time to open the task."
        mistakes.append(PlanMistake("", ("opening",), sentence))
    if options.hourly_pay is not None and not options.currency:
        mistakes.append(PlanMistake("", ("currency",), "Say in which currency judges are paid."))
    if mistakes:
        raise PlanRefusedError(*mistakes)
    return found


def _check_references(code: str, rules: HumanEvaluation, gathered: EvaluationTexts) -> None:
    """References that are asked for must exist."""
    without = [each for each in gathered.texts if not each.texts.references]
    asked = {
        "reference_among": (rules.reference_among, "hides a reference among the outputs"),
        "reference_shown": (bool(rules.reference_shown), "shows references"),
    }
    mistakes = [
        PlanMistake(
            code,
            (key,),
            f"{rules.label} {does}, and {without[0].test_set} in {without[0].language_pair} has no reference. "
            "Upload one under Data, or plan without it.",
        )
        for key, (is_asked, does) in asked.items()
        if without and is_asked
    ]
    if mistakes:
        raise PlanRefusedError(*mistakes)


def _planned(
    rules: HumanEvaluation,
    gathered: EvaluationTexts,
    options: TaskOptions,
    *,
    reused: CarriedAnswers | None,
    seed: int,
) -> PlannedEvaluation:
    own, given = _about(rules, options.gold), _about(rules, options.given)
    if own and not rules.gold:
        sentence = f"{rules.label} has no share of gold items. Say how many screens ask what has a known answer."
        raise PlanRefusedError(PlanMistake(rules.id, ("gold",), sentence))
    if bool(given) != rules.errors.premarked:
        sentence = (
            f"{rules.label} does not start from marked errors. Set premarked = true under errors, or leave them out."
            if given
            else f"{rules.label} starts from marked errors, and none were given. Add them as a file of judgments."
        )
        raise PlanRefusedError(PlanMistake(rules.id, ("errors",), sentence))
    earlier = [*options.earlier.get(rules.id, ()), *reused_matches(options.reused.get(rules.id, ()), gathered.texts)]
    tournaments = planned_tournaments(gathered, rules, earlier=earlier)
    planned = PlannedEvaluation(
        rules=rules,
        design=design_evaluation(
            rules,
            gathered.texts,
            tournaments=tournaments,
            gold=own,
            answered=answered_phrases(reused.judgments, least=rules.judgments) if reused else (),
            specification=gathered.specification,
            seed=seed,
        ),
        tournaments=tournaments,
        texts=gathered.texts,
        specification=gathered.specification,
        gold=own,
        given=given,
    )
    check_given(planned)
    return planned


def _reused(
    campaign: Campaign, rules: HumanEvaluation, evaluations: Sequence[Evaluation], texts: Sequence[JudgedTexts]
) -> CarriedAnswers | None:
    found = reused_answers(campaign, rules, evaluations, texts)
    if found is not None and not rules.reuse:
        sentence = f"{rules.label} does not let answers hold for other systems. Say reuse = true, or leave them out."
        raise PlanRefusedError(PlanMistake(rules.id, ("reused",), sentence))
    return found


def _about(rules: HumanEvaluation, answers: Sequence[KnownAnswer]) -> tuple[KnownAnswer, ...]:
    """The answers that are about an evaluation."""
    return tuple(each for each in answers if each.protocol == rules.protocol and each.evaluation in ("", rules.id))


def _free_slug(campaign: Campaign, wanted: str) -> str:
    taken = set(campaign.judging_tasks.values_list("slug", flat=True))
    number = 1
    while (slug := wanted if number == 1 else f"{wanted}-{number}") in taken:
        number += 1
    return slug
