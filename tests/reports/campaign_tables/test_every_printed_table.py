"""Every table and figure of the five documents is generated, or named with the reason why it is not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bakeoff.reports.campaign_figures.registry import report_figures
from bakeoff.reports.campaign_tables.registry import report_tables
from tests.reports.campaign_tables import test_iwslt_judgments as iwslt
from tests.reports.campaign_tables import test_wmt2008_judgments as wmt2008
from tests.reports.campaign_tables.generated import GENERATED
from tests.reports.campaign_tables.not_generated import NOT_GENERATED
from tests.reports.campaign_tables.printed_structure import DOCUMENTS, printed_ids, read_printed
from tests.reports.campaign_tables.simulated_results import simulated_results

JUDGED: Mapping[str, set[str]] = {
    "iwslt2005": set(iwslt.I05),
    "wmt2008": {*wmt2008.GENERATED, *map(str, range(21, 52))},
    "iwslt2012": set(iwslt.i12_tables()),
    "iwslt2016": set(iwslt.I16),
}
"""Tables of what people judged, which tests of their own compare."""
LOST: Mapping[str, set[str]] = {"wmt2008": {"4", "5", "6"}}
"""Generated, but the text of the document has lost their columns and rows: summaries of the three kinds of judgment."""
DRAWN: Mapping[str, Mapping[str, str]] = {
    "iwslt2005": {"figure 1": "scatter-"},
    "wmt2008": {"figure 1": "", "figure 3": "times-"},
    "iwslt2012": {
        "figure 2": "best-",
        "figure B.1/bracket": "bracket-ted-slt-en-fr-slt-tst2011",
        "figure B.2/bracket": "bracket-ted-mt-ar-en-ar-en-tst2011",
        "figure B.3.1/bracket": "bracket-ted-mt-en-fr-en-fr-tst2011",
        "figure B.3.2/bracket": "bracket-ted-mt-en-fr-en-fr-tst2011-2",
    },
}
"""Figures of the report that show the same, by the start of their ids. Figure 1 of WMT 2008 is tables; see below."""


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_table_and_figure_is_in_one_list(document: str, printed: Path) -> None:
    lists = [set(each.get(document, ())) for each in (GENERATED, JUDGED, LOST, DRAWN, NOT_GENERATED)]
    named = [each for one in lists for each in one]

    assert sorted(named) == sorted(printed_ids(printed, document))


def test_there_are_229_of_them_and_each_that_is_not_generated_has_a_reason(printed: Path) -> None:
    assert sum(len(printed_ids(printed, document)) for document in DOCUMENTS) == 229
    reasons = [reason for reasons in NOT_GENERATED.values() for reason in reasons.values()]
    assert all(reason.endswith(".") and len(reason.split()) > 5 for reason in reasons)
    assert len(reasons) == 8


def test_figures_of_the_documents_are_figures_of_the_reports(printed: Path) -> None:
    matrices = wmt2008.matrices_of(read_printed(printed, "wmt2008")).values()
    campaigns = {
        "iwslt2005": [simulated_results("iwslt2005")],
        "wmt2008": [wmt2008.judged_campaign(tuple(matrices))],
        "iwslt2012": [simulated_results("iwslt2012"), iwslt.judged("iwslt2012")],
    }
    for document, figures in DRAWN.items():
        drawn = [figure.id for results in campaigns[document] for figure in report_figures(results)]
        missing = {figure for figure, start in figures.items() if not any(each.startswith(start) for each in drawn)}
        assert missing == set(), drawn


def test_tables_that_the_text_has_lost_are_generated(printed: Path) -> None:
    matrices = wmt2008.matrices_of(read_printed(printed, "wmt2008")).values()
    made = {each.id for each in report_tables(wmt2008.judged_campaign(tuple(matrices)))}

    assert {f"human-summary-{evaluation}" for evaluation in ("ranking", "constituents", "yes-no")} <= made


def test_the_properties_of_data_of_wmt_2008_are_tables() -> None:
    """Its figure 1 is eight small tables of sentences, words and distinct words, turned by a quarter."""
    corpora = [each.table for each in report_tables(simulated_results("wmt2008")) if each.name == "corpus"]

    assert [column.title for column in corpora[-1].columns][-3:] == ["Sentences", "Words", "Distinct words"]
    assert {row[0] for row in corpora[-1].rows} == {"News", "Europarl", "News Commentary"}
    starts = [corpora[-1].rows_spanned(row, 3) for row in range(len(corpora[-1].rows))]
    assert set(starts) == {2, 0}  # one cell with the number of sentences for both languages of a pair
