"""What judges of a task chose to judge, and where judges are missing."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.human_eval.designs.pools import chosen_pools
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.links import chosen_titles
from bakeoff_site.judging.selectors.tasks import choosable_in


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBy:
    """A language pair and test set of an evaluation that judges choose from, and who chose it."""

    title: str
    needed: int
    """How many judges judge an item of it."""
    judges: tuple[Judge, ...]

    @property
    def is_short(self) -> bool:
        return len(self.judges) < self.needed


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChoice:
    """What one judge chose, in words; empty: everything."""

    judge: Judge
    titles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Both sides of the choice."""

    places: tuple[ChosenBy, ...]
    """Those with the fewest judges first."""
    judges: tuple[OwnChoice, ...]

    @property
    def short(self) -> tuple[ChosenBy, ...]:
        return tuple(place for place in self.places if place.is_short)


def choices_of(task: Task) -> Choices | None:
    """Who chose what; None where judges of a task choose nothing. Judges who are blocked or left out do not count."""
    if not choosable_in(task):
        return None
    judges = list(task.judges.filter(blocked_at=None, excluded_at=None).select_related("user").order_by("user__name"))
    needed: dict[tuple[str, str], int] = {}
    chosen: dict[tuple[str, str], dict[int, Judge]] = {}
    free = [each for each in content_of(task).evaluations.values() if each.rules.free_choice]
    every = [pool for each in free for pool in each.design.pools]
    for each in free:
        pools = each.design.pools
        for judge in judges:
            for number in chosen_pools(pools, judge.chosen, among=every) if judge.chosen else range(len(pools)):
                chosen.setdefault((pools[number].language_pair, pools[number].test_set), {})[judge.pk] = judge
        for pool in pools:
            place = (pool.language_pair, pool.test_set)
            needed[place] = max(needed.get(place, 0), each.design.redundancy)
    places = [
        ChosenBy(title=chosen_titles(task, place), needed=number, judges=tuple(chosen.get(place, {}).values()))
        for place, number in needed.items()
    ]
    return Choices(
        places=tuple(sorted(places, key=lambda place: len(place.judges) - place.needed)),
        judges=tuple(OwnChoice(judge=judge, titles=chosen_titles(task, judge.chosen)) for judge in judges),
    )
