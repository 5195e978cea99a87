"""Human evaluation: judges work on their own screens, organisers plan and follow tasks."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.models import (
    ConstituentSource,
    HumanScoreImport,
    JudgmentImport,
    OfflineFile,
    Screen,
    Task,
)
from bakeoff_site.judging.selectors.links import secret_link
from tests.site.permissions.arguments import by_dead_link, in_campaign, in_team
from tests.site.permissions.asking import by_token
from tests.site.permissions.rows import Operation, Page
from tests.site.permissions.seeing import acts, everyone, of, only, signed_in
from tests.site.world import ORGANISERS, PAIR, SIGNED_IN, TEAM, World


def with_task(world: World) -> dict[str, object]:
    return {**in_campaign(world), "task_slug": world.screen.evaluation.task.slug}


def on_task(world: World) -> dict[str, object]:
    """As the API names it."""
    return {**in_campaign(world), "task": world.screen.evaluation.task.slug}


def on_share(world: World) -> dict[str, object]:
    return {**on_task(world), "team_id": world.team.pk}


def on_link(world: World) -> dict[str, object]:
    return {**on_task(world), "link_id": world.screen.evaluation.task.links.get().pk}


def a_comment(world: World) -> dict[str, object]:
    screen = world.screen
    said = {"key": str(uuid4()), "kind": "comment", "payload": {"text": "x"}}
    return {"version": screen.version, "text_digest": screen.text_digest, "actions": [said]}


def with_example(world: World) -> dict[str, object]:
    return {**with_task(world), "number": 1}


def with_screen(world: World) -> dict[str, object]:
    return {"key": world.screen.key}


def with_preview(world: World) -> dict[str, object]:
    return {**with_task(world), "code": world.screen.evaluation.code, "number": 1}


def with_judge(world: World) -> dict[str, object]:
    return {**with_task(world), "judge_id": world.screen.judge_id}


def with_share(world: World) -> dict[str, object]:
    return {**with_task(world), "team_id": world.team.pk}


def with_link(world: World) -> dict[str, object]:
    return {**with_task(world), "link_id": world.screen.evaluation.task.links.get().pk}


def with_import(world: World) -> dict[str, object]:
    imported, _ = JudgmentImport.objects.get_or_create(
        evaluation=world.screen.evaluation,
        file_name="scores.csv",
        defaults={
            "judges": 1,
            "judgments": 2,
            "imported_by": world.people["judge"],
            "imported_at": world.screen.dealt_at,
        },
    )
    return {**with_task(world), "import_id": imported.pk}


def with_human_scores(world: World) -> dict[str, object]:
    imported, _ = HumanScoreImport.objects.get_or_create(
        campaign=world.screen.evaluation.task.campaign,
        language_pair=world.board.language_pair,
        test_set=world.board.test_set,
        file_name="en-de.mqm.sys.score",
        defaults={
            "title": "MQM",
            "level": "system",
            "systems": [["TESTS", -1.5, 1, 0, False]],
            "imported_by": world.people["judge"],
            "imported_at": world.screen.dealt_at,
        },
    )
    return {**in_campaign(world), "import_id": imported.pk}


def with_constituents(world: World) -> dict[str, object]:
    source, _ = ConstituentSource.objects.get_or_create(
        campaign=world.screen.evaluation.task.campaign,
        language_pair=world.board.language_pair,
        test_set=world.board.test_set,
        defaults={
            "parts_from": PartsFrom.TAGS,
            "reason": "There is no tagger.",
            "added_by": world.people["judge"],
            "added_at": world.screen.dealt_at,
        },
    )
    return {**in_campaign(world), "source_id": source.pk}


def on_import(world: World) -> dict[str, object]:
    return {**on_task(world), "import_id": with_import(world)["import_id"]}


def by_judge_link(world: World) -> dict[str, object]:
    return {"token": secret_link(world.screen.evaluation.task.links.get()).token}


def with_evaluation(world: World) -> dict[str, object]:
    return {**with_task(world), "code": world.screen.evaluation.code}


def with_form(world: World) -> dict[str, object]:
    """Of an evaluation whose protocol Appraise does not have, so that its export is refused."""
    return {**with_evaluation(world), "form": "appraise"}


def on_form(world: World) -> dict[str, object]:
    return {**on_evaluation(world), "form": "appraise"}


def on_evaluation(world: World) -> dict[str, object]:
    return {**on_task(world), "code": world.screen.evaluation.code}


def with_offline_task(world: World) -> dict[str, object]:
    """The same task, which can be judged offline."""
    Task.objects.filter(pk=world.screen.evaluation.task_id).update(offline_days=3)
    return with_task(world)


def with_offline_file(world: World) -> dict[str, object]:
    """A file with the screen that the judge holds."""
    start = world.screen.dealt_at
    file, _ = OfflineFile.objects.get_or_create(
        judge=world.screen.judge, defaults={"made_at": start, "until": start + timedelta(days=36_500)}
    )
    Screen.objects.filter(pk=world.screen.pk).update(offline_file=file)
    return {"key": file.key}


def with_judges_file(world: World) -> dict[str, object]:
    return {**with_task(world), **with_offline_file(world)}


def on_judges_file(world: World) -> dict[str, object]:
    return {**on_task(world), **with_offline_file(world)}


def on_offline_task(world: World) -> dict[str, object]:
    with_offline_task(world)
    return on_task(world)


_OWN = only(("judge",), "shown", others="not found", visitor="sign in")

_ASKED = of(("judge", *ORGANISERS), "redirected")

PAGES: tuple[Page, ...] = (
    Page(name="judging:tasks", arguments=lambda world: {}, outcomes=signed_in("shown")),
    Page(name="judging:task", arguments=with_task, outcomes=of(("judge", *ORGANISERS), "shown")),
    Page(name="judging:task", arguments=with_task, method="post", outcomes=of(("judge",), "redirected")),
    Page(name="judging:next", arguments=with_task, outcomes=of(("judge", *ORGANISERS), "redirected")),
    *acts(
        "judging:language",
        of(("judge", *ORGANISERS), "redirected"),
        with_task,
        data=lambda world: {"language": "en"},
    ),
    # The task has no examples
    Page(
        name="judging:tutorial",
        arguments=with_example,
        outcomes=only(("judge", *ORGANISERS), "not found", others="forbidden", visitor="sign in"),
    ),
    Page(name="judging:qualification", arguments=with_task, outcomes=of(("judge", *ORGANISERS), "redirected")),
    Page(name="judging:qualification-results", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:tournaments", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    # The task plays no tournament
    Page(
        name="judging:bracket",
        arguments=lambda world: {**with_evaluation(world), "number": 1, "stage": 1},
        outcomes=of(ORGANISERS, "not found"),
    ),
    *acts("judging:another-try", of(ORGANISERS, "redirected"), with_judge),
    Page(name="judging:screen", arguments=with_screen, outcomes=_OWN),
    Page(
        name="judging:screen",
        about="given back",
        arguments=with_screen,
        method="post",
        data=lambda world: {"give-back": ""},
        outcomes={**_OWN, "judge": "redirected"},
    ),
    # Organisers judge nothing here, and see the task instead
    Page(
        name="judging:offline",
        arguments=with_offline_task,
        outcomes={**of(ORGANISERS, "redirected"), "judge": "shown"},
    ),
    Page(name="judging:offline", about="on the site only", arguments=with_task, outcomes=_ASKED),
    *acts("judging:offline-take", of(("judge",), "redirected"), with_offline_task, data=lambda world: {"screens": 1}),
    # Nothing is uploaded
    *acts("judging:offline-upload", {**_ASKED, "judge": "refused"}, with_offline_task),
    Page(name="judging:offline-file", arguments=with_offline_file, outcomes=_OWN),
    # Its screens are no outputs to correct
    Page(
        name="judging:offline-edits",
        arguments=lambda world: {**with_offline_file(world), "format": "tmx"},
        outcomes={**_OWN, "judge": "redirected"},
    ),
    *acts("judging:offline-upload-edits", {**_OWN, "judge": "refused"}, with_offline_file),
    *acts("judging:offline-return", {**_OWN, "judge": "redirected"}, with_offline_file),
    *acts("judging:offline-take-back", of(ORGANISERS, "redirected"), with_judges_file),
    *acts("judging:actions", {**_OWN, "judge": "refused"}, with_screen),
    Page(name="judging:list", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:plan", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:plan", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:plan-preview", arguments=in_campaign, outcomes=of(ORGANISERS, "redirected")),
    Page(name="judging:plan-preview", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "redirected")),
    Page(name="judging:preview", arguments=with_preview, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:edit", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:edit", arguments=with_task, method="post", outcomes=of(ORGANISERS, "shown")),
    *acts("judging:delete", of(ORGANISERS, "redirected"), with_task),
    Page(name="judging:live", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="judging:figure",
        arguments=lambda world: {**with_evaluation(world), "name": "judgments"},
        outcomes=only(ORGANISERS, "not found", others="forbidden", visitor="sign in"),  # nothing is judged
    ),
    Page(name="judging:export", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:export-table", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:shares", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="judging:shares",
        arguments=with_task,
        method="post",
        data=lambda world: {"owed": "3 screens"},
        outcomes=of(ORGANISERS, "redirected"),
    ),
    Page(
        name="judging:share-table",
        arguments=lambda world: {**with_task(world), "ending": "csv"},
        outcomes=of(ORGANISERS, "shown"),
    ),
    *acts("judging:waive", of(ORGANISERS, "redirected"), with_share, data=lambda world: {"reason": "no speakers"}),
    Page(name="judging:reminders", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(name="judging:reminders", arguments=with_task, method="post", outcomes=of(ORGANISERS, "redirected")),
    Page(name="judging:judges", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    Page(
        name="judging:judges",
        arguments=with_task,
        method="post",
        data=lambda world: {"most_uses": 3, "days": 2},
        outcomes=of(ORGANISERS, "redirected"),
    ),
    *acts("judging:revoke-link", of(ORGANISERS, "redirected"), with_link),
    Page(name="judging:imports", arguments=with_task, outcomes=of(ORGANISERS, "shown")),
    # Nothing is uploaded
    Page(name="judging:imports", arguments=with_task, method="post", outcomes=of(ORGANISERS, "shown")),
    *acts("judging:withdraw-import", of(ORGANISERS, "redirected"), with_import, data=lambda world: {"reason": "old"}),
    Page(name="judging:human-scores", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    # Nothing is uploaded
    Page(name="judging:human-scores", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    *acts(
        "judging:withdraw-human-scores",
        of(ORGANISERS, "redirected"),
        with_human_scores,
        data=lambda world: {"reason": "old"},
    ),
    Page(name="judging:constituents", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    # Nothing is uploaded
    Page(name="judging:constituents", arguments=in_campaign, method="post", outcomes=of(ORGANISERS, "shown")),
    *acts("judging:align-words", of(ORGANISERS, "redirected"), with_constituents),
    # Who has the link may look at it and become a judge
    Page(name="judging:join", arguments=by_judge_link, outcomes=everyone("shown")),
    Page(name="judging:join", arguments=by_judge_link, method="post", outcomes=signed_in("redirected")),
    Page(name="judging:join", about="dead", arguments=by_dead_link, outcomes=everyone("not found")),
    Page(name="judging:export-form", arguments=with_form, outcomes=of(ORGANISERS, "redirected")),
    Page(name="judging:judge", arguments=with_judge, outcomes=of(ORGANISERS, "shown")),
    *acts("judging:opening", of(ORGANISERS, "redirected"), with_task, data=lambda world: {"opening": "closed"}),
    Page(
        name="judging:judge",
        about="left out",
        arguments=with_judge,
        method="post",
        data=lambda world: {"act": "exclude", "reason": "answers at random"},
        outcomes=of(ORGANISERS, "redirected"),
    ),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_own_judging", outcomes=by_token(SIGNED_IN, "done")),
    Operation(name="show_own_judging", arguments=on_task, outcomes=by_token(("judge", *ORGANISERS), "done")),
    Operation(name="start_own_judging", arguments=on_task, body={}, outcomes=by_token(("judge",), "done")),
    Operation(name="next_own_screen", arguments=on_task, outcomes=by_token(("judge",), "done")),
    Operation(
        name="show_own_screen",
        arguments=with_screen,
        outcomes=by_token(("judge",), "done", others="not found"),
    ),
    Operation(
        name="save_screen_actions",
        arguments=with_screen,
        body=a_comment,
        outcomes=by_token(("judge",), "done", others="not found"),
    ),
    Operation(
        name="give_screen_back",
        arguments=with_screen,
        outcomes=by_token(("judge",), "done", others="not found"),
    ),
    Operation(name="list_offline_files", arguments=on_task, outcomes=by_token(("judge", *ORGANISERS), "done")),
    Operation(
        name="add_offline_file", arguments=on_offline_task, body={"screens": 1}, outcomes=by_token(("judge",), "done")
    ),
    Operation(
        name="fetch_offline_file",
        arguments=with_offline_file,
        outcomes=by_token(("judge",), "done", others="not found"),
    ),
    # Its screens are no outputs to correct
    Operation(
        name="fetch_edit_file",
        arguments=with_offline_file,
        outcomes=by_token(("judge",), "refused", others="not found"),
    ),
    Operation(
        name="add_edit_file",
        arguments=with_offline_file,
        query={"name": "a.xlf"},
        body=b"no edits\n",
        outcomes=by_token(("judge",), "refused", others="not found"),
    ),
    Operation(
        name="give_offline_file_back",
        arguments=with_offline_file,
        outcomes=by_token(("judge",), "done", others="not found"),
    ),
    Operation(name="list_open_offline_files", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="take_offline_file_back", arguments=on_judges_file, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_offline_answers",
        arguments=on_task,
        body=b"{}",
        outcomes=by_token(("judge", *ORGANISERS), "refused"),
    ),
    Operation(name="list_judging_tasks", outcomes=by_token(ORGANISERS, "done")),
    # The rulebook has no human evaluation of this name
    Operation(name="add_judging_task", body={"evaluations": ["none"]}, outcomes=by_token(ORGANISERS, "invalid")),
    Operation(name="try_judging_plan", body={"evaluations": ["none"]}, outcomes=by_token(ORGANISERS, "invalid")),
    Operation(
        name="change_judging_task",
        arguments=on_task,
        body={"lease_minutes": 45},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="delete_judging_task", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="change_judging_opening",
        arguments=on_task,
        body={"opening": "closed"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="fetch_judgments", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="fetch_judgments_for_tool", arguments=on_form, outcomes=by_token(ORGANISERS, "refused")),
    Operation(name="show_live_judging", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="fetch_live_chart",
        arguments=lambda world: {**on_evaluation(world), "name": "judgments"},
        outcomes=by_token(ORGANISERS, "not found"),  # nothing is judged
    ),
    Operation(name="show_rankings_so_far", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="list_own_shares",
        arguments=in_team,
        outcomes=by_token((*TEAM, *ORGANISERS), "done"),
    ),
    Operation(name="list_shares", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="change_owed", arguments=on_task, body={"owed": "3 screens"}, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_share_waiver",
        arguments=on_share,
        body={"reason": "no speakers"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    # Nothing is waived
    Operation(
        name="remove_share_waiver",
        arguments=on_share,
        outcomes=by_token(ORGANISERS, "not found"),
    ),
    # Nobody is behind
    Operation(name="remind_judges", arguments=on_task, outcomes=by_token(ORGANISERS, "refused")),
    Operation(name="list_judge_links", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_judge_link",
        arguments=on_task,
        body={"most_uses": 3, "days": 2},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="revoke_judge_link", arguments=on_link, outcomes=by_token(ORGANISERS, "done")),
    Operation(
        name="add_judges",
        arguments=on_task,
        body={"judges": [{"email": "new@example.org"}]},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="list_tournaments", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    # No file of scores
    Operation(
        name="add_human_scores",
        query={"name": "a.csv", "title": "MQM", "language_pair": PAIR, "test_set": "current"},
        body=b"no scores\n",
        outcomes=by_token(ORGANISERS, "invalid"),
    ),
    Operation(
        name="withdraw_human_scores",
        arguments=with_human_scores,
        body={"reason": "old"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="list_constituents", outcomes=by_token(ORGANISERS, "done")),
    # No parse
    Operation(
        name="add_constituent_source",
        query={"language_pair": PAIR, "test_set": "current", "parts_from": "parses", "name": "parses.txt"},
        body=b"no parse\n",
        outcomes=by_token(ORGANISERS, "invalid"),
    ),
    Operation(name="align_constituents_again", arguments=with_constituents, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="list_imports", arguments=on_task, outcomes=by_token(ORGANISERS, "done")),
    # No file of judgments
    Operation(
        name="check_imported_file",
        arguments=on_evaluation,
        query={"name": "a.csv"},
        body=b"no judgments\n",
        outcomes=by_token(ORGANISERS, "invalid"),
    ),
    # An evaluation of another protocol
    Operation(
        name="check_earlier_post_edits",
        arguments=on_evaluation,
        query={"name": "a.jsonl"},
        body=b"no post-edits\n",
        outcomes=by_token(ORGANISERS, "refused"),
    ),
    Operation(name="add_batches", arguments=on_task, body=b"[]", outcomes=by_token(ORGANISERS, "done")),
    # Nothing was checked
    Operation(name="add_import", arguments=on_task, body={"checked": "x"}, outcomes=by_token(ORGANISERS, "refused")),
    Operation(
        name="withdraw_imported_file",
        arguments=on_import,
        body={"reason": "old"},
        outcomes=by_token(ORGANISERS, "done"),
    ),
    Operation(name="join_judging", body=by_judge_link, outcomes=by_token(SIGNED_IN, "done")),
    Operation(name="join_judging", about="dead", body=by_dead_link, outcomes=by_token(SIGNED_IN, "not found")),
)
