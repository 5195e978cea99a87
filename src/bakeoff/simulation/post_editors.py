"""Post-editing in which the truth is known: invented texts, outputs with errors, translators who correct them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.protocols.post_editing import Pauses, PostEdit, PostEditing
from bakeoff.simulation.evaluations import DOCUMENT, Asking, World, simulate_judgments
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.truth import Truth, evenly_spaced, make_truth

_VOCABULARY = 900
_SYLLABLES = [one + two for one in "bdfghklmnprstvz" for two in ("a", "e", "i", "o", "u")]
_LENGTHS = (6, 29)
_FREE = 0.1
"""Share of words for which a system takes another word that is as good."""
_ERRORS = 0.15
"""Share of words with an error in an output of ordinary quality."""
_EARLIER = "translator-before"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word of an output, what it should be (empty: nothing), and its right place."""

    shown: str
    right: str
    place: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedPostEditing:
    """What was assumed and what came of it."""

    design: Design
    truth: Truth
    judges: tuple[SimulatedJudge, ...]
    texts: AlignedTexts
    """Source, one reference and the outputs of all systems, on the complete test set."""
    judgments: tuple[Judgment, ...]
    earlier: tuple[Judgment, ...]
    """Post-edits that an earlier campaign made of the last system, which nobody edits here."""


def simulate_post_editing(
    world: World, asking: Asking, *, earlier: bool = False, test_set_share: float = 1.0, rng: np.random.Generator
) -> SimulatedPostEditing:
    """An evaluation by post-editing, from texts to the last answer.

    Strict translators (low `bias`) also change words that are right, so that they edit much more than others, as in
    I16. With `earlier` there is one more system, whose output an earlier campaign has edited. Only the share
    `test_set_share` of the documents is edited.
    """
    protocol = PostEditing()
    names = (*world.names, "earlier") if earlier else world.names
    edited = max(1, round(asking.segments * test_set_share))
    truth = make_truth(
        evenly_spaced(names, spread=world.spread),
        asking.segments,
        difficulty=world.difficulty,
        chance=world.chance,
        rng=rng,
    )
    right = [_sentence(rng) for _ in range(asking.segments)]
    outputs = {
        name: [_output(words, float(truth.outputs[name][number]), rng) for number, words in enumerate(right)]
        for name in names
    }
    keys = [(f"document{number // DOCUMENT + 1}", str(number + 1)) for number in range(asking.segments)]
    design = Design(
        name="simulation",
        protocol=protocol.name,
        pools=(
            Pool(
                language_pair=asking.language_pair,
                test_set=asking.test_set,
                segments=tuple(keys[:edited]),
                systems=world.names,
            ),
        ),
        redundancy=asking.judgments,
        by_document=True,
        alternating=True,
        seed=int(rng.integers(1 << 31)),
    )
    judges = world.make_judges(world.judges, rng)
    strictness = {judge.name: float(1 / (1 + np.exp(2.5 + 3 * judge.bias))) for judge in judges}

    def corrected(assignment: Assignment, _: Sequence[float]) -> object:
        pieces = outputs[assignment.systems[0]][assignment.segment]
        return protocol.write(_edit(pieces, strictness[assignment.judge], rng))

    judgments = simulate_judgments(design, [truth], judges, protocol=protocol, imagine=corrected, rng=rng)
    before = [
        Judgment(
            id=f"earlier:{number + 1}",
            protocol=protocol.name,
            judge=_EARLIER,
            language_pair=asking.language_pair,
            test_set=asking.test_set,
            document=keys[number][0],
            segment=keys[number][1],
            systems=("earlier",),
            answer=protocol.write(replace(_edit(outputs["earlier"][number], 0.1, rng), signed_off=True)),
        )
        for number in range(edited if earlier else 0)
    ]
    return SimulatedPostEditing(
        design=design,
        truth=truth,
        judges=judges,
        texts=_texts(keys, right, {name: list(map(_shown, pieces)) for name, pieces in outputs.items()}, rng),
        judgments=judgments,
        earlier=tuple(before),
    )


