"""References that differ in number between segments, held against sacreBLEU, and against tercom's rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet, align
from bakeoff.errors import AlignmentError, ExpressionError, InputError
from bakeoff.evaluation import score_runs, score_texts, segment_differences
from bakeoff.evaluation.scores.packed import pack_layout, unpack_layout
from bakeoff.metrics import metric_types, parse_expression
from bakeoff.reports import differences_table
from bakeoff.text import Workspace

TOOLS = {
    "bleu@sacrebleu": BLEU(),
    "bleu@sacrebleu:case=no,smoothing=floor,tokenizer=intl": BLEU(
        lowercase=True, smooth_method="floor", tokenize="intl"
    ),
    "chrf": CHRF(),
    "chrf:case=no,whitespace=yes": CHRF(lowercase=True, whitespace=True),
    "chrf++": CHRF(word_order=2),
    "ter@sacrebleu": TER(),
    "ter@sacrebleu:normalize=yes,case=yes": TER(normalized=True, case_sensitive=True),
}
WORDS = ("The", "cat", "dog", "sat", "on", "a", "mat,", "Ünder", "it's", "home.", "42", "")


def drawn_texts(rng: Random, *, segments: int, references: int) -> tuple[list[str], list[list[str | None]]]:
    """A hypothesis and references of which about a third is missing; every segment has one."""
    texts = [
        [" ".join(rng.choices(WORDS, k=rng.randint(0, 12))) for _ in range(segments)] for _ in range(references + 1)
    ]
    columns = [[None if rng.random() < 0.35 else text for text in column] for column in texts[1:]]
    for segment in range(segments):
        if all(column[segment] is None for column in columns):
            number = rng.randrange(references)
            columns[number][segment] = texts[number + 1][segment]
    return texts[0], columns


@pytest.mark.parametrize("expression", TOOLS)
@pytest.mark.parametrize("seed", range(12))
def test_corpus_scores_against_sacrebleu(expression: str, seed: int) -> None:
    rng = random.Random(f"uneven {seed}")
    hypotheses, references = drawn_texts(rng, segments=rng.choice((1, 2, 7, 40)), references=rng.choice((1, 2, 3, 5)))
    theirs = TOOLS[expression].corpus_score(hypotheses, references).score
    assert score_texts(hypotheses, references, metrics=expression)[expression] == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("expression", ["chrf", "ter@sacrebleu", "bleu@sacrebleu"])
def test_segment_scores_against_sacrebleu(expression: str) -> None:
    hypotheses, references = drawn_texts(random.Random("segments"), segments=60, references=3)
    (scored,) = score_runs([run_of(hypotheses)], sets_of(references), source=source_of(60), metrics=expression).systems
    found = parse_expression(expression).segment_scores(scored.statistics[expression])
    tool = BLEU(effective_order=True) if expression.startswith("bleu") else TOOLS[expression]
    theirs = [
        tool.sentence_score(text, [column[n] for column in references if column[n] is not None]).score
        for n, text in enumerate(hypotheses)
    ]
    assert found.tolist() == pytest.approx(theirs, abs=1e-9)


def test_tercom_takes_the_fewest_edits_and_the_mean_length_of_the_references_that_there_are() -> None:
    # tercom's trans files have as many lines for a segment as it has references.
    hypotheses, references = drawn_texts(random.Random("tercom"), segments=80, references=4)
    metric, space = parse_expression("ter@tercom"), Workspace()
    edits, words = 0.0, 0.0
    for number, text in enumerate(hypotheses):
        there = [column[number] for column in references if column[number] is not None]
        rows = [metric.statistics(space.text([text]), metric.prepare([space.text([each])]))[0] for each in there]
        edits += min(row[0] for row in rows)
        words += float(np.mean([row[1] for row in rows]))
    assert score_texts(hypotheses, references, metrics="ter@tercom") == {
        "ter@tercom": pytest.approx(100 * edits / words)
    }


def test_an_empty_reference_is_one_without_words_as_in_sacrebleu() -> None:
    hypotheses, full = ["a b c d e", "f g"], ["a b c d e", "f g h i j k"]
    gap, empty = ([full, ["x y z", None]], [full, ["x y z", ""]])
    for references in (gap, empty):
        theirs = sacrebleu.corpus_ter(hypotheses, references).score
        assert score_texts(hypotheses, references, metrics="ter@sacrebleu")["ter@sacrebleu"] == pytest.approx(theirs)
    assert sacrebleu.corpus_ter(hypotheses, gap).score != sacrebleu.corpus_ter(hypotheses, empty).score


def test_metrics_that_take_uneven_references_are_those_whose_tools_do() -> None:
    taking = {name for name, kind in metric_types().items() if kind.takes_uneven_references}
    assert taking == {"bleu@sacrebleu", "chrf", "chrf++", "ter@sacrebleu", "ter@tercom"}


@pytest.mark.parametrize(
    "name", sorted(set(metric_types()) - {"bleu@sacrebleu", "chrf", "chrf++", "ter@sacrebleu", "ter@tercom"})
)
def test_other_metrics_refuse_them(name: str) -> None:
    with pytest.raises(ExpressionError, match=f"{name}: every segment needs the same number of references.*chrf"):
        score_texts(["a", "b"], [["a", "b"], ["a", None]], metrics=name)


def test_all_leaves_out_metrics_that_do_not_take_them() -> None:
    hypotheses, references = ["a b", "c"], [["a b", "c"], [None, "d"]]
    taking = ["ter", "chrf", "chrf++", "bleu@sacrebleu", "ter@sacrebleu"]
    assert list(score_texts(hypotheses, references, metrics="iwslt2012 chrf")) == ["ter", "chrf"]
    assert list(score_texts(hypotheses, references, metrics="all")) == taking
    found = score_runs([run_of(hypotheses)], sets_of(references), source=source_of(2), metrics="all")
    assert list(found.metrics) == taking
    assert "bleu is left out of all: it needs every reference for every segment." in found.remarks
    with pytest.raises(AlignmentError, match="meteor: every segment needs the same number"):
        score_runs([run_of(hypotheses)], sets_of(references), source=source_of(2), metrics="all meteor")


def test_a_segment_without_any_reference_is_an_error() -> None:
    with pytest.raises(ExpressionError, match="chrf: segment 2 has none of the references"):
        score_texts(["a", "b"], [["a", None]], metrics="chrf")
    with pytest.raises(ExpressionError, match="chrf: segment 2 has none of the first 1"):
        score_texts(["a", "b"], [["a", None], ["a", "b"]], metrics="chrf:references=1")
    with pytest.raises(InputError, match="strings in reference 1, found int"):
        score_texts(["a", "b"], [["a", 2]], metrics="chrf")  # type: ignore[list-item]
    with pytest.raises(AlignmentError, match="missing: document d2"):
        score_runs([run_of(["a"] * 4)], sets_of([["a", "b", None, None]]), source=source_of(4), metrics="chrf")


def test_the_first_references_alone_can_be_used() -> None:
    hypotheses, references = drawn_texts(random.Random("first"), segments=30, references=3)
    references[0] = ["a cat sat"] * 30
    found = score_texts(hypotheses, references, metrics="chrf:references=2 chrf:references=1")
    assert found == {
        "chrf:references=2": pytest.approx(CHRF().corpus_score(hypotheses, references[:2]).score),
        "chrf:references=1": pytest.approx(CHRF().corpus_score(hypotheses, references[:1]).score),
    }


def test_remarks_and_signature_tell_of_gaps() -> None:
    hypotheses, references = (
        ["a b", "c", "d e", "f"],
        [["a b", "c", "d e", "f"], ["a", None, None, None], ["b", "c", None, "f"]],
    )
    found = score_runs([run_of(hypotheses)], sets_of(references), source=source_of(4), metrics="chrf chrf:references=1")
    assert found.remarks == (
        "reference 2 lacks 3 of 4 segments (document d1, segment 2; document d2 (2 segments)).",
        "reference 3 lacks 1 of 4 segments (document d2, segment 1).",
    )
    (system,) = found.systems
    assert "|references:1-3|" in system.scores["chrf"].signature
    assert "|references:1|" in system.scores["chrf:references=1"].signature
    even = score_runs([run_of(hypotheses)], sets_of(references[:1]), source=source_of(4), metrics="chrf")
    assert "|references:1|" in even.systems[0].scores["chrf"].signature


def test_texts_of_an_evaluation_hold_the_references_that_there_are() -> None:
    hypotheses, references = ["a b", "c d"], [["a b", None], ["a", "c"]]
    runs = [run_of(hypotheses), run_of(["b", "c"], "other")]
    evaluation = score_runs(runs, sets_of(references), source=source_of(2), metrics="chrf")
    assert [evaluation.texts.references_of(number) for number in range(2)] == [("a b", "a"), ("c",)]
    again = unpack_layout(pack_layout(evaluation.texts))
    assert [again.references_of(number) for number in range(2)] == [("a b", "a"), ("c",)]
    table = differences_table(segment_differences(evaluation, "run", "other", metric="chrf"))
    assert {len(row) for row in table.rows} == {len(table.columns)}


def test_without_a_source_a_text_that_has_the_segments_of_all_references_says_which_there_are() -> None:
    hypotheses = ["a", "b", "c", "d"]
    first, second = sets_of([["a", "b", None, None], [None, "b", "c", "d"]])
    found = align([run_of(hypotheses)], [first, second], uneven_references=True)
    assert [len(lacked) for lacked in found.missing] == [2, 1]
    complete = sets_of([["a", "b", None, None], ["a", "b", "c", "d"]])
    with pytest.raises(AlignmentError, match=r"run run: expected the 4 segments of reference 2.*missing: document d2"):
        align([run_of(["a", "b", None, None])], complete, uneven_references=True)


def test_references_out_of_order_or_with_other_segments_are_still_errors() -> None:
    turned = ReferenceSet(name="x", documents=tuple(reversed(documents(["a", "b", "c", "d"]))))
    extra = ReferenceSet(name="y", documents=(Document("d3", (Segment("1", "z"),)),))
    for wrong in (turned, extra):
        with pytest.raises(AlignmentError, match=r"out of order|extra"):
            score_runs([run_of(["a"] * 4)], [*sets_of([["a"] * 4]), wrong], source=source_of(4), metrics="chrf")


def documents(column: Sequence[str | None]) -> tuple[Document, ...]:
    """Two documents of half the segments each, without those that are None."""
    half = (len(column) + 1) // 2
    parts = [column[:half], column[half:]]
    made = [
        Document(f"d{number}", tuple(Segment(str(n), text) for n, text in enumerate(part, start=1) if text is not None))
        for number, part in enumerate(parts, start=1)
    ]
    return tuple(document for document in made if document.content)


def sets_of(columns: Sequence[Sequence[str | None]]) -> list[ReferenceSet]:
    return [ReferenceSet(name=str(n), documents=documents(column)) for n, column in enumerate(columns, start=1)]


def run_of(column: Sequence[str | None], name: str = "run") -> Run:
    return Run(system=name, documents=documents(column))


def source_of(segments: int) -> TestSet:
    return TestSet(documents=documents(["x"] * segments))
