"""Files of judgments, and what a rulebook says about them, as commands take them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.options import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval.contract import Settings
    from bakeoff.rulebook.schema.human import HumanEvaluation

F = TypeVar("F", bound=Callable[..., Any])


def judgments_arguments(command: F) -> F:
    """Files of judgments, their format, protocol and scale, and the rulebook that they follow."""
    for option in (
        click.option("--evaluation", metavar="ID", help="Human evaluation of the rulebook, where it has several."),
        click.option("--rules", metavar="RULEBOOK", help="Rulebook that says how it was asked and how it is analysed."),
        click.option("--scale", metavar="LOW,HIGH", help="Lowest and highest grade.  [default: the protocol's]"),
        click.option("--protocol", metavar="NAME", help="Protocol of the judgments.  [default: what they say]"),
        click.option("--input-format", metavar="NAME", help="Format of the files.  [default: recognised]"),
        click.argument("files", nargs=-1, required=True, metavar="FILE…"),
    ):
        command = option(command)
    return command


def read_all_judgments(files: Sequence[str], input_format: str | None) -> tuple[Judgment, ...]:
    """The judgments of all files, one after the other."""
    if files.count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")

    from bakeoff.formats.judgments import read_judgments

    return tuple(judgment for path in files for judgment in read_judgments(path, format=input_format))


def read_counted_judgments(
    files: Sequence[str], input_format: str | None, rules: HumanEvaluation | None, rulebook: str | None
) -> tuple[Judgment, ...]:
    """The judgments of all files that count in a human evaluation of a rulebook; all of them where none is named."""
    judgments = read_all_judgments(files, input_format)
    if rules is None or rulebook is None:
        return judgments

    from bakeoff.evaluation import count_by_rules
    from bakeoff.rulebook import read_rulebook

    counted = count_by_rules(judgments, read_rulebook(rulebook), rules.id)
    for text in counted.remarks:
        remark(text)
    return counted.judgments


def rules_of(rulebook: str | None, evaluation: str | None) -> HumanEvaluation | None:
    """The human evaluation of a rulebook; its only one where none is named."""
    if rulebook is None:
        if evaluation is not None:
            raise BakeoffError("--evaluation names a human evaluation of a rulebook: give the rulebook by --rules.")
        return None

    from bakeoff.evaluation import human_evaluation
    from bakeoff.rulebook import read_rulebook

    return human_evaluation(read_rulebook(rulebook), evaluation)


def settings_of(rules: HumanEvaluation | None, scale: str | None) -> Settings | None:
    """What is decided about the protocol: by the rulebook, and by the scale given."""
    from dataclasses import replace

    from bakeoff.evaluation import settings_by_rules
    from bakeoff.human_eval.contract import Settings as Chosen

    settings = settings_by_rules(rules) if rules is not None else None
    if scale is None:
        return settings
    try:
        low, high = map(float, scale.split(","))
    except ValueError:
        raise BakeoffError(f"a scale is written as two numbers, 1,5; found {scale!r}.") from None
    return replace(settings or Chosen(), scale=(low, high))
