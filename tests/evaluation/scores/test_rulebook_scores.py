"""Scores by a rulebook are those of the commands on the same files, with the options that the rulebook stands for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import BakeoffError, ExpressionError, InputError
from bakeoff.evaluation import (
    Evaluation,
    add_scores,
    compare_by_rules,
    compare_runs,
    score_by_rules,
    segment_differences,
)
from bakeoff.formats import read_references, read_scores, read_source
from bakeoff.reports import score_json
from bakeoff.rulebook import Rulebook, parse_rulebook
from tests.cli.conftest import bakeoff  # noqa: F401
from tests.conftest import ROOT
from tests.evaluation.recognition.test_comparisons import transcripts

EXAMPLES = ROOT / "examples"
RUNS = {path.stem: path for path in sorted((EXAMPLES / "runs").iterdir())[:3]}
CAMPAIGN = """
[campaign]
id = "small"
title = "Small"
[language_pairs]
de-en = { source = "German", target = "English" }
en = { source = "English" }
[tracks.mt]
kind = "mt"
language_pairs = ["de-en"]
[tracks.asr]
kind = "asr"
language_pairs = ["en"]
[test_sets.news]
role = "current"
tracks = ["mt"]
report_by = ["genre", "topic"]
[test_sets.long]
role = "current"
tracks = ["mt"]
segmented = false
[test_sets.talks]
role = "current"
tracks = ["asr"]
report_by = ["speaker"]
[evaluation]
official_metric = "bleu"
outside = ["comet"]
metrics = ["ter"]
specifications = ["case+punc", "no_case+no_punc"]
comparison = { test = "bootstrap", trials = 300, level = 0.1, correction = "none", clusters = "wmt" }
[evaluation.tracks.asr]
official_metric = "wer@sclite"
metrics = ["cer@sclite"]
case = false
"""


def rulebook(more: str = "", text: str = CAMPAIGN) -> Rulebook:
    written = parse_rulebook(text + more)
    assert not written.findings, [str(finding) for finding in written.findings]
    return written.rulebook


def scored_news(rules: Rulebook, **options: Any) -> dict[str, Evaluation]:
    return score_by_rules(
        rules,
        track="mt",
        language_pair="de-en",
        test_set="news",
        runs=RUNS,
        references=[EXAMPLES / "references.xml"],
        source=EXAMPLES / "source.xml",
        **options,
    )


def test_texts_are_scored_as_the_command_does(bakeoff: Callable[..., Any]) -> None:  # noqa: F811
    found = scored_news(rulebook())
    assert list(found) == ["case+punc", "no_case+no_punc"]
    outcome = bakeoff(
        *("score", *RUNS.values(), "-r", EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml"),
        *("--metrics", "bleu ter", "--by", "genre", "--interval", "bootstrap", "--target-language", "English"),
        *("--spec", "case+punc", "--spec", "no_case+no_punc", "--format", "json"),
    )
    assert [score_json(evaluation) for evaluation in found.values()] == outcome.json


def test_texts_that_were_read_before_give_the_same_scores() -> None:
    options: dict[str, Any] = {"track": "mt", "language_pair": "de-en", "test_set": "news", "runs": RUNS}
    read = score_by_rules(
        rulebook(),
        references=read_references(EXAMPLES / "references.xml"),
        source=read_source(EXAMPLES / "source.xml"),
        **options,
    )
    for specification, expected in scored_news(rulebook()).items():
        assert score_json(read[specification]) == score_json(expected)


def test_transcripts_need_files_of_references() -> None:
    options: dict[str, Any] = {"track": "asr", "language_pair": "en", "test_set": "talks", "runs": RUNS}
    with pytest.raises(InputError, match="expected files of reference transcripts, found texts that were read already"):
        score_by_rules(rulebook(), references=read_references(EXAMPLES / "references.xml"), **options)


def test_the_interval_is_that_of_the_rulebook(bakeoff: Callable[..., Any]) -> None:  # noqa: F811
    interval = 'interval = { method = "bca", samples = 200, confidence = 0.9, metrics = ["ter"] }\n[evaluation.tracks'
    found = scored_news(rulebook(text=CAMPAIGN.replace("[evaluation.tracks", interval, 1)))["case+punc"]
    outcome = bakeoff(
        *("score", *RUNS.values(), "-r", EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml"),
        *("--metrics", "ter", "--interval", "bca", "--samples", "200", "--confidence", "0.9"),
        *("--target-language", "English", "--format", "json"),
    )
    for system, expected in zip(score_json(found)["systems"], outcome.json["systems"], strict=True):
        assert system["scores"]["ter"] == expected["scores"]["ter"]
        assert "interval" not in system["scores"]["bleu"]


def test_progress_goes_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    scored_news(rulebook(), on_progress=lambda done, count: told.append((done, count)))
    shares = [done / count for done, count in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_runs_without_segments_are_cut_again(bakeoff: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    run, reference = tmp_path / "long.txt", tmp_path / "reference.txt"
    reference.write_text("the cat sat on the mat\nit rained all day\nwe went home early\n", encoding="utf-8")
    run.write_text("the cat sat on a mat it\nrained day we went home very early\n", encoding="utf-8")
    found = score_by_rules(
        rulebook(), track="mt", language_pair="de-en", test_set="long", runs={"long": run}, references=[reference]
    )["case+punc"]
    outcome = bakeoff(
        *("score", run, "-r", reference, "--resegment", "--metrics", "bleu ter", "--interval", "bootstrap"),
        *("--target-language", "English", "--format", "json"),
    )
    assert score_json(found) == outcome.json
    assert "resegmented:mwer-optimal" in found.systems[0].scores["ter"].signature
    assert found.texts.run_of("long") == ("the cat sat on a mat", "it rained day", "we went home very early")


@pytest.fixture
def speech(tmp_path: Path) -> dict[str, Path]:
    found = {}
    for name, lines in transcripts(5).items():
        found[name] = tmp_path / f"{name}.trn"
        found[name].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return found


def test_transcripts_are_scored_as_the_command_does(bakeoff: Callable[..., Any], speech: dict[str, Path]) -> None:  # noqa: F811
    reference = speech.pop("ref")
    found = score_by_rules(
        rulebook(), track="asr", language_pair="en", test_set="talks", runs=speech, references=[reference]
    )
    (evaluation,) = found.values()
    assert evaluation.specification == "case+punc"
    assert list(evaluation.metrics) == ["wer@sclite", "cer@sclite"]
    for metric, options in (("wer@sclite", ()), ("cer@sclite", ("--characters", "all"))):
        for system in evaluation.systems:
            call = ("asr", speech[system.name], "-r", reference, "--optional", "--fragments", *options)
            expected = bakeoff(*call, "--format", "json").json
            assert system.scores[metric].value == pytest.approx(expected["wer"], rel=1e-15)
            counts = {name: system.scores[metric].statistics[name] for name in ("correct", "insertions", "words")}
            assert counts == {name: expected[name] for name in counts}
            speakers = {key.removeprefix("speaker="): group.scores[metric] for key, group in system.groups.items()}
            assert {name: score.statistics["substitutions"] for name, score in speakers.items()} == {
                speaker["name"]: speaker["substitutions"] for speaker in expected["speakers"]
            }
            assert system.scores[metric].signature.startswith(f"{metric}|sclite costs|rules:strict|case:no")
            assert system.scores[metric].variation is not None


def test_what_was_recognised_is_told_by_utterance(tmp_path: Path) -> None:
    files = {
        "ref.stm": "talk 1 anna 0.0 2.0 it is {cheque / check} time\ntalk 1 ben 2.0 4.0 good bye\n",
        "a.ctm": "talk 1 0.2 0.2 it\ntalk 1 0.6 0.2 was\ntalk 1 1.0 0.2 check\ntalk 1 2.2 0.2 bye\n",
        "b.ctm": "talk 1 2.2 0.2 goodbye\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (evaluation,) = score_by_rules(
        rulebook(),
        track="asr",
        language_pair="en",
        test_set="talks",
        runs={name: tmp_path / f"{name}.ctm" for name in "ab"},
        references=[tmp_path / "ref.stm"],
    ).values()
    assert list(evaluation.metrics) == ["wer@sclite", "cer@sclite"]
    assert evaluation.texts.references == (("it is {cheque / check} time", "good bye"),)
    assert evaluation.texts.run_of("a") == ("it was check", "bye")
    assert evaluation.texts.run_of("b") == ("", "goodbye")
    found = segment_differences(evaluation, "a", "b", metric="wer@sclite")
    assert (found.first_wins, found.second_wins) == (2, 0)


def test_transcripts_without_times_are_told_too(speech: dict[str, Path]) -> None:
    reference = speech.pop("ref")
    (evaluation,) = score_by_rules(
        rulebook(), track="asr", language_pair="en", test_set="talks", runs=speech, references=[reference]
    ).values()
    written = [line.rpartition(" (")[0] for line in reference.read_text(encoding="utf-8").splitlines()]
    assert list(evaluation.texts.references[0]) == written
    assert len(evaluation.texts.runs) == len(speech)


def test_spelling_rules_and_regions_of_the_rulebook_are_used(bakeoff: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    files = {
        "ref.stm": "talk 1 anna 0.0 2.0 it is cheque time\ntalk 1 anna 2.0 4.0 good bye\n",
        "hyp.ctm": "talk 1 0.2 0.2 it's\ntalk 1 0.6 0.2 check\ntalk 1 1.0 0.2 time\ntalk 1 2.2 0.2 bye\n",
        "rules.glm": ";; * name \"x\"\n* format = 'NIST1'\nCHEQUE => CHECK\nIT'S => IT IS\n",
        "regions.uem": "talk 1 0.0 2.0\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    rules = rulebook("global_mappings = true\nregions = true\n")
    options: dict[str, Any] = {
        "track": "asr",
        "language_pair": "en",
        "test_set": "talks",
        "runs": {"hyp": tmp_path / "hyp.ctm"},
        "references": [tmp_path / "ref.stm"],
    }
    found = score_by_rules(rules, mappings=tmp_path / "rules.glm", regions=tmp_path / "regions.uem", **options)[
        "case+punc"
    ]
    score = found.systems[0].scores["wer@sclite"]
    outcome = bakeoff(
        *("asr", tmp_path / "hyp.ctm", "-r", tmp_path / "ref.stm", "--optional", "--fragments"),
        *("--glm", tmp_path / "rules.glm", "--uem", tmp_path / "regions.uem", "--format", "json"),
    )
    assert score.value == outcome.json["wer"] == 0
    assert "|mappings:" in score.signature
    assert "|regions:" in score.signature
    with pytest.raises(InputError, match=r"spelling rules \(GLM\) that the rulebook asks for, found none"):
        score_by_rules(rules, **options)


def test_runs_are_compared_as_the_rulebook_says() -> None:
    rules = rulebook()
    evaluation = scored_news(rules)["case+punc"]
    comparison = compare_by_rules(rules, evaluation, track="mt", language_pair="de-en")
    expected = compare_runs(evaluation, test="bootstrap", trials=300, level=0.1, correction="none", rule="wmt")
    assert comparison.comparisons == expected.comparisons
    assert comparison.method == expected.method
    some = compare_by_rules(rules, evaluation, track="mt", language_pair="de-en", compared=["aster", "cedar"])
    assert [sorted(each.scores) for each in some.comparisons[:1]] == [["aster", "cedar"]]


def test_scores_that_were_given_for_complete_systems_do_not_stop_the_comparison(tmp_path: Path) -> None:
    rules = rulebook()
    evaluation = scored_news(rules)["case+punc"]
    (tmp_path / "outside.tsv").write_text("system\tscore\naster\t3\nbasalt\t2\ncedar\t1\n", encoding="utf-8")
    given = add_scores(evaluation, read_scores(tmp_path / "outside.tsv"), name="outside")
    assert list(given.given) == ["outside"]
    compared = compare_by_rules(rules, given, track="mt", language_pair="de-en")
    assert compared.comparisons == compare_by_rules(rules, evaluation, track="mt", language_pair="de-en").comparisons


def test_mapsswe_is_replaced_and_said_so(speech: dict[str, Path]) -> None:
    rules = rulebook('comparison = { test = "mapsswe", trials = 200 }\n')
    reference = speech.pop("ref")
    evaluation = score_by_rules(
        rules, track="asr", language_pair="en", test_set="talks", runs=speech, references=[reference]
    )["case+punc"]
    comparison = compare_by_rules(rules, evaluation, track="asr", language_pair="en")
    assert comparison.method.startswith("test:randomization in place of mapsswe|trials:200|")
    assert comparison.comparisons[0].clusters is not None


def test_what_cannot_be_scored_says_why(tmp_path: Path) -> None:
    rules = rulebook()
    short = tmp_path / "short.txt"
    short.write_text("one line\n", encoding="utf-8")
    options: dict[str, Any] = {"track": "mt", "language_pair": "de-en", "test_set": "news"}
    with pytest.raises(BakeoffError, match=r"short\.txt .*expected \d+ segments"):
        score_by_rules(rules, runs={"x": short}, references=[EXAMPLES / "references.xml"], **options)
    with pytest.raises(InputError, match="Add the references of the test set first"):
        score_by_rules(rules, runs=RUNS, references=[], **options)
    for wrong in ({"track": "x"}, {"language_pair": "x"}, {"test_set": "x"}):
        with pytest.raises(ExpressionError, match=r"there is no .* 'x'; there are: "):
            score_by_rules(rules, runs=RUNS, references=[EXAMPLES / "references.xml"], **options | wrong)


LABELLED = (
    ';; CATEGORY "0" "Sex" ""\n;; CATEGORY "1" "" ""\n'
    "talk1 1 anna 0 2 <F,TED> one two\n"
    "talk1 1 ben 2 4 <m,ted> three four\n"
    "talk2 1 anna 0 2 <f,qed> five six\n"
    "talk2 1 anna 2 4 seven eight\n"
)
HEARD = "".join(
    f"{talk} 1 {start} 0.2 {word}\n"
    for talk, words in {"talk1": "one to three four", "talk2": "five six seven eat"}.items()
    for start, word in zip((0.2, 1.2, 2.2, 3.2), words.split(), strict=True)
)


@pytest.mark.parametrize(
    ("report_by", "expected"),
    [
        ("subset", {"subset=ted": (2, 25.0), "subset=qed": (1, 0.0), "subset=none": (1, 50.0)}),
        ("speaker", {"speaker=anna": (3, pytest.approx(100 / 3)), "speaker=ben": (1, 0.0)}),
        ("document", {"document=talk1": (2, 25.0), "document=talk2": (2, 25.0)}),
        ("talk", {"talk=talk1": (2, 25.0), "talk=talk2": (2, 25.0)}),
        ("sex", {"sex=f": (2, 25.0), "sex=m": (1, 0.0), "sex=none": (1, 50.0)}),
        (
            "label",
            {
                "label=f": (2, 25.0),
                "label=ted": (2, 25.0),
                "label=m": (1, 0.0),
                "label=qed": (1, 0.0),
                "label=none": (1, 50.0),
            },
        ),
        ("genre", {}),
        (
            "speaker×subset",
            {
                "speaker=anna×subset=ted": (1, 50.0),
                "speaker=anna×subset=qed": (1, 0.0),
                "speaker=anna×subset=none": (1, 50.0),
                "speaker=ben×subset=ted": (1, 0.0),
            },
        ),
        ("speaker×genre", {}),
    ],
)
def test_transcripts_have_the_groups_that_the_rulebook_asks_for(
    report_by: str, expected: dict[str, tuple[int, float]], tmp_path: Path
) -> None:
    (tmp_path / "ref.stm").write_text(LABELLED, encoding="utf-8")
    (tmp_path / "hyp.ctm").write_text(HEARD, encoding="utf-8")
    crossed = str(report_by.split("×")) if "×" in report_by else f"'{report_by}'"
    subsets = f'report_by = [{crossed}]\nsubsets = {{ ted = "TED talks", qed = "QED lectures" }}'
    (evaluation,) = score_by_rules(
        rulebook(text=CAMPAIGN.replace('report_by = ["speaker"]', subsets)),
        track="asr",
        language_pair="en",
        test_set="talks",
        runs={"hyp": tmp_path / "hyp.ctm"},
        references=[tmp_path / "ref.stm"],
    ).values()
    (system,) = evaluation.systems
    found = {key: (group.segments, group.scores["wer@sclite"].value) for key, group in system.groups.items()}
    assert found == expected


def test_groups_come_from_references_where_they_alone_tell_them(bakeoff: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    references = tmp_path / "references.xml"
    text = (EXAMPLES / "references.xml").read_text(encoding="utf-8")
    references.write_text(text.replace('genre="nw"', 'genre="nw" subset="progress"'), encoding="utf-8")
    files: dict[str, Any] = {"runs": RUNS, "references": [references], "source": EXAMPLES / "source.xml"}
    rules = rulebook(text=CAMPAIGN.replace('report_by = ["genre", "topic"]', 'report_by = ["subset"]'))
    [evaluation, _] = score_by_rules(rules, track="mt", language_pair="de-en", test_set="news", **files).values()
    [system, *_] = evaluation.systems
    assert [str(group) for group in system.groups] == ["subset=progress", "subset=none"]
    arguments = ("-r", references, "-s", EXAMPLES / "source.xml", "--metrics", "bleu", "--by", "subset")
    printed = bakeoff("score", RUNS[system.name], *arguments, "--format", "json").json["systems"][0]["groups"]
    assert list(printed) == ["subset=progress", "subset=none"]


def test_crossed_groups_are_scored_and_tested_as_single_groups_are() -> None:
    crossed = 'report_by = ["genre", ["genre", "document"]]'
    rules = rulebook(text=CAMPAIGN.replace('report_by = ["genre", "topic"]', crossed))
    evaluation = scored_news(rules)["case+punc"]
    [system, *_] = evaluation.systems
    in_crossed = [key for key in system.groups if key.startswith("genre=nw×document=")]
    assert len(in_crossed) > 1
    assert sum(system.groups[key].segments for key in in_crossed) == system.groups["genre=nw"].segments
    comparison = compare_by_rules(rules, evaluation, track="mt", language_pair="de-en")
    several = {key for key, members in evaluation.groups.items() if len(members) > 1}
    assert {key for key in several if "×" in key}
    tested = {(one.group, one.metric): one for one in comparison.comparisons}
    assert {group for group, _ in tested} == {None, *several}
    key = max(in_crossed, key=lambda each: len(evaluation.groups[each]))
    alone = compare_by_rules(
        rules, replace(evaluation, groups={"alone": evaluation.groups[key]}, systems=tuple(
            replace(each, groups={"alone": each.groups[key]}) for each in evaluation.systems
        )), track="mt", language_pair="de-en",
    )  # fmt: skip
    assert {(one.metric, one.pairs) for one in alone.comparisons if one.group} == {
        (one.metric, one.pairs) for one in comparison.comparisons if one.group == key
    }
