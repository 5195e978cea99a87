"""Judges without names: a package says what judges answered, and nothing from which a person follows.

Names of judges become `judge-001` and so on, the same person the same number everywhere in a package. Times become how
long an answer took. Ids of answers and screens become numbers, since those of a server are in its log. Comments and
notes, which judges write freely, are left out. Members of teams may be judges, so mail addresses in system descriptions
are left out, too.

The order of the numbers is the order of the names that a package is given. Another order would draw other samples of
judges, and intervals would differ in their last decimals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from typing import Any

from bakeoff.data.judgments import UNNAMED, Judgment
from bakeoff.human_eval.analyses.counted_judgments import sent_of
from bakeoff.release.content import EvaluationJudgments, ReleaseContent
from bakeoff.reports.campaign_results.boards import RunScore
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.participants import Team

_FREE_TEXTS = ("comment", "note")
"""Keys of answers under which judges write what they like."""
_UPLOADER = re.compile(r"\|by:[^|]*")
"""What signatures of uploaded scores say of the person who uploaded them."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}")
_NO_MAIL = "(address left out)"
_LEAST_DIGITS = 3


def pseudonymous(content: ReleaseContent) -> ReleaseContent:
    """The same content without anything that says who judged. Done twice, it changes nothing more."""
    names = _pseudonyms(content)
    withheld = frozenset(content.left_out)
    results = content.results
    return replace(
        content,
        results=replace(
            results,
            teams=tuple(map(_without_addresses, results.teams)),
            boards=tuple(_without_uploaders(each) for each in results.boards),
            human=tuple(_renamed_results(each, names) for each in results.human),
        ),
        given_scores=tuple(
            replace(each, origin={key: value for key, value in each.origin.items() if key != "by"})
            for each in content.given_scores
        ),
        judgments=tuple(
            replace(
                each,
                judgments=partial(_stripped, each, each.judgments, names, withheld),
                earlier=partial(_stripped, each, each.earlier, names, withheld),
            )
            for each in content.judgments
        ),
    )


def withheld_edits(own: EvaluationJudgments, withheld: Mapping[str, str]) -> tuple[str, ...]:
    """Systems of an evaluation by post-edits whose outputs are withheld, so that their post-edits are, too."""
    if own.rules.get("protocol") != "post_editing":
        return ()
    return tuple(dict.fromkeys(name for runs in own.runs.values() for name, run in runs.items() if run in withheld))


def _pseudonyms(content: ReleaseContent) -> dict[str, str]:
    names: set[str] = set()
    for own in content.judgments:
        names.update(each.judge for each in own.judgments())
        names.update(each.judge for each in own.earlier())
    for human in content.results.human:
        names.update(each.judge for each in human.result.judges)
        names.update(human.result.timings.judges)
        names.update(editor.judge for group in _groups(human) for editor in group.editors)
    names.discard(UNNAMED)
    width = max(_LEAST_DIGITS, len(str(len(names))))
    return {name: f"judge-{number:0{width}d}" for number, name in enumerate(sorted(names), start=1)} | {
        UNNAMED: UNNAMED
    }


def _groups(human: HumanResults) -> tuple[Any, ...]:
    return () if human.post_edits is None else human.post_edits.groups


def _stripped(
    own: EvaluationJudgments,
    given: Callable[[], Iterator[Judgment]],
    names: Mapping[str, str],
    withheld: frozenset[str],
) -> Iterator[Judgment]:
    screens: dict[str, str] = {}
    edits = own.rules.get("protocol") == "post_editing"
    number = 0
    for judgment in _latest_last(given()):
        hidden = _is_withheld(own, judgment, withheld)
        if hidden and edits:
            continue
        number += 1
        yield replace(
            judgment,
            id=str(number),
            judge=names[judgment.judge],
            screen=screens.setdefault(judgment.screen, f"screen-{len(screens) + 1}") if judgment.screen else "",
            shown_at=None,
            sent_at=None,
            elapsed_seconds=judgment.seconds,
            answer=_without_free_texts(judgment.answer),
            texts=() if hidden else judgment.texts,
        )


def _is_withheld(own: EvaluationJudgments, judgment: Judgment, withheld: frozenset[str]) -> bool:
    if not withheld:
        return False
    runs = own.runs.get((judgment.language_pair, judgment.test_set), {})
    return any(runs.get(name, name) in withheld for shared in judgment.systems for name in shared.split(","))


def _latest_last(judgments: Iterator[Judgment]) -> Iterator[Judgment]:
    """In the same order, but an answer that was given again comes before the one that counts: times, which tell them
    apart, are not released.
    """
    rows = list(judgments)
    by_screen: dict[object, list[int]] = {}
    for number, each in enumerate(rows):
        if each.screen:
            key = (each.protocol, each.evaluation, each.judge, each.screen, each.item, each.systems, each.control)
            by_screen.setdefault(key, []).append(number)
    before: dict[int, list[int]] = {}
    moved: set[int] = set()
    for numbers in by_screen.values():
        counts = max(numbers, key=lambda number: (sent_of(rows[number]), number))
        late = [number for number in numbers if number > counts]
        if late:
            before[counts] = late
            moved.update(late)
    for number, each in enumerate(rows):
        if number not in moved:
            yield from (rows[earlier] for earlier in before.get(number, ()))
            yield each


def _without_free_texts(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {
            key: "" if key in _FREE_TEXTS and isinstance(value, str) else _without_free_texts(value)
            for key, value in answer.items()
        }
    if isinstance(answer, list | tuple):
        return [_without_free_texts(each) for each in answer]
    return answer


@dataclass(frozen=True, slots=True)
class _Renaming:
    names: Mapping[str, str]

    def of(self, value: Any) -> Any:
        """A value in which every field `judge`, and every key of a field `judges`, has its new name."""
        if is_dataclass(value) and not isinstance(value, type):
            changed = {each.name: self._field(each.name, getattr(value, each.name)) for each in fields(value)}
            same = all(changed[each.name] is getattr(value, each.name) for each in fields(value))
            return value if same else replace(value, **changed)
        if isinstance(value, tuple):
            parts = tuple(self.of(each) for each in value)
            return value if all(one is other for one, other in zip(parts, value, strict=True)) else parts
        return value

    def _field(self, name: str, value: Any) -> Any:
        if name == "judge" and isinstance(value, str):
            return self.names[value]
        if name == "judges" and isinstance(value, Mapping):
            return {self.names[judge]: self.of(each) for judge, each in value.items()}
        return self.of(value)


def _renamed_results(human: HumanResults, names: Mapping[str, str]) -> HumanResults:
    renaming = _Renaming(names)
    return replace(human, result=renaming.of(human.result), post_edits=renaming.of(human.post_edits))


def _without_addresses(team: Team) -> Team:
    def cleaned(text: str) -> str:
        return _MAIL.sub(_NO_MAIL, text)

    return replace(
        team,
        descriptions=tuple(
            replace(
                each,
                fields={name: cleaned(value) for name, value in each.fields.items()},
                techniques=cleaned(each.techniques),
                text=cleaned(each.text),
            )
            for each in team.descriptions
        ),
    )


def _without_uploaders(board: Any) -> Any:
    def cleaned(score: RunScore) -> RunScore:
        return replace(score, signature=_UPLOADER.sub("", score.signature)) if score.outside else score

    return replace(board, runs=tuple(replace(run, scores=tuple(map(cleaned, run.scores))) for run in board.runs))
