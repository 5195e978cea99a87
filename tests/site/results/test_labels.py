"""Names beside figures: what fits of them."""

from __future__ import annotations

import pytest

from bakeoff_site.results.conversions.labels import fitting


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
