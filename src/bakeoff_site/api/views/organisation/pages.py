"""The organisers' own pages: read by everyone, written by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Path, Router

from bakeoff_site.api.authentication import TokenRequest, organise, public
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.pages import PageIn, PageOut, page_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.pages.selectors import pages_for
from bakeoff_site.pages.services.pages import delete_page, write_page

router = Router(tags=["campaigns"])
PageSlug = Annotated[str, Path(pattern=r"^[-a-zA-Z0-9_]+$", max_length=60)]


@router.get(
    "/campaigns/{slug}/pages",
    response=Page[PageOut],
    auth=public,
    summary="Pages that the organisers wrote, in their order",
)
def list_pages(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, pages_for(role_in(request, slug)), limit, offset, page_out)


@router.get("/campaigns/{slug}/pages/{page}", response=PageOut, auth=public, summary="A page, as Markdown and as HTML")
def show_page(request: TokenRequest, slug: str, page: PageSlug) -> PageOut:
    return page_out(get_object_or_404(pages_for(role_in(request, slug)), slug=page))


@router.put(
    "/campaigns/{slug}/pages/{page}",
    response=PageOut,
    auth=organise,
    summary="Write a page, or add it (organisers)",
)
def save_page(request: TokenRequest, slug: str, page: PageSlug, body: PageIn) -> PageOut:
    written = write_page(
        organiser_of(request, slug).campaign,
        slug=page,
        title=body.title,
        text=body.text,
        published=body.published,
        version=body.version,
        by=request.auth.person,
    )
    return page_out(written)


@router.delete(
    "/campaigns/{slug}/pages/{page}",
    response={204: None},
    auth=organise,
    summary="Delete a page; the log keeps its text (organisers)",
)
def remove_page(request: TokenRequest, slug: str, page: PageSlug) -> tuple[int, None]:
    delete_page(get_object_or_404(pages_for(organiser_of(request, slug)), slug=page), by=request.auth.person)
    return 204, None
