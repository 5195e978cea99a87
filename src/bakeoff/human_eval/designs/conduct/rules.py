"""What a rulebook says about the conduct of judging, checked before an evaluation is planned."""

from __future__ import annotations

from typing import Any

from bakeoff.human_eval.designs.conduct.worked_examples import worked_examples
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.quality import parse_rule
from bakeoff.rulebook.schema.human import HumanEvaluation


def check_conduct(rules: HumanEvaluation, protocol: Protocol[Any]) -> None:
    """An error where an example has an answer that is none, or a rule about judges is none."""
    worked_examples(rules)
    compared = protocol.preferences(())
    key = protocol.grades(()) if compared is None else compared
    for expression in (*rules.quality.blocking, *rules.quality.flagging):
        parse_rule(expression, key=key)
