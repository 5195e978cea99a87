"""What a platform exports about its submissions is read by its headings, and mistakes are named with their line."""

from __future__ import annotations

import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.conduct.platform_statuses import PlatformStatus, read_statuses, status_of
from bakeoff.rulebook.schema.crowds import Statuses, preset

COLUMNS = preset("prolific").statuses
EXPORT = (
    "\ufeffSubmission id,Participant id,Status,Time taken,Fluent languages\r\n"
    '671b,5e90,APPROVED,1150,"Czech, English"\r\n'
    "671c,5e91,Timed-Out,,\r\n"
    "\r\n"
    "671d,5e90,RETURNED,12,English\r\n"
)


def test_rows_are_found_by_their_headings() -> None:
    found = read_statuses(EXPORT, COLUMNS)
    assert found == (
        PlatformStatus(worker="5e90", session="671b", status="APPROVED", line=2),
        PlatformStatus(worker="5e91", session="671c", status="TIMED-OUT", line=3),
        PlatformStatus(worker="5e90", session="671d", status="RETURNED", line=5),
    )


def test_the_row_of_the_session_is_about_it_and_else_the_last() -> None:
    found = read_statuses(EXPORT, COLUMNS)
    assert status_of(found, worker="5e90", session="671b") == found[0]
    assert status_of(found, worker="5e90", session="") == found[2]
    assert status_of(found, worker="5e90", session="elsewhere") == found[2]
    assert status_of(found, worker="nobody", session="671b") is None


def test_a_platform_without_sessions() -> None:
    found = read_statuses("worker,status\nw1,returned\n", Statuses())
    assert found == (PlatformStatus(worker="w1", session="", status="RETURNED", line=2),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a table with a row of headings, found an empty file"),
        ("id,Status\n1,APPROVED\n", "line 1: expected a column Participant id, found id, Status"),
        ("Participant id,Status\n5e90\n", "line 2: expected 2 columns, found 1"),
        ("Participant id,Status\n5e90,\n", "line 2: expected a value in the column Status, found none"),
        ("Participant id,Status\n,APPROVED\n", "line 2: expected a value in the column Participant id, found none"),
        ('Participant id,Status\n"5e90"x,APPROVED\n', "line 2: expected a table as CSV"),
    ],
)
def test_mistakes_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_statuses(text, COLUMNS, where="export.csv")
    assert message in str(caught.value)
    assert str(caught.value).startswith("export.csv")
    assert caught.value.remedy
