"""Outputs of a segment are ranked among each other."""

from bakeoff.human_eval.protocols.ranking.protocol import Ranking

PROTOCOL = Ranking
