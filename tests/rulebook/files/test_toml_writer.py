"""Rulebooks written from what they say."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.rulebook import parse_rulebook, read_rulebook, rulebook_names
from bakeoff.rulebook.files.sources import read_raw
from bakeoff.rulebook.files.toml_writer import write_toml

KEYS = st.text(min_size=1, max_size=8) | st.sampled_from(["start", "a", "b", "published_scores"])
SCALARS = st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=12) | st.sampled_from(["2027-02-01", ""])
VALUES = st.recursive(
    SCALARS | st.lists(SCALARS, max_size=3),
    lambda inner: st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def stored(content: object) -> object:
    """As the site stores it: days as texts."""
    return json.loads(json.dumps(content, default=str))


@pytest.mark.parametrize("name", rulebook_names())
def test_a_shipped_rulebook_is_the_same_when_it_is_written_from_its_content(name: str) -> None:
    content = read_raw(name).content
    for said in (content, stored(content)):
        assert isinstance(said, dict)
        written = parse_rulebook(write_toml(said))
        assert written.findings == ()
        assert written.rulebook == read_rulebook(name)
        assert list(written.content) == list(said)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_any_content_is_read_as_it_was(content: dict[str, object]) -> None:
    assert stored(tomllib.loads(write_toml(content))) == content


def test_tables_stay_in_order_and_short_ones_are_a_line() -> None:
    phases = {"b": {"start": "2027-02-01", "opens": ["register"]}, "a": {"start": "2027-02-02T10:00"}}
    assert write_toml({"phases": phases}) == (
        '[phases]\nb = { start = 2027-02-01, opens = ["register"] }\na = { start = "2027-02-02T10:00" }\n'
    )
