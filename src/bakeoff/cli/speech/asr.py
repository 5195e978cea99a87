"""`bakeoff asr`: word error rates of speech recognition, of one system or of several that are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from bakeoff.cli.interface.benchmarks import check_benchmarks, layout_option, print_benchmarks
from bakeoff.cli.interface.options import (
    by_option,
    confidence_option,
    decision_options,
    format_option,
    samples_option,
    seed_option,
    threads_option,
    trials_option,
)
from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.cli.speech.asr_comparison import RecognitionComparison
from bakeoff.cli.speech.asr_output import ALIGNED, GROUPED, REPORTS, Recognition, print_recognition
from bakeoff.errors import BakeoffError, InputError, Place

if TYPE_CHECKING:
    from bakeoff.data.recognition.transcripts import TimedSegments, TimedWords, Transcript
    from bakeoff.evaluation import RecognitionTest, Unit
    from bakeoff.reports.progress import Layout
    from bakeoff.speech import Characters, SpeakerIds
    from bakeoff.statistics import ClusterRule, Correction


class _RecognitionCommand(SpreadingCommand):
    spread = ("--earlier",)


@click.command("asr", cls=_RecognitionCommand)
@click.argument("hypotheses", metavar="HYP…", nargs=-1, required=True)
@click.option("-r", "--reference", required=True, metavar="REF", help="Reference: STM for CTM, TRN for TRN.")
@click.option("--glm", metavar="FILE", help="Rules of spelling, applied to both sides as csrfilt -dh does.")
@click.option("--uem", metavar="FILE", help="Regions to be scored.")
@click.option("--optional", is_flag=True, help="(word) may be left out or added (sclite -D).")
@click.option("--fragments", is_flag=True, help="word- matches words with that start, -word with that end (sclite -F).")
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
    help="Rates or counts by speaker (of several systems, their ranking), by label or by file; every alignment, also "
    "with times (full-alignments) or in sclite's markup (sgml); which words were wrong; the tests of all pairs; what "
    "corrections changed; the systems next to --earlier ones.",
)
@layout_option
@by_option
@click.option(
    "--corrections", multiple=True, metavar="FILE", help="Corrections of the reference; may be repeated, in order."
)
@click.option("--corrected", metavar="FILE", help="Where to write the reference after all corrections.")
@click.option(
    "--suggest", metavar="FILE", help="Where to write corrections that systems agree on against the reference."
)
@click.option(
    "--agree", type=click.IntRange(min=1), metavar="K", help="With --suggest: minimum number of systems; default all."
)
@click.option("--overwrite", is_flag=True, help="With --corrected and --suggest: replace an existing file.")
@click.option(
    "--test",
    type=click.Choice(["mapsswe", "signed-pairs", "wilcoxon", "mcnemar", "randomization", "bootstrap"]),
    default="mapsswe",
    show_default=True,
    help="Of several systems: matched pairs of error stretches; sign test or signed ranks on speakers; utterances "
    "without an error; paired approximate randomisation; paired bootstrap.",
)
@trials_option
@decision_options
@click.option(
    "--earlier",
    multiple=True,
    metavar="HYP…",
    help="Systems of earlier campaigns on the same test set: every system is tested against the best of them.",
)
@samples_option
@confidence_option
@click.option(
    "--unit",
    type=click.Choice(["segment", "speaker"]),
    default="segment",
    show_default=True,
    help="Draw or swap these units: the segments of one speaker are not independent.",
)
@seed_option
@click.option("--encoding", default="utf-8", show_default=True, help="Encoding of all files but corrections.")
@threads_option
@format_option
def command(
    *,
    hypotheses: Sequence[str],
    reference: str,
    glm: str | None,
    uem: str | None,
    optional: bool,
    fragments: bool,
    case: bool,
    characters: Characters,
    drop_hyphens: bool,
    speaker_ids: SpeakerIds,
    sclite: bool,
    report: str,
    layout: Layout,
    by: Sequence[str],
    corrections: Sequence[str],
    corrected: str | None,
    suggest: str | None,
    agree: int | None,
    overwrite: bool,
    test: RecognitionTest,
    trials: int,
    correction: Correction,
    level: float,
    baseline: str | None,
    earlier: Sequence[str],
    rule: ClusterRule,
    samples: int,
    confidence: float,
    unit: Unit,
    seed: int,
    encoding: str,
    threads: int | None,
    output_format: str,
) -> None:
    """Score speech recognition: word errors and alignments.

    \b
    bakeoff asr system.ctm -r reference.stm --glm rules.glm --uem regions.uem --optional --fragments
    bakeoff asr system.trn -r reference.trn --report alignments
    bakeoff asr system.ctm -r reference.stm --optional --fragments --sclite
    bakeoff asr a.ctm b.ctm c.ctm -r reference.stm --test mapsswe
    bakeoff asr a.ctm b.ctm -r reference.stm --by 'talk,subset*speaker'
    bakeoff asr a.ctm b.ctm -r reference.stm --earlier last-year/*.ctm --report progress
    bakeoff asr a.ctm b.ctm c.ctm -r reference.stm --suggest suggestions.tsv
    bakeoff asr a.ctm b.ctm c.ctm -r reference.stm --corrections round1.tsv --corrections round2.tsv

    Utterances and recordings that the hypothesis lacks count as deletions; those that the reference lacks are an
    error. --sclite does as sclite does. Several systems are ranked, and all pairs tested.
    """
    from bakeoff.evaluation import (
        compare_with_benchmarks,
        group_recognition,
        read_side,
        recognition_evaluation,
        reference_versions,
        respell,
        score_versions,
        suggest_corrections,
    )
    from bakeoff.formats import read_corrections, read_regions, read_rules, write_corrections, write_speech
    from bakeoff.speech import ScoringRules

    how = RecognitionComparison(
        test=test,
        trials=trials,
        correction=correction,
        level=level,
        rule=rule,
        samples=samples,
        confidence=confidence,
        unit=unit,
        seed=seed,
        threads=threads,
    )
    rules = ScoringRules(
        case=case,
        optional=optional,
        fragments=fragments,
        characters=characters,
        drop_hyphens=drop_hyphens,
        speaker_ids=speaker_ids,
        sclite=sclite,
    )
    names = _names([*hypotheses, *earlier])
    before, hypotheses = names[len(hypotheses) :], [*hypotheses, *earlier]
    _check(report, names, [reference, *hypotheses, *corrections], corrections=corrections, agree=agree, suggest=suggest)
    _check_groups(report, by)
    _check_benchmarks(report, before, baseline)
    is_compared = len(names) > 1 and report in ("summary", "pairs", "progress")
    if not overwrite:
        _check_new(corrected, suggest)
    spelling = read_rules(glm, encoding=encoding) if glm else None
    read = partial(read_side, encoding=encoding, on_remark=remark)
    spelled = partial(respell, spelling=spelling, keep_case=case, sclite=sclite)
    read_spelled = partial(read, spelling=spelling, keep_case=case, sclite=sclite)
    files = [read_corrections(path) for path in corrections]
    for each in files:
        for text in each.remarks:
            remark(text)
    # Corrections and suggestions are of the reference as it was written, before its spelling is changed.
    is_raw = bool(files or suggest)
    first = read(reference, "ref") if is_raw else read_spelled(reference, "ref")
    versions = score_versions(
        reference_versions(first, files),
        {
            name: cast("Transcript | TimedWords", read_spelled(path, "hyp"))
            for name, path in zip(names, hypotheses, strict=True)
        },
        respell=lambda side: cast("Transcript | TimedSegments", spelled(side, "ref") if is_raw else side),
        rules=rules,
        regions=read_regions(uem, encoding=encoding, on_remark=remark) if uem else None,
        alignments=report in ALIGNED or suggest is not None or (is_compared and test == "mapsswe"),
        threads=threads,
    )
    last = versions[-1]
    for text in dict.fromkeys(text for scores in last.systems.values() for text in scores.remarks):
        remark(text)
    if corrected is not None:
        write_speech(cast("Transcript | TimedSegments", last.version.reference), corrected, encoding=encoding)
        _tell_written(corrected)
    suggestions = None
    if suggest is not None:
        latest = cast("Transcript | TimedSegments", last.version.reference)
        suggestions = suggest_corrections(latest, last.systems, scored=last.scored, least=agree)
        write_corrections((each.correction for each in suggestions.suggestions), suggest)
        number = len(suggestions.suggestions)
        _tell_written(suggest, f" ({number:,} suggestion{'' if number == 1 else 's'})")
    evaluation = group_recognition(recognition_evaluation(last.systems), by) if is_compared or by else None
    comparison = None
    if evaluation is not None and is_compared:
        evaluation = how.with_intervals(evaluation)
        test_against = partial(how.run, systems=last.systems)
        if report == "progress":
            benchmarks = compare_with_benchmarks(evaluation, test_against, earlier=before, baseline=baseline)
            print_benchmarks(benchmarks, layout, output_format)
            return
        comparison = test_against(evaluation, baseline, before)
    found = Recognition(
        versions=versions,
        evaluation=evaluation,
        comparison=comparison,
        suggestions=suggestions,
        titles=dict(zip(names, hypotheses, strict=True)),
        reference=reference,
    )
    print_recognition(found, report, output_format)


def _names(paths: Sequence[str]) -> list[str]:
    """A name for each system: that of its file or, where several share it, the path."""
    from bakeoff.formats.sources import base_name, without_endings

    counted = Counter(map(base_name, paths))
    return [base_name(path) if counted[base_name(path)] == 1 else without_endings(path) for path in paths]


def _check(
    report: str,
    names: Sequence[str],
    paths: Sequence[str],
    *,
    corrections: Sequence[str],
    agree: int | None,
    suggest: str | None,
) -> None:
    duplicates = [name for name, count in Counter(names).items() if count > 1]
    if duplicates:
        raise BakeoffError(f"two systems are called {duplicates[0]}: name each file once, or rename one.")
    if paths.count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    if report == "pairs" and len(names) < 2:
        raise BakeoffError("--report pairs shows tests between systems: name two hypotheses or more.")
    if report == "changes" and not corrections:
        raise BakeoffError("--report changes shows what corrections changed: name them by --corrections.")
    if agree is not None and suggest is None:
        raise BakeoffError("--agree says how many systems are to agree on a suggestion: name a file by --suggest.")
    if agree is not None and agree > len(names):
        raise BakeoffError(f"--agree {agree} asks for more systems than there are: {len(names)}.")


def _check_benchmarks(report: str, earlier: Sequence[str], baseline: str | None) -> None:
    if report == "progress":
        check_benchmarks("--report progress", earlier, baseline)
    elif earlier and baseline is not None:
        raise BakeoffError(
            "give --baseline or --earlier, not both: each names what the systems are tested against. "
            "--report progress takes both."
        )


def _check_groups(report: str, by: Sequence[str]) -> None:
    if by and report not in GROUPED:
        raise BakeoffError(
            f"--by adds groups to {', '.join(GROUPED[:-1])} and {GROUPED[-1]}: --report {report} has none. "
            "Leave out one of the two."
        )


def _check_new(*paths: str | None) -> None:
    """Refuses to write over files, which people may have worked on; before anything is read or scored."""
    for path in paths:
        if path is not None and path != "-" and Path(path).is_file():
            raise InputError(
                place=Place(path),
                expected="the name of a new file",
                found="a file that already exists",
                remedy="Choose another name, or replace the file by --overwrite.",
            )


def _tell_written(path: str, more: str = "") -> None:
    if path != "-":
        remark(f"Wrote {path}{more}.")
