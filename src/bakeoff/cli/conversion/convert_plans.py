"""Plans of other tools in `bakeoff convert`: judgments that wait for their answers, as `human design` writes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast, get_args

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

PlanFormat = Literal["appraise-batches", "pearmut-campaign"]


def holds_plan(path: str, format: str | None) -> bool:
    """Whether a file is a plan, by the format named or, where none is, by its content."""
    return _plan_format(path, format) is not None


def _plan_format(path: str, format: str | None) -> PlanFormat | None:
    from bakeoff.formats.judgments.appraise import batch_plans
    from bakeoff.formats.judgments.pearmut_campaigns import recognises
    from bakeoff.formats.sources import open_source

    if format in get_args(PlanFormat):
        return cast(PlanFormat, format)
    if format is not None or path == "-" or not Path(path).is_file():
        return None
    with open_source(path) as source:
        head = source.head.decode("utf-8", errors="replace")
    if batch_plans.recognises(head):
        return "appraise-batches"
    return "pearmut-campaign" if recognises(head) else None


def convert_plan(
    source: str, target: str, *, from_format: str | None, given: str | None, others: Mapping[str, Any]
) -> None:
    """Writes a plan, and perhaps the marks that judges start from. `others` are options that only texts have."""
    from bakeoff.formats.judgments import write_judgments
    from bakeoff.formats.judgments.appraise.batch_plans import read_batches
    from bakeoff.formats.judgments.asked_screens import given_judgments
    from bakeoff.formats.judgments.pearmut_campaigns import read_campaign

    if options := [f"--{name.replace('_', '-')}" for name, value in others.items() if value]:
        raise BakeoffError(f"{source} holds a plan, and {', '.join(options)} is for texts and judgments.")
    is_appraise = _plan_format(source, from_format) == "appraise-batches"
    screens = read_batches(source) if is_appraise else read_campaign(source)
    write_judgments([each.judgment for each in screens], target)
    if given is not None:
        marks = list(given_judgments(screens))
        write_judgments(marks, given)
        remark(f"{given}: marks of {len(marks):,} outputs.")
    judges = len({each.judgment.judge for each in screens})
    remark(f"{len(screens):,} screens of {judges:,} judges.")
