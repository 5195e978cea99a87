"""Statistical alignment models of sil-thot (extra `align`), trained in one direction.

The library holds Python's lock while it works, so the two directions run in processes of their own.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal, get_args

from bakeoff.alignment.word_links import Links
from bakeoff.errors import BakeoffError

AlignmentModel = Literal["ibm1", "ibm2", "hmm", "ibm3", "ibm4", "fast-align", "eflomal"]
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
    "eflomal": ("EflomalAlignmentModel",),
}
_ITERATIONS = 5
"""Of each stage but those of eflomal."""
_THREADS = "OMP_NUM_THREADS"


def load_thot() -> Any:
    """The module of thot's alignment models; where it is not installed, an error that says how to install it."""
    try:
        with _one_thread():
            import_module("thot")
    except ModuleNotFoundError as error:
        if error.name != "thot":
            raise
        raise BakeoffError(
            "Word alignment needs the package sil-thot, which is not installed. "
            "Install it: pip install 'bakeoff[align]'."
        ) from None
    return import_module("thot.alignment")


@contextmanager
def _one_thread() -> Iterator[None]:
    """Thot reads once, when it is loaded, how many threads it may use.

    Several would add counts in an order that chance decides, and links would depend on it.
    """
    before = os.environ.get(_THREADS)
    os.environ[_THREADS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_THREADS]
        else:
            os.environ[_THREADS] = before


def schedule(model: AlignmentModel, pairs: int, iterations: int | None) -> tuple[int, ...]:
    """How often each stage goes over the sentence pairs.

    eflomal samples: the fewer pairs there are, the more often (Östling and Tiedemann 2016), first as a model of words
    alone, then of their order, then also of how many words each has.
    """
    if model != "eflomal":
        return (iterations or _ITERATIONS,) * len(_STAGES[model])
    sweeps = 4 * iterations if iterations else max(2, round(5000 / math.sqrt(max(1, pairs))))
    return max(2, sweeps // 4), max(1, sweeps // 4), sweeps


def steps_of(model: AlignmentModel, aligned: int, learned: int, iterations: int | None) -> int:
    """How many steps of progress `align_one_way` reports."""
    return sum(schedule(model, learned, iterations)) + -(-aligned // _TOGETHER)


def can_be_aligned(pair: SentencePair) -> bool:
    """Whether both sentences have words, and not too many."""
    return all(0 < len(words) <= LONGEST for words in pair)


def align_one_way(
    pairs: Sequence[SentencePair],
    aligned: int,
    *,
    model: AlignmentModel,
    iterations: int | None,
    step: Callable[[], object],
) -> tuple[Links, ...]:
    """Links of the first `aligned` pairs by a model that is trained on all of them; all can be aligned."""
    found = _sampled if model == "eflomal" else _best
    return tuple(map(_links, found(model, pairs, aligned, schedule(model, len(pairs), iterations), step)))


def _best(
    model: AlignmentModel,
    pairs: Sequence[SentencePair],
    aligned: int,
    times: Sequence[int],
    step: Callable[[], object],
) -> Iterator[Any]:
    """The best alignments of the first pairs by a model that is trained in stages."""
    thot = load_thot()
    trained: Any = None
    for name, iterations in zip(_STAGES[model], times, strict=True):
        kind = getattr(thot, name)
        trained = kind() if trained is None else kind(trained)
        trained.variational_bayes = model == "fast-align"
        _train(trained, pairs if trained.num_sentence_pairs == 0 else (), iterations, step)
    for start in range(0, aligned, _TOGETHER):
        part = pairs[start : min(start + _TOGETHER, aligned)]
        found = trained.get_best_alignments([list(source) for source, _ in part], [list(target) for _, target in part])
        step()
        yield from (matrix for _, matrix in found)


def _sampled(
    model: AlignmentModel,
    pairs: Sequence[SentencePair],
    aligned: int,
    times: Sequence[int],
    step: Callable[[], object],
) -> Iterator[Any]:
    """The links that the first pairs have most often at the end of sampling.

    On the Hansards they have a lower AER than those of a new search by the trained model, which also takes longer.
    """
    [name] = _STAGES[model]
    sampler = getattr(load_thot(), name)()
    sampler.set_iterations(*times)
    sampler.emit_training_alignments = True
    _train(sampler, pairs, sum(times), step)
    for number in range(aligned):
        if number % _TOGETHER == 0:
            step()
        yield sampler.get_training_alignment(number)[1]


def _train(model: Any, pairs: Sequence[SentencePair], iterations: int, step: Callable[[], object]) -> None:
    for source, target in pairs:
        model.add_sentence_pair(list(source), list(target))
    model.start_training()
    for _ in range(iterations):
        model.train()
        step()
    model.end_training()


def _links(matrix: Any) -> Links:
    rows, columns = matrix.to_numpy().nonzero()
    return frozenset(zip(rows.tolist(), columns.tolist(), strict=True))
