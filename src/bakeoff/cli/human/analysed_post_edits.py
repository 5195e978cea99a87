"""`bakeoff human analyse` of post-edits: edit rates of systems, effort of translators."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from bakeoff.cli.human.judged_texts import GivenTexts
from bakeoff.cli.human.judgment_files import GivenJudgments
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.errors import BakeoffError, InputError

if TYPE_CHECKING:
    from bakeoff.data import AlignedTexts
    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval import PostEditResult
    from bakeoff.reports.human.post_edits import PostEditTable
    from bakeoff.text.tags import TagSource

PROTOCOL = "post_editing"
TABLES = ("systems", "editors", "by-system", "edits", "effort", "pauses", "tags")
_USUAL = ("systems", "editors", "edits", "effort")
SAYS_NOTHING = frozenset(
    (
        *("score", "prior", "standardised", "averaged", "majority", "test", "sides", "clusters", "marks", "interval"),
        *("measure", "counting", "by", "teams", "rules_about_judges", "gold", "repeats", "longest", "svg"),
    )
)
"""Options that are for answers of other protocols."""
ONLY_HERE = ("references", "metric", "earlier", "tags")

Group = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostEditOptions:
    """What a call says about the analysis of post-edits."""

    runs: Sequence[str]
    references: Sequence[str]
    earlier: Sequence[tuple[str, str]]
    """Outputs and their post-edits of earlier campaigns."""
    changes: Mapping[str, Any]
    """Choices of `PostEditAnalysis` that the call says; None: as the rulebook has it."""


def tag_source(expression: str | None) -> TagSource | None:
    """What gives words their tags, by an expression such as `hanta,language=de`."""
    if expression is None:
        return None
    from bakeoff.text.tags import TagSource

    kind, *options = expression.split(",")
    given = dict(option.partition("=")[::2] for option in options)
    if strange := given.keys() - {"language", "model"}:
        raise BakeoffError(f"--tags: expected language=CODE or model=NAME, found {', '.join(sorted(strange))}.")
    return TagSource(kind, language=given.get("language"), model=given.get("model"))


def analyse_edits(given: GivenJudgments, options: PostEditOptions, tables: Sequence[str], output_format: str) -> None:
    """Prints the tables of post-edits."""
    from bakeoff.human_eval import PostEditAnalysis, analyse_post_edits, post_edit_analysis_by_rules

    judgments = given.judgments
    groups = list(dict.fromkeys((each.language_pair, each.test_set) for each in judgments))
    texts = _texts(options, groups)
    usual = PostEditAnalysis() if given.rules is None else post_edit_analysis_by_rules(given.rules)
    changes = {name: value for name, value in options.changes.items() if value is not None}
    result = analyse_post_edits(
        judgments,
        texts=texts,
        earlier=_earlier(options.earlier, texts),
        settings=given.settings,
        analysis=replace(usual, **changes),
    )
    for group in result.groups:
        unsigned = sum(each.effort.segments - each.effort.signed_off for each in group.editors)
        if unsigned:
            remark(f"{unsigned:,} post-edits are not signed off; they count.")
    _print(result, tables, output_format)


def _print(result: PostEditResult, tables: Sequence[str], output_format: str) -> None:
    from bakeoff.reports import post_edit_tables, post_edits_json

    if output_format == "json":
        print_json(post_edits_json(result))
        return
    if strange := [name for name in tables if name not in TABLES]:
        raise InputError(expected=f"tables of post-edits: {', '.join(TABLES)}", found=", ".join(strange))
    one = output_format in ("tsv", "csv")
    tagged = ("tags",) if any(group.parts_of_speech for group in result.groups) else ()
    chosen = cast("Sequence[PostEditTable]", tables or (_USUAL[:1] if one else (*_USUAL, *tagged)))
    if one and len(chosen) > 1:
        raise InputError(expected="one table where the format holds one", found=f"{len(chosen)} tables")
    shown = [table for name in chosen for table in post_edit_tables(result, name, one=one)]
    for number, table in enumerate(shown):
        if number:
            sys.stdout.write("\n")
        print_table(table, output_format)


def _texts(options: PostEditOptions, groups: Sequence[Group]) -> dict[Group, AlignedTexts]:
    """References and outputs of complete test sets, for the language pairs and test sets that were edited."""
    if options.runs:
        given = GivenTexts(
            sources=(), runs=options.runs, references=options.references, language_pair=None, test_set=None
        )
        judged = [((each.language_pair, each.test_set), each.texts) for each in given.read()]
    elif options.references:
        from bakeoff.data import align
        from bakeoff.formats import read_references

        judged = [(("", ""), align((), [text for path in options.references for text in read_references(path)]))]
    else:
        return {}
    if len(judged) == len(groups) == 1:
        return {groups[0]: judged[0][1]}
    found = {
        group: text
        for group in groups
        for (pair, test_set), text in judged
        if pair in ("", group[0]) and test_set in ("", group[1])
    }
    if not found:
        raise InputError(
            expected=f"texts of {', '.join(' '.join(filter(None, group)) for group in groups)}",
            found=", ".join(" ".join(filter(None, group)) or "no language pair" for group, _ in judged),
            remedy="Say which language pair a file is of, as in en-de=run.txt.",
        )
    return found


def _earlier(pairs: Sequence[tuple[str, str]], texts: Mapping[Group, AlignedTexts]) -> list[Judgment]:
    """Post-edits of earlier campaigns as answers."""
    from bakeoff.formats import read_references, read_runs
    from bakeoff.human_eval import earlier_post_edits

    found: list[Judgment] = []
    for run_path, edited_path in pairs:
        [run, *other_runs] = read_runs(run_path, on_remark=remark)
        [edited, *others] = read_references(edited_path, on_remark=remark)
        if other_runs or others:
            raise InputError(expected="one output and its post-edit", found=f"several in {run_path} or {edited_path}")
        lines = sum(1 for _ in run.segments)
        named = [each for each in texts.values() if not all(document.numbered for document in each.documents)]
        fitting = next((each for each in named if len(each) == lines), None)
        keys = None
        if fitting is not None:
            keys = [(d.id, segment) for d, segment in zip(fitting.documents, fitting.segment_ids, strict=True)]
        found += earlier_post_edits(run, edited, keys=keys)
    return found
