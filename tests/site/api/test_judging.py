"""Programs judge by the rules of the pages: screens without names, every action saved once, refusals that say why."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from bakeoff.client import (
    Client,
    ConflictError,
    ForbiddenError,
    InvalidError,
    JudgingScreen,
    MissingError,
    SavedScreen,
    ScreenAction,
)
from bakeoff.formats.judgments.interchange import lines_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.models import Judgment, Screen, Task
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.rankings import ranking_of
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.judging.world import SOURCE, SYSTEMS, judged_campaign, planned_task
from tests.site.people import person

SECRETS = (*SYSTEMS, *(f"Team {name}" for name in SYSTEMS), "control", "repeat", "attention", "damaged", "gold")


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign()


@pytest.fixture
def ann(campaign: Campaign) -> User:
    user = person("Ann Able")
    Membership.objects.create(campaign=campaign, user=user, role=MembershipRole.JUDGE)
    return user


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "fluency", by=organiser)


def act(kind: Any, **payload: object) -> ScreenAction:
    return ScreenAction(uuid4(), kind, payload)


def save(client: Client, screen: JudgingScreen, *actions: ScreenAction, version: int | None = None) -> SavedScreen:
    asked = screen.version if version is None else version
    return client.save_actions(str(screen.key), actions, version=asked, text_digest=screen.text_digest)


def grades(screen: JudgingScreen, grade: int = 3) -> ScreenAction:
    return act("answer", answer=[grade] * len(screen.shown["outputs"]))


def first_screen(client: Client, task: Task) -> JudgingScreen:
    client.start_judging("small", task.slug)
    screen = client.next_screen("small", task.slug).screen
    assert screen is not None
    return screen


def test_a_program_judges_a_task_to_its_end(task: Task, ann: User) -> None:
    client = speaking(ann, "judge")
    [listed] = client.own_judging()
    assert (listed.campaign, listed.task, listed.may_judge, listed.has_started) == ("small", "fluency", True, False)
    client.start_judging("small", task.slug)
    answered = 0
    while (found := client.next_screen("small", task.slug)).screen is not None:
        saved = save(client, found.screen, grades(found.screen), act("submit"))
        assert (saved.state, saved.version, saved.counts) == ("answered", 2, True)
        answered += 1
    assert (found.nothing, answered) == ("finished", len(SOURCE))
    assert client.judging_task("small", task.slug).answered == answered
    assert [each.answer for each in Judgment.objects.all()] == [[3] * len(SYSTEMS)] * answered


def test_a_judge_agrees_and_chooses_before_the_first_screen(campaign: Campaign, organiser: User, ann: User) -> None:
    task = planned_task(campaign, "ranking", by=organiser, consent_text="We keep it.", instructions="Read *both*.")
    client = speaking(ann, "judge")
    shown = client.judging_task("small", task.slug)
    assert (shown.consent_text, shown.instructions) == ("We keep it.", "Read *both*.")
    assert [(each.id, each.title) for each in shown.choosable] == [
        ("en-ar", "English–Arabic"),
        ("en-zh", "English–Chinese"),
    ]
    with pytest.raises(ConflictError, match="Start the task first"):
        client.next_screen("small", task.slug)
    with pytest.raises(ConflictError, match="agree"):
        client.start_judging("small", task.slug)
    with pytest.raises(InvalidError):
        client.start_judging("small", task.slug, agrees=True, chosen=["en-de"])
    assert client.start_judging("small", task.slug, agrees=True, chosen=["en-zh"]).chosen == ("en-zh",)
    screen = client.next_screen("small", task.slug).screen
    assert screen is not None
    assert screen.shown["target_language"] == "zh"


def test_nothing_can_be_chosen_where_there_is_no_choice(task: Task, ann: User) -> None:
    with pytest.raises(ConflictError, match="nothing to choose"):
        speaking(ann).start_judging("small", task.slug, chosen=["en-ar"])


@pytest.mark.parametrize("code", ["ranking", "fluency", "pairs", "scores"])
def test_no_answer_to_a_judge_names_a_system(campaign: Campaign, organiser: User, ann: User, code: str) -> None:
    task = planned_task(campaign, code, by=organiser)
    asking = as_(ann, "judge")
    answers = [
        asking.get("/judging"),
        asking.get(f"/campaigns/small/judging/{task.slug}"),
        asking.post(f"/campaigns/small/judging/{task.slug}/start", {}),
        dealt := asking.post(f"/campaigns/small/judging/{task.slug}/next"),
    ]
    screen = dealt.json()["screen"]
    said = {"version": 0, "text_digest": screen["text_digest"], "actions": [comment()]}
    submitted = {**said, "actions": [{**comment(), "kind": "submit"}]}
    answers += [
        asking.get(f"/judging/screens/{screen['key']}"),
        asking.post(f"/judging/screens/{screen['key']}/actions", said),
        asking.post(f"/judging/screens/{screen['key']}/actions", submitted),
    ]
    for answer in answers:
        text = answer.content.decode() + str(answer.headers)
        assert [secret for secret in SECRETS if secret in text] == [], text
    assert screen["shown"]["outputs"][0].keys() == {"label", "text", "is_empty"}


def comment() -> dict[str, object]:
    return {"key": str(uuid4()), "kind": "comment", "payload": {"text": "x"}}


def test_what_is_sent_twice_is_saved_once(task: Task, ann: User) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    actions = (grades(screen), act("submit"))
    assert save(client, screen, *actions) == save(client, screen, *actions)
    assert Judgment.objects.count() == 1


def test_an_old_version_and_other_texts_are_refused(task: Task, ann: User) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    save(client, screen, grades(screen, 4))
    with pytest.raises(ConflictError, match="changed elsewhere"):
        save(client, screen, grades(screen, 1), version=0)
    newer = client.screen(str(screen.key))
    assert (newer.version, newer.draft) == (1, {"answer": [4] * len(SYSTEMS)})
    with pytest.raises(ConflictError, match="Load the screen again"):
        client.save_actions(str(screen.key), [grades(screen)], version=1, text_digest="of other texts")


def test_what_is_missing_is_named_by_its_letter(task: Task, ann: User) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    with pytest.raises(InvalidError) as refusal:
        save(client, screen, act("answer", answer=[3, None, 3, None]), act("submit"))
    assert [each.expected for each in refusal.value.findings] == [
        "B: an answer to this output",
        "D: an answer to this output",
    ]
    assert not Judgment.objects.exists()


def test_an_answer_out_of_range_is_refused(task: Task, ann: User) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    with pytest.raises(ConflictError):
        save(client, screen, grades(screen, 99), act("submit"))
    assert client.screen(str(screen.key)).version == 0


@pytest.mark.parametrize("payload", [{"seen": float("nan")}, {"seen": "x" * 200_000}])
def test_what_no_database_holds_is_refused(task: Task, ann: User, payload: dict[str, object]) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    said = {
        "version": 0,
        "text_digest": screen.text_digest,
        "actions": [{"key": str(uuid4()), "kind": "view", "payload": payload}],
    }
    assert error_of(as_(ann).post(f"/judging/screens/{screen.key}/actions", said)) == (409, "refused")
    assert client.screen(str(screen.key)).version == 0


def test_a_screen_that_is_given_back_goes_to_someone_else(task: Task, campaign: Campaign, ann: User) -> None:
    client = speaking(ann)
    screen = first_screen(client, task)
    client.give_screen_back(str(screen.key))
    assert Screen.objects.get(key=screen.key).state == "returned"
    other = person("Otto Other")
    Membership.objects.create(campaign=campaign, user=other, role=MembershipRole.JUDGE)
    dealt = [first_screen(speaking(other), task)]
    while (found := speaking(other).next_screen("small", task.slug)).screen is not None:
        dealt.append(found.screen)
        save(speaking(other), found.screen, grades(found.screen), act("submit"))
    assert len(dealt) - 1 == len(SOURCE)  # the first is dealt twice: it was not answered yet
    assert client.next_screen("small", task.slug).nothing == "finished"


def test_a_screen_is_its_judges_alone(task: Task, ann: User, organiser: User) -> None:
    screen = first_screen(speaking(ann), task)
    for client in (speaking(organiser), speaking(person("Sam Stranger"))):
        with pytest.raises(MissingError):
            client.screen(str(screen.key))
        with pytest.raises(MissingError):
            save(client, screen, grades(screen), act("submit"))
    with pytest.raises(ForbiddenError, match="invited"):
        speaking(person("Sid Stranger")).judging_task("small", task.slug)


def test_a_closed_task_deals_nothing(task: Task, ann: User, organiser: User) -> None:
    client = speaking(ann)
    client.start_judging("small", task.slug)
    assert speaking(organiser).open_judging("small", task.slug, "closed").opening == "closed"
    assert client.judging_task("small", task.slug).why_not == "judging is closed"
    with pytest.raises(ForbiddenError, match="closed"):
        client.next_screen("small", task.slug)


def test_judging_needs_its_scope(task: Task, ann: User) -> None:
    for scope in ("read", "submit", "organise"):
        assert error_of(as_(ann, scope).get("/judging")) == (403, "scope")


def test_organisers_plan_follow_and_fetch(campaign: Campaign, organiser: User, ann: User) -> None:
    client, judge = speaking(organiser), speaking(ann)
    planned = client.plan_judging("small", ["fluency"], title="Arabic", opening="open", instructions="Read.")
    [evaluation] = planned.evaluations
    assert (planned.task, evaluation.code, evaluation.answered, evaluation.needed) == ("arabic", "fluency", 0, 4)
    judge.start_judging("small", planned.task)
    while (found := judge.next_screen("small", planned.task)).screen is not None:
        save(judge, found.screen, grades(found.screen, 1 + found.screen.number % 3), act("submit"))
    [row] = client.judging_tasks("small")
    assert row.evaluations[0].answered == 4
    task = Task.objects.select_related("campaign").get()
    stored = task.evaluations.get()
    assert client.judgments("small", planned.task) == "".join(lines_of(judgments_of(stored, counted=True)))
    [so_far] = client.rankings_so_far("small", planned.task)
    result = ranking_of(stored).result
    assert result is not None
    assert {each.system for each in so_far.rankings[0].systems} == {f"System {n}" for n in range(1, 5)}
    client.open_judging("small", planned.task, "closed")
    [named] = client.rankings_so_far("small", planned.task)
    assert [(each.system, each.score) for each in named.rankings[0].systems] == [
        (each.system, each.score) for each in result.rankings[0].systems
    ]


def test_a_plan_is_tried_changed_and_deleted(campaign: Campaign, organiser: User) -> None:
    client = speaking(organiser)
    options: Any = {
        "changes": {
            "fluency": {"judgments": 3, "sample": {"size": 2, "choice": "random"}, "systems": ["ALPHA", "BRAVO"]},
            "quick": {"protocol": "pairwise", "language_pairs": ["en-zh"]},
        },
        "seconds": {"fluency": 60, "quick": 60},
        "hourly_pay": 12,
        "currency": "EUR",
        "seed": 7,
    }
    tried = client.try_judging_plan("small", ["fluency", "quick"], **options)
    fluency, quick = tried.evaluations
    assert (fluency.systems, fluency.segments, fluency.judgments, fluency.hours) == (2, 2, 6, 0.1)
    assert fluency.differs == {
        "Judges of an item": "3",
        "Number of segments": "2",
        "Segments": "Drawn at random",
        "Systems by name": "ALPHA, BRAVO",
    }
    assert (quick.code, quick.systems, quick.judgments, quick.differs) == ("quick", 4, 24, {})
    assert (tried.screens, tried.hours, tried.cost, tried.seed) == (30, 0.5, 6.0, 7)
    assert not Task.objects.exists()
    planned = client.plan_judging("small", ["fluency", "quick"], opening="open", **options)
    changed = client.change_judging_task("small", planned.task, changes={"title": "Better", "hourly_pay": None})
    assert changed.title == "Better"
    assert Task.objects.get().hourly_pay is None
    client.delete_judging_task("small", planned.task)
    assert not Task.objects.exists()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"evaluations": ["fluency"], "changes": {"fluency": {"judgments": 0}}}, "changes.fluency.judgments: "),
        ({"evaluations": ["fluency"], "changes": {"fluency": {"judgment": 2}}}, "changes.fluency.judgment: "),
        ({"evaluations": ["own"], "changes": {"own": {"protocol": "direct"}}}, "opening: No phase of the rulebook"),
        ({"evaluations": ["fluency"], "hourly_pay": 12}, "currency: "),
        ({"evaluations": ["none"]}, "evaluations: "),
        ({"evaluations": []}, "evaluations: "),
        ({"evaluations": ["fluency"], "lease_minutes": 1}, "lease_minutes: "),
    ],
)
def test_plans_with_mistakes_are_refused(
    campaign: Campaign, organiser: User, said: dict[str, object], expected: str
) -> None:
    refused = as_(organiser).post("/campaigns/small/judging-tasks", said)
    assert error_of(refused) == (422, "invalid")
    assert json.loads(refused.content)["findings"][0]["expected"].startswith(expected)
    assert not Task.objects.exists()
