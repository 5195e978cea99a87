"""Documents that are off limits and are listed in a file of the organisers, not in the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bakeoff.rulebook.schema import Rulebook


def listed_in_a_file(rulebook: Rulebook) -> tuple[str, ...]:
    """The tables of `[off_limits]` whose documents organisers upload."""
    return tuple(name for name, limits in rulebook.off_limits.items() if limits.documents_file)


def with_listed_documents(rulebook: Rulebook, documents: Mapping[str, Sequence[str]]) -> Rulebook:
    """The rulebook with the documents of an uploaded list, as if it listed them itself.

    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = with_listed_documents(read_rulebook("iwslt2016"), {"qed-talks": ["qed-17"]})
    >>> rules.off_limits["qed-talks"].documents
    ('qed-17',)
    """
    limits = {
        name: table.model_copy(update={"documents": tuple(dict.fromkeys((*table.documents, *documents[name])))})
        if name in documents
        else table
        for name, table in rulebook.off_limits.items()
    }
    return rulebook.model_copy(update={"off_limits": limits})
