"""What judges answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from bakeoff.errors import Place

Control = Literal["", "repeat", "gold", "attention"]
"""Why something was asked that serves the check of judges: asked before, answer known, output damaged."""
CONTROLS: tuple[Control, ...] = ("", "repeat", "gold", "attention")
UNNAMED = "unknown"
"""The judge of an answer whose file names none. Nobody's name: answers of unnamed judges may be of one or of many."""
SHARED = ","
"""Between the names of systems whose outputs were the same and so were shown as one: `a,b`."""


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
    def item(self) -> tuple[str, str, str, str]:
        """What was judged, whichever outputs were shown: language pair, test set, document, segment."""
        return (self.language_pair, self.test_set, self.document, self.segment)
