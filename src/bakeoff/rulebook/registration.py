"""When sites may register, and what they may call themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.name_fields import field_rules
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.visibility import Answer

MAX_SITE_ID = 40
_SITE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


def may_register(rulebook: Rulebook, when: datetime, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS) -> Answer:
    """Whether sites may register at a time, or change what they said then; `extensions` are those of a site."""
    periods = [period for period in schedule(rulebook, extensions=extensions) if "register" in period.phase.opens]
    for period in periods:
        if period.holds(when):
            return Answer(allowed=True, reason=f"{period.phase.label} is open")
    coming = [period.start for period in periods if period.start > when]
    if coming:
        return Answer(allowed=False, reason="registration has not started yet", opens=min(coming))
    return Answer(allowed=False, reason="registration is closed" if periods else "no phase is open for registration")


def site_id_mistake(rulebook: Rulebook, site_id: str) -> str:
    """What is wrong with the id of a site, which becomes a part of file names; nothing with a right one.

    >>> from bakeoff.rulebook import read_rulebook
    >>> site_id_mistake(read_rulebook("openmt2012"), "our site")
    'expected letters, digits and . _ + -, at most 40, found our site'
    """
    if len(site_id) > MAX_SITE_ID or not _SITE_ID.fullmatch(site_id):
        return f"expected letters, digits and . _ + -, at most {MAX_SITE_ID}, found {site_id or 'nothing'}"
    for package in rulebook.submission.packages.values():
        rule = field_rules(rulebook, package)["site"]
        if not rule.accepts(site_id):
            return f"expected {rule.expected}, found {site_id}"
    return ""
