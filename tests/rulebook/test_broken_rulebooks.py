"""Whatever a rulebook file holds, it is a rulebook or is refused by its line: never another exception."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

from bakeoff.rulebook.files.reader import check_rulebook, parse_rulebook
from bakeoff.rulebook.files.sources import RulebookError, read_raw_text, rulebook_files
from fuzz.rulebooks import cut_off, mutated, shipped
from tests.depth import THOROUGH

TEXTS = shipped()
CHAPTERS = {
    f"{name}, chapter {number}": chapter
    for name, text in TEXTS.items()
    for number, chapter in enumerate(re.split(r"\n(?=\n*\[)", text), start=1)
}


def refusal(text: str) -> str:
    (finding,) = parse_rulebook(text).findings
    return str(finding)


@pytest.mark.parametrize(
    ("end", "line"),
    [
        ("x = [\n", 3),
        ("x = [1,\n2\n", 4),
        ('x = """\n', 3),
        ("x = '''\n\n", 4),
        ('x = "a', 2),
        ("x = {", 2),
        ("[a.\n", 2),
        ("[a\n", 2),
    ],
)
def test_an_unclosed_bracket_or_quote_at_the_end_is_refused_with_its_line(end: str, line: int) -> None:
    assert refusal(f"# A rulebook\n{end}").startswith(f"error [rulebook-syntax] rulebook.toml, line {line}: expected ")


def test_lines_are_counted_as_the_parser_counts_them() -> None:
    assert "line 2: expected a time with seconds or in quotes" in refusal("a = '\u2028\x85'\nb = 2012-04-06 11:59\n")


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_of_the_shipped_rulebooks_can_be_cut_off_at_any_byte(chapter: str) -> None:
    text = CHAPTERS[chapter]
    every = 1 if THOROUGH else 4
    for end in range(len(chapter) % every, len(text.encode()) + 1, every):
        with suppress(RulebookError):
            read_raw_text(cut_off(text, end), "rulebook.toml")


@pytest.mark.parametrize("name", rulebook_files())
def test_shipped_rulebooks_cut_off_are_refused_or_checked(name: str) -> None:
    size = len(TEXTS[name].encode())
    for end in sorted(random.Random(name).sample(range(size), 15)):
        written = parse_rulebook(cut_off(TEXTS[name], end))
        if not written.findings:
            assert written.rulebook.campaign.id
        assert all(finding.found and finding.expected and finding.place.file for finding in written.findings)


def test_changed_rulebooks_are_refused_or_checked() -> None:
    for number in range(60):
        written = parse_rulebook(mutated(TEXTS, random.Random(number)))
        if not written.findings:
            assert written.rulebook.campaign.id


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 5000,
        "x = " + "[" * 40 + "]" * 40,
        "a." * 100_000 + "a = 1",
        "[" + "a." * 100_000 + "a]",
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert "tables or lists nested deeper" in refusal(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "9" * 5000, "expected well-formed TOML"),
        ("x = '\ud800'", "line 1: expected UTF-8 text"),
        ('extends = "openmt2012"\nwithout = ["#"]', "line 2: expected a path such as phases.dry-run, found '#'"),
        ('extends = "openmt2012"\nwithout = [""]', "line 2: expected a path such as phases.dry-run, found ''"),
    ],
)
def test_values_that_the_parser_stumbles_over_are_refused(text: str, words: str) -> None:
    assert words in refusal(text)


def test_a_base_with_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    path.write_text(f'extends = "{"x" * 5000}"\n', encoding="utf-8")
    (finding,) = check_rulebook(path)
    assert finding.expected.startswith("a file next to this one or one of ")


def test_a_phase_without_an_end_after_the_references_are_out_is_a_mistake() -> None:
    endless = re.sub(r"(?m)^end = .*\n", "", TEXTS["iwslt2016"])
    assert endless != TEXTS["iwslt2016"]
    expected = [finding.expected for finding in parse_rulebook(endless).findings]
    assert any(each.endswith("submitted without an end") for each in expected)


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", '"9999-12-31T23:59"'])
def test_days_beyond_the_calendar_of_every_time_zone_are_refused(day: str) -> None:
    text = re.sub(r"(?m)^start = .*$", f"start = {day}", TEXTS["iwslt2016"])
    assert any(each.expected == "a day or a time from 1900 to 2999" for each in parse_rulebook(text).findings)
