"""The organisers' own pages through the API and the client."""

from __future__ import annotations

import pytest

from bakeoff.client import ForbiddenError, MissingError, ServerError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from tests.site.api.conftest import speaking


def test_organisers_write_a_page_and_everyone_reads_it(campaign: Campaign, organiser: User, stranger: User) -> None:
    client, other = speaking(organiser, "read", "organise"), speaking(stranger, "read", "organise")
    written = client.write_page("openmt", "faq", title="FAQ", text="**Hello**")
    assert (written.page, written.published, written.html) == (
        "faq",
        False,
        '<p dir="auto"><strong>Hello</strong></p>\n',
    )
    assert list(other.pages("openmt")) == []
    with pytest.raises(MissingError):
        other.page("openmt", "faq")
    with pytest.raises(ForbiddenError):
        other.write_page("openmt", "faq", title="FAQ", text="mine")
    client.write_page("openmt", "faq", title="FAQ", text="**Hello**", published=True)
    assert [page.title for page in other.pages("openmt")] == ["FAQ"]
    assert other.page("openmt", "faq").text == "**Hello**"


def test_a_page_that_was_changed_meanwhile_is_refused(campaign: Campaign, organiser: User) -> None:
    client = speaking(organiser, "read", "organise")
    first = client.write_page("openmt", "faq", title="FAQ", text="one")
    client.write_page("openmt", "faq", title="FAQ", text="two", version=first.version)
    with pytest.raises(ServerError, match="changed this page meanwhile"):
        client.write_page("openmt", "faq", title="FAQ", text="three", version=first.version)
    client.delete_page("openmt", "faq")
    assert list(client.pages("openmt")) == []
