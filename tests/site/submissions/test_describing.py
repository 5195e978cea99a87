"""Teams describe their systems in versions; the last one counts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.submissions.description_texts import description_template
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.models import Description
from bakeoff_site.submissions.services import submit_description
from tests.site.conftest import Clock

PRIMARY = {"System": "primary", "Track": "single", "Condition": "constrained"}
"""Which system a description is of."""


def filled_in(team: Team) -> str:
    """A description with nothing wrong."""
    answers = {
        "Contact": "someone@example.org",
        "System": "primary",
        "Track": "single",
        "Language pairs": "ara2eng",
        "Condition": "constrained",
        "Approach": "Phrases and their order.",
        "Resources": "- ldc-constrained",
    }
    text = description_template(team.campaign.rules, team=team.code)
    for field, answer in answers.items():
        text = text.replace(f"\n{field}:\n", f"\n{field}: {answer}\n")
    return text


def test_a_description_that_is_complete(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "descriptions")
    description = submit_description(team, text=filled_in(team), by=owner)
    assert (description.valid, description.late, description.findings) == (True, False, [])
    assert description.submitted_at == clock.now
    assert team_state(team).described
    event = AuditEvent.objects.get()
    assert (event.act, event.actor) == ("description.submit", owner)
    system = "primary, Constrained Training, Single System"
    assert event.details == {"system": system, "valid": True, "late": False}


def test_one_with_gaps_is_kept_with_what_is_missing(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "descriptions")
    text = description_template(team.campaign.rules, team=team.code, values=PRIMARY)
    description = submit_description(team, text=text, by=owner)
    assert not description.valid
    assert {finding["code"] for finding in description.findings} == {"description-field-empty"}
    assert {finding["file"] for finding in description.findings} == {f"{team.code}_single_constrained_primary.txt"}
    assert not team_state(team).described


def test_a_late_one_is_flagged(team: Team, campaign: Campaign, owner: User, clock: Clock) -> None:
    clock.move_into(campaign, "public")
    assert submit_description(team, text=filled_in(team), by=owner).late


def test_before_its_time_it_is_refused(team: Team, campaign: Campaign, owner: User, clock: Clock) -> None:
    clock.move_into(campaign, "dry-run")
    with pytest.raises(RefusedError, match="You can submit descriptions from Mon 2 April 2012, 00:00 EDT"):
        submit_description(team, text=filled_in(team), by=owner)


def test_versions_are_kept_the_newest_first(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "descriptions")
    first = submit_description(team, text="System: primary\nTrack: single\nCondition: constrained\n", by=owner)
    clock.move_on(timedelta(hours=1))
    second = submit_description(team, text=filled_in(team), by=owner)
    assert list(team.descriptions.all()) == [second, first]


@pytest.mark.parametrize(
    ("text", "reason"), [("  \n", "empty"), ("a\0b", "NUL characters"), ("x" * (2**20 + 1), "at most 1,048,576 bytes")]
)
def test_texts_that_are_not_taken(team: Team, owner: User, clock: Clock, text: str, reason: str) -> None:
    clock.move_into(team.campaign, "descriptions")
    with pytest.raises(RefusedError, match=reason):
        submit_description(team, text=text, by=owner)
    assert not Description.objects.exists()


def test_a_withdrawn_team_is_refused(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "descriptions")
    team.withdrawn_at = clock.now
    with pytest.raises(RefusedError, match="withdrawn from the campaign"):
        submit_description(team, text=filled_in(team), by=owner)


def test_a_description_is_filled_in_field_by_field_or_as_one_text(
    team: Team, owner: User, clock: Clock, client: Client
) -> None:
    clock.move_into(team.campaign, "descriptions")
    client.force_login(owner)
    address = reverse("submissions:describe", args=[team.campaign.slug, team.pk])
    names = (*team.campaign.rules.description.fields, *team.campaign.rules.description.optional)
    answers: dict[str, object] = {
        "Site": team.code,
        "Contact": "someone@example.org",
        "System": "primary",
        "Track": "single",
        "Language pairs": ["ara2eng"],
        "Condition": "constrained",
        "Approach": "Phrases\nand their order.",
        "Resources": "- ldc-constrained",
    }
    page = client.post(address, {f"field{names.index(name)}": value for name, value in answers.items()}, follow=True)
    assert "The description is submitted, and nothing is wrong with it." in page.content.decode()
    (description,) = Description.objects.all()
    assert "Approach: Phrases\nand their order.\n\nResources: - ldc-constrained" in description.text
    shown = client.get(address, {"system": "single/constrained/primary"}).content.decode()
    assert 'value="ara2eng" id="id_field4_' in shown
    as_text = client.get(address, {"system": "single/constrained/primary", "as": "text"}).content.decode()
    assert "Approach: Phrases\nand their order." in as_text


def test_resources_are_ticked_and_others_are_added_by_name(
    team: Team, owner: User, clock: Clock, client: Client
) -> None:
    clock.move_into(team.campaign, "descriptions")
    client.force_login(owner)
    address = reverse("submissions:describe", args=[team.campaign.slug, team.pk])
    rules = team.campaign.rules
    names = (*rules.description.fields, *rules.description.optional)
    resources = f"field{names.index('Resources')}"
    answers: dict[str, object] = {
        **{f"field{names.index(name)}": value for name, value in PRIMARY.items()},
        resources: ["ldc-constrained", "public"],
        f"{resources}-name": ["Gigaword ", ""],
        f"{resources}-class": ["public", ""],
        f"{resources}-epoch": ["1994/2006-12", ""],
        f"{resources}-documents": ["AFP_1, AFP_2", ""],
    }
    client.post(address, answers)
    (description,) = Description.objects.all()
    expected = "- ldc-constrained\n- public\n- Gigaword (public; 1994/2006-12; documents: AFP_1, AFP_2)"
    assert f"Resources: {expected}" in description.text
    page = client.get(address, {"system": "single/constrained/primary"}).content.decode()
    assert 'value="ldc-constrained" checked>' in page
    assert '<span class="chip bad">Not permitted in Constrained Training' in page
    assert f'name="{resources}-name" value="Gigaword"' in page
    assert f'name="{resources}-documents" value="AFP_1, AFP_2"' in page
    again = client.post(address, answers, follow=True)
    assert f"Resources: {expected}" in Description.objects.latest("pk").text
    assert "Fix the mistakes below" in again.content.decode()


def test_a_resource_that_was_written_with_details_stays_as_it_is(
    team: Team, owner: User, clock: Clock, client: Client
) -> None:
    clock.move_into(team.campaign, "descriptions")
    written = "- public (2006)\n- Some (odd) name\n- ldc-constrained"
    submit_description(team, text=filled_in(team).replace("- ldc-constrained", written), by=owner)
    client.force_login(owner)
    address = reverse("submissions:describe", args=[team.campaign.slug, team.pk])
    page = client.get(address, {"system": "single/constrained/primary"}).content.decode()
    assert '-name" value="public"' in page
    assert '-epoch" value="2006"' in page
    assert '-name" value="- Some (odd) name"' in page
    assert 'value="ldc-constrained" checked>' in page
