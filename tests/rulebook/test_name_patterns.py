from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.name_patterns import parse_pattern

FIELDS = ("team", "language_pair", "version", "date")
# Words without the signs that part the fields below, so that there is one way to read a name.
WORDS = st.text(st.characters(exclude_characters="/_.#", exclude_categories=("Cs", "Z", "C")), min_size=1, max_size=12)
LITERALS = st.text(st.sampled_from("_.#"), min_size=1, max_size=3)


@given(
    fields=st.lists(st.sampled_from(FIELDS), unique=True, min_size=1),
    literals=st.lists(LITERALS, min_size=5, max_size=5),
    values=st.fixed_dictionaries(dict.fromkeys(FIELDS, WORDS)),
)
def test_values_of_a_written_name_are_those_it_was_written_with(
    fields: list[str], literals: list[str], values: dict[str, str]
) -> None:
    text = literals[0] + "".join(f"{{{field}}}{literal}" for field, literal in zip(fields, literals[1:], strict=False))
    pattern = parse_pattern(text)
    kept = {field: values[field] for field in fields}
    name = pattern.written(kept)
    assert pattern.values(name, dict.fromkeys(fields, re.compile(r"[^/\s]+?"))) == kept
    assert pattern.pieces(name) == kept


@given(
    accepted=st.lists(st.text("ab_", min_size=1, max_size=4), min_size=1, max_size=6, unique=True),
    picks=st.tuples(st.integers(0, 5), st.integers(0, 5)),
)
def test_listed_values_are_found_even_where_they_hold_the_sign_between(
    accepted: list[str], picks: tuple[int, int]
) -> None:
    pattern = parse_pattern("{team}_{run}.xml")
    values = {"team": accepted[picks[0] % len(accepted)], "run": accepted[picks[1] % len(accepted)]}
    name = pattern.written(values)
    listed = re.compile("|".join(map(re.escape, accepted)))
    found = pattern.values(name, {"team": listed, "run": listed})
    # There may be two ways to read a name, but each is right.
    assert found is not None
    assert pattern.written(found) == name
    assert set(found.values()) <= set(accepted)


def test_field_that_stands_twice_has_one_value() -> None:
    pattern = parse_pattern("{team}/{team}.xml")
    assert pattern.pieces("FBK/FBK.xml") == {"team": "FBK"}
    assert pattern.pieces("FBK/KIT.xml") is None


def test_name_of_another_form_has_no_pieces() -> None:
    pattern = parse_pattern("{team}_{language_pair}.xml")
    assert pattern.pieces("FBK_de-en.txt") is None
    assert pattern.pieces("FBK.xml") is None
    assert pattern.pieces("folder/FBK_de-en.xml") is None
    assert pattern.pieces("x" * 300 + "_de-en.xml") is None


def test_text_beside_the_fields_is_taken_as_it_is() -> None:
    assert parse_pattern("a.b(c)_{run}").pieces("aXb(c)_1") is None
    assert parse_pattern("a.b(c)_{run}").pieces("a.b(c)_1") == {"run": "1"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{Team}.xml", "expected fields such as {team} in '{Team}.xml', found {Team}"),
        ("{}.xml", "expected fields such as {team} in '{}.xml', found {}"),
        ("{team.xml", "expected each { to be closed by a }, found '{team.xml'"),
        ("/{team}", "expected a name inside the package, found '/{team}'"),
        ("../{team}", "expected a name inside the package, found '../{team}'"),
        ("{team}{run}", "expected a sign between {team} and {run} that parts them, found '{team}{run}'"),
    ],
)
def test_pattern_that_cannot_be_used_is_refused(text: str, message: str) -> None:
    with pytest.raises(SchemaError) as caught:
        parse_pattern(text)
    assert str(caught.value) == message


def test_documents_may_call_a_team_a_site() -> None:
    assert parse_pattern("{site}_{run}.xml").pieces("NIST_a.xml") == {"team": "NIST", "run": "a"}
