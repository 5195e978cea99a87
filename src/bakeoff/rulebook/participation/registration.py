"""When teams may register, and what they may call themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.file_names.fields import field_rules
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.schema import Rulebook

MAX_TEAM_CODE = 40
_TEAM_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


def may_register(rulebook: Rulebook, when: datetime, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS) -> Answer:
    """Whether teams may register at a time, or change what they said then; `extensions` are those of a team."""
    periods = [period for period in schedule(rulebook, extensions=extensions) if "register" in period.phase.opens]
    for period in periods:
        if period.holds(when):
            return Answer(allowed=True, reason=f"{period.phase.label} is open")
    coming = [period.start for period in periods if period.start > when]
    if coming:
        return Answer(allowed=False, reason="registration has not started yet", opens=min(coming))
    return Answer(allowed=False, reason="registration is closed" if periods else "no phase is open for registration")


def team_code_mistake(rulebook: Rulebook, code: str) -> str:
    """What is wrong with the code of a team, which becomes a part of file names; nothing with a right one.

    >>> from bakeoff.rulebook import read_rulebook
    >>> team_code_mistake(read_rulebook("openmt2012"), "our team")
    'expected letters, digits and . _ + -, at most 40, found our team'
    """
    if len(code) > MAX_TEAM_CODE or not _TEAM_CODE.fullmatch(code):
        return f"expected letters, digits and . _ + -, at most {MAX_TEAM_CODE}, found {code or 'nothing'}"
    for package in rulebook.submission.packages.values():
        rule = field_rules(rulebook, package)["team"]
        if not rule.accepts(code):
            return f"expected {rule.expected}, found {code}"
    return ""
