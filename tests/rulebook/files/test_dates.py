"""The dates of a rulebook move together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from bakeoff.errors import BakeoffError
from bakeoff.rulebook import (
    Rulebook,
    days_to,
    find_rulebook,
    first_day,
    move_dates,
    new_rulebook,
    parse_rulebook,
    read_rulebook,
    rulebook_names,
    start_on,
)
from bakeoff.rulebook.files.dates import DATED, YEARS, day_of
from tests.depth import cases
from tests.rulebook.small import SMALL, saved

DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))
NAMES = st.sampled_from(rulebook_names())


def moments(rules: Rulebook) -> list[date]:
    limits = [each.from_day for each in rules.off_limits.values()]
    return [
        day
        for day in (*(moment for phase in rules.phases.values() for moment in (phase.start, phase.end)), *limits)
        if day is not None
    ]


def distances(rules: Rulebook) -> list[timedelta]:
    """Of all days from the first."""
    return [day_of(moment) - day_of(moments(rules)[0]) for moment in moments(rules)]


def times(rules: Rulebook) -> list[Any]:
    return [moment.timetz() if isinstance(moment, datetime) else None for moment in moments(rules)]


@settings(max_examples=cases(60), deadline=None)
@given(name=NAMES, start=DAYS, full=st.booleans())
def test_weekdays_distances_and_times_of_day_stay_and_the_result_is_valid(name: str, start: date, full: bool) -> None:
    model = read_rulebook(name)
    written = parse_rulebook(new_rulebook(name, id="new", title="New", full=full, start=start))
    assert written.findings == ()
    rules = written.rulebook
    assert distances(rules) == distances(model)
    assert times(rules) == times(model)
    assert [day.weekday() for day in moments(rules)] == [day.weekday() for day in moments(model)]
    first = first_day(rules)
    assert first is not None
    assert timedelta(0) <= first - start < timedelta(days=7)
    assert rules.phases == move_dates(model, days=days_to(model, start)).phases


@settings(max_examples=cases(60), deadline=None)
@given(name=NAMES, start=DAYS)
def test_only_dates_change_in_a_text_and_moving_back_gives_the_same_text(name: str, start: date) -> None:
    text = find_rulebook(name).read_text(encoding="utf-8")
    first = first_day(read_rulebook(name))
    assert first is not None
    moved = start_on(text, start)
    assert [len(line) for line in moved.split("\n")] == [len(line) for line in text.split("\n")]
    assert start_on(moved, first) == text


@pytest.mark.parametrize("name", rulebook_names())
def test_moved_by_nothing_it_is_the_same(name: str) -> None:
    text = find_rulebook(name).read_text(encoding="utf-8")
    first = first_day(read_rulebook(name))
    assert first is not None
    assert start_on(text, first) == text
    assert start_on(text, first - timedelta(days=6)) == text


def test_a_start_on_another_weekday_is_the_next_one_that_fits() -> None:
    # 2027-03-01 is a Monday.
    assert "start = 2027-05-03" in start_on(SMALL, date(2027, 5, 3))
    assert "start = 2027-05-10" in start_on(SMALL, date(2027, 5, 4))
    assert "start = 2027-05-10" in start_on(SMALL, date(2027, 5, 10))


def test_clock_times_stay_when_clocks_change_between() -> None:
    text = SMALL.replace("end = 2027-03-05", 'end = "2027-03-05T12:00"  # noon').replace(
        "2027-03-01", "2027-03-01T09:30:00"
    )
    assert start_on(text, date(2027, 6, 7)) == text.replace("2027-03-01", "2027-06-07").replace(
        "2027-03-05", "2027-06-11"
    )


def test_every_way_to_write_a_date_is_moved_where_it_is_written() -> None:
    text = SMALL.split("[phases")[0] + (
        "[phases]\n"
        'a = { start = 2027-03-01, end = "2027-03-05T12:00+01:00", note = "not start = 2027-03-01" }\n'
        "b.start = 2027-03-02 08:00:00  # start = 2027-03-02\n"
        "'b'.\"end\" = '20270309'\n"
        "[phases.c]\n"
        "note = '''\nstart = 2027-03-03\n'''\n"
        "start = 2027-03-03T10:00:00Z\n"
    )
    moved = start_on(text.replace("'20270309'", "'2027-W10-2'"), date(2027, 3, 8))
    assert moved.split("[phases]\n")[1] == (
        'a = { start = 2027-03-08, end = "2027-03-12T12:00+01:00", note = "not start = 2027-03-01" }\n'
        "b.start = 2027-03-09 08:00:00  # start = 2027-03-02\n"
        '\'b\'."end" = "2027-03-16T00:00:00"\n'
        "[phases.c]\n"
        "note = '''\nstart = 2027-03-03\n'''\n"
        "start = 2027-03-10T10:00:00Z\n"
    )


def test_dates_of_the_rulebook_that_it_builds_on_are_written_into_it() -> None:
    text = 'extends = "openmt2012"  # as then\n[campaign]\nid = "new"\n[phases.evaluation]\ntitle = "Evaluation"\n'
    moved = parse_rulebook(start_on(text, date(2027, 1, 1))).rulebook
    assert (moved.campaign.id, moved.phases["evaluation"].title) == ("new", "Evaluation")
    assert distances(moved) == distances(read_rulebook("openmt2012"))
    assert first_day(moved) == date(2027, 1, 1)


def test_years_in_names_of_files_follow() -> None:
    rules = parse_rulebook(new_rulebook("openmt2012", id="new", full=True, start=date(2030, 9, 1))).rulebook
    assert rules.submission.fields["date"].year == rules.campaign.year == 2031


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", rulebook_names())
def test_who_ran_the_model_and_where_is_removed(name: str, full: bool) -> None:
    new = parse_rulebook(new_rulebook(name, id="new", full=full)).rulebook
    assert (new.campaign.organiser, new.campaign.website, new.campaign.contact) == ("", "", "")
    assert (new.report.citation, new.report.disclaimer, new.report.publication_disclaimer) == ("", "", "")
    assert new.report.publication == read_rulebook(name).report.publication


def test_a_model_that_builds_on_another_is_emptied_and_moved_too(tmp_path: Path) -> None:
    between = saved(tmp_path, 'extends = "iwslt2016"\n[campaign]\nid = "between"\ncontact = "me@example.org"\n')
    text = new_rulebook(str(between), id="new", title="New", full=True, start=date(2028, 1, 1))
    new = read_rulebook(saved(tmp_path, text, "new.toml"))
    assert (new.campaign.organiser, new.campaign.website, new.campaign.contact) == ("", "", "")
    assert (new.campaign.id, new.campaign.title, first_day(new)) == ("new", "New", date(2028, 1, 2))


def test_a_way_of_writing_that_cannot_be_edited_is_refused() -> None:
    text = 'extends = "openmt2012"\nphases = { evaluation = { title = "Evaluation" } }\n'
    with pytest.raises(BakeoffError, match=r"Write each phase as a separate table"):
        start_on(text, date(2027, 1, 1))


def test_years_of_five_digits_are_refused() -> None:
    with pytest.raises(BakeoffError, match="Choose another start"):
        start_on(SMALL, date(9999, 12, 31))


def test_a_rulebook_without_phases_stays() -> None:
    text = SMALL.split("[phases")[0]
    assert start_on(text, date(2027, 1, 1)) == text


def test_no_date_of_the_schema_is_forgotten() -> None:
    found = set(_of_type(Rulebook, (), lambda hint: hint in (date, datetime)))
    assert found == set(DATED)
    years = {path for path in _of_type(Rulebook, (), lambda hint: hint is int) if path[-1] == "year"}
    assert years - {("test_sets", "*", "year")} == set(YEARS)


def _of_type(hint: Any, way: tuple[str, ...], fits: Any) -> Iterator[tuple[str, ...]]:
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        for name, field in hint.model_fields.items():
            yield from _of_type(field.annotation, (*way, name), fits)
    elif fits(hint):
        yield way
    else:
        inner = get_args(hint)
        is_mapping = getattr(hint, "__origin__", None) is not None and issubclass(
            getattr(hint, "__origin__", object) if isinstance(hint.__origin__, type) else object, Mapping
        )
        for each in inner[1:] if is_mapping else inner:
            yield from _of_type(each, (*way, "*") if is_mapping else way, fits)
