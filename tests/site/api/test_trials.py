"""The evaluation server by the API."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.scoring.models import Trial
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news, small_campaign

TRIALS = "/campaigns/small/trials"
SLOT = {"track": "mt", "language_pair": "de-en", "test_set": "tune", "name": "aster.xml"}
OUTPUT = OUTPUTS["aster"].read_bytes()


@pytest.fixture
def campaign(db: None) -> Campaign:
    return small_campaign()


@pytest.fixture
def team(campaign: Campaign) -> Team:
    return Team.objects.create(campaign=campaign, name="Tests", code="TESTS", language_pairs=["de-en"])


@pytest.fixture(autouse=True)
def _tune(campaign: Campaign, clock: Clock) -> None:
    """A development set with references; the evaluation is under way."""
    put_data(campaign, "source", EXAMPLES / "source.xml", test_set="tune")
    put_data(campaign, "reference", EXAMPLES / "references.xml", test_set="tune")
    put_news(campaign)
    clock.move_to(datetime(2026, 2, 3, tzinfo=UTC))


def test_text_is_scored(owner: User) -> None:
    asked = as_(owner, "submit").post(TRIALS, OUTPUT, **SLOT)
    assert (asked.status_code, asked.json()["scores"]) == (201, None)
    work_off("test")
    answered = as_(owner, "submit").get(f"{TRIALS}/{asked.json()['id']}", wait=10).json()
    scores = Trial.objects.get().scores
    assert scores is not None
    stored = scores["case+punc"]["bleu"]
    assert answered["scores"]["case+punc"]["bleu"] == {key: stored[key] for key in stored if key != "digits"}
    assert answered["scores"]["case+punc"]["bleu"]["value"] > 0
    assert "|" in answered["scores"]["case+punc"]["bleu"]["signature"]


@pytest.mark.django_db(transaction=True)
def test_answer_comes_in_one_call(owner: User) -> None:
    def work() -> None:
        from django.db import connection

        while not work_off("test"):
            pass
        connection.close()

    worker = threading.Thread(target=work)
    worker.start()
    answered = as_(owner).post(TRIALS, OUTPUT, wait=10, **SLOT).json()
    worker.join()
    assert answered["scores"]["case+punc"]["bleu"]["value"] > 0


def test_text_with_mistakes_gets_findings(owner: User) -> None:
    as_(owner).post(TRIALS, b"<mteval>", **SLOT)
    work_off("test")
    [shown] = as_(owner).get(TRIALS).json()["items"]
    assert shown["scores"] is None
    assert shown["findings"]
    assert shown["answered_at"]


def test_test_set_is_not_tried_in_the_evaluation(owner: User) -> None:
    response = as_(owner).post(TRIALS, OUTPUT, **(SLOT | {"test_set": "news"}))
    assert error_of(response) == (409, "refused")
    assert not Trial.objects.exists()


def test_unknown_set_is_refused(owner: User) -> None:
    assert error_of(as_(owner).post(TRIALS, OUTPUT, **(SLOT | {"track": "none"}))) == (409, "refused")


@pytest.mark.parametrize("who", ["stranger", "judge", "observer"])
def test_others_try_nothing(who: str, request: pytest.FixtureRequest) -> None:
    user = request.getfixturevalue(who)
    assert error_of(as_(user).post(TRIALS, OUTPUT, **SLOT)) == (403, "forbidden")
    assert error_of(as_(user).get(TRIALS)) == (403, "forbidden")


def test_trials_of_others_are_not_found(owner: User, team_mate: User) -> None:
    number = as_(owner).post(TRIALS, OUTPUT, **SLOT).json()["id"]
    assert error_of(as_(team_mate).get(f"{TRIALS}/{number}")) == (404, "not-found")
    assert as_(team_mate).get(TRIALS).json()["count"] == 0


def test_reading_token_tries_nothing(owner: User) -> None:
    assert error_of(as_(owner, "read").post(TRIALS, OUTPUT, **SLOT)) == (403, "scope")
