"""Word alignment of sentence pairs in both directions, by models that learn from these pairs and more text."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import get_args

from bakeoff.alignment.thot_models import (
    ALIGNMENT_MODELS,
    AlignmentModel,
    SentencePair,
    align_one_way,
    can_be_aligned,
    load_thot,
    steps_of,
)
from bakeoff.alignment.word_links import BothDirections, Links, swapped
from bakeoff.engine.threads import checked_threads
from bakeoff.errors import BakeoffError, ExpressionError, InputError

OnProgress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignerSettings:
    """How words are aligned. The defaults have the lowest AER on the Hansards (see the reference)."""

    model: AlignmentModel = "eflomal"
    iterations: int | None = None
    """Of each stage of a model; None: 5, and for eflomal as many as suit the amount of text."""
    letters: int | None = 4
    """How many letters at its start stand for a word, in lower case: in small text, endings make words too rare to
    learn from. None: all."""

    def __post_init__(self) -> None:
        if self.model not in get_args(AlignmentModel):
            raise ExpressionError(f"there is no model {self.model!r}; there are: {', '.join(ALIGNMENT_MODELS)}.")
        for value, what in ((self.iterations, "iteration"), (self.letters, "letter")):
            if value is not None and value < 1:
                raise InputError(expected=f"at least 1 {what}", found=str(value))


def align_words(
    pairs: Sequence[SentencePair],
    *,
    extra: Sequence[SentencePair] = (),
    settings: AlignerSettings | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BothDirections:
    """Links of every sentence pair in both directions; `extra` is more text of the same languages to learn from.

    All outputs of a source, and its reference, are best aligned together (W08, section 3.2). Equal pairs are learned
    from once. A sentence that is empty, or longer than `LONGEST`, has no links. With more than one thread each
    direction has a process; the links do not depend on it.
    """
    load_thot()
    chosen = settings or AlignerSettings()
    keys = [_key(pair, chosen.letters) for pair in pairs]
    asked = dict.fromkeys(filter(can_be_aligned, keys))
    further = dict.fromkeys(_key(pair, chosen.letters) for pair in extra)
    learned = [*asked, *(key for key in further if key not in asked and can_be_aligned(key))]
    nothing: Links = frozenset()
    if not asked:
        return BothDirections((nothing,) * len(keys), (nothing,) * len(keys))
    jobs = [
        _Job(learned, len(asked), chosen.model, chosen.iterations),
        _Job([(target, source) for source, target in learned], len(asked), chosen.model, chosen.iterations),
    ]
    run = _in_processes if checked_threads(threads) > 1 else _in_turn
    forward, backward = run(jobs, on_progress or (lambda _done, _total: None))
    both = dict(zip(asked, zip(forward, map(swapped, backward), strict=True), strict=True))
    found = [both.get(key, (nothing, nothing)) for key in keys]
    return BothDirections(tuple(each[0] for each in found), tuple(each[1] for each in found))


def _key(pair: SentencePair, letters: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the models see of a pair."""
    source, target = ([word.casefold()[:letters] for word in words] for words in pair)
    return tuple(source), tuple(target)


@dataclass(frozen=True, slots=True)
class _Job:
    """One direction."""

    pairs: Sequence[SentencePair]
    aligned: int
    model: AlignmentModel
    iterations: int | None

    @property
    def steps(self) -> int:
        return steps_of(self.model, self.aligned, len(self.pairs), self.iterations)

    def run(self, step: Callable[[], object]) -> tuple[Links, ...]:
        return align_one_way(self.pairs, self.aligned, model=self.model, iterations=self.iterations, step=step)


def _in_turn(jobs: Sequence[_Job], on_progress: OnProgress) -> list[tuple[Links, ...]]:
    steps = _Steps(jobs, on_progress)
    return [job.run(steps.one) for job in jobs]


class _Steps:
    """Counts what all jobs have done."""

    def __init__(self, jobs: Sequence[_Job], on_progress: OnProgress) -> None:
        self._done, self._total, self._report = 0, sum(job.steps for job in jobs), on_progress

    def one(self) -> None:
        self._done += 1
        self._report(self._done, self._total)


def _in_processes(jobs: Sequence[_Job], on_progress: OnProgress) -> list[tuple[Links, ...]]:
    context = get_context("spawn")  # a copy of a process with threads may hang
    steps = _Steps(jobs, on_progress)
    results: dict[Connection, tuple[Links, ...]] = {}
    ends: list[Connection] = []
    workers: list[BaseProcess] = []
    try:
        for job in jobs:
            ours, theirs = context.Pipe(duplex=False)
            workers.append(context.Process(target=_work, args=(job, theirs), daemon=True))
            workers[-1].start()
            theirs.close()
            ends.append(ours)
        while len(results) < len(ends):
            for end in wait([end for end in ends if end not in results]):
                assert isinstance(end, Connection)
                _hear(end, steps, results)
    finally:
        for worker in workers:
            if worker.is_alive():
                worker.terminate()
            worker.join()
    return [results[end] for end in ends]


def _hear(end: Connection, steps: _Steps, results: dict[Connection, tuple[Links, ...]]) -> None:
    try:
        kind, value = end.recv()
    except EOFError:
        raise BakeoffError("a process that aligned words was ended from outside; memory may have run out.") from None
    if kind == "failed":
        raise BakeoffError(f"words could not be aligned:\n{value}")
    if kind == "done":
        results[end] = value
    else:
        steps.one()


def _work(job: _Job, to: Connection) -> None:
    """Runs in a process of its own."""
    try:
        to.send(("done", job.run(lambda: to.send(("step", None)))))
    except Exception:
        to.send(("failed", traceback.format_exc()))
