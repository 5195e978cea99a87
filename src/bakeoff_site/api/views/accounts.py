"""The caller's own account."""

from __future__ import annotations

from ninja import Router

from bakeoff_site.accounts.choices import SCOPES
from bakeoff_site.api.authentication import Token, TokenRequest
from bakeoff_site.api.schemas.participation.teams import AccountOut, account_out

router = Router(tags=["account"])


@router.get("/me", response=AccountOut, auth=Token(*SCOPES), summary="The owner and the permissions of the token")
def me(request: TokenRequest) -> AccountOut:
    return account_out(request.auth)
