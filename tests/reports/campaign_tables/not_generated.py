"""Printed tables and figures that no report has, each with the reason: the only list of them."""

from __future__ import annotations

from collections.abc import Mapping

_TEXTS = (
    "It shows chosen sentences of test sets or outputs; a report has numbers, and the texts are in the release package."
)
_SCREEN = "It is a picture of a screen or of one example, not of results."

NOT_GENERATED: Mapping[str, Mapping[str, str]] = {
    "iwslt2005": {
        "3": _TEXTS,
        "17": _TEXTS,
        "figure B.1-graphics": "The text of the overview has lost it, and nothing says what it showed.",
    },
    "wmt2008": {
        "figure 2": _SCREEN,
    },
    "iwslt2012": {
        "figure 1": "It explains tournaments by an example without results; brackets of results are drawn.",
    },
    "openmt2012": {},
    "iwslt2016": {
        "1": _TEXTS,
        "2": _TEXTS,
        "figure app-B": _SCREEN,
    },
}
"""By document, then by the id of the table, or `figure` and the id of the figure."""
