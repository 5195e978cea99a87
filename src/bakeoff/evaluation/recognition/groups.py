"""Segments of transcripts in groups: by speaker, label and talk, and by subset, style and genre as a rulebook says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from bakeoff.data import Document
from bakeoff.data.groups import parse_grouping
from bakeoff.evaluation.scores.groups import LABEL
from bakeoff.evaluation.scores.results import Evaluation, with_groups
from bakeoff.rulebook.release.reference_groups import RECORDINGS
from bakeoff.rulebook.schema import TestSetRules


def group_recognition(evaluation: Evaluation, by: Iterable[str]) -> Evaluation:
    """The evaluation of transcripts with scores of groups, as `group_segments` makes them of what the files say.

    Groups are by `speaker`, by `label`, by any category of labels (`subset`), or by the recording, which may be called
    `document`, `talk`, `recording` or `file`.
    """
    by = tuple(by)
    named = {attribute for grouping in by for attribute in parse_grouping(grouping)}
    return with_groups(_relabelled(evaluation, lambda document: _with_recording(document, named)), by)


def with_reported_attributes(evaluation: Evaluation, rules: TestSetRules) -> Evaluation:
    """The evaluation of transcripts with the attributes that `report_by` of a test set names, where the files say.

    A recording is a talk. Subsets, styles and genres are labels of segments in the reference: those of a category with
    that title (`;; CATEGORY "1" "subset" ""`) or, without one, the labels that the rulebook lists by name (`subsets`).
    """
    tables = {"subset": rules.subsets, "style": rules.styles, "genre": rules.genres}
    return _relabelled(evaluation, lambda document: _attributes(document, rules, tables))


def _relabelled(evaluation: Evaluation, attributes_of: Callable[[Document], Mapping[str, str]]) -> Evaluation:
    """The evaluation with other attributes of its documents, each worked out once."""
    named: dict[Document, Document] = {}
    for document in evaluation.documents:
        if document not in named:
            named[document] = replace(document, attributes=attributes_of(document))
    documents = tuple(named[document] for document in evaluation.documents)
    return replace(evaluation, texts=replace(evaluation.texts, documents=documents))


def _with_recording(document: Document, asked: Collection[str]) -> dict[str, str]:
    """The attributes of a document and, under each name that is asked for, the file that it is."""
    known = dict(document.attributes)
    if not document.numbered:
        for name in RECORDINGS:
            if name in asked:
                known.setdefault(name, document.id)
    return known


def _attributes(document: Document, rules: TestSetRules, tables: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    known = _with_recording(document, rules.reported_attributes)
    for attribute in rules.reported_attributes:
        names = {name.casefold(): name for name in tables.get(attribute, {})}
        labels = [known[attribute]] if attribute in known else known.get(LABEL, "").split(",")
        value = next((names[label.casefold()] for label in labels if label.casefold() in names), None)
        if value is not None:  # written as in the rulebook, whatever the case of the label
            known[attribute] = value
        elif attribute not in known and (label := known.get(attribute.casefold())) is not None:
            known[attribute] = label
    return known
