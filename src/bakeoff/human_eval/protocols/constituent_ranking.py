"""Constituent ranking (W08, section 3.2): up to five translations of a part of a sentence, each with a rank."""

from __future__ import annotations

from typing import ClassVar

from bakeoff.data.judgments import ItemKind
from bakeoff.human_eval.protocols.ranking import Ranking

CAUTION = (
    "Grade only the highlighted part of each translation. The highlighted parts are chosen automatically and are an "
    "approximate guide: they may contain extra words, or miss words at either end."
)
"""What judges of W08 read about highlighted parts."""


class ConstituentRanking(Ranking):
    """As ranking: a list of ranks, one for each output shown. Phrases that are the same are shown once."""

    name = "constituent_ranking"
    title = "Constituent ranking"
    kind: ClassVar[ItemKind] = "constituent"
    seconds_an_output = 10 / 5  # W08, 7.2: 10 seconds a screen of five

    question = "Rank the highlighted parts from best to worst"
    instructions = f"Rank each constituent translation from best to worst relative to the others. {CAUTION}"


PROTOCOL = ConstituentRanking
