"""Systems and translators by post-edits (I16, tables 6 to 9)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.human_eval import PostEditResult
from bakeoff.human_eval.analyses.post_edits.results import EditedSystem, PostEditGroup, Rate
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import SECTION, caption
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.captions import CORRECTION_NAMES
from bakeoff.reports.table import Column, Marked, SignedNote, Table, Value

_CORRELATED = ("hter", "ter", "test_set_ter")


def post_editing(results: CampaignResults) -> Iterator[ReportTable]:
    """Systems of each evaluation by post-editing."""
    for human, result, group in _edited(results):
        yield ReportTable(
            id=table_id("post-editing", human.evaluation, human.language_pair, human.test_set),
            name="post-editing",
            section=SECTION,
            table=edited_systems(results, human, result, group),
        )


def post_editors(results: CampaignResults) -> Iterator[ReportTable]:
    """Translators of each evaluation by post-editing."""
    for human, result, group in _edited(results):
        yield ReportTable(
            id=table_id("post-editors", human.evaluation, human.language_pair, human.test_set),
            name="post-editors",
            section=SECTION,
            table=post_editor_table(results, human, result, group),
        )


def _edited(results: CampaignResults) -> Iterator[tuple[HumanResults, PostEditResult, PostEditGroup]]:
    for human in results.human:
        if human.post_edits is not None:
            for group in human.post_edits.groups:
                yield human, human.post_edits, group


def edited_systems(
    results: CampaignResults, human: HumanResults, result: PostEditResult, group: PostEditGroup
) -> Table:
    """By mTER, with the first system further down that differs; last, how far other rankings agree with it."""
    most = group.post_edits[1]
    has = {name: any(getattr(each, name) is not None for each in group.systems) for name in _CORRELATED}
    headings = {
        "hter": ("hter", "HTER (HE Set, tgt PEref)"),
        "ter": ("ter", "TER (HE Set, ref)"),
        "test_set_ter": ("ter of the test set", "TER (Test Set, ref)"),
    }
    shown = [name for name in _CORRELATED if has[name]]
    rows: list[tuple[Value, ...]] = [
        (
            Marked(each.system, bold=True),
            Marked(each.mter.value, sign=each.differs_from or "", bold=True),
            *(_value(getattr(each, name)) for name in shown),
        )
        for each in group.systems
    ]
    correlated = [group.correlations.get(name) for name in shown]
    if any(each is not None for each in correlated):
        rows.append(("Rank Corr.", None, *(None if each is None else each.value for each in correlated)))
    return Table(
        columns=(
            Column("system", title="System Ranking"),
            Column("mter", title=f"mTER (HE Set, {most} PErefs)", missing=""),
            *(Column(headings[name][0], title=headings[name][1], missing="") for name in shown),
        ),
        rows=tuple(rows),
        title=f"{caption(results, human.title, human.language_pair, human.test_set)}, systems",
        notes=tuple(_notes(result, group)),
        rules=frozenset({len(group.systems)} if len(rows) > len(group.systems) else ()),
    )


def post_editor_table(
    results: CampaignResults, human: HumanResults, result: PostEditResult, group: PostEditGroup
) -> Table:
    """The effort of each translator, and how good what they got is by the references."""
    return Table(
        columns=(
            Column("translator", title="PEditor"),
            Column("effort", title="PE Effort"),
            Column("effort deviation", title="std-dev"),
            Column("ter", title="Sys TER", missing=""),
            Column("ter deviation", title="std-dev", missing=""),
            Column("segments", detail=True),
        ),
        rows=tuple(
            (
                each.judge,
                each.hter.value,
                each.hter.sd,
                None if each.ter is None else each.ter.value,
                None if each.ter is None else each.ter.sd,
                each.segments,
            )
            for each in group.editors
        ),
        title=f"{caption(results, human.title, human.language_pair, human.test_set)}, post-editors",
        notes=(
            "PE Effort: HTER of everything that a translator edited. Sys TER: TER of what the translator got, against "
            "the references. Standard deviations are over segments, weighted by length.",
            f"Signature: {result.signature}",
        ),
    )


def _value(rate: Rate | None) -> float | None:
    return None if rate is None else rate.value


def _notes(result: PostEditResult, group: PostEditGroup) -> Iterator[str]:
    fewest, most = group.post_edits
    counted = str(most) if fewest == most else f"{fewest} to {most}"
    yield (
        f"mTER: edits to the closest of {counted} post-edits of a segment (PErefs); HTER: to the post-edit of the own "
        f"output (tgt PEref); TER: against the reference, on the {group.segments:,} segments that were edited (HE Set) "
        "and on the complete test set. Lower is better."
    )
    for name in dict.fromkeys(each.differs_from for each in group.systems if each.differs_from):
        yield SignedNote(name, "is the first system further down from which the difference of mTER is significant.")
    yield (
        f"Approximate randomisation, {result.trials:,} trials, p < {result.level:g}, "
        f"{CORRECTION_NAMES.get(result.correction, result.correction)}."
    )
    if group.correlations:
        yield "Rank Corr.: Spearman's coefficient of each ranking with that by mTER."
    earlier = ", ".join(_earlier(group.systems))
    if earlier:
        yield f"Post-edits of an earlier campaign: {earlier}."
    yield f"Signature: {result.signature}"


def _earlier(systems: tuple[EditedSystem, ...]) -> Iterator[str]:
    return (each.system for each in systems if each.earlier)
