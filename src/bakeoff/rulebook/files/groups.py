"""Groups that scores are reported by: each attribute must be one that the test set can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.data.groups import CROSS
from bakeoff.rulebook.files.inconsistency import Inconsistency
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.mistakes import nearest
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.schema.test_sets import TestSetRules

_ESTABLISHED = ("document", "genre", "subset", "style", "origlang", "talk", "recording", "file", "speaker", "label")
"""Attributes that files are known to have, declared or not."""


def unknown_groups(rulebook: Rulebook) -> Iterator[Inconsistency]:
    """Groups by attributes that no file of the test set is said to have, and attributes crossed with themselves.

    Where a test set declares no attributes at all, a plain name is taken as it is.
    """
    for test_set in rulebook.test_sets.values():
        known = tuple(dict.fromkeys([*test_set.attributes, *_ESTABLISHED]))
        for number, grouping in enumerate(test_set.report_by):
            path = ("test_sets", test_set.id, "report_by", number)
            if isinstance(grouping, str):
                yield from _mistakes_in_name(path, grouping, test_set, known)
            else:
                yield from _mistakes_in_crossing(path, grouping, known)
        for number, attribute in enumerate(test_set.reference_attributes):
            path = ("test_sets", test_set.id, "reference_attributes", number)
            yield from _unknown(path, attribute, known)


def _mistakes_in_name(path: Path, name: str, test_set: TestSetRules, known: Sequence[str]) -> Iterator[Inconsistency]:
    if CROSS in name or "*" in name:
        parts = ", ".join(f'"{part.strip()}"' for part in name.replace("*", CROSS).split(CROSS))
        yield Inconsistency(path, repr(name), "the name of one attribute", f"Cross attributes in a list: [{parts}].")
    elif test_set.attributes:
        yield from _unknown(path, name, known)


def _mistakes_in_crossing(path: Path, crossed: Sequence[str], known: Sequence[str]) -> Iterator[Inconsistency]:
    if len(crossed) < 2:
        remedy = "Write a single attribute without brackets."
        yield Inconsistency(path, str(list(crossed)), "two attributes or more that are crossed", remedy)
    elif len(set(crossed)) < len(crossed):
        yield Inconsistency(
            path, str(list(crossed)), "different attributes", "An attribute is not crossed with itself."
        )
    for number, attribute in enumerate(crossed):
        yield from _unknown((*path, number), attribute, known)


def _unknown(path: Path, attribute: str, known: Sequence[str]) -> Iterator[Inconsistency]:
    if attribute not in known:
        remedy = nearest(attribute, known) or f"Name {attribute} in `attributes` if its files have it."
        yield Inconsistency(path, repr(attribute), f"an attribute of the test set: {', '.join(known)}", remedy)
