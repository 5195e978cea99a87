"""The page of findings and the table of codes say the same."""

from __future__ import annotations

import re

from bakeoff.submissions.codes import CODES
from tests.conftest import ROOT

ROW = re.compile(r"^\| `([a-z0-9-]+)` \| ([a-z-]+) \| (.+) \| (.+) \|$", re.MULTILINE)
WRITTEN = re.compile(r'(?:finding\(|report\(|stop\(|code=|code = |code, \w+ = )\s*"([a-z0-9-]+)"')


def rows() -> list[tuple[str, ...]]:
    return ROW.findall((ROOT / "docs" / "reference" / "findings.md").read_text(encoding="utf-8"))


def test_every_code_is_on_the_page_once_and_nothing_else_is() -> None:
    assert sorted((code, severity) for code, severity, _, _ in rows()) == sorted(
        (code.name, code.severity) for code in CODES.values()
    )


def test_every_code_says_what_it_means() -> None:
    assert all(code.title for code in CODES.values())
    assert all(meaning.strip() and remedy.strip() for _, _, meaning, remedy in rows())


def test_codes_that_the_sources_write_are_in_the_table() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for folder in ("rulebook", "submissions")
        for path in (ROOT / "src" / "bakeoff" / folder).rglob("*.py")
    ]
    written = {code for text in sources for code in WRITTEN.findall(text)}
    assert len(written) > 20
    assert written <= set(CODES)
