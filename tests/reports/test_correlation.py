from __future__ import annotations

import json

from bakeoff.evaluation import ScoreCorrelation
from bakeoff.reports import RENDERERS, correlation_json, correlation_table, render_text
from bakeoff.statistics import Correlation, Interval

PEARSON = ScoreCorrelation(
    "system", 11, ("m.tsv", "h.tsv"), Correlation(0.98, 11, "pearson", 1e-7, Interval(0.925, 0.99), "fisher"),
    None, None, (),
)  # fmt: skip
KENDALL = ScoreCorrelation(
    "system", 11, ("m.tsv", "h.tsv"), Correlation(-0.5, 11, "kendall", 0.03, Interval(-0.9, 0, 0.9), "bootstrap-bca"),
    200, 7, (),
)  # fmt: skip
FEW = ScoreCorrelation(
    "segment", 2, ("m.tsv", "h.tsv"), Correlation(0.5, 3, "spearman", 0.6, None, "bonett-wright"), None, None, ()
)
BARE = ScoreCorrelation("system", 3, ("m", "h"), Correlation(1.0, 3, "pearson", 0.0, None, "none"), None, None, ())


def test_text_has_a_row_for_each_coefficient_and_says_how_intervals_were_made() -> None:
    assert render_text(correlation_table([PEARSON, KENDALL])) == (
        "m.tsv and h.tsv: system level, 11 systems\n"
        "coefficient   value  interval               p   n\n"
        "pearson       0.980  [0.925, 0.990]   <0.0001  11\n"
        "kendall      -0.500  [-0.900, 0.000]   0.0300  11\n"
        "\n"
        "pearson: 95 % interval by Fisher's transformation.\n"
        "kendall: 90 % interval by bootstrap, BCa, 200 samples, seed 7.\n"
    )


def test_tables_for_programs_keep_numbers_in_full() -> None:
    assert RENDERERS["tsv"](correlation_table([PEARSON, KENDALL], separate_ends=True)) == (
        "coefficient\tvalue\tlow\thigh\tp\tn\npearson\t0.98\t0.925\t0.99\t1e-07\t11\nkendall\t-0.5\t-0.9\t0\t0.03\t11\n"
    )


def test_too_few_items_for_an_interval_are_said() -> None:
    table = correlation_table([FEW])
    assert table.title == "m.tsv and h.tsv: segment level, 3 segments of 2 systems"
    assert render_text(table).splitlines()[2] == "spearman     0.500  –         0.6000  3"
    assert table.notes == (
        "spearman: 3 segments are too few for an interval.",
        "Segments count as independent of each other; those of one system or one source segment are hardly so.",
    )


def test_without_intervals_there_is_no_column_for_them() -> None:
    assert [column.heading for column in correlation_table([BARE]).columns] == ["coefficient", "value", "p", "n"]


def test_json_says_what_the_numbers_depend_on() -> None:
    assert correlation_json(PEARSON) == {
        "level": "system", "coefficient": "pearson", "value": 0.98, "interval": [0.925, 0.99], "n": 11, "p": 1e-7,
        "confidence": 0.95, "method": "fisher",
    }  # fmt: skip
    assert correlation_json(KENDALL) == {
        "level": "system", "coefficient": "kendall", "value": -0.5, "interval": [-0.9, 0], "n": 11, "p": 0.03,
        "confidence": 0.9, "method": "bootstrap-bca", "samples": 200, "seed": 7,
    }  # fmt: skip
    assert correlation_json(FEW) == {
        "level": "segment", "coefficient": "spearman", "value": 0.5, "interval": None, "n": 3, "p": 0.6,
    }  # fmt: skip
    assert json.dumps(correlation_json(BARE)) == (
        '{"level": "system", "coefficient": "pearson", "value": 1.0, "n": 3, "p": 0.0}'
    )
