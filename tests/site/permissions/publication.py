"""Published results: a version for everybody, one for participants, and one that only organisers see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.site.permissions.arguments import in_campaign
from tests.site.permissions.asking import by_token, everybody, shown_to
from tests.site.permissions.rows import Operation, Page, since
from tests.site.permissions.seeing import acts, everyone, of, unless_known
from tests.site.published_world import PRELIMINARY, PUBLIC, TABLE
from tests.site.world import ORGANISERS, TAKING_PART, World


def version(key: object, **more: object) -> Callable[[World], dict[str, Any]]:
    return lambda world: {**in_campaign(world), "version": str(key), **more}


def numbered(number: int, **more: object) -> Callable[[World], dict[str, Any]]:
    return lambda world: {**in_campaign(world), "number": number, **more}


def of_earlier_year(world: World) -> dict[str, object]:
    return {**in_campaign(world), "year_id": world.campaign.earlier_years.get().pk}


def for_participants(world: World) -> dict[str, object]:
    return {**in_campaign(world), "audience": "participants"}


def for_everybody(world: World) -> dict[str, object]:
    """For whom nothing is prepared."""
    return {**in_campaign(world), "audience": "public"}


def _pages(about: str, key: object, **released: Any) -> list[Page]:
    parts: dict[str, dict[str, object]] = {
        "tables": {},
        "table-file": {"table": TABLE, "ending": "csv"},
        "file": {"kind": "package"},
        "report": {"page": "index.html"},
    }
    return [
        Page(name=f"publication:{name}", about=about, arguments=version(key, **more), **released)
        for name, more in parts.items()
    ]


PAGES: tuple[Page, ...] = (
    Page(name="publication:versions", arguments=in_campaign, outcomes=everyone("shown")),
    # What it shows of this year is tested with the secrets.
    Page(name="publication:years", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="publication:earlier-years", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("publication:upload-year", of(ORGANISERS, "redirected"), in_campaign),
    *acts("publication:remove-year", of(ORGANISERS, "redirected"), of_earlier_year),
    *_pages(
        "of everybody",
        PUBLIC,
        outcomes=unless_known(),
        in_phase={"public": everyone("shown")},
    ),
    *_pages(
        "of participants",
        PRELIMINARY,
        outcomes=unless_known(),
        in_phase=since("preliminary", unless_known(*TAKING_PART)),
    ),
    *_pages("to come", "participants", outcomes=unless_known()),
    Page(name="publication:manage", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("publication:prepare", of(ORGANISERS, "redirected"), in_campaign, data=lambda world: {"audience": "public"}),
    *acts("publication:publish", of(ORGANISERS, "redirected"), for_participants),
    *acts("publication:discard", of(ORGANISERS, "redirected"), for_participants),
    *acts("publication:publish", of(ORGANISERS, "not found"), for_everybody, about="of nothing"),
)


def _operations(about: str, number: int, **released: Any) -> list[Operation]:
    parts: dict[str, dict[str, object]] = {
        "list_published_tables": {},
        "fetch_published_table": {"table": TABLE, "format": "csv"},
        "fetch_published_file": {"kind": "package"},
    }
    return [
        Operation(name=name, about=about, arguments=numbered(number, **more), **released)
        for name, more in parts.items()
    ]


OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_published_versions", outcomes=everybody("done")),
    Operation(name="list_years", outcomes=everybody("done")),
    *_operations("of everybody", PUBLIC, outcomes=shown_to(), in_phase={"public": everybody("done")}),
    *_operations(
        "of participants",
        PRELIMINARY,
        outcomes=shown_to(),
        in_phase=since("preliminary", shown_to(*TAKING_PART)),
    ),
    Operation(name="show_publication", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="prepare_results", arguments=for_everybody, body={}, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="publish_results",
        arguments=for_participants,
        body={"reason": "another year"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="discard_results", arguments=for_participants, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="publish_results",
        about="of nothing",
        arguments=for_everybody,
        body={},
        outcomes=by_token(ORGANISERS, "not found"),
    ),
)
