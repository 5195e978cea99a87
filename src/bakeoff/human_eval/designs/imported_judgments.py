"""Judgments that were made elsewhere, as judgments of a planned evaluation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.errors import FormatError, InputError, MistakesError
from bakeoff.formats.judgments.appraise.spans import with_placed_errors
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.answer_columns import placed
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.observations import Item
from bakeoff.text.languages import language_code

_BLANKS = str.maketrans("\t\n\r", "   ")
"""Tables without quotes have blanks in place of tabs and line breaks; places in the text stay the same."""
_Place = tuple[int, int]
"""A pool and a segment of it, by their numbers."""
Numbering = Literal["names", "lines from 1", "lines from 0"]
"""What a file calls a segment by: its name in the test set, or its line there, as the files of WMT do."""
_NUMBERINGS: tuple[Numbering, ...] = ("names", "lines from 1", "lines from 0")


@dataclass(frozen=True, slots=True)
class FittedJudgments:
    """Judgments under the names that the evaluation has for segments and documents."""

    judgments: tuple[Judgment, ...]
    left_out: int
    """Items that check judges and are of no output that the evaluation has, such as those of tutorials."""
    numbering: Numbering = "names"


def fit_judgments(
    judgments: Iterable[Judgment], evaluation: PlannedEvaluation, *, counts_units: bool = False
) -> FittedJudgments:
    """Finds the segments and outputs that judgments are about; MistakesError names all that fit none.

    What a file leaves open, its language pair, test set or document, fits whatever the evaluation has, as long as one
    segment fits. Where a file has the outputs that judges saw, they must be those of the evaluation. A file calls all
    its segments by name, or all by line: the first way in which everything fits is taken.

    With `counts_units`, places of errors are still counted as Appraise counts them, wherever the file has no texts.
    """
    rows = tuple(judgments)
    fitting = _Fitting(evaluation, counts_units=counts_units)
    best = fitting.fit_all(rows, "names")
    for numbering in _NUMBERINGS[1:]:
        if not best.mistakes:
            break
        found = fitting.fit_all(rows, numbering, most_mistakes=len(best.mistakes))
        best = min(best, found, key=lambda each: len(each.mistakes))
    if best.mistakes:
        raise MistakesError(best.mistakes)
    return FittedJudgments(tuple(best.judgments), best.left_out, best.numbering)


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


@dataclass(slots=True)
class _Fitted:
    """What fits where a file calls its segments in one way, and what does not."""

    numbering: Numbering
    judgments: list[Judgment] = field(default_factory=list)
    mistakes: list[InputError] = field(default_factory=list)
    left_out: int = 0


class _Fitting:
    def __init__(self, evaluation: PlannedEvaluation, *, counts_units: bool) -> None:
        self._pools = evaluation.design.pools
        self._protocol = evaluation.protocol
        self._shown = evaluation.shown_texts()
        self._counts_units = counts_units
        self._places: dict[Item, list[_Place]] = defaultdict(list)
        for number, pool in enumerate(self._pools):
            for at in range(len(pool.segments)):
                self._places[pool.item(at)].append((number, at))
        self._names: dict[str, list[Item]] = defaultdict(list)
        for item in self._places:
            # Where segments of several documents have the same id, Pearmut is given the document before it.
            for name in dict.fromkeys((item[3], ":".join(item[2:]), ":".join(item))):
                self._names[name].append(item)
        self._lines: dict[int, list[Item]] = defaultdict(list)
        self._documents = {item[2] for item in self._places}
        for each in evaluation.texts:
            rows = zip(each.texts.documents, each.texts.segment_ids, strict=True)
            for line, (document, segment) in enumerate(rows):
                self._documents.add(document.id)
                item = (each.language_pair, each.test_set, document.id, segment)
                if item in self._places:
                    self._lines[line].append(item)

    def fit_all(
        self, judgments: Sequence[Judgment], numbering: Numbering, *, most_mistakes: int | None = None
    ) -> _Fitted:
        """Ends early with as many mistakes as `most_mistakes`: another numbering fits no worse."""
        found = _Fitted(numbering)
        for judgment in judgments:
            if len(found.mistakes) == most_mistakes:
                break
            try:
                found.judgments.append(self._fit(judgment, numbering))
            except AnswerError as error:
                found.mistakes.append(placed(error, judgment))
            except InputError as error:
                if judgment.control in ("gold", "attention"):
                    found.left_out += 1
                else:
                    found.mistakes.append(error)
        return found

    def _fit(self, judgment: Judgment, numbering: Numbering) -> Judgment:
        if judgment.protocol != self._protocol.name:
            raise FormatError(
                place=judgment.place,
                expected=f"judgments of the protocol {self._protocol.name}",
                found=judgment.protocol,
                remedy="Import them into an evaluation of their protocol.",
            )
        item = self._item(judgment, numbering)
        systems = [name for shared in judgment.systems for name in shared.split(SHARED)]
        known = dict.fromkeys(name for number, _ in self._places[item] for name in self._pools[number].systems)
        if unknown := [name for name in systems if name not in known]:
            raise FormatError(
                place=judgment.place,
                expected=f"systems of the evaluation: {', '.join(known)}",
                found=", ".join(unknown),
                remedy="Call systems in the file as the evaluation calls them.",
            )
        texts = tuple(self._text(name.split(SHARED)[0], item) for name in judgment.systems)
        self._check_texts(judgment, texts)
        if self._counts_units and not judgment.texts and not judgment.shown_damaged:
            judgment = with_placed_errors(judgment, texts[0])
        self._protocol.parse(judgment.answer, judgment.systems, texts=() if judgment.shown_damaged else texts)
        language_pair, test_set, document, segment = item
        pool, at = self._places[item][0]
        return replace(
            judgment,
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            kind=self._pools[pool].kind(at, self._protocol.kind),
            texts=(),
        )

    def _item(self, judgment: Judgment, numbering: Numbering) -> Item:
        every = [item for item in self._called(judgment.segment, numbering) if _fits(judgment, item)]
        named = [item for item in every if item[2] == judgment.document]
        # Tools name documents in their own way; a name of the test set decides.
        found = named if named or judgment.document in self._documents else every
        if len(found) != 1:
            raise FormatError(
                place=judgment.place,
                expected="one segment of the evaluation",
                found=f"{len(found) or 'none'} called {judgment.segment}"
                + (f" in document {judgment.document}" if judgment.document else ""),
                remedy="Call segments and documents in the file as the test set calls them, or number all segments by "
                "their line in it.",
            )
        return found[0]

    def _called(self, segment: str, numbering: Numbering) -> Sequence[Item]:
        if numbering == "names" or not (segment.isascii() and segment.isdecimal()):
            return self._names.get(segment, ())
        return self._lines.get(int(segment) - (numbering == "lines from 1"), ())

    def _text(self, system: str, item: Item) -> str:
        pool, segment = next(place for place in self._places[item] if system in self._pools[place[0]].systems)
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


def _fits(judgment: Judgment, item: Item) -> bool:
    """Whether language pair and test set are what the file says of them."""
    language_pair, test_set, _, _ = item
    return judgment.test_set in ("", test_set) and (
        not judgment.language_pair or _codes(judgment.language_pair) == _codes(language_pair)
    )


def _codes(language_pair: str) -> tuple[str, ...]:
    """Tools write `eng-deu` or `en-de`."""
    return tuple(map(language_code, language_pair.split("-")))
