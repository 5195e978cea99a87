"""The dealer: the next screen for a judge, at once, however many judges ask and however much was judged before."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.gold_passages import GoldPassages
from bakeoff.human_eval.designs.screens.judge_history import Hand
from bakeoff.human_eval.designs.screens.open_units import Stock
from bakeoff.human_eval.designs.screens.passage_choice import Draw
from bakeoff.human_eval.designs.screens.system_ratings import PoolRatings
from bakeoff.human_eval.designs.screens.unit_tables import Table


class Dealer:
    """Hands out a design. Its state is the sequence of assignments, who left, and the comparisons that it was told.

    What was handed out counts at once, so that two judges who ask together get different screens; what is not
    answered is given back. Where documents are handed out, a judge gets one to its end, and controls are documents,
    too; what someone leaves unfinished goes to others.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.ratings = PoolRatings(design.pools)
        self._stock = Stock(design)
        self._golds = GoldPassages(design, self._stock.tables)
        self._hands: dict[str, Hand] = {}

    @property
    def tables(self) -> list[Table]:
        return self._stock.tables

    def next(
        self, judge: str, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()
    ) -> Assignment | None:
        """The next screen for a judge; None where nothing is left for them.

        `pools` are those that the judge chose, by number; `excluded` are systems that they must not see: their own,
        by the name that they have in every direction where several are judged together.
        """
        hand, hidden = self._hand(judge), frozenset(excluded)
        hand.ripen(self.design.gap)
        rng = Random(f"{self.design.seed}:{judge}:{len(hand.dealt)}")
        if hand.passage is not None and self._is_hidden(hand.passage, hidden):
            self.leave(judge)
        if hand.passage is None:
            draw = Draw(
                design=self.design,
                stock=self._stock,
                golds=self._golds,
                ratings=self.ratings,
                hand=hand,
                pools=None if pools is None else frozenset(pools),
                excluded=hidden,
                rng=rng,
            )
            passage = draw.passage()
            if passage is None:
                return None
            self._begin(hand, passage)
        return self._show(hand, rng)

    def give_back(self, assignment: Assignment) -> None:
        """Takes back a screen that was not answered; others get it, with what follows in its document.

        A control stays with the judge: it may come again.
        """
        hand, position = self._hand(assignment.judge), assignment.position
        if hand.dealt[position : position + 1] != [assignment]:
            raise InputError(expected=f"a screen that {hand.judge} has", found=f"another at position {position}")
        last = position == len(hand.dealt) - 1
        if assignment.control:
            self._give_back_control(hand, assignment, last=last)
            return
        unit = self._stock.unit_of(assignment)
        self._stock.count(assignment, by=-1)
        hand.forget(unit, assignment.segment)
        hand.counts["common"] -= self._is_common(assignment)
        hand.blank(position)
        left = hand.close() if last else None
        following = () if left is None else left.segments
        self._stock.reopen(
            Passage(pool=assignment.pool, segments=(assignment.segment, *following), systems=assignment.systems)
        )

    def leave(self, judge: str) -> bool:
        """Takes back what a judge has not seen yet of the document that they are in; whether there was something."""
        left = self._hand(judge).close()
        if left is None or left.control:
            return False
        self._stock.reopen(left)
        return True

    def is_within_document(self, judge: str) -> bool:
        """Whether the next screen of a judge goes on with a document."""
        return self._hand(judge).passage is not None

    def replay(self, assignments: Iterable[Assignment]) -> None:
        """Brings a new dealer to where one was that handed these out, in any order of judges.

        Screens without systems were given back; they may be left out. Who had left has to `leave` again.
        """
        for assignment in assignments:
            hand = self._hand(assignment.judge)
            while len(hand.dealt) < assignment.position:
                self._skip(hand, assignment)
            if not assignment.systems:
                self._skip(hand, assignment)
                continue
            hand.ripen(self.design.gap)
            if hand.passage is None or not _goes_on(hand.passage, assignment):
                self.leave(hand.judge)
                self._begin(hand, self._passage_like(hand, assignment))
            self._record(hand, assignment)

    def dealt_to(self, judge: str) -> tuple[Assignment, ...]:
        """The screens of a judge in their order, without those given back."""
        return tuple(each for each in self._hands[judge].dealt if each.systems) if judge in self._hands else ()

    def has_gold(self, *, pools: Collection[int] | None = None, excluded: Collection[str] = ()) -> bool:
        """Whether there are gold items for a judge who chose these pools and must not see these systems."""
        hidden = frozenset(excluded)
        possible = self._golds.open_to(
            lambda number: pools is None or number in pools,
            lambda number: self._stock.hidden(number, hidden),
            fewest=self._stock.fewest,
        )
        return next(possible, None) is not None

    @property
    def missing(self) -> int:
        """How many units still need a judge; a document is judged when all of it was handed out."""
        begun = sum(1 for hand in self._hands.values() if hand.passage is not None and not hand.passage.control)
        return self._stock.missing + begun

    def _hand(self, judge: str) -> Hand:
        if judge not in self._hands:
            self._hands[judge] = Hand(judge)
        return self._hands[judge]

    def _is_hidden(self, passage: Passage, excluded: frozenset[str]) -> bool:
        return not self._stock.hidden(passage.pool, excluded).isdisjoint(passage.systems)

    def _is_common(self, assignment: Assignment) -> bool:
        table = self.tables[assignment.pool]
        return table.group_with(assignment.segment) in table.common

    def _begin(self, hand: Hand, passage: Passage) -> None:
        hand.passage, hand.begin = passage, len(hand.dealt)
        if not passage.control:
            self._stock.begin(passage)
            return
        hand.controls[hand.begin] = passage
        if passage.control == "gold":
            hand.golds.add(passage.question)

    def _show(self, hand: Hand, rng: Random) -> Assignment:
        passage = hand.passage
        assert passage is not None
        return self._record(
            hand,
            Assignment(
                judge=hand.judge,
                position=len(hand.dealt),
                pool=passage.pool,
                segment=passage.segments[0],
                systems=tuple(rng.sample(sorted(passage.systems), len(passage.systems))),
                control=passage.control,
                damaged=passage.damaged,
            ),
        )

    def _record(self, hand: Hand, assignment: Assignment) -> Assignment:
        passage = hand.passage
        assert passage is not None
        hand.dealt.append(assignment)
        if assignment.control:
            hand.counts[assignment.control] += 1
        else:
            hand.note_seen(self._stock.unit_of(assignment), assignment.segment)
            hand.counts["common"] += self._is_common(assignment)
            self._stock.count(assignment)
        if len(passage.segments) > 1:
            hand.passage = replace(passage, segments=passage.segments[1:])
        else:
            hand.close()
        return assignment

    def _give_back_control(self, hand: Hand, assignment: Assignment, *, last: bool) -> None:
        hand.counts[assignment.control] -= 1
        hand.blank(assignment.position)
        begun = hand.controls.get(assignment.position)
        if begun is not None and (last or len(begun.segments) == 1):  # nothing of it was answered
            del hand.controls[assignment.position]
            hand.golds.discard(begun.question)
            if begun.origin is not None:
                hand.old.append(begun.origin)
            hand.passage = None if last else hand.passage
        elif last:
            left = () if hand.passage is None else hand.passage.segments
            segments = (assignment.segment, *left)
            hand.passage = Passage(
                pool=assignment.pool,
                segments=segments,
                systems=assignment.systems,
                control=assignment.control,
                damaged=assignment.damaged,
            )

    def _skip(self, hand: Hand, assignment: Assignment) -> None:
        """A screen that the former dealer got back."""
        self.leave(hand.judge)
        hand.dealt.append(replace(assignment, position=len(hand.dealt), systems=(), control="", damaged=()))

    def _passage_like(self, hand: Hand, assignment: Assignment) -> Passage:
        """The passage that a screen which was dealt before began."""
        own = Passage(
            pool=assignment.pool,
            segments=(assignment.segment,),
            systems=assignment.systems,
            control=assignment.control,
            damaged=assignment.damaged,
        )
        if assignment.control == "gold":
            return self._golds.like(assignment) or own
        if assignment.control:
            origin = hand.earlier_like(assignment)
            if origin is None:
                return own
            segments = tuple(each.segment for each in hand.screens(origin))
            return replace(own, segments=segments, origin=origin)
        if (rest := self._stock.rest_from(assignment)) is not None:
            return rest
        whole = self.tables[assignment.pool].segments_of(self._stock.unit_of(assignment))
        if whole[0] != assignment.segment:
            for other in self._hands.values():  # somebody left without a word
                if other.passage is not None and _goes_on(other.passage, assignment):
                    self.leave(other.judge)
                    return self._passage_like(hand, assignment)
        return replace(own, segments=whole[whole.index(assignment.segment) :])


def _goes_on(passage: Passage, assignment: Assignment) -> bool:
    """Whether a screen is the next of a passage."""
    return (passage.pool, passage.segments[0], frozenset(passage.systems), passage.control) == (
        assignment.pool,
        assignment.segment,
        frozenset(assignment.systems),
        assignment.control,
    )
