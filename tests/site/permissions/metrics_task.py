"""Metrics tasks. The campaign of these tables has none; one that has is tested in `tests/site/metrics_task`."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign
from tests.site.permissions.asking import everybody
from tests.site.permissions.rows import Operation, Page
from tests.site.permissions.seeing import everyone
from tests.site.world import World


def on_no_result(world: World) -> dict[str, object]:
    place = {"track": "metrics", "test_set": world.board.test_set, "evaluation": world.judged.code}
    return {**in_campaign(world), **place}


PAGES: tuple[Page, ...] = (
    Page(name="metrics_task:overview", arguments=in_campaign, outcomes=everyone("shown")),
    Page(name="metrics_task:result", arguments=on_no_result, outcomes=everyone("not found")),
    Page(
        name="metrics_task:download",
        arguments=lambda world: {**on_no_result(world), "table": "metrics", "ending": "csv"},
        outcomes=everyone("not found"),
    ),
    Page(
        name="metrics_task:figure",
        arguments=lambda world: {**on_no_result(world), "name": "chart"},
        outcomes=everyone("not found"),
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_metrics_results", outcomes=everybody("done")),
    Operation(name="show_kind_correlations", arguments=in_campaign, outcomes=everybody("done")),
    Operation(name="show_metrics_result", arguments=on_no_result, outcomes=everybody("not found")),
)
