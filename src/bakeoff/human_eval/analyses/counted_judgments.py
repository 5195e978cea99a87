"""Which judgments count: those without mistakes, each with a clear place, and of answers given again the latest.

Their answers are columns, from which every analysis starts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import SHARED, Judgment, is_complete_document
from bakeoff.errors import InputError, MistakesError
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.protocols.answer_columns import placed
from bakeoff.human_eval.protocols.contract import AnswerError, Protocol, Settings
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names

_CONTENT = attrgetter(*(each.name for each in fields(Judgment) if each.name not in ("id", "answer", "texts", "place")))
"""What two rows share, besides the answer, if they are the same judgment."""


def of_protocol(judgments: Iterable[Judgment], protocol: str) -> tuple[tuple[Judgment, ...], dict[str, int]]:
    """The judgments of a protocol, and how many there are of each other one.

    What is of no protocol at all stays, so that a check names it.
    """
    known = set(protocol_names()) - {protocol}
    rows = tuple(judgments)
    others = Counter(judgment.protocol for judgment in rows if judgment.protocol in known)
    return tuple(judgment for judgment in rows if judgment.protocol not in known) if others else rows, dict(others)


def check_judgments(
    judgments: Sequence[Judgment],
    *,
    protocol: str | None = None,
    systems: Collection[str] | None = None,
    settings: Settings | None = None,
) -> None:
    """Raises a `MistakesError` that lists duplicates, other protocols, unknown systems and invalid answers.

    Without `protocol`, the most frequent one counts. Judgments are duplicates where they have the same id, or
    are the same in everything else, the time among it. Screens that a judge passed by are no mistakes.
    """
    expected = protocol or Counter(judgment.protocol for judgment in judgments).most_common(1)[0][0]
    asked = find_protocol(expected, settings) if expected in protocol_names() else None
    mistakes: list[InputError] = [*_duplicates(judgments)]
    for judgment in judgments:
        if judgment.protocol != expected or asked is None:
            mistakes.append(_of_another(judgment, expected))
            continue
        mistakes += _unknown(judgment, systems)
        try:
            if judgment.systems:
                asked.parse(judgment.answer, judgment.systems, texts=judgment.texts)
        except AnswerError as error:
            mistakes.append(placed(error, judgment))
    if mistakes:
        raise MistakesError(sorted(mistakes, key=lambda each: (each.place.file or "", each.place.line or 0)))


def _of_another(judgment: Judgment, expected: str) -> InputError:
    known = judgment.protocol in protocol_names()
    return InputError(
        place=judgment.place,
        expected=f"judgments of the protocol {expected}" if known else f"a protocol: {', '.join(protocol_names())}",
        found=judgment.protocol,
        remedy="Give each protocol a separate file, or say which one you mean." if known else "",
    )


def _unknown(judgment: Judgment, systems: Collection[str] | None) -> Iterator[InputError]:
    for name in [] if systems is None else [name for each in judgment.systems for name in each.split(SHARED)]:
        if systems is not None and name not in systems:
            close = get_close_matches(name, systems, n=1)
            yield InputError(
                place=judgment.place,
                expected="systems of the campaign",
                found=name,
                remedy=f"Did you mean {close[0]}?" if close else "",
            )


def _duplicates(judgments: Sequence[Judgment]) -> Iterator[InputError]:
    by_id: dict[str, Judgment] = {}
    by_content: dict[object, Judgment] = {}
    for judgment in judgments:
        first = by_id.setdefault(judgment.id, judgment)
        # Without a time, two equal answers may well be those to a screen that was shown twice.
        if first is judgment and judgment.seconds is not None:
            first = by_content.setdefault(content_of(judgment), judgment)
        if first is not judgment:
            yield InputError(
                place=judgment.place,
                expected="each judgment once",
                found=f"{judgment.id}, which is that of {str(first.place) or first.id} again",
                remedy="Take one of them out.",
            )


def content_of(judgment: Judgment) -> object:
    """What is equal where two rows are the same judgment."""
    return _CONTENT(judgment), repr(judgment.answer)


def latest_answers(judgments: Iterable[Judgment]) -> tuple[Judgment, ...]:
    """The judgments in order, without earlier answers of a judge who answered the same screen again.

    The later by the time it was sent counts; without times the one that comes later. Answers whose screen is not known
    all count, and so does what was asked again on purpose: a repeat has a screen or a control of its own.
    """
    rows = tuple(judgments)
    latest: dict[object, int] = {}
    for number, each in enumerate(rows):
        key: object = (
            each.protocol,
            each.evaluation,
            each.judge,
            each.screen,
            each.item,
            each.systems,
            each.control,
        )
        before = latest.setdefault(key if each.screen else number, number)
        if sent_of(each) >= sent_of(rows[before]):
            latest[key if each.screen else number] = number
    return tuple(rows[number] for number in sorted(latest.values()))


def sent_of(judgment: Judgment) -> float:
    """When it was sent, in seconds; 0 where that is not known."""
    if judgment.sent_at is None:
        return 0.0
    moment: datetime = judgment.sent_at
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadAnswers:
    """Answers of judgments: as systems are ranked by them, and as agreement is counted, where that differs."""

    ranked: Grades | Preferences
    compared: Grades | Preferences
    sources: NDArray[np.int64]
    """For each judgment of `ranked` the number of the one that was read: a grade for an output that systems share is
    one of each of them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountedAnswers:
    """Answers that count, with how many judgments of each judge they are of, and how many do not count."""

    ranked: Grades | Preferences
    compared: Grades | Preferences
    judgments: Mapping[str, int]
    passed: int = 0
    """Screens that judges passed by."""
    superseded: int = 0
    """Answers that the judge gave again."""

    @property
    def given(self) -> Grades | Preferences:
        """Answers as judges gave them. A grade for an output that systems share is one answer, not several; but of
        outputs that are all the same, comparisons are between systems only.
        """
        return self.compared if isinstance(self.compared, Grades) else self.ranked

    def without(self, judges: Collection[str]) -> CountedAnswers:
        """The answers of the other judges."""
        if not judges:
            return self
        if not set(self.ranked.judges) - set(judges):
            raise InputError(expected="a judge who is not left out", found="none", remedy="Loosen the rules.")
        ranked, compared = (each.only(~_by(each, judges)) for each in (self.ranked, self.compared))
        return replace(self, ranked=ranked, compared=compared)


