"""`bakeoff simulate --server` against a real server: simulated judges do a task from the first screen to the last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from bakeoff.cli.main import main
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership
from bakeoff_site.judging.models import Judgment, Task
from bakeoff_site.judging.selectors.rankings import ranking_of
from tests.site.api.conftest import text_of
from tests.site.judging.world import SOURCE, SYSTEMS, TEXTS, judged_campaign, planned_task
from tests.site.people import person


def call(*arguments: object) -> int:
    try:
        main([str(argument) for argument in ("simulate", *arguments)])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


@pytest.fixture
def task(transactional_db: None, live_server: LiveServer, organiser: User) -> Task:
    return planned_task(judged_campaign(), "ranking", by=organiser, consent_text="We keep it.")


def lines_of(pair: str, system: str) -> list[str]:
    return [f"{line} {system.lower()[: SYSTEMS.index(system) + 1]}" for line in TEXTS[pair]]


def test_judges_with_tokens_do_a_task_to_its_end(
    task: Task, live_server: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    tokens = []
    for name in ("Ann Able", "Ben Best"):
        user = person(name)
        Membership.objects.create(campaign=task.campaign, user=user, role=MembershipRole.JUDGE)
        tokens.append(text_of(user, "judge"))
    (tmp_path / "tokens.txt").write_text("\n".join(tokens), encoding="utf-8")
    qualities = [
        f'"{line}",{1 - SYSTEMS.index(system)}\n'
        for pair in TEXTS
        for system in SYSTEMS
        for line in lines_of(pair, system)
    ]
    (tmp_path / "texts.csv").write_text("".join(["text,score\n", *qualities]), encoding="utf-8")
    where = ("--server", live_server.url, "--campaign", "small", "--task", task.slug)
    given = ("--token-file", tmp_path / "tokens.txt", "--qualities", tmp_path / "texts.csv", "--noise", 0)
    assert call(*where, *given, "--bias", 0, "--screens", 3) == 0
    assert Judgment.objects.count() == 2 * 3
    assert "stopped there" in capsys.readouterr().out
    assert call(*where, *given, "--bias", 0) == 0
    said = capsys.readouterr()
    assert Judgment.objects.count() == len(SOURCE) * len(TEXTS) * 2  # two judges of each segment
    assert "nothing is left" in said.out
    assert "taken for damaged" not in said.err
    result = ranking_of(task.evaluations.select_related("task__campaign").get()).result
    assert result is not None
    for ranking in result.rankings:
        assert [each.system for each in ranking.systems] == list(SYSTEMS)
    monkeypatch.setenv("BAKEOFF_TOKEN", "wrong")
    assert call(*where, "--qualities", tmp_path / "texts.csv") == 2
    assert "token" in capsys.readouterr().err
