"""Matches that others have judged are taken over, by what was judged and not by names."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.client import ConflictError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.selectors.tournaments import live_tournaments
from bakeoff_site.judging.services.opening import open_task
from tests.site.api.conftest import speaking
from tests.site.judging.tournaments.test_decisions import by_name, names_turned
from tests.site.judging.tournaments.world import cup, cup_task, judge_all
from tests.site.judging.world import make_judge
from tests.site.people import person

pytestmark = pytest.mark.django_db

TAKES_OVER = 'kind = "dskoc"\nseeds = [{seeds}]\nearlier_matches = true'


@pytest.fixture
def last_year(organiser: User) -> Task:
    """A is better than B, and both were judged in the campaign of last year."""
    campaign = cup(("A", "B"), by=organiser, segments=2)
    Campaign.objects.filter(pk=campaign.pk).update(slug="last-year", title="Last Year")
    task = cup_task(Campaign.objects.get(pk=campaign.pk))
    judge_all({make_judge(task, "Early Ann", now=timezone.now()): by_name}, now=timezone.now())
    open_task(task, Opening.CLOSED, by=organiser)
    return task


def this_year(by: User, **options: object) -> Campaign:
    """The outputs of A and B take part again under other names, and C is new."""
    rules = TAKES_OVER.format(seeds='"A11", "B11", "C"')
    return cup(("A11", "B11", "C"), by=by, segments=2, tournament=rules, same={"A11": "A", "B11": "B"})


def test_a_pair_of_an_earlier_campaign_is_not_asked_again(last_year: Task, organiser: User, client: Client) -> None:
    campaign = this_year(organiser)
    task = cup_task(campaign, reused={"cup": [last_year.evaluations.get()]})
    before = Screen.objects.count()
    judge_all({make_judge(task, "Late Ann", now=timezone.now()): names_turned}, now=timezone.now())
    asked = {
        frozenset(systems) for systems in Screen.objects.filter(judge__task=task).values_list("systems", flat=True)
    }
    assert asked == {frozenset(("A11", "C")), frozenset(("B11", "C"))}
    assert Screen.objects.count() - before == 2 * 2
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    taken = {match.winner for match in live.result.plan.played if match.earlier}
    assert taken == {"A11"}  # as last year, though judges now prefer the later name
    open_task(task, Opening.CLOSED, by=organiser)
    client.force_login(organiser)
    page = client.get(reverse("judging:tournaments", args=[campaign.slug, task.slug])).content.decode()
    assert "From Cup, Last Year" in page


def test_a_run_that_changed_is_judged_again_whatever_it_is_called(last_year: Task, organiser: User) -> None:
    rules = TAKES_OVER.format(seeds='"A", "B"')
    campaign = cup(("A", "B"), by=organiser, segments=2, tournament=rules, same={"B": "B better"})
    task = cup_task(campaign, reused={"cup": [last_year.evaluations.get()]})
    [live] = live_tournaments(task.evaluations.get())
    assert live.next_pairs == {frozenset(("A", "B"))}


def test_programs_name_what_is_taken_over_and_see_where_it_is_from(last_year: Task, organiser: User) -> None:
    campaign = this_year(organiser)
    speaker = speaking(organiser)
    reused = {"cup": [{"campaign": "last-year", "task": last_year.slug, "evaluation": "cup"}]}
    earlier = {"cup": [{"a": "C", "b": "B11", "a_wins": 60, "b_wins": 25.5, "origin": "a workshop"}]}
    planned = speaker.plan_judging(campaign.slug, ["cup"], opening="closed", reused=reused, earlier=earlier)
    [found] = speaker.tournaments(campaign.slug, planned.task)
    [stage] = found.stages
    assert [(match.a, match.b, match.state, match.winner, match.origin) for match in stage.matches] == [
        ("C", "B11", "decided", "C", "a workshop"),
        ("A11", "C", "open", None, ""),
    ]
    assert [each.needed for each in planned.evaluations] == [2]  # A11 and B11 met last year
    assert {each.system: (each.seed, each.best) for each in stage.places} == {"A11": (1, 1), "B11": (2, 1), "C": (3, 1)}
    assert not found.hides_names
    stranger = person("Otto Other")
    Membership.objects.create(campaign=campaign, user=stranger, role=MembershipRole.ORGANISER)
    with pytest.raises(ConflictError, match="you do not organise that campaign"):
        speaking(stranger).plan_judging(campaign.slug, ["cup"], opening="closed", reused=reused)


def test_the_form_plans_a_tournament_and_offers_what_can_be_taken_over(
    last_year: Task, organiser: User, client: Client
) -> None:
    campaign = cup(("A", "B", "C"), by=organiser, segments=2, tournament='kind = "round-robin"')
    client.force_login(organiser)
    address = f"{reverse('judging:plan', args=[campaign.slug])}?evaluations=cup"
    page = client.get(address)
    assert "Cup, Last Year" in page.content.decode()
    form = page.context["form"]
    sent = {
        **{
            f"{part.prefix}-{name}" if part.prefix else name: value
            for part in form.parts
            for name, value in part.initial.items()
            if value not in (None, "", [], False)
        },
        **{
            "translations-TOTAL_FORMS": "0",
            "translations-INITIAL_FORMS": "0",
            "opening": "open",
            "lease_minutes": "30",
            "human-cup-tournament_kind": "dskoc",
            "human-cup-tournament_seeds": "B\n\nA\nC",
            "human-cup-reused": [str(last_year.evaluations.get().pk)],
            "create": "",
        },
    }
    response = client.post(address, sent)
    assert response.status_code == 302, response.context["form"].mistakes
    task = campaign.judging_tasks.get()
    [live] = live_tournaments(task.evaluations.get())
    assert live.result.plan.kind == "dskoc"
    assert live.planned.order == ("B", "A", "C")
    assert live.planned.origin_of("A", "B") == "Cup, Last Year"
    # A and B have met, so that nothing of theirs is open.
    assert frozenset(("A", "B")) not in live.next_pairs
