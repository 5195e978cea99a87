"""How far judges agree on each pair of systems, where they see two outputs at a time (I12, appendix B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.analyses.agreement.judges import AgreementRules, JudgeAgreement, agree_judges
from bakeoff.human_eval.protocols.observations import Preferences


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAgreement:
    """How far judges agree on which of two systems is better."""

    first: str
    second: str
    agreement: JudgeAgreement


def agreement_on_pairs(preferences: Preferences, *, rules: AgreementRules) -> Iterator[PairAgreement]:
    """Of each pair of systems that several judges compared on some segment, by their answers to this pair alone."""
    systems = preferences.systems
    low, high = np.minimum(preferences.first, preferences.second), np.maximum(preferences.first, preferences.second)
    codes = low.astype(np.int64) * len(systems) + high
    for code in np.unique(codes).tolist():
        found = agree_judges(preferences.only(codes == code), rules=rules)
        if found is not None:
            first, second = divmod(code, len(systems))
            yield PairAgreement(first=systems[first], second=systems[second], agreement=found)
