"""Tables of reports on pages."""

from __future__ import annotations

from bakeoff.reports.table import Column, Group, Listing, Table, listing
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


def test_dashes_are_aligned_as_the_numbers_of_their_column() -> None:
    shown = table(Table(columns=(Column("system"), Column("chrF")), rows=(("A", 81.2), ("B", None))))
    assert '<td role="cell" data-label="chrF" class="number none">–</td>' in shown


def test_a_title_can_be_left_to_the_page() -> None:
    assert "<h2>" not in table(SCORES, titled=False)


def test_an_empty_table_says_what_will_be_there() -> None:
    assert table(Table(columns=(Column("team"),), rows=(), empty="No team yet.")) == '<p class="empty">No team yet.</p>'


def test_cells_that_list_things_are_lists_under_the_headings_of_their_groups() -> None:
    groups = [Group("to teams", ("source & co",)), Group("to everyone", ("scores", "outputs"))]
    released = Listing("source & co to teams; scores, outputs to everyone", groups)
    value = Table(columns=(Column("phase"), Column("released", reading="words")), rows=(("Results", released),))
    assert (
        '<span class="audience">To teams</span><ul class="plain"><li>Source &amp; co</li></ul>'
        '<span class="audience">To everyone</span><ul class="plain"><li>Scores</li><li>Outputs</li></ul>'
    ) in table(value)


def test_words_start_with_a_capital_and_names_stay_as_people_type_them() -> None:
    columns = (Column("type", reading="words"), Column("called", reading="names"), Column("metrics"))
    value = Table(columns=columns, rows=(("primary", listing(["a<1", "b2"]), listing(["chrF"])),))
    shown = table(value)
    assert ">Primary</th>" in shown
    assert "><code>a&lt;1</code>, <code>b2</code></td>" in shown
    assert ">chrF</td>" in shown


def test_a_list_is_one_line_everywhere_else() -> None:
    assert listing(["BLEU", "chrF"]) == "BLEU, chrF"
    assert listing([]) is None
