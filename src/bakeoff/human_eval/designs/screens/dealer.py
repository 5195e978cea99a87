"""The dealer: the next screen for a judge, at once, however many judges ask and however much was judged before."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.gold_passages import GoldPassages
from bakeoff.human_eval.designs.screens.judge_history import JudgeHistory
from bakeoff.human_eval.designs.screens.open_units import OpenUnits
from bakeoff.human_eval.designs.screens.passage_choice import PassageChoice
from bakeoff.human_eval.designs.screens.system_ratings import PoolRatings
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


class Dealer:
    """Hands out a design. Its state is the sequence of assignments, who left, and the comparisons reported to it.

    What was handed out counts at once, so that two judges who ask together get different screens; what is not
    answered is given back. Where documents are handed out, a judge gets one to its end, and controls are documents,
    too; what someone leaves unfinished goes to others.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.ratings = PoolRatings(design.pools)
        self._open_units = OpenUnits(design)
        self._gold_passages = GoldPassages(design, self._open_units.tables)
        self._histories: dict[str, JudgeHistory] = {}

    @property
    def tables(self) -> list[UnitTable]:
        return self._open_units.tables

    def next(
        self, judge: str, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> Assignment | None:
        """The next screen for a judge; None where nothing is left for them.

        `pools` are the pools that the judge chose, by number; `excluded` are systems that they must not see: their own,
        by the name that they have in every direction where several are judged together.
        """
        history, hidden = self._history(judge), frozenset(excluded)
        history.ripen(self.design.gap)
        rng = Random(f"{self.design.seed}:{judge}:{len(history.dealt)}")
        if history.passage is not None and self._is_hidden(history.passage, hidden):
            self.leave(judge)
        if history.passage is None:
            choice = PassageChoice(
                design=self.design,
                open_units=self._open_units,
                gold_passages=self._gold_passages,
                ratings=self.ratings,
                history=history,
                pools=None if pools is None else frozenset(pools),
                excluded=hidden,
                rng=rng,
            )
            passage = choice.passage()
            if passage is None:
                return None
            self._start(history, passage)
        return self._show(history, rng)

    def give_back(self, assignment: Assignment) -> None:
        """Takes back a screen that was not answered; others get it, with what follows in its document.

        A control stays with the judge: it may come again.
        """
        history, position = self._history(assignment.judge), assignment.position
        if history.dealt[position : position + 1] != [assignment]:
            raise InputError(expected=f"a screen that {history.judge} has", found=f"another at position {position}")
        last = position == len(history.dealt) - 1
        if assignment.control:
            self._give_back_control(history, assignment, last=last)
            return
        unit = self._open_units.unit_of(assignment)
        self._open_units.count(assignment, by=-1)
        history.forget(unit, assignment.segment)
        history.counts["common"] -= self._is_common(assignment)
        history.blank(position)
        left = history.close() if last else None
        following = () if left is None else left.segments
        self._open_units.reopen(
            Passage(pool=assignment.pool, segments=(assignment.segment, *following), systems=assignment.systems)
        )

    def leave(self, judge: str) -> bool:
        """Takes back what a judge has not seen yet of the document that they are in; whether there was something."""
        left = self._history(judge).close()
        if left is None or left.control:
            return False
        self._open_units.reopen(left)
        return True

    def is_within_document(self, judge: str) -> bool:
        """Whether the next screen of a judge continues a document."""
        return self._history(judge).passage is not None

    def replay(self, assignments: Iterable[Assignment]) -> None:
        """Brings a new dealer to where one was that handed these out, in any order of judges.

        Screens without systems were given back; they may be left out. Who had left has to `leave` again.
        """
        for assignment in assignments:
            history = self._history(assignment.judge)
            while len(history.dealt) < assignment.position:
                self._skip(history, assignment)
            if not assignment.systems:
                self._skip(history, assignment)
                continue
            history.ripen(self.design.gap)
            if history.passage is None or not _goes_on(history.passage, assignment):
                self.leave(history.judge)
                self._start(history, self._passage_like(history, assignment))
            self._record(history, assignment)

    def dealt_to(self, judge: str) -> tuple[Assignment, ...]:
        """The screens of a judge in their order, without those given back."""
        return tuple(each for each in self._histories[judge].dealt if each.systems) if judge in self._histories else ()

    def has_gold(self, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()) -> bool:
        """Whether there are gold items for a judge who chose these pools and must not see these systems."""
        hidden = frozenset(excluded)
        possible = self._gold_passages.open_to(
            lambda number: pools is None or number in pools,
            lambda number: self._open_units.hidden(number, hidden),
            fewest=self._open_units.fewest,
        )
        return next(possible, None) is not None

    @property
    def missing(self) -> int:
        """How many units still need a judge; a document is judged when all of it was handed out."""
        started = sum(
            1 for history in self._histories.values() if history.passage is not None and not history.passage.control
        )
        return self._open_units.missing + started

    def _history(self, judge: str) -> JudgeHistory:
        if judge not in self._histories:
            self._histories[judge] = JudgeHistory(judge)
        return self._histories[judge]

    def _is_hidden(self, passage: Passage, excluded: frozenset[str]) -> bool:
        return not self._open_units.hidden(passage.pool, excluded).isdisjoint(passage.systems)

    def _is_common(self, assignment: Assignment) -> bool:
        table = self.tables[assignment.pool]
        return table.group_with(assignment.segment) in table.common

    def _start(self, history: JudgeHistory, passage: Passage) -> None:
        history.passage, history.begin = passage, len(history.dealt)
        if not passage.control:
            self._open_units.start(passage)
            return
        history.controls[history.begin] = passage
        if passage.control == "gold":
            history.golds.add(passage.question)

    def _show(self, history: JudgeHistory, rng: Random) -> Assignment:
        passage = history.passage
        assert passage is not None
        return self._record(
            history,
            Assignment(
                judge=history.judge,
                position=len(history.dealt),
                pool=passage.pool,
                segment=passage.segments[0],
                systems=tuple(rng.sample(sorted(passage.systems), len(passage.systems))),
                control=passage.control,
                damaged=passage.damaged,
            ),
        )

    def _record(self, history: JudgeHistory, assignment: Assignment) -> Assignment:
        passage = history.passage
        assert passage is not None
        history.dealt.append(assignment)
        if assignment.control:
            history.counts[assignment.control] += 1
        else:
            history.note_seen(self._open_units.unit_of(assignment), assignment.segment)
            history.counts["common"] += self._is_common(assignment)
            self._open_units.count(assignment)
        if len(passage.segments) > 1:
            history.passage = replace(passage, segments=passage.segments[1:])
        else:
            history.close()
        return assignment

    def _give_back_control(self, history: JudgeHistory, assignment: Assignment, *, last: bool) -> None:
        history.counts[assignment.control] -= 1
        history.blank(assignment.position)
        started = history.controls.get(assignment.position)
        if started is not None and (last or len(started.segments) == 1):  # nothing of it was answered
            del history.controls[assignment.position]
            history.golds.discard(started.question)
            if started.origin is not None:
                history.old.append(started.origin)
            history.passage = None if last else history.passage
        elif last:
            left = () if history.passage is None else history.passage.segments
            segments = (assignment.segment, *left)
            history.passage = Passage(
                pool=assignment.pool,
                segments=segments,
                systems=assignment.systems,
                control=assignment.control,
                damaged=assignment.damaged,
            )

    def _skip(self, history: JudgeHistory, assignment: Assignment) -> None:
        """A screen that the former dealer got back."""
        self.leave(history.judge)
        history.dealt.append(replace(assignment, position=len(history.dealt), systems=(), control="", damaged=()))

    def _passage_like(self, history: JudgeHistory, assignment: Assignment) -> Passage:
        """The passage that an already dealt screen started."""
        own = Passage(
            pool=assignment.pool,
            segments=(assignment.segment,),
            systems=assignment.systems,
            control=assignment.control,
            damaged=assignment.damaged,
        )
        if assignment.control == "gold":
            return self._gold_passages.like(assignment) or own
        if assignment.control:
            origin = history.earlier_like(assignment)
            if origin is None:
                return own
            segments = tuple(each.segment for each in history.screens(origin))
            return replace(own, segments=segments, origin=origin)
        if (rest := self._open_units.rest_from(assignment)) is not None:
            return rest
        passage = self.tables[assignment.pool].segments_of(self._open_units.unit_of(assignment))
        if passage[0] != assignment.segment:
            for other in self._histories.values():  # somebody left without a word
                if other.passage is not None and _goes_on(other.passage, assignment):
                    self.leave(other.judge)
                    return self._passage_like(history, assignment)
        return replace(own, segments=passage[passage.index(assignment.segment) :])


def _goes_on(passage: Passage, assignment: Assignment) -> bool:
    """Whether a screen is the next of a passage."""
    return (passage.pool, passage.segments[0], frozenset(passage.systems), passage.control) == (
        assignment.pool,
        assignment.segment,
        frozenset(assignment.systems),
        assignment.control,
    )
