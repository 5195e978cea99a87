"""Human evaluations of a rulebook planned together: designs, the screens of every judge, whether they are balanced."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bakeoff.data.entrants import Entrant
from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError
from bakeoff.human_eval.designs.balance import Balance, verify_design
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.evaluation_designs import Match, design_evaluation
from bakeoff.human_eval.designs.gold_items import unplanned_gold
from bakeoff.human_eval.designs.offline_packages import planned_judgments
from bakeoff.human_eval.designs.owed_shares import OwedShare, shares_of_teams
from bakeoff.human_eval.designs.planned_screens import (
    Names,
    PlannedScreen,
    deal_out,
    judged_in,
    judges_without_gold,
)
from bakeoff.human_eval.designs.screens.judged_screens import assignments_of
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.human_eval.designs.shown_texts import ShownTexts
from bakeoff.human_eval.designs.workloads import Workload, dealt_workload
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.human_eval.protocols.screens import Screen
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.statistics.inputs import DEFAULT_SEED


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """Who judges, and what a plan takes into account."""

    judges: Sequence[str] | int | None = None
    """Names, or how many; None: as many as the rulebook says."""
    screens: int | None = None
    """Of a judge at most; None: until everything is judged."""
    hidden: Names = field(default_factory=dict)
    """Systems that a judge must not see."""
    chosen: Names = field(default_factory=dict)
    """Language pairs and test sets that a judge chose."""
    teams: Mapping[str, str] = field(default_factory=dict)
    """The team of a judge. Its systems are hidden from the judge, and it owes a share."""
    entrants: Sequence[Entrant] = ()
    """Which team each system is of, as far as known."""
    matches: Collection[Match] | None = None
    """Pairs of systems that are judged; None: all."""
    gold: Sequence[Judgment] = ()
    """Questions with their right answers; each evaluation takes those of its protocol."""
    gold_share: float | None = None
    """Share of screens that are gold items; None: what the rulebook says."""
    judged: Sequence[Judgment] = ()
    """What was answered before: the plan is what is left."""
    seed: int = DEFAULT_SEED
    campaign: str = ""
    """What judgments name as their campaign."""
    specification: str | None = None
    """How texts are changed where judges see them as they are scored (`after_specification`)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluationPlan:
    """Who sees what, counted and ready to be written."""

    rules: Mapping[str, HumanEvaluation]
    texts: Mapping[str, Sequence[JudgedTexts]]
    designs: Mapping[str, Design]
    screens: tuple[PlannedScreen, ...]
    judgments: tuple[Judgment, ...]
    """The screens as judgments without an answer, in the same order."""
    balances: Mapping[str, Balance]
    owed: Mapping[str, tuple[OwedShare, ...]]
    remarks: tuple[str, ...]
    """What an organiser should know about the plan."""
    shown: Mapping[str, ShownTexts]
    """The texts of each evaluation as judges see them."""

    def workloads(self, *, seconds: float | None = None) -> dict[str, Workload]:
        """What the screens of each evaluation ask of judges; `seconds` a screen takes, else as published."""
        return {
            name: dealt_workload(
                self.designs[name], screens=each.screens, controls=sum(each.controls.values()), seconds=seconds
            )
            for name, each in self.balances.items()
        }

    def shown_screens(self) -> list[Screen]:
        """What judges see, in the order of `screens`."""
        return [self.shown[each.evaluation].screen(each.assignment) for each in self.screens]


