"""Every empty list says what would fill it, and how."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from tests.conftest import ROOT
from tests.site.permissions import PAGES

TEMPLATES = ROOT / "src" / "bakeoff_site" / "ui" / "templates"
EMPTY = re.compile(r'<p class="empty">(.*?)</p>|<div class="empty">(.*?)</div>', re.DOTALL)


def empty_texts(page: str) -> list[str]:
    """What it says where a list is empty."""
    return ["".join(found) for found in EMPTY.findall(page)]


def explains(paragraph: str) -> bool:
    """Whether it has a second sentence, a sentence below its heading, or a link that leads on."""
    text = re.sub(r"<[^>]*>", "", paragraph).strip()
    return "<a " in paragraph or "</b><p>" in paragraph or bool(re.search(r"[.:;] ?\S", text.rstrip(".")))


def test_every_text_of_an_empty_list_says_what_fills_it() -> None:
    found = {
        path.relative_to(TEMPLATES).as_posix(): [
            paragraph for paragraph in empty_texts(path.read_text(encoding="utf-8")) if not explains(paragraph)
        ]
        for path in TEMPLATES.rglob("*.html")
    }
    assert sum(len(empty_texts(path.read_text(encoding="utf-8"))) for path in TEMPLATES.rglob("*.html")) > 30
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.django_db
def test_pages_of_an_empty_campaign_explain_their_empty_lists(
    campaign: Campaign, team: Team, organiser: User, owner: User
) -> None:
    seen, mute = set(), []
    for user in (organiser, owner):
        client = Client()
        client.force_login(user)
        for name in sorted({row.name for row in PAGES if row.method == "get"}):
            for arguments in ({}, {"slug": campaign.slug}, {"slug": campaign.slug, "team_id": team.pk}):
                try:
                    address = reverse(name, kwargs=arguments)
                except NoReverseMatch:
                    continue
                response = client.get(address)
                if response.status_code != 200 or not response.headers["Content-Type"].startswith("text/html"):
                    continue
                for paragraph in empty_texts(response.content.decode()):
                    seen.add(name)
                    if not explains(paragraph):
                        mute.append(f"{address}: {paragraph}")
    assert len(seen) > 8
    assert not mute, "\n".join(mute)
