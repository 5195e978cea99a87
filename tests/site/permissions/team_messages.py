"""Messages to teams: organisers write them, and teams get mails."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign
from tests.site.permissions.asking import by_token
from tests.site.permissions.rows import Operation, Page
from tests.site.permissions.seeing import acts, of
from tests.site.world import ORGANISERS, World

_NEW = {"audience": "all", "subject": "News", "text": "Dear {name}"}


def with_message(world: World) -> dict[str, object]:
    return {**in_campaign(world), "message_id": world.message}


PAGES: tuple[Page, ...] = (
    Page(name="team_messages:list", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="team_messages:write", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="team_messages:write",
        about="preview",
        arguments=in_campaign,
        method="post",
        data=lambda world: {**_NEW, "preview": ""},
        outcomes=of(ORGANISERS, "shown"),
    ),
    Page(
        name="team_messages:write",
        about="send",
        arguments=in_campaign,
        method="post",
        data=lambda world: {**_NEW, "send": ""},
        outcomes=of(ORGANISERS, "redirected"),
    ),
    Page(name="team_messages:message", arguments=with_message, outcomes=of(ORGANISERS, "shown")),
    *acts("team_messages:take-back", of(ORGANISERS, "redirected"), with_message),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_messages", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="write_message", body=_NEW, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="take_message_back",
        arguments=lambda world: {"message_id": world.message},
        outcomes=by_token(ORGANISERS, "done"),
    ),
)
