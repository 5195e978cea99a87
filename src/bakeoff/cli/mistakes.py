"""All mistakes of files with many: in a file of their own, where a terminal would show fifty."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from bakeoff.errors import SHOWN_MISTAKES, BakeoffError, InputError, MistakesError, Place

F = TypeVar("F", bound=Callable[..., Any])


def mistakes_option(command: F) -> F:
    """Adds `--mistakes FILE`, into which every mistake is written that the command finds in its files."""

    @wraps(command)
    def call(*, mistakes: str | None, **options: Any) -> Any:
        try:
            return command(**options)
        except MistakesError as error:
            if mistakes is None:
                if len(error.mistakes) > SHOWN_MISTAKES:
                    raise BakeoffError(f"{error} --mistakes FILE writes all of them.") from error
                raise
            _write(error, mistakes)
            raise BakeoffError(f"{error}\nAll mistakes ({len(error.mistakes):,}) are in {mistakes}.") from error

    option = click.option("--mistakes", metavar="FILE", help="Write every mistake in the files here, as JSON Lines.")
    return option(call)  # type: ignore[return-value]


def _write(error: MistakesError, path: str) -> None:
    lines = [json.dumps(_record(each), ensure_ascii=False) + "\n" for each in error.mistakes]
    try:
        Path(path).write_text("".join(lines), encoding="utf-8")
    except OSError as problem:
        found = (problem.strerror or str(problem)).lower()
        raise InputError(place=Place(path), expected="a file that can be written", found=found) from None


def _record(mistake: InputError) -> dict[str, Any]:
    place = mistake.place
    where = {"file": place.file, "line": place.line, "document": place.document, "segment": place.segment}
    said = {"expected": mistake.expected, "found": mistake.found, "remedy": mistake.remedy or None}
    return {key: value for key, value in {**where, **said}.items() if value is not None}
