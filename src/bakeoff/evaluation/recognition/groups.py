"""Segments of transcripts as the rulebook separates them: by subset, style, genre, talk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bakeoff.data import Document
from bakeoff.evaluation.scores.groups import LABEL
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.rulebook.release.reference_groups import RECORDINGS
from bakeoff.rulebook.schema import TestSetRules


def with_reported_attributes(evaluation: Evaluation, rules: TestSetRules) -> Evaluation:
    """The evaluation of transcripts with the attributes that `report_by` of a test set names, where the files say.

    A recording is a talk. Subsets, styles and genres are labels of segments in the reference: those of a category with
    that title (`;; CATEGORY "1" "subset" ""`) or, without one, the labels that the rulebook lists by name (`subsets`).
    """
    tables = {"subset": rules.subsets, "style": rules.styles, "genre": rules.genres}
    named: dict[Document, Document] = {}

    def relabelled(document: Document) -> Document:
        if document not in named:
            named[document] = replace(document, attributes=_attributes(document, rules, tables))
        return named[document]

    return replace(evaluation, texts=replace(evaluation.texts, documents=tuple(map(relabelled, evaluation.documents))))


def _attributes(document: Document, rules: TestSetRules, tables: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    known = dict(document.attributes)
    for attribute in rules.reported_attributes:
        if attribute in RECORDINGS and not document.numbered:
            known.setdefault(attribute, document.id)
        names = {name.casefold(): name for name in tables.get(attribute, {})}
        labels = [known[attribute]] if attribute in known else known.get(LABEL, "").split(",")
        value = next((names[label.casefold()] for label in labels if label.casefold() in names), None)
        if value is not None:  # written as in the rulebook, whatever the case of the label
            known[attribute] = value
        elif attribute not in known and (label := known.get(attribute.casefold())) is not None:
            known[attribute] = label
    return known
