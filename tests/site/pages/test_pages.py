"""Organisers write pages and set a logo; everyone reads what is published."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.pages.models import CampaignPage, Logo
from bakeoff_site.pages.services.pages import MOST_CHARACTERS, MOST_PAGES, add_page, change_page, move_page, write_page

MANAGE = "/campaigns/openmt/organise/pages/"
PAGE = "/campaigns/openmt/pages/"


@pytest.fixture
def signed_in(organiser: User, client: Client) -> Client:
    client.force_login(organiser)
    return client


@pytest.fixture
def faq(campaign: Campaign, organiser: User) -> CampaignPage:
    return add_page(campaign, title="FAQ", text="# Who?\n\n**Everyone**", by=organiser)


def acts() -> list[tuple[str, str]]:
    return list(AuditEvent.objects.filter(act__regex="^(page|logo)").order_by("pk").values_list("act", "subject"))


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_a_page_is_written_published_and_read(signed_in: Client, campaign: Campaign) -> None:
    assert "No pages yet" in page(signed_in, MANAGE)
    assert f'href="{MANAGE}new/?title=FAQ"' in page(signed_in, MANAGE)
    signed_in.post(f"{MANAGE}new/", {"title": "FAQ", "text": "# Who?\r\n\r\n**Everyone**", "save": ""})
    written = CampaignPage.objects.get()
    assert (written.slug, written.text, written.published) == ("faq", "# Who?\n\n**Everyone**", False)
    visitor = Client()
    assert visitor.get(f"{PAGE}faq/").status_code == 404
    assert "FAQ" not in page(visitor, "/campaigns/openmt/")
    assert "Hidden: only organisers see it" in page(signed_in, f"{PAGE}faq/")
    signed_in.post(f"{MANAGE}{written.pk}/publish/", {"published": "yes"})
    assert "<strong>Everyone</strong>" in page(visitor, f"{PAGE}faq/")
    assert f'<a href="{PAGE}faq/">FAQ</a>' in page(visitor, "/campaigns/openmt/")
    assert acts() == [("page.add", "FAQ"), ("page.publish", "FAQ")]


def test_the_overview_is_on_the_page_of_the_campaign(campaign: Campaign, organiser: User, client: Client) -> None:
    write_page(campaign, slug="overview", title="Overview", text="# Why\n\nShips.", published=True, by=organiser)
    shown = page(client, "/campaigns/openmt/")
    assert '<h2 dir="auto">Overview</h2><div class="prose markdown"><h2 dir="auto">Why</h2>' in shown
    assert f'href="{PAGE}overview/"' not in shown


def test_a_preview_saves_nothing(signed_in: Client, faq: CampaignPage) -> None:
    written = {"title": "FAQ", "text": "_new_ text", "preview": ""}
    complete = signed_in.post(f"{MANAGE}{faq.pk}/", written).content.decode()
    part = signed_in.post(f"{MANAGE}{faq.pk}/", written, headers={"HX-Request": "true"}).content.decode()
    for shown in (complete, part):
        assert "<em>new</em> text" in shown
    assert "<html" in complete
    assert "<html" not in part
    faq.refresh_from_db()
    assert faq.text == "# Who?\n\n**Everyone**"


def test_what_another_organiser_wrote_meanwhile_is_not_overwritten(signed_in: Client, faq: CampaignPage) -> None:
    form = page(signed_in, f"{MANAGE}{faq.pk}/")
    version = re.search(r'name="version" value="(\w+)"', form)
    assert version is not None
    change_page(faq, title="FAQ", text="from another window", by=faq.changed_by)
    response = signed_in.post(f"{MANAGE}{faq.pk}/", {"title": "FAQ", "text": "mine", "version": version[1], "save": ""})
    assert "changed this page meanwhile, so nothing was saved" in response.content.decode()
    assert "mine" in response.content.decode()
    faq.refresh_from_db()
    assert faq.text == "from another window"


def test_pages_are_ordered_and_deleted(signed_in: Client, campaign: Campaign, organiser: User) -> None:
    made = [add_page(campaign, title=title, text="", by=organiser) for title in ("A", "B", "C")]
    signed_in.post(f"{MANAGE}{made[2].pk}/move/", {"where": "up"})
    assert list(campaign.pages.values_list("title", "position")) == [("A", 1), ("C", 2), ("B", 3)]
    move_page(made[0], up=True, by=organiser)
    assert "links to it no longer work" in page(signed_in, f"{MANAGE}{made[2].pk}/delete/")
    signed_in.post(f"{MANAGE}{made[2].pk}/delete/")
    assert list(campaign.pages.values_list("title", "position")) == [("A", 1), ("B", 2)]
    assert acts()[-2:] == [("page.move", "C"), ("page.delete", "C")]


def test_the_log_keeps_the_text_of_a_deleted_page(signed_in: Client, faq: CampaignPage) -> None:
    signed_in.post(f"{MANAGE}{faq.pk}/delete/")
    assert AuditEvent.objects.get(act="page.delete").details["text"] == "# Who?\n\n**Everyone**"


def test_titles_in_any_script_get_an_address_of_their_own(campaign: Campaign, organiser: User) -> None:
    titles = ("FAQ", "faq", "常见问题", "أسئلة", "A" * 120)
    slugs = [add_page(campaign, title=title, text="", by=organiser).slug for title in titles]
    assert slugs == ["faq", "faq-2", "page", "page-2", "a" * 56]


def test_limits_are_said_plainly(signed_in: Client, campaign: Campaign, organiser: User) -> None:
    with pytest.raises(RefusedError, match="The page has 50,001 characters; expected at most 50,000"):
        add_page(campaign, title="Long", text="x" * (MOST_CHARACTERS + 1), by=organiser)
    response = signed_in.post(f"{MANAGE}new/", {"title": "Long", "text": "x" * (MOST_CHARACTERS + 1), "save": ""})
    assert "Ensure this value has at most 50000 characters" in response.content.decode()
    for number in range(MOST_PAGES):
        add_page(campaign, title=f"Page {number}", text="", by=organiser)
    with pytest.raises(RefusedError, match="A campaign has at most 30 pages"):
        add_page(campaign, title="One more", text="", by=organiser)


def test_nothing_changes_in_an_archived_campaign(faq: CampaignPage, organiser: User) -> None:
    set_archived(faq.campaign, actor=organiser, archived=True)
    with pytest.raises(RefusedError, match="The campaign is archived"):
        change_page(faq, title="FAQ", text="new", by=organiser)


def test_pages_go_with_their_campaign(faq: CampaignPage, organiser: User) -> None:
    delete_campaign(faq.campaign, actor=organiser, title=faq.campaign.title)
    assert not CampaignPage.objects.exists()


def test_what_organisers_write_is_text_on_every_page(signed_in: Client, campaign: Campaign, organiser: User) -> None:
    hostile = "<script>alert(1)</script>"
    made = write_page(campaign, slug="overview", title=hostile, text=hostile, published=True, by=organiser)
    for address in (
        "/campaigns/openmt/",
        f"{PAGE}overview/",
        MANAGE,
        f"{MANAGE}{made.pk}/",
        f"{MANAGE}{made.pk}/delete/",
    ):
        assert "<script>alert" not in page(signed_in, address)


def test_a_logo_is_shown_with_safe_headers_and_removed(signed_in: Client, campaign: Campaign, client: Client) -> None:
    image: Any = pytest.importorskip("PIL.Image")
    content = BytesIO()
    image.new("RGB", (64, 32), "teal").save(content, format="JPEG")
    sent = SimpleUploadedFile("logo.jpg", content.getvalue(), "image/jpeg")
    assert "The logo is saved." in signed_in.post(f"{MANAGE}logo/", {"logo": sent}, follow=True).content.decode()
    address = f"/campaigns/openmt/logo/{Logo.objects.get().sha256[:16]}.png"
    assert f'src="{address}" width="64" height="32"' in page(Client(), "/campaigns/openmt/")
    response = Client().get(address)
    assert b"".join(response.streaming_content).startswith(b"\x89PNG")  # type: ignore[attr-defined]
    headers = ("Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Content-Disposition")
    assert [response[name] for name in headers] == ["image/png", "default-src 'none'; sandbox", "nosniff", "inline"]
    signed_in.post(f"{MANAGE}logo/remove/")
    assert Client().get(address).status_code == 404
    assert acts() == [("logo.set", campaign.title), ("logo.remove", campaign.title)]


def test_what_is_no_logo_is_refused(signed_in: Client, campaign: Campaign) -> None:
    send: Callable[[bytes], str] = lambda content: signed_in.post(  # noqa: E731
        f"{MANAGE}logo/", {"logo": SimpleUploadedFile("logo.svg", content)}, follow=True
    ).content.decode()
    assert "This is an SVG file, which can contain scripts." in send(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert "The submitted file is empty." in send(b"")
    assert not Logo.objects.exists()
