"""Rules of an evaluation in words, and where they differ from the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.rulebook.schema.human import HumanEvaluation

LABELS: Mapping[str, str] = {
    "title": "Title",
    "protocol": "Protocol",
    "tracks": "Tracks",
    "language_pairs": "Language pairs",
    "conditions": "Data conditions",
    "test_sets": "Test sets",
    "sample.choice": "Segments",
    "sample.size": "Number of segments",
    "sample.part": "Share of each document",
    "sample.min_words": "Shortest segment, words",
    "sample.max_words": "Longest segment, words",
    "sample.documents": "Number of documents",
    "sample.subsets": "Subsets",
    "sample.genres": "Genres",
    "system_types": "Types of system",
    "systems": "Systems by name",
    "best": "Only the best",
    "baselines": "Organiser’s systems",
    "reference_among": "Hidden reference",
    "consenting": "Only teams that agreed",
    "judgments": "Judges of an item",
    "judge_count": "Number of judges",
    "free_choice": "Judges choose what they judge",
    "offline_days": "Days that judges keep an offline file",
    "repeats": "Repeated screens",
    "common_pool": "Screens of the common pool",
    "gold": "Gold items",
    "attention": "Attention items",
    "shown": "Outputs on a screen",
    "batch": "Screens in a batch",
    "source_shown": "Show the source",
    "reference_shown": "Show references",
    "history_shown": "Show the document",
    "ties": "Ties",
}
"""What people call the keys of an evaluation that they change most; a key within a table after a dot."""
SHARES = frozenset({"repeats", "common_pool", "gold", "attention", "sample.part"})
CHOICES: Mapping[str, str] = {
    "all": "All",
    "random": "Drawn at random",
    "by-length": "Drawn so that lengths are as in the test set",
    "first-part": "The first part of each document",
}
"""How segments are chosen."""


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A rule of an evaluation that is not as the rulebook has it."""

    label: str
    in_rulebook: str
    here: str


def rule_differences(rulebook: HumanEvaluation | None, own: HumanEvaluation) -> tuple[RuleDifference, ...]:
    """The rules of an evaluation that differ from the rulebook; None: it has no such evaluation."""
    if rulebook is None:
        return ()
    before, here = dict(_flat(rulebook)), dict(_flat(own))
    return tuple(
        RuleDifference(LABELS.get(key, key), rule_in_words(key, before[key]), rule_in_words(key, here[key]))
        for key in here
        if before[key] != here[key]
    )


def rule_in_words(key: str, value: Any) -> str:
    """A value as people read it."""
    if value is None or value in ("", (), {}):
        return "–"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if key in SHARES:
        return f"{100 * value:g}%"
    if key == "sample.choice":
        return CHOICES[value]
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _flat(rules: HumanEvaluation) -> Iterator[tuple[str, Any]]:
    for key, value in rules.model_dump().items():
        if key == "sample":
            yield from ((f"sample.{name}", each) for name, each in value.items())
        elif key != "id":
            yield key, value
