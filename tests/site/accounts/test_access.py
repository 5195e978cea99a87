from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from bakeoff_site.accounts.access import verified_required
from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import text_of


@verified_required
def act(request: HttpRequest, word: str) -> HttpResponse:
    """Something of consequence."""
    return HttpResponse(f"{request.user} did {word}")


@pytest.fixture
def ask(rf: RequestFactory) -> Callable[..., Any]:
    def asked_by(user: User | AnonymousUser) -> HttpResponse:
        request = rf.post("/act/")
        request.user = user
        return act(request, word="it")

    return asked_by


def test_who_is_verified_may(ask: Callable[..., Any], owner: User) -> None:
    assert ask(owner).content == b"Olga did it"


def test_who_is_not_is_told_what_to_do(ask: Callable[..., Any], newcomer: User) -> None:
    response = ask(newcomer)
    assert response.status_code == 403
    assert "We sent an email with a link to nils@example.org ." in text_of(response)
    assert 'action="/account/verify/"' in response.content.decode()


def test_strangers_sign_in_and_come_back(ask: Callable[..., Any]) -> None:
    assert ask(AnonymousUser()).headers["Location"] == "/account/sign-in/?next=/act/"


def test_the_view_keeps_its_name() -> None:
    assert (act.__name__, act.__doc__) == ("act", "Something of consequence.")
