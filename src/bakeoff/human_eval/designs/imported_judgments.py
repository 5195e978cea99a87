"""Judgments that were made elsewhere, as judgments of a planned evaluation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import FormatError, InputError, MistakesError
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.answer_columns import placed
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.text.languages import language_code

_BLANKS = str.maketrans("\t\n\r", "   ")
"""Tables without quotes have blanks in place of tabs and line breaks; places in the text stay the same."""
_Place = tuple[int, int]
"""A pool and a segment of it, by their numbers."""


@dataclass(frozen=True, slots=True)
class FittedJudgments:
    """Judgments under the names that the evaluation has for segments and documents."""

    judgments: tuple[Judgment, ...]
    left_out: int
    """Items that check judges and are of no output that the evaluation has, such as those of tutorials."""


def fit_judgments(judgments: Iterable[Judgment], evaluation: PlannedEvaluation) -> FittedJudgments:
    """Finds the segments and outputs that judgments are about; MistakesError names all that fit none.

    What a file leaves open, its language pair, test set or document, fits whatever the evaluation has, as long as one
    segment fits. Where a file has the outputs that judges saw, they must be those of the evaluation.
    """
    fitting = _Fitting(evaluation)
    found: list[Judgment] = []
    mistakes: list[InputError] = []
    left_out = 0
    for judgment in judgments:
        try:
            found.append(fitting.fit(judgment))
        except AnswerError as error:
            mistakes.append(placed(error, judgment))
        except InputError as error:
            if judgment.control in ("gold", "attention"):
                left_out += 1
            else:
                mistakes.append(error)
    if mistakes:
        raise MistakesError(mistakes)
    return FittedJudgments(tuple(found), left_out)


def fit_earlier_edits(judgments: Iterable[Judgment], evaluation: PlannedEvaluation) -> FittedJudgments:
    """Post-edits of an earlier campaign under the names that the evaluation has for the segments that it edits, too.

    Their systems need not be among those of the evaluation. Post-edits of other segments are left out.
    """
    pools = evaluation.design.pools
    known: dict[tuple[str, str], list[tuple[Pool, int]]] = defaultdict(list)
    for pool in pools:
        for at, (document, segment) in enumerate(pool.segments):
            for name in {document, ""}:
                known[name, segment].append((pool, at))
    found: list[Judgment] = []
    left_out = 0
    for judgment in judgments:
        places = [
            (pool, at)
            for pool, at in known.get((judgment.document, judgment.segment), ())
            if judgment.test_set in ("", pool.test_set) and judgment.language_pair in ("", pool.language_pair)
        ]
        if len(places) != 1:
            left_out += 1
            continue
        [(pool, at)] = places
        language_pair, test_set, document, segment = pool.item(at)
        found.append(
            replace(judgment, language_pair=language_pair, test_set=test_set, document=document, segment=segment)
        )
    return FittedJudgments(tuple(found), left_out)


class _Fitting:
    def __init__(self, evaluation: PlannedEvaluation) -> None:
        self._design = evaluation.design
        self._protocol = evaluation.protocol
        self._shown = evaluation.shown_texts()
        self._places: dict[str, list[_Place]] = defaultdict(list)
        for number, pool in enumerate(self._design.pools):
            for at, (document, segment) in enumerate(pool.segments):
                # Where segments of several documents have the same id, Pearmut is given the document before it.
                for name in (segment, f"{document}:{segment}", ":".join(pool.item(at))):
                    self._places[name].append((number, at))

    def fit(self, judgment: Judgment) -> Judgment:
        if judgment.protocol != self._design.protocol:
            raise FormatError(
                place=judgment.place,
                expected=f"judgments of the protocol {self._design.protocol}",
                found=judgment.protocol,
                remedy="Import them into an evaluation of their protocol.",
            )
        number, at = self._place(judgment)
        pool = self._design.pools[number]
        systems = [name for shared in judgment.systems for name in shared.split(SHARED)]
        if unknown := [name for name in systems if name not in pool.systems]:
            raise FormatError(
                place=judgment.place,
                expected=f"systems of the evaluation: {', '.join(pool.systems)}",
                found=", ".join(unknown),
                remedy="Call systems in the file as the evaluation calls them.",
            )
        texts = tuple(self._text(name.split(SHARED)[0], number, at) for name in judgment.systems)
        self._check_texts(judgment, texts)
        self._protocol.parse(judgment.answer, judgment.systems, texts=() if judgment.shown_damaged else texts)
        language_pair, test_set, document, segment = pool.item(at)
        return replace(
            judgment,
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            kind=pool.kind(at, self._protocol.kind),
            texts=(),
        )

    def _place(self, judgment: Judgment) -> _Place:
        every = [place for place in self._places[judgment.segment] if self._fits(judgment, place)]
        # Tools name documents in their own way: the name decides where segments alone do not.
        named = [place for place in every if self._item(place)[2] == judgment.document]
        found = named or every
        if len(found) != 1:
            raise FormatError(
                place=judgment.place,
                expected="one segment of the evaluation",
                found=f"{len(found) or 'none'} called {judgment.segment}"
                + (f" in document {judgment.document}" if judgment.document else ""),
                remedy="Call segments and documents in the file as the test set calls them.",
            )
        return found[0]

    def _fits(self, judgment: Judgment, place: _Place) -> bool:
        language_pair, test_set, _, _ = self._item(place)
        return judgment.test_set in ("", test_set) and (
            not judgment.language_pair or _codes(judgment.language_pair) == _codes(language_pair)
        )

    def _item(self, place: _Place) -> tuple[str, str, str, str]:
        return self._design.pools[place[0]].item(place[1])

    def _text(self, system: str, pool: int, segment: int) -> str:
        asked = Assignment(judge="", position=0, pool=pool, segment=segment, systems=(system,))
        return self._shown.text(asked)

    def _check_texts(self, judgment: Judgment, texts: tuple[str, ...]) -> None:
        if judgment.shown_damaged:
            return
        for system, own, text in zip(judgment.systems, judgment.texts, texts, strict=False):
            if own.translate(_BLANKS) != text.translate(_BLANKS):
                raise FormatError(
                    place=judgment.place,
                    expected=f"the output of {system} as the evaluation has it: {text[:60]!r}",
                    found=repr(own[:60]),
                    remedy="Judgments of other outputs cannot count here: compare the versions of the system.",
                )


def _codes(language_pair: str) -> tuple[str, ...]:
    """Tools write `eng-deu` or `en-de`."""
    return tuple(map(language_code, language_pair.split("-")))
