"""Names in charts: what fits of them, and where they are."""

from __future__ import annotations

import pytest

from bakeoff.reports.charts.labels import NamedPoint, fitting, point_labels
from bakeoff.reports.charts.shapes import Label


@pytest.mark.parametrize(
    ("name", "bold", "shown"),
    [
        ("RIVAL_ara2eng_primary_cn", True, "RIVAL_ara2eng_primary_cn"),
        ("RIVAL_ara2eng_primary_cn (best)", True, "RIVAL_ara2eng_pri… (best)"),  # bold letters take more room
        ("RIVAL_ara2eng_primary_cn (best)", False, "RIVAL_ara2eng_prima… (best)"),
        ("A system whose name is much too long", False, "A system whose name is m…"),
        ("A SYSTEM WHOSE NAME IS MUCH TOO LONG", False, "A SYSTEM WHOSE NAME IS…"),
        ("Ten (in words: one and nine more of them)", False, "Ten (in words: one and nine…"),
        ("系統" * 20, False, "系統" * 7 + "系…"),
        ("e\N{COMBINING ACUTE ACCENT}" * 20, False, "e\N{COMBINING ACUTE ACCENT}" * 20),
    ],
)
def test_names_are_cut_to_what_fits(name: str, bold: bool, shown: str) -> None:
    assert fitting(name, 210, bold=bold) == shown


def test_where_there_is_no_room_nothing_of_a_name_is_left() -> None:
    assert fitting("RIVAL", 0) == "…"


def test_names_of_points_do_not_overlap_on_a_phone_and_what_has_no_room_has_no_name() -> None:
    points = [NamedPoint(50, 100, "A"), NamedPoint(52, 100, "B"), *[NamedPoint(50, 100 + n, "crowd") for n in range(9)]]
    labels = list(point_labels(points, [], bottom=276))
    assert [(label.text, label.dx) for label in labels[:2] if label] == [("A", -10.0), ("B", 10.0)]
    assert labels.count(None) > 3
    for number, one in enumerate(labels):
        for other in labels[:number]:
            if one and other and (one.x, one.dx, one.anchor) == (other.x, other.dx, other.anchor):
                assert abs(one.y - other.y) >= 13


def test_names_stay_inside_and_off_the_axes() -> None:
    high, low, right = NamedPoint(1, 15, "system"), NamedPoint(50, 275, "system"), NamedPoint(99, 100, "a long system")
    axes = [Label("", 0, 12, "the title of the axis")]
    above, below, beside = point_labels([high, low, right], axes, bottom=276)
    assert above is not None
    assert above.y > 15
    assert below is not None
    assert below.y <= 273
    assert beside is not None
    assert beside.anchor == "end"
