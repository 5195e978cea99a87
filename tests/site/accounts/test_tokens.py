"""The pages of tokens, and what tokens open."""

import hashlib
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries
from time_machine import Traveller

from bakeoff_site.accounts.choices import SCOPE_MEANINGS
from bakeoff_site.accounts.errors import TokenError
from bakeoff_site.accounts.models import ApiToken, User
from bakeoff_site.accounts.services.tokens import authenticate_token, make_token, revoke_token
from bakeoff_site.core.models import AuditEvent
from tests.conftest import ROOT
from tests.site.accounts.conftest import acts, text_of

PAGE, PROFILE = "/account/tokens/new/", "/account/"
FILLED_IN = {"name": "nightly", "scopes": ["submit", "read"], "lifetime": "30"}


def made(user: User, name: str = "nightly", days: int = 30) -> tuple[ApiToken, str]:
    token = make_token(user, name=name, scopes=["read", "judge"], lifetime=timedelta(days=days))
    return token.row, token.text


def test_a_token_is_shown_once_and_kept_as_a_hash(owner: User, signed_in: Callable[..., Any], clock: Traveller) -> None:
    client = signed_in(owner)
    page = client.post(PAGE, FILLED_IN).content.decode()
    [text] = re.findall(r"bakeoff_[\w-]{43}", page)
    row = ApiToken.objects.get()
    assert row.token_hash == hashlib.sha256(text.encode()).hexdigest()
    assert (row.user, row.name, row.scopes) == (owner, "nightly", ["read", "submit"])
    assert row.expires_at == timezone.now() + timedelta(days=30)
    assert text not in str(ApiToken.objects.values())
    assert text not in str(AuditEvent.objects.values())
    assert acts() == [("account.make-token", "Olga")]
    profile = client.get(PROFILE).content.decode()
    assert text not in profile
    assert f"bakeoff_…{text[-4:]}" in profile
    assert authenticate_token(f"Bearer {text}") == (owner, frozenset({"read", "submit"}))


def test_the_documentation_says_what_each_scope_means() -> None:
    page = (ROOT / "docs" / "how-to" / "manage-your-account.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", page, re.MULTILINE)) == SCOPE_MEANINGS


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", " ", "This field is required."),
        ("scopes", [], "This field is required."),
        ("scopes", ["read", "rule"], "Select a valid choice. rule is not one of the available choices."),
        ("lifetime", "366", "Select a valid choice. 366 is not one of the available choices."),
        ("lifetime", "-1", "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    owner: User, signed_in: Callable[..., Any], field: str, value: str | list[str], sentence: str
) -> None:
    response = signed_in(owner).post(PAGE, {**FILLED_IN, field: value})
    assert sentence in " ".join(response.context["form"].errors[field])
    assert ApiToken.objects.count() == 0


