"""Scorers, details of BLEU and signatures, against sacreBLEU itself."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from sacrebleu.metrics import BLEU

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.errors import ExpressionError
from bakeoff.evaluation import Evaluation, bleu_details, sacrebleu_signature, score_runs, scorer_of
from bakeoff.metrics import metric_types, parse_expression
from tests.depth import cases
from tests.evaluation.scores.test_against_sacrebleu import PEERS
from tests.metrics.random_texts import columns, corpora


def evaluated(
    hypotheses: list[str], references: list[list[str | None]], metrics: str, *, specification: str = "case+punc"
) -> Evaluation:
    def documents(texts: list[str | None]) -> tuple[Document, ...]:
        kept = [Segment(str(number), text) for number, text in enumerate(texts, start=1) if text is not None]
        return (Document("d", tuple(kept)),)

    return score_runs(
        [Run(system="s", documents=documents([*hypotheses]))],
        [ReferenceSet(name=str(n), documents=documents(texts)) for n, texts in enumerate(references)],
        source=TestSet(documents=documents([*hypotheses])),
        metrics=metrics,
        specification=specification,
    )


@pytest.mark.parametrize("expression", [name for name, peer in PEERS.items() if isinstance(peer, BLEU)])
@settings(max_examples=cases(40))
@given(corpora)
def test_details_of_bleu_are_those_of_sacrebleu(expression: str, corpus: list[tuple[str, ...]]) -> None:
    hypotheses, references = columns(corpus)
    theirs = PEERS[expression].corpus_score(hypotheses, references)
    evaluation = evaluated(hypotheses, [[*each] for each in references], expression)
    ours = bleu_details(evaluation, evaluation.systems[0], expression)
    assert ours.precisions == pytest.approx(theirs.precisions, rel=1e-12)
    assert ours.brevity_penalty == pytest.approx(theirs.bp, rel=1e-12)
    assert (ours.hypothesis_length, ours.reference_length) == (theirs.sys_len, theirs.ref_len)
    assert ours.length_ratio == pytest.approx(theirs.ratio, rel=1e-12)


def details_of(expression: str) -> object:
    evaluation = evaluated(["a b c d e"], [["a b c d e"]], expression)
    return bleu_details(evaluation, evaluation.systems[0], expression)


def test_every_bleu_has_details_and_no_other_metric() -> None:
    bleus = ["bleu", "bleu@sacrebleu", "bleu@flexible:modules=exact", "bleu@pos:tags=only"]
    perfect = ((100.0,) * 4, 1.0, 5, 5)
    assert [details_of(expression) for expression in bleus] == [perfect] * 4
    assert [details_of(expression) for expression in ("nist", "ter", "chrf", "wer", "gtm")] == [None] * 5


def test_precisions_are_smoothed_as_the_score_is() -> None:
    ours = parse_expression("bleu").details(np.array([60.0, 30, 10, 0, 100, 90, 80, 70, 120]))
    assert ours.precisions == pytest.approx([60, 100 / 3, 12.5, 100 * 0.5 / 70])
    assert ours.brevity_penalty == pytest.approx(np.exp(1 - 1.2))


@pytest.mark.parametrize("expression", PEERS)
def test_signatures_are_those_of_sacrebleu(expression: str) -> None:
    texts = ["a b c d", "e"]
    for references in ([texts], [texts, texts, texts], [texts, [None, "e"]]):
        peer = PEERS[expression]
        score = peer.corpus_score(texts, references)
        expected = f"{score.name}|{peer.get_signature()}"
        evaluation = evaluated(texts, references, expression)
        if "order=2" in expression:
            with pytest.raises(ExpressionError, match="sacreBLEU's signature of BLEU knows no order"):
                sacrebleu_signature(evaluation, expression)
        else:
            assert sacrebleu_signature(evaluation, expression) == expected


def test_references_that_a_metric_leaves_out_do_not_count() -> None:
    texts = ["a b c d"]
    evaluation = evaluated(texts, [texts, texts], "bleu@sacrebleu:references=1")
    assert sacrebleu_signature(evaluation, "bleu@sacrebleu:references=1").startswith("BLEU|nrefs:1|")


@pytest.mark.parametrize(
    ("expression", "specification", "reason"),
    [
        ("bleu", "case+punc", "bleu has no sacreBLEU signature because its number is not sacreBLEU's."),
        ("wer", "case+punc", "wer has no sacreBLEU signature because its number is not sacreBLEU's."),
        ("chrf", "no_case+no_punc", "the specification no_case\\+no_punc changes the text"),
        ("bleu@sacrebleu:tokenizer=gtm", "case+punc", "sacreBLEU has no tokeniser gtm."),
    ],
)
def test_what_is_not_sacrebleus_number_has_no_signature_of_it(expression: str, specification: str, reason: str) -> None:
    evaluation = evaluated(["a b"], [["a b"]], expression, specification=specification)
    with pytest.raises(ExpressionError, match=reason):
        sacrebleu_signature(evaluation, expression)


def test_every_metric_says_whose_number_it_gives() -> None:
    scorers = {name: scorer_of(kind()) for name, kind in metric_types().items()}
    assert scorers == {
        "bleu@flexible": "Bakeoff",
        "bleu@mteval": "mteval v13a",
        "bleu@pos": "Bakeoff",
        "bleu@sacrebleu": "sacreBLEU 2.6.0",
        "chrf": "sacreBLEU 2.6.0",
        "chrf++": "sacreBLEU 2.6.0",
        "gtm@1.4": "GTM 1.4",
        "meteor@1.5": "METEOR 1.5",
        "meteor@2005": "Bakeoff",
        "meteor@2007": "Bakeoff",
        "meteor@2008-baseline": "Bakeoff",
        "meteor@2008-ranking": "Bakeoff",
        "nist@mteval": "mteval v13a",
        "per": "Bakeoff",
        "posf": "Bakeoff",
        "ter@flexible": "Bakeoff",
        "ter@sacrebleu": "sacreBLEU 2.6.0",
        "ter@tercom": "tercom 0.7.25",
        "wer": "Bakeoff",
    }
    assert sacrebleu.__version__ == "2.6.0"
