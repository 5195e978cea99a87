"""The rulebook of a campaign by its address on the web: `https://bakeoff.example/campaigns/openmt2012/`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from bakeoff.client.calls import at
from bakeoff.client.client import Client
from bakeoff.client.errors import (
    ForbiddenError,
    MissingError,
    ServerError,
    UnauthenticatedError,
    UnreachableError,
)
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    import httpx

    from bakeoff.rulebook import Rulebook

TIMEOUT_SECONDS = 20.0
ATTEMPTS = 3
"""Fewer than usual: who checks a package waits at a terminal, and nothing is lost."""


class CampaignAddress(NamedTuple):
    """A server and what its addresses call a campaign."""

    server: str
    slug: str


def campaign_address(address: str) -> CampaignAddress:
    """Server and campaign of any address below a campaign's page, its file of rules and the API's included.

    >>> campaign_address("https://bakeoff.example/campaigns/wmt/rules/?print=1")
    CampaignAddress(server='https://bakeoff.example', slug='wmt')
    """
    parts = urlsplit(address)
    before, found, after = parts.path.partition("/campaigns/")
    slug = unquote(after.partition("/")[0])
    if not parts.netloc or not found or not slug:
        raise BakeoffError(
            f"expected the address of a campaign such as https://bakeoff.example/campaigns/NAME/, found {address!r}."
        )
    return CampaignAddress(f"{parts.scheme}://{parts.netloc}{before.removesuffix('/api/v1')}", slug)


def fetch_rulebook(
    address: str,
    token: str = "",
    *,
    timeout: float = TIMEOUT_SECONDS,
    pause: Callable[[float], None] = time.sleep,
    transport: httpx.BaseTransport | None = None,
) -> Rulebook:
    """The rulebook of the campaign at an address; the rules of most campaigns are public and need no token.

    The options are those of `Client`. Whatever goes wrong is one sentence: where, and what to do.
    """
    server, slug = campaign_address(address)
    with Client(server, token, timeout=timeout, attempts=ATTEMPTS, pause=pause, transport=transport) as client:
        try:
            return client.rulebook(slug)
        except UnreachableError as error:
            raise BakeoffError(f"{error} Is the address right, and is the server running?") from None
        except ServerError as error:
            raise BakeoffError(_refusal(client, slug, error, has_token=bool(token))) from None


def _refusal(client: Client, slug: str, error: ServerError, *, has_token: bool) -> str:
    server = client.base_url
    if not error.code:
        if isinstance(error, MissingError) and _has_campaign(client, slug):
            older = f"{server} runs an older version of Bakeoff that does not offer rulebooks"
            return f"{older}: ask the organisers for the file."
        return f"{server} does not answer as a Bakeoff server (status {error.status}). {_moved(error)}"
    match error:
        case UnauthenticatedError():
            wrong = f"{server} does not accept your token: it is wrong, expired or revoked."
            return f"{wrong} Make one on {server}/account/tokens/new/."
        case ForbiddenError():
            return f"{server} refuses the rules of {slug}: {error}"
        case MissingError():
            remedy = "" if has_token else " If it is not public, give a token: --token-file FILE, or set BAKEOFF_TOKEN."
            return f"{server} has no campaign {slug!r} that you can see.{remedy}"
    return f"{server}: {error}"


def _moved(error: ServerError) -> str:
    return str(error) if error.is_redirect else "Is the address that of a campaign?"


def _has_campaign(client: Client, slug: str) -> bool:
    """Whether the server shows the campaign, in whatever shape its version gives it."""
    try:
        return isinstance(client._connection.ask("GET", at(slug)), Mapping)
    except BakeoffError:
        return False
