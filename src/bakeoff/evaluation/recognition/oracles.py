"""n-best lists and lattices against references: which list belongs to which utterance, then the oracle figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists, picked
from bakeoff.engine.threads import checked_threads
from bakeoff.errors import AlignmentError, Place
from bakeoff.formats.speech.utterances import Utterances
from bakeoff.speech.lattices import LatticeOracle, lattice_oracle
from bakeoff.speech.nbest import NBestOracle, nbest_oracle

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class OracleEvaluation:
    """The figures of one set of lists or lattices, an utterance being a row of the references."""

    name: str
    form: str
    """`n-best`, `lattice` or `confusion network`."""
    result: NBestOracle | LatticeOracle
    ids: tuple[str, ...]
    """The ids of the references, or numbers from 1."""
    missing: tuple[str, ...]
    """Utterances without list or lattice: their words count as deletions."""
    remarks: tuple[str, ...] = ()


def evaluate_oracles(
    hypotheses: NBestLists | Lattices,
    references: Sequence[Utterances],
    *,
    name: str = "",
    ignore_case: bool = True,
    depth: int | None = None,
    threads: int | None = None,
) -> OracleEvaluation:
    """1-best and oracle error rates of n-best lists, lattices or confusion networks; see `bakeoff.speech`.

    Utterances are matched by their ids where both sides have them, by number where the ids of lists are whole numbers
    and the references have none, else by order. Lists of unknown utterances are an error; an utterance without a list
    counts as not recognised. Case counts unless it is ignored; `depth` is how many candidates of a list count.
    """
    threads = checked_threads(threads)
    ids, texts = _aligned(references)
    order, remarks = match_utterances(hypotheses, ids, len(texts[0]), references[0])
    shown = ids or tuple(map(str, range(1, len(texts[0]) + 1)))
    missing = tuple(id_ for id_, place in zip(shown, order, strict=True) if place < 0)
    if missing:
        remarks.append(f"{_named(hypotheses)}: nothing for {listed_ids(missing)}; their words count as deletions.")
    rows, starts = picked(hypotheses, order)
    result: NBestOracle | LatticeOracle
    if isinstance(hypotheses, NBestLists):
        candidates = [hypotheses.texts[row] for row in rows]
        result = nbest_oracle(candidates, starts, texts, depth=depth, ignore_case=ignore_case, threads=threads)
    else:
        lattices = _reordered(hypotheses, order, rows, starts)
        result = lattice_oracle(lattices, texts, ignore_case=ignore_case, threads=threads)
    form = "n-best" if isinstance(hypotheses, NBestLists) else hypotheses.form
    return OracleEvaluation(name or _named(hypotheses), form, result, shown, missing, tuple(remarks))


def _aligned(references: Sequence[Utterances]) -> tuple[tuple[str, ...] | None, list[list[str]]]:
    """The ids of the first reference that has ids, and the texts of all references in its order."""
    if not references or not references[0].texts:
        raise AlignmentError(expected="references with at least one utterance", found="none")
    anchor = next((each for each in references if each.ids is not None), references[0])
    texts = []
    for each in references:
        _check_duplicates(each.ids or (), each.file)
        if anchor.ids is not None and each.ids is not None:
            if set(each.ids) != set(anchor.ids):
                raise _difference(each, anchor)
            by_id = dict(zip(each.ids, each.texts, strict=True))
            texts.append([by_id[id_] for id_ in anchor.ids])
        elif len(each.texts) != len(anchor.texts):
            raise _difference(each, anchor)
        else:
            texts.append(list(each.texts))
    return anchor.ids, texts


def _difference(utterances: Utterances, anchor: Utterances) -> AlignmentError:
    said = f"{len(utterances.texts)}"
    if utterances.ids is not None and anchor.ids is not None:
        extra, lacking = set(utterances.ids) - set(anchor.ids), set(anchor.ids) - set(utterances.ids)
        said += f" (extra: {listed_ids(sorted(extra))})" if extra else f" (missing: {listed_ids(sorted(lacking))})"
    return AlignmentError(
        place=Place(utterances.file), expected=f"the {len(anchor.texts)} utterances of {anchor.file}", found=said
    )


def match_utterances(
    hypotheses: NBestLists | Lattices, ids: tuple[str, ...] | None, count: int, reference: Utterances
) -> tuple[NDArray[np.int64], list[str]]:
    """For each utterance the number of its list or lattice, −1 where there is none; remarks."""
    if hypotheses.ids is None:
        return _by_order(hypotheses, count, reference), []
    _check_duplicates(hypotheses.ids, _named(hypotheses))
    if ids is None:
        return _by_number(hypotheses, hypotheses.ids, count, reference)
    places = {id_: place for place, id_ in enumerate(ids)}
    unknown = [number for number, id_ in enumerate(hypotheses.ids) if id_ not in places]
    if unknown:
        raise AlignmentError(
            place=_place(hypotheses, unknown[0]),
            expected=f"utterances of {reference.file or 'the references'}",
            found=f"unknown: {listed_ids([hypotheses.ids[number] for number in unknown])}",
        )
    order = np.full(count, -1, np.int64)
    order[[places[id_] for id_ in hypotheses.ids]] = np.arange(hypotheses.utterances)
    return order, []


def _by_order(hypotheses: NBestLists | Lattices, count: int, reference: Utterances) -> NDArray[np.int64]:
    if hypotheses.utterances != count:
        lists = isinstance(hypotheses, NBestLists) and hypotheses.ids is None
        raise AlignmentError(
            place=Place(_named(hypotheses)),
            expected=f"{count} utterances, as {reference.file or 'the reference'} has",
            found=str(hypotheses.utterances),
            remedy="A blank line ends the list of an utterance." if lists else "",
        )
    return np.arange(count, dtype=np.int64)


def _by_number(
    hypotheses: NBestLists | Lattices, ids: tuple[str, ...], count: int, reference: Utterances
) -> tuple[NDArray[np.int64], list[str]]:
    """Ids that count the lines of a reference from 0, as Moses does, or from 1; otherwise order decides."""
    if not all(id_.isascii() and id_.isdigit() for id_ in ids):
        return _by_order(hypotheses, count, reference), [
            f"{_named(hypotheses)}: the references have no ids; utterances are matched by their order."
        ]
    numbers = np.array([min(int(id_[-18:]), 1 << 60) for id_ in ids], np.int64)
    first = 1 if len(numbers) and numbers.min() > 0 and numbers.max() == count else 0
    if len(beyond := np.flatnonzero(numbers - first >= count)):
        raise AlignmentError(
            place=_place(hypotheses, int(beyond[0])),
            expected=f"numbers of utterances from {first} to {count - 1 + first}",
            found=ids[int(beyond[0])],
        )
    order = np.full(count, -1, np.int64)
    order[numbers - first] = np.arange(len(ids))
    return order, [f"{_named(hypotheses)}: utterances are counted from 1."] if first else []


def _reordered(
    lattices: Lattices, order: NDArray[np.int64], rows: NDArray[np.int64], starts: NDArray[np.int64]
) -> Lattices:
    """The lattices in the order of the references; a missing one has a single node."""
    present = order >= 0
    nodes = np.ones(len(order), np.int64)
    nodes[present] = lattices.nodes[order[present]]
    return replace(
        lattices,
        ids=None,
        starts=starts,
        first_lines=np.zeros(len(order), np.int32),
        lines=lattices.lines[rows],
        nodes=nodes,
        sources=lattices.sources[rows],
        targets=lattices.targets[rows],
        words=[lattices.words[row] for row in rows],
        scores=lattices.scores[rows],
    )


def _check_duplicates(ids: Sequence[str], file: str | None) -> None:
    duplicates = [id_ for id_, times in Counter(ids).items() if times > 1]
    if duplicates:
        raise AlignmentError(
            place=Place(file), expected="each utterance once", found=f"duplicate: {listed_ids(duplicates)}"
        )


def _place(hypotheses: NBestLists | Lattices, number: int) -> Place:
    # Lattices of several files have lost theirs.
    return Place(hypotheses.file, int(hypotheses.first_lines[number])) if hypotheses.file else Place()


def _named(hypotheses: NBestLists | Lattices) -> str:
    return hypotheses.file or f"{hypotheses.utterances} lattices"


def listed_ids(ids: Sequence[str]) -> str:
    """The first of some ids, and how many more there are."""
    return ", ".join(ids[:_SHOWN]) + (f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else "")
