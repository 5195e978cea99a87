"""What every metric owes, declared once and tested for all; a metric in no table fails."""

from __future__ import annotations

import math
import re
import warnings
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given

from bakeoff.errors import BakeoffError, ExpressionError, ResourceError
from bakeoff.metrics import Metric, is_own_metric, metric_types, named_by_rows, parse_expression, split_expressions
from bakeoff.metrics.registry import find_metric_type, preset_of
from bakeoff.text import Workspace
from tests.conftest import ROOT
from tests.metrics.random_texts import columns, corpora, rows_of


class Traits(NamedTuple):
    perfect: float | None
    """Score of a text against itself; None where it depends on the text."""
    reference_order: bool = True
    """The order of the references makes no difference to the score."""
    local: bool = True
    """The statistics of a segment depend on no other segment."""
    options: str = ""
    """What the metric needs to be told so that it takes any text."""


TRAITS = {
    "bleu@mteval": Traits(100),
    "bleu@sacrebleu": Traits(100),
    "bleu@pos": Traits(100, options="tags=only"),
    "posf": Traits(100, options="tags=only"),
    # Its weights come from the whole reference text.
    "nist@mteval": Traits(None, local=False),
    # sacreBLEU takes the first of equally good references, so its counts depend on their order.
    "chrf": Traits(100, reference_order=False),
    "chrf++": Traits(100, reference_order=False),
    "gtm@1.4": Traits(100),
    # A segment that matches no reference takes the length of the first; before version 1 that of the last, and there
    # every segment costs a chunk.
    "meteor@1.5": Traits(100, reference_order=False, options="modules=exact+stem"),
    "meteor@2005": Traits(None, reference_order=False),
    "meteor@2007": Traits(None, reference_order=False),
    "meteor@2008-baseline": Traits(None, reference_order=False),
    "meteor@2008-ranking": Traits(None, reference_order=False),
    "bleu@flexible": Traits(100, options="modules=exact+stem"),
    "ter@flexible": Traits(0, options="modules=exact+stem"),
    "ter@sacrebleu": Traits(0),
    "ter@tercom": Traits(0),
    # Of several references with equally few errors the first gives the length.
    "wer": Traits(0, reference_order=False),
    "per": Traits(0, reference_order=False),
}

HYPOTHESES = [
    "The cat sat on the mat .",
    "",
    "It costs 3.50 euros , she said , in 2019 - 20 .",
    "Zürich : « une élève » 你好 , 世界 !",
    "one",
    "the the the of of and and and and",
]
FIRST = [
    "A cat was sitting on the mat .",
    "Nothing was said .",
    "She said in 2019 that it costs 3.50 euros .",
    "Zürich : « un élève » 你好 世界 !",
    "one",
    "the of and",
]
SECOND = [
    "On the mat there sat the cat .",
    "Not a word .",
    "It is 3.50 euros , she said .",
    "Zurich : “ une élève ” 你 好 , 世界 !",
    "two",
    "and of the",
]


def metric_of(name: str, *options: str) -> Metric:
    given = ",".join(filter(None, [TRAITS[name].options, *options]))
    return parse_expression(f"{name}:{given}" if given else name)


@pytest.fixture(params=sorted(metric_types()))
def metric(request: pytest.FixtureRequest) -> Metric:
    return metric_of(request.param)


def statistics(metric: Metric, hypotheses: list[str], *references: list[str], threads: int = 1) -> np.ndarray:
    space = Workspace(threads=threads)
    return metric.statistics(space.text(hypotheses), metric.prepare([space.text(text) for text in references]))


def test_every_metric_has_its_traits_declared() -> None:
    assert set(TRAITS) == set(metric_types())


def test_statistics_have_a_row_a_segment_and_a_column_a_name(metric: Metric) -> None:
    rows = statistics(metric, HYPOTHESES, FIRST, SECOND)
    assert rows.shape == (len(HYPOTHESES), len(metric.columns))
    assert rows.dtype == np.float64
    assert len(set(metric.columns)) == len(metric.columns)


def test_scores_are_within_the_bounds(metric: Metric) -> None:
    rows = statistics(metric, HYPOTHESES, FIRST, SECOND)
    low, high = metric.bounds
    scores = [*metric.segment_scores(rows), metric.score(rows.sum(axis=0))]
    assert all(low <= score <= high for score in scores)


def test_a_perfect_text_scores_as_declared_and_no_other_text_scores_better(metric: Metric) -> None:
    perfect = float(metric.score(statistics(metric, FIRST, FIRST).sum(axis=0)))
    other = float(metric.score(statistics(metric, HYPOTHESES, FIRST).sum(axis=0)))
    assert perfect > other if metric.direction == "higher" else perfect < other
    if TRAITS[metric.name].perfect is not None:
        assert perfect == pytest.approx(TRAITS[metric.name].perfect)


