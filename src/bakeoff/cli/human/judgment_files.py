"""Files of judgments, and what a rulebook says about them, as commands take them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.interface.completions import complete_judgment_formats
from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.rules import rules_option
from bakeoff.errors import SHOWN_MISTAKES, BakeoffError, InputError, MistakesError

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.judgments import EqualRows
    from bakeoff.human_eval.protocols.contract import Settings
    from bakeoff.rulebook.schema.human import HumanEvaluation

F = TypeVar("F", bound=Callable[..., Any])


def mistakes_option(command: F) -> F:
    """Adds `--mistakes FILE`, into which every mistake is written that the command finds in its files."""

    @wraps(command)
    def call(*, mistakes: str | None, **options: object) -> Any:
        try:
            return command(**options)
        except MistakesError as error:
            if mistakes is None:
                if len(error.mistakes) > SHOWN_MISTAKES:
                    raise BakeoffError(f"{error} --mistakes FILE writes all of them.") from error
                raise
            _write(error, mistakes)
            raise BakeoffError(f"{error}\nAll mistakes ({len(error.mistakes):,}) are in {mistakes}.") from error

    option = click.option("--mistakes", metavar="FILE", help="Write every mistake in the files here, as JSON Lines.")
    return option(call)  # type: ignore[return-value]


def _write(error: MistakesError, path: str) -> None:
    lines = [json.dumps(_record(each), ensure_ascii=False) + "\n" for each in error.mistakes]
    from bakeoff.formats.targets import unwritable_refused

    with unwritable_refused(path):
        Path(path).write_text("".join(lines), encoding="utf-8")


def _record(mistake: InputError) -> dict[str, Any]:
    place = mistake.place
    where = {"file": place.file, "line": place.line, "document": place.document, "segment": place.segment}
    said = {"expected": mistake.expected, "found": mistake.found, "remedy": mistake.remedy or None}
    return {key: value for key, value in {**where, **said}.items() if value is not None}


from_option = click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    help="Format of the files, where it is not recognised.",
    shell_complete=complete_judgment_formats,
)

equal_rows_option = click.option(
    "--equal-rows",
    type=click.Choice(["refuse", "once", "keep"]),
    default="refuse",
    show_default=True,
    help="Rows that are the same as others: a mistake, counted once, or kept.",
)

batches_option = click.option(
    "--batches",
    multiple=True,
    metavar="FILE",
    help="Batches that were put into Appraise (JSON): they give the segments of its items; may be repeated.",
)

language_pairs_option = click.option(
    "--language-pair",
    "language_pairs",
    multiple=True,
    metavar="PAIR",
    help="Take judgments of this language pair, as the files call it; may be repeated.  [default: all]",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenJudgments:
    """Judgments, and how they are to be understood."""

    judgments: tuple[Judgment, ...]
    protocol: str | None
    """None: what the judgments say."""
    settings: Settings | None
    rules: HumanEvaluation | None


def judgments_arguments(command: F) -> F:
    """Files of judgments, their format, language pairs, protocol and scale, and the rulebook that they follow, read as
    `given`.
    """

    @wraps(command)
    def call(
        *,
        files: Sequence[str],
        from_format: str | None,
        equal_rows: EqualRows,
        batches: Sequence[str],
        single_pairs: bool,
        language_pairs: Sequence[str],
        protocol: str | None,
        scale: str | None,
        labels: str | None,
        rules: str | None,
        evaluation: str | None,
        **options: object,
    ) -> Any:
        book = rules_of(rules, evaluation)
        name = protocol or (book.protocol if book is not None else None)
        judgments = read_all_judgments(files, from_format, equal_rows=equal_rows, batches=batches)
        judgments = counted_by_rules(judgments, book, rules)
        if name is not None:
            judgments = _only(judgments, name)
        if single_pairs:
            judgments = _in_single_pairs(judgments)
        judgments = of_language_pairs(judgments, language_pairs)
        settings = settings_of(book, scale)
        if labels is not None:
            settings = _with_labels(settings, labels, name or judgments[0].protocol)
        return command(
            given=GivenJudgments(judgments=judgments, protocol=name, settings=settings, rules=book), **options
        )

    decorated: Any = mistakes_option(call)
    for option in (
        click.option("--evaluation", metavar="ID", help="Human evaluation of the rulebook, where it has several."),
        rules_option("Rulebook that says how it was asked and how it is analysed."),
        click.option("--labels", metavar="NAMES", help="Labels of the grades, the lowest first: bad,fair,good."),
        click.option("--scale", metavar="LOW,HIGH", help="Lowest and highest grade.  [default: the protocol's]"),
        click.option("--protocol", metavar="NAME", help="Take judgments of this protocol.  [default: what they say]"),
        click.option("--single-pairs", is_flag=True, help="Divide judgments of joined directions into those of each."),
        language_pairs_option,
        batches_option,
        equal_rows_option,
        from_option,
        click.argument("files", nargs=-1, required=True, metavar="FILE…"),
    ):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


teams_option = click.option(
    "--team",
    "--site",
    "teams",
    multiple=True,
    metavar="JUDGE=TEAM",
    help="Team of a judge, which owes a share; may be repeated.",
)


def teams_of(given: Sequence[str]) -> dict[str, str]:
    """The team of each judge."""
    teams: dict[str, str] = {}
    for text in given:
        judge, equals, team = text.partition("=")
        if not equals or not judge or not team:
            raise BakeoffError(f"the team of a judge is written JUDGE=TEAM; found {text!r}.")
        if teams.setdefault(judge, team) != team:
            raise BakeoffError(f"a judge has one team; found {teams[judge]!r} and {team!r} of {judge!r}.")
    return teams


def read_all_judgments(
    files: Sequence[str],
    from_format: str | None = None,
    *,
    equal_rows: EqualRows = "refuse",
    batches: Sequence[str] = (),
) -> tuple[Judgment, ...]:
    """The judgments of all files, one after the other; what was passed over is said."""
    if files.count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")

    from bakeoff.formats.judgments import read_judgment_files, with_batches

    judgments = read_judgment_files(files, format=from_format, equal_rows=equal_rows, on_remark=remark)
    return with_batches(judgments, *batches) if batches else judgments


def _only(judgments: tuple[Judgment, ...], protocol: str) -> tuple[Judgment, ...]:
    from bakeoff.human_eval.analyses.counted_judgments import of_protocol

    own, others = of_protocol(judgments, protocol)
    left_out = ", ".join(f"{count:,} of {name}" for name, count in others.items())
    if not own:
        raise BakeoffError(f"there are no judgments of {protocol}, but {left_out}.")
    if left_out:
        remark(f"Judgments of other protocols are left out: {left_out}.")
    return own


def _in_single_pairs(judgments: tuple[Judgment, ...]) -> tuple[Judgment, ...]:
    from bakeoff.human_eval.analyses.joined_directions import in_single_pairs

    return in_single_pairs(judgments)


def of_language_pairs(judgments: tuple[Judgment, ...], wanted: Sequence[str]) -> tuple[Judgment, ...]:
    """The judgments of these language pairs, all where none is named; what is left out is said."""
    if not wanted:
        return judgments
    counts = Counter(judgment.language_pair for judgment in judgments)
    names = ", ".join(pair or "(not named)" for pair in counts) or "none"
    if missing := [pair for pair in dict.fromkeys(wanted) if pair not in counts]:
        raise BakeoffError(f"there are no judgments of {', '.join(missing)}; language pairs in the files: {names}.")
    others = [f"{count:,} of {pair or '(not named)'}" for pair, count in counts.items() if pair not in wanted]
    if others:
        remark(f"Judgments of other language pairs are left out: {', '.join(others)}.")
    return tuple(judgment for judgment in judgments if judgment.language_pair in wanted)


def counted_by_rules(
    judgments: tuple[Judgment, ...], rules: HumanEvaluation | None, rulebook: str | None
) -> tuple[Judgment, ...]:
    """The judgments that count in a human evaluation of a rulebook; all of them where none is named."""
    if rules is None or rulebook is None:
        return judgments

    from bakeoff.human_eval import judgments_for
    from bakeoff.rulebook import read_rulebook

    counted, remarks = judgments_for(read_rulebook(rulebook), rules.id, judgments)
    for text in remarks:
        remark(text)
    if judgments and not counted:
        raise BakeoffError(f"none of {len(judgments):,} judgments counts in {rules.id}.")
    return counted


def rules_of(rulebook: str | None, evaluation: str | None) -> HumanEvaluation | None:
    """The human evaluation of a rulebook; its only one where none is named."""
    if rulebook is None:
        if evaluation is not None:
            raise BakeoffError("--evaluation names a human evaluation of a rulebook: give the rulebook by --rules.")
        return None

    from bakeoff.human_eval import human_evaluation
    from bakeoff.rulebook import read_rulebook

    return human_evaluation(read_rulebook(rulebook), evaluation)


def settings_of(rules: HumanEvaluation | None, scale: str | None) -> Settings | None:
    """What is decided about the protocol: by the rulebook, and by the scale given."""
    from dataclasses import replace

    from bakeoff.human_eval import settings_by_rules
    from bakeoff.human_eval.protocols.contract import Settings as Chosen

    settings = settings_by_rules(rules) if rules is not None else None
    if scale is None:
        return settings
    try:
        low, high = map(float, scale.split(","))
    except ValueError:
        raise BakeoffError(f"a scale is written as two numbers, 1,5; found {scale!r}.") from None
    return replace(settings or Chosen(), scale=(low, high))


def _with_labels(settings: Settings | None, labels: str, protocol: str) -> Settings:
    """The settings with labels. Their scale is the one in force if it has as many grades; otherwise it starts at 0."""
    from dataclasses import replace

    from bakeoff.human_eval.protocols.contract import Settings as Chosen
    from bakeoff.human_eval.protocols.registry import find_protocol

    names = tuple(name.strip() for name in labels.split(","))
    if not all(names) or len(set(names)) < max(len(names), 2):
        raise BakeoffError(f"labels are comma-separated names, the lowest first; found {labels!r}.")
    chosen = settings or Chosen()
    low, high = find_protocol(protocol, chosen).grades_from_to or (0, 0)
    fits = high - low + 1 == len(names)
    if chosen.scale is not None and not fits:
        raise BakeoffError(
            f"a scale from {low:g} to {high:g} needs as many labels as grades; found {len(names)} labels."
        )
    return replace(chosen, labels=names, scale=(low, high) if fits else (0, len(names) - 1))
