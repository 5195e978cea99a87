"""Who sees groups that only references tell apart."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.release.reference_groups import groups_of_source, may_see_reference_groups
from bakeoff.rulebook.schema import TestSetRules
from tests.rulebook.release.test_visibility import VIEWERS

N12 = read_rulebook("openmt2012")
I16 = read_rulebook("iwslt2016")

# From which phase on someone sees the groups: `always`, the phase's id.
EXPECTED = {
    "openmt2012": {
        "organiser": "always",
        "owner": "preliminary",  # with the references
        "other": "preliminary",
        "absent": "public",  # has submitted nothing
        "judge": "public",  # references are never released to them, but the tables are published
        "observer": "public",
        "stranger": "public",
    },
}


@pytest.mark.parametrize("name", VIEWERS)
def test_groups_are_seen_with_the_references_or_once_scores_are_public(name: str) -> None:
    seen = [
        period.phase.id
        for period in sorted(schedule(N12), key=lambda period: period.start)
        if may_see_reference_groups(
            N12, period.start + timedelta(seconds=1), VIEWERS[name], test_set="current", language_pair="ara2eng"
        ).allowed
    ]
    expected = EXPECTED["openmt2012"][name]
    assert seen[0] == expected if expected != "always" else len(seen) == len(schedule(N12))


def test_a_team_that_is_refused_learns_when_the_groups_open() -> None:
    first = min(schedule(N12), key=lambda period: period.start)
    answer = may_see_reference_groups(N12, first.start, VIEWERS["owner"], test_set="current")
    preliminary = next(period for period in schedule(N12) if period.phase.id == "preliminary")
    assert (answer.allowed, answer.opens) == (False, preliminary.start)


def test_groups_of_the_source_are_those_whose_attributes_it_carries() -> None:
    rules = TestSetRules(id="a", role="current", report_by=("genre", "subset", ("subset", "genre"), "document", "talk"))
    groups = ("genre=nw", "subset=new", "subset=new×genre=nw", "genre=a×subset=b", "document=d1", "talk=t1")
    assert groups_of_source(groups, rules, {"genre"}) == ("genre=nw", "document=d1", "talk=t1")
    assert groups_of_source(groups, rules, {"genre", "subset"}) == groups


def test_what_the_rulebook_keeps_for_references_is_hidden_whatever_the_source_says() -> None:
    rules = TestSetRules(id="a", role="current", reference_attributes=("subset",), report_by=("subset",))
    assert groups_of_source(["subset=new"], rules, {"subset"}) == ()
