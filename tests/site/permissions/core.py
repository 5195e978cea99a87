"""The site itself."""

from __future__ import annotations

from tests.site.permissions.rows import Page
from tests.site.permissions.seeing import everyone

PAGES: tuple[Page, ...] = (
    Page(name="core:icon", outcomes=everyone("redirected")),
    Page(name="core:health", outcomes=everyone("shown")),
    Page(name="core:health", method="post", outcomes=everyone("refused")),
)