def plan_evaluations(
    evaluations: Mapping[str, HumanEvaluation],
    texts: Mapping[str, Sequence[JudgedTexts]],
    *,
    options: PlanOptions | None = None,
) -> EvaluationPlan:
    """Plans human evaluations of a rulebook, each on its texts, for the same judges."""
    asked = options or PlanOptions()
    rules = _with_gold_share(evaluations, asked.gold_share)
    gold = {name: [each for each in asked.gold if each.protocol == own.protocol] for name, own in rules.items()}
    designs = {
        name: design_evaluation(
            own, texts[name], matches=asked.matches, gold=gold[name], specification=asked.specification, seed=asked.seed
        )
        for name, own in rules.items()
    }
    judges = _judges(asked.judges, [own.judge_count for own in rules.values()])
    excluded = _hidden_systems(asked, designs)
    screens = deal_out(
        designs,
        rules,
        judges,
        screens=asked.screens,
        excluded=excluded,
        chosen=asked.chosen,
        judged=asked.judged,
        seed=asked.seed,
    )
    shown = {
        name: ShownTexts(
            designs[name], texts[name], protocol_by_rules(own), rules=own, specification=asked.specification
        )
        for name, own in rules.items()
    }
    judgments = planned_judgments(screens, designs, shown=shown, campaign=asked.campaign)
    without_gold = judges_without_gold(designs, rules, screens, excluded=excluded, chosen=asked.chosen)
    return EvaluationPlan(
        rules=rules,
        texts=texts,
        designs=designs,
        screens=screens,
        judgments=judgments,
        balances={
            name: _balance(name, design, asked.judged, screens, excluded=excluded) for name, design in designs.items()
        },
        owed={
            name: shares_of_teams(own, asked.teams, planned=[each for each in judgments if each.asked_in == name])
            for name, own in rules.items()
        },
        shown=shown,
        remarks=(*_design_remarks(rules, designs, gold), *_gold_remarks(without_gold)),
    )


def _with_gold_share(rules: Mapping[str, HumanEvaluation], share: float | None) -> Mapping[str, HumanEvaluation]:
    if share is None:
        return rules
    return {name: own.model_copy(update={"gold": share}) for name, own in rules.items()}


def _judges(judges: Sequence[str] | int | None, counts: Sequence[int | None]) -> tuple[str, ...]:
    """The names of the judges; without names they are numbered."""
    if judges is not None and not isinstance(judges, int):
        return tuple(judges)
    count = judges if judges is not None else next((each for each in counts if each is not None), None)
    if not count:
        raise ExpressionError("the rulebook does not say how many judges there are: give --judges.")
    digits = len(str(count))
    return tuple(f"judge{number:0{digits}}" for number in range(1, count + 1))


def _hidden_systems(options: PlanOptions, designs: Mapping[str, Design]) -> dict[str, set[str]]:
    """What is hidden from judges, the systems of their own teams included."""
    hidden = {judge: set(systems) for judge, systems in options.hidden.items()}
    planned = {system for design in designs.values() for pool in design.pools for system in pool.systems}
    for judge, team in options.teams.items():
        own = {each.system for each in options.entrants if each.team == team and each.system in planned}
        if own:
            hidden.setdefault(judge, set()).update(own)
    return hidden


def _balance(
    name: str, design: Design, judged: Sequence[Judgment], screens: Sequence[PlannedScreen], *, excluded: Names
) -> Balance:
    """What was assigned before and by the plan, counted."""
    before = assignments_of(design, judged_in(name, judged))
    planned = (each.assignment for each in screens if each.evaluation == name)
    return verify_design(design, [*before, *planned], excluded=excluded)


def _design_remarks(
    rules: Mapping[str, HumanEvaluation], designs: Mapping[str, Design], gold: Mapping[str, Sequence[Judgment]]
) -> Iterator[str]:
    for name, own in rules.items():
        if own.gold and not designs[name].gold_items:
            yield f"{own.id}: the plan has no gold items; give those whose answers are known by --gold."
        if left_out := unplanned_gold(designs[name], gold[name]):
            yield f"{own.id}: {left_out:,} gold items are about segments or systems that the plan does not have."
        for other in (*own.mixed_with, *([own.after] if own.after else [])):
            if other not in designs:
                yield f"{name} goes with {other}, which is not planned here."


def _gold_remarks(without_gold: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for name, judges in without_gold.items():
        yield (
            f"{name}: no gold item can be dealt to {', '.join(judges)}: each shows a system that is hidden from "
            "them and too few others, or is in a language pair or test set that they did not choose. Give gold items "
            "about other systems by --gold."
        )
