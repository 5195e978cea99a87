from __future__ import annotations

import pytest

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import AlignmentError, BakeoffError, ExpressionError, InputError
from bakeoff.evaluation import (
    ResegmentationRule,
    add_intervals,
    parse_resegmentation,
    resegment_run,
    score_runs,
    with_resegmentation,
)
from bakeoff.evaluation.resegmentation.options import DocumentRule

REFERENCE = ["The cat sat down .", "Then it rained .", "We all went home early ."]


def plain(lines: list[str]) -> tuple[Document, ...]:
    return (Document("1", tuple(Segment(str(i), line) for i, line in enumerate(lines, start=1)), numbered=True),)


def divided(first: list[str], second: list[str]) -> tuple[Document, ...]:
    """Two documents; the first wraps its segments."""
    wrapped = Block("p", tuple(Segment(str(i), line) for i, line in enumerate(first, start=1)))
    return (
        Document("one", (wrapped,), {"genre": "nw"}),
        Document("two", tuple(Segment(str(i), line) for i, line in enumerate(second, start=1)), {"genre": "wb"}),
    )


def run_of(documents: tuple[Document, ...]) -> Run:
    return Run(system="A", documents=documents)


def lines_of(run: Run) -> list[str]:
    return [segment.text for segment in run.segments]


PLAIN = ReferenceSet(name="r", documents=plain(REFERENCE), target_language="English")
DIVIDED = ReferenceSet(
    name="d", documents=divided(REFERENCE[:2], REFERENCE[2:]), test_set="t", source_language="German"
)


def test_a_stream_of_words_gets_the_segments_of_the_reference() -> None:
    found = resegment_run(run_of(plain(["the cat sat down . then", "it rained . we went home early ."])), [PLAIN])
    assert lines_of(found.run) == ["the cat sat down .", "then it rained .", "we went home early ."]
    assert (found.errors, found.reference_words, len(found.streams)) == (4, 15, 1)
    assert found.wer == pytest.approx(100 * 4 / 15)
    assert (found.run.system, found.run.target_language) == ("A", "English")
    assert found.signature == "resegmented:mwer-optimal"


def test_documents_wrappers_and_ids_are_those_of_the_source_or_reference() -> None:
    run = run_of(plain([" ".join(REFERENCE)]))
    source = TestSet(documents=divided(["a", "b"], ["c"]), test_set="t", source_language="German")
    for references, given in (([PLAIN], source), ([PLAIN, DIVIDED], None)):
        found = resegment_run(run, references, source=given).run
        assert found.documents == DIVIDED.documents
        assert (found.test_set, found.source_language) == ("t", "German")


def test_several_references_share_the_errors() -> None:
    other = ReferenceSet(name="o", documents=plain(["A cat sat .", "It was raining .", "We left ."]))
    found = resegment_run(run_of(plain(["A cat sat . Then it rained . We left ."])), [PLAIN, other])
    assert found.errors == 0
    assert [cut.reference for cut in found.cuts] == [1, 0, 1]


def test_runs_with_documents_are_cut_within_them() -> None:
    stray = run_of(divided(["The cat sat down . Then it rained . We all"], ["went home early ."]))
    by_document = resegment_run(stray, [DIVIDED])
    assert lines_of(by_document.run) == ["The cat sat down .", "Then it rained . We all", "went home early ."]
    assert by_document.signature == "resegmented:mwer-optimal,streams=2"
    assert by_document.wer == pytest.approx(100 * 4 / 15)
    together = resegment_run(stray, [DIVIDED], rule=ResegmentationRule(documents="none"))
    assert lines_of(together.run) == REFERENCE
    assert lines_of(resegment_run(stray, [PLAIN]).run) == REFERENCE


def test_the_order_of_documents_is_that_of_the_reference() -> None:
    run = run_of(tuple(reversed(DIVIDED.documents)))
    assert lines_of(resegment_run(run, [DIVIDED]).run) == REFERENCE


def test_each_line_may_be_a_document() -> None:
    run = run_of(plain(["The cat sat down . Then it rained . We all", "went home early ."]))
    found = resegment_run(run, [DIVIDED], rule=ResegmentationRule(documents="lines"))
    assert lines_of(found.run) == ["The cat sat down .", "Then it rained . We all", "went home early ."]


