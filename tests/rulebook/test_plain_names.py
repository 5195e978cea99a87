"""Names in rulebooks: titles are shown in mails, menus and tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bakeoff.rulebook import kept_rulebook, new_rulebook, parse_rulebook, read_rulebook


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("title", "Open\nMT"),
        ("organiser", "NIST\u202e"),
        ("contact", "a@example.org\r\nBcc: b@example.org"),
        ("website", "https://example.org/\u2066"),
    ],
)
def test_a_name_of_several_lines_is_a_mistake_with_its_line(key: str, value: str) -> None:
    text = new_rulebook("openmt2012", id="ours", title="Ours")
    written = json.dumps(value)
    rest = [line for line in text.splitlines() if not line.startswith(f"{key} = ")]
    text = "\n".join(rest).replace("[campaign]", f"[campaign]\n{key} = {written}", 1)
    [finding] = parse_rulebook(text).findings
    assert finding.code == "rulebook-value"
    assert finding.place.line == text[: text.index(f"{key} = {written}")].count("\n") + 1
    assert "a name in one line" in finding.expected
    assert finding.remedy


@pytest.mark.parametrize(
    "table",
    ['[tracks.single]\ntitle = "a\\tb"', '[language_pairs.ara2eng]\nsource = "Ara\\nbic"'],
)
def test_names_of_tables_are_names_too(table: str) -> None:
    text = f"{new_rulebook('openmt2012', id='ours', title='Ours')}\n{table}\n"
    assert [finding.code for finding in parse_rulebook(text).findings] == ["rulebook-value"]


def test_running_text_has_lines_and_names_have_any_script() -> None:
    text = new_rulebook("openmt2012", id="ours", title="می‌خواهم 北京 משה")
    text = text.replace("[campaign]\n", '[campaign]\ndescription = "One line.\\n\\nAnother."\n')
    assert parse_rulebook(text).findings == ()


def test_a_rulebook_that_was_kept_before_stays_readable() -> None:
    content: dict[str, Any] = json.loads(json.dumps(read_rulebook("openmt2012").model_dump(mode="json")))
    content["campaign"]["title"] = "Open\nMT"
    assert kept_rulebook(content).campaign.title == "Open\nMT"