def read_answers(judgments: Sequence[Judgment], protocol: Protocol[Any], *, score: str) -> ReadAnswers:
    """The answers behind a score; an error that names all judgments whose answer is none."""
    shared = any(SHARED in system for judgment in judgments for system in judgment.systems)
    every = np.arange(len(judgments))
    preferences = protocol.preferences(judgments, of="systems")
    if preferences is not None:
        # Judges cannot distinguish systems that share an output: for agreement they are one.
        compared = protocol.preferences(judgments, of="outputs") if shared else preferences
        return ReadAnswers(ranked=preferences, compared=preferences if compared is None else compared, sources=every)
    grades = protocol.grades_behind(score, judgments)
    if grades is None:
        raise InputError(expected="answers that grade or compare", found=f"those of {protocol.name}")
    # Systems that share an output share its grades; judges agree on outputs.
    ranked = protocol.grades_behind(score, for_each_system(judgments)) if shared else None
    if ranked is None:
        return ReadAnswers(ranked=grades, compared=grades, sources=every)
    times = [each.systems[0].count(SHARED) + 1 if len(each.systems) == 1 else 1 for each in judgments]
    return ReadAnswers(ranked=ranked, compared=grades, sources=np.repeat(every, times))


def outputs_judged(answers: Grades | Preferences) -> int:
    """How many outputs judges answered about, each as often as they did: a screen of five outputs counts five.

    Repeats, gold and attention items are not counted.
    """
    counted = answers.take(answers.ordinary & ~answers.repeated)
    columns = [counted.system] if isinstance(counted, Grades) else [counted.first, counted.second]
    codes = [counted.judgment.astype(np.int64) * len(counted.systems) + column for column in columns]
    return len(np.unique(np.concatenate(codes)))


def of_level(answers: CountedAnswers, *, documents: bool) -> CountedAnswers:
    """Without grades of complete documents where segments have grades, too, or with these alone where `documents`.

    A document that is graded after its segments says again what they say: no score counts both.
    """
    ranked, compared = ((each, _of_documents(each)) for each in (answers.ranked, answers.compared))
    if documents and not ranked[1].any():
        raise InputError(
            expected="grades of complete documents",
            found="none in these judgments",
            remedy="Take another score, or say complete_documents = true in the rulebook.",
        )
    if ranked[1].all() or not (documents or ranked[1].any()):
        return answers
    parts = [each.only(rows if documents else ~rows) for each, rows in (ranked, compared)]
    same = answers.compared is answers.ranked
    return replace(answers, ranked=parts[0], compared=parts[0] if same else parts[1])


def _of_documents(answers: Grades | Preferences) -> NDArray[np.bool_]:
    """Which rows are about complete documents."""
    if not isinstance(answers, Grades):
        return np.zeros(len(answers.judgment), dtype=bool)
    complete = np.fromiter((is_complete_document(item) for item in answers.items), dtype=bool, count=len(answers.items))
    return complete[answers.item]


def _by(answers: Grades | Preferences, judges: Collection[str]) -> NDArray[np.bool_]:
    return np.isin(answers.judge, [number for number, judge in enumerate(answers.judges) if judge in judges])
