"""Pages that organisers wrote."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.names import PlainName
from bakeoff_site.pages.conversions.markdown import render_markdown
from bakeoff_site.pages.models import CampaignPage
from bakeoff_site.pages.services.pages import MOST_CHARACTERS


class PageIn(Body):
    title: PlainName = Field(min_length=1, max_length=120)
    text: str = Field(max_length=MOST_CHARACTERS)
    """In Markdown."""
    published: bool | None = None
    """Whether everyone sees it; without it, as before, and a new page is hidden."""
    version: str | None = None
    """That of the page which the text was made from: refused if somebody changed it meanwhile."""


class PageOut(Schema):
    page: str
    """What its address calls it."""
    title: str
    published: bool
    changed_at: datetime
    version: str
    text: str
    """In Markdown."""
    html: str
    """As the page shows it: without raw HTML, scripts and pictures."""


def page_out(page: CampaignPage) -> PageOut:
    return PageOut(
        page=page.slug,
        title=page.title,
        published=page.published,
        changed_at=page.changed_at,
        version=page.version,
        text=page.text,
        html=render_markdown(page.text),
    )
