"""Edits by part of speech: which kinds of words translators change, delete and insert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.alignment.edit_operations import edit_operations
from bakeoff.errors import ExpressionError
from bakeoff.human_eval.analyses.post_edits.effort import Draws, ratio
from bakeoff.human_eval.analyses.post_edits.results import TagEdits
from bakeoff.human_eval.protocols.post_editing import PostEdit
from bakeoff.text import Workspace
from bakeoff.text.taggers import find_tagger
from bakeoff.text.tags import TagSource
from bakeoff.text.tokenizers import tokenize_lines

_TOKENIZER = "13a"


def edits_by_tag(edits: Sequence[PostEdit], tags: TagSource, draws: Draws) -> tuple[TagEdits, ...]:
    """Edits by the tags of words, the most frequent first.

    Tags are in the texts (`word|TAG` in outputs and post-edits), or a tagger gives them, for words of the tokeniser
    13a. Words are aligned by the fewest insertions, deletions and substitutions: a word that was moved is deleted in
    one place and inserted in another.
    """
    originals, texts = (_tagged([getattr(each, name) for each in edits], tags) for name in ("original", "text"))
    totals: dict[str, Counter[str]] = {}
    changes: dict[str, NDArray[np.float64]] = {}
    """Of each tag: changed words and all words, post-edit by post-edit."""
    for number, ((before, old), (after, new)) in enumerate(zip(originals, texts, strict=True)):
        changed: Counter[str] = Counter()
        for step in edit_operations(before, after):
            if step.kind == "deletion":  # of the output, as its words are the hypothesis
                totals.setdefault(new[step.reference or 0], Counter())["inserted"] += 1
            elif step.kind != "match":
                kind = "substituted" if step.kind == "substitution" else "deleted"
                totals.setdefault(old[step.hypothesis or 0], Counter())[kind] += 1
                changed[old[step.hypothesis or 0]] += 1
        for tag, count in Counter(old).items():
            totals.setdefault(tag, Counter())["words"] += count
            changes.setdefault(tag, np.zeros((2, len(edits))))[:, number] = changed[tag], count
    found = [
        TagEdits(
            tag=tag,
            words=counts["words"],
            substituted=counts["substituted"],
            deleted=counts["deleted"],
            inserted=counts["inserted"],
            changed=ratio(changes[tag][0], changes[tag][1], draws, where=changes[tag][1] > 0)
            if tag in changes
            else None,
        )
        for tag, counts in totals.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.words, each.tag)))


def _tagged(segments: Sequence[str], tags: TagSource) -> list[tuple[list[str], list[str]]]:
    """The words of every segment, and the tag of each."""
    if tags.kind == "only":
        raise ExpressionError("tags=only has no words to compare: take inline (word|TAG) or a tagger.")
    if not tags.is_in_text and find_tagger(tags.kind).finds_words:
        raise ExpressionError(f"tags={tags.kind} finds words of its own, which cannot be aligned: take another tagger.")
    text = Workspace(tokenizer=_TOKENIZER).text(list(segments))
    rows = [line.split() for line in tags.lines(text)]
    if tags.is_in_text:
        words = [[token.rpartition("|")[0] for token in segment.split()] for segment in segments]
    else:
        words = [line.split() for line in tokenize_lines(list(segments), _TOKENIZER)]
    return list(zip(words, rows, strict=True))
