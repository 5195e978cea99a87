"""Tables of reports on pages."""

from __future__ import annotations

from bakeoff.reports.table import Column, Table
from bakeoff_site.ui.templatetags.tables import table

SCORES = Table(
    title="Scores",
    columns=(Column("system"), Column("chrF"), Column("runs", counts=True), Column("note")),
    rows=(("A & B", 81.2, "3 (1)", None),),
    notes=("As of <today>.",),
)


def test_rows_say_their_headings_where_they_are_blocks() -> None:
    shown = table(SCORES)
    assert shown.startswith("<h2>Scores</h2>")
    assert '<th role="columnheader" scope="col" class="short">System</th>' in shown
    assert '<th role="rowheader" scope="row" class="short">A &amp; B</th>' in shown
    assert '<td role="cell" data-label="chrF" class="number">81.20</td>' in shown
    assert '<td role="cell" data-label="Runs" class="number">3 (1)</td>' in shown
    assert '<td role="cell" data-label="Note" class="none">–</td>' in shown
    assert '<p class="note">As of &lt;today&gt;.</p>' in shown


def test_a_title_can_be_left_to_the_page() -> None:
    assert "<h2>" not in table(SCORES, titled=False)


def test_an_empty_table_says_what_will_be_there() -> None:
    assert table(Table(columns=(Column("team"),), rows=(), empty="No team yet.")) == '<p class="empty">No team yet.</p>'
