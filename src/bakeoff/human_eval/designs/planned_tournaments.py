"""Tournaments of a human evaluation as they are planned: who plays from which seed, and what was judged before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bakeoff.data.matches import MatchResult, match_of, match_record
from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.judged_systems import Best
from bakeoff.human_eval.designs.shown_columns import REFERENCE, JudgedTexts
from bakeoff.rulebook.schema.human import HumanEvaluation, Tournament
from bakeoff.tournaments import by_score

TextsKey = tuple[str, str]
"""Language pair and test set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierMatch:
    """A result that is taken over, and where it is from."""

    result: MatchResult
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTournament:
    """A tournament of the systems of one language pair and test set."""

    language_pair: str
    test_set: str
    order: tuple[str, ...]
    """All systems that may play, from the best seed on."""
    seeded: bool = True
    """Whether their order means something."""
    joining: tuple[str, ...] = ()
    """Those that play in the second tournament alone."""
    earlier: tuple[EarlierMatch, ...] = ()

    @property
    def key(self) -> TextsKey:
        return (self.language_pair, self.test_set)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays in the first tournament, or the only one."""
        return tuple(system for system in self.order if system not in self.joining)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Everyone who may meet."""
        return tuple(combinations(self.order, 2))

    def origin_of(self, a: str, b: str) -> str:
        """Where the result of a pair was taken from; nothing where it was not."""
        return next((each.origin for each in self.earlier if each.result.pair == {a, b}), "")

    def pools_in(self, design: Design) -> dict[frozenset[str], int]:
        """The numbers of its pairs among the pools of its design."""
        return {
            frozenset(pool.systems): number
            for number, pool in enumerate(design.pools)
            if (pool.language_pair, pool.test_set) == self.key
        }


def plan_tournaments(
    rules: HumanEvaluation,
    judged: Sequence[JudgedTexts],
    *,
    scores: Mapping[TextsKey, Mapping[str, float]] | None = None,
    best: Best = "highest",
    earlier: Iterable[EarlierMatch] = (),
) -> tuple[PlannedTournament, ...]:
    """A tournament for each language pair and test set, seeded by hand as the rules say, else by `scores`.

    `best` says which score is the best seed. Of `earlier` results those count whose systems may meet.
    """
    tournament = rules.tournament
    if tournament is None or rules.mixed_sources:
        return ()
    known = {system for each in judged for system in each.texts.systems} | ({REFERENCE} & set(tournament.seeds))
    for key in ("seeds", "joined_by"):
        if unknown := [system for system in getattr(tournament, key) if system not in known]:
            raise InputError(
                expected=f"systems of {rules.id} in {key}: {', '.join(sorted(known))}", found=", ".join(unknown)
            )
    results, planned = tuple(earlier), []
    for each in judged:
        systems = (*each.texts.systems, *([REFERENCE] if rules.reference_among else []))
        own = (scores or {}).get((each.language_pair, each.test_set))
        order = _order(rules, tournament, systems, own, best)
        planned.append(_planned(tournament, each, order, results, seeded=bool(tournament.seeds) or own is not None))
    return tuple(planned)


def _planned(
    tournament: Tournament,
    judged: JudgedTexts,
    order: Sequence[str],
    earlier: Sequence[EarlierMatch],
    *,
    seeded: bool,
) -> PlannedTournament:
    joining = [system for system in order if system in tournament.joined_by]
    playing = [system for system in order if system not in joining][: tournament.players]
    kept = tuple(system for system in order if system in playing or system in joining)
    return PlannedTournament(
        language_pair=judged.language_pair,
        test_set=judged.test_set,
        order=kept,
        seeded=seeded,
        joining=tuple(joining),
        earlier=tuple(each for each in earlier if each.result.pair <= set(kept)),
    )


def _order(
    rules: HumanEvaluation,
    tournament: Tournament,
    systems: Sequence[str],
    scores: Mapping[str, float] | None,
    best: Best,
) -> tuple[str, ...]:
    """Systems from the best seed on."""
    if tournament.seeds:
        if missing := [system for system in systems if system not in tournament.seeds]:
            raise InputError(
                expected=f"every system of {rules.id} among its seeds",
                found=f"none of {', '.join(missing)}",
                remedy="Name them in seeds, or leave them out of what is judged (systems).",
            )
        return tuple(system for system in tournament.seeds if system in systems)
    if scores is None:
        if tournament.kind != "round-robin":
            raise ExpressionError(
                f"a {tournament.kind} tournament needs seeds: a metric (seeded_by), or the systems in order (seeds)."
            )
        return tuple(systems)
    if missing := [system for system in systems if system not in scores]:
        raise InputError(
            expected=f"a score of every system of {rules.id}, which seeds it",
            found=f"none of {', '.join(missing)}",
            remedy="Wait for the scores, or name the systems in the order of their seeds (seeds).",
        )
    return by_score({system: scores[system] for system in systems}, best=best)


def tournament_record(tournament: PlannedTournament) -> dict[str, Any]:
    """A tournament as JSON; `tournament_of` reads it back."""
    return {
        "language_pair": tournament.language_pair,
        "test_set": tournament.test_set,
        "order": list(tournament.order),
        "seeded": tournament.seeded,
        "joining": list(tournament.joining),
        "earlier": [{"result": match_record(each.result), "origin": each.origin} for each in tournament.earlier],
    }


def tournament_of(record: Mapping[str, Any]) -> PlannedTournament:
    """The tournament of a record."""
    return PlannedTournament(
        language_pair=record["language_pair"],
        test_set=record["test_set"],
        order=tuple(record["order"]),
        seeded=record["seeded"],
        joining=tuple(record["joining"]),
        earlier=tuple(
            EarlierMatch(result=match_of(each["result"]), origin=each["origin"]) for each in record["earlier"]
        ),
    )
