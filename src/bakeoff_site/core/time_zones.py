"""Time zones to choose from."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

_REGIONS = ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def time_zones_by_region() -> list[tuple[str, list[tuple[str, str]]]]:
    """Time zones of places, by region; other names of the same zone are left out."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(available_timezones()):
        region, _, place = name.partition("/")
        if place and region in _REGIONS:
            regions.setdefault(region, []).append((name, place.replace("_", " ")))
    return list(regions.items())
