"""Who asks: by a token alone. Cookies of the pages are ignored here, so no page elsewhere can act for anyone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from ninja.security import HttpBearer

from bakeoff_site.accounts.choices import SCOPES, Scope
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.services.tokens import authenticate_token
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.api import limits
from bakeoff_site.api.errors import RateLimitError, ScopeError
from bakeoff_site.core.http.limits import BUCKETS, Allowance


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, and what the token lets them do."""

    account: User | None
    scopes: frozenset[Scope] = frozenset()

    @property
    def user(self) -> User | AnonymousUser:
        """As selectors know them."""
        return self.account or AnonymousUser()

    @property
    def person(self) -> User:
        if self.account is None:
            raise PermissionDenied("Send a token: this is done in somebody's name.")
        return self.account


class TokenRequest(HttpRequest):
    """A request that went through one of the guards below."""

    auth: Caller


class Token(HttpBearer):
    """A token with one of these scopes; with `optional`, things that are shown to everybody need none."""

    def __init__(self, *scopes: Scope, optional: bool = False) -> None:
        super().__init__()
        self.scopes = scopes
        self.optional = optional

    def __call__(self, request: HttpRequest) -> Caller | None:
        header = request.headers.get("Authorization")
        _spend(f"address {address_of(request)}", limits.FROM_ADDRESS if header else limits.WITHOUT_TOKEN)
        if header is None:
            return Caller(None) if self.optional else None
        return self.authenticate(request, header)

    def authenticate(self, _request: HttpRequest, header: str) -> Caller | None:
        """`header` is the complete header."""
        token = authenticate_token(header)
        if token is None:
            return None
        _spend(f"token {hashlib.sha256(header.encode(errors='replace')).hexdigest()}", limits.WITH_TOKEN)
        account, scopes = token
        if scopes.isdisjoint(self.scopes):
            raise ScopeError(self.scopes)
        return Caller(account, scopes)


def _spend(who: str, allowance: Allowance) -> None:
    if seconds := BUCKETS.spend(who, allowance):
        raise RateLimitError(seconds)


public = Token(*SCOPES, optional=True)
"""For everybody; what they see depends on who they are."""
shown = Token("read", optional=True)
"""For everybody whom the schedule shows it."""
read = Token("read")
follow = Token("read", "submit")
"""What belongs to handing something in, such as its verdict."""
submit = Token("submit")
judge = Token("judge")
organise = Token("organise")
oversee = Token("read", "organise")
"""What organisers look at to do something, such as a rulebook as it is."""
propose = Token("submit", "organise")
"""What teams and organisers do alike."""
