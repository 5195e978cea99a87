"""The quality of judges: rules that look at their answers, and the exclusion of judges who fail."""

from bakeoff.human_eval.quality.attention import AttentionRule
from bakeoff.human_eval.quality.consensus import ConsensusRule, RandomRule
from bakeoff.human_eval.quality.constancy import ConstantRule
from bakeoff.human_eval.quality.exclusion import Exclusion, exclude_judges
from bakeoff.human_eval.quality.expressions import parse_rule
from bakeoff.human_eval.quality.gold import GoldRule, gold_answers
from bakeoff.human_eval.quality.repeats import RepeatRule
from bakeoff.human_eval.quality.rules import QualityRule, Reason
from bakeoff.human_eval.quality.speed import SpeedRule

__all__ = [
    "AttentionRule",
    "ConsensusRule",
    "ConstantRule",
    "Exclusion",
    "GoldRule",
    "QualityRule",
    "RandomRule",
    "Reason",
    "RepeatRule",
    "SpeedRule",
    "exclude_judges",
    "gold_answers",
    "parse_rule",
]
