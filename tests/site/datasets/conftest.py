"""A campaign with files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.services import add_data_file
from tests.site.texts import reference_xml, source_xml

Add = Callable[..., DataFile]


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Any) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def add(campaign: Campaign, organiser: User) -> Add:
    """Adds a file of the current test set, Arabic–English, unless said otherwise."""

    def add(kind: str, data: bytes, name: str = "file.xml", **fields: Any) -> DataFile:
        where = {"test_set": "current", "language_pair": "ara2eng"} if kind != DataKind.TRAINING else {}
        said = {"by": organiser, **where, **fields}
        return add_data_file(campaign, kind=kind, name=name, chunks=[data], **said)

    return add


@pytest.fixture
def source(add: Add) -> DataFile:
    return add("source", source_xml(), "current-src.xml")


@pytest.fixture
def reference(source: DataFile, add: Add) -> DataFile:
    return add("reference", reference_xml(), "current-ref1.xml")


@pytest.fixture
def signed(team: Team, owner: User) -> Team:
    """The team has signed everything."""
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    return team


@pytest.fixture
def as_person(client: Client) -> Callable[[User], Client]:
    def as_person(user: User) -> Client:
        client.force_login(user)
        return client

    return as_person
