"""Tables of post-edits: translators, systems, edits, effort (I16, tables 6 to 9), and the same as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

from bakeoff.human_eval.analyses.post_edits.results import (
    EditCounts,
    EditedSystem,
    Effort,
    PostEditGroup,
    PostEditor,
    PostEditResult,
    RankCorrelation,
    Rate,
)
from bakeoff.reports.human.captions import group_name
from bakeoff.reports.table import Column, Range, Table, Value, stack_tables
from bakeoff.statistics import Interval

PostEditTable = Literal["systems", "editors", "by-system", "edits", "effort", "pauses", "tags"]
"""Systems (tables 8, 9), translators (tables 6, 7), systems of each translator, kinds of edits, times, pauses, tags."""
POST_EDIT_TABLES: tuple[PostEditTable, ...] = get_args(PostEditTable)
_KINDS = ("insertions", "deletions", "substitutions", "shifts")
_CORRELATED = ("hter", "ter", "test_set_ter")


def post_edit_tables(result: PostEditResult, name: PostEditTable, *, one: bool = False) -> list[Table]:
    """A table for each language pair and test set, or `one` for all of them, which programs can read."""
    make = {
        "systems": edited_systems_table,
        "editors": post_editors_table,
        "by-system": systems_by_editor_table,
        "edits": edit_counts_table,
        "effort": effort_table,
        "pauses": pauses_table,
        "tags": tags_table,
    }[name]
    tables = [make(result, group) for group in result.groups]
    if not one or len(tables) == 1:
        return tables
    return [stack_tables({group_name(g.group): t for g, t in zip(result.groups, tables, strict=True)}, heading="group")]


def edited_systems_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """Systems by mTER, with HTER and TER, the first system below that differs, and how far rankings agree."""
    has = {name: any(getattr(each, name) is not None for each in group.systems) for name in ("ter", "test_set_ter")}
    columns = [Column("system"), *_rate_columns("mTER"), Column("differs from"), *_rate_columns("HTER")]
    columns += _rate_columns("TER") if has["ter"] else []
    columns += _rate_columns("TER of the test set") if has["test_set_ter"] else []
    rows: list[tuple[Value, ...]] = []
    for each in group.systems:
        cells: list[Value] = [_named(each), *_cells(each.mter), each.differs_from, *_cells(each.hter)]
        cells += _cells(each.ter) if has["ter"] else []
        cells += _cells(each.test_set_ter) if has["test_set_ter"] else []
        rows.append(tuple(cells))
    if group.correlations:
        last: list[Value] = ["rank correlation", None, None, None]
        for name in _CORRELATED:
            if name == "hter" or has[name]:
                last += _correlation_cells(group.correlations.get(name))
        rows.append(tuple(last))
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=_title("Systems by their post-edits", group),
        rules=frozenset({len(group.systems)} if group.correlations else ()),
        notes=tuple(_system_notes(result, group)),
    )


def post_editors_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """What each translator edited, and how good what they got is by the references."""
    has_ter = any(each.ter is not None for each in group.editors)
    columns = [Column("translator"), Column("segments"), *_rate_columns("effort"), Column("effort deviation")]
    columns += [*_rate_columns("TER"), Column("TER deviation")] if has_ter else []
    rows = [
        (
            each.judge,
            each.segments,
            *_cells(each.hter),
            each.hter.sd,
            *((*_cells(each.ter), None if each.ter is None else each.ter.sd) if has_ter else ()),
        )
        for each in group.editors
    ]
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=_title("Translators", group),
        notes=(
            "Effort is HTER of everything that a translator edited; TER is that of what the translator got against the "
            "references. Deviations are over segments, weighted by length.",
            f"Signature: {result.signature}",
        ),
    )


def systems_by_editor_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """The outputs of each system that each translator edited."""
    rows: list[tuple[Value, ...]] = [
        (each.judge, system.system, *_cells(found[0]), *_cells(found[1]))
        for each in group.editors
        for system in group.systems
        if (found := each.by_system.get(system.system)) is not None
    ]
    return Table(
        columns=(Column("translator", once=True), Column("system"), *_rate_columns("HTER"), *_rate_columns("TER")),
        rows=tuple(rows),
        title=_title("Systems by translator", group),
        notes=(f"Signature: {result.signature}",),
    )


def edit_counts_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """Kinds of edits from outputs to their own post-edits."""
    rows: list[tuple[Value, ...]] = []
    for name, counts, _ in _everyone(group):
        cells: list[Value] = [name, round(counts.words), counts.edits]
        for kind in _KINDS:
            cells += _cells(counts.rates[kind])
        rows.append((*cells, *_cells(counts.unedited)))
    return Table(
        columns=(
            Column("edited"),
            Column("words", thousands=True),
            Column("edits", thousands=True),
            *(column for kind in _KINDS for column in _rate_columns(kind)),
            *_rate_columns("unedited outputs", digits=3),
        ),
        rows=tuple(rows),
        title=_title("Kinds of edits", group),
        rules=frozenset({len(group.systems)}),
        notes=(
            "Each kind for 100 words of the post-edits; unedited outputs are a share of all.",
            _interval_note(result),
            f"Signature: {result.signature}",
        ),
    )


def effort_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """Time and keystrokes for each word of the outputs."""
    columns = [Column("edited"), Column("segments"), Column("words", thousands=True)]
    columns += [Column("characters", thousands=True), Column("signed off")]
    columns += [*_rate_columns("seconds a word"), Column("times left out")]
    columns += _rate_columns("keystrokes a word") + _rate_columns("keystrokes a character")
    rows: list[tuple[Value, ...]] = []
    for name, _, effort in _everyone(group):
        cells: list[Value] = [name, effort.segments, effort.words, effort.characters, effort.signed_off]
        cells += [*_cells(effort.seconds), effort.too_fast_or_slow or None]
        cells += [*_cells(effort.keystrokes), *_cells(effort.keystrokes_a_character)]
        rows.append(tuple(cells))
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=_title("Effort", group),
        rules=frozenset({len(group.systems)}),
        notes=(
            "Words and characters are those of the outputs. Times do not include idle time; segments outside 0.25 to "
            "30 seconds a word are left out of them.",
            _interval_note(result),
        ),
    )


def pauses_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """Pauses by their shortest length, for each word of the outputs."""
    rows: list[tuple[Value, ...]] = [
        (name, least, *_cells(count), *_cells(seconds))
        for name, _, effort in _everyone(group)
        for least, (count, seconds) in effort.pauses.items()
    ]
    return Table(
        columns=(
            Column("edited", once=True),
            Column("milliseconds or more"),
            *_rate_columns("pauses a word", digits=3),
            *_rate_columns("seconds a word", digits=3),
        ),
        rows=tuple(rows),
        title=_title("Pauses", group),
        notes=(_interval_note(result),),
        empty="No pauses were measured.",
    )


def tags_table(result: PostEditResult, group: PostEditGroup) -> Table:
    """Edits by part of speech."""
    rows: list[tuple[Value, ...]] = [
        (each.tag, each.words, each.substituted, each.deleted, each.inserted, *_cells(each.changed))
        for each in group.parts_of_speech
    ]
    heads = ("words", "substituted", "deleted", "inserted")
    return Table(
        columns=(
            Column("tag"),
            *(Column(head, thousands=True) for head in heads),
            *_rate_columns("changed a word", digits=3),
        ),
        rows=tuple(rows),
        title=_title("Edits by part of speech", group),
        notes=("Words that were moved are deleted in one place and inserted in another.", _interval_note(result)),
        empty="No tags were asked for. Name a tagger, or give tagged text (tags).",
    )


def post_edits_json(result: PostEditResult) -> dict[str, Any]:
    """The complete analysis."""
    return {
        "protocol": "post_editing",
        "metric": result.metric,
        "signature": result.signature,
        "test": "randomization",
        "trials": result.trials,
        "level": result.level,
        "correction": result.correction,
        "confidence": result.confidence,
        "samples": result.samples,
        "unit": result.unit,
        "seed": result.seed,
        "groups": [_group_json(group) for group in result.groups],
    }


def _group_json(group: PostEditGroup) -> dict[str, Any]:
    return {
        "group": dict(group.group),
        "segments": group.segments,
        "segments_left_out": group.left_out,
        "test_set_segments": group.test_set_segments,
        "references": group.references,
        "post_edits": list(group.post_edits),
        "systems": [
            {
                "system": each.system,
                "earlier": each.earlier,
                "segments": each.segments,
                "mter": _rate_json(each.mter),
                "hter": _rate_json(each.hter),
                "ter": _rate_json(each.ter),
                "test_set_ter": _rate_json(each.test_set_ter),
                "differs_from": each.differs_from,
                "p": dict(each.p),
                "edits": _counts_json(each.counts),
                "effort": _effort_json(each.effort),
            }
            for each in group.systems
        ],
        "translators": [
            {
                "judge": each.judge,
                "segments": each.segments,
                "hter": _rate_json(each.hter),
                "ter": _rate_json(each.ter),
                "systems": {
                    system: {"hter": _rate_json(hter), "ter": _rate_json(ter)}
                    for system, (hter, ter) in each.by_system.items()
                },
                "edits": _counts_json(each.counts),
                "effort": _effort_json(each.effort),
            }
            for each in group.editors
        ],
        "rank_correlations": {
            name: {"value": each.value, "interval": _interval_json(each.interval)}
            for name, each in group.correlations.items()
        },
        "parts_of_speech": [
            {
                "tag": each.tag,
                "words": each.words,
                "substituted": each.substituted,
                "deleted": each.deleted,
                "inserted": each.inserted,
                "changed_a_word": _rate_json(each.changed),
            }
            for each in group.parts_of_speech
        ],
    }


def _rate_json(rate: Rate | None) -> dict[str, Any] | None:
    if rate is None:
        return None
    found: dict[str, Any] = {"value": rate.value, "interval": _interval_json(rate.interval)}
    return found if rate.sd is None else {**found, "sd": rate.sd}


def _interval_json(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def _counts_json(counts: EditCounts) -> dict[str, Any]:
    return {
        **{name: getattr(counts, name) for name in ("edits", *_KINDS, "words")},
        "per_100_words": {kind: _rate_json(rate) for kind, rate in counts.rates.items()},
        "unedited": _rate_json(counts.unedited),
    }


def _effort_json(effort: Effort) -> dict[str, Any]:
    return {
        "segments": effort.segments,
        "words": effort.words,
        "characters": effort.characters,
        "signed_off": effort.signed_off,
        "seconds_a_word": _rate_json(effort.seconds),
        "times_left_out": effort.too_fast_or_slow,
        "keystrokes_a_word": _rate_json(effort.keystrokes),
        "keystrokes_a_character": _rate_json(effort.keystrokes_a_character),
        "pauses": {
            str(least): {"count_a_word": _rate_json(count), "seconds_a_word": _rate_json(seconds)}
            for least, (count, seconds) in effort.pauses.items()
        },
    }


def _everyone(group: PostEditGroup) -> Iterator[tuple[str, EditCounts, Effort]]:
    """Systems, then translators."""
    every: tuple[EditedSystem | PostEditor, ...] = (*group.systems, *group.editors)
    for each in every:
        yield each.system if isinstance(each, EditedSystem) else each.judge, each.counts, each.effort


def _rate_columns(name: str, *, digits: int = 2) -> list[Column]:
    return [Column(name, digits=digits), Column(f"{name} interval", digits=digits)]


def _cells(rate: Rate | None) -> tuple[Value, Value]:
    return (None, None) if rate is None else (rate.value, _range(rate.interval))


def _correlation_cells(found: RankCorrelation | None) -> tuple[Value, Value]:
    return (None, None) if found is None else (found.value, _range(found.interval))


def _range(interval: Interval | None) -> Range | None:
    return None if interval is None else Range(interval.low, interval.high)


def _named(system: EditedSystem) -> str:
    return f"{system.system} (earlier post-edits)" if system.earlier else system.system


def _title(what: str, group: PostEditGroup) -> str:
    given: Mapping[str, str] = {name: value for name, value in group.group.items() if value}
    return ": ".join(filter(None, [what, group_name(given)]))


def _system_notes(result: PostEditResult, group: PostEditGroup) -> Iterator[str]:
    fewest, most = group.post_edits
    counted = str(most) if fewest == most else f"{fewest} to {most}"
    yield (
        f"mTER: edits to the closest of {counted} post-edits of a segment; HTER: to the own post-edit. "
        f"{group.segments:,} segments; lower is better."
    )
    yield (
        f"Differs from: the first system further down with p < {result.level:g} by approximate randomisation of mTER "
        f"({result.trials:,} trials; correction: {result.correction})."
    )
    if group.correlations:
        yield "Rank correlation: Spearman's, of each ranking with that by mTER."
    if group.left_out:
        segments = "1 segment lacks" if group.left_out == 1 else f"{group.left_out:,} segments lack"
        yield f"Left out: {segments} the output of some system."
    yield _interval_note(result)
    yield f"Signature: {result.signature}"


def _interval_note(result: PostEditResult) -> str:
    return f"Intervals: {100 * result.confidence:g} %, {result.unit}s drawn again ({result.samples:,} samples)."
