"""Several evaluations for one judge: batches of screens in random order, or one evaluation after another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.dealer import Dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A design among others: how many screens of it come in a row, which one a judge finishes before."""

    dealer: Dealer
    batch: int = 1
    after: str | None = None


class MixedDealer:
    """Deals several evaluations: batches in random order (W08, 3.4), each only when what comes before is done (I05)."""

    def __init__(self, evaluations: Mapping[str, Evaluation], *, seed: int = 1) -> None:
        for name, each in evaluations.items():
            if each.after is not None and each.after not in evaluations:
                raise InputError(expected=f"one of {', '.join(evaluations)} before {name}", found=repr(each.after))
        self._evaluations = dict(evaluations)
        self._seed = seed
        self._batches: dict[str, tuple[str, int]] = {}
        """Evaluation and screens left of the batch that a judge is in."""
        self._started: dict[str, int] = {}

    def next(
        self,
        judge: str,
        *,
        excluded: Collection[str] = (),
        pools: Mapping[str, Collection[int]] | None = None,
    ) -> tuple[str, Assignment] | None:
        """The next screen for a judge and the evaluation that it belongs to; None where nothing is left.

        `pools` are the pools that the judge chose in each evaluation; all pools of an evaluation that is not named.
        A document is shown to its end before another batch starts.
        """
        name, left = self._batches.get(judge, ("", 0))
        goes_on = left > 0 or (name and self._evaluations[name].dealer.is_within_document(judge))
        if goes_on and (assignment := self._dealt(name, judge, excluded, pools)) is not None:
            self._batches[judge] = (name, max(0, left - 1))
            return name, assignment
        started = self._started[judge] = self._started.get(judge, -1) + 1
        rng = Random(f"{self._seed}:{judge}:batch:{started}")
        finished: set[str] = set()
        waiting = rng.sample(list(self._evaluations), len(self._evaluations))
        while waiting:
            ready = [each for each in waiting if self._evaluations[each].after in (None, *finished)]
            if not ready:
                return None
            chosen = ready[0]
            assignment = self._dealt(chosen, judge, excluded, pools)
            if assignment is not None:
                self._batches[judge] = (chosen, self._evaluations[chosen].batch - 1)
                return chosen, assignment
            waiting.remove(chosen)
            finished.add(chosen)  # nothing is left of it for this judge
        return None

    def _dealt(
        self, name: str, judge: str, excluded: Collection[str], pools: Mapping[str, Collection[int]] | None
    ) -> Assignment | None:
        own = (pools or {}).get(name)
        if own is not None and not own:  # nothing of this evaluation was chosen
            return None
        return self._evaluations[name].dealer.next(judge, excluded=excluded, pools=own)

    def leave(self, judge: str) -> bool:
        """Takes back what a judge has started and not finished; returns whether there was anything."""
        left = [each.dealer.leave(judge) for each in self._evaluations.values()]
        return any(left)
