"""A campaign in the middle of its registration, and the people around it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.campaigns.services.campaigns import create_campaign
from bakeoff_site.campaigns.services.teams import Registration, add_member, register_team

NOW = datetime(2027, 1, 20, 12, tzinfo=UTC)
RULEBOOK = """\
[campaign]
id = "harbour"
title = "Harbour Translation Task"
timezone = "Europe/Berlin"
description = "News between German and English."
[language_pairs]
de-en = { source = "German", target = "English" }
en-de = { source = "English", target = "German" }
[tracks.news]
kind = "mt"
title = "News track"
language_pairs = ["de-en", "en-de"]
[resources.parallel]
title = "Parallel data"
[conditions.constrained]
title = "Constrained"
permits = ["parallel"]
[test_sets.news-test]
role = "current"
[phases.registration]
title = "Registration"
start = 2027-01-04
end = 2027-02-26
opens = ["register"]
[phases.evaluation]
title = "Evaluation"
start = 2027-03-01
end = "2027-03-20T18:00"
opens = ["submit:runs"]
releases = { participants = ["source"] }
[phases.results]
title = "Results"
start = 2027-04-15
releases = { public = ["scores", "participants"] }
[registration]
steps = ["registered", "signed", "submitted", "attends"]
[registration.agreements.licence]
title = "Data licence"
text = "You use the data for research only."
[registration.consents.share]
title = "Outputs may be shared"
concerns = "outputs"
duty = "submit an older set too"
[registration.questions.size]
title = "How many are you?"
[registration.questions.kind]
title = "Kind of institution"
kind = "choice"
choices = ["University", "Company"]
[registration.questions.topics]
title = "Topics"
kind = "choices"
choices = ["speech", "text"]
required = false
[registration.questions.student]
title = "A team of students?"
kind = "yes-no"
[submission.packages.runs]
"""


@pytest.fixture(autouse=True)
def plain_files(settings: Any, tmp_path: Any) -> None:
    """Static files without a manifest, mails in memory, nothing outside the test's folder."""
    files = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": files}
    settings.BASE_URL = "https://bakeoff.example"


@pytest.fixture(autouse=True)
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock; it begins in the middle of the registration."""

    def set_clock(when: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: when)

    set_clock(NOW)
    return set_clock


def person(name: str, **fields: Any) -> User:
    fields = {"email_verified_at": timezone.now()} | fields
    return User.objects.create_user(f"{name.lower()}@example.org", None, name=name, **fields)


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("admin@example.org", None, name="Admin")


@pytest.fixture
def organiser(db: None) -> User:
    return person("Organiser")


@pytest.fixture
def campaign(organiser: User) -> Campaign:
    return create_campaign(RULEBOOK, creator=organiser, confirm_past=True)


@pytest.fixture
def owner(db: None) -> User:
    """The contact person of the team."""
    return person("Owner")


@pytest.fixture
def team(campaign: Campaign, owner: User) -> Team:
    said = Registration(
        name="Our Institute",
        code="OURS",
        language_pairs=("de-en",),
        answers={"size": "3", "kind": "University", "student": False},
        consents=frozenset(["share"]),
    )
    return register_team(campaign, said, by=owner)


@pytest.fixture
def mate(team: Team) -> User:
    """Someone of the team who is no contact person."""
    user = person("Mate")
    add_member(team, user)
    return user


@pytest.fixture
def rival(campaign: Campaign) -> User:
    """The contact person of another team."""
    user = person("Rival")
    register_team(campaign, Registration(name="Their Lab", code="THEIRS", language_pairs=("en-de",)), by=user)
    return user


@pytest.fixture
def judge(campaign: Campaign) -> User:
    user = person("Judge")
    Membership.objects.create(campaign=campaign, user=user, role=MembershipRole.JUDGE)
    return user


@pytest.fixture
def observer(campaign: Campaign) -> User:
    user = person("Observer")
    Membership.objects.create(campaign=campaign, user=user, role=MembershipRole.OBSERVER)
    return user


@pytest.fixture
def stranger(db: None) -> User:
    return person("Stranger")


@pytest.fixture
def signed_in(client: Client) -> Callable[[User], Client]:
    def sign_in(user: User) -> Client:
        client.force_login(user)
        return client

    return sign_in


def registration_data(**changes: Any) -> dict[str, Any]:
    """What a browser sends for a right registration."""
    return {
        "name": "New Group",
        "code": "NEW",
        "language_pairs": ["de-en", "en-de"],
        "question-size": "2",
        "question-kind": "Company",
        "question-topics": ["speech"],
        "question-student": "yes",
        "consent-share": "on",
        "attendee": "",
    } | changes
