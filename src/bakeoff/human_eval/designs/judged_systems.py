"""Which systems are judged: those of the types, teams and places that a human evaluation's rules name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.data.entrants import Entrant
from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.metrics import parse_expression
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.evaluation import SPEECH_METRICS
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.rulebook.state import TeamState

Best = Literal["highest", "lowest"]
_USUAL = "primary"
"""The type of a system whose type is unknown."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What systems are put in order by, and which end is the best."""

    name: str
    best: Best


@dataclass(frozen=True, slots=True)
class JudgedSystems:
    """The systems that are judged, as they came, and why others are not."""

    judged: tuple[str, ...]
    left_out: Mapping[str, str]


def choose_systems(
    rulebook: Rulebook,
    rules: HumanEvaluation,
    entrants: Sequence[Entrant],
    *,
    scores: Mapping[str, float] | None = None,
) -> JudgedSystems:
    """The systems that a human evaluation is about: reads `systems`, `system_types`, `consenting`, `baselines`, `best`.

    Systems that are named are judged whatever their type, and no others. A system without a known type counts as a
    primary one. The organiser's (`baseline`) need neither type nor consent, and are judged, too. `scores` are those of
    `best_by`; where only the best are judged and a system has none, InputError. None left: InputError.
    """
    reasons = {each.system: why for each in entrants if (why := _refused(rulebook, rules, each))}
    kept = [each for each in entrants if each.system not in reasons]
    if rules.best is not None:
        measure = best_by(rulebook, rules)
        contending = [each.system for each in kept if not each.baseline]
        known = scores or {}
        if missing := [system for system in contending if system not in known]:
            raise InputError(
                expected=f"a score ({measure.name}) of every system, since only the best {rules.best} are judged",
                found=f"none of {', '.join(missing)}",
            )
        sign = -1 if measure.best == "highest" else 1
        order = sorted(contending, key=lambda system: (sign * known[system], system))
        reasons |= dict.fromkeys(order[rules.best :], f"not among the best {rules.best} by {measure.name}")
    judged = tuple(each.system for each in entrants if each.system not in reasons)
    if not judged:
        listed = "; ".join(f"{system}: {why}" for system, why in reasons.items())
        raise InputError(expected=f"systems that {rules.id} is about", found=f"none ({listed})" if listed else "none")
    return JudgedSystems(judged, reasons)


def best_by(rulebook: Rulebook, rules: HumanEvaluation) -> Measure:
    """What the best systems are found by: the score of the evaluation that `after` names, else the official metric."""
    if rules.after is not None:
        before = rulebook.human[rules.after]
        protocol = find_protocol(before.protocol)
        score = before.score or protocol.scores[0]
        return Measure(score, "highest" if protocol.is_better_higher(score) else "lowest")
    track = rules.tracks[0] if rules.tracks else next(iter(rulebook.tracks))
    pair = next(iter(rules.language_pairs or rulebook.tracks[track].all_pairs))
    scoring = rulebook.scoring_of(track, pair)
    if scoring.official_metric is None:
        raise ExpressionError(f"{rules.id} is about the best systems, and there is no official metric to find them by.")
    return metric_measure(scoring.official_metric)


def metric_measure(expression: str) -> Measure:
    """A metric by its expression, with the end that is the best; scores from outside are the better the higher."""
    if expression in SPEECH_METRICS:
        return Measure(expression, "lowest")
    try:
        direction = parse_expression(expression).direction
    except ExpressionError:
        direction = "higher"
    return Measure(expression, "highest" if direction == "higher" else "lowest")


def _refused(rulebook: Rulebook, rules: HumanEvaluation, entrant: Entrant) -> str:
    """Why a system is not judged; nothing where it is."""
    if rules.systems and entrant.system not in rules.systems:
        return "not among the systems that were chosen"
    if entrant.baseline:
        entered = rulebook.systems.get(entrant.system)
        if entered is not None and not entered.judged:
            return "scored, but not judged"
        return "" if rules.baselines or rules.systems else "the organiser's systems are not judged"
    kind = entrant.system_type or _USUAL
    if kind not in rules.system_types and not rules.systems:
        return f"of type {kind}, not {' or '.join(rules.system_types)}"
    team = TeamState(code=entrant.team, consents=entrant.consents)
    if rules.consenting and not team.consents_to(rulebook, "judging"):
        return "its team did not consent to being judged"
    return ""
