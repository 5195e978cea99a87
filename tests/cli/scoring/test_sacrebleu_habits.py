"""What people type for sacreBLEU, typed for `bakeoff score`: the same numbers, digits and signatures."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from bakeoff.formats import read
from tests.conftest import ROOT
from tests.depth import cases
from tests.metrics.random_texts import SPACES, WORDS

EXAMPLES = ROOT / "examples"
BASH = f'bakeoff() {{ {sys.executable} -m bakeoff "$@"; }}; '


def lines_of(path: Path, number: int = 0) -> list[str]:
    return [segment.text for segment in read(path).sets[number].segments]


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example campaign as plain text: hypotheses `aster`, `cedar`, `ember`; references `ref1`, `ref2`."""
    folder = tmp_path_factory.mktemp("texts")
    columns = {name: lines_of(EXAMPLES / "runs" / f"{name}.xml") for name in ("aster", "cedar", "ember")}
    columns |= {f"ref{number + 1}": lines_of(EXAMPLES / "references.xml", number) for number in (0, 1)}
    for name, lines in columns.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder


def shell(command: str, folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", BASH + command], cwd=folder, capture_output=True, text=True, check=False, **options
    )


def their_output(folder: Path, *arguments: str) -> str:
    """What sacreBLEU's own program prints."""
    environment = {**os.environ, "NO_COLOR": "1"}
    called = [sys.executable, "-m", "sacrebleu", *arguments, "-f", "text", "-q"]
    return subprocess.check_output(called, cwd=folder, env=environment, text=True, stderr=subprocess.DEVNULL)


SAME = {
    ("-m", "bleu"): "bleu@sacrebleu",
    ("-m", "bleu", "-lc"): "bleu@sacrebleu:case=no",
    ("-m", "bleu", "-tok", "intl"): "bleu@sacrebleu:tokenizer=intl",
    ("-m", "bleu", "-tok", "zh"): "bleu@sacrebleu:tokenizer=zh",
    ("-m", "bleu", "-tok", "char"): "bleu@sacrebleu:tokenizer=char",
    ("-m", "bleu", "-tok", "none"): "bleu@sacrebleu:tokenizer=plain",
    ("-m", "bleu", "-s", "floor", "-sv", "0.3"): "bleu@sacrebleu:smoothing=floor,smoothing_value=0.3",
    ("-m", "chrf", "-cw", "2"): "chrf++",
    ("-m", "ter", "--ter-normalized", "--ter-case-sensitive"): "ter@sacrebleu:normalize=yes,case=yes",
}


