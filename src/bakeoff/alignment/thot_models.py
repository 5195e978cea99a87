"""Statistical alignment models of sil-thot (extra `align`), trained in one direction.

The library holds Python's lock while it works, so the two directions run in processes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Literal, get_args

from bakeoff.alignment.word_links import Links
from bakeoff.errors import BakeoffError

AlignmentModel = Literal["ibm1", "ibm2", "hmm", "ibm3", "ibm4", "fast-align"]
ALIGNMENT_MODELS: tuple[AlignmentModel, ...] = get_args(AlignmentModel)
SentencePair = tuple[Sequence[str], Sequence[str]]

LONGEST = 200
"""Words of a sentence; thot aligns no longer ones."""
_TOGETHER = 200
"""Sentence pairs between two steps of progress."""

# Each stage starts from what the one before has learned. Variational Bayes keeps rare words from collecting links; on
# the Hansards it lowers the AER of fast_align and raises that of all others.
_STAGES: dict[AlignmentModel, tuple[str, ...]] = {
    "ibm1": ("Ibm1AlignmentModel",),
    "ibm2": ("Ibm1AlignmentModel", "Ibm2AlignmentModel"),
    "hmm": ("Ibm1AlignmentModel", "HmmAlignmentModel"),
    "ibm3": ("Ibm1AlignmentModel", "HmmAlignmentModel", "Ibm3AlignmentModel"),
    "ibm4": ("Ibm1AlignmentModel", "HmmAlignmentModel", "Ibm3AlignmentModel", "Ibm4AlignmentModel"),
    "fast-align": ("FastAlignModel",),
}


def load_thot() -> Any:
    """The module of thot's alignment models; where it is not installed, an error that says how to install it."""
    try:
        import_module("thot")
    except ModuleNotFoundError as error:
        if error.name != "thot":
            raise
        raise BakeoffError(
            "Word alignment needs the package sil-thot, which is not installed. "
            "Install it: pip install 'bakeoff[align]'."
        ) from None
    return import_module("thot.alignment")


def steps_of(model: AlignmentModel, pairs: int, iterations: int) -> int:
    """How many steps of progress `align_one_way` reports."""
    return len(_STAGES[model]) * iterations + -(-pairs // _TOGETHER)


def align_one_way(
    pairs: Sequence[SentencePair],
    counts: Sequence[int],
    aligned: int,
    *,
    model: AlignmentModel,
    iterations: int,
    step: Callable[[], object],
) -> tuple[Links, ...]:
    """Links of the first `aligned` pairs by a model that is trained on all of them, each counted so often.

    A sentence that is empty, or longer than `LONGEST`, has no links.
    """
    thot = load_thot()
    trained: Any = None
    for name in _STAGES[model]:
        kind = getattr(thot, name)
        trained = kind() if trained is None else kind(trained)
        trained.variational_bayes = model == "fast-align"
        if trained.num_sentence_pairs == 0:
            for (source, target), count in zip(pairs, counts, strict=True):
                if _can_be_aligned(source, target):
                    trained.add_sentence_pair(list(source), list(target), count)
        trained.start_training()
        for _ in range(iterations):
            trained.train()
            step()
        trained.end_training()
    links: list[Links] = []
    for part in _parts(pairs[:aligned]):
        found = trained.get_best_alignments([list(source) for source, _ in part], [list(target) for _, target in part])
        links += [_links(matrix) for _, matrix in found]
        step()
    return tuple(links)


def _can_be_aligned(source: Sequence[str], target: Sequence[str]) -> bool:
    return 0 < len(source) <= LONGEST and 0 < len(target) <= LONGEST


def _parts(pairs: Sequence[SentencePair]) -> Iterator[Sequence[SentencePair]]:
    for start in range(0, len(pairs), _TOGETHER):
        yield pairs[start : start + _TOGETHER]


def _links(matrix: Any) -> Links:
    rows, columns = matrix.to_numpy().nonzero()
    return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))
