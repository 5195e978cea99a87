"""Every code that a finding of the checker may have: how bad it is, what it means and how to fix it.

`docs/reference/findings.md` lists the same codes with the same remedies.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bakeoff.data import Code, Finding
from bakeoff.errors import Place
from bakeoff.rulebook.finding_codes import RULEBOOK_CODES
from bakeoff.submissions.finding_codes.archives import ARCHIVE_CODES
from bakeoff.submissions.finding_codes.checks import CHECK_CODES
from bakeoff.submissions.finding_codes.descriptions import DESCRIPTION_CODES
from bakeoff.submissions.finding_codes.packages import PACKAGE_CODES
from bakeoff.submissions.finding_codes.runs import RUN_CODES
from bakeoff.submissions.finding_codes.texts import TEXT_CODES

_ALL = (*RULEBOOK_CODES, *ARCHIVE_CODES, *CHECK_CODES, *PACKAGE_CODES, *RUN_CODES, *DESCRIPTION_CODES, *TEXT_CODES)

CODES: Mapping[str, Code] = MappingProxyType({code.name: code for code in _ALL})


def finding(code: str, *, found: str, expected: str, remedy: str = "", place: Place | None = None) -> Finding:
    """A finding of the code with that name."""
    return CODES[code].finding(found=found, expected=expected, remedy=remedy, place=place)
