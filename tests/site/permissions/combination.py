"""System combination."""

from __future__ import annotations

from tests.site.permissions.arguments import in_campaign, with_system
from tests.site.permissions.asking import by_token
from tests.site.permissions.rows import Operation, Page
from tests.site.permissions.seeing import acts, of
from tests.site.world import ORGANISERS

PAGES: tuple[Page, ...] = (
    Page(name="combination:outputs", arguments=in_campaign, outcomes=of(ORGANISERS, "shown")),
    *acts("combination:pack", of(ORGANISERS, "redirected"), in_campaign),
    *acts("combination:clear", of(ORGANISERS, "redirected"), with_system),
)
OPERATIONS: tuple[Operation, ...] = (
    Operation(name="list_sharing", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="list_packs", outcomes=by_token(ORGANISERS, "done")),
    Operation(name="make_packs", body={}, outcomes=by_token(ORGANISERS, "done")),
    Operation(name="clear", arguments=with_system, outcomes=by_token(ORGANISERS, "done")),
)
