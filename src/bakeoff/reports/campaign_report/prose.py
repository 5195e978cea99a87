"""The organisers' own texts: a file in Markdown for each section, which is made once and never overwritten."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from bakeoff.errors import InputError, Place
from bakeoff.reports.campaign_report.contents import SECTIONS, PlannedSection

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LARGEST = 2**20
"""Characters of a text; a report is not a book."""


def read_prose(folder: Path) -> Mapping[str, str]:
    """The texts of a folder by the ids of sections, without comments; empty ones are left out.

    Files that are no section's are refused: nobody would find out why a text is not in the report.
    """
    if not folder.is_dir():
        return {}
    known = {plan.id for plan in SECTIONS}
    texts = {}
    for path in sorted(folder.glob("*.md")):
        if path.stem not in known:
            raise InputError(
                place=Place(str(path)),
                expected=f"a file called as a section: {', '.join(f'{plan.id}.md' for plan in SECTIONS)}",
                found=path.name,
                remedy="Rename the file, or move it elsewhere.",
            )
        text = _COMMENT.sub("", _read(path)).strip()
        if text:
            texts[path.stem] = text
    return texts


def make_prose_files(folder: Path) -> None:
    """A file with a hint for each section that has none. Files that exist stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    for plan in SECTIONS:
        path = folder / f"{plan.id}.md"
        if not path.exists():
            path.write_text(_hint(plan), encoding="utf-8")


def _hint(plan: PlannedSection) -> str:
    return (
        f"<!-- Your own text for the section “{plan.heading}”, in Markdown. {plan.hint}\n"
        "It comes first in the section, on the pages and in the PDF file. bakeoff report never changes this file.\n"
        "What is between these marks is not shown. -->\n"
    )


def _read(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            place=Place(str(path)),
            expected="text in UTF-8",
            found=f"a byte that is not UTF-8 at position {error.start + 1}",
            remedy="Save the file as UTF-8.",
        ) from None
    if len(text) > _LARGEST:
        raise InputError(
            place=Place(str(path)),
            expected=f"at most {_LARGEST:,} characters",
            found=f"{len(text):,}",
            remedy="Shorten the text.",
        )
    return text
