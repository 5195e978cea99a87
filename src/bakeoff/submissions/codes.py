"""Every code that a finding may have: how bad it is and what it means. `docs/reference/findings.md` explains each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bakeoff.data import Code, Finding
from bakeoff.errors import Place
from bakeoff.rulebook.codes import RULEBOOK_CODES
from bakeoff.submissions.archives.codes import ARCHIVE_CODES
from bakeoff.submissions.check_codes import CHECK_CODES
from bakeoff.submissions.description_codes import DESCRIPTION_CODES
from bakeoff.submissions.text_codes import TEXT_CODES

_ALL = (*RULEBOOK_CODES, *ARCHIVE_CODES, *CHECK_CODES, *DESCRIPTION_CODES, *TEXT_CODES)

CODES: Mapping[str, Code] = MappingProxyType({code.name: code for code in _ALL})


def finding(code: str, *, found: str, expected: str, remedy: str = "", place: Place | None = None) -> Finding:
    """A finding with the severity that its code has."""
    return Finding(
        code=code,
        severity=CODES[code].severity,
        found=found,
        expected=expected,
        remedy=remedy,
        place=place or Place(),
    )
