"""`bakeoff asr`: word error rates of speech recognition."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

import click

from bakeoff.cli.options import format_option, print_json, print_table, remark, threads_option

if TYPE_CHECKING:
    from collections.abc import Callable

    from bakeoff.data.speech import TimedSegments, TimedWords, Transcript
    from bakeoff.speech import ScoringRules, SpeechScores

REPORTS = ("summary", "counts", "labels", "files", "alignments", "details", "full-alignments", "sgml")


@click.command("asr")
@click.argument("hypothesis", metavar="HYP")
@click.option("-r", "--reference", required=True, metavar="REF", help="Reference: STM for CTM, TRN for TRN.")
@click.option("--glm", metavar="FILE", help="Rules of spelling, applied to both sides as csrfilt -dh does.")
@click.option("--uem", metavar="FILE", help="Regions to be scored.")
@click.option("--optional", is_flag=True, help="(word) may be left out or added (sclite -D).")
@click.option("--fragments", is_flag=True, help="word- matches what begins so, -word what ends so (sclite -F).")
@click.option("--case", is_flag=True, help="Capitals matter (sclite -s).")
@click.option(
    "--characters",
    type=click.Choice(["none", "all", "non-ascii"]),
    default="none",
    show_default=True,
    help="Words to take apart into characters (sclite -c, -c NOASCII).",
)
@click.option("--drop-hyphens", is_flag=True, help="Leave hyphens out when words are taken apart (sclite -c DH).")
@click.option(
    "--speaker-ids",
    type=click.Choice(["spu_id", "wsj", "rm", "swb", "sp"]),
    default="spu_id",
    show_default=True,
    help="How ids of a TRN file name the speaker (sclite -i).",
)
@click.option("--sclite", is_flag=True, help="Do everything as NIST's sclite does, to the letter.")
@click.option(
    "--report",
    type=click.Choice(REPORTS),
    default="summary",
    show_default=True,
    help="Rates or counts by speaker, by label or by file, every alignment, also with times (full-alignments) or in "
    "sclite's markup (sgml), or which words were wrong.",
)
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of all files.")
@threads_option
@format_option
def command(
    *,
    hypothesis: str,
    reference: str,
    glm: str | None,
    uem: str | None,
    report: str,
    encoding: str,
    threads: int | None,
    output_format: str,
    **options: Any,
) -> None:
    """Score speech recognition: word errors and alignments.

    \b
    bakeoff asr system.ctm -r reference.stm --glm rules.glm --uem regions.uem --optional --fragments
    bakeoff asr system.trn -r reference.trn --report alignments
    bakeoff asr system.ctm -r reference.stm --optional --fragments --sclite

    Utterances and recordings that the hypothesis lacks count as deletions; those that the reference lacks are an
    error. --sclite does as sclite does.
    """
    from bakeoff.evaluation import read_side, score_recognition
    from bakeoff.formats import read_regions, read_rules
    from bakeoff.speech import ScoringRules

    rules = ScoringRules(**options)
    spelling = read_rules(glm, encoding=encoding) if glm else None
    reading: dict[str, Any] = {
        "spelling": spelling,
        "keep_case": rules.case,
        "sclite": rules.sclite,
        "encoding": encoding,
        "on_remark": remark,
    }
    scores = score_recognition(
        cast("Transcript | TimedSegments", read_side(reference, "ref", **reading)),
        cast("Transcript | TimedWords", read_side(hypothesis, "hyp", **reading)),
        rules=rules,
        regions=read_regions(uem, encoding=encoding, on_remark=remark) if uem else None,
        alignments=report in ("alignments", "details", "full-alignments", "sgml"),
        threads=threads,
    )
    for each in scores.remarks:
        remark(each)
    _print(scores, rules, report=report, output_format=output_format, title=hypothesis, reference=reference)


def _print(
    scores: SpeechScores, rules: ScoringRules, *, report: str, output_format: str, title: str, reference: str
) -> None:
    from bakeoff import reports

    aligned = report in ("alignments", "full-alignments", "sgml")
    if output_format == "json":
        print_json(reports.recognition_json(scores, alignments=aligned, details=report == "details"))
        return
    if output_format == "text" and (text := _text(scores, rules, report, title, reference)) is not None:
        sys.stdout.write(text)
        return
    match report:
        case "alignments" | "full-alignments" | "sgml":
            table = reports.alignment_table(scores)
        case "details":
            table = reports.error_table(scores)
        case "labels":
            table = reports.recognition_table(scores, title=title, by="label")
        case "files":
            table = reports.recognition_table(scores, title=title, by="file")
        case "counts":
            table = reports.recognition_table(scores, title=title, figures="counts")
        case _:
            table = reports.recognition_table(scores, title=title)
    print_table(table, output_format)


def _text(scores: SpeechScores, rules: ScoringRules, report: str, title: str, reference: str) -> str | None:
    """What sclite prints, where that is wanted; None for a table of our own."""
    from datetime import datetime
    from functools import partial

    from bakeoff import reports

    files = reports.ScoredFiles(reference, title, datetime.now())
    writers: dict[str, Callable[..., str]] = {
        "alignments": reports.sclite_alignments,
        "details": reports.sclite_details,
        "full-alignments": partial(reports.sclite_full_alignments, files=files),
        "sgml": partial(reports.sclite_sgml, files=files),
    }
    if rules.sclite:
        writers |= {
            "summary": reports.sclite_summary,
            "counts": partial(reports.sclite_summary, figures="counts"),
            "labels": reports.sclite_labels,
        }
    return writers[report](scores, title=title) if report in writers else None
