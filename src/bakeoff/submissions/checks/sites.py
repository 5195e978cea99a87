"""Who hands it in: ids of sites are assigned on registration (OpenMT12, 12.1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from bakeoff.data import Finding
from bakeoff.submissions.context import PackageCheck


def site(check: PackageCheck) -> Iterator[Finding]:
    """Whether the site takes part, where it is known who does."""
    named = check.names.known.get("site")
    if check.sites is not None and named is not None and named not in check.sites:
        close = get_close_matches(named, check.sites, n=1)
        remedy = f"Is it {close[0]}?" if close else "Use the id that was assigned on registration."
        yield check.finding("site-unknown", found=named, expected="the id of a site that takes part", remedy=remedy)
    assigned = check.rulebook.registration.site_id == "assigned"
    if assigned and named is not None and check.sites is None and check.site is None:
        yield check.finding(
            "site-not-checked",
            found=named,
            expected="the id that was assigned on registration",
        )
