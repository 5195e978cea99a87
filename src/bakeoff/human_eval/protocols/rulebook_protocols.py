"""What a rulebook says about its human evaluations: which there are, and how their protocols ask."""

from __future__ import annotations

from typing import Any

from bakeoff.errors import ExpressionError
from bakeoff.human_eval.protocols.contract import Protocol, Settings, Switched
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.conduct import text_in
from bakeoff.rulebook.schema.human import HumanEvaluation


def human_evaluation(rulebook: Rulebook, name: str | None = None) -> HumanEvaluation:
    """A human evaluation of a rulebook by its id; the only one where no id is given."""
    names = ", ".join(rulebook.human) or "none"
    if name is None and len(rulebook.human) == 1:
        return next(iter(rulebook.human.values()))
    if name is None:
        raise ExpressionError(f"name a human evaluation of the rulebook; it has: {names}.")
    if name not in rulebook.human:
        raise ExpressionError(f"the rulebook has no human evaluation {name!r}; it has: {names}.")
    return rulebook.human[name]


def settings_by_rules(rules: HumanEvaluation) -> Settings:
    """What a rulebook decides about the protocol of one of its human evaluations."""
    said: dict[Switched, bool | None] = {
        "source": rules.source_shown,
        "reference": None if rules.reference_shown is None else bool(rules.reference_shown),
        "context": rules.history_shown,
    }
    return Settings(
        scale=rules.scale,
        labels=rules.labels,
        shown=None if rules.shown == "all" else rules.shown,
        shows={name: shown for name, shown in said.items() if shown is not None},
        all_references=rules.reference_shown == "all",
        ties=rules.ties,
        instructions=text_in(rules.instructions),
        weights=rules.errors.weights,
        severities=rules.errors.severities,
        categories=rules.errors.categories,
        notes_for=rules.errors.notes_for,
        complete=rules.errors.complete,
        idle_seconds=rules.editing.idle_seconds,
        time_shown=rules.editing.time_shown,
    )


def protocol_by_rules(rules: HumanEvaluation) -> Protocol[Any]:
    """The protocol of a human evaluation under the rulebook's settings."""
    return find_protocol(rules.protocol, settings_by_rules(rules))
