"""Crowds: organisers make studies, workers come by a link without an account."""

from __future__ import annotations

from collections.abc import Mapping

from bakeoff_site.crowds.selectors.links import study_link
from tests.site.permissions.arguments import by_dead_link
from tests.site.permissions.asking import by_token
from tests.site.permissions.judging import on_task, with_task
from tests.site.permissions.rows import Operation, Page, Seen
from tests.site.permissions.seeing import acts, everyone, of
from tests.site.world import ORGANISERS, World


def with_study(world: World) -> dict[str, object]:
    return {**with_task(world), "study_id": world.worker.study_id}


def with_worker(world: World) -> dict[str, object]:
    return {**with_study(world), "worker_id": world.worker.pk}


def on_study(world: World) -> dict[str, object]:
    """As the API names it."""
    return {**on_task(world), "study_id": world.worker.study_id}


def on_worker(world: World) -> dict[str, object]:
    return {**on_study(world), "worker_id": world.worker.pk}


def own_work(world: World) -> dict[str, object]:
    return {"worker_id": world.worker.pk}


def own_judge(world: World) -> dict[str, object]:
    return {"judge_id": world.worker.judge_id}


def by_study_link(world: World) -> dict[str, object]:
    return {"token": study_link(world.worker.study).token}


def rejected(_world: World) -> dict[str, object]:
    return {"reason": "every answer was the same, whatever the texts said " * 3, "category": "LOW_EFFORT"}


PAGES: tuple[Page, ...] = (
    Page(name="crowds:studies", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="crowds:studies",
        arguments=with_task,
        method="post",
        data=lambda world: {"title": "Another", "crowd": "prolific", "most_workers": 3},
        outcomes=of(ORGANISERS, "redirected"),
    ),
    Page(name="crowds:study", arguments=with_study, outcomes=of(ORGANISERS, "shown")),
    # Nothing is uploaded
    Page(name="crowds:study", arguments=with_study, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(
        name="crowds:pay",
        arguments=lambda world: {**with_study(world), "ending": "csv"},
        outcomes=of(ORGANISERS, "shown"),
    ),
    *acts("crowds:opening", of(ORGANISERS, "redirected"), with_study, data=lambda world: {"close": ""}),
    *acts("crowds:reject", of(ORGANISERS, "redirected"), with_worker, data=rejected),
    *acts("crowds:include", of(ORGANISERS, "redirected"), with_worker),
    *acts("crowds:release", of(ORGANISERS, "redirected"), with_worker),
    # Everyone may look at a study who has its link; nobody starts without an id
    Page(name="crowds:enter", arguments=by_study_link, outcomes=everyone("shown")),
    Page(name="crowds:enter", arguments=by_study_link, method="post", outcomes=everyone("refused")),
    Page(name="crowds:enter", about="dead", arguments=by_dead_link, outcomes=everyone("not found")),
    Page(name="crowds:continue", about="dead", arguments=by_dead_link, outcomes=everyone("not found")),
    # Of the browser in which a worker started alone
    Page(name="crowds:home", arguments=lambda world: {}, outcomes=everyone("not found")),
    Page(name="crowds:judge", arguments=own_judge, outcomes=everyone("not found")),
    Page(name="crowds:next", arguments=own_judge, outcomes=everyone("not found")),
    Page(name="crowds:work", arguments=own_work, outcomes=everyone("not found")),
    *acts("crowds:stop", everyone("not found"), own_work),
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_studies", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_study",
        arguments=on_task,
        body={"title": "Another", "crowd": "prolific", "most_workers": 3},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="show_study", arguments=on_study, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="change_study_opening", arguments=on_study, body={"closed": True}, outcomes=by_token(ORGANISERS, "done")
    ),
    Operation(name="fetch_pay_report", arguments=on_study, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="reject_crowd_work", arguments=on_worker, body=rejected, outcomes=by_token(ORGANISERS, "done")),
    # The work counts
    Operation(name="include_crowd_work", arguments=on_worker, outcomes=by_token(ORGANISERS, "refused")),
    Operation(
        name="add_platform_statuses",
        arguments=on_study,
        body={"statuses": [{"worker": "x", "status": "RETURNED"}]},
        outcomes=by_token(ORGANISERS, "done"),
    ),
)

BY_WORKERS: Mapping[str, Seen] = {
    "get crowds:home": "redirected",
    "get crowds:judge": "redirected",
    "get crowds:next": "redirected",
    "get crowds:work": "shown",
    "post crowds:stop": "redirected",
    # Pages of their task lead them to their study
    "get judging:tasks": "redirected",
    "get judging:task": "redirected",
    "post judging:task": "redirected",
    "get judging:next": "redirected",
    "get judging:qualification": "redirected",
    "post judging:language": "redirected",
    "get judging:tutorial": "not found",
    # Screens of others
    "get judging:screen": "not found",
    "post judging:screen given back": "not found",
    "post judging:actions": "not found",
}
"""What workers get where it is not what visitors get: nothing but their own work."""
