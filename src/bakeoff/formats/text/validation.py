"""Everything that is wrong with a file, not only the first mistake."""

from __future__ import annotations

from pathlib import Path

from bakeoff.errors import FormatError
from bakeoff.formats.sources import open_source


def validate(path: str | Path) -> tuple[FormatError, ...]:
    """All departures of a NIST XML file from its document type, in the order of the file; none for a valid one.

    Stricter than reading: attributes that the document type does not know are reported too. Languages, genres and
    wrappers of segments are free, as in reading.
    """
    # Loads lxml, which readers of other formats do without.
    from bakeoff.formats.text.nist_xml import problems  # noqa: PLC0415

    try:
        with open_source(path) as source:
            return problems(source)
    except FormatError as error:  # damaged gzip, or too large
        return (error,)
