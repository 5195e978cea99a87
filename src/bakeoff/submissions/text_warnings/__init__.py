"""Warnings about texts that follow the rules and are probably wrong all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bakeoff.data import Finding
from bakeoff.submissions.text_warnings.compared import ComparedTexts
from bakeoff.submissions.text_warnings.copied_text import copied, copies, untranslated
from bakeoff.submissions.text_warnings.languages import wrong_language, wrong_script
from bakeoff.submissions.text_warnings.order import misordered
from bakeoff.submissions.text_warnings.segments import control_characters, duplicates, empty, looping, marked

CHECKS: tuple[Callable[[ComparedTexts], Iterator[Finding]], ...] = (
    empty,
    duplicates,
    looping,
    marked,
    control_characters,
    untranslated,
    copied,
    wrong_script,
    wrong_language,
    misordered,
)


def text_warnings(texts: ComparedTexts) -> tuple[Finding, ...]:
    """All warnings about a run. One that explains another replaces it: the source submitted as output is not also
    called text of another language.
    """
    if not texts.hypothesis:
        return ()
    warnings = [finding for check in CHECKS for finding in check(texts)]
    codes = {finding.code for finding in warnings}
    explained = {code for cause, effects in _EXPLAINS.items() if cause in codes for code in effects}
    return tuple(finding for finding in warnings if finding.code not in explained)


_EXPLAINS = {
    "text-untranslated": ("text-wrong-script", "text-wrong-language"),
    "text-wrong-script": ("text-wrong-language", "text-shuffled"),
    "text-wrong-language": ("text-shuffled",),
    "text-duplicate": ("text-shifted", "text-shuffled"),
    "text-shifted": ("text-looping",),
    "text-shuffled": ("text-looping",),
}

__all__ = ["CHECKS", "ComparedTexts", "copies", "text_warnings"]
