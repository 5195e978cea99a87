"""Evaluations as a task stores them, dealt to simulated judges screen by screen as a server deals them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.data.matches import MatchResult
from bakeoff.evaluation.live_tournaments import play_planned
from bakeoff.evaluation.tournament import match_results_of
from bakeoff.human_eval.designs.offline_packages import planned_judgments
from bakeoff.human_eval.designs.planned_screens import PlannedScreen
from bakeoff.human_eval.designs.screens.answer_comparisons import answer_comparisons
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Comparison, Finished
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.planned_answers import OutputQualities, PlannedAnswers


def simulate_task(
    evaluations: Mapping[str, PlannedEvaluation],
    judges: Sequence[SimulatedJudge],
    qualities: OutputQualities,
    *,
    screens: int | None = None,
    seed: int = 1,
    rng: np.random.Generator,
) -> tuple[Judgment, ...]:
    """What judges answer who take turns until nothing is left, or until each has answered a number of `screens`.

    Batches are mixed and evaluations come after one another as their rules say; gold items are answered by what their
    answers are known to be.
    """
    designs = {code: each.design for code, each in evaluations.items()}
    shown = {code: each.shown_texts() for code, each in evaluations.items()}
    dealer = MixedDealer(
        {
            code: Evaluation(
                dealer=Dealer(each.design),
                batch=each.rules.batch or 1,
                after=each.rules.after if each.rules.after in evaluations else None,
            )
            for code, each in evaluations.items()
        },
        seed=seed,
    )
    matches = {code: _Matches(each, dealer.dealer_of(code)) for code, each in evaluations.items() if each.tournaments}
    answers = PlannedAnswers(
        judges,
        qualities,
        protocols={code: each.protocol for code, each in evaluations.items()},
        gold=[known for each in evaluations.values() for known in each.gold],
        rng=rng,
    )
    excluded = {judge.name: judge.excluded for judge in judges}
    done = dict.fromkeys(excluded, 0)
    judgments: list[Judgment] = []
    asking = list(done)
    while asking:
        for judge in list(asking):
            dealt = Finished() if done[judge] == screens else dealer.next(judge, excluded=excluded[judge])
            if isinstance(dealt, tuple):
                [planned] = planned_judgments(
                    [PlannedScreen(evaluation=dealt[0], assignment=dealt[1])], designs, shown=shown
                )
                judgments.append(answers.answer(planned, shown[dealt[0]].screen(dealt[1])))
                done[judge] += 1
                dealer.answer(*dealt, _compared(judgments[-1], evaluations[dealt[0]]))
                if dealt[0] in matches:
                    matches[dealt[0]].note(judgments[-1], pool=dealt[1].pool)
            elif dealer.leave(judge):  # what is left of a document is for the others
                asking = [other for other in done if done[other] != screens]
            elif judge in asking and isinstance(dealt, Finished):
                asking.remove(judge)
    return tuple(judgments)


def _compared(judgment: Judgment, evaluation: PlannedEvaluation) -> tuple[Comparison, ...]:
    """What the dealer learns, where it chooses the most informative screens."""
    protocol: Any = evaluation.protocol
    return answer_comparisons([judgment], protocol) if evaluation.design.choice == "most-informative" else ()


class _Matches:
    """The matches of an evaluation: the next ones are opened as soon as those before them are judged."""

    def __init__(self, evaluation: PlannedEvaluation, dealer: Dealer) -> None:
        self._evaluation = evaluation
        self._dealer = dealer
        self._judged: dict[int, list[Judgment]] = {}
        self._results: dict[frozenset[str], MatchResult] = {}
        self._open()

    def note(self, judgment: Judgment, *, pool: int) -> None:
        if not judgment.control:
            self._judged.setdefault(pool, []).append(judgment)
        pair = frozenset(self._evaluation.design.pools[pool].systems)
        if pair not in self._results and self._dealer.is_judged(pool):
            settings = self._evaluation.protocol.settings
            for result in match_results_of(self._judged[pool], settings=settings):
                self._results[pair] = result
            self._open()

    def _open(self) -> None:
        rules, design = self._evaluation.rules.tournament, self._evaluation.design
        if rules is None or not design.in_turn:
            return
        opened: set[int] = set()
        for each in self._evaluation.tournaments:
            pools = each.pools_in(design)
            own = [self._results[pair] for pair in pools if pair in self._results]
            live = play_planned(rules, each, own)
            opened.update(pools[pair] for pair in live.next_pairs)
            opened.update(pools[pair] for pair in pools if pair in self._results)
        self._dealer.open_pools(opened)
