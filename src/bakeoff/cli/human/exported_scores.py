"""`bakeoff human analyse --export`: scores of systems and segments as tables that other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.human.judgment_files import GivenJudgments
from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation.metrics_task.human_scores import HumanScores
    from bakeoff.human_eval import HumanAnalysis, HumanEvaluationResult

FOLDER = Path("human-scores")


def export_scores(given: GivenJudgments, analysis: HumanAnalysis, result: HumanEvaluationResult) -> None:
    """Writes the scores of the judges who count into the folder, by language pair; higher is better in all files."""
    from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_judgments
    from bakeoff.human_eval import KindOfJudgment

    left_out = {each.judge for each in result.judges if each.is_excluded}
    kept = [each for each in given.judgments if each.judge not in left_out]
    judged = KindOfJudgment(judgments=kept, settings=given.settings, analysis=analysis)
    standardised = bool(analysis.standardised)
    try:
        FOLDER.mkdir(exist_ok=True)
        for scores in human_scores_of_judgments(result.protocol, judged, standardised=standardised):
            stem = f"{scores.language_pair or 'scores'}.{scores.kind}"
            written = [_write(FOLDER / f"{stem}.systems.tsv", _system_lines(scores))]
            if scores.segments:
                written.append(_write(FOLDER / f"{stem}.segments.tsv", _segment_lines(scores)))
            remark(f"Wrote {' and '.join(map(str, written))}.")
    except OSError as error:
        raise BakeoffError(f"{FOLDER}: {error.strerror}.") from error


def _write(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def _system_lines(scores: HumanScores) -> list[str]:
    return ["system\tscore", *(f"{system}\t{score!r}" for system, score in scores.systems.items())]


def _segment_lines(scores: HumanScores) -> list[str]:
    named = any(document for _, (document, _) in scores.segments)
    rows = [
        "\t".join([system, *([document] if named else []), segment, repr(score)])
        for (system, (document, segment)), score in scores.segments.items()
    ]
    return ["\t".join(["system", *(["document"] if named else []), "segment", "score"]), *rows]
