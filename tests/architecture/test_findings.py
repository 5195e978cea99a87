"""The page of findings and the table of codes say the same."""

from __future__ import annotations

import re

from bakeoff.data import Code
from bakeoff.submissions.finding_codes import CODES
from bakeoff_site.core import finding_codes
from tests.conftest import ROOT

ROW = re.compile(r"^\| `([a-z0-9-]+)` \| ([a-z-]+) \| (.+) \| (.+) \|$", re.MULTILINE)
WRITTEN = re.compile(r'(?:finding\(|report\(|stop\(|code=|code = |code, \w+ = )\s*"([a-z0-9-]+)"')
ALL_CODES = (*CODES.values(), *(code for code in vars(finding_codes).values() if isinstance(code, Code)))


def rows() -> list[tuple[str, ...]]:
    return ROW.findall((ROOT / "docs" / "reference" / "findings.md").read_text(encoding="utf-8"))


def test_every_code_is_on_the_page_once_and_nothing_else_is() -> None:
    assert sorted((code, severity) for code, severity, _, _ in rows()) == sorted(
        (code.name, code.severity) for code in ALL_CODES
    )


def test_every_code_says_what_it_means() -> None:
    assert all(code.title for code in ALL_CODES)
    assert all(meaning.strip() for _, _, meaning, _ in rows())


def test_every_code_has_a_remedy_that_says_what_to_do() -> None:
    sentence = re.compile(r"[A-Z][^?]*[^\s.]\.")
    assert [code.name for code in ALL_CODES if not sentence.fullmatch(code.remedy)] == []


def test_the_page_gives_the_remedy_of_each_code() -> None:
    assert {code: remedy.replace("`", "") for code, _, _, remedy in rows()} == {
        code.name: code.remedy for code in ALL_CODES
    }


def test_findings_are_made_by_their_codes_alone() -> None:
    """Whoever made one without its code could leave the remedy out; the client repeats what a server said."""
    made = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*.py")
        if re.search(r"(?<![A-Za-z])Finding\(", path.read_text(encoding="utf-8"))
    }
    assert made == {"bakeoff/data/findings.py", "bakeoff/client/errors.py"}


def test_codes_that_the_sources_write_are_in_the_table() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for folder in ("rulebook", "submissions")
        for path in (ROOT / "src" / "bakeoff" / folder).rglob("*.py")
    ]
    written = {code for text in sources for code in WRITTEN.findall(text)}
    assert len(written) > 20
    assert written <= set(CODES)
