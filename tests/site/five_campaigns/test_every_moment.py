"""Every rulebook of the library, from its call to its tables, with everybody looking on at every moment."""

from __future__ import annotations

from itertools import count, groupby

import pytest

from bakeoff.rulebook import rulebook_names
from tests.depth import THOROUGH
from tests.site.five_campaigns.conftest import logged_in
from tests.site.five_campaigns.driver import moments
from tests.site.five_campaigns.ending import (
    errors_are_counted,
    mails_were_sent,
    steps_are_tracked,
    tables_are_published,
)
from tests.site.five_campaigns.every_moment import Story
from tests.site.five_campaigns.onlookers import Look, Onlooker

pytestmark = pytest.mark.django_db


RULEBOOKS = rulebook_names() if THOROUGH else ("wmt",)
"""All of them take minutes, and the others have a story of their own."""


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_campaign_from_its_call_to_its_tables(rulebook: str, story: Story, onlookers: list[Onlooker]) -> None:
    for when, together in groupby(moments(story.rules), key=lambda moment: moment.when):
        story.clock.move_to(when)
        now = list(together)
        for moment in now:
            story.act(moment)
        look_on(story, onlookers, {moment.what for moment in now})
    activities = {"register", "submit", "describe", "adjudicate", "score"}
    opened = {opening for phase in story.rules.phases.values() for opening in phase.opens}
    assert story.done == {opening for opening in opened if opening.partition(":")[0] in activities}
    mails_were_sent(story)
    steps_are_tracked(story)
    errors_are_counted(story)
    tables_are_published(story, onlookers[0].client)


_TURNS = count()


def look_on(story: Story, onlookers: list[Onlooker], kinds: set[str]) -> None:
    """Everything where a phase starts, in a thorough run everybody, else in turn; in the middle nothing is released."""
    if kinds == {"middle"}:
        return
    for who in onlookers:
        if who.name in story.entrants:
            entrant = story.entrants[who.name]
            who.viewers = (entrant.viewer,) if entrant.team_id else ()
        logged_in(who, story)
    look = Look(story.slug, story.rules, story.clock.now, onlookers)
    looking = onlookers if THOROUGH else onlookers[next(_TURNS) % 3 :: 3]
    look.at_lists(looking)
    if "start" in kinds:
        look.at_everything(looking)
    assert not look.faults, "\n".join(look.faults)
