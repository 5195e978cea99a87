"""Groups of segments that only references tell apart: subsets, styles, speakers that no source names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from bakeoff.data.groups import parse_group
from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.state import Viewer

RECORDINGS = ("talk", "recording", "file")
"""What a rulebook may call the file that a segment belongs to."""
_WITH_EVERY_SOURCE = ("document", *RECORDINGS)


def may_see_reference_groups(
    rulebook: Rulebook, when: datetime, viewer: Viewer, *, test_set: str, language_pair: str | None = None
) -> Answer:
    """Whether someone may see groups by attributes that only references carry, and scores of these groups.

    They may once references are released to them, or once the scores of the test set are public: the tables that a
    campaign publishes are by these groups, even where references stay secret for good.
    """
    references = may_see(rulebook, when, viewer, "references", test_set=test_set, language_pair=language_pair)
    if references.allowed:
        return references
    published = may_see(rulebook, when, Viewer(role="stranger"), "scores", test_set=test_set)
    if published.allowed:
        return published
    opens = min((answer.opens for answer in (references, published) if answer.opens), default=None)
    return Answer(allowed=False, reason=references.reason, opens=opens)


def groups_of_source(groups: Iterable[str], rules: TestSetRules, carried: Collection[str]) -> tuple[str, ...]:
    """Of groups (`genre=nw`) those whose attributes the source carries, too: participants know them."""
    known = {*carried, *_WITH_EVERY_SOURCE} - set(rules.reference_attributes)
    every = {*known, *rules.attributes, *rules.reported_attributes}
    return tuple(group for group in groups if known.issuperset(parse_group(group, every)))
