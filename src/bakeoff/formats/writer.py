"""Writing files of text in any format."""

from __future__ import annotations

from pathlib import Path

from bakeoff.data import TextSet
from bakeoff.errors import ExpressionError, FormatError
from bakeoff.formats.recognition import format_by_name
from bakeoff.formats.registry import Format, format_named, titles
from bakeoff.formats.targets import write_target
from bakeoff.formats.text.text_file import TextFile


def write(text_file: TextFile, path: str | Path, *, format: str | None = None) -> None:
    """Writes the texts to a file (`-`: standard output), gzipped where its name ends in `.gz`.

    The format is the one given, else that of the name's ending, else the one the texts were read from. Nothing is
    written where the format cannot hold the texts.
    """
    kind = format_for(str(path), format=format, otherwise=text_file.format)
    write_target(encoded(text_file.sets, kind), path)


def format_for(path: str, *, format: str | None = None, otherwise: str | None = None) -> Format:
    """The format in which to write a file."""
    if format is not None:
        return format_named(format)
    plain_name = path.lower().removesuffix(".gz")
    by_name = format_by_name(path)
    if by_name is not None:
        return by_name
    if otherwise is not None and plain_name.endswith(format_named(otherwise).endings):
        return format_named(otherwise)
    if plain_name.endswith(".xml"):
        return format_named("nist-xml")
    if otherwise is not None and (path == "-" or "." not in Path(plain_name).name):
        return format_named(otherwise)
    raise ExpressionError(f"{path}: no format has this ending; name one of {titles()}.")


def encoded(sets: tuple[TextSet, ...], kind: Format) -> bytes:
    """The bytes of a file that holds the texts."""
    try:
        return "".join(kind.load().write(sets)).encode()
    except UnicodeEncodeError as error:
        code = ord(error.object[error.start])
        near = error.object[max(error.start - 20, 0) : error.start].rpartition("\n")[2]
        raise FormatError(
            expected="characters", found=f"half a character (U+{code:04X}) after {near!r}", remedy="Remove it."
        ) from None
