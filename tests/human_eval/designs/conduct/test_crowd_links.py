"""Links bring workers with an id of their platform, and take them back to nowhere else."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bakeoff.human_eval.designs.conduct.crowd_links import (
    Arrival,
    arrival_of,
    is_from,
    languages_needed,
    link_query,
    return_address,
    speaks,
)
from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.crowds import Crowd, preset

PROLIFIC = preset("prolific")
TURK = Crowd.model_validate(
    {
        "id": "turk",
        "worker": "workerId",
        "session": "assignmentId",
        "study": "hitId",
        "preview": {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"},
    }
)


def test_prolific_says_who_comes() -> None:
    said = {"PROLIFIC_PID": " 5e90 ", "STUDY_ID": "671b", "SESSION_ID": "9f", "other": "x"}
    found = arrival_of(PROLIFIC, said)
    assert found == Arrival(worker="5e90", study="671b", session="9f")
    assert found.problem == ""


def test_its_link_has_placeholders_that_it_fills_in() -> None:
    assert link_query(PROLIFIC) == (
        "PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    assert link_query(TURK) == ""


@pytest.mark.parametrize("worker", ["{{%PROLIFIC_PID%}}", "x" * 201, "a\u202eb", "a\x00b"])
def test_what_no_platform_gave_is_no_id(worker: str) -> None:
    assert "does not hold an id" in arrival_of(PROLIFIC, {"PROLIFIC_PID": worker}).problem
    assert arrival_of(PROLIFIC, {"PROLIFIC_PID": "a", "SESSION_ID": worker}).problem != ""


def test_a_link_without_an_id_says_so() -> None:
    assert "does not say who you are" in arrival_of(PROLIFIC, {}).problem


def test_a_preview_is_known_by_its_value() -> None:
    assert arrival_of(TURK, {"workerId": "w", "assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"}).is_preview
    assert not arrival_of(TURK, {"workerId": "w", "assignmentId": "3A"}).is_preview
    assert not arrival_of(PROLIFIC, {}).is_preview


def test_a_link_may_say_which_languages_a_worker_speaks() -> None:
    crowd = Crowd(id="c", language="lang")
    assert arrival_of(crowd, {"worker": "w", "lang": "French, en-GB"}).languages == ("fr", "en")
    assert arrival_of(crowd, {"worker": "w"}).languages is None


def test_a_link_may_say_in_which_country_a_worker_is() -> None:
    crowd = Crowd(id="c", country="where", countries=("GB", "IE"), placeholder="$NAME")
    assert "where=$where" in link_query(crowd)
    assert [arrival_of(crowd, {"worker": "w", "where": said}).country for said in ("ie", " GB ")] == ["IE", "GB"]
    assert arrival_of(crowd, {"worker": "w"}).country == ""
    assert [is_from(crowd, each) for each in ("IE", "GB", "US", "")] == [True, True, False, False]
    assert is_from(Crowd(id="c"), "")
    with pytest.raises(ValidationError, match="the key country next to countries"):
        Crowd(id="c", countries=("GB",))
    with pytest.raises(ValidationError, match="pattern"):
        Crowd(id="c", country="where", countries=("United Kingdom",))


def test_languages_are_those_named_and_those_of_what_is_judged() -> None:
    judged = [("English", "French"), ("ara", "eng")]
    assert languages_needed(Crowd(id="c", languages=("target",)), judged) == {"fr", "en"}
    assert languages_needed(Crowd(id="c", languages=("source", "de")), judged) == {"en", "ar", "de"}
    assert languages_needed(Crowd(id="c"), judged) == frozenset()
    assert speaks({"fr", "en"}, ["fr-CA", "English"])
    assert not speaks({"fr", "en"}, ["fr"])
    assert speaks([], [])


@given(st.text(), st.text(), st.text(), st.text())
def test_nothing_that_comes_with_a_link_changes_where_workers_go(
    code: str, worker: str, study: str, session: str
) -> None:
    crowd = Crowd(id="c", return_address="https://crowd.example/done/{session}?c={code}&w={worker}&s={study}")
    try:
        address = urlsplit(return_address(crowd, code=code, worker=worker, study=study, session=session))
    except UnicodeEncodeError:  # half a character, which no request holds
        return
    assert (address.scheme, address.netloc, address.fragment) == ("https", "crowd.example", "")
    assert address.path.count("/") == 2
    assert address.query.count("&") == 2


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://crowd.example/{code}", "starts with https://"),
        ("javascript:alert(1)", "starts with https://"),
        ("https://{worker}/x", "names its host"),
        ("//crowd.example", "starts with https://"),
        ("https://crowd.example/{nobody}", "no other braces"),
        ("https://crowd.example/{", "no other braces"),
        ("https://crowd.example/{code.__class__}", "no other braces"),
    ],
)
def test_a_return_address_is_complete_and_its_braces_are_known(address: str, expected: str) -> None:
    with pytest.raises((SchemaError, ValueError), match=expected):
        Crowd(id="c", return_address=address)


def test_a_table_changes_parts_of_its_platform() -> None:
    own = Crowd.model_validate({"id": "c", "platform": "prolific", "rejection": {"characters": 20}, "study": ""})
    assert own.rejection.characters == 20
    assert own.rejection.categories == PROLIFIC.rejection.categories
    assert (own.worker, own.study) == ("PROLIFIC_PID", "")
    assert Crowd.model_validate(own.model_dump()) == own
