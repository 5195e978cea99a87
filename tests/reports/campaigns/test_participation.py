from __future__ import annotations

from bakeoff.reports import RENDERERS
from bakeoff.reports.campaigns.participation import (
    CountedSystem,
    Participant,
    participants_by_track,
    participants_table,
    submissions_by_condition,
    submissions_by_track,
)
from bakeoff.rulebook import read_rulebook

I05 = read_rulebook("iwslt2005")
I12 = read_rulebook("iwslt2012")
CHINESE = {"supplied": (11, 2), "tools": (5, 2), "unrestricted": (2, 1), "c-star": (5, 2)}
"""IWSLT 2005, table 12, first row: submissions, and with mixed case."""
TASKS = {
    ("ted-asr", "en"): (7, 8, "FBK, KIT, KIT-NAIST, MITLL, NICT, RWTH, UEDIN"),
    ("ted-slt", "en-fr"): (4, 8, "KIT, MITLL, RWTH, UEDIN"),
    ("ted-mt", "nl-en"): (2, 2, "FBK, NAIST"),
    ("olympics-mt", "zh-en"): (4, 4, "HIT, KYOTO-U, NAIST-NICT, POSTECH"),
}
"""IWSLT 2012, table 8, some rows: primary, contrastive, systems."""


def of_2012() -> list[CountedSystem]:
    systems = []
    for (track, pair), (primary, contrastive, teams) in TASKS.items():
        names = teams.split(", ")
        assert len(names) == primary
        for number in range(primary + contrastive):
            is_primary = number < primary
            system = "primary" if is_primary else f"contrastive{number}"
            team = names[number % primary]
            systems.append(
                CountedSystem(team=team, track=track, language_pair=pair, system=system, is_primary=is_primary)
            )
    return systems


def test_table_12_of_iwslt_2005_counts_mixed_case_in_parentheses() -> None:
    conditions = list(I05.conditions)
    assert len(conditions) == len(CHINESE)
    systems = [
        CountedSystem(
            team=f"T{number}",
            track="transcript",
            language_pair="zh-en",
            condition=condition,
            system="primary",
            is_primary=True,
            has_upper_case=number < mixed,
        )
        for condition, (count, mixed) in zip(conditions, CHINESE.values(), strict=True)
        for number in range(count)
    ]
    into_chinese = CountedSystem(
        team="T", track="transcript", language_pair="en-zh", condition=conditions[0], system="primary", is_primary=True
    )
    table = submissions_by_condition(I05, "transcript", [*systems, into_chinese])
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["Chinese–English"] == ("11 (2)", "5 (2)", "2 (1)", "5 (2)", "23 (7)")
    assert rows["Japanese–English"] == ("0 (0)",) * 5
    assert rows["English–Chinese"] == ("1", "0", "0", "0", "1")  # a language without case
    assert submissions_by_condition(I05, "speech", systems).rows == ()


def test_table_8_of_iwslt_2012_lists_primary_contrastive_and_systems() -> None:
    rows = {(row[1], row[2]): row[3:] for row in submissions_by_track(I12, of_2012()).rows}
    assert rows == TASKS
    tasks = [row[0] for row in submissions_by_track(I12, of_2012()).rows]
    assert tasks[2] == "TED MT, Dutch–English (unofficial)"


def test_table_7_of_iwslt_2012_counts_teams_in_its_last_row() -> None:
    teams = sorted({system.team for system in of_2012()})
    table = participants_by_track(I12, teams, of_2012())
    headings = [column.heading for column in table.columns]
    assert headings == ["team", "ted-asr en", "ted-slt en-fr", "ted-mt nl-en", "olympics-mt zh-en"]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["FBK"] == ("1 (2)", None, "1 (1)", None)
    assert rows["POSTECH"] == (None, None, None, "1 (1)")
    assert rows["Teams"] == ("7", "4", "2", "4")
    assert table.rows[-1][0] == "Teams"


def test_hidden_numbers_are_not_told() -> None:
    table = participants_by_track(I12, ["FBK", "KIT"], of_2012(), hidden=[("FBK", "ted-asr")])
    assert [row[1] for row in table.rows] == ["hidden", "1 (1)", "7"]


def test_every_renderer_prints_them() -> None:
    table = submissions_by_track(I12, of_2012())
    for name, render in RENDERERS.items():
        assert "NAIST-NICT" in render(table), name


def test_without_submissions_a_sentence_says_so() -> None:
    for table in (participants_by_track(I12, ["A"], []), submissions_by_track(I12, [])):
        assert table.says_empty


def test_systems_of_one_institution_follow_one_another() -> None:
    """IWSLT 2005, table 18: ATR enters three systems."""
    table = participants_table(
        [
            Participant(institutions=("ATR",), name="ATR C3", code="ATR-C3", techniques=("SMT",)),
            Participant(name="University of Edinburgh", code="EDINBURGH"),
            Participant(institutions=("ATR",), name="ATR ALEPH", code="ATR-ALEPH", techniques=("EBMT", "SMT")),
            Participant(institutions=("KIT", "NAIST"), name="KIT-NAIST", code="KIT-NAIST"),
        ]
    )
    assert table.rows == (
        ("ATR", "ATR ALEPH", "ATR-ALEPH", "EBMT; SMT"),
        ("ATR", "ATR C3", "ATR-C3", "SMT"),
        ("KIT, NAIST", "KIT-NAIST", "KIT-NAIST", ""),
        ("University of Edinburgh", "University of Edinburgh", "EDINBURGH", ""),
    )
