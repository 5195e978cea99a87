"""People who judge at random: they come, ask, answer, let leases expire, leave; what happens is logged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from bakeoff.human_eval.designs.design import Assignment, Design, Gold
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import DealingEvent, Finished, NothingNow
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer

Found = tuple[str, Assignment] | NothingNow | Finished


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Designs that are dealt together, and what each judge chose and must not see."""

    designs: dict[str, Design]
    batches: dict[str, int]
    after: dict[str, str]
    seed: int
    excluded: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pools: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)

    def dealer(self) -> MixedDealer:
        return MixedDealer(
            {
                name: Evaluation(dealer=Dealer(design), batch=self.batches[name], after=self.after.get(name))
                for name, design in self.designs.items()
            },
            seed=self.seed,
        )

    def next(self, dealer: MixedDealer, judge: str) -> Found:
        return dealer.next(judge, excluded=self.excluded.get(judge, ()), pools=self.pools.get(judge))


def random_pool(rng: Random, pair: str, most: int) -> Pool:
    segments, documents = rng.randint(1, most), rng.randint(1, 6)
    return Pool(
        language_pair=pair,
        test_set="news",
        segments=tuple((f"d{n * documents // segments}", str(n)) for n in range(segments)),
        systems=tuple(f"{pair}-s{n}" for n in range(rng.randint(2, 5))),
    )


def random_identical(
    rng: Random, pools: tuple[Pool, ...], *, by_document: bool
) -> dict[tuple[int, int], tuple[tuple[str, ...], ...]]:
    """Some outputs that several systems have; complete documents where these are judged."""
    found: dict[tuple[int, int], tuple[tuple[str, ...], ...]] = {}
    for number, pool in enumerate(pools):
        known: dict[object, tuple[str, ...]] = {}
        for segment, (document, _) in enumerate(pool.segments):
            own = tuple(rng.sample(pool.systems, rng.randint(2, len(pool.systems)))) if rng.random() < 0.3 else ()
            if alike := known.setdefault(document if by_document else segment, own):
                found[number, segment] = (alike,)
    return found


def random_design(rng: Random, name: str, *, most: int, common: bool = True) -> Design:
    pools = tuple(random_pool(rng, pair, most) for pair in ("cs-en", "de-en")[: rng.randint(1, 2)])
    shown = rng.choice([1, 1, 2, 3, None])
    golds = tuple(
        Gold(
            pool=number,
            segment=segment,
            systems=tuple(rng.sample(pool.systems, min(shown or len(pool.systems), len(pool.systems)))),
        )
        for number, pool in enumerate(pools)
        for segment in rng.sample(range(len(pool.segments)), min(3, len(pool.segments)))
    )
    by_document = rng.random() < 0.4
    return Design(
        name=name,
        protocol="ranking",
        pools=pools,
        shown=shown,
        redundancy=rng.randint(1, 3),
        repeats=rng.choice([0.0, 0.1, 0.3]),
        gap=rng.randint(1, 5),
        gold=rng.choice([0.0, 0.15]),
        gold_items=golds,
        attention=rng.choice([0.0, 0.1]),
        common_pool=rng.choice([0.0, 0.3]) if common else 0.0,
        common_size=2,
        by_document=by_document,
        identical=random_identical(rng, pools, by_document=by_document) if rng.random() < 0.5 else {},
        choice=rng.choice(["least-judged", "most-informative"]),
        seed=rng.randrange(1000),
    )


def alternating_design(rng: Random, name: str, *, most: int) -> Design:
    """A design in which systems change from segment to segment."""
    return Design(
        name=name,
        protocol="post_editing",
        pools=tuple(random_pool(rng, pair, most) for pair in ("cs-en", "de-en")[: rng.randint(1, 2)]),
        redundancy=rng.randint(1, 2),
        by_document=True,
        alternating=True,
        seed=rng.randrange(1000),
    )


