"""Accounts."""

from __future__ import annotations

from tests.site.permissions.arguments import by_dead_link, with_token
from tests.site.permissions.asking import by_token
from tests.site.permissions.rows import Operation, Page
from tests.site.permissions.seeing import acts, everyone, of, only, signed_in
from tests.site.world import SIGNED_IN

PAGES: tuple[Page, ...] = (
    # Accounts
    Page(name="accounts:sign-up", outcomes=only(SIGNED_IN, "redirected", others="shown")),
    Page(name="accounts:sign-in", outcomes=only(SIGNED_IN, "redirected", others="shown")),
    Page(name="accounts:history", outcomes=signed_in("shown")),
    Page(name="accounts:log", outcomes=of(("administrator",), "shown")),
    Page(name="accounts:failures", outcomes=of(("administrator",), "shown")),
    Page(name="accounts:mails", outcomes=of(("administrator",), "shown")),
    # In `bakeoff demo` alone
    Page(name="accounts:demonstration-mails", outcomes=everyone("not found")),
    *acts("accounts:try-mails", of(("administrator",), "redirected"), lambda world: {}),
    Page(name="accounts:code", outcomes=everyone("sign in")),
    Page(name="accounts:mail-sent", outcomes=everyone("shown")),
    Page(name="accounts:reset", outcomes=everyone("shown")),
    Page(name="accounts:verify", outcomes=signed_in("redirected")),
    Page(name="accounts:verify-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Page(name="accounts:reset-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Page(name="accounts:address-by-link", arguments=by_dead_link, outcomes=everyone("gone")),
    Page(name="accounts:profile", outcomes=signed_in("shown")),
    Page(name="accounts:address", outcomes=signed_in("shown")),
    Page(name="accounts:password", outcomes=signed_in("shown")),
    Page(name="accounts:second-factor", outcomes=signed_in("shown")),
    Page(name="accounts:second-factor-off", outcomes=signed_in("redirected")),
    Page(name="accounts:recovery-codes", outcomes=signed_in("redirected")),
    Page(name="accounts:new-token", outcomes=signed_in("shown")),
    *acts("accounts:sign-out", everyone("redirected"), lambda world: {}),
    *acts("accounts:sign-out-everywhere", everyone("sign in"), lambda world: {}),
    *acts("accounts:revoke-token", {**signed_in("not found"), "owner": "redirected"}, with_token),
)
OPERATIONS: tuple[Operation, ...] = (Operation(name="me", outcomes=by_token(SIGNED_IN, "done")),)
