"""`--scores` and `--plugin`: metrics from outside next to our own in `bakeoff score` and `bakeoff compare`."""

from __future__ import annotations

import gzip
import hashlib
import shlex
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
TEXTS = (
    *(EXAMPLES / "runs" / f"{name}.xml" for name in ("aster", "basalt", "cedar")),
    "-r", EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml",
)  # fmt: skip
OVERLAP = f"overlap={shlex.join([sys.executable, str(EXAMPLES / 'plugins' / 'character_overlap.py')])}"


def plugin(folder: Path, body: str) -> str:
    path = folder / "plugin.py"
    path.write_text(body, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def checksum(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:8]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("one\nthree\n", encoding="utf-8")
    (tmp_path / "r.txt").write_text("one\nthree\n", encoding="utf-8")
    (tmp_path / "segments.tsv").write_text(
        "system\tsegment\tscore\tother\na\t1\t0.5\t1\na\t2\t0.25\t2\nb\t1\t0.75\t3\nb\t2\t1\t4\n", encoding="utf-8"
    )
    (tmp_path / "systems.tsv").write_text("system\tscore\na\t4\nb\t2\nz\t9\n", encoding="utf-8")
    return tmp_path


def test_score_files_stand_beside_our_metrics(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    outcome = bakeoff(
        "score", "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer",
        "--scores", "comet=segments.tsv", "--scores", "mqm:lower=systems.tsv",
    )  # fmt: skip
    assert outcome.out.split("\n\n")[0] == (
        "Scorer: Bakeoff (WER).\n"
        "case+punc, 2 segments\n"
        "system    WER   COMET   mqm\n"
        "a       50.00  0.3750  4.00\n"
        "b        0.00  0.8750  2.00"
    )
    assert outcome.out.splitlines()[-2:] == [
        f"given|name:comet|file:segments.tsv|sha256:{checksum('segments.tsv')}|segments:2",
        f"given|name:mqm|file:systems.tsv|sha256:{checksum('systems.tsv')}|level:system",
    ]
    assert outcome.err.splitlines() == [
        "systems.tsv: passed over the scores of z, not among the runs.",
        "systems.tsv: mqm has one score per system, so it is neither resampled nor tested.",
    ]


def test_a_column_called_as_the_scores_are_is_taken(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    arguments = ("score", "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer", "--format", "tsv")
    assert (
        bakeoff(*arguments, "--scores", "other=segments.tsv").out == "system\twer\tother\na\t50.0\t1.5\nb\t0.0\t3.5\n"
    )


def test_files_of_the_metrics_task_and_of_mt_metrics_eval_need_no_header(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    values = {("a", 1): 0.5, ("a", 2): 0.25, ("b", 1): 0.75, ("b", 2): 1}
    rows = [
        f"{metric}\t{pair}\tset\t{system}\t{segment}\t{score + extra}\n"
        for metric, pair, extra in (("comet", "en-de", 0), ("comet", "en-fr", 7), ("other", "en-de", 9))
        for (system, segment), score in values.items()
    ]
    Path("all.seg.score").write_text("".join(rows), encoding="utf-8")
    Path("comet-refA.seg.score").write_text("".join(f"{s}\t{v}\n" for (s, _), v in values.items()), encoding="utf-8")
    call = ("score", "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer", "--format", "json")
    usual = bakeoff(*call, "--scores", "comet=segments.tsv").json["systems"]
    plain = bakeoff(*call, "--scores", "comet=comet-refA.seg.score").json["systems"]
    task = bakeoff(*call, "--scores", "comet=all.seg.score", "--scores-where", "language_pair=en-de").json["systems"]
    assert [[each["scores"]["comet"]["value"] for each in found] for found in (usual, plain, task)] == (
        [[0.375, 0.875]] * 3
    )
    # The same file gives other numbers where other rows are chosen.
    assert task[0]["scores"]["comet"]["signature"] == (
        f"given|name:comet|file:all.seg.score|sha256:{checksum('all.seg.score')}|language_pair:en-de|metric:comet"
        "|segments:2"
    )
    wrong = bakeoff(*call, "--scores", "comet=all.seg.score")
    assert (wrong.code, "--scores-where language_pair=en-de" in wrong.err) == (2, True)
    alone = bakeoff("compare", *call[1:], "--scores-where", "language_pair=en-de")
    assert alone.err == ("bakeoff: --scores-where chooses rows of score files: name one by --scores NAME=FILE.\n")


def test_outside_scores_are_compared_as_our_own(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    outcome = bakeoff(
        "compare", "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer", "--scores", "errors:lower=segments.tsv",
        "--test", "sign", "--format", "json",
    )  # fmt: skip
    ours, theirs = outcome.json
    assert (ours["metric"], [system["name"] for system in ours["systems"]]) == ("wer", ["b", "a"])
    assert (theirs["metric"], [system["name"] for system in theirs["systems"]]) == ("errors", ["a", "b"])
    assert theirs["pairs"][0]["difference"] == -0.5
    assert (theirs["pairs"][0]["wins"], theirs["pairs"][0]["losses"]) == (2, 0)


def test_segments_that_differ_by_an_outside_metric_are_shown(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    outcome = bakeoff(
        "compare", "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer", "--scores", "comet=segments.tsv", "--segments"
    )
    assert "document 1, segment 2: a 0.2500, b 1.0000" in outcome.out


def test_a_plug_in_scores_and_is_resampled_as_our_own_metrics(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "score", *TEXTS, "--metrics", "ter", "--plugin", OVERLAP, "--by", "genre", "--interval", "bootstrap",
        "--samples", 100, "--format", "json",
    )  # fmt: skip
    system = outcome.json["systems"][0]
    score = system["scores"]["overlap"]
    assert score["interval"][0] < score["value"] < score["interval"][1]
    assert score["signature"].startswith(
        "plugin|name:overlap|program:character-overlap|version:1|unit:character-pairs|references:4|segments:40|interval"
    )
    assert list(system["groups"]["genre=nw"]["scores"]) == ["ter", "overlap"]


def test_scores_kept_in_a_file_need_no_second_run_of_the_plug_in(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    kept = bakeoff("score", *TEXTS, "--metrics", "ter", "--plugin", OVERLAP, "--segments", "--format", "tsv")
    (tmp_path / "kept.tsv").write_text(kept.out, encoding="utf-8")
    arguments = ("compare", *TEXTS, "--metrics", "ter", "--format", "tsv", "--trials", 200)
    first, again = (
        bakeoff(*arguments, "--plugin", OVERLAP),
        bakeoff(*arguments, "--scores", f"overlap={tmp_path / 'kept.tsv'}"),
    )
    assert first.code == again.code == 0
    assert first.out == again.out


def test_scores_of_a_plug_in_can_be_correlated(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    table = bakeoff("score", *TEXTS, "--metrics", "ter", "--plugin", OVERLAP, "--format", "tsv")
    (tmp_path / "scores.tsv").write_text(table.out, encoding="utf-8")
    (tmp_path / "human.tsv").write_text("system\tscore\naster\t4\nbasalt\t3\ncedar\t2\n", encoding="utf-8")
    outcome = bakeoff(
        "correlate", tmp_path / "scores.tsv", tmp_path / "human.tsv", "--metric-column", "overlap", "--format", "json"
    )
    assert 0.9 < outcome.json["value"] <= 1


def test_a_plug_in_runs_once_however_many_specifications_there_are(bakeoff: Callable[..., Any], files: Path) -> None:
    body = f"""
import json, sys
header = json.loads(sys.stdin.readline())
open({str(files / "calls")!r}, "a").write("x")
print(json.dumps({{"protocol": 1, "name": "n", "version": "1", "direction": "lower"}}))
for line in sys.stdin:
    print(json.dumps({{"score": len(json.loads(line)["hypothesis"])}}))
"""
    outcome = bakeoff(
        "score", files / "a.txt", files / "b.txt", "-r", files / "r.txt", "--metrics", "wer", "--spec", "raw",
        "--spec", "no_case+no_punc", "--plugin", f"length={plugin(files, body)}", "--format", "json",
    )  # fmt: skip
    values = [[system["scores"]["length"]["value"] for system in one["systems"]] for one in outcome.json]
    assert values == [[3, 4], [3, 4]]
    assert (files / "calls").read_text() == "x"


def test_languages_are_told_to_the_plug_in(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    body = """
import json, sys
header = json.loads(sys.stdin.readline())
sys.exit(f"{header['source_language']} to {header['target_language']}")
"""
    outcome = bakeoff("score", *TEXTS, "--plugin", f"x={plugin(tmp_path, body)}")
    assert 'It said: "German to English"' in outcome.err


MISTAKES = {
    ("--scores", "segments.tsv"): "--scores segments.tsv: expected NAME=FILE, found 'segments.tsv'.",
    ("--scores", "comet="): "--scores comet=: expected NAME=FILE",
    ("--scores", "=segments.tsv"): "expected NAME=FILE",
    ("--scores", "comet:up=segments.tsv"): "expected :higher or :lower after the name, found 'up'.",
    ("--scores", "c=segments.tsv", "--plugin", "c=x"): "c is named twice by --scores or --plugin",
    ("--scores", "wer=segments.tsv"): "two sorts of scores called wer",
    ("--scores", "comet=none.tsv"): "none.tsv: expected a file that can be read, found no such file",
    ("--scores", "x=-", "--scores", "y=-"): "standard input can be read only once",
    ("--plugin", "comet"): "--plugin comet: expected NAME=COMMAND, found 'comet'.",
    ("--plugin", "comet:lower=python3 x.py"): "'comet:lower' cannot be the name of scores",
    ("--plugin", "comet=no-such-program"): "plug-in comet: expected a program that can be started",
    ("--plugin", "c=x", "--plugin-timeout", "0"): "Invalid value for '--plugin-timeout'",
}


@pytest.mark.parametrize("arguments", MISTAKES, ids=" ".join)
@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_mistake_gets_one_sentence_and_code_2(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch, command: str, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(files)
    outcome = bakeoff(command, "a.txt", "b.txt", "-r", "r.txt", "--metrics", "wer", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert MISTAKES[arguments] in outcome.err
    assert outcome.err.startswith("bakeoff: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("view", [(), ("--segments",)])
def test_scores_of_complete_systems_are_not_compared(
    bakeoff: Callable[..., Any], files: Path, monkeypatch: pytest.MonkeyPatch, view: tuple[str, ...]
) -> None:
    monkeypatch.chdir(files)
    outcome = bakeoff("compare", "a.txt", "b.txt", "-r", "r.txt", "--scores", "mqm=systems.tsv", *view)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "bakeoff: systems.tsv: mqm is given for each system only, and tests need scores of segments: add the column "
        "segment, or show the scores by bakeoff score.\n"
    )


def test_a_silent_plug_in_is_given_up_after_the_time_that_was_set(bakeoff: Callable[..., Any], files: Path) -> None:
    body = "import time\ntime.sleep(60)\n"
    outcome = bakeoff(
        "score", files / "a.txt", "-r", files / "r.txt", "--plugin", f"slow={plugin(files, body)}",
        "--plugin-timeout", 0.3,
    )  # fmt: skip
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "bakeoff: plug-in slow: expected a line at least every 0.3 seconds, found silence after 0 of 2 scores. "
        "Give it more time (--plugin-timeout), or let it report its progress.\n"
    )


def test_comet_of_wmt23_as_the_metrics_task_gives_it(bakeoff: Callable[..., Any], data: Path, tmp_path: Path) -> None:
    """Segment scores of the task's COMET as a score file: their means are the task's scores of systems."""
    folder = data / "wmt23-metrics-en-de"
    metric = folder / "metric-scores" / "en-de" / "COMET-refA"
    with gzip.open(f"{metric}.seg.score.gz", "rt", encoding="utf-8") as stream:
        given = [line.split("\t") for line in stream.read().splitlines()]
    numbers: Counter[str] = Counter()
    rows = []
    for system, score in given:
        numbers[system] += 1
        rows.append(f"{system}\t{numbers[system]}\t{score}")
    (tmp_path / "comet.tsv").write_text("\n".join(["system\tsegment\tscore", *rows]) + "\n", encoding="utf-8")
    names = ["GPT4-5shot", "ONLINE-W", "ONLINE-B", "NLLB_Greedy"]
    runs = [folder / "system-outputs" / "en-de" / f"{name}.txt.gz" for name in names]
    outcome = bakeoff(
        "compare", *runs, "-r", folder / "references" / "en-de.refA.txt.gz", "--metrics", "chrf",
        "--scores", f"comet={tmp_path / 'comet.tsv'}", "--trials", 200, "--samples", 10, "--format", "json",
    )  # fmt: skip
    found = {system["name"]: system["value"] for system in outcome.json[1]["systems"]}
    official = dict(line.split("\t") for line in Path(f"{metric}.sys.score").read_text().splitlines())
    assert found == pytest.approx({name: float(official[name]) for name in names}, rel=1e-9)
    assert list(found) == sorted(names, key=lambda name: -float(official[name]))
    assert "passed over the scores of" in outcome.err