def random_plan(
    rng: Random,
    judges: list[str],
    *,
    most: int = 14,
    common: bool = True,
    free: bool = True,
    alternating: float = 0.0,
) -> Plan:
    """`free`: some judges choose pools, or must not see some systems; a share of the designs is `alternating`."""
    names = ["a", "b", "c"][: rng.randint(1, 3)]
    designs = {
        name: alternating_design(rng, name, most=most)
        if alternating and rng.random() < alternating
        else random_design(rng, name, most=most, common=common)
        for name in names
    }
    after = {two: one for one, two in pairwise(names) if rng.random() < 0.4}
    systems = sorted({system for design in designs.values() for pool in design.pools for system in pool.systems})
    excluded, pools = dict[str, tuple[str, ...]](), dict[str, dict[str, tuple[int, ...]]]()
    for judge in judges if free else ():
        if rng.random() < 0.4:
            excluded[judge] = tuple(rng.sample(systems, 1))
        if rng.random() < 0.3:
            pools[judge] = {names[0]: tuple(rng.sample(range(len(designs[names[0]].pools)), 1))}
    batches = {name: rng.randint(1, 4) for name in names}
    return Plan(designs=designs, batches=batches, after=after, seed=rng.randrange(100), excluded=excluded, pools=pools)


@dataclass
class Judging:
    """A dealer with the log of what happened to it."""

    plan: Plan
    rng: Random
    dealer: MixedDealer = field(init=False)
    log: list[DealingEvent] = field(default_factory=list)
    answered: list[tuple[str, Assignment]] = field(default_factory=list)
    expired: list[tuple[str, Assignment]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dealer = self.plan.dealer()

    def ask(self, judge: str) -> Found:
        found = self.plan.next(self.dealer, judge)
        if isinstance(found, tuple):
            self._note("dealt", judge, *found)
        return found

    def answer(self, judge: str) -> None:
        if held := self.dealer.held_by(judge):
            self._answer(*self.rng.choice(held))

    def answer_late(self, judge: str) -> None:
        """An answer arrives after its lease has expired: it counts where nobody got the screen since."""
        own = [each for each in self.expired if each[1].judge == judge and self.dealer.is_free(*each)]
        if own:
            self._answer(*self.rng.choice(own))

    def expire(self, judge: str) -> None:
        if held := self.dealer.held_by(judge):
            found = self.rng.choice(held)
            self.expired.append(found)
            self.dealer.give_back(*found)
            self._note("returned", judge, *found)

    def take_out(self, judge: str) -> None:
        """An answer does not count any longer."""
        own = [each for each in self.answered if each[1].judge == judge]
        if own:
            found = self.rng.choice(own)
            self.answered.remove(found)
            self.dealer.give_back(*found)
            self._note("returned", judge, *found)

    def leave(self, judge: str) -> None:
        self.expired.extend(self.dealer.held_by(judge))
        self.dealer.leave(judge)
        self.log.append(DealingEvent(kind="left", judge=judge))

    def act(self, judge: str, *, taken_out: bool = True) -> None:
        """Something happens to a judge."""
        acts = [self.ask] * 5 + [self.answer] * 4 + [self.expire, self.answer_late, self.leave]
        acts += [self.take_out] * taken_out
        self.rng.choice(acts)(judge)

    def finish(self, judges: list[str], *, rounds: int = 100_000) -> Counter[type]:
        """Everybody asks and answers until all are told that they are finished; gives what each was told last."""
        told: dict[str, Found] = {}
        while rounds and any(not isinstance(told.get(judge), Finished) for judge in judges):
            for judge in judges:
                told[judge] = self.ask(judge)
                while self.dealer.held_by(judge):
                    self.answer(judge)
            rounds -= 1
        return Counter(type(each) for each in told.values())

    def _answer(self, evaluation: str, assignment: Assignment) -> None:
        comparisons = tuple((one, two, self.rng.randint(-1, 1)) for one, two in pairwise(assignment.systems))
        self.dealer.answer(evaluation, assignment, comparisons)
        self.answered.append((evaluation, assignment))
        self.log.append(
            DealingEvent(
                kind="answered",
                judge=assignment.judge,
                evaluation=evaluation,
                assignment=assignment,
                comparisons=comparisons,
            )
        )

    def _note(self, kind: str, judge: str, evaluation: str, assignment: Assignment) -> None:
        self.log.append(
            DealingEvent(kind=kind, judge=judge, evaluation=evaluation, assignment=assignment)  # type: ignore[arg-type]
        )


def randoms() -> st.SearchStrategy[Random]:
    return st.integers(0, 2**32).map(Random)


def ordinary(judging: Judging) -> Iterator[tuple[str, Assignment]]:
    return ((name, each) for name, each in judging.answered if not each.control)
