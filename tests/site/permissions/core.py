"""The site itself."""

from __future__ import annotations

from tests.site.permissions.rows import Page
from tests.site.permissions.seeing import acts, everyone

PAGES: tuple[Page, ...] = (
    Page(name="core:icon", outcomes=everyone("redirected")),
    Page(name="core:health", outcomes=everyone("shown")),
    Page(name="core:accessibility", outcomes=everyone("shown")),
    Page(name="core:privacy", outcomes=everyone("shown")),
    # In development alone
    Page(name="core:components", outcomes=everyone("not found")),
    *acts("core:theme", everyone("redirected"), lambda world: {}, data=lambda world: {"theme": "dark"}),
    Page(name="core:health", method="post", outcomes=everyone("refused")),
)