def test_a_name_is_used_again_only_after_revoking(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    client.post(PAGE, FILLED_IN)
    response = client.post(PAGE, FILLED_IN)
    assert "You have a token named 'nightly'. Choose another name, or revoke that one." in text_of(response)
    assert ApiToken.objects.count() == 1
    revoke_token(ApiToken.objects.get())
    assert "it is not shown again" in text_of(client.post(PAGE, FILLED_IN))


def test_the_unverified_make_none(newcomer: User, signed_in: Callable[..., Any]) -> None:
    response = signed_in(newcomer).post(PAGE, FILLED_IN)
    assert response.status_code == 403
    assert "Verify your address first" in text_of(response)
    with pytest.raises(TokenError, match="Verify your address first"):
        made(newcomer)
    assert ApiToken.objects.count() == 0


def test_strangers_sign_in_first(client: Client, db: None) -> None:
    assert client.post(PAGE, FILLED_IN).headers["Location"] == f"/account/sign-in/?next={PAGE}"


@pytest.mark.parametrize("lifetime", [timedelta(0), timedelta(days=-1), timedelta(days=365, seconds=1)])
def test_no_token_lasts_longer_than_a_year(owner: User, lifetime: timedelta) -> None:
    with pytest.raises(TokenError, match="A token lasts at most 365 days"):
        make_token(owner, name="x", scopes=["read"], lifetime=lifetime)


@pytest.mark.parametrize("scopes", [[], ["rule"], ["read", "rule"]])
def test_no_token_has_other_scopes(owner: User, scopes: list[str]) -> None:
    with pytest.raises(TokenError, match="one or more of read, submit, judge, organise"):
        make_token(owner, name="x", scopes=scopes, lifetime=timedelta(days=1))  # type: ignore[arg-type]


@pytest.mark.parametrize("change", [{"scopes": []}, {"expires_at": timezone.now() - timedelta(days=9999)}])
def test_the_database_holds_what_a_token_must_have(owner: User, change: dict[str, object]) -> None:
    row, _ = made(owner)
    with pytest.raises(IntegrityError):
        ApiToken.objects.filter(pk=row.pk).update(**change)


def test_the_owner_revokes(owner: User, signed_in: Callable[..., Any]) -> None:
    row, text = made(owner)
    response = signed_in(owner).post(f"/account/tokens/{row.pk}/revoke/", follow=True)
    assert "The token nightly is revoked." in text_of(response)
    assert authenticate_token(f"Bearer {text}") is None
    assert acts() == [("account.make-token", "Olga"), ("account.revoke-token", "Olga")]
    assert "No tokens yet A token lets a program" in text_of(response)


def test_nobody_else_revokes(
    owner: User, mate: User, stranger: User, signed_in: Callable[..., Any], client: Client
) -> None:
    row, text = made(owner)
    path = f"/account/tokens/{row.pk}/revoke/"
    for person in (mate, stranger):
        assert signed_in(person).post(path).status_code == 404
    assert client.post(path).headers["Location"].startswith("/account/sign-in/")
    assert signed_in(owner).get(path).status_code == 405
    assert authenticate_token(f"Bearer {text}") is not None


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_costs_the_same_whatever_its_length(
    owner: User, signed_in: Callable[..., Any], rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(rows):
        made(owner, f"token {number}")
    client = signed_in(owner)
    with django_assert_num_queries(6):  # session, user, second factor, recovery codes, tokens, history
        response = client.get(PROFILE)
    assert [token.name for token in response.context["tokens"]] == [f"token {number}" for number in range(rows)][::-1]


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer bakeoff_",
        "{text}",
        "Basic {text}",
        "Bearer {text}x",
        "Bearer {text} {text}",
        "Bearer {hash}",
        "Bearer \udcff",
    ],
)
def test_other_headers_open_nothing(owner: User, header: str | None) -> None:
    row, text = made(owner)
    assert authenticate_token(header and header.replace("{text}", text).replace("{hash}", row.token_hash)) is None


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_header_opens_what_the_scopes_say(owner: User, scheme: str) -> None:
    _, text = made(owner)
    assert authenticate_token(f"{scheme} {text}") == (owner, frozenset({"read", "judge"}))


def test_a_token_ends_when_it_was_said_to(owner: User, signed_in: Callable[..., Any], clock: Traveller) -> None:
    _, text = made(owner, days=1)
    clock.shift(timedelta(days=1, seconds=-1))
    assert authenticate_token(f"Bearer {text}") is not None
    clock.shift(timedelta(seconds=1))
    assert authenticate_token(f"Bearer {text}") is None
    assert "Expired" in text_of(signed_in(owner).get(PROFILE))


@pytest.mark.parametrize("change", [{"is_active": False}, {"email_verified_at": None}])
def test_who_is_shut_out_has_no_tokens(owner: User, change: dict[str, object]) -> None:
    _, text = made(owner)
    User.objects.update(**change)
    assert authenticate_token(f"Bearer {text}") is None


def test_the_last_use_is_noted_at_most_once_a_minute(
    owner: User, clock: Traveller, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    row, text = made(owner)
    authenticate_token(f"Bearer {text}")
    first = timezone.now()
    clock.shift(timedelta(seconds=59))
    with django_assert_num_queries(1):
        authenticate_token(f"Bearer {text}")
    row.refresh_from_db()
    assert row.last_used_at == first
    clock.shift(timedelta(seconds=1))
    authenticate_token(f"Bearer {text}")
    row.refresh_from_db()
    assert row.last_used_at == first + timedelta(minutes=1)


def test_refused_tokens_take_the_same_steps(
    owner: User, django_assert_num_queries: DjangoAssertNumQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def compare(first: str, second: str) -> bool:
        compared.append((first, second))
        return first == second

    monkeypatch.setattr("hmac.compare_digest", compare)
    for header in (None, "", "Bearer bakeoff_wrong", "Basic anything"):
        with django_assert_num_queries(1):
            assert authenticate_token(header) is None
    assert len(compared) == 4
    assert all(len(first) == len(second) == 64 for first, second in compared)
