"""The dealer: the next screen for a judge, at once, however many judges ask and however much was judged before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.events import Comparison, Finished, NothingNow
from bakeoff.human_eval.designs.screens.gold_passages import GoldPassages
from bakeoff.human_eval.designs.screens.judge_history import JudgeHistory
from bakeoff.human_eval.designs.screens.open_units import OpenUnits
from bakeoff.human_eval.designs.screens.passage_choice import PassageChoice
from bakeoff.human_eval.designs.screens.seen_units import SeenUnits
from bakeoff.human_eval.designs.screens.stored_screens import State, SystemNumbers
from bakeoff.human_eval.designs.screens.system_ratings import PoolRatings
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What a judge may get: the pools that they chose (None: all), without systems that they must not see."""

    pools: Collection[int] | None = None
    excluded: Collection[str] = ()


class Dealer:
    """Hands out a design. Its state is what was dealt, answered and given back, who left, and what answers said.

    What was handed out counts at once, so that two judges who ask together get different screens; it is held by its
    judge until it is answered or given back. Where documents are handed out, a judge gets one to its end, and controls
    are documents, too; what someone leaves unfinished goes to others.

    `next` looks what comes next (`choose`, which changes nothing) and notes it (`deal`). Another dealer with the same
    calls of `deal`, `answer`, `give_back`, `leave` and `open_pools`, in the same order, chooses the same from then on.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.ratings = PoolRatings(design.pools)
        self._open_units = OpenUnits(design)
        self._gold_passages = GoldPassages(design, self._open_units.tables)
        self._histories: dict[str, JudgeHistory] = {}
        self._holding: dict[str, JudgeHistory] = {}
        """Judges who have something that was not answered, or that is not shown yet."""

    def state(self) -> State:
        """Where the dealer is, as plain values; much smaller than the events that led there."""
        systems = SystemNumbers()
        return {
            "ratings": self.ratings.state(),
            "open": self._open_units.state(systems),
            "judges": {judge: history.state(systems) for judge, history in self._histories.items()},
            "holding": list(self._holding),
            "systems": systems.names,  # last: now all of them are known
        }

    def take_over(self, state: State) -> None:
        """Brings a new dealer of the same design to a state, at once: it goes on as the one that was there would."""
        systems = SystemNumbers(state["systems"])
        self.ratings.take_over(state["ratings"])
        self._open_units.take_over(state["open"], systems)
        for judge, history in state["judges"].items():
            self._history(judge).take_over(history, systems, self._open_units.unit_of)
        self._holding = {judge: self._histories[judge] for judge in state["holding"]}

    @property
    def tables(self) -> list[UnitTable]:
        return self._open_units.tables

    def next(
        self, judge: str, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> Assignment | NothingNow | Finished:
        """The next screen for a judge; `NothingNow` where others hold what is left, else `Finished`.

        `pools` are the pools that the judge chose, by number; `excluded` are systems that they must not see: their own,
        by the name that they have in every direction where several are judged together.
        """
        found = self.choose(judge, pools=pools, excluded=excluded)
        if isinstance(found, Assignment):
            self.deal(found)
        return found

    def choose(
        self, judge: str, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> Assignment | NothingNow | Finished:
        """What `next` would give. Nothing is noted."""
        history, hidden = self._histories.get(judge) or JudgeHistory(judge), frozenset(excluded)
        rng = Random(f"{self.design.seed}:{judge}:{len(history.dealt)}")
        passage = history.passage
        if passage is None or self._is_hidden(passage, hidden):
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
                others = [other for other in self._holding.values() if other is not history]
                is_more = choice.could_get(others) or choice.could_open(self.is_judged)
                return NothingNow("held") if is_more else Finished()
        return Assignment(
            judge=judge,
            position=len(history.dealt),
            pool=passage.pool,
            segment=passage.segments[0],
            systems=tuple(rng.sample(sorted(passage.systems), len(passage.systems))),
            control=passage.control,
            damaged=passage.damaged,
        )

    def deal(self, assignment: Assignment) -> None:
        """Notes that a judge got a screen, which this dealer chose or another one in the same state."""
        history = self._history(assignment.judge)
        if assignment.position != len(history.dealt):
            raise InputError(
                expected=f"screen {len(history.dealt)} of {history.judge}",
                found=f"screen {assignment.position}",
                remedy="Replay what was dealt in its order, and nothing twice.",
            )
        unit = None if assignment.control else self._open_units.unit_of(assignment)
        passage = history.passage
        if passage is None or not _goes_on(passage, assignment):
            if passage is not None:
                self.leave(history.judge)
            passage = self._start(history, assignment, unit)
        history.add(assignment, unit=unit)
        self._holding[history.judge] = history
        if unit is None:
            history.counts[assignment.control] += 1
        else:
            history.seen.add(unit, assignment.segment, position=assignment.position)
            history.counts["common"] += self._is_common(assignment)
            self._open_units.shown.note(assignment)
        if len(passage.segments) > 1:
            history.passage = self._open_units.cut(passage, passage.segments[1:])
        else:
            history.passage = None
            if unit is not None:
                history.note_end()
        history.earlier.ripen(history.screens, self.design.gap)

    def answer(self, assignment: Assignment, comparisons: Sequence[Comparison] = ()) -> None:
        """Notes that a screen was answered: its judge does not hold it any longer; it stays counted.

        `comparisons` are what the answer says about systems, where the most informative screens are chosen. A screen
        that was given back can be answered, too, as long as it `is_free`: then nobody else gets it.
        """
        history, position = self._history(assignment.judge), assignment.position
        if position in history.held and history.dealt[position] == assignment:
            del history.held[position]
            self._release(history)
        elif self.is_free(assignment):
            self._take_again(history, assignment)
        else:
            raise InputError(
                expected=f"a screen that {assignment.judge} holds, or that nobody else got since",
                found=f"another at position {position}",
            )
        for comparison in comparisons:
            self.ratings.learn_comparison(assignment.pool, comparison)

    def is_free(self, assignment: Assignment) -> bool:
        """Whether a screen that was given back can still be answered: nobody was given it instead."""
        history = self._histories.get(assignment.judge)
        if history is None or not 0 <= assignment.position < len(history.dealt):
            return False
        blank = history.dealt[assignment.position]
        if blank.systems or (blank.pool, blank.segment) != (assignment.pool, assignment.segment):
            return False
        if assignment.control:
            passage = self._control_passage(history, assignment)
            known = passage.question in history.golds if assignment.control == "gold" else passage.origin is None
            return len(passage.segments) == 1 and not known
        unit, coming = self._open_units.unit_of(assignment), history.passage
        if coming is not None and not coming.control and self._open_units.is_alternative(coming, unit):
            return False  # the judge gets it again
        seen = self._open_units.seen_segments(history.seen, unit)
        return assignment.segment not in seen and self._open_units.is_open(unit, assignment)

    def give_back(self, assignment: Assignment) -> None:
        """Takes back a screen that was not answered; others get it, with what follows in its document.

        A control stays with the judge: it may come again. An answer that does not count any longer can be taken back
        in the same way.
        """
        history, position = self._history(assignment.judge), assignment.position
        if not assignment.systems or history.dealt[position : position + 1] != [assignment]:
            raise InputError(expected=f"a screen that {history.judge} has", found=f"another at position {position}")
        last = position == len(history.dealt) - 1
        if assignment.control:
            self._give_back_control(history, assignment, last=last)
        else:
            self._open_units.shown.note(assignment, by=-1)
            history.seen.discard(self._open_units.unit_of(assignment), assignment.segment)
            history.counts["common"] -= self._is_common(assignment)
            history.blank(position)
            left = history.close() if last else None
            following = () if left is None or left.control else left.segments
            self._open_units.reopen(
                Passage(pool=assignment.pool, segments=(assignment.segment, *following), systems=assignment.systems)
            )
        history.earlier.ripen(history.screens, self.design.gap)
        self._release(history)

    def leave(self, judge: str) -> bool:
        """Takes back what a judge has not seen yet of the document that they are in; whether there was something."""
        history = self._histories.get(judge)
        left = None if history is None else history.close()
        if history is None or left is None:
            return False
        history.earlier.ripen(history.screens, self.design.gap)
        self._release(history)
        if left.control:
            return False
        self._open_units.reopen(left)
        return True

    def open_pools(self, pools: Collection[int]) -> None:
        """Deals these pools from now on, and no others, where the design opens them in turn."""
        if not self.design.in_turn:
            raise InputError(expected="a design whose pools are opened in turn", found=self.design.name)
        self._open_units.open_pools(pools)

    @property
    def opened(self) -> frozenset[int]:
        """The numbers of the pools that are dealt."""
        return self._open_units.opened

    def is_started(self, pool: int) -> bool:
        """Whether something of an open pool was handed out."""
        return self._open_units.is_started(pool)

    def is_judged(self, pool: int) -> bool:
        """Whether an open pool is judged as often as wanted: nothing is left to hand out, and nobody holds any."""
        table = self.tables[pool]
        return self._open_units.is_handed_out(pool) and not any(
            (history.passage is not None and not history.passage.control and history.passage.pool == pool)
            or any(unit is not None and table.begin <= unit < table.end for unit in history.held.values())
            for history in self._holding.values()
        )

    def is_within_document(self, judge: str) -> bool:
        """Whether the next screen of a judge continues a document."""
        return judge in self._histories and self._histories[judge].passage is not None

    def replay(self, assignments: Iterable[Assignment]) -> None:
        """Brings a new dealer to where one was that handed these out, in any order of judges; they were answered.

        Screens without systems were given back; they may be left out. Who had left has to `leave` again.
        """
        for assignment in assignments:
            history = self._history(assignment.judge)
            while len(history.dealt) < assignment.position or (
                len(history.dealt) == assignment.position and not assignment.systems
            ):
                self.leave(history.judge)
                history.skip(assignment)
            if assignment.systems:
                self.deal(assignment)
                self.answer(assignment)

    def dealt_to(self, judge: str) -> tuple[Assignment, ...]:
        """The screens of a judge in their order, without those given back."""
        return tuple(each for each in self._histories[judge].dealt if each.systems) if judge in self._histories else ()

    def screen_at(self, judge: str, position: int) -> Assignment:
        """One screen of a judge; without systems where it was given back."""
        return self._histories[judge].dealt[position]

    def held_by(self, judge: str) -> tuple[Assignment, ...]:
        """The screens of a judge that were neither answered nor given back, in their order."""
        history = self._histories.get(judge)
        return () if history is None else tuple(history.dealt[position] for position in history.held)

    def has_gold(self, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()) -> bool:
        """Whether there are gold items for a judge who chose these pools and must not see these systems."""
        return bool(self.gold_passages(pools=pools, excluded=excluded))

    def gold_passages(
        self, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> tuple[Passage, ...]:
        """The gold items for a judge who chose these pools and must not see these systems."""
        hidden = frozenset(excluded)
        return tuple(
            self._gold_passages.open_to(
                lambda number: pools is None or number in pools,
                lambda number: self._open_units.hidden(number, hidden),
                fewest=self._open_units.fewest,
            )
        )

    @property
    def missing(self) -> int:
        """How many units still need a judge; a document is judged when all of it was handed out."""
        started = sum(
            1 for history in self._holding.values() if history.passage is not None and not history.passage.control
        )
        return self._open_units.missing + started

    def dealt_of_passage(self, judge: str) -> int:
        """How many screens a judge got of the document that they are in, which counts as missing to its end."""
        history = self._histories.get(judge)
        if history is None or history.passage is None or history.passage.control:
            return 0
        return len(history.dealt) - history.begin

    def out_of_reach(self, judges: Mapping[str, Reach]) -> int:
        """How many judgments are missing that none of these judges can give, however long they judge.

        They have judged the item already, did not choose its pool, or it is of a system that they must not see.
        """
        return self._open_units.out_of_reach(
            (
                self._histories[judge].seen if judge in self._histories else SeenUnits(),
                None if reach.pools is None else frozenset(reach.pools),
                frozenset(reach.excluded),
            )
            for judge, reach in judges.items()
        )

    @property
    def screens(self) -> int:
        """How many screens the design needs, without controls."""
        return self._open_units.screens

    def _history(self, judge: str) -> JudgeHistory:
        if judge not in self._histories:
            self._histories[judge] = JudgeHistory(judge)
        return self._histories[judge]

    def _release(self, history: JudgeHistory) -> None:
        if not history.is_holding:
            self._holding.pop(history.judge, None)

    def _is_hidden(self, passage: Passage, excluded: frozenset[str]) -> bool:
        hidden = self._open_units.hidden(passage.pool, excluded)
        return bool(hidden) if self.design.alternating else not hidden.isdisjoint(passage.systems)

    def _is_common(self, assignment: Assignment) -> bool:
        table = self.tables[assignment.pool]
        return table.group_with(assignment.segment) in table.common

    def _start(self, history: JudgeHistory, assignment: Assignment, unit: int | None) -> Passage:
        """The passage that a screen starts."""
        history.begin = len(history.dealt)
        if unit is not None:
            segments = self._start_ordinary(history, assignment, unit)
            return Passage(pool=assignment.pool, segments=segments, systems=assignment.systems)
        passage = self._control_passage(history, assignment)
        history.note_control(history.begin, passage)
        return passage

    def _start_ordinary(self, history: JudgeHistory, assignment: Assignment, unit: int) -> tuple[int, ...]:
        seen = history.seen.segments(unit)
        segments = self._open_units.start(unit, assignment, seen)
        if segments is None:
            for other in list(self._holding.values()):  # somebody left without a word
                if other.passage is not None and _goes_on(other.passage, assignment):
                    self.leave(other.judge)
                    segments = self._open_units.start(unit, assignment, seen)
                    break
        if segments is None:
            complete = self.tables[assignment.pool].segments_of(unit)
            return complete[complete.index(assignment.segment) :]
        return segments

    def _control_passage(self, history: JudgeHistory, assignment: Assignment) -> Passage:
        """The passage that a control starts: questions with known answers, or what the judge saw before."""
        own = Passage(
            pool=assignment.pool,
            segments=(assignment.segment,),
            systems=assignment.systems,
            control=assignment.control,
            damaged=assignment.damaged,
        )
        if assignment.control == "gold":
            return self._gold_passages.like(assignment) or own
        origin = history.earlier_like(self._open_units.unit_of(assignment), assignment)
        if origin is None:
            return own
        return replace(own, segments=tuple(each.segment for each in history.shown(origin)), origin=origin)

    def _give_back_control(self, history: JudgeHistory, assignment: Assignment, *, last: bool) -> None:
        history.counts[assignment.control] -= 1
        history.blank(assignment.position)
        started = history.controls.get(assignment.position)
        if started is not None and (last or len(started.segments) == 1):  # nothing of it was answered
            history.forget_control(assignment.position)
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
            self._holding[history.judge] = history

    def _take_again(self, history: JudgeHistory, assignment: Assignment) -> None:
        """Puts a screen that was given back where it was."""
        if assignment.control:
            history.note_control(assignment.position, self._control_passage(history, assignment))
            history.restore(assignment)
            history.counts[assignment.control] += 1
            return
        unit = self._open_units.unit_of(assignment)
        self._open_units.take_single(unit, assignment)
        history.restore(assignment)
        history.seen.add(unit, assignment.segment, position=assignment.position)
        history.counts["common"] += self._is_common(assignment)
        self._open_units.shown.note(assignment)


def _goes_on(passage: Passage, assignment: Assignment) -> bool:
    """Whether a screen is the next of a passage."""
    return (
        passage.segments[0] == assignment.segment
        and (passage.pool, passage.control) == (assignment.pool, assignment.control)
        and frozenset(passage.systems) == frozenset(assignment.systems)
    )
