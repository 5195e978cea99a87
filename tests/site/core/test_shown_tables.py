"""Tables of reports on pages: intervals in the cells of their numbers, the first also drawn; signatures apart."""

from __future__ import annotations

from bakeoff.reports.table import Column, Range, Table
from bakeoff_site.core.shown_tables import shown_tables

TABLE = Table(
    columns=tuple(map(Column, ("system", "mTER", "mTER interval", "words", "TER", "TER interval"))),
    rows=(
        ("ALPHA", 10.0, Range(5, 20), 7, 30.0, Range(20, 40)),
        ("BRAVO", 15.0, None, 8, None, None),
    ),
    notes=("Lower is better.", "Signature: ter@tercom|case:yes"),
)


def test_an_interval_is_shown_with_its_number_and_a_signature_apart() -> None:
    [shown] = shown_tables([TABLE])
    assert [heading for heading, _ in shown.headings] == ["System", "mTER", "Words", "TER"]
    assert [[(cell.text, cell.interval) for cell in row] for row in shown.rows] == [
        [("ALPHA", ""), ("10.00", "[5.00, 20.00]"), ("7", ""), ("30.00", "[20.00, 40.00]")],
        [("BRAVO", ""), ("15.00", ""), ("8", ""), ("–", "")],
    ]
    assert (shown.notes, shown.signatures) == (("Lower is better.",), ("ter@tercom|case:yes",))


def test_the_first_number_is_drawn_on_one_axis_and_no_other() -> None:
    [shown, plain] = shown_tables([TABLE, Table(columns=TABLE.columns[3:4], rows=((7,),))], key="5")
    assert shown.axis is not None
    first, second = (row[1].mark for row in shown.rows)
    assert first is not None
    assert second is not None
    assert first.low is not None
    assert first.high is not None
    assert first.low < first.x < second.x < first.high
    assert (second.low, second.label) == (None, "no interval")
    assert {cell.mark for row in shown.rows for number, cell in enumerate(row) if number != 1} == {None}
    assert (plain.axis, shown.grid != plain.grid) == (None, True)
