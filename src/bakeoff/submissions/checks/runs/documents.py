"""Documents of a run against those of the source (OpenMT12, 12.1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.data import Finding
from bakeoff.formats.text.outlines import OutlinedDocument
from bakeoff.submissions.context import FileCheck
from bakeoff.submissions.phrases import counted, listed
from bakeoff.submissions.sources import CheckSource, is_of_another, misfits


def source_given(check: FileCheck) -> Iterator[Finding]:
    """Without its source, a run is checked by halves."""
    matched = {"documents", "segments", "genres", "set-id"} & set(check.package.package.matches)
    if check.source is None and matched and check.format not in ("any", "scores"):
        given = "; ".join(_why_not(check))
        yield check.finding(
            "source-not-checked",
            found=given or "no source",
            expected=f"the source of {check.entry.language_pair or 'its language pair'}"
            + (f", test set {check.entry.test_set}" if check.entry.test_set else ""),
            remedy=f"Give {'that one' if given else 'it'} by --source.",
        )


def _why_not(check: FileCheck) -> Iterator[str]:
    """What speaks against each given source, except sources that are known to belong to something else.

    A server knows its sources so, and not everybody may hear of all of them.
    """
    for source in check.package.sources:
        if is_of_another(source, check.entry):
            continue
        if source.kind != check.source_kind:
            yield f"{source.name}, which holds {_HELD[source.kind]} instead of {_HELD[check.source_kind]}"
        elif reasons := misfits(source, check.entry, check.package.rulebook):
            yield f"{source.name}, but its {' and its '.join(reasons)}"
        else:
            yield f"{source.name}, which fits no better than another"


_HELD = {"text": "a text", "recordings": "times of recordings", "utterances": "ids of utterances"}


def documents(check: FileCheck) -> Iterator[Finding]:
    """Missing, extra and duplicate documents, and those out of order."""
    run = check.run
    if run is None or "documents" not in check.package.package.matches:
        return
    yield from _duplicates(check, run.documents)
    source = check.source
    if source is None or source.numbered or _is_counted(run.documents):
        return
    yield from _missing(check, run.documents, source)
    for document in run.documents:
        if document.id and document.id not in source.documents:
            yield check.finding(
                "document-extra", line=document.line, found=document.id, expected=f"documents of {source.name} only"
            )
    yield from _out_of_order(check, run.documents, list(source.documents))


def _is_counted(documents: Sequence[OutlinedDocument]) -> bool:
    """Whether the file does not name its documents."""
    return all(document.numbered for document in documents)


def _duplicates(check: FileCheck, documents: Sequence[OutlinedDocument]) -> Iterator[Finding]:
    first: dict[str, OutlinedDocument] = {}
    for document in documents:
        before = first.setdefault(document.id, document)
        if before is not document and document.id:
            found = f"{document.id} once more, first in line {before.line}" if before.line else f"{document.id} twice"
            yield check.finding("document-duplicate", line=document.line, found=found, expected="each document once")


def _missing(check: FileCheck, documents: Sequence[OutlinedDocument], source: CheckSource) -> Iterator[Finding]:
    present = {document.id for document in documents}
    missing = [name for name in source.documents if name not in present]
    # Those without an id are reported as such; they may be the missing ones.
    nameless = sum(1 for document in documents if not document.id)
    if len(missing) > nameless:
        line = check.run.line if check.run else None
        yield check.finding(
            "document-missing",
            line=line,
            found=f"{counted(len(present), 'document')}, without {listed(missing)}",
            expected=f"the {counted(len(source.documents), 'document')} of {source.name}",
        )


def _out_of_order(check: FileCheck, documents: Sequence[OutlinedDocument], order: list[str]) -> Iterator[Finding]:
    """The first document, of those that both have, that is not at its position in the source."""
    present = {document.id: document for document in reversed(documents)}
    wanted = [name for name in order if name in present]
    known = set(order)
    actual = [name for name in dict.fromkeys(document.id for document in documents) if name in known]
    for found, expected in zip(actual, wanted, strict=True):
        if found != expected:
            line = present[found].line
            yield check.finding("document-order", line=line, found=found, expected=f"{expected}, as in the source")
            return


def genres(check: FileCheck) -> Iterator[Finding]:
    """The genre of each document as in the source, else one that the test set has."""
    run, source = check.run, check.source
    if run is None or "genres" not in check.package.package.matches:
        return
    rules, pair = check.test_set, check.entry.language_pair
    allowed = (rules.genres_of(pair) if pair else rules.genres) if rules else {}
    for document in run.documents:
        genre = document.attributes.get("genre")
        if not genre:
            continue
        original = source.documents.get(document.id) if source else None
        if original is not None and original.genre is not None:
            if genre != original.genre:
                yield check.finding(
                    "genre", line=document.line, document=document.id, found=genre, expected=original.genre
                )
        elif allowed and genre not in allowed:
            expected = f"one of {', '.join(allowed)}"
            yield check.finding(
                "genre-unknown", line=document.line, document=document.id, found=genre, expected=expected
            )
