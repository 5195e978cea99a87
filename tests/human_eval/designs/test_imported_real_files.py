"""Files that people judged elsewhere, imported into evaluations of the texts that were judged there.

Documents are those of WMT 2023, English to German; segments are called as in WMT's XML, by a number in each document.
"""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from bakeoff.data import AlignedTexts, Document, align
from bakeoff.data.judgments import Judgment
from bakeoff.formats import read_runs, read_source
from bakeoff.formats.judgments import read_judgments, with_batches
from bakeoff.human_eval import JudgedTexts, design_evaluation
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.human import HumanEvaluation


def lines(path: Path) -> tuple[str, ...]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return tuple(file.read().removesuffix("\n").split("\n"))


@cache
def judged_texts(data: Path) -> JudgedTexts:
    folder = data / "wmt23-metrics-en-de"
    names = [line.split("\t")[1] for line in (folder / "documents" / "en-de.docs").read_text().splitlines()]
    documents = {name: Document(name, ()) for name in names}
    counters = {name: count(1) for name in names}
    outputs = {path.name.removesuffix(".txt.gz"): path for path in (folder / "system-outputs" / "en-de").iterdir()}
    systems = tuple(sorted(outputs.keys() - {"synthetic_ref"}))
    texts = AlignedTexts(
        documents=tuple(documents[name] for name in names),
        segment_ids=tuple(str(next(counters[name])) for name in names),
        references=(),
        runs=tuple(lines(outputs[system]) for system in systems),
        systems=systems,
        source=lines(folder / "sources" / "en-de.txt.gz"),
    )
    return JudgedTexts(language_pair="en-de", test_set="wmt23", texts=texts)


def planned(data: Path, protocol: str, **values: object) -> PlannedEvaluation:
    rules = HumanEvaluation.model_validate({"id": "x", "protocol": protocol, **values})
    texts = (judged_texts(data),)
    return PlannedEvaluation(rules=rules, design=design_evaluation(rules, texts), texts=texts)


def lines_of(judgments: tuple[Judgment, ...], data: Path) -> list[tuple[str, int]]:
    """Systems and lines of the test set, counted from 0."""
    texts = judged_texts(data).texts
    places = {
        (document.id, segment): line
        for line, (document, segment) in enumerate(zip(texts.documents, texts.segment_ids, strict=True))
    }
    return [(each.systems[0], places[each.document, each.segment]) for each in judgments]


def test_esa_of_appraise_is_about_the_lines_that_were_published(data: Path) -> None:
    """With its batches, whose outputs must be those of the evaluation; tutorials are about none."""
    folder = data / "esa-wmt23-en-de"
    found = with_batches(
        read_judgments(folder / "240315rc5ESA.scores.csv.gz"), folder / "batches_wmt23_en-de_esa.json.gz"
    )
    fitted = fit_judgments(found, planned(data, "esa"), counts_units=True)
    assert fitted.numbering == "lines from 0"
    published = Counter[str]()
    expected = set()
    for line in lines(folder / "en-de.ESA-1.seg.score.gz"):
        system, score = line.split()
        if score != "None":
            expected.add((system, published[system]))
        published[system] += 1
    ordinary = tuple(each for each in fitted.judgments if not each.control)
    assert set(lines_of(ordinary, data)) == expected
    assert len(expected) == 2_691


def test_ratings_of_mt_metrics_eval_are_about_lines_counted_from_1(data: Path) -> None:
    name = "en-de.mqm.merged.seg.rating.gz"
    path = data / "wmt23-metrics-en-de" / "human-scores" / name
    found = [each for each in read_judgments(path) if each.systems != ("synthetic_ref",)]
    severities = {error["severity"] for each in found for error in each.answer}
    weights = dict.fromkeys(sorted(severities), 1)
    fitted = fit_judgments(found, planned(data, "error_spans", errors={"weights": weights}))
    assert fitted.numbering == "lines from 1"
    expected = [(each.systems[0], int(each.segment) - 1) for each in found]
    assert lines_of(fitted.judgments, data) == expected


def test_rankings_of_wmt12_are_about_lines_counted_from_1(data: Path) -> None:
    """Czech to English, in files that number the segments of each document from 1."""
    folder = data / "wmt12-ranking-cs-de"
    every = read_judgments(folder / "wmt12.RNK_results.csv.gz", equal_rows="keep")
    found = [each for each in every if each.language_pair == "Czech-English"]
    systems = sorted({name for each in found for name in each.systems})
    runs = [
        replace(run, system=name)
        for name in systems
        for run in read_runs(folder / "sgm" / f"newstest2012.cs-en.{name}.sgm.gz")
    ]
    texts = align(runs, [], source=read_source(folder / "sgm" / "newstest2012-src.cs.sgm.gz"))
    rules = HumanEvaluation.model_validate({"id": "x", "protocol": "ranking", "shown": 5, "reference_shown": False})
    judged = (JudgedTexts(language_pair="cs-en", test_set="newstest2012", texts=texts),)
    evaluation = PlannedEvaluation(rules=rules, design=design_evaluation(rules, judged), texts=judged)
    fitted = fit_judgments(found, evaluation)
    assert fitted.numbering == "lines from 1"
    places = list(zip((each.id for each in texts.documents), texts.segment_ids, strict=True))
    assert [(each.document, each.segment) for each in fitted.judgments] == [
        places[int(each.segment) - 1] for each in found
    ]


def test_outputs_of_another_campaign_are_refused(data: Path) -> None:
    folder = data / "esa-wmt23-en-de"
    found = with_batches(
        read_judgments(folder / "240315rc5ESA.scores.csv.gz"), folder / "batches_wmt23_en-de_esa.json.gz"
    )
    wrong = tuple(each for each in found if not each.control)[:50]
    evaluation = planned(data, "esa")
    texts = evaluation.texts[0].texts
    other = AlignedTexts(
        documents=texts.documents,
        segment_ids=texts.segment_ids,
        references=(),
        runs=texts.runs[1:] + texts.runs[:1],
        systems=texts.systems,
        source=texts.source,
    )
    moved = (JudgedTexts(language_pair="en-de", test_set="wmt23", texts=other),)
    with pytest.raises(Exception, match="as the evaluation has it") as refused:
        fit_judgments(wrong, PlannedEvaluation(rules=evaluation.rules, design=evaluation.design, texts=moved))
    assert refused.value.mistakes[0].place.line is not None  # type: ignore[attr-defined]
