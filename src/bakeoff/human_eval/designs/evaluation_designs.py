"""Human evaluations of a rulebook, planned: which segments, which systems, what is asked how often, by whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.data import AlignedTexts, Document, Segment
from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.counted_judgments import check_judgments
from bakeoff.human_eval.analyses.joined_directions import target_of
from bakeoff.human_eval.designs.conduct.rules import check_conduct
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.evaluation_sets import first_parts, sample_documents, sample_segments
from bakeoff.human_eval.designs.gold_items import find_gold
from bakeoff.human_eval.designs.planned_tournaments import PlannedTournament
from bakeoff.human_eval.designs.pools import Pool, join_pools
from bakeoff.human_eval.designs.shown_columns import REFERENCE, JudgedTexts, ShownColumns, identical_outputs
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Item
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation, Sample
from bakeoff.statistics.inputs import DEFAULT_SEED

Match = tuple[str, str]


def design_evaluation(
    rules: HumanEvaluation,
    judged: Sequence[JudgedTexts],
    *,
    matches: Collection[Match] | None = None,
    tournaments: Collection[PlannedTournament] = (),
    gold: Sequence[Judgment] = (),
    answered: Collection[tuple[str, Item]] = (),
    specification: str | None = None,
    seed: int = DEFAULT_SEED,
) -> Design:
    """The design that a rulebook's human evaluation comes to on these texts.

    Segments are sampled as `sample` says, by the words of the source (else of a reference, else of a run). Where pairs
    of systems meet in a tournament, or answers count by majority, each of the `matches` is a pool; without `matches`
    everyone meets everyone; `tournaments` open their matches in turn. With `mixed_sources` all directions into one
    target are one pool of systems, on the same segments. `gold` are judgments of one who knows: what they answer is
    dealt as gold items, as many as the rules want. What is `answered`, of a system about an item, is not asked.
    Outputs that are the same as judges read them, by `specification` where the rules say so, are found (`identical`).
    """
    protocol = protocol_by_rules(rules)
    check_conduct(rules, protocol)
    rng = np.random.default_rng(seed)
    if not judged:
        raise InputError(expected="texts to judge", found="none")
    for each in judged if rules.reference_among else ():
        _check_hidden_reference(each.texts, shows_reference="reference" in protocol.visible)
    pools = _joined_pools(rules, judged, rng) if rules.mixed_sources else [_pool(rules, each, rng) for each in judged]
    if tournaments:
        pairs = {each.key: each.pairs for each in tournaments}
        pools = [replace(pool, systems=pair) for pool in pools for pair in pairs[pool.language_pair, pool.test_set]]
    elif rules.tournament is not None or protocol.majority:
        pools = [replace(pool, systems=match) for pool in pools for match in _meetings(pool, rules, matches)]
    elif matches is not None:
        raise ExpressionError(f"{rules.protocol} compares no pairs: matches are for tournaments.")
    pools = [part for pool in pools for part in pool.without(answered)]
    if not pools:
        raise InputError(
            expected="outputs that nobody has judged", found="answers to all", remedy="Import these answers."
        )
    if rules.complete_documents:
        _check_complete_documents(rules, protocol)
        pools = [pool.with_documents for pool in pools]
    shown = _shown(rules, protocol)
    if protocol.alternates:
        _check_alternating(rules, shown)
    if gold:
        if not rules.gold and rules.qualification is None:
            raise ExpressionError(f"{rules.id} has no share of gold items: say how many there are to be.")
        check_judgments(gold, protocol=rules.protocol, settings=protocol.settings)
    by_document = protocol.alternates or bool(protocol.visible & {"history", "document"})
    return Design(
        name=rules.id,
        protocol=rules.protocol,
        pools=tuple(pools),
        shown=shown,
        redundancy=rules.judgments,
        repeats=rules.repeats,
        common_pool=rules.common_pool,
        gold=rules.gold if gold else 0.0,
        gold_items=find_gold(pools, gold, shown=shown),
        attention=rules.attention,
        choice=rules.choice,
        by_document=by_document,
        in_turn=any(each.earlier for each in tournaments)
        or (bool(tournaments) and rules.tournament is not None and rules.tournament.kind != "round-robin"),
        alternating=protocol.alternates,
        identical={}
        if protocol.alternates  # every system has an answer of its own
        else identical_outputs(
            pools,
            ShownColumns(judged, rules, specification),
            complete_documents="document" in protocol.visible or (by_document and shown == 1),
        ),
        seed=seed,
    )


def texts_judged(rules: HumanEvaluation, judged: Sequence[JudgedTexts]) -> tuple[JudgedTexts, ...]:
    """The texts in several language pairs that a human evaluation of a rulebook is about."""
    own = tuple(each for each in judged if not rules.language_pairs or each.language_pair in rules.language_pairs)
    if not own:
        raise InputError(
            expected=f"texts in a language pair of {rules.id}: {', '.join(rules.language_pairs)}",
            found=", ".join(each.language_pair for each in judged) or "none",
            remedy="Say which language pair a file is of, as in fr-en=source.txt.",
        )
    return own


def imagined_texts(systems: int, segments: int, *, language_pair: str = "") -> JudgedTexts:
    """Texts without content, to plan before there are any: twenty words a segment, ten segments a document."""
    every = tuple(Segment(str(number), "") for number in range(1, segments + 1))
    documents = [Document(f"document{begin // 10 + 1}", every[begin : begin + 10]) for begin in range(0, segments, 10)]
    words = (" ".join(["word"] * 20),) * segments
    names = tuple(f"system{number}" for number in range(1, systems + 1))
    texts = AlignedTexts(
        documents=tuple(document for document in documents for _ in document.segments),
        segment_ids=tuple(segment.id for segment in every),
        references=(words,),
        runs=tuple(tuple(f"{text} {name}" for text in words) for name in names),
        systems=names,
        source=words,
    )
    imagined = tuple(
        ConstituentItem(
            document=document.id,
            segment=segment,
            source=(0, 24),
            label="",
            reference=(0, 24),
            outputs={name: (0, len(words[0]) + 1 + len(name)) for name in names},
        )
        for document, segment in zip(texts.documents, texts.segment_ids, strict=True)
    )
    return JudgedTexts(language_pair=language_pair, test_set="", texts=texts, constituents=imagined)


def _joined_pools(rules: HumanEvaluation, judged: Sequence[JudgedTexts], rng: np.random.Generator) -> list[Pool]:
    """A pool for each target and test set; the sample is that of the first direction."""
    directions: dict[tuple[str, str], list[JudgedTexts]] = {}
    for each in judged:
        directions.setdefault((target_of(each.language_pair), each.test_set), []).append(each)
    pools = []
    for (target, test_set), (first, *others) in directions.items():
        if not others:
            raise InputError(
                expected=f"texts of several directions into {target or 'one language'}, since {rules.id} mixes them",
                found=" ".join(filter(None, [first.language_pair, test_set])) or "one",
                remedy="Give the runs of all directions, and the same test set (--test-set) where files differ.",
            )
        pool = _pool(rules, first, rng)
        same = [_pool(rules, each, rng, segments=pool.segments) for each in others]
        pools.append(join_pools([pool, *same], language_pair=target))
    return pools


def _pool(
    rules: HumanEvaluation,
    judged: JudgedTexts,
    rng: np.random.Generator,
    *,
    segments: Sequence[tuple[str, str]] | None = None,
) -> Pool:
    """The systems of these texts on a sample of them, or on the segments given, as far as they exist."""
    texts = judged.texts
    ids = [(document.id, segment) for document, segment in zip(texts.documents, texts.segment_ids, strict=True)]
    if segments is None:
        segments = [ids[number] for number in _sampled(rules.sample, texts, rng)]
    if protocol_by_rules(rules).kind == "constituent":
        segments = _constituents(rules, judged, frozenset(segments))
        ids = list(segments)
    present = set(ids)
    hidden = [REFERENCE] if rules.reference_among else []
    return Pool(
        language_pair=judged.language_pair,
        test_set=judged.test_set,
        segments=tuple(each for each in segments if each in present),
        systems=(*texts.systems, *hidden),
    )


def _constituents(
    rules: HumanEvaluation, judged: JudgedTexts, sampled: Collection[tuple[str, str]]
) -> list[tuple[str, str]]:
    """The parts of these segments that are judged, as the pool names them."""
    if rules.mixed_sources:
        raise ExpressionError(f"{rules.protocol} is about parts of one source: leave out mixed_sources.")
    if rules.attention or rules.after_specification or rules.source_characters == "deleted":
        raise ExpressionError(
            f"{rules.protocol} highlights parts of outputs as they are: leave out attention, after_specification and "
            "source_characters."
        )
    if rules.reference_among:
        raise ExpressionError(f"{rules.protocol} has no hidden reference: leave out reference_among.")
    found = [(each.document, each.name) for each in judged.constituents if (each.document, each.segment) in sampled]
    if not found:
        raise InputError(
            expected=f"constituents of the segments that {rules.id} is about",
            found="none",
            remedy="Choose them first, from a parse, tags or a list of spans (bakeoff human constituents).",
        )
    return found


def _check_alternating(rules: HumanEvaluation, shown: int | None) -> None:
    """Where systems alternate, screens show one output, and there are no controls: nobody gets a segment twice."""
    if shown != 1:
        raise ExpressionError(f"{rules.protocol} shows one output a screen: say shown = 1 or leave it out.")
    controls = [name for name in ("repeats", "common_pool", "gold", "attention") if getattr(rules, name)]
    if controls:
        raise ExpressionError(
            f"{rules.protocol} gives nobody a segment twice, so it has no controls: leave out {', '.join(controls)}."
        )
    if rules.mixed_sources:
        raise ExpressionError(f"{rules.protocol} shows one source with its neighbours: leave out mixed_sources.")
    if rules.qualification is not None:
        raise ExpressionError(f"{rules.protocol} has no right answers to qualify by: leave out qualification.")


def _check_complete_documents(rules: HumanEvaluation, protocol: Protocol[Any]) -> None:
    """Complete documents can be graded where judges read them, by a protocol that has a question about them."""
    if not protocol.document_question:
        raise ExpressionError(
            f"{rules.protocol} has no question about complete documents: leave complete_documents out."
        )
    if "document" not in protocol.visible:
        raise ExpressionError(
            f"{rules.id} has judges grade complete documents and does not show them: say history_shown = true."
        )


def _check_hidden_reference(texts: AlignedTexts, *, shows_reference: bool) -> None:
    """A reference that judges also see as the reference would give itself away among the outputs."""
    count = len(texts.references)
    if not count:
        raise InputError(expected="a reference to hide among the outputs", found="none")
    if shows_reference and count == 1:
        raise InputError(
            expected="a second reference, since the first is hidden among the outputs",
            found="1",
            remedy="Give another reference, or say reference_shown = false or reference_among = false.",
        )
    if REFERENCE in texts.systems:
        raise InputError(
            expected=f"no system called {REFERENCE}, since a reference is hidden among the outputs under this name",
            found=repr(REFERENCE),
            remedy="Rename the system.",
        )


def _sampled(sample: Sample, texts: AlignedTexts, rng: np.random.Generator) -> list[int]:
    """Numbers of the segments that are judged."""
    columns = [texts.source] if texts.source is not None else [*texts.references, *texts.runs]
    words = [len(text.split()) for text in columns[0] or ()]
    wanted = {"subset": sample.subsets, "genre": sample.genres}
    kept = [
        number
        for number, document in enumerate(texts.documents)
        if all(not names or document.attributes.get(key) in names for key, names in wanted.items())
    ]
    if not kept:
        raise InputError(expected="documents of the subsets and genres that are judged", found="none")
    if sample.documents is not None:
        drawn_ids = sample_documents([texts.documents[number].id for number in kept], sample.documents, rng=rng)
        kept = [number for number in kept if texts.documents[number].id in drawn_ids]
    if sample.choice == "first-part":
        parts = first_parts([texts.documents[number].id for number in kept], sample.part)
        kept = [kept[place] for place in parts]
    drawn = sample_segments(
        [words[number] for number in kept],
        size=sample.size if sample.choice in ("random", "by-length") else None,
        by_length=sample.choice == "by-length",
        min_words=sample.min_words,
        max_words=sample.max_words,
        rng=rng,
    )
    return [kept[place] for place in drawn]


def _shown(rules: HumanEvaluation, protocol: Protocol[Any]) -> int | None:
    if "shown" not in rules.model_fields_set:
        return protocol.shown
    return None if rules.shown == "all" else rules.shown


def _meetings(pool: Pool, rules: HumanEvaluation, matches: Collection[Match] | None) -> list[Match]:
    """The pairs of a pool that are judged."""
    if matches is not None:
        own = [match for match in matches if set(match) <= set(pool.systems)]
        if not own:
            raise InputError(expected=f"matches of {', '.join(pool.systems)}", found="none")
        return own
    if rules.tournament is not None and rules.tournament.kind != "round-robin":
        raise ExpressionError(
            f"in a {rules.tournament.kind} tournament who meets depends on results: name the matches to judge."
        )
    return list(combinations(pool.systems, 2))
