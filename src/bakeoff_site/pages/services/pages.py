"""Organisers write, order, publish and delete pages of their own."""

from __future__ import annotations

from django.db import transaction
from django.utils.text import slugify

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.pages.models import CampaignPage

MOST_PAGES = 30
MOST_CHARACTERS = 50_000
_ADDRESS = 60


def add_page(campaign: Campaign, *, title: str, text: str, by: User, slug: str = "") -> CampaignPage:
    """A page that only organisers see until it is published; its address follows from the title, unless it is named."""
    _require_length(text)
    with transaction.atomic():
        campaign = lock_open_campaign(campaign.pk)
        taken = set(campaign.pages.values_list("slug", flat=True))
        if len(taken) >= MOST_PAGES:
            raise RefusedError(f"A campaign has at most {MOST_PAGES} pages. Delete one that nobody needs, or join two.")
        if slug and slug in taken:
            raise RefusedError(f"There is a page with the address {slug} already.")
        page = CampaignPage.objects.create(
            campaign=campaign,
            slug=slug or _free_address(title, taken),
            title=title,
            text=text,
            position=len(taken) + 1,
            changed_by=by,
        )
        record("page.add", actor=by, campaign=campaign, subject=title, characters=len(text))
    return page


def change_page(page: CampaignPage, *, title: str, text: str, by: User, version: str | None = None) -> CampaignPage:
    """Refused where the page is no longer at the `version` that the writer saw."""
    _require_length(text)
    with transaction.atomic():
        page = _locked(page)
        if version is not None and version != page.version:
            raise RefusedError(
                f"{page.changed_by} changed this page meanwhile, so nothing was saved. Copy your text, open the page "
                "again and add your changes there."
            )
        if (page.title, page.text) == (title, text):
            return page
        before = page.title
        details = {"title": before} if before != title else {}
        page.title, page.text, page.changed_by = title, text, by
        page.save()
        record("page.change", actor=by, campaign=page.campaign, subject=title, characters=len(text), **details)
    return page


def write_page(
    campaign: Campaign,
    *,
    slug: str,
    title: str,
    text: str,
    by: User,
    published: bool | None = None,
    version: str | None = None,
) -> CampaignPage:
    """Adds or changes the page at an address, and publishes or hides it, for programs."""
    with transaction.atomic():
        campaign = lock_open_campaign(campaign.pk)
        page = campaign.pages.filter(slug=slug).first()
        if page is None:
            page = add_page(campaign, title=title, text=text, by=by, slug=slug)
        else:
            page = change_page(page, title=title, text=text, by=by, version=version)
        if published is not None:
            set_published(page, published=published, by=by)
            page.refresh_from_db()
    return page


def set_published(page: CampaignPage, *, published: bool, by: User) -> None:
    with transaction.atomic():
        page = _locked(page)
        if page.published == published:
            return
        page.published = published
        page.save(update_fields=["published"])
        record("page.publish" if published else "page.hide", actor=by, campaign=page.campaign, subject=page.title)


def move_page(page: CampaignPage, *, up: bool, by: User) -> None:
    """Moves a page one place; at the end of the list nothing changes."""
    with transaction.atomic():
        page = _locked(page)
        pages = list(page.campaign.pages.all())
        here = pages.index(page)
        there = here - 1 if up else here + 1
        if not 0 <= there < len(pages):
            return
        pages[here], pages[there] = pages[there], pages[here]
        _number(pages)
        record("page.move", actor=by, campaign=page.campaign, subject=page.title, place=there + 1)


def delete_page(page: CampaignPage, *, by: User) -> None:
    with transaction.atomic():
        page = _locked(page)
        campaign, title, text = page.campaign, page.title, page.text
        page.delete()
        _number(list(campaign.pages.all()))
        record("page.delete", actor=by, campaign=campaign, subject=title, text=text)


def _locked(page: CampaignPage) -> CampaignPage:
    """The page as it is now; nobody else changes pages of its campaign until the transaction ends."""
    campaign = lock_open_campaign(page.campaign_id)
    found = campaign.pages.select_related("changed_by").filter(pk=page.pk).first()
    if found is None:
        raise RefusedError("The page was deleted meanwhile, so nothing was saved.")
    found.campaign = campaign
    return found


def _number(pages: list[CampaignPage]) -> None:
    for position, each in enumerate(pages, start=1):
        each.position = position
    CampaignPage.objects.bulk_update(pages, ["position"])


def _free_address(title: str, taken: set[str]) -> str:
    """From the title; numbered where another page has it, and in scripts that addresses do not have."""
    wanted = slugify(title)[: _ADDRESS - 4] or "page"
    numbered = (f"{wanted}-{number}" for number in range(2, MOST_PAGES + 2))
    return wanted if wanted not in taken else next(each for each in numbered if each not in taken)


def _require_length(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise RefusedError(
            f"The page has {len(text):,} characters; expected at most {MOST_CHARACTERS:,}. Divide it into several."
        )
