"""Tokens by which programs act for people."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from bakeoff_site.accounts.choices import SCOPES, Scope
from bakeoff_site.accounts.errors import TokenError
from bakeoff_site.accounts.limits import TOKEN_MAX_AGE
from bakeoff_site.accounts.models import ApiToken, User
from bakeoff_site.core import audit

PREFIX = "bakeoff_"
"""By which people, and programs that look for secrets in public files, recognise a token."""
_BYTES = 32
_SEEN_EVERY = timedelta(minutes=1)
"""How exact the time of the last use is; a busy program need not write at each request."""


@dataclass(frozen=True)
class NewToken:
    """A token and its text, which nobody sees again."""

    row: ApiToken
    text: str


def make_token(user: User, *, name: str, scopes: Collection[Scope], lifetime: timedelta) -> NewToken:
    _check(user, name=name, scopes=scopes, lifetime=lifetime)
    text = PREFIX + secrets.token_urlsafe(_BYTES)
    now = timezone.now()
    ordered = [scope for scope in SCOPES if scope in scopes]
    try:
        with transaction.atomic():
            row = ApiToken.objects.create(
                user=user,
                name=name.strip(),
                token_hash=_hashed(text),
                ending=text[-4:],
                scopes=ordered,
                created_at=now,
                expires_at=now + lifetime,
            )
            audit.record(
                "account.make-token", actor=user, subject=row.name, scopes=ordered, expires=str(row.expires_at)
            )
    except IntegrityError:
        raise TokenError(f"You have a token named {name.strip()!r}. Choose another name, or revoke that one.") from None
    return NewToken(row, text)


def revoke_token(token: ApiToken) -> None:
    with transaction.atomic():
        if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
            audit.record("account.revoke-token", actor=token.user, subject=token.name)


def authenticate_token(header: str | None) -> tuple[User, frozenset[Scope]] | None:
    """Who an `Authorization` header (`Bearer bakeoff_…`) speaks for, and what it may do; None where it is not good.

    What is looked up is a hash that nobody can steer towards a stored one, and whatever is wrong takes the same steps.
    """
    scheme, _, text = (header or "").partition(" ")
    given = _hashed(text.strip())
    row = ApiToken.objects.select_related("user").filter(token_hash=given).first()
    now = timezone.now()
    matches = hmac.compare_digest(given, row.token_hash if row else _hashed(""))
    if row is None or not matches or scheme.lower() != "bearer":
        return None
    if row.revoked_at is not None or row.expires_at <= now or not (row.user.is_active and row.user.is_verified):
        return None
    if row.last_used_at is None or row.last_used_at <= now - _SEEN_EVERY:
        ApiToken.objects.filter(pk=row.pk).update(last_used_at=now)
    return row.user, frozenset(row.scopes)


def _check(user: User, *, name: str, scopes: Collection[Scope], lifetime: timedelta) -> None:
    if not user.is_verified:
        raise TokenError("Verify your address first: tokens act in your name.")
    if not name.strip():
        raise TokenError("Give the token a name, by which you know later what it is for.")
    if not scopes or not set(scopes) <= set(SCOPES):
        raise TokenError(f"Choose what the token may do: one or more of {', '.join(SCOPES)}.")
    if not timedelta(0) < lifetime <= TOKEN_MAX_AGE:
        raise TokenError(f"A token lasts at most {TOKEN_MAX_AGE.days} days; make a new one then.")


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
