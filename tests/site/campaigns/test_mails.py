"""The page of mails that could not be sent."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put
from tests.site.campaigns.conftest import NOW
from tests.site.campaigns.test_organise import HOME, SignIn
from tests.site.outbox import mailed

PAGE = f"{HOME}mails/"
AGAIN = f"{PAGE}again/"


def failed(campaign: Campaign | None, *people: str, **fields: object) -> list[Mail]:
    mails = put(Mail(campaign=campaign, to=f"{name}@example.org", subject=f"To {name}", text="x") for name in people)
    Mail.objects.filter(pk__in=[mail.pk for mail in mails]).update(
        attempts=4, error="ConnectionRefusedError: no mail server", not_before=NOW + timedelta(hours=1), **fields
    )
    return mails


def test_nothing_is_wrong(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    page = signed_in(organiser).get(PAGE).content.decode()
    assert "All emails have been sent" in page
    assert "to be sent</b>" not in page
    assert "Why, and how to try again" not in signed_in(organiser).get(HOME).content.decode()


def test_what_failed_and_what_was_given_up_is_shown_with_its_error(
    campaign: Campaign, organiser: User, signed_in: SignIn
) -> None:
    failed(campaign, "ann")
    failed(campaign, "bob", given_up_at=NOW)
    put([Mail(campaign=campaign, to="cleo@example.org", subject="To cleo")])
    failed(None, "dora")
    page = signed_in(organiser).get(PAGE).content.decode()
    for part in (
        "1 email waits to be sent",
        "1 could not be sent so far and is tried again. 1 was given up.",
        "<b>To ann</b><p>To ann@example.org, written ",
        "4 attempts, next ",
        "4 attempts, given up ",
        "ConnectionRefusedError: no mail server",
        "Try all 2 again now",
    ):
        assert part in page, part
    assert "cleo@" not in page
    assert "dora@" not in page  # about an account
    dashboard = signed_in(organiser).get(HOME).content.decode()
    assert "1 email could not be sent so far, 1 email could not be delivered." in dashboard
    assert f'href="{PAGE}"' in dashboard


def test_one_is_tried_again(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    ann, _ = failed(campaign, "ann", "bob", given_up_at=NOW)
    page = signed_in(organiser).post(AGAIN, {"mail": ann.pk}, follow=True).content.decode()
    assert "It is tried again now" in page
    assert AuditEvent.objects.get(act="mail.try-again").details == {"to": ["ann@example.org"]}
    assert [message.to for message in mailed()] == [["ann@example.org"]]
    assert "<b>ann@" not in signed_in(organiser).get(PAGE).content.decode()


def test_all_are_tried_again(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    failed(campaign, "ann", "bob", given_up_at=NOW)
    failed(None, "dora")
    signed_in(organiser).post(AGAIN)
    assert [message.to for message in mailed()] == [["ann@example.org"], ["bob@example.org"]]
    page = signed_in(organiser).post(AGAIN, follow=True).content.decode()
    assert "Nothing is left to try again" in page


@pytest.mark.parametrize("of", ["another", "nobody", "nonsense"])
def test_mails_of_others_are_not_found(of: str, campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    other = Campaign.objects.create(slug="other", title="Other", rulebook_text="", rulebook_content={})
    mail = {"another": failed(other, "ann")[0].pk, "nobody": failed(None, "bob")[0].pk, "nonsense": "x"}[of]
    assert signed_in(organiser).post(AGAIN, {"mail": mail}).status_code == 404
    assert not AuditEvent.objects.filter(act="mail.try-again").exists()
    assert mailed() == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_costs_the_same_for_one_and_three(
    rows: int,
    campaign: Campaign,
    organiser: User,
    signed_in: SignIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    failed(campaign, *(f"p{number}" for number in range(rows)))
    client = signed_in(organiser)
    with django_assert_num_queries(9):
        assert client.get(PAGE).content.decode().count("<p>To p") == rows
