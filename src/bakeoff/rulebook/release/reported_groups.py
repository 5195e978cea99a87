"""Groups of segments that tables report, of those that there are scores for."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff.data.groups import parse_group
from bakeoff.rulebook.schema.test_sets import TestSetRules


def reported_groups(groups: Iterable[str], rules: TestSetRules) -> tuple[str, ...]:
    """Groups without those of documents that have no style: a style belongs to some subsets only (NIST OpenMT 2012, 3).

    Other attributes belong to every document, so that a group of those without one shows what was forgotten.
    """
    known = {*rules.attributes, *rules.reported_attributes}
    return tuple(
        group for group in groups if not rules.styles or parse_group(group, known).get("style") in (None, *rules.styles)
    )
