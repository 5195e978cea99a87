"""What the texts themselves look like: warnings about runs that follow all rules."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.submissions.context import Copy, FileCheck
from bakeoff.submissions.sources import CheckSource
from bakeoff.submissions.text_warnings import ComparedTexts, copies, text_warnings


def texts(check: FileCheck) -> Iterator[Finding]:
    """Texts that follow the rules and are probably wrong all the same: see `text_warnings`."""
    run, opened = check.run, check.opened
    if run is None:
        return
    source = _one_for_one(check)
    pair = check.language_pair
    hypothesis = [text for document in run.documents for text in document.texts]
    place = (check.entry.language_pair, check.entry.test_set)
    others = check.package.texts.setdefault(place, {})
    compared = ComparedTexts(
        file=check.name,
        hypothesis=hypothesis,
        source=[text for document in source.documents.values() for text in document.texts] if source else None,
        source_language=pair.source if pair else run.source_language,
        target_language=pair.target if pair else run.target_language,
        lines=[line for document in run.documents for line in document.lines] or None,
        others=dict(others),
        outside=check.package.texts_outside(*place),
    )
    others[check.name] = hypothesis
    check.package.copies.extend(Copy(check.name, key) for key in copies(compared, compared.outside))
    # What stands for bytes that could not be decoded has been reported.
    damaged = opened.bad_byte is not None or "\0" in opened.text
    yield from (each for each in text_warnings(compared) if not (damaged and each.code == "text-control-characters"))


def _one_for_one(check: FileCheck) -> CheckSource | None:
    """The source, if the run has just its segments in its order."""
    run, source = check.run, check.source
    if run is None or source is None:
        return None
    if source.numbered or all(document.numbered for document in run.documents):
        return source if sum(len(document.ids) for document in run.documents) == source.size else None
    own = [(document.id, *document.ids) for document in run.documents]
    return source if own == [(each.id, *each.segments) for each in source.documents.values()] else None