# N-gram metrics have orders for which a short text has no n-grams; they are left to the text above.
@pytest.mark.parametrize("name", ["gtm@1.4", "meteor@1.5", "per", "ter@flexible", "ter@sacrebleu", "ter@tercom", "wer"])
@given(corpora)
def test_random_text_is_perfect_against_itself(name: str, corpus: list[tuple[str, ...]]) -> None:
    metric = metric_of(name)
    text, _ = columns(corpus)
    sums = rows_of(metric, text, [text]).sum(axis=0)
    assert not sums.any() or float(metric.score(sums)) == pytest.approx(TRAITS[name].perfect)


def test_a_segment_keeps_its_statistics_whatever_stands_beside_it_as_declared(metric: Metric) -> None:
    rows = statistics(metric, HYPOTHESES, FIRST, SECOND)
    alone = np.vstack(
        [statistics(metric, [h], [first], [second]) for h, first, second in zip(HYPOTHESES, FIRST, SECOND, strict=True)]
    )
    assert np.array_equal(alone, rows) == TRAITS[metric.name].local


def test_the_number_of_threads_changes_nothing(metric: Metric) -> None:
    hypotheses, first, second = (
        [f"{text} {i}" for i in range(100) for text in texts] for texts in (HYPOTHESES, FIRST, SECOND)
    )
    one = statistics(metric, hypotheses, first, second, threads=1)
    four = statistics(metric, hypotheses, first, second, threads=4)
    np.testing.assert_array_equal(one, four)


@pytest.mark.parametrize("name", sorted(metric_types()))
@given(corpora)
def test_scores_are_taken_along_the_last_axis_with_any_axes_before(name: str, corpus: list[tuple[str, ...]]) -> None:
    metric = metric_of(name)
    rows = rows_of(metric, *columns(corpus))
    stacked = np.stack([rows, np.zeros_like(rows), rows * 3])
    with warnings.catch_warnings(action="error"):
        scores = metric.score(stacked)
        single = np.array([[float(metric.score(row)) for row in part] for part in stacked])
        metric.segment_scores(stacked)
    assert scores.shape == stacked.shape[:-1]
    np.testing.assert_allclose(scores, single, rtol=1e-14)
    assert (scores >= metric.bounds[0]).all()
    assert (scores <= metric.bounds[1] + 1e-12).all()


def test_an_empty_text_has_a_score_and_no_warning(metric: Metric) -> None:
    with np.errstate(all="raise"):
        assert math.isfinite(float(metric.score(np.zeros(len(metric.columns)))))
        assert math.isfinite(float(metric.score(statistics(metric, ["", ""], ["a b", ""]).sum(axis=0))))


def test_the_order_of_references_matters_only_where_declared(metric: Metric) -> None:
    """The last segments have references that are equally good, or bad, and of different length."""
    hypotheses, first, second = [*HYPOTHESES, "a b c d", "z"], [*FIRST, "a b", "q"], [*SECOND, "a b c d e f", "q q q"]
    one = metric.score(statistics(metric, hypotheses, first, second).sum(axis=0))
    other = metric.score(statistics(metric, hypotheses, second, first).sum(axis=0))
    assert np.isclose(one, other, rtol=1e-12) == TRAITS[metric.name].reference_order


def test_signature_tells_metric_version_options_references_and_specification(metric: Metric) -> None:
    signature = metric.signature(references=4, specification="raw[tokenizer=plain]")
    assert signature.startswith(f"{metric.name}|version:{metric.version}|")
    assert signature.endswith("|references:4|specification:raw[tokenizer=plain]")
    for key, value in metric.options().items():
        assert f"|{key}:{value}|" in signature


def test_fewer_references_are_used_and_said(metric: Metric) -> None:
    fewer = metric_of(metric.name, "references=1")
    np.testing.assert_array_equal(statistics(fewer, HYPOTHESES, FIRST, SECOND), statistics(metric, HYPOTHESES, FIRST))
    assert "|references:1|" in fewer.signature(references=4, specification="raw")


@pytest.mark.parametrize("wanted", [-1, 0, 3])
def test_as_many_references_as_are_asked_for_must_be_there(metric: Metric, wanted: int) -> None:
    with pytest.raises(ExpressionError, match=f"references={wanted} is asked for; there are 2 in all"):
        statistics(metric_of(metric.name, f"references={wanted}"), HYPOTHESES, FIRST, SECOND)


