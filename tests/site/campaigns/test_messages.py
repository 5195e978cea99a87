"""Messages of organisers to teams: written, looked at, sent, taken back, kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core import mail

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.mail.models import Mail
from bakeoff_site.team_messages.choices import Audience
from bakeoff_site.team_messages.conversions import unknown_fields
from bakeoff_site.team_messages.models import TeamMessage
from bakeoff_site.team_messages.selectors import Selection, recipients_of
from bakeoff_site.team_messages.services import HELD_BACK, send_message, take_back_message
from tests.site.campaigns.conftest import NOW
from tests.site.campaigns.test_organise import HOME, SignIn
from tests.site.outbox import mailed

PAGE = f"{HOME}messages/"
WRITE = f"{PAGE}write/"
NEW = {"audience": "all", "subject": "Results for {team}", "text": "Dear {name},\n\nmissing: {missing}\n{link}"}
At = Callable[[datetime], None]


def everyone() -> Selection:
    return Selection(audience=Audience.ALL)


def sent(campaign: Campaign, by: User, **changes: str) -> TeamMessage:
    said = {"subject": "News", "text": "Dear {name}"} | changes
    return send_message(campaign, **said, selection=everyone(), by=by, now=NOW)


def test_a_message_is_looked_at_before_it_is_sent(
    campaign: Campaign, organiser: User, team: Team, rival: User, signed_in: SignIn
) -> None:
    client = signed_in(organiser)
    page = client.post(WRITE, {**NEW, "preview": ""}).content.decode()
    assert "2 people get this message" in page
    assert "Dear Owner," in page
    assert "Results for Our Institute" in page
    assert "https://bakeoff.example/campaigns/harbour/teams/" in page
    assert "rival@example.org, Their Lab" in page
    assert not TeamMessage.objects.exists()
    assert not Mail.objects.filter(key__startswith="message").exists()


def test_it_leaves_after_two_minutes_and_is_kept(
    campaign: Campaign, organiser: User, team: Team, rival: User, signed_in: SignIn, at: At
) -> None:
    client = signed_in(organiser)
    before = len(mailed())
    page = client.post(WRITE, {**NEW, "send": ""}, follow=True).content.decode()
    assert "You can still take it back." in page
    assert "0 sent, 2 waiting" in page
    assert len(mailed()) == before
    at(NOW + HELD_BACK)
    new = mailed()[before:]
    assert sorted(message.to[0] for message in new) == ["owner@example.org", "rival@example.org"]
    ours = next(message for message in new if message.to == ["owner@example.org"])
    assert ours.subject == f"[{campaign.title}] Results for Our Institute"
    assert ours.body.startswith("Dear Owner,\n")
    assert ours.body.endswith(f"You get this because you are a contact person of Our Institute in {campaign.title}.\n")
    kept = TeamMessage.objects.get()
    shown = client.get(f"{PAGE}{kept.pk}/").content.decode()
    assert "2 sent, 0 waiting" in shown
    assert "Take it back" not in shown
    assert "Results for {team}" in client.get(PAGE).content.decode()
    assert AuditEvent.objects.get(act="message.send").details == {"people": 2}


def test_it_can_be_taken_back_until_it_leaves(
    campaign: Campaign, organiser: User, team: Team, signed_in: SignIn, at: At
) -> None:
    kept = sent(campaign, organiser)
    before = len(mailed())
    page = signed_in(organiser).post(f"{PAGE}{kept.pk}/take-back/", follow=True).content.decode()
    assert "The message was taken back. Nobody got it." in page
    at(NOW + timedelta(days=1))
    assert len(mailed()) == before
    with pytest.raises(RefusedError, match="taken back already"):
        take_back_message(kept, by=organiser, now=NOW)


def test_a_message_that_has_left_is_not_taken_back_in_part(
    campaign: Campaign, organiser: User, team: Team, rival: User
) -> None:
    kept = sent(campaign, organiser)
    one = Mail.objects.filter(key__startswith=kept.key).first()
    assert one is not None
    Mail.objects.filter(pk=one.pk).update(sent_at=NOW)
    with pytest.raises(RefusedError, match="has left already, at least in part"):
        take_back_message(kept, by=organiser, now=NOW)
    assert Mail.objects.filter(key__startswith=kept.key).count() == 2


def test_whom_it_goes_to(campaign: Campaign, organiser: User, team: Team, mate: User, rival: User) -> None:
    def names(**selection: object) -> list[str]:
        chosen = Selection(**selection)  # type: ignore[arg-type]
        return [recipient.user.name for recipient in recipients_of(campaign, chosen, NOW)]

    assert names(audience=Audience.ALL) == ["Owner", "Rival"]  # the mate is no contact person
    assert names(audience=Audience.CHOSEN, teams={team.pk}) == ["Owner"]
    assert names(audience=Audience.MISSING_STEP, step="registered") == []
    withdraw_team(team, by=organiser, reason="gone")
    assert names(audience=Audience.ALL) == ["Rival"]
    assert names(audience=Audience.CHOSEN, teams={team.pk}) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"text": "Dear {nmae}"}, "Found {nmae}, which cannot be filled in."),
        ({"text": "a { brace"}, "Found a single brace, which cannot be filled in."),
        ({"text": "{name.__class__}"}, "Found {name.__class__}, which cannot be filled in."),
        ({"audience": "missing-step"}, "Choose the step that the teams have not done."),
        ({"audience": "chosen"}, "Choose at least one team."),
        ({"subject": ""}, "This field is required."),
    ],
)
def test_a_mistake_is_shown_at_its_field_and_nothing_is_sent(
    campaign: Campaign, organiser: User, team: Team, signed_in: SignIn, changes: dict[str, str], sentence: str
) -> None:
    page = signed_in(organiser).post(WRITE, {**NEW, **changes, "send": ""}).content.decode()
    assert sentence in page
    assert not TeamMessage.objects.exists()


def test_nobody_to_write_to(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    page = signed_in(organiser).post(WRITE, {**NEW, "preview": ""}).content.decode()
    assert "Nobody would get this message. Choose other teams." in page


def test_a_subject_of_two_lines_is_refused(campaign: Campaign, organiser: User, team: Team) -> None:
    with pytest.raises(RefusedError, match="must be one line"):
        sent(campaign, organiser, subject="News\nBcc: everyone@example.org")
    assert mail.outbox == []


def test_braces_that_are_meant_as_such(campaign: Campaign, organiser: User, team: Team, at: At) -> None:
    assert unknown_fields("{{name}}") == []
    sent(campaign, organiser, text="a {{brace}}")
    at(NOW + HELD_BACK)
    assert mailed()[-1].body.startswith("a {brace}")