@pytest.mark.parametrize("theirs", SAME, ids=" ".join)
def test_the_line_that_sacrebleu_prints_is_what_we_print(
    theirs: tuple[str, ...], texts: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signature and digits of the example texts, with two references: `NAME|signature = score …`."""
    monkeypatch.chdir(texts)
    signature, _, rest = their_output(texts, "ref1", "ref2", "-i", "aster", "-w", "4", *theirs).strip().partition(" = ")
    call = ("score", "ref1", "ref2", "-i", "aster", "-m", SAME[theirs])
    assert bakeoff(*call, "-w", "4", "-b").out == rest.split()[0] + "\n"
    (score,) = bakeoff(*call, "--signature", "sacrebleu", "--format", "json").json["systems"][0]["scores"].values()
    assert score["sacrebleu_signature"] == signature
    text = bakeoff(*call, "--signature", "sacrebleu").out
    assert text.endswith(f"\n{signature}\n")
    if SAME[theirs].startswith("bleu"):
        precisions = rest.split()[1].split("/")
        figures = [rest.partition(f"{name} = ")[2].split()[0].rstrip(")") for name in ("BP", "ratio")]
        lengths = [rest.partition(f"{name} = ")[2].split()[0].rstrip(")") for name in ("hyp_len", "ref_len")]
        row = next(line for line in text.splitlines() if line.split()[1:5] == precisions)
        assert row.split() == ["aster", *precisions, *figures, *lengths]


def test_several_metrics_and_systems_give_one_score_a_line(
    texts: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(texts)
    ours = bakeoff("score", "ref1", "-i", "aster", "cedar", "-m", "bleu@sacrebleu", "chrf", "-b", "-w", "3").out
    expected = []
    for name in ("aster", "cedar"):
        hypotheses, references = (
            (texts / name).read_text().splitlines(),
            [(texts / "ref1").read_text().splitlines()],
        )
        expected += [peer.corpus_score(hypotheses, references).format(3, True) for peer in (BLEU(), CHRF())]
    assert ours.splitlines() == expected


def test_scores_of_segments_are_one_a_line_as_with_sl_and_b(
    texts: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(texts)
    ours = bakeoff("score", "ref1", "-i", "ember", "-m", "bleu@sacrebleu", "--segments", "-b", "-w", "2").out
    assert ours == their_output(texts, "ref1", "-i", "ember", "-sl", "-b", "-w", "2")


def _lines(words: Sequence[str]) -> st.SearchStrategy[str]:
    blanks = [space for space in SPACES if space != "\n"]
    pieces = st.lists(st.tuples(st.sampled_from(words), st.sampled_from(blanks)), max_size=8)
    return pieces.map(lambda pairs: "".join(word + space for word, space in pairs))


_WORDS = [word for word in WORDS if word != "\ufeff"]  # at the start of a file it is a byte order mark, and no text
_corpora = st.lists(st.tuples(*[_lines(_WORDS)] * 3), min_size=1, max_size=6)
_PEERS = {
    "bleu@sacrebleu": BLEU(),
    "bleu@sacrebleu:tokenizer=intl": BLEU(tokenize="intl"),
    "bleu@sacrebleu:tokenizer=zh,case=no": BLEU(tokenize="zh", lowercase=True),
    "chrf++": CHRF(word_order=2),
    "ter@sacrebleu": TER(),
}


@settings(max_examples=cases(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(corpus=_corpora, width=st.integers(0, 8))
def test_digits_and_signatures_of_random_texts_are_those_of_sacrebleu(
    corpus: list[tuple[str, str, str]], width: int, tmp_path: Path, bakeoff: Callable[..., Any]
) -> None:
    """From the files to the output, with sacreBLEU's own way to read lines: only LF ends one, blanks at its end go."""
    names = ("hyp.txt", "one.txt", "two.txt")
    columns = [[row[column] for row in corpus] for column in range(3)]
    for name, lines in zip(names, columns, strict=True):
        (tmp_path / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
    hypothesis, *references = ([line.rstrip() for line in lines] for lines in columns)
    files = [tmp_path / name for name in names]
    call = ("score", files[1], files[2], "-i", files[0], "-m", *_PEERS)
    theirs = {name: peer.corpus_score(hypothesis, references) for name, peer in _PEERS.items()}
    assert bakeoff(*call, "-b", "-w", width).out.split() == [score.format(width, True) for score in theirs.values()]
    scores = bakeoff(*call, "--signature", "sacrebleu", "-f", "json").json["systems"][0]["scores"]
    signatures = {name: f"{theirs[name].name}|{peer.get_signature()}" for name, peer in _PEERS.items()}
    assert {name: score["sacrebleu_signature"] for name, score in scores.items()} == signatures


@pytest.mark.parametrize(
    "command",
    [
        "cat aster | bakeoff score ref1 -b",
        "bakeoff score ref1 -b < aster",
        "cat aster | bakeoff score -r ref1 -b",
        "cat aster | bakeoff score - -r ref1 -b",
        "bakeoff score ref1 -i aster -b",
        "bakeoff score -i aster -r ref1 -b < ref2",
        "bakeoff score aster -r ref1 -b < ref2",
    ],
)
def test_the_run_comes_from_a_pipe_from_i_or_from_before_r(command: str, texts: Path) -> None:
    expected = shell("bakeoff score aster -r ref1 -b", texts, stdin=subprocess.DEVNULL)
    assert expected.stderr == ""
    result = shell(command, texts)
    assert (result.stdout, result.stderr, result.returncode) == (expected.stdout, "", 0)


def test_several_references_may_follow_a_pipe(texts: Path, bakeoff: Callable[..., Any]) -> None:
    piped = shell("cat cedar | bakeoff score ref1 ref2 -m bleu@sacrebleu -f json", texts)
    scores = json.loads(piped.stdout)["systems"][0]["scores"]["bleu@sacrebleu"]
    named = bakeoff(
        "score", texts / "cedar", "-r", texts / "ref1", texts / "ref2", "-m", "bleu@sacrebleu", "-f", "json"
    )
    assert scores == named.json["systems"][0]["scores"]["bleu@sacrebleu"]


def test_without_a_pipe_a_missing_reference_is_an_error(texts: Path) -> None:
    result = shell("bakeoff score aster", texts, stdin=subprocess.DEVNULL)
    assert result.returncode == 2
    assert result.stderr.startswith("bakeoff: no reference was named: give the reference files with -r")


def test_columns_of_several_systems_are_not_taken_for_one_text(texts: Path) -> None:
    """`paste a b | sacrebleu ref` scores two systems."""
    result = shell("paste aster cedar | bakeoff score ref1", texts)
    assert (result.returncode, result.stdout) == (2, "")
    assert "has 2 columns in every line, which sacreBLEU takes for 2 systems" in result.stderr
    one = shell(r"printf 'a\tb\nc d\n' | bakeoff score <(printf 'a b\nc d\n') -m wer -b", texts)
    assert (one.returncode, one.stdout) == (0, "0.00\n")
    named = shell(r"printf 'a\tb\n' | bakeoff score - -r <(printf 'a b\n') -m wer -b", texts)
    assert (named.returncode, named.stdout) == (0, "0.00\n")


def test_an_empty_pipe_is_an_error(texts: Path) -> None:
    result = shell("true | bakeoff score ref1", texts)
    assert result.returncode == 2
    assert "standard input" in result.stderr


def test_who_waits_for_a_pipe_that_stays_silent_is_told(texts: Path) -> None:
    """A program may be started with a pipe that nobody writes to: in a notebook, by a scheduler."""
    call = [sys.executable, "-m", "bakeoff", "score", "ref1"]
    with subprocess.Popen(call, cwd=texts, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as waiting:
        assert waiting.stderr.readline().startswith("Waiting for the run on standard input. To read it from a file, ")
        _, errors = waiting.communicate("")
    assert waiting.returncode == 2
    assert "expected 40 segments" in errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-b", "-f", "json"), "-b prints scores and nothing else: leave out -b or --format json."),
        (("-b", "--interval", "bootstrap"), "leave out -b or --interval."),
        (("-b", "--by", "document"), "leave out -b or --by."),
        (("-b", "--signature", "sacrebleu"), "leave out -b or --signature."),
        (("-w", "3", "-f", "tsv"), "-w is for text, Markdown and LaTeX: tsv keeps numbers in full."),
        (("-w", "-1"), "-1"),
        (("-l", "german"), "-l: expected a language pair such as de-en, found 'german'."),
    ],
)
def test_what_does_not_go_together_is_refused(
    arguments: tuple[str, ...], sentence: str, texts: Path, bakeoff: Callable[..., Any]
) -> None:
    outcome = bakeoff("score", texts / "aster", "-r", texts / "ref1", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err


def test_digits_change_what_people_read(texts: Path, bakeoff: Callable[..., Any]) -> None:
    call = ("score", texts / "ember", texts / "cedar", "-r", texts / "ref1", "-m", "bleu@sacrebleu")
    values = [system["scores"]["bleu@sacrebleu"]["value"] for system in bakeoff(*call, "-f", "json").json["systems"]]
    assert f"ember   {values[0]:17.4f}".replace(" ", "") in bakeoff(*call, "-w", 4).out.replace(" ", "")
    assert f"| ember | {values[0]:.0f} |" in bakeoff(*call, "-w", 0, "-f", "markdown").out
    assert f"& \\textbf{{{values[1]:.3f}}}" in bakeoff(*call, "-w", 3, "-f", "latex").out


def test_the_first_line_says_whose_number_it_is_and_where_the_other_is(
    texts: Path, bakeoff: Callable[..., Any]
) -> None:
    call = ("score", texts / "aster", "-r", texts / "ref1", "-m")
    for metrics, line in {
        "bleu": "Scorer: mteval v13a (BLEU). For sacreBLEU's scores: -m bleu@sacrebleu",
        "bleu nist ter": "Scorers: mteval v13a (BLEU, NIST), tercom 0.7.25 (TER). "
        "For sacreBLEU's scores: -m bleu@sacrebleu",
        "bleu@sacrebleu chrf": "Scorer: sacreBLEU 2.6.0 (BLEU, chrF).",
        "bleu bleu@sacrebleu": "Scorers: mteval v13a (BLEU), sacreBLEU 2.6.0 (BLEU).",
        "wer": "Scorer: Bakeoff (WER).",
    }.items():
        assert bakeoff(*call, metrics).out.splitlines()[0] == line
    assert bakeoff(*call, "bleu nist ter").out.splitlines()[1] == "  ter@sacrebleu"


def test_a_metric_without_a_signature_of_sacrebleu_keeps_ours_and_says_why(
    texts: Path, bakeoff: Callable[..., Any]
) -> None:
    call = ("score", texts / "aster", "-r", texts / "ref1", "-m", "bleu", "chrf", "--signature", "sacrebleu")
    outcome = bakeoff(*call)
    assert "bleu has no sacreBLEU signature because its number is not sacreBLEU's." in outcome.err
    assert outcome.out.splitlines()[-1] == "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
    assert "bleu@mteval|version:v13a|" in outcome.out
    scores = bakeoff(*call, "-f", "json").json["systems"][0]["scores"]
    assert "sacrebleu_signature" not in scores["bleu"]
    assert "specification:" in scores["chrf"]["signature"]


def test_the_language_pair_chooses_the_tokeniser_as_sacrebleu_does(
    tmp_path: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hyp").write_text("我喜欢这本书。\n他昨天没有来。\n", encoding="utf-8")
    (tmp_path / "ref").write_text("我很喜欢这本书。\n他昨天没来过。\n", encoding="utf-8")
    call = ("score", "ref", "-i", "hyp", "-m", "bleu@sacrebleu", "-b", "-w", "6")
    outcome = bakeoff(*call, "-l", "en-zh")
    assert outcome.out == their_output(tmp_path, "ref", "-i", "hyp", "-l", "en-zh", "-b", "-w", "6")
    assert "bleu@sacrebleu is scored as bleu@sacrebleu:tokenizer=zh" in outcome.err
    assert bakeoff(*call).out == their_output(tmp_path, "ref", "-i", "hyp", "-b", "-w", "6")
    assert bakeoff(*call, "-l", "zh-en").out == bakeoff(*call).out
    refused = bakeoff(*call, "-l", "en-ja")
    assert (refused.code, refused.out) == (2, "")
    assert "sacreBLEU tokenises ja by ja-mecab, which Bakeoff does not have" in refused.err
    chosen = ("-m", "bleu@sacrebleu:tokenizer=char", "-l", "en-ja")
    assert bakeoff("score", "ref", "-i", "hyp", "-b", *chosen).code == 0


def test_the_language_pair_says_the_language_of_the_runs(texts: Path, bakeoff: Callable[..., Any]) -> None:
    call = ("score", texts / "aster", "-r", texts / "ref1", "-m", "meteor", "-f", "json", "-l", "en-de")
    assert "|language:de|" in bakeoff(*call).json["systems"][0]["scores"]["meteor"]["signature"]
    other = bakeoff(*call, "--target-language", "fr").json["systems"][0]["scores"]["meteor"]["signature"]
    assert "|language:fr|" in other


def test_comparisons_take_runs_by_i_too(texts: Path, bakeoff: Callable[..., Any]) -> None:
    named = ("compare", texts / "ref1", "-i", texts / "aster", texts / "cedar", "-m", "bleu@sacrebleu", "chrf")
    quick = ("--trials", 100, "--samples", 20, "-f", "json")
    usual = ("compare", texts / "aster", texts / "cedar", "-r", texts / "ref1", "-m", "bleu@sacrebleu chrf")
    assert bakeoff(*named, *quick).json == bakeoff(*usual, *quick).json


def test_the_page_for_users_of_sacrebleu_shows_what_is_printed(texts: Path) -> None:
    """Outputs on the page follow the commands that print them; that they run is tested with all other pages."""
    page = (ROOT / "docs" / "how-to" / "coming-from-sacrebleu.md").read_text(encoding="utf-8")
    for name, text in (("system.txt", "aster"), ("reference.txt", "ref1")):
        (texts / name).write_bytes((texts / text).read_bytes())
    shown = re.findall(r"```sh\n([^`]*)\n```\n\n```\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for command, output in shown:
        assert shell(command, texts).stdout.endswith(output)
