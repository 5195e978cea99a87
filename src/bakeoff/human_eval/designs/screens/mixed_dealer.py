"""Several evaluations for one judge: batches of screens in random order, or one evaluation after another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.dealer import Dealer, Reach
from bakeoff.human_eval.designs.screens.events import Comparison, DealingEvent, Finished, NothingNow
from bakeoff.human_eval.designs.screens.stored_screens import State

Pools = Mapping[str, Collection[int]]
"""The pools that a judge chose in some evaluations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A design among others: how many screens of it come in a row, which one a judge finishes before."""

    dealer: Dealer
    batch: int = 1
    after: str | None = None


@dataclass(slots=True)
class _JudgeBatches:
    """Where a judge is in their batches."""

    evaluation: str = ""
    """The evaluation of the batch that they are in."""
    begin: int = 0
    """The position, in that evaluation, at which the batch started."""
    screens: int = 0
    """Screens of the batch that were dealt and not given back."""
    started: int = 0
    """Batches that were started."""
    held: dict[tuple[str, int], Assignment] = field(default_factory=dict)
    """By evaluation and position, in the order in which they were dealt."""


class MixedDealer:
    """Deals several evaluations: batches in random order (W08, 3.4), each only when what comes before is done (I05).

    Everything that changes it is an event (`DealingEvent`); a new dealer that applies the same events in the same
    order is in the same state. What `next` and `missing` give follows from the state alone.
    """

    def __init__(self, evaluations: Mapping[str, Evaluation], *, seed: int = 1) -> None:
        for name, each in evaluations.items():
            if each.after is not None and each.after not in evaluations:
                raise InputError(expected=f"one of {', '.join(evaluations)} before {name}", found=repr(each.after))
        for name in evaluations:
            before = [name]
            while (earlier := evaluations[before[-1]].after) is not None:
                if earlier in before:
                    raise InputError(expected=f"evaluations before {name} that end", found=f"{earlier} before itself")
                before.append(earlier)
        self._evaluations = dict(evaluations)
        self._seed = seed
        self._judges: dict[str, _JudgeBatches] = {}

    def state(self) -> State:
        """Where the dealer is, as plain values (see `Dealer.state`)."""
        return {
            "evaluations": {name: each.dealer.state() for name, each in self._evaluations.items()},
            "judges": {
                judge: [own.evaluation, own.begin, own.screens, own.started, [list(each) for each in own.held]]
                for judge, own in self._judges.items()
            },
        }

    def take_over(self, state: State) -> None:
        """Brings a new dealer of the same evaluations to a state."""
        for name, each in self._evaluations.items():
            each.dealer.take_over(state["evaluations"][name])
        for judge, (evaluation, begin, screens, started, held) in state["judges"].items():
            self._judges[judge] = _JudgeBatches(
                evaluation=evaluation,
                begin=begin,
                screens=screens,
                started=started,
                held={(name, at): self._dealer(name).screen_at(judge, at) for name, at in held},
            )

    def next(
        self, judge: str, *, excluded: Collection[str] = (), pools: Pools | None = None
    ) -> tuple[str, Assignment] | NothingNow | Finished:
        """The next screen for a judge and the evaluation that it belongs to.

        `NothingNow` where others hold what is left, `Finished` where nothing is. `pools` are the pools that the judge
        chose in each evaluation; all pools of an evaluation that is not named. A document is shown to its end before
        another batch starts.
        """
        found = self.choose(judge, excluded=excluded, pools=pools)
        if isinstance(found, tuple):
            self._deal(*found)
        return found

    def choose(
        self, judge: str, *, excluded: Collection[str] = (), pools: Pools | None = None
    ) -> tuple[str, Assignment] | NothingNow | Finished:
        """What `next` would give. Nothing is noted."""
        tried: dict[str, Assignment | NothingNow | Finished] = {}

        def look(name: str) -> Assignment | NothingNow | Finished:
            if name not in tried:
                tried[name] = self._look(name, judge, excluded, pools)
            return tried[name]

        state = self._judges.get(judge) or _JudgeBatches()
        if self._goes_on(judge, state):
            found = look(state.evaluation)
            if isinstance(found, Assignment):
                return state.evaluation, found
        rng = Random(f"{self._seed}:{judge}:batch:{state.started}")
        waiting = rng.sample(list(self._evaluations), len(self._evaluations))
        finished: set[str] = set()
        while ready := [each for each in waiting if self._evaluations[each].after in (None, *finished)]:
            chosen = ready[0]
            found = look(chosen)
            if isinstance(found, Assignment):
                return chosen, found
            waiting.remove(chosen)
            if isinstance(found, Finished):
                finished.add(chosen)
        if any(not isinstance(look(each), Finished) for each in waiting):
            return NothingNow("earlier")
        held = any(isinstance(each, NothingNow) for each in tried.values())
        return NothingNow("held") if held else Finished()

    def answer(self, evaluation: str, assignment: Assignment, comparisons: Sequence[Comparison] = ()) -> None:
        """Notes that a screen was answered (see `Dealer.answer`)."""
        self._dealer(evaluation).answer(assignment, comparisons)
        state = self._state(assignment.judge)
        late = state.held.pop((evaluation, assignment.position), None) is None
        if late and state.evaluation == evaluation and assignment.position >= state.begin:
            state.screens += 1

    def is_free(self, evaluation: str, assignment: Assignment) -> bool:
        """Whether a screen that was given back can still be answered: nobody was given it instead."""
        return self._dealer(evaluation).is_free(assignment)

    def give_back(self, evaluation: str, assignment: Assignment) -> None:
        """Takes back a screen (see `Dealer.give_back`); in the batch that the judge is in, another takes its place."""
        self._dealer(evaluation).give_back(assignment)
        state = self._state(assignment.judge)
        state.held.pop((evaluation, assignment.position), None)
        if state.evaluation == evaluation and assignment.position >= state.begin:
            state.screens -= 1

    def leave(self, judge: str) -> bool:
        """Takes back what a judge has and has not answered, and what they have started and not seen.

        Returns whether others can get anything by that.
        """
        held = self.held_by(judge)
        for evaluation, assignment in reversed(held):
            self.give_back(evaluation, assignment)
        left = [each.dealer.leave(judge) for each in self._evaluations.values()]
        return any(left) or any(not assignment.control for _, assignment in held)

    def open_pools(self, evaluation: str, pools: Collection[int]) -> None:
        """Deals these pools of an evaluation from now on (see `Dealer.open_pools`)."""
        self._dealer(evaluation).open_pools(pools)

    def apply(self, event: DealingEvent) -> None:
        """Does what happened in another dealer of the same evaluations."""
        if event.kind == "left":
            self.leave(event.judge)
            return
        if event.kind == "opened":
            self.open_pools(event.evaluation, event.pools)
            return
        if event.assignment is None:
            raise InputError(expected=f"the screen that was {event.kind}", found="none")
        if event.kind == "dealt":
            self._deal(event.evaluation, event.assignment)
        elif event.kind == "answered":
            self.answer(event.evaluation, event.assignment, event.comparisons)
        else:
            self.give_back(event.evaluation, event.assignment)

    def replay(self, events: Iterable[DealingEvent]) -> None:
        """Brings a new dealer to exactly the state of the one in which these events happened."""
        for event in events:
            self.apply(event)

    @property
    def missing(self) -> Mapping[str, int]:
        """For each evaluation the number of units that still need a judge."""
        return {name: each.dealer.missing for name, each in self._evaluations.items()}

    def dealt_of_passage(self, judge: str) -> int:
        """How many screens a judge got of documents that they have not come to the end of."""
        return sum(each.dealer.dealt_of_passage(judge) for each in self._evaluations.values())

    @property
    def judges(self) -> int:
        """How many judges got a screen so far."""
        return len(self._judges)

    def dealer_of(self, evaluation: str) -> Dealer:
        """The dealer of one evaluation, to look at."""
        return self._dealer(evaluation)

    def out_of_reach(self, evaluation: str, judges: Mapping[str, Reach]) -> int:
        """How many judgments of an evaluation none of these judges can give (see `Dealer.out_of_reach`)."""
        return self._dealer(evaluation).out_of_reach(judges)

    def held_by(self, judge: str) -> tuple[tuple[str, Assignment], ...]:
        """The screens that a judge got and neither answered nor gave back, in the order in which they were dealt."""
        state = self._judges.get(judge)
        return () if state is None else tuple((name, each) for (name, _), each in state.held.items())

    def _deal(self, evaluation: str, assignment: Assignment) -> None:
        dealer, state = self._dealer(evaluation), self._state(assignment.judge)
        continues = state.evaluation == evaluation and self._goes_on(assignment.judge, state)
        dealer.deal(assignment)
        if continues:
            state.screens += 1
        else:
            state.evaluation, state.begin, state.screens = evaluation, assignment.position, 1
            state.started += 1
        state.held[evaluation, assignment.position] = assignment

    def _goes_on(self, judge: str, state: _JudgeBatches) -> bool:
        """Whether a judge is within a batch, or within the document that was its last."""
        if not state.evaluation:
            return False
        own = self._evaluations[state.evaluation]
        return state.screens < own.batch or own.dealer.is_within_document(judge)

    def _look(
        self, name: str, judge: str, excluded: Collection[str], pools: Pools | None
    ) -> Assignment | NothingNow | Finished:
        own = (pools or {}).get(name)
        if own is not None and not own:  # nothing of this evaluation was chosen
            return Finished()
        return self._evaluations[name].dealer.choose(judge, excluded=excluded, pools=own)

    def _dealer(self, evaluation: str) -> Dealer:
        if evaluation not in self._evaluations:
            raise InputError(expected=f"one of {', '.join(self._evaluations)}", found=repr(evaluation))
        return self._evaluations[evaluation].dealer

    def _state(self, judge: str) -> _JudgeBatches:
        if judge not in self._judges:
            self._judges[judge] = _JudgeBatches()
        return self._judges[judge]
