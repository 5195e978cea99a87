"""Nothing in a package says who judged."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.release.content import EvaluationJudgments
from bakeoff.release.privacy import pseudonymous
from bakeoff.release.reading import read_package
from bakeoff.release.writing import write_package
from tests.release.changed_packages import members_of
from tests.release.simulated_release import PEOPLE, judges_of, simulated_release

_CLOCK = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d")
_ADDRESS = re.compile(rb"[\w.+-]+@[\w-]+\.\w{2,}")


def test_names_addresses_and_ids_of_judges_are_nowhere_in_a_package(tmp_path: Path) -> None:
    write_package(simulated_release(), tmp_path / "a.zip")
    assert judges_of(simulated_release()) == set(PEOPLE)  # they are in what is written
    members = members_of(tmp_path / "a.zip")
    everything = b"\n".join((*members.values(), *(name.encode() for name in members)))
    for person in PEOPLE:
        for part in (person, person.partition("@")[0], *person.split()):
            assert part.encode() not in everything, part
    assert b"4711" not in everything  # ids of answers
    assert not _CLOCK.search(everything)
    assert not _ADDRESS.search(everything)


def test_judges_are_called_the_same_in_all_evaluations_and_results(tmp_path: Path) -> None:
    write_package(simulated_release(), tmp_path / "a.zip")
    content = read_package(tmp_path / "a.zip")
    people = sorted((*PEOPLE, "translator-before"))  # who edited in an earlier campaign
    order = {name: f"judge-{number:03d}" for number, name in enumerate(people, start=1)}
    expected = {order[name] for name in PEOPLE}
    assert {each.judge for own in content.judgments for each in own.judgments()} == expected
    for human in content.results.human:
        named = {each.judge for each in human.result.judges}
        assert named <= expected
        assert set(human.result.timings.judges) == named
    before = {each.evaluation: list(each.judgments()) for each in simulated_release().judgments}
    for own in content.judgments:
        counted = latest_answers(before[own.evaluation])
        assert [order[each.judge] for each in counted] == [each.judge for each in latest_answers(own.judgments())]


def test_times_become_how_long_an_answer_took_and_the_answer_that_counts_stays() -> None:
    start = datetime(2026, 5, 4, 12, tzinfo=UTC)
    first = Judgment(
        id="9", protocol="direct", judge="x", segment="1", systems=("a",), answer=10, screen="s",
        shown_at=start, sent_at=start + timedelta(seconds=7.25),
    )  # fmt: skip
    later = replace(first, id="8", answer=20, shown_at=start + timedelta(hours=1), sent_at=start + timedelta(hours=2))
    given = (later, first)  # the one that counts was stored first
    content = replace(
        simulated_release(),
        judgments=(EvaluationJudgments(evaluation="e", rules={}, judgments=partial(iter, given)),),
    )
    own = list(pseudonymous(content).judgments[0].judgments())
    assert [(each.id, each.answer, each.elapsed_seconds, each.shown_at) for each in own] == [
        ("1", 10, 7.25, None),
        ("2", 20, 3600.0, None),
    ]
    assert [each.answer for each in latest_answers(own)] == [each.answer for each in latest_answers(given)] == [20]


def test_comments_and_notes_of_judges_are_left_out() -> None:
    own = {each.evaluation: each for each in pseudonymous(simulated_release()).judgments}
    assert {each.answer["comment"] for each in own["editing"].judgments()} == {""}


def test_who_uploaded_scores_is_not_said() -> None:
    content = pseudonymous(simulated_release())
    assert content.given_scores[0].origin == {"version": "1"}
    signatures = {score.signature for _, score in content.results.boards[0].scores() if score.outside}
    assert all("|by:" not in each and "|version:1" in each for each in signatures)


def test_a_content_without_names_stays_as_it_is() -> None:
    once = pseudonymous(simulated_release())
    twice = pseudonymous(once)
    assert [list(each.judgments()) for each in twice.judgments] == [list(each.judgments()) for each in once.judgments]


def test_descriptions_keep_everything_but_mail_addresses() -> None:
    [description] = pseudonymous(simulated_release()).results.teams[0].descriptions
    assert description.text == "A transformer, tuned by meteor@1.5. Contact: (address left out)"
    assert dict(description.fields) == {"Techniques": "Transformer", "Contact": "Write to (address left out)."}
