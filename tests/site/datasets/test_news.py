"""Mails about files: when they are there and may be fetched, not when the schedule says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.datasets.models import DataFile, ToldOfFile
from bakeoff_site.datasets.selectors.news import NewFile, News
from bakeoff_site.datasets.services import news, record_download
from bakeoff_site.datasets.services.news import put_news_of_files
from tests.site.conftest import Clock
from tests.site.outbox import mailed
from tests.site.texts import source_xml

Add = Callable[..., DataFile]


@pytest.fixture
def evaluating(signed: Team, owner: User, clock: Clock) -> Team:
    """The team on the first day on which it is handed the source."""
    clock.move_into(signed.campaign, "evaluation")
    return signed


def told() -> list[tuple[str, str]]:
    return [(message.to[0], str(message.subject).split("] ")[1]) for message in mailed()]


def test_nobody_is_told_of_a_file_that_is_missing(evaluating: Team, clock: Clock) -> None:
    assert put_news_of_files(clock.now) == 0


def test_a_file_that_comes_late_is_announced_when_it_comes(
    evaluating: Team, team_mate: User, clock: Clock, add: Add
) -> None:
    clock.move_on(timedelta(days=10))
    added = add("source", source_xml(), "late.xml", note="the second half is new")
    assert put_news_of_files(clock.now) == 1
    assert told() == [("owen.owner@example.org", "New data to download")]
    for part in (
        "University of the Tests can now download",
        f"- source of OpenMT12 test set, Arabic–English: late.xml, {added.size}\xa0bytes\n",
        "  the second half is new\n",
        f"  SHA-256 {added.sha256}",
        "/campaigns/openmt/data/",
    ):
        assert part in mailed()[0].body
    assert put_news_of_files(clock.now + timedelta(minutes=5)) == 0


def test_a_file_that_waits_for_its_phase_is_announced_when_that_starts(
    signed: Team, owner: User, clock: Clock, add: Add
) -> None:
    clock.move_into(signed.campaign, "dry-run")
    add("source", source_xml())
    assert put_news_of_files(clock.now) == 0
    clock.move_into(signed.campaign, "evaluation")
    assert put_news_of_files(clock.now) == 1


def test_who_fetched_the_old_version_is_told_of_the_new(
    evaluating: Team, owner: User, team_mate: User, clock: Clock, add: Add
) -> None:
    first = add("source", source_xml())
    put_news_of_files(clock.now)
    record_download(first, user=team_mate, teams=[evaluating])
    mailed().clear()
    clock.move_on(timedelta(days=5))
    add("source", source_xml(["1", "2", "3"]), note="a word was wrong")
    assert put_news_of_files(clock.now) == 2
    both = ["owen.owner@example.org", "tara.team-mate@example.org"]
    assert told() == [(person, "New version of data that you downloaded") for person in both]
    assert "Your team downloaded an earlier version: please stop using it.\n  a word was wrong" in mailed()[1].body


def test_who_has_it_already_is_not_told(evaluating: Team, owner: User, clock: Clock, add: Add) -> None:
    record_download(add("source", source_xml()), user=owner, teams=[evaluating])
    assert put_news_of_files(clock.now) == 0


def test_what_came_long_ago_is_no_news(evaluating: Team, clock: Clock, add: Add) -> None:
    add("source", source_xml())
    assert put_news_of_files(clock.now + timedelta(days=3)) == 0


@pytest.mark.parametrize("lacks", ["agreement", "pair", "withdrawn", "account"])
def test_who_may_not_fetch_it_is_not_told(
    lacks: str, evaluating: Team, owner: User, organiser: User, clock: Clock, add: Add
) -> None:
    add("source", source_xml())
    match lacks:
        case "agreement":
            evaluating.signatures.all().delete()
        case "pair":
            Team.objects.update(language_pairs=["chi2eng"])
        case "withdrawn":
            withdraw_team(evaluating, by=organiser, reason="x")
        case "account":
            User.objects.filter(pk=owner.pk).update(is_active=False)
    assert put_news_of_files(clock.now) == 0


def test_two_processes_put_it_once(evaluating: Team, clock: Clock, add: Add, monkeypatch: pytest.MonkeyPatch) -> None:
    add("source", source_xml())
    note = news._note

    def overtaken(found: News, new: NewFile) -> bool:
        assert note(found, new)  # by the other process
        return note(found, new)

    monkeypatch.setattr(news, "_note", overtaken)
    assert put_news_of_files(clock.now) == 0
    assert told() == []


def test_neither_mail_nor_note_is_there_without_the_other(
    evaluating: Team, clock: Clock, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    add("source", source_xml())
    with monkeypatch.context() as broken:
        broken.setattr(news, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            put_news_of_files(clock.now)
    assert not ToldOfFile.objects.exists()
    assert put_news_of_files(clock.now) == 1
