"""Human evaluation: judges work on their own screens, organisers plan and follow tasks."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign
from tests.site.permissions.rows import Page
from tests.site.permissions.seeing import acts, of, only, signed_in
from tests.site.world import ORGANISERS, World


def with_task(world: World) -> dict[str, object]:
    return {**in_campaign(world), "task_slug": world.screen.evaluation.task.slug}


def with_screen(world: World) -> dict[str, object]:
    return {"key": world.screen.key}


def with_judge(world: World) -> dict[str, object]:
    return {**with_task(world), "judge_id": world.screen.judge_id}


_OWN = only(("judge",), "shown", others="not found", visitor="sign in")

PAGES: tuple[Page, ...] = (
    Page(name="judging:tasks", arguments=lambda world: {}, outcomes=signed_in("shown")),
    Page(name="judging:task", arguments=with_task, outcomes=of(("judge", *ORGANISERS), "shown")),
    Page(name="judging:task", arguments=with_task, method="post", outcomes=of(("judge",), "redirected")),
    Page(name="judging:next", arguments=with_task, outcomes=of(("judge", *ORGANISERS), "redirected")),
    Page(name="judging:screen", arguments=with_screen, outcomes=_OWN),
    Page(
        name="judging:screen",
        about="given back",
        arguments=with_screen,
        method="post",
        data=lambda world: {"give-back": ""},
        outcomes={**_OWN, "judge": "redirected"},
    ),
    *acts("judging:actions", {**_OWN, "judge": "refused"}, with_screen),
    Page(name="judging:list", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:plan", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:plan", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:live", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:export", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    *acts("judging:opening", of(ORGANISERS, "redirected"), with_task, data=lambda world: {"opening": "closed"}),
    *acts(
        "judging:judge",
        of(ORGANISERS, "redirected"),
        with_judge,
        data=lambda world: {"act": "exclude", "reason": "answers at random"},
    ),
)
