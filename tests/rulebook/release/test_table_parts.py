"""Which part of a table a run stands in."""

from __future__ import annotations

import pytest

from bakeoff.rulebook.release.table_parts import Part, part_of_table
from bakeoff.rulebook.schema import LanguagePair


@pytest.mark.parametrize(
    ("official", "late", "debugged", "part"),
    [
        (True, False, False, "official"),
        (True, True, True, "official"),  # where the rulebook accepts them
        (False, True, False, "named"),
        (False, False, True, "named"),
        (False, False, False, "unofficial"),
    ],
)
def test_late_and_debugged_runs_that_do_not_count_are_named(
    official: bool, late: bool, debugged: bool, part: Part
) -> None:
    assert part_of_table(official=official, late=late, debugged=debugged) == part


def test_languages_of_a_pair_have_codes_where_they_are_known() -> None:
    pair = LanguagePair(id="a", source="Arabic", target="English")
    assert (pair.source_code, pair.target_code) == ("ar", "en")
    assert LanguagePair(id="b", source="de").target_code == "de"
    assert LanguagePair(id="c", source="Klingon", target="English").source_code == ""
