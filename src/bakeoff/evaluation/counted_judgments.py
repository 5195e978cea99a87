"""Which judgments count in a human evaluation of a rulebook: its own, and those of others that count in it as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.pools import in_single_pairs
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedJudgments:
    """The judgments that count, and what is to be said about the others."""

    judgments: tuple[Judgment, ...]
    remarks: tuple[str, ...]


def count_by_rules(judgments: Sequence[Judgment], rulebook: Rulebook, name: str) -> CountedJudgments:
    """What counts in the human evaluation of this name, by the evaluation that judgments say they are of (`campaign`).

    Those of an evaluation with `counts_for` count here as well; where it judges directions together, each direction has
    its part (W08, 3.4: All-English), as far as this evaluation is about it. Those of other evaluations of the rulebook
    are left out. Judgments that name none of its evaluations were made elsewhere and count.
    """
    own = rulebook.human[name]
    taken: list[Judgment] = []
    left_out: Counter[str] = Counter()
    others: Counter[str] = Counter()
    also: Counter[str] = Counter()
    for judgment in judgments:
        other = rulebook.human.get(judgment.campaign)
        if other is None or other.id == name:
            taken.append(judgment)
        elif name in other.counts_for:
            parts = list(_counting(judgment, other, own))
            others[other.id] += 1
            also[other.id] += bool(parts)
            taken += parts
        else:
            left_out[other.id] += 1
    if not taken:
        found = ", ".join(f"{count:,} of {other}" for other, count in (others + left_out).items()) or "none"
        raise InputError(expected=f"judgments that count in {name}", found=found)
    remarks = [f"{also[other]:,} of {count:,} judgments of {other} count in {name}." for other, count in others.items()]
    remarks += [f"Left out: {count:,} judgments of {other}." for other, count in left_out.items()]
    return CountedJudgments(judgments=tuple(taken), remarks=tuple(remarks))


def _counting(judgment: Judgment, other: HumanEvaluation, own: HumanEvaluation) -> Iterator[Judgment]:
    for part in in_single_pairs([judgment]) if other.mixed_sources and not own.mixed_sources else [judgment]:
        if not own.language_pairs or part.language_pair in own.language_pairs:
            yield part
