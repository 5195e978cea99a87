"""Data: only participants are handed any, and a withdrawn team is none."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign, with_file, with_no_file, with_source
from tests.site.permissions.asking import by_token, everybody, fetched_by
from tests.site.permissions.rows import Operation, Page, since
from tests.site.permissions.seeing import acts, everyone, handed_to, of
from tests.site.world import ORGANISERS, TAKING_PART

PAGES: tuple[Page, ...] = (
    Page(name="datasets:list", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="datasets:download", about="not there", arguments=with_no_file, outcomes=everyone("not found")),
    Page(name="datasets:download", arguments=with_no_file, method="post", outcomes=everyone("refused")),
    Page(
        name="datasets:download",
        about="training",
        arguments=with_file("training"),
        outcomes=handed_to(),
        in_phase=since("dry-run", handed_to(*TAKING_PART)),
    ),
    Page(
        name="datasets:download",
        about="source",
        arguments=with_source,
        outcomes=handed_to(),
        in_phase=since("evaluation", handed_to(*TAKING_PART)),
    ),
    Page(
        name="datasets:download",
        about="outputs",
        arguments=with_file("outputs"),
        outcomes=handed_to(),
        in_phase=since("combination", handed_to(*TAKING_PART)),
    ),
    Page(
        name="datasets:download",
        about="reference",
        arguments=with_file("reference"),
        outcomes=handed_to(),
        in_phase=since("preliminary", handed_to(*TAKING_PART)),
    ),
    Page(name="datasets:manage", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="datasets:duplicate", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="datasets:add", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="datasets:add", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(name="datasets:downloads", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="datasets:history", arguments=with_source, outcomes=of(ORGANISERS, "shown")),
    *acts("datasets:remove", of(ORGANISERS, "redirected"), with_source),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_data", outcomes=everybody("done")),
    Operation(
        name="add_data",
        query={"kind": "source", "name": "a.xml", "test_set": "none"},
        body=b"x",
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    *(
        Operation(name=name, arguments=arguments, outcomes=by_token(ORGANISERS, "done"))
        for name, arguments in (
            ("list_versions", with_source),
            ("list_missing_data", in_campaign),
            ("list_downloads", in_campaign),
        )
    ),
    Operation(
        name="remove_data",
        arguments=with_source,
        body={"reason": "another language"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    # Packs are the server's
    Operation(
        name="remove_data",
        about="outputs",
        arguments=with_file("outputs"),
        body={"reason": "unwanted"},
        outcomes=by_token((), "done"),
    ),
    Operation(
        name="fetch_data",
        arguments=with_file("source"),
        outcomes=fetched_by(),
        in_phase=since("evaluation", fetched_by(*TAKING_PART)),
    ),
    Operation(
        name="fetch_data",
        about="training",
        arguments=with_file("training"),
        outcomes=fetched_by(),
        in_phase=since("dry-run", fetched_by(*TAKING_PART)),
    ),
    Operation(
        name="fetch_data",
        about="outputs",
        arguments=with_file("outputs"),
        outcomes=fetched_by(),
        in_phase=since("combination", fetched_by(*TAKING_PART)),
    ),
    Operation(
        name="fetch_data",
        about="reference",
        arguments=with_file("reference"),
        outcomes=fetched_by(),
        in_phase=since("preliminary", fetched_by(*TAKING_PART)),
    ),
)
