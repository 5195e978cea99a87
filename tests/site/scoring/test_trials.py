"""The evaluation server: a text is scored without being submitted."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from bakeoff.evaluation import score_by_rules
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.choices import JobState
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.scoring import permissions
from bakeoff_site.scoring.computation import ClusterError
from bakeoff_site.scoring.models import RunScore, Trial
from bakeoff_site.scoring.services.trials import ask_trial, release_trials
from bakeoff_site.submissions.selectors.quotas import room_of
from tests.site.conftest import Clock
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news

PAGE = "/campaigns/small/evaluate/"
TUNE = "mt/de-en/tune"
EVALUATION = datetime(2026, 2, 3, tzinfo=UTC)
RESULTS = datetime(2026, 3, 3, tzinfo=UTC)


@pytest.fixture
def tune(campaign: Campaign, clock: Clock) -> None:
    """A development set with references; the evaluation is under way."""
    put_data(campaign, "source", EXAMPLES / "source.xml", test_set="tune")
    put_data(campaign, "reference", EXAMPLES / "references.xml", test_set="tune")
    put_news(campaign)
    clock.move_to(EVALUATION)


def asked(user: User, *, slot: str = TUNE, name: str = "aster.xml", content: bytes | None = None) -> Client:
    client = Client()
    client.force_login(user)
    content = OUTPUTS["aster"].read_bytes() if content is None else content
    client.answer = client.post(PAGE, {"slot": slot, "file": SimpleUploadedFile(name, content)})  # type: ignore[attr-defined]
    return client


def test_a_text_is_scored_under_official_conditions(tune: None, owner: User, campaign: Campaign) -> None:
    client = asked(owner)
    assert client.answer.url == PAGE  # type: ignore[attr-defined]
    trial = Trial.objects.get()
    assert (trial.user, trial.team, trial.test_set, trial.name) == (
        owner,
        owner.team_memberships.get().team,
        "tune",
        "aster.xml",
    )
    page = client.get(PAGE).content.decode()
    assert f'hx-get="{PAGE}{trial.pk}/" hx-trigger="every 1s"' in page
    assert "Being scored" in page
    assert work_off("w") == 1
    trial.refresh_from_db()
    expected = score_by_rules(
        campaign.rules,
        track="mt",
        language_pair="de-en",
        test_set="tune",
        runs={"aster": OUTPUTS["aster"]},
        references=[EXAMPLES / "references.xml"],
        source=EXAMPLES / "source.xml",
    )
    assert trial.scores is not None
    assert list(trial.scores) == list(expected)
    for specification, evaluation in expected.items():
        score = evaluation.systems[0].scores["bleu"]
        assert score.variation is not None
        found = trial.scores[specification]["bleu"]
        assert (found["value"], found["signature"]) == (score.value, score.signature)
        assert found["variation"]["low"] == score.variation.interval.low
    fragment = client.get(f"{PAGE}{trial.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.startswith(f'<li class="file" id="trial-{trial.pk}">')
    assert "hx-get" not in fragment
    assert f'<b class="figure">{expected["case+punc"].systems[0].scores["bleu"].value:.2f}</b> BLEU' in fragment
    assert "no_case+no_punc" in fragment
    assert not RunScore.objects.exists()


def test_a_text_that_cannot_be_scored_is_answered_by_why(tune: None, owner: User) -> None:
    client = asked(owner, name="short.txt", content=b"one\n")
    work_off("w")
    trial = Trial.objects.get()
    assert trial.scores is None
    (finding,) = trial.findings
    assert (finding["severity"], finding["file"]) == ("error", "short.txt (run short)")
    assert finding["remedy"] == "Write one segment a line, an empty line where the output is empty."
    assert Job.objects.get().state == JobState.DONE
    page = client.get(PAGE).content.decode()
    assert 'class="finding bad"' in page
    assert "short.txt (run short): expected" in page
    assert "/tmp" not in page


def test_a_text_is_not_blamed_for_a_cluster_that_is_away(
    tune: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_away(*_: object) -> None:
        raise ClusterError("the cluster cannot be reached.")

    monkeypatch.setattr("bakeoff_site.scoring.services.trials.compute_or_delegate", is_away)
    asked(owner)
    work_off("w")
    trial = Trial.objects.get()
    assert (trial.findings, trial.answered_at) == ([], None)
    assert Job.objects.get().state == JobState.QUEUED


def test_names_of_files_are_shown_as_text(tune: None, owner: User) -> None:
    client = asked(owner, name="<script>x.txt", content=b"one\n")
    assert "<script>x" not in client.get(PAGE).content.decode()


def test_a_test_set_is_tried_once_its_own_scores_are_released(tune: None, owner: User, clock: Clock) -> None:
    client = asked(owner, slot="mt/de-en/news")
    assert "Select a valid choice" in client.answer.content.decode()  # type: ignore[attr-defined]
    page = client.get(PAGE).content.decode()
    assert re.search(r"news: the phase results will release it\s*<span class=\"soft\">on <time", page)
    clock.move_to(RESULTS)
    assert asked(owner, slot="mt/de-en/news").answer.status_code == 302  # type: ignore[attr-defined]


def test_the_service_asks_the_rules_too(
    tune: None, owner: User, rival: User, stranger: User, campaign: Campaign
) -> None:
    def ask(user: User, **changes: str) -> Trial:
        slot: dict[str, Any] = {"track": "mt", "language_pair": "de-en", "test_set": "tune"} | changes
        return ask_trial(campaign, name="x.txt", chunks=[b"x"], by=user, **slot)

    assert ask(owner).test_set == "tune"
    for user, changes, reason in (
        (owner, {"test_set": "news"}, "on news now: the phase results will release it"),
        (rival, {}, "RIVAL did not register for de-en"),
        (stranger, {}, "for teams that take part"),
        (owner, {"test_set": "talks"}, "no test set talks for de-en in mt"),
        (owner, {"track": "x"}, "no test set tune for de-en in x"),
        (owner, {"language_pair": "en"}, "no test set tune for en in mt"),
    ):
        with pytest.raises(RefusedError, match=reason):
            ask(user, **changes)


def test_without_references_nothing_is_tried(campaign: Campaign, owner: User, clock: Clock) -> None:
    clock.move_to(EVALUATION)
    with pytest.raises(RefusedError, match="There are no references of tune yet"):
        ask_trial(campaign, track="mt", language_pair="de-en", test_set="tune", name="x", chunks=[b"x"], by=owner)
    client = Client()
    client.force_login(owner)
    page = client.get(PAGE).content.decode()
    assert "You cannot try texts now" in page
    assert "You have not tried a text yet" in page


def test_nobody_climbs_a_set_by_thousands(
    tune: None, owner: User, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "PER_HOUR", 2)
    for _ in range(2):
        assert asked(owner).answer.status_code == 302  # type: ignore[attr-defined]
    refused = asked(owner).answer.content.decode()  # type: ignore[attr-defined]
    assert "You have tried 2 texts on tune within an hour, and may try 2: wait a while." in refused
    Trial.objects.update(asked_at=datetime(2026, 2, 2, tzinfo=UTC))
    assert asked(owner).answer.status_code == 302  # type: ignore[attr-defined]


def test_nobody_tries_more_in_a_day_than_the_server_or_the_rulebook_lets(
    tune: None, owner: User, organiser: User, campaign: Campaign, settings: Any
) -> None:
    def ask(user: User = owner) -> Trial:
        slot: dict[str, Any] = {"track": "mt", "language_pair": "de-en", "test_set": "tune"}
        return ask_trial(campaign, name="x.txt", chunks=[b"x"], by=user, **slot)

    settings.MAX_TRIALS_A_DAY = 2
    first = ask()
    Trial.objects.filter(pk=first.pk).update(test_set="another")
    ask()
    with pytest.raises(RefusedError, match="You have tried 2 texts within a day, and may try 2: wait until tomorrow"):
        ask()
    assert ask(organiser), "who runs the campaign has no limit"
    settings.MAX_TRIALS_A_DAY = 0
    campaign.rulebook_content["test_sets"]["tune"]["trials_a_day"] = 1
    campaign.save()
    campaign.__dict__.pop("rules", None)
    with pytest.raises(RefusedError, match="You have tried 1 texts on tune within a day, and may try 1"):
        ask()
    client = Client()
    client.force_login(owner)
    assert "<dt>On tune</dt><dd>1 a day</dd>" in client.get(PAGE).content.decode()


def test_texts_that_are_tried_count_for_the_team_while_they_are_kept(
    tune: None, owner: User, team: Team, campaign: Campaign, settings: Any, clock: Clock
) -> None:
    content = OUTPUTS["aster"].read_bytes()
    settings.MAX_TEAM_BYTES = len(content)
    assert asked(owner).answer.status_code == 302  # type: ignore[attr-defined]
    work_off("test")
    assert room_of(team).left == 0
    refused = asked(owner, content=content + b" ").answer.content.decode()  # type: ignore[attr-defined]
    assert "ask the organisers for more room" in refused
    clock.move_on(timedelta(hours=23))
    assert release_trials(clock.now) == 0
    clock.move_on(timedelta(hours=2))
    assert (release_trials(clock.now), release_trials(clock.now)) == (1, 0)
    assert room_of(team).used == 0
    client = Client()
    client.force_login(owner)
    assert "</b> BLEU" in client.get(PAGE).content.decode(), "scores stay"


def test_a_text_that_was_never_answered_is_let_go_of_in_the_end(
    tune: None, owner: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(owner)
    Trial.objects.update(asked_at=clock.now)
    assert release_trials(clock.now + timedelta(days=6)) == 0
    assert release_trials(clock.now + timedelta(days=7)) == 1
    work_off("test")
    (finding,) = Trial.objects.get().findings
    assert (finding["found"], finding["remedy"]) == ("that it is no longer kept", "Try it again.")


def test_files_that_are_too_large_or_empty_are_refused(
    tune: None, owner: User, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bakeoff_site.scoring.services.trials.MOST_BYTES", 2**20)
    page = asked(owner, content=b"x" * (2**20 + 1)).answer.content.decode()  # type: ignore[attr-defined]
    assert "The file is larger than 1 MB, the most that can be tried." in page
    assert "The submitted file is empty." in asked(owner, content=b"").answer.content.decode()  # type: ignore[attr-defined]
    with pytest.raises(RefusedError, match="The file is empty"):
        ask_trial(campaign, track="mt", language_pair="de-en", test_set="tune", name="x", chunks=[], by=owner)
    assert not Trial.objects.exists()


def test_trials_are_their_owners_alone(tune: None, owner: User, team_mate: User, organiser: User) -> None:
    asked(owner)
    trial = Trial.objects.get()
    for user in (team_mate, organiser):
        client = Client()
        client.force_login(user)
        assert client.get(f"{PAGE}{trial.pk}/").status_code == 404
        assert "aster.xml" not in client.get(PAGE).content.decode()


def test_a_server_that_failed_says_so(tune: None, owner: User, campaign: Campaign) -> None:
    client = asked(owner)
    Job.objects.update(state=JobState.FAILED, error="lost.")
    page = client.get(PAGE).content.decode()
    assert "The server could not score it" in page
    assert "lost. The organisers see this too." in page


def test_who_withdrew_has_no_part(tune: None, owner: User, team: Team, clock: Clock) -> None:
    Team.objects.filter(pk=team.pk).update(withdrawn_at=clock.now)
    assert asked(owner).answer.status_code == 403  # type: ignore[attr-defined]


def test_the_page_takes_as_many_queries_for_one_trial_as_for_three(
    tune: None, owner: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = asked(owner)
    client.get(PAGE)
    with django_assert_num_queries(13):
        client.get(PAGE)
    asked(owner)
    asked(owner)
    with django_assert_num_queries(13):
        assert client.get(PAGE).content.decode().count('id="trial-') == 3


def test_a_small_text_of_millions_of_lines_is_refused_unread(tune: None, owner: User) -> None:
    client = asked(owner, name="aster.txt.gz", content=gzip.compress(b"a\n" * 3_000_000))
    assert (
        "aster.txt.gz: expected fewer lines, tags and cells, for the size of the file as it was sent, found more. "
        "Upload only real data; if these are real, upload the file without compression, or split it."
    ) in client.answer.content.decode()  # type: ignore[attr-defined]
    assert not Trial.objects.exists()
    assert not Job.objects.filter(kind="score-trial").exists()
