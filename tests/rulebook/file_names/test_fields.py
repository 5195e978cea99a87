"""What may stand in the fields of names, under shipped rulebooks and small ones."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.file_names.fields import FieldRule, example_values, field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from tests.rulebook.small import small_rulebook

OPENMT = read_rulebook("openmt2012")
RULES = field_rules(OPENMT, OPENMT.submission.packages["eval"])
IWSLT = read_rulebook("iwslt2012")


def test_fields_of_openmt_take_what_its_plan_lists() -> None:
    assert RULES["language_pair"].values == ("ara2eng", "chi2eng", "dar2eng", "far2eng", "kor2eng")
    assert RULES["system_type"].values == (
        "primary", "contrast1", "contrast2", "contrast3", "combo1", "combo2", "combo3",
    )  # fmt: skip
    assert RULES["condition"].values == ("cn", "un")
    assert RULES["package"].values == ("eval",)
    assert RULES["test_set"].values == ("current",)


@given(
    team=st.from_regex(r"[A-Z][A-Z0-9-]{0,9}", fullmatch=True),
    pair=st.sampled_from(RULES["language_pair"].values),
    kind=st.sampled_from(RULES["system_type"].values),
    condition=st.sampled_from(RULES["condition"].values),
    day=st.dates(date(2012, 1, 1), date(2012, 12, 31)),
)
def test_file_names_of_openmt_are_read_as_they_are_written(
    team: str, pair: str, kind: str, condition: str, day: date
) -> None:
    pattern = parse_pattern(OPENMT.submission.packages["eval"].file)
    values = {
        "team": team, "language_pair": pair, "system_type": kind, "condition": condition, "package": "eval",
        "date": f"{day:%Y%m%d}",
    }  # fmt: skip
    accepted = {name: rule.expression for name, rule in RULES.items()}
    assert pattern.values(pattern.written(values), accepted) == values
    assert all(RULES[name].accepts(value) for name, value in values.items())
    assert RULES["date"].day(values["date"]) == day


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("language_pair", "ara2fra"),
        ("system_type", "contrast4"),
        ("system_type", "contrast"),
        ("condition", "constrained"),
        ("date", "20110401"),
        ("date", "20120431"),
        ("date", "2012-04-01"),
        ("version", "1"),
        ("version", "001"),
    ],
)
def test_what_the_plan_does_not_allow_is_not_accepted(field: str, text: str) -> None:
    assert not RULES[field].accepts(text)


@pytest.mark.parametrize(
    ("field", "text", "meant"),
    [
        ("system_type", "contrastive1", "contrast1"),
        ("system_type", "PRIMARY", "primary"),
        ("language_pair", "Chi2Eng", "chi2eng"),
        ("language_pair", "ara-eng", "ara2eng"),
        ("language_pair", "zzz", None),
        ("date", "20112", None),
    ],
)
def test_nearest_value_is_what_was_probably_meant(field: str, text: str, meant: str | None) -> None:
    assert RULES[field].nearest(text) == meant


@given(st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, unique=True), st.data())
def test_value_is_nearest_to_itself(values: list[str], data: st.DataObject) -> None:
    rule = FieldRule("field", "", tuple(values))
    value = data.draw(st.sampled_from(values))
    assert rule.nearest(value) == value


def test_longer_values_are_read_before_their_starts() -> None:
    rule = FieldRule("field", "", ("combo", "combo1"))
    assert rule.expression.match("combo1.xml").group() == "combo1"


def test_conditions_and_test_sets_are_those_of_the_package() -> None:
    rules = field_rules(IWSLT, IWSLT.submission.packages["olympics"])
    assert rules["condition"].values == ("olympics", "additional")
    assert rules["test_set"].values == ("hit-eval",)
    assert rules["language_pair"].values == ("zh-en",)


def test_package_without_test_sets_takes_current_and_compulsory_ones() -> None:
    package = IWSLT.submission.packages["mt"].model_copy(update={"test_sets": ()})
    assert field_rules(IWSLT, package)["test_set"].values == ("tst2011", "tst2012")


def test_team_that_is_known_is_the_only_one() -> None:
    rule = field_rules(OPENMT, OPENMT.submission.packages["eval"], team="FBK")["team"]
    assert rule.accepts("FBK")
    assert not rule.accepts("KIT")
    assert rule.expected == "the team code FBK"


def own(**field: Any) -> FieldRule:
    book = small_rulebook(submission={"fields": {"machine": field}, "packages": {"runs": {}}})
    return field_rules(book, book.submission.packages["runs"])["machine"]


@pytest.mark.parametrize(
    ("field", "expected", "right", "wrong"),
    [
        ({"values": ["cpu", "gpu"]}, "one of cpu, gpu", "gpu", "tpu"),
        ({"pattern": "[a-z]{2}"}, "what [a-z]{2} matches", "ab", "abc"),
        ({"pattern": "[a-z]{2}", "title": "two letters"}, "two letters", "ab", "a"),
        ({"digits": 3}, "a number of 3 digits such as 001", "042", "42"),
        ({"date_format": "yyyy-mm-dd"}, "a day written yyyy-mm-dd", "2027-02-28", "2027-02-29"),
        ({}, "a word", "anything", "two words"),
    ],
)
def test_own_fields_take_what_their_table_says(field: dict[str, Any], expected: str, right: str, wrong: str) -> None:
    rule = own(**field)
    assert rule.expected == expected
    assert rule.accepts(right)
    assert not rule.accepts(wrong)


def test_field_of_which_the_rulebook_has_none_takes_any_word() -> None:
    book = small_rulebook()
    rule = field_rules(book, book.submission.packages["runs"])["condition"]
    assert (rule.values, rule.expected) == ((), "a word")


def test_example_values_are_accepted_though_phases_start_by_day_or_by_the_minute() -> None:
    phases = {
        "early": {"start": "2027-01-03T12:00"},
        "evaluation": {"start": date(2027, 3, 1), "opens": ["submit:runs"]},
    }
    book = small_rulebook(phases=phases)
    package = book.submission.packages["runs"]
    values = example_values(book, package)
    assert values["date"] == "20270301"
    assert all(rule.accepts(values[name]) for name, rule in field_rules(book, package).items())
