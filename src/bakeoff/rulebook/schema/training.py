"""What systems may be built with: resources, conditions, and what is off limits."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator

from bakeoff.rulebook.mistakes import SchemaError
from bakeoff.rulebook.schema.base import LanguagePairId, Named, ResourceId, TrackId

ResourceKind = Literal["parallel", "monolingual", "speech", "lexicon", "tools", "models", "class"]

_EPOCH = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


def epoch_days(epoch: str) -> tuple[date, date]:
    """First and last day of an epoch: a year, month, day, or two of them joined by a stroke.

    >>> epoch_days("2011-01/2011-03")
    (datetime.date(2011, 1, 1), datetime.date(2011, 3, 31))
    """
    first, _, last = epoch.partition("/")
    begin, end = _bounds(first)[0], _bounds(last or first)[1]
    if end < begin:
        raise SchemaError("an epoch that starts before it ends", found=repr(epoch))
    return begin, end


def _bounds(text: str) -> tuple[date, date]:
    match = _EPOCH.fullmatch(text.strip())
    if not match:
        raise _not_an_epoch(text)
    year, month, day = match.groups()
    try:
        first = date(int(year), int(month or 1), int(day or 1))
        days = monthrange(first.year, int(month or 12))[1]
    except ValueError:
        raise _not_an_epoch(text) from None
    return first, first if day else date(first.year, int(month or 12), days)


def _not_an_epoch(text: str) -> SchemaError:
    return SchemaError("a year, month or day such as 2007, 2007-07, 2007-07-31 or 2007-07/2007-09", found=repr(text))


def _checked(epoch: str) -> str:
    epoch_days(epoch)
    return epoch


Epoch = Annotated[str, AfterValidator(_checked)]


class Resource(Named):
    """Something a system may be built with: a corpus, a tool, or a class of them (`public` data)."""

    kind: ResourceKind = "class"
    """What it is; `class` is for resources of a sort that are not listed one by one."""
    supplied: bool = False
    """Whether the organiser hands it out."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Whom it is for; none named: all."""
    epoch: Epoch | None = None
    """When its texts were written or recorded, where known."""
    citation: str = ""
    """How to cite it."""


class Condition(Named):
    """A data condition: which resources its systems may use."""

    code: str = ""
    """How file names call it; without one, its id."""
    permits: tuple[ResourceId, ...] = ()
    """Resources, or classes of resources; everything else is forbidden."""
    language_pairs: tuple[LanguagePairId, ...] = ()
    """Where it is offered; none named: everywhere."""
    description: str = ""
    """For its page and the call for participation."""

    @property
    def written(self) -> str:
        """Its name in file names."""
        return self.code or self.id


class OffLimits(Named):
    """Data that no system may use, whatever its condition."""

    language_pairs: tuple[LanguagePairId, ...] = ()
    """Directions that it concerns; none named: all."""
    tracks: tuple[TrackId, ...] = ()
    """Tracks that it concerns; none named: all."""
    kinds: tuple[ResourceKind, ...] = ()
    """Kinds of resource that it concerns; none named: all."""
    epochs: tuple[Epoch, ...] = ()
    """Texts of these times, because the test set is drawn from them."""
    from_day: date | None = None
    """Texts of this day and after: a cut-off date."""
    documents: tuple[str, ...] = ()
    """Ids of documents, such as talks of the test set."""
    documents_file: bool = False
    """Whether organisers upload a file that lists them."""
    documents_at: str = ""
    """Where the list of documents is kept, if not here."""
