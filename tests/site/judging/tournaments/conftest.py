"""Each test makes its own campaign: who organises it is somebody with an account."""

from __future__ import annotations

import pytest

from bakeoff_site.accounts.models import User
from tests.site.people import person


@pytest.fixture
def organiser(db: None) -> User:
    return person("Olga Organiser")
