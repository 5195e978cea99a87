"""From rows of the database to what the rulebook understands."""

from __future__ import annotations

from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import Slot


def slot_of(data_file: DataFile) -> Slot:
    """Where a file belongs."""
    return Slot(
        kind=data_file.kind,
        test_set=data_file.test_set,
        language_pair=data_file.language_pair,
        input=data_file.input,
        number=data_file.number,
    )
