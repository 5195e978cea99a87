"""People of the tests. No settings of tests are read here: programs of other processes make people, too."""

from __future__ import annotations

from django.utils import timezone

from bakeoff_site.accounts.models import User

PASSWORD = "correct horse battery"
"""Of every person in the tests."""


def person(name: str, **fields: object) -> User:
    email = f"{name.lower().replace(' ', '.')}@example.org"
    return User.objects.create_user(email, PASSWORD, name=name, email_verified_at=timezone.now(), **fields)
