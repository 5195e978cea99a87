"""How many requests a token and a network address may make of the API."""

from __future__ import annotations

from bakeoff_site.core.http.limits import Allowance

WITH_TOKEN = Allowance(600, 60)
FROM_ADDRESS = Allowance(1200, 60)
"""A complete laboratory may share one address."""
WITHOUT_TOKEN = Allowance(120, 60)