@pytest.mark.parametrize(
    ("documents", "reference", "rule", "sentence"),
    [
        (DIVIDED.documents[:1], DIVIDED, "auto", "each of the 2 documents of the references once, found missing: two."),
        ((*DIVIDED.documents, Document("x", ())), DIVIDED, "auto", "found unknown: x."),
        (DIVIDED.documents * 2, DIVIDED, "auto", "found a document twice."),
        (plain(["a", "b", "c"]), DIVIDED, "lines", "run A: expected 2 segments, one for each document, found 3."),
        (plain(["a"]), PLAIN, "lines", "found plain text, which has none."),
    ],
    ids=["missing", "unknown", "doubled", "lines", "no documents"],
)  # fmt: skip
def test_documents_that_do_not_fit_are_named(
    documents: tuple[Document, ...], reference: ReferenceSet, rule: DocumentRule, sentence: str
) -> None:
    with pytest.raises((AlignmentError, InputError)) as error:
        resegment_run(run_of(documents), [reference], rule=ResegmentationRule(documents=rule))
    assert sentence in str(error.value)


def test_blind_alignment_keeps_the_words_as_they_are() -> None:
    run = run_of(plain(["- THE CAT, SAT DOWN ! ! then", "it Rained? we ALL went home early ..."]))
    found = resegment_run(run, [PLAIN], rule=ResegmentationRule(blind=True))
    assert lines_of(found.run) == ["- THE CAT, SAT DOWN ! !", "then it Rained?", "we ALL went home early ..."]
    assert (found.errors, found.reference_words) == (0, 12)
    assert found.signature == "resegmented:mwer-optimal,blind"


def test_words_without_a_key_are_never_lost() -> None:
    for lines, expected in ((["...", "!"], ["", "", "... !"]), ([], ["", "", ""])):
        found = resegment_run(run_of(plain(lines)), [PLAIN], rule=ResegmentationRule(blind=True))
        assert lines_of(found.run) == expected
        assert found.wer == 100


def test_characters_are_cut_without_new_blanks() -> None:
    reference = ReferenceSet(name="zh", documents=plain(["我们走吧。", "今天 IWSLT 开会。"]))
    run = run_of(plain(["我们走吧。今天", "IWSLT", "开", "会。"]))
    found = resegment_run(run, [reference], rule=ResegmentationRule(characters=True))
    assert lines_of(found.run) == ["我们走吧。", "今天 IWSLT 开会。"]
    assert found.wer == 0
    assert found.signature == "resegmented:mwer-optimal,characters"


def test_mwersegmenter_parts_words_at_ascii_white_space_only() -> None:
    reference = ReferenceSet(name="fr", documents=plain(["Bon\u00a0!", "Allons"]))
    run = run_of(plain(["Bon ! Allons"]))
    rule = ResegmentationRule(mode="mwersegmenter")
    assert resegment_run(run, [reference], rule=rule).reference_words == 2
    assert resegment_run(run, [reference]).reference_words == 3


def test_threads_change_nothing() -> None:
    run = run_of(divided(["The cat sat down . Then it rained . We all"], ["went home early ."]))
    assert resegment_run(run, [DIVIDED], threads=1) == resegment_run(run, [DIVIDED], threads=3)


def test_no_reference_is_refused() -> None:
    with pytest.raises(InputError, match="expected at least one reference, found none"):
        resegment_run(run_of(plain(["a"])), [])


def test_any_metric_scores_the_result_and_the_signature_says_how() -> None:
    run = run_of(plain(["The cat sat down . Then it", "rained . We all went home early ."]))
    resegmented = resegment_run(run, [DIVIDED])
    evaluation = score_runs([resegmented.run], [DIVIDED], metrics="bleu wer", specification="raw", by=["genre"])
    signed = add_intervals(with_resegmentation(evaluation, [resegmented]), samples=10).systems[0]
    assert signed.scores["wer"].value == resegmented.wer == 0
    for scores in (signed.scores, *(group.scores for group in signed.groups.values())):
        assert all("|resegmented:mwer-optimal" in score.signature for score in scores.values())


@pytest.mark.parametrize(
    ("expression", "rule"),
    [
        ("optimal", ResegmentationRule()),
        ("mwersegmenter:", ResegmentationRule(mode="mwersegmenter")),
        (
            "optimal:blind=yes,characters=yes,documents=lines",
            ResegmentationRule(blind=True, characters=True, documents="lines"),
        ),
        ("optimal:blind=no", ResegmentationRule()),
    ],
)
def test_expressions_name_rules(expression: str, rule: ResegmentationRule) -> None:
    assert parse_resegmentation(expression) == rule


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("system.txt", "there is no way to re-segment called 'system.txt'; there are: optimal, mwersegmenter."),
        ("optimal:blind=maybe", "found 'blind=maybe'."),
        ("optimal:case=yes", "found 'case=yes'."),
        ("optimal:documents=all", "found 'documents=all'."),
    ],
)
def test_expressions_that_name_none_are_refused(expression: str, sentence: str) -> None:
    with pytest.raises(ExpressionError) as error:
        parse_resegmentation(expression)
    assert isinstance(error.value, BakeoffError)
    assert sentence in str(error.value)