def test_short_names_stand_for_the_scorers_of_the_contract() -> None:
    assert parse_expression("bleu") == parse_expression("bleu@mteval")
    assert parse_expression("gtm:exponent=2") == parse_expression("gtm@1.4:exponent=2")
    assert parse_expression("nist") == parse_expression("nist@mteval")
    assert parse_expression("ter") == parse_expression("ter@tercom:case=yes,normalize=yes")
    assert parse_expression("ter:case=no") == parse_expression("ter@tercom:normalize=yes")


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("blue", "there is no metric 'blue'. Did you mean bleu? The metrics are: bleu, bleu@"),
        ("BLEU", "there is no metric 'BLEU'. Did you mean bleu? The metrics are: "),
        ("sacrebleu", "there is no metric 'sacrebleu'. Did you mean bleu@sacrebleu? The metrics are: "),
        ("iwslt12", "there is no metric 'iwslt12'. Did you mean iwslt2012? The metrics are: "),
        ("something", "there is no metric 'something'. The metrics are: "),
        ("all:case=no", "there is no metric 'all'. all stands for several metrics and takes no options."),
        ("bleu@sacrebleu:smooth=exp", "has no option 'smooth'. Did you mean smoothing? It has: "),
        ("bleu@sacrebleu:smoothing=flor", "floor, add-k, found 'flor'. Did you mean floor?"),
        ("bleu,ter", "there is no metric 'bleu,ter'. Separate metrics by blanks."),
        ("bleu:", "bleu:: expected key=value after the colon, found nothing"),
        ("bleu@sacrebleu:case", "expected key=value after the colon, found 'case'"),
        ("bleu:case=no,case=yes", "expected each option once, found case twice"),
        ("bleu@sacrebleu:case=maybe", "case: expected yes or no, found 'maybe'"),
        ("bleu@sacrebleu:smoothing=more", "smoothing: expected one of "),
        ("wer:references=two", "references: expected a whole number, found 'two'"),
    ],
)
def test_a_wrong_expression_gets_a_sentence_that_says_what_there_is(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(expression)
    assert message in str(caught.value)


def test_expressions_are_separated_by_blanks_or_given_one_by_one_and_each_counts_once() -> None:
    assert split_expressions("bleu ter  bleu") == ("bleu", "ter")
    assert split_expressions(["bleu", "ter wer"]) == ("bleu", "ter", "wer")
    with pytest.raises(ExpressionError, match="no metric was named"):
        split_expressions(" ")


def test_iwslt2012_stands_for_the_columns_of_its_tables() -> None:
    row = ("bleu", "meteor", "wer", "per", "ter", "gtm", "nist")
    assert split_expressions("iwslt2012") == row
    assert split_expressions("chrf iwslt2012 bleu") == ("chrf", *row)


def test_all_stands_for_every_metric_that_needs_no_further_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without WordNet, paraphrases, taggers and models, `all` works, and no other scorer does."""

    def absent(*_: object, **__: object) -> None:
        raise ResourceError("not installed")

    for name in ("find_wordnet", "find_paraphrases"):
        monkeypatch.setattr(f"bakeoff.metrics.meteor.scorer.{name}", absent)
    in_all = {preset_of(expression).partition(":")[0] for expression in split_expressions("all")}
    working = set()
    for name in metric_types():
        expression = next((each for each in split_expressions("all") if preset_of(each).startswith(name)), name)
        try:
            statistics(parse_expression(expression), HYPOTHESES, FIRST)
        except BakeoffError:
            continue
        working.add(name)
    assert working == in_all
    assert split_expressions("all")[:7] == split_expressions("iwslt2012")


def test_what_only_a_row_names_is_distinguished_from_what_was_named() -> None:
    assert named_by_rows("all") == dict.fromkeys(split_expressions("all"), "all")
    left = dict.fromkeys(("bleu", "wer", "per", "ter", "gtm", "nist"), "iwslt2012")
    assert named_by_rows(["chrf meteor", "iwslt2012"]) == left
    assert named_by_rows("iwslt2012 all")["bleu"] == "iwslt2012"
    assert named_by_rows("bleu meteor") == {}


def test_a_metric_is_loaded_from_the_module_that_the_registry_names() -> None:
    for name, kind in metric_types().items():
        assert kind.name == name
        assert find_metric_type(name) is kind
        assert is_own_metric(f"{name}:references=1")


@pytest.mark.parametrize("name", ["comet", "COMET", "bleurt", "xcomet"])
def test_a_learned_metric_says_how_to_get_it(name: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(name)
    message = str(caught.value)
    assert message.startswith(f"{name} is a learned metric")
    assert ("pip install unbabel-comet" in message) == (name != "bleurt")
    assert f"--plugin {name.lower()}=COMMAND" in message
    assert f"--scores {name.lower()}=FILE" in message
    named = re.findall(r"(?:docs|examples)/[\w./-]+\w", message)
    assert len(named) == (1 if name == "bleurt" else 2)
    assert all((ROOT / path).exists() for path in named)
