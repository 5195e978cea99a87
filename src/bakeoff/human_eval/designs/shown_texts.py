"""Screens with texts: outputs as judges read them, damaged for attention items, the same output once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Any

from bakeoff.data.judgments import SHARED, Highlights, Judgment
from bakeoff.human_eval.designs.damaged_outputs import damage
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.given_answers import GivenAnswers
from bakeoff.human_eval.designs.screens.hands import hands_of
from bakeoff.human_eval.designs.shown_columns import REFERENCE, JudgedTexts, Owner, ShownColumns
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import ContextSegment, Screen, ShownOutput
from bakeoff.rulebook.schema.human import HumanEvaluation


class ShownTexts:
    """The texts of one design, ready to be put on screens."""

    def __init__(
        self,
        design: Design,
        judged: Sequence[JudgedTexts],
        protocol: Protocol[object],
        *,
        rules: HumanEvaluation | None = None,
        specification: str | None = None,
        given: Sequence[Judgment] = (),
    ) -> None:
        self._design = design
        self._given = GivenAnswers(given) if rules is not None and rules.errors.premarked else None
        self._protocol = protocol
        self._judged = judged
        self._shown = ShownColumns(judged, rules, specification)
        names = {system.rpartition("/")[2] for pool in design.pools for system in pool.systems}
        self._hides_reference = REFERENCE in names and not any(REFERENCE in each.texts.systems for each in judged)

    def screen(self, assignment: Assignment) -> Screen:
        """What the judge sees; names of systems are on it for the organiser only.

        Systems with the same output share one on the screen (`a,b`), in the place of the first of them. On screens
        that show documents they do so only where the complete documents are the same.
        """
        pool = self._design.pools[assignment.pool]
        document, segment = pool.segments[assignment.segment]
        groups = self._groups(assignment)
        dealt = [group[0] for group in groups]
        owners = [self._shown.owner(pool, name) for name in dealt]
        # Outputs from several languages have no source in common: the reference is what they are held against.
        every = {self._shown.owner(pool, name)[0] for name in assignment.systems}
        has_source = len(every) == 1
        number, _ = owners[0]
        own = replace(assignment, systems=tuple(dealt))
        row = (
            self._row(own, owners, document, segment, has_source=has_source)
            if segment
            else self._complete_document(own, owners, document, has_source=has_source)
        )
        before: list[ContextSegment] = []
        after: list[ContextSegment] = []
        if segment and self._protocol.visible & {"history", "document"}:
            ids = self._judged[number].texts.segment_ids
            place = self._shown.place(number, document, segment)
            for other in self._shown.documents[number][document]:
                alone = self._neighbour(own, document, ids[other])
                if other != place and alone is not None:
                    where = before if other < place else after
                    holders = owners if alone is own else [self._shown.owner(pool, name) for name in alone.systems]
                    where.append(self._row(alone, holders, document, ids[other], has_source=has_source))
        screen = self._protocol.screen(
            segment,
            [
                ShownOutput(system=name, text=text)
                for name, text in zip(map(_shared_name, groups), row.outputs, strict=True)
            ],
            document=document,
            source=row.source,
            references=row.references,
            before=before,
            after=after,
            speaker=row.speaker,
            source_language="" if row.source is None else self._judged[number].source_tag,
            target_language=self._judged[number].target_tag,
            given=self._start(own, owners, row, document),
        )
        return replace(screen, highlights=self._highlights(owners, document, segment))

    def highlights(self, assignment: Assignment) -> Highlights | None:
        """What the screen marks, where it is about a part of a segment, without its texts."""
        pool = self._design.pools[assignment.pool]
        document, segment = pool.segments[assignment.segment]
        owners = [self._shown.owner(pool, group[0]) for group in self._groups(assignment)]
        return self._highlights(owners, document, segment)

    def _highlights(self, owners: Sequence[Owner], document: str, segment: str) -> Highlights | None:
        """What is marked where a part of a segment is judged."""
        part = self._shown.constituent(owners[0][0], document, segment)
        if part is None:
            return None
        marks, visible = part.highlights([name for _, name in owners]), self._protocol.visible
        return replace(marks, reference=marks.reference if "reference" in visible else ())

    def _neighbour(self, own: Assignment, document: str, segment: str) -> Assignment | None:
        """The screen whose outputs are shown with another segment: the same, or where systems alternate, that of the
        same hand; None for segments that are in no hand.
        """
        if not self._design.alternating:
            return own
        place = self._places[own.pool].get((document, segment))
        if place is None:
            return None
        hand = next(each for each in self._hands[own.pool] if each[own.segment] == own.systems[0])
        return replace(own, segment=place, systems=(hand[place],))

    @cached_property
    def _hands(self) -> list[tuple[tuple[str, ...], ...]]:
        return [hands_of(self._design, number) for number in range(len(self._design.pools))]

    @cached_property
    def _places(self) -> list[dict[tuple[str, str], int]]:
        return [{each: number for number, each in enumerate(pool.segments)} for pool in self._design.pools]

    def text(self, assignment: Assignment) -> str:
        """The output that a screen of one system shows, without what is around it."""
        pool = self._design.pools[assignment.pool]
        document, segment = pool.segments[assignment.segment]
        if not segment:
            return self.screen(assignment).outputs[0].text
        [system] = assignment.systems
        return self._output(assignment, system, self._shown.owner(pool, system), document, segment)

    def _start(self, own: Assignment, owners: Sequence[Owner], row: ContextSegment, document: str) -> Any:
        """What the judge starts from, where somebody or a program answered before."""
        if self._given is None:
            return None
        [text], [system] = row.outputs, own.systems
        item = self._design.pools[own.pool].item(own.segment)
        undamaged = replace(own, damaged=())
        original = self._output(undamaged, system, owners[0], document, row.segment)
        return self._protocol.start_from(self._given.of(item, system), text=text, original=original)

    def systems_shown(self, assignment: Assignment) -> tuple[str, ...]:
        """The systems as a judgment of the screen names them, without its texts: an entry for each output."""
        return tuple(map(_shared_name, self._groups(assignment)))

    def _groups(self, assignment: Assignment) -> list[tuple[str, ...]]:
        """The systems of a screen in groups with the same output. A damaged output is never the same as another."""
        if self._design.shown == 1 or len(assignment.systems) == 1:
            return [assignment.systems]
        whole = [system for system in assignment.systems if system not in assignment.damaged]
        alike = self._shown.identical(
            self._design.pools[assignment.pool],
            assignment.segment,
            whole,
            complete_documents="document" in self._protocol.visible,
        )
        first = {group[0]: group for group in alike}
        taken = {system for group in alike for system in group[1:]}
        return [first.get(system, (system,)) for system in assignment.systems if system not in taken]

    def _row(
        self, assignment: Assignment, owners: Sequence[Owner], document: str, segment: str, *, has_source: bool
    ) -> ContextSegment:
        """All texts of a segment that a screen could show, the judged one or another of its document."""
        number, _ = owners[0]
        texts, place = self._judged[number].texts, self._shown.place(number, document, segment)
        return ContextSegment(
            segment=segment,
            source=None if texts.source is None or not has_source else texts.source[place],
            references=self._references(number, place),
            outputs=tuple(
                self._output(assignment, system, owner, document, segment)
                for system, owner in zip(assignment.systems, owners, strict=True)
            ),
            speaker=texts.documents[place].attributes.get("speaker", ""),
        )

    def _complete_document(
        self, assignment: Assignment, owners: Sequence[Owner], document: str, *, has_source: bool
    ) -> ContextSegment:
        """All texts of a document, a line for each segment."""
        number, _ = owners[0]
        ids = self._judged[number].texts.segment_ids
        rows = [
            self._row(assignment, owners, document, ids[place], has_source=has_source)
            for place in self._shown.documents[number][document]
        ]
        sources = [row.source for row in rows if row.source is not None]
        return ContextSegment(
            segment="",
            source="\n".join(sources) if sources else None,
            references=tuple("\n".join(texts) for texts in zip(*(row.references for row in rows), strict=False)),
            outputs=tuple("\n".join(texts) for texts in zip(*(row.outputs for row in rows), strict=True)),
        )

    def _references(self, number: int, place: int) -> tuple[str, ...]:
        """The references of a segment, without the one that is hidden among the outputs and without missing ones."""
        texts = self._judged[number].texts
        lacking = texts.missing or (frozenset[int](),) * len(texts.references)
        every = [(column[place], place in without) for column, without in zip(texts.references, lacking, strict=True)]
        return tuple(text for text, is_missing in every[1 if self._hides_reference else 0 :] if not is_missing)

    def _output(self, assignment: Assignment, system: str, owner: Owner, document: str, segment: str) -> str:
        """The output of a system, damaged in the same way on every screen of a judge that shows it damaged."""
        number, name = owner
        column = self._shown.columns[number][name]
        text = column[self._shown.place(number, document, segment)]
        if system not in assignment.damaged:
            return text
        key = f"{self._design.seed}:{assignment.judge}:{assignment.pool}:{document}:{segment}:{system}"
        return damage(text, column, Random(key))


def _shared_name(systems: Sequence[str]) -> str:
    """What an output of these systems is called: the same for every judge, wherever the systems were on the screen."""
    return SHARED.join(sorted(systems))
