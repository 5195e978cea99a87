"""Packages in the layouts of others are read again by what reads these layouts."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation.metrics_task.inputs import folder_human_scores, folder_metrics, folder_texts
from bakeoff.formats import read, read_runs
from bakeoff.formats.scores.mtme_folder import is_mtme_folder, list_mtme_folder, read_domains
from bakeoff.release.layouts.exports import export_layout
from tests.release.simulated_release import CALLED, simulated_release

PAIR = "en-de"


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("layouts")
    for layout in ("wmt", "mtme", "plain-text"):
        remarks: list[str] = []
        export_layout(simulated_release(), layout, place / layout, on_remark=remarks.append)
        assert remarks == []
    return {layout: place / layout for layout in ("wmt", "mtme", "plain-text")}


def _texts(name: str) -> list[str]:
    file = next(each.file for each in simulated_release().outputs if each.file.name == f"{name}.xml")
    return re.findall(r"<seg[^>]*>([^<]*)</seg>", file.read().decode())


def test_mt_metrics_eval_reads_texts_and_scores(folders: dict[str, Path]) -> None:
    folder = folders["mtme"] / "test"
    assert is_mtme_folder(folder)
    [pair] = list_mtme_folder(folder)
    runs, references, source = folder_texts(pair)
    assert {run.system: [segment.text for segment in run.segments] for run in runs} == {
        CALLED[name]: _texts(name) for name in CALLED
    }
    assert [len(list(reference.segments)) for reference in references] == [20]
    assert source is not None
    assert len(list(source.segments)) == 20
    assert pair.documents is not None
    assert read_domains(pair.documents)[0] == ("news", "document1")


def test_mt_metrics_eval_has_the_published_scores(folders: dict[str, Path]) -> None:
    [pair] = list_mtme_folder(folders["mtme"] / "test")
    board = simulated_release().results.boards[0]
    metrics = {each.name: each for each in folder_metrics(pair)}
    assert sorted(metrics) == ["COMET", "TER", "chrF", "sacreBLEU"]
    for name, expression, sign in (("chrF", "chrf", 1), ("TER", "ter", -1), ("COMET", "comet", 1)):
        published = {
            run.name: sign * score.value
            for run, score in board.scores()
            if (score.metric, score.specification) == (expression, "case+punc") and score.value is not None
        }
        assert metrics[name].systems == published
        assert len(metrics[name].segments or ()) == 4 * 20
    comet = metrics["COMET"].segments
    assert comet is not None
    row = simulated_release().given_scores[0].file.read().decode().splitlines()[1].split("\t")
    assert comet[CALLED[row[0]], ("", "1")] == float(row[3])


def test_mt_metrics_eval_has_what_people_said(folders: dict[str, Path]) -> None:
    [pair] = list_mtme_folder(folders["mtme"] / "test")
    human = {each.kind: each for each in folder_human_scores(pair)}
    assert set(human) == {"ranking", "pairwise", "esa", "editing"}
    results = {each.evaluation: each for each in simulated_release().results.human}
    assert human["ranking"].systems == {each.system: each.score for each in results["ranking"].ranking.systems}
    assert human["editing"].systems == {each.system: -each.score for each in results["editing"].ranking.systems}
    assert len(human["esa"].segments) == 3 * 20


def test_the_repository_of_wmt_has_text_and_xml(folders: dict[str, Path]) -> None:
    folder = folders["wmt"]
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == [
        "humaneval/editing.jsonl",
        "humaneval/esa.jsonl",
        "humaneval/pairwise.jsonl",
        "humaneval/ranking.jsonl",
        "txt/references/test.en-de.ref.A.de",
        "txt/sources/test.en-de.src.en",
        "txt/system-outputs/test.en-de.hyp.FBK.de",
        "txt/system-outputs/test.en-de.hyp.ONLINE-A.de",
        "txt/system-outputs/test.en-de.hyp.RWTH.de",
        "txt/system-outputs/test.en-de.hyp.UEDIN.de",
        "xml/test.en-de.all.xml",
    ]
    lines = (folder / "txt/system-outputs/test.en-de.hyp.UEDIN.de").read_text().splitlines()
    assert lines == _texts("system1")
    sets = read(folder / "xml/test.en-de.all.xml").sets
    assert [each.label for each in sets][:2] == ["source", "reference A"]
    read_again = read_runs(folder / "xml/test.en-de.all.xml")
    runs = {run.system: [segment.text for segment in run.segments] for run in read_again}
    assert runs == {CALLED[name]: _texts(name) for name in CALLED}


def test_the_commands_print_the_published_scores(folders: dict[str, Path]) -> None:
    folder = folders["plain-text"] / f"test.{PAIR}"
    commands = [line for line in (folder / "commands.sh").read_text().splitlines() if not line.startswith("#")]
    board = simulated_release().results.boards[0]
    own = [score for _, score in board.scores() if not score.outside]
    assert len(commands) == len(own)
    by_sacrebleu = [line for line in commands if line.startswith("sacrebleu")]
    assert {line.split(" -m ")[1].split()[0] for line in by_sacrebleu} == {"bleu", "chrf"}
    for line in by_sacrebleu[:2]:
        command, _, expected = line.partition("  # ")
        call = [sys.executable, "-m", *command.split()]
        printed = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True).stdout
        assert printed.strip() == expected


def test_a_folder_with_files_is_not_written_into(folders: dict[str, Path]) -> None:
    with pytest.raises(InputError, match="a new or an empty folder"):
        export_layout(simulated_release(), "wmt", folders["wmt"], on_remark=print)
    with pytest.raises(ExpressionError, match="there are: wmt, mtme, plain-text"):
        export_layout(simulated_release(), "wtm", folders["wmt"], on_remark=print)


def test_outputs_that_are_withheld_are_in_no_layout(tmp_path: Path) -> None:
    export_layout(simulated_release(withheld=True), "wmt", tmp_path / "wmt", on_remark=print)
    assert not list((tmp_path / "wmt").rglob("*FBK*"))
