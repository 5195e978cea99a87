"""Rules about judges as a user writes them: `speed`, `repeats:largest=1`, `random:level=0.01,fewest=50`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from bakeoff.errors import ExpressionError
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.quality.attention import AttentionRule
from bakeoff.human_eval.quality.consensus import ConsensusRule, RandomRule
from bakeoff.human_eval.quality.constancy import ConstantRule
from bakeoff.human_eval.quality.gold import GoldRule
from bakeoff.human_eval.quality.repeats import RepeatRule
from bakeoff.human_eval.quality.rules import QualityRule
from bakeoff.human_eval.quality.speed import SpeedRule

_RULES: dict[str, type[Any]] = {
    each.name: each
    for each in (GoldRule, AttentionRule, RepeatRule, SpeedRule, ConstantRule, RandomRule, ConsensusRule)
}
_NOT_WRITTEN = ("key", "higher_is_better")
"""What follows from the data and not from the expression."""


def parse_rule(
    expression: str, *, key: Grades | Preferences | None = None, higher_is_better: bool = True
) -> QualityRule:
    """The rule with its bounds; `key` holds the right answers of gold items, which the rule about gold needs.

    >>> parse_rule("constant:largest_share=0.9")
    ConstantRule(largest_share=0.9, fewest=20)
    """
    name, _, options = expression.partition(":")
    rule = _RULES.get(name)
    if rule is None:
        raise ExpressionError(f"there is no rule about judges {name!r}; there are: {', '.join(_RULES)}.")
    known = {each.name: str(each.type) for each in fields(rule) if each.name not in _NOT_WRITTEN}
    given: dict[str, Any] = {}
    for option in filter(None, options.split(",")):
        option_name, _, value = option.partition("=")
        if option_name not in known:
            raise ExpressionError(f"the rule {name} has no option {option_name!r}; it has: {', '.join(known)}.")
        given[option_name] = _number(value, expression, only_integers=known[option_name] == "int")
    if rule is GoldRule and key is None:
        raise ExpressionError("the rule gold needs the right answers of the gold items.")
    given |= {"key": key} if rule is GoldRule else {}
    given |= {"higher_is_better": higher_is_better} if rule is AttentionRule else {}
    if rule is RepeatRule and "largest" not in given:
        raise ExpressionError("the rule repeats needs the largest mean difference: repeats:largest=1.")
    parsed: QualityRule = rule(**given)
    return parsed


def _number(value: str, expression: str, *, only_integers: bool) -> float:
    try:
        return int(value) if only_integers else float(value)
    except ValueError:
        kind = "a whole number" if only_integers else "a number"
        raise ExpressionError(f"in {expression!r}, {value!r} is not {kind}.") from None
