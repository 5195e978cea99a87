"""Two outputs of a segment are compared."""

from bakeoff.human_eval.protocols.pairwise.protocol import Pairwise

PROTOCOL = Pairwise
