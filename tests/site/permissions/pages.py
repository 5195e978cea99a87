"""Pages that organisers wrote: everyone reads published ones, organisers all of them."""

from __future__ import annotations

from bakeoff_site.pages.models import Logo
from tests.site.permissions.arguments import in_campaign
from tests.site.permissions.asking import by_token, everybody
from tests.site.permissions.rows import Arguments, Operation, Page
from tests.site.permissions.seeing import acts, everyone, of, only
from tests.site.world import ORGANISERS, World

_WRITTEN = {"title": "Questions", "text": "None"}


def at(page: str) -> Arguments:
    return lambda world: {**in_campaign(world), "page_slug": page}


def hidden(world: World) -> dict[str, object]:
    return {**in_campaign(world), "page_id": world.hidden_page}


def with_logo(world: World) -> dict[str, object]:
    return {**in_campaign(world), "digest": Logo.objects.get().sha256[:16]}


PAGES: tuple[Page, ...] = (
    Page(name="pages:page", arguments=at("faq"), outcomes=everyone("shown")),
    Page(
        name="pages:page",
        about="hidden",
        arguments=at("plans"),
        outcomes=only(ORGANISERS, "shown", others="not found"),
    ),
    Page(name="pages:logo", arguments=with_logo, outcomes=everyone("shown")),
    Page(
        name="pages:logo",
        about="an earlier one",
        arguments=lambda world: {**in_campaign(world), "digest": "0" * 16},
        outcomes=everyone("not found"),
    ),
    Page(name="pages:manage", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="pages:new", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="pages:new",
        arguments=in_campaign,
        method="post",
        data=lambda world: _WRITTEN,
        outcomes=of(ORGANISERS, "redirected"),
    ),
    Page(name="pages:write", arguments=hidden, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="pages:write",
        about="preview",
        arguments=hidden,
        method="post",
        data=lambda world: {**_WRITTEN, "preview": ""},
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(name="pages:delete", arguments=hidden, outcomes=of(ORGANISERS, "shown")),
    Page(name="pages:delete", arguments=hidden, method="post", outcomes=of(ORGANISERS, "redirected")),
    *acts("pages:publish", of(ORGANISERS, "redirected"), hidden, data=lambda world: {"published": "yes"}),
    *acts("pages:move", of(ORGANISERS, "redirected"), hidden, data=lambda world: {"where": "up"}),
    *acts("pages:upload-logo", of(ORGANISERS, "redirected"), in_campaign),
    *acts("pages:remove-logo", of(ORGANISERS, "redirected"), in_campaign),
)


def named(page: str) -> Arguments:
    return lambda world: {**in_campaign(world), "page": page}


OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_pages", outcomes=everybody("done")),
    Operation(name="show_page", arguments=named("faq"), outcomes=everybody("done")),
    Operation(
        name="show_page",
        about="hidden",
        arguments=named("plans"),
        outcomes={**everybody("not found"), **dict.fromkeys(ORGANISERS, "done")},
    ),
    Operation(name="save_page", arguments=named("plans"), body=_WRITTEN, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="remove_page", arguments=named("plans"), outcomes=by_token(ORGANISERS, "done")),
)
