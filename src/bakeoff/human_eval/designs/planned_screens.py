"""Designs dealt out to judges: who sees what, from the start or from the current state of an evaluation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import chosen_pools
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff.human_eval.designs.screens.judged_screens import assignments_of
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.statistics.inputs import DEFAULT_SEED

Names = Mapping[str, Collection[str]]
"""For some judges names of something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedScreen:
    """A screen of a plan: which evaluation it belongs to, and what is dealt."""

    evaluation: str
    assignment: Assignment


def deal_out(
    designs: Mapping[str, Design],
    rules: Mapping[str, HumanEvaluation],
    judges: Sequence[str],
    *,
    screens: int | None = None,
    excluded: Names | None = None,
    chosen: Names | None = None,
    judged: Sequence[Judgment] = (),
    seed: int = DEFAULT_SEED,
) -> tuple[PlannedScreen, ...]:
    """All screens of the evaluations for these judges, who take turns; each at most `screens`.

    Batches of evaluations come in random order, one only after the evaluation that its rules name in `after`, where
    that is planned too. If a judge stops in the middle of a document, the rest goes to the other judges. `excluded` are
    systems that a judge must not see: those of the own team. `chosen` are the language pairs and test sets that a judge
    wants, where the rules leave that to judges. `judged` is what was answered before: it is not asked again, and shows
    which comparisons are the most informative.
    """
    hidden, pools = excluded or {}, _pools(designs, rules, chosen or {}, judges)
    _check_hidden(designs, hidden, judges)
    dealers = {name: _dealer(design, rules[name], judged_in(name, judged)) for name, design in designs.items()}
    dealer = MixedDealer(
        {
            name: Evaluation(
                dealer=each,
                batch=rules[name].batch or 1,
                after=rules[name].after if rules[name].after in designs else None,
            )
            for name, each in dealers.items()
        },
        seed=seed,
    )
    for gone in {each.judge for each in judged}.difference(judges):
        dealer.leave(gone)
    planned: list[PlannedScreen] = []
    counts = dict.fromkeys(judges, 0)
    asking = list(counts)
    while asking:
        for judge in list(asking):
            full = counts[judge] == screens
            dealt = Finished() if full else dealer.next(judge, excluded=hidden.get(judge, ()), pools=pools.get(judge))
            if isinstance(dealt, tuple):
                counts[judge] += 1
                planned.append(PlannedScreen(evaluation=dealt[0], assignment=dealt[1]))
                dealer.answer(*dealt)  # a plan is taken for answered: nobody waits for it
            elif dealer.leave(judge):
                asking = [other for other in counts if counts[other] != screens]
            elif judge in asking and isinstance(dealt, Finished):
                asking.remove(judge)
    return tuple(planned)


def judges_without_gold(
    designs: Mapping[str, Design],
    rules: Mapping[str, HumanEvaluation],
    planned: Sequence[PlannedScreen],
    *,
    excluded: Names | None = None,
    chosen: Names | None = None,
) -> dict[str, tuple[str, ...]]:
    """For each evaluation with gold items the judges of a plan to whom none of these can be dealt.

    A gold item needs systems that are not hidden from the judge, in a pool that the judge chose.
    """
    every = [pool for name, design in designs.items() if rules[name].free_choice for pool in design.pools]
    without_gold = {}
    for name, design in designs.items():
        if not design.gold_items:
            continue
        judges = list(dict.fromkeys(each.assignment.judge for each in planned if each.evaluation == name))
        wanted = (chosen or {}) if rules[name].free_choice else {}
        pools = {judge: chosen_pools(design.pools, wanted[judge], among=every) for judge in judges if judge in wanted}
        dealer = Dealer(design)
        without_gold[name] = tuple(
            judge
            for judge in judges
            if not dealer.has_gold(pools=pools.get(judge), excluded=(excluded or {}).get(judge, ()))
        )
    return {name: judges for name, judges in without_gold.items() if judges}


def judged_in(name: str, judged: Iterable[Judgment]) -> list[Judgment]:
    """The judgments of one evaluation; judgments that name none belong to all."""
    return [each for each in judged if each.asked_in in ("", name)]


def _dealer(design: Design, rules: HumanEvaluation, judged: Sequence[Judgment]) -> Dealer:
    dealer = Dealer(design)
    if judged:
        dealer.replay(assignments_of(design, judged))
        protocol = protocol_by_rules(rules)
        answers = [each for each in judged if each.systems]
        preferences = protocol.preferences(answers, of="systems")
        observations = protocol.grades(for_each_system(answers)) if preferences is None else preferences
        if observations is not None:
            dealer.ratings.learn(observations, higher_is_better=protocol.higher_is_better)
    return dealer


def _pools(
    designs: Mapping[str, Design], rules: Mapping[str, HumanEvaluation], chosen: Names, judges: Sequence[str]
) -> dict[str, dict[str, frozenset[int]]]:
    """For each judge who chose the pools of each evaluation in which judges choose."""
    free = {name: design for name, design in designs.items() if rules[name].free_choice}
    if chosen and not free:
        raise InputError(
            expected="an evaluation in which judges choose what they judge",
            found=", ".join(designs),
            remedy="Say free_choice = true in the rulebook.",
        )
    known = {name for design in free.values() for pool in design.pools for name in (pool.language_pair, pool.test_set)}
    for judge, names in chosen.items():
        _check_name(judge, judges, "one of the judges")
        for name in names:
            _check_name(name, known - {""}, "a language pair or test set that is judged")
    every = [pool for design in free.values() for pool in design.pools]
    return {
        judge: {name: chosen_pools(design.pools, names, among=every) for name, design in free.items()}
        for judge, names in chosen.items()
    }


def _check_hidden(designs: Mapping[str, Design], hidden: Names, judges: Sequence[str]) -> None:
    pools = [pool for design in designs.values() for pool in design.pools]
    known = {name for pool in pools for name in pool.names}
    for judge, systems in hidden.items():
        _check_name(judge, judges, "one of the judges")
        for system in systems:
            _check_name(system, known, "a system that is judged")


def _check_name(name: str, known: Collection[str], what: str) -> None:
    if name not in known:
        close = get_close_matches(name, sorted(known), n=1)
        remedy = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(sorted(known))}."
        raise InputError(expected=what, found=repr(name), remedy=remedy)
