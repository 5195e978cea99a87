"""Evaluation of machine translation, speech recognition and spoken language translation.

>>> import bakeoff
>>> scores = bakeoff.score_texts(["the cat sat"], [["the cat sat down"]], metrics="bleu wer")
>>> round(scores["wer"], 2)
25.0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bakeoff.errors import BakeoffError as BakeoffError
    from bakeoff.evaluation import score_runs as score_runs
    from bakeoff.evaluation import score_texts as score_texts
    from bakeoff.formats import read as read

__version__ = "0.1.0"

# Loaded on first use, so that `import bakeoff` and `bakeoff --help` stay quick.
_HOMES = {
    "BakeoffError": "bakeoff.errors",
    "read": "bakeoff.formats",
    "score_runs": "bakeoff.evaluation",
    "score_texts": "bakeoff.evaluation",
}

__all__ = ["BakeoffError", "__version__", "read", "score_runs", "score_texts"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
