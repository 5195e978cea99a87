from __future__ import annotations

from bakeoff.rulebook.files.changes import Change, changes_between


def test_the_same_has_no_changes() -> None:
    assert changes_between({"a": {"b": [1, 2]}}, {"a": {"b": [1, 2]}}) == ()


def test_keys_and_tables_are_named_by_their_path() -> None:
    before = {"phases": {"run": {"start": "2027-01-01", "end": "2027-01-02"}, "old": {"start": "2026-01-01"}}}
    after = {"phases": {"run": {"start": "2027-01-01", "end": "2027-01-09"}}, "report": {"citation": "x"}}
    assert changes_between(before, after) == (
        Change("phases.old", "removed", before={"start": "2026-01-01"}),
        Change("phases.run.end", "changed", before="2027-01-02", after="2027-01-09"),
        Change("report", "added", after={"citation": "x"}),
    )


def test_a_table_that_becomes_something_else_is_changed() -> None:
    assert changes_between({"a": {"b": 1}}, {"a": 1}) == (Change("a", "changed", before={"b": 1}, after=1),)