def _sentence(rng: np.random.Generator) -> list[str]:
    return [_word(int(number)) for number in rng.zipf(1.3, int(rng.integers(*_LENGTHS))) % _VOCABULARY]


def _word(number: int) -> str:
    """A word for a number; every number has its own.

    >>> _word(0), _word(899)
    ('baba', 'zufe')
    """
    return _SYLLABLES[number % len(_SYLLABLES)] + _SYLLABLES[number // len(_SYLLABLES) % len(_SYLLABLES)]


def _other(word: str) -> str:
    """A word that is as good."""
    return f"{word}n"


def _output(words: Sequence[str], quality: float, rng: np.random.Generator) -> list[_Piece]:
    """A sentence as a system has it: with words that are as good, and with errors, fewer where it is better."""
    share = _ERRORS * float(np.exp(-0.6 * quality))
    pieces: list[_Piece] = []
    for place, word in enumerate(words):
        good = _other(word) if rng.random() < _FREE else word
        kind = int(rng.integers(4)) if rng.random() < share else None
        wrong = _word(int(rng.integers(_VOCABULARY)))
        if kind == 0:
            pieces.append(_Piece("", good, place))
        elif kind == 1:
            pieces += [_Piece(good, good, place), _Piece(wrong, "", place + 0.5)]
        elif kind == 2 and pieces:
            pieces.insert(int(rng.integers(len(pieces))), _Piece(good, good, place))
        else:
            pieces.append(_Piece(good if kind is None else wrong, good, place))
    return pieces


def _shown(pieces: Sequence[_Piece]) -> str:
    return " ".join(piece.shown for piece in pieces if piece.shown)


def _edit(pieces: Sequence[_Piece], strictness: float, rng: np.random.Generator) -> PostEdit:
    """What a translator makes of an output: errors are corrected; the strict also change what is right."""
    kept = [piece.right for piece in sorted(pieces, key=lambda piece: piece.place) if piece.right]
    words = [
        (word[:-1] if word.endswith("n") else _other(word)) if rng.random() < strictness else word for word in kept
    ]
    original, text = _shown(pieces), " ".join(words)
    changes = sum(one != other for one, other in zip(original.split(), words, strict=False))
    keys, long = 5 * changes + int(rng.integers(3)), int(rng.poisson(changes / 3))
    return PostEdit(
        text=text or "-",
        original=original,
        seconds=round(float(1.2 * len(words) * rng.gamma(6, 1 / 6) + 2 * changes), 1),
        idle_seconds=0.0,
        keystrokes=keys + changes,
        keys={"letters": keys, "erasing": changes},
        pauses={
            300: Pauses(changes + long, round(0.4 * changes + 1.5 * long, 1)),
            1000: Pauses(long, round(1.5 * long, 1)),
        },
        visits=1,
        signed_off=True,
    )


def _texts(
    keys: Sequence[tuple[str, str]],
    right: Sequence[Sequence[str]],
    runs: dict[str, list[str]],
    rng: np.random.Generator,
) -> AlignedTexts:
    """The test set; its reference was translated freely, without a look at any output."""
    documents: dict[str, list[Segment]] = {}
    for document, segment in keys:
        documents.setdefault(document, []).append(Segment(segment, ""))
    known = {name: Document(name, tuple(segments)) for name, segments in documents.items()}
    references = [_shown(_output([_other(word) if rng.random() < 0.35 else word for word in words], 0.5, rng))
                  for words in right]  # fmt: skip
    return AlignedTexts(
        documents=tuple(known[document] for document, _ in keys),
        segment_ids=tuple(segment for _, segment in keys),
        references=(tuple(references),),
        runs=tuple(map(tuple, runs.values())),
        systems=tuple(runs),
        source=tuple(" ".join(word[::-1] for word in words) for words in right),
    )
