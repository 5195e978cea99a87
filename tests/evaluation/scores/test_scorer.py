"""Scoring of runs: groups, names, references, progress, and errors about odd input."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import AlignmentError, BakeoffError, ExpressionError, InputError
from bakeoff.evaluation import score_runs, score_texts
from bakeoff.metrics import Metric
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE


def documents(*texts: list[str]) -> tuple[Document, ...]:
    return tuple(
        Document(
            f"d{number}",
            tuple(Segment(str(i), text) for i, text in enumerate(segments, start=1)),
            {"genre": "nw" if number == 1 else "wb"},
        )
        for number, segments in enumerate(texts, start=1)
    )


def lines(*texts: str) -> tuple[Document, ...]:
    return (Document("", tuple(Segment(str(i), text) for i, text in enumerate(texts, start=1)), numbered=True),)


REFERENCE = ReferenceSet(name="r1", documents=documents(["the cat sat down", "it rained"], ["we went home early"]))
SECOND = ReferenceSet(name="r2", documents=documents(["the cat sat", "rain fell"], ["we left early"]))
RUN = Run(system="A", documents=documents(["the cat sat", "it rained"], ["home we went"]))
OTHER = Run(system="B", documents=documents(["the cat sat down", ""], ["we went home early"]))


def test_runs_are_scored_by_every_metric_with_a_signature() -> None:
    evaluation = score_runs([RUN, OTHER], [REFERENCE], metrics="wer per", specification="raw")
    assert [system.name for system in evaluation.systems] == ["A", "B"]
    assert evaluation.segments == 3
    assert evaluation.systems[0].scores["wer"].value == pytest.approx(100 * 4 / 10)
    assert evaluation.systems[0].scores["per"].value == pytest.approx(100 * 2 / 10)
    assert evaluation.systems[0].scores["wer"].signature.endswith("|references:1|specification:raw[tokenizer=plain]")


def test_groups_are_sums_over_the_same_statistics() -> None:
    evaluation = score_runs([RUN], [REFERENCE], metrics="wer", specification="raw", by=("genre", "document"))
    groups = evaluation.systems[0].groups
    assert list(groups) == ["genre=nw", "genre=wb", "document=d1", "document=d2"]
    assert [group.segments for group in groups.values()] == [2, 1, 2, 1]
    assert groups["genre=nw"].scores["wer"].value == pytest.approx(100 * 1 / 6)
    assert groups["document=d2"].scores["wer"].value == pytest.approx(100 * 3 / 4)


def test_crossed_groups_are_sums_over_the_segments_that_share_all_values() -> None:
    subsets = {"d1": "new", "d2": "new", "d3": "old"}
    reference = ReferenceSet(
        name="r",
        documents=tuple(
            Document(id_, (Segment("1", "a b"), Segment("2", "c d")), {"subset": subset, "genre": genre})
            for (id_, subset), genre in zip(subsets.items(), ("nw", "wb", "nw"), strict=True)
        ),
    )
    run = Run(system="A", documents=lines("a b", "c x", "a b", "c d", "x x", "x x"))
    evaluation = score_runs([run], [reference], metrics="wer", specification="raw", by=("subset*genre", "genre"))
    found = {key: (group.segments, group.scores["wer"].value) for key, group in evaluation.systems[0].groups.items()}
    assert found == {
        "subset=new×genre=nw": (2, 25.0),
        "subset=new×genre=wb": (2, 0.0),
        "subset=old×genre=nw": (2, 100.0),
        "genre=nw": (4, 62.5),
        "genre=wb": (2, 0.0),
    }
    assert list(found)[:3] == ["subset=new×genre=nw", "subset=new×genre=wb", "subset=old×genre=nw"]


def test_segments_are_grouped_one_by_one_where_the_attribute_is_theirs() -> None:
    dialog = Document("d", tuple(Segment(str(i), "a b", {"speaker": who}) for i, who in enumerate("xyx", start=1)))
    run = Run(system="A", documents=lines("a b", "a c", "a"))
    evaluation = score_runs(
        [run], [ReferenceSet(name="r", documents=(dialog,))], metrics="wer", specification="raw", by=("speaker",)
    )
    groups = evaluation.systems[0].groups
    assert {key: (group.segments, group.scores["wer"].value) for key, group in groups.items()} == {
        "speaker=x": (2, 25.0),
        "speaker=y": (1, 50.0),
    }


def test_documents_without_the_attribute_stand_under_none() -> None:
    source = TestSet(
        documents=(Document("a", (Segment("1", "x"),), {"topic": "sport"}), Document("b", (Segment("1", "y"),)))
    )
    run = Run(system="A", documents=lines("x", "y"))
    reference = ReferenceSet(name="r", documents=lines("x", "z"))
    evaluation = score_runs([run], [reference], source=source, metrics="wer", by=("topic",))
    assert {key: group.scores["wer"].value for key, group in evaluation.systems[0].groups.items()} == {
        "topic=sport": 0,
        "topic=none": 100,
    }


def test_an_attribute_that_no_document_has_is_an_error_that_lists_what_there_is() -> None:
    with pytest.raises(ExpressionError, match=r"cannot group by 'speaker'.*grouped by document, genre"):
        score_runs([RUN], [REFERENCE], by=("speaker",))


def test_empty_output_is_allowed_and_counted() -> None:
    evaluation = score_runs([OTHER], [REFERENCE], metrics="wer", specification="raw")
    assert evaluation.systems[0].empty_segments == 1


def test_segment_scores_follow_the_order_of_the_segments() -> None:
    evaluation = score_runs([RUN], [REFERENCE], metrics="wer", specification="raw")
    np.testing.assert_allclose(evaluation.segment_scores(evaluation.systems[0], "wer"), [25, 0, 75])


def test_several_references_are_used_and_fewer_on_request() -> None:
    evaluation = score_runs([RUN], [REFERENCE, SECOND], metrics="wer wer:references=1", specification="raw")
    scores = evaluation.systems[0].scores
    assert scores["wer:references=1"].value == pytest.approx(40)
    assert scores["wer"].value == pytest.approx(100 * 3 / 9)
    assert "|references:2|" in scores["wer"].signature
    assert "|references:1|" in scores["wer:references=1"].signature


@pytest.mark.parametrize("wanted", [0, 3])
def test_more_references_than_there_are_is_an_error(wanted: int) -> None:
    with pytest.raises(BakeoffError, match=f"references={wanted} is asked for; there are 2 in all"):
        score_runs([RUN], [REFERENCE, SECOND], metrics=f"wer:references={wanted}")


def test_two_runs_of_one_name_are_refused() -> None:
    with pytest.raises(InputError, match="'A' twice"):
        score_runs([RUN, RUN], [REFERENCE])


def test_a_run_that_lacks_a_segment_is_refused() -> None:
    short = Run(system="C", documents=documents(["the cat sat"], ["home we went"]))
    with pytest.raises(AlignmentError, match="missing: document d1, segment 2"):
        score_runs([short], [REFERENCE])


def test_progress_counts_up_to_all_steps() -> None:
    seen: list[tuple[int, int]] = []
    score_runs([RUN, OTHER], [REFERENCE], metrics="wer per", on_progress=lambda done, total: seen.append((done, total)))
    assert seen == [(step, 6) for step in range(1, 7)]


def test_a_specification_for_mixed_case_leaves_out_runs_without_upper_case() -> None:
    mixed = Run(system="B", documents=documents(["The cat sat", "it rained"], ["home we went"]))
    evaluation = score_runs([RUN, mixed], [REFERENCE], metrics="wer", specification="iwslt05-english-optional")
    assert [system.name for system in evaluation.systems] == ["B"]
    assert "upper case" in evaluation.left_out["A"]


def test_the_target_language_is_what_the_files_say_unless_given() -> None:
    german = ReferenceSet(name="r", target_language="de", documents=REFERENCE.documents)
    assert score_runs([RUN], [german], metrics="wer").target_language == "de"
    assert score_runs([RUN], [german], metrics="wer", target_language="nl").target_language == "nl"


def test_metrics_go_by_the_target_language() -> None:
    references = [ReferenceSet(name="r", documents=REFERENCE.documents, target_language="German")]
    for given, code in ((None, "de"), ("fr", "fr"), ("Spanish", "es")):
        evaluation = score_runs([RUN], references, metrics="meteor bleu", target_language=given)
        assert f"|language:{code}|" in evaluation.systems[0].scores["meteor"].signature
        meteor = evaluation.metrics["meteor"]
        assert isinstance(meteor, Metric)
        assert meteor.options()["language"] == code
    unknown = score_runs([RUN], [REFERENCE], metrics="meteor")
    assert "|language:en|" in unknown.systems[0].scores["meteor"].signature


@pytest.mark.parametrize(
    ("language", "remedy"),
    [("zh", "meteor:language=en"), ("it", "meteor:norm=lower"), ("cs", "meteor:modules=exact")],
)
@pytest.mark.parametrize("row", ["iwslt2012", "all"])
def test_a_row_leaves_out_metrics_that_do_not_exist_for_the_language_and_says_so(
    row: str, language: str, remedy: str
) -> None:
    evaluation = score_runs([RUN], [REFERENCE], metrics=row, target_language=language)
    others = [] if row == "iwslt2012" else ["chrf", "chrf++", "bleu@sacrebleu", "ter@sacrebleu"]
    assert list(evaluation.metrics) == ["bleu", "wer", "per", "ter", "gtm", "nist", *others]
    (remark,) = evaluation.remarks
    if row == "all":
        assert remark.startswith("meteor, meteor@2005, meteor@2007, meteor@2008-baseline, meteor@2008-ranking are left")
        assert remark.endswith(f" To have one, name it: {remedy}.")
    else:
        assert remark.startswith("meteor is left out of iwslt2012. meteor@1.5: ")
        assert remark.endswith(f" To have it, name it: {remedy}.")
    assert "meteor" not in score_texts(["a"], [["a"]], metrics=row, target_language=language)
    nevertheless = score_runs([RUN], [REFERENCE], metrics=f"{row} {remedy}", target_language=language)
    assert remedy in nevertheless.metrics


def test_a_metric_that_is_named_is_refused_where_it_does_not_exist_for_the_language() -> None:
    for metrics in ("meteor", "all meteor", ["meteor", "iwslt2012"]):
        with pytest.raises(ExpressionError, match="METEOR does not know the language 'zh'"):
            score_runs([RUN], [REFERENCE], metrics=metrics, target_language="zh")


@pytest.mark.parametrize(("row", "count"), [("iwslt2012", 7), ("all", 15)])
def test_a_row_keeps_every_metric_where_the_language_is_known_to_all_or_to_nobody(row: str, count: int) -> None:
    for language in ("de", None):
        evaluation = score_runs([RUN], [REFERENCE], metrics=row, target_language=language)
        assert (len(evaluation.metrics), evaluation.remarks) == (count, ())


def test_the_number_of_threads_changes_no_score() -> None:
    metrics = "bleu nist chrf++ ter wer per"
    one = score_runs([RUN, OTHER], [REFERENCE, SECOND], metrics=metrics, threads=1)
    three = score_runs([RUN, OTHER], [REFERENCE, SECOND], metrics=metrics, threads=3)
    assert [system.scores for system in one.systems] == [system.scores for system in three.systems]


def test_texts_are_scored_without_files() -> None:
    assert score_texts(["a b c d"], [["a b c d"], ["a"]], metrics="bleu wer") == {"bleu": 100, "wer": 0}


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        ("The cat", ["The cat"], "expected a list of segments for the hypotheses, found one string"),
        (["The cat"], ["The cat"], "expected a list of segments for reference 1, found one string"),
        (["a", None], [["a", "b"]], "expected strings in the hypotheses, found NoneType as segment 2"),
        ([], [[]], "expected at least one segment, found none"),
    ],
)
def test_what_is_no_list_of_segments_is_refused(
    hypotheses: str | list[str | None], references: list[str | list[str]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        score_texts(hypotheses, references)


def test_no_thread_is_refused() -> None:
    with pytest.raises(InputError, match="expected 1 thread or more, found 0"):
        score_texts(["a"], [["a"]], threads=0)


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InputError, match=r"segment 2: expected characters, found half a character \(U\+D800\)"):
        score_texts(["é", "a \ud800"], [["a", "b"]])


def test_texts_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="expected 2 segments in reference 1"):
        score_texts(["a", "b"], [["a"]])
    with pytest.raises(InputError, match="expected at least one reference"):
        score_texts(["a"], [])


def test_a_document_is_scored_by_itself_as_a_group_is() -> None:
    evaluation = score_runs(RUNS, REFERENCES, source=SOURCE, metrics="bleu ter", by=["document"])
    for system in evaluation.systems:
        scores = evaluation.document_scores(system)
        assert list(scores) == ["bleu", "ter"]
        for metric, by_document in scores.items():
            by_group = {
                key.removeprefix("document="): group.scores[metric].value for key, group in system.groups.items()
            }
            assert by_document == by_group


@pytest.mark.parametrize(
    "metric",
    ["bleu", "bleu@sacrebleu", "nist", "wer", "per", "gtm", "ter", "ter@sacrebleu", "chrf", "chrf++"],
)
def test_segmentation_by_character_reaches_every_scorer(metric: str) -> None:
    reference = ["请 给 我 一 杯 咖啡 。", "我们 想 要 靠 窗户 的 桌子 。"]
    outputs = (["请 给我 一杯 茶 。", "我 们 要 靠窗 的 桌 子"], ["请 给 我一 杯茶", "我们 要 靠 窗 的 桌子"])
    found = [
        score_texts(output, [reference], metrics=metric, specification="iwslt05-chinese-character")[metric]
        for output in outputs
    ]
    assert found[0] == found[1] > 0
