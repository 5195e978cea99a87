"""What judges answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, Literal, get_args

from bakeoff.errors import Place

Control = Literal["", "repeat", "gold", "attention"]
"""Why something was asked that serves the check of judges: asked before, answer known, output damaged."""
CONTROLS: tuple[Control, ...] = ("", "repeat", "gold", "attention")
UNNAMED = "unknown"
"""The judge of an answer whose file names none. Nobody's name: answers of unnamed judges may be of one or of many."""
SHARED = ","
"""Between the names of systems whose outputs were the same and so were shown as one: `a,b`."""

ItemKind = Literal["segment", "document", "document-pair", "dialog-turn", "constituent"]
"""What an answer is about: a segment, a complete document, two documents, a turn of a dialog, a part of a segment."""
ITEM_KINDS: tuple[ItemKind, ...] = get_args(ItemKind)
COMPLETE_DOCUMENTS: tuple[ItemKind, ...] = ("document", "document-pair")
"""The kinds that are of no single segment."""
Span = tuple[int, int]
"""Code points from the first to the one before the last, counted from 0."""
_ASKED = re.compile(rf" ?\[({'|'.join(ITEM_KINDS)})( [^]]*)?\]$")
"""What an item says after its segment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlights:
    """The parts of the texts on a screen that are marked for the judge."""

    source: tuple[Span, ...] = ()
    reference: tuple[Span, ...] = ()
    """In the first reference."""
    outputs: tuple[tuple[Span, ...], ...] = ()
    """For each output on the screen its spans; none where no output has any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgment:
    """One answer of one judge, as it was given; never changed. What `answer` holds is the protocol's affair."""

    id: str
    protocol: str
    judge: str
    segment: str
    systems: tuple[str, ...]
    """The systems whose output was judged, in the order in which the screen showed them; `a,b` for one output of both.
    None where the judge passed the screen by."""
    answer: Any
    """As JSON has it: a number, texts, lists and tables of them."""
    document: str = ""
    campaign: str = ""
    evaluation: str = ""
    """The human evaluation of the campaign that had it asked."""
    test_set: str = ""
    language_pair: str = ""
    screen: str = ""
    """Answers with the same screen were given together."""
    position: int | None = None
    """Its position in the judge's own sequence, from 0."""
    control: Control = ""
    damaged: tuple[str, ...] = ()
    """Of an attention item the systems whose output was shown damaged."""
    shown_at: datetime | None = None
    sent_at: datetime | None = None
    elapsed_seconds: float | None = None
    """From shown to sent, where only that is known."""
    seed: int | None = None
    """The seed of the plan that had it asked."""
    kind: ItemKind = "segment"
    highlights: Highlights | None = None
    texts: tuple[str, ...] = ()
    """The outputs as the screen showed them, one for each of `systems`; none where they are not known."""
    origin: str = ""
    """The form of the file that it was imported from, where it was made elsewhere."""
    place: Place = field(default_factory=Place, compare=False)
    """The row that it was read from."""

    @property
    def shown_damaged(self) -> tuple[str, ...]:
        """The systems whose output was damaged; the only one of an attention item need not be named."""
        alone = self.control == "attention" and len(self.systems) == 1
        return self.damaged or (self.systems if alone else ())

    @property
    def seconds(self) -> float | None:
        """How long it took, as far as that is known."""
        if self.shown_at is not None and self.sent_at is not None:
            return (self.sent_at - self.shown_at).total_seconds()
        return self.elapsed_seconds

    @property
    def asked_in(self) -> str:
        """The human evaluation that it belongs to. Files without `evaluation` name it as their campaign."""
        return self.evaluation or self.campaign

    @property
    def location(self) -> tuple[str, str, str, str]:
        """Where in a test set it is: language pair, test set, document, segment."""
        return (self.language_pair, self.test_set, self.document, self.segment)

    @property
    def item(self) -> tuple[str, str, str, str]:
        """What was judged, whichever outputs were shown: language pair, test set, document, segment.

        Two questions about one segment are two items if their kinds differ, or what is highlighted: then the kind and
        the spans follow the segment, as in `7 [constituent 3-9]`. A segment that plans call so already is the item.
        """
        if self.kind == "constituent" and _ASKED.search(self.segment):
            return self.location
        if self.kind == "segment" and self.highlights is None:
            return (self.language_pair, self.test_set, self.document, self.segment)
        marked = self._marked
        if self.kind == "segment" and not marked:
            return self.location
        asked = f"[{self.kind} {marked}]" if marked else f"[{self.kind}]"
        return (self.language_pair, self.test_set, self.document, f"{self.segment} {asked}" if self.segment else asked)

    @property
    def _marked(self) -> str:
        """The spans that say which part of the segment is judged.

        Those of the source or the reference are the same on every screen; those of outputs are different for each
        system, so they count only where nothing else is highlighted.
        """
        marks = self.highlights
        if marks is None:
            return ""
        if marks.source:
            return _spans_in_words(marks.source)
        if marks.reference:
            return f"reference {_spans_in_words(marks.reference)}"
        own = sorted(zip(self.systems, marks.outputs, strict=False))
        return " ".join(f"{system} {_spans_in_words(spans)}" for system, spans in own if spans)


def shown_of(judgment: Judgment, outputs: Sequence[int]) -> dict[str, Any]:
    """Texts and highlights of these outputs of a judgment, by their numbers, for a judgment of them alone."""
    marks = judgment.highlights
    if marks is not None and marks.outputs:
        marks = replace(marks, outputs=tuple(marks.outputs[number] for number in outputs))
    texts = tuple(judgment.texts[number] for number in outputs) if judgment.texts else ()
    return {"texts": texts, "highlights": marks}


def plain_id(segment: str) -> str:
    """The id of the segment that something with this name is a part of; see `plain_segment`."""
    return _ASKED.sub("", segment)


def plain_segment(item: tuple[str, str, str, str]) -> str:
    """The id of the segment that an item of a judgment is of.

    >>> plain_segment(("de-en", "test", "d1", "7 [constituent 3-9]"))
    '7'
    """
    return plain_id(item[3])


def is_complete_document(item: tuple[str, str, str, str]) -> bool:
    """Whether an item of a judgment is a document as one, and no segment of it.

    >>> is_complete_document(("de-en", "test", "d1", "[document]")), is_complete_document(("de-en", "test", "d1", "7"))
    (True, False)
    """
    return item[3] == "[document]"


def _spans_in_words(spans: Iterable[Span]) -> str:
    return ",".join(f"{start}-{end}" for start, end in sorted(spans))


def digest_of(texts: Iterable[str | None]) -> str:
    """Sixteen hexadecimal digits of SHA-256 that change whenever a text, or the order of texts, does.

    An answer is stored with the digest of what the judge saw, so that an answer to texts that changed is noticed.

    >>> digest_of(["Tea is ready.", "Der Tee ist fertig."])
    'c3dddeb1bf45fdf8'
    """
    return sha256(json.dumps(list(texts), ensure_ascii=True).encode()).hexdigest()[:16]
