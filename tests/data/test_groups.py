from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.data.groups import group_key, groupings_of, parse_group, parse_grouping
from bakeoff.errors import ExpressionError


@pytest.mark.parametrize(
    "text", ["subset×genre", "subset*genre", "subset * genre", "subset x genre", " subset ×genre "]
)
def test_attributes_are_crossed_by_a_multiplication_sign_or_plain_ascii(text: str) -> None:
    assert parse_grouping(text) == ("subset", "genre")


@pytest.mark.parametrize("name", ["genre", "box", "x", "taxon"])
def test_a_name_with_the_letter_x_is_one_attribute(name: str) -> None:
    assert parse_grouping(name) == (name,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("genre*genre", "cannot group by 'genre*genre': it crosses an attribute with itself. Name each once."),
        ("genre*", "expected attributes joined by × or *, as in subset*genre, found 'genre*'."),
        ("*", "expected attributes joined by × or *, as in subset*genre, found '*'."),
    ],
)
def test_a_crossing_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_grouping(text)
    assert str(caught.value) == message


VALUES = st.text("ab×= ", max_size=5)


@given(VALUES, VALUES)
def test_a_key_is_read_back_whatever_its_values_hold(first: str, second: str) -> None:
    known = ("subset", "genre")
    key = group_key(known, (first, second))
    assert parse_group(key, known) == {"subset": first, "genre": second}
    assert parse_group(group_key(["genre"], [first]), known) == {"genre": first}
    assert groupings_of([key, group_key(["genre"], [first])], known) == ("subset×genre", "genre")
