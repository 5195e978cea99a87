"""A campaign from its rulebook to its public results, by the client alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from bakeoff.client import Client, ForbiddenError, MissingError, Registration, Submission
from bakeoff.data import Document, ReferenceSet, Segment
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import Rulebook, find_rulebook
from bakeoff.submissions.description_texts import description_template
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from tests.site.api.conftest import text_of
from tests.site.conftest import Clock
from tests.site.submissions.conftest import in_time, packed
from tests.submissions.package_files import TEAM, source_text

PAIR, SLUG = "ara2eng", "openmt2012"
Sign = Callable[[User | None], Client]


@pytest.fixture
def sign(live_server: LiveServer) -> Iterator[Sign]:
    with ExitStack() as opened:
        yield lambda user: opened.enter_context(Client(live_server.url, text_of(user) if user else ""))


@pytest.fixture
def make_person(transactional_db: None) -> Callable[[str], User]:
    def make(name: str) -> User:
        email = f"{name.lower()}@example.org"
        return User.objects.create_user(email, None, name=name, email_verified_at=timezone.now())

    return make


def source_file(rules: Rulebook, test_set: str, folder: Path) -> Path:
    path = folder / f"{test_set}-source.xml"
    path.write_text("".join(format_named("nist-xml").load().write([source_text(rules, PAIR, test_set)])), "utf-8")
    return path


def reference_file(rules: Rulebook, test_set: str, folder: Path) -> Path:
    """The source with a word before each segment, which packages of the tests have too."""
    source = source_text(rules, PAIR, test_set)
    documents = tuple(
        Document(each.id, tuple(Segment(s.id, f"output of {s.text}") for s in each.segments), each.attributes)
        for each in source.documents
    )
    text = ReferenceSet(
        documents=documents,
        test_set=source.test_set,
        source_language=source.source_language,
        target_language="English",
        name="1",
    )
    path = folder / f"{test_set}-reference.xml"
    path.write_text("".join(format_named("nist-xml").load().write([text])), "utf-8")
    return path


@pytest.mark.usefixtures("transactional_db", "worker")
def test_campaign_by_the_client_alone(
    sign: Sign, administrator: User, stranger: User, make_person: Callable[[str], User], tmp_path: Path, clock: Clock
) -> None:
    organiser, entrant, other, passer_by = map(sign, (administrator, make_person("Ann"), make_person("Bob"), stranger))
    created = organiser.create_campaign(find_rulebook(SLUG).read_text(encoding="utf-8"), confirm_past=True)
    assert created.slug == SLUG
    campaign = Campaign.objects.get(slug=SLUG)
    rules = entrant.rulebook(SLUG)
    assert rules == campaign.rules

    clock.move_into(campaign, "registration")
    teams = {}
    for client, name, site in ((entrant, "Entrants", TEAM), (other, "Others", "OTHER")):
        assert client.role_in(SLUG).may_register
        team = client.register(SLUG, Registration(name=name, language_pairs=[PAIR], answers=answers(rules)))
        for agreement in team.agreements:
            client.sign(SLUG, team.id, agreement.id)
        assert organiser.assign_team_code(SLUG, team.id, site).code == site
        teams[name] = client.team(SLUG, team.id)
    own = teams["Entrants"]
    assert {step.step for step in own.steps if step.done} >= {"registered", "signed"}
    assert {row.code for row in organiser.teams(SLUG)} == {TEAM, "OTHER"}
    with pytest.raises(ForbiddenError):
        other.team(SLUG, own.id)

    for test_set in ("dryrun", "current"):
        where: dict[str, Any] = {"test_set": test_set, "language_pair": PAIR}
        organiser.add_data_file(SLUG, source_file(rules, test_set, tmp_path), kind="source", **where)
    organiser.add_data_file(SLUG, reference_file(rules, "current", tmp_path), kind="reference", **where)

    def submit(kind: str, **options: Any) -> Submission:
        clock.move_to(in_time(campaign, kind))
        name, data = packed(campaign, kind, **options)
        (tmp_path / name).write_bytes(data)
        receipt = entrant.submit(SLUG, own.id, tmp_path / name, chunk=1000)
        return entrant.wait_for_verdict(SLUG, receipt.number)

    assert submit("dryrun").state == "valid"
    broken = submit("eval", change=lambda package: package.edited("</mteval>", "<mteval>"))
    assert broken.state == "invalid"
    assert {finding.severity for finding in broken.findings} >= {"error"}
    assert broken.runs == ()

    [source] = [file for file in entrant.data_files(SLUG) if (file.kind, file.test_set) == ("source", "current")]
    fetched = entrant.download(SLUG, source, tmp_path / "fetched.xml")
    assert fetched.read_bytes() == source_file(rules, "current", tmp_path).read_bytes()

    valid = submit("eval")
    assert (valid.state, [run.system for run in valid.runs]) == ("valid", ["primary"])
    [owed] = entrant.described_systems(SLUG, own.id)
    which = {"System": owed.system, "Track": owed.track, "Condition": owed.condition}
    description = entrant.submit_description(SLUG, own.id, description_template(rules, team=TEAM, values=which))
    asked = {"track": owed.track, "condition": owed.condition, "system": owed.system}
    assert description == entrant.description(SLUG, own.id, **asked)
    wait_for_scores(organiser)

    # Hidden, then preliminary, then public
    assert list(entrant.boards(SLUG)) == list(passer_by.boards(SLUG)) == []
    [board] = [row for row in organiser.boards(SLUG) if row.test_set == "current"]
    with pytest.raises(MissingError):
        entrant.board(SLUG, board.board)
    clock.move_into(campaign, "preliminary")
    [system] = entrant.board(SLUG, board.board).systems
    assert system.is_own
    assert all(score.value is not None for score in system.scores.values())
    with pytest.raises(MissingError):
        passer_by.board(SLUG, board.board)
    clock.move_into(campaign, "public")
    [shown] = sign(None).board(SLUG, board.board).systems
    assert shown.scores == system.scores
    result = sign(None).run(SLUG, shown.run)
    assert result.name == shown.name
    segments = list(entrant.segments(SLUG, system.run))
    assert [segment.number for segment in segments] == list(range(1, len(segments) + 1))
    assert segments[0].output
    with pytest.raises(ForbiddenError):  # what is ranked in public is taken back by organisers alone
        entrant.withdraw(SLUG, valid.number, reason="it is over")
    withdrawn = organiser.withdraw(SLUG, valid.number, reason="it is over")
    assert withdrawn.state == "withdrawn"
    assert board.board not in {row.board for row in sign(None).boards(SLUG)}


def answers(rules: Rulebook) -> dict[str, bool | str | list[str]]:
    """A right answer to every question of the rulebook."""
    fitting: dict[str, bool | str] = {"text": "some", "yes-no": True}
    return {
        question.id: list(question.choices[:1])
        if question.kind == "choices"
        else question.choices[0]
        if question.kind == "choice"
        else fitting[question.kind]
        for question in rules.registration.questions.values()
    }


def wait_for_scores(organiser: Client) -> None:
    until = time.monotonic() + 60
    while any(job.state in ("queued", "running") for job in organiser.jobs(SLUG)):
        assert time.monotonic() < until, [job for job in organiser.jobs(SLUG) if job.state != "done"]
        time.sleep(0.2)
    assert [job for job in organiser.jobs(SLUG) if job.state == "failed"] == []
