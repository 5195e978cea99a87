"""Oracles of lattices: against all paths of small ones, and on real lattices."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import jiwer
import numpy as np
import pytest

from bakeoff.data.recognition.hypotheses import Lattices, join_lattices
from bakeoff.errors import InputError
from bakeoff.formats import read_hypotheses
from bakeoff.speech.error_totals import ErrorTotals
from bakeoff.speech.lattices import lattice_oracle
from tests.formats.lattice_texts import Graph, random_graph


def lattices_of(graphs: list[Graph]) -> Lattices:
    arcs = [arc for graph in graphs for arc in graph.arcs]
    return Lattices(
        ids=None,
        starts=np.cumsum([0, *(len(graph.arcs) for graph in graphs)], dtype=np.int64),
        first_lines=np.ones(len(graphs), np.int32),
        lines=np.ones(len(arcs), np.int32),
        nodes=np.array([graph.nodes for graph in graphs], np.int64),
        sources=np.array([arc[0] for arc in arcs], np.int32),
        targets=np.array([arc[1] for arc in arcs], np.int32),
        words=[arc[2] for arc in arcs],
        scores=np.array([arc[3] for arc in arcs], np.float64),
    )


def naive_errors(hypothesis: str, reference: str) -> int:
    """The textbook recurrence."""
    words, expected = hypothesis.split(), reference.split()
    row = list(range(len(expected) + 1))
    for word in words:
        after = [row[0] + 1]
        for r, other in enumerate(expected):
            after.append(min(row[r + 1] + 1, after[r] + 1, row[r] + (word != other)))
        row = after
    return row[-1]


@pytest.fixture(scope="module")
def cases() -> tuple[list[Graph], list[list[str]]]:
    rng = random.Random(21)
    graphs = [random_graph(rng) for _ in range(500)]
    references = [[" ".join(rng.choices("abcd", k=rng.randint(0, 7))) for _ in graphs] for _ in range(2)]
    return graphs, references


def test_oracles_equal_the_best_of_all_paths(cases: tuple[list[Graph], list[list[str]]]) -> None:
    graphs, references = cases
    found = lattice_oracle(lattices_of(graphs), references)
    for number, graph in enumerate(graphs):
        wordings = [reference[number] for reference in references]
        fewest = min(naive_errors(text, wording) for text in graph.texts() for wording in wordings)
        oracle = found.oracle_texts[number]
        assert oracle in graph.texts()
        assert min(naive_errors(oracle, wording) for wording in wordings) == fewest
        assert found.oracle_errors[number] == fewest


def test_first_paths_have_the_highest_score(cases: tuple[list[Graph], list[list[str]]]) -> None:
    graphs, references = cases
    found = lattice_oracle(lattices_of(graphs), references[:1])
    assert found.first_texts is not None
    for graph, text in zip(graphs, found.first_texts, strict=True):
        assert text in graph.best_scores()[1]
    assert (found.oracle_errors <= found.first_errors).all()


def test_totals_are_sums_over_utterances(cases: tuple[list[Graph], list[list[str]]]) -> None:
    graphs, references = cases
    found = lattice_oracle(lattices_of(graphs), references[:1])
    assert found.oracle.errors == found.oracle_errors.sum()
    assert found.oracle.wrong_utterances == np.count_nonzero(found.oracle_errors)
    assert found.oracle.words == sum(len(text.split()) for text in references[0])
    assert (found.nodes, found.arcs) == (sum(g.nodes for g in graphs), sum(len(g.arcs) for g in graphs))
    assert found.density == found.word_arcs / found.oracle.words


def test_threads_change_nothing(cases: tuple[list[Graph], list[list[str]]]) -> None:
    graphs, references = cases
    one, three = (lattice_oracle(lattices_of(graphs), references, threads=threads) for threads in (1, 3))
    assert (one.oracle_texts, one.first_texts) == (three.oracle_texts, three.first_texts)


def test_a_path_taken_out_is_found_without_errors(cases: tuple[list[Graph], list[list[str]]]) -> None:
    graphs, _ = cases
    rng = random.Random(3)
    references = [rng.choice(sorted(graph.texts())) for graph in graphs]
    found = lattice_oracle(lattices_of(graphs), [references])
    assert (found.oracle.errors, found.oracle.ser, found.oracle_texts) == (0, 0.0, tuple(references))


def test_case_is_ignored_on_demand_and_words_stay_as_they_are() -> None:
    lattices = lattices_of([Graph(2, [(0, 1, "Ä", 0.0)])])
    assert lattice_oracle(lattices, [["ä"]]).oracle.errors == 1
    blind = lattice_oracle(lattices, [["ä"]], ignore_case=True)
    assert (blind.oracle.errors, blind.oracle_texts) == (0, ("Ä",))


def test_lattices_without_scores_have_no_first_path() -> None:
    found = lattice_oracle(lattices_of([Graph(2, [(0, 1, "a", np.nan)])]), [["a"]])
    assert (found.first, found.first_texts, found.first_errors) == (None, None, None)


def test_empty_lattices_and_references() -> None:
    found = lattice_oracle(lattices_of([Graph(1, []), Graph(1, [])]), [["", "a b"]])
    assert found.oracle == ErrorTotals(2, 2, 0, 2, 0, 1)
    nothing = lattice_oracle(lattices_of([Graph(2, [(0, 1, "a", 0.0)])]), [[""]])
    assert (nothing.oracle.wer, nothing.density) == (100.0, None)
    assert lattice_oracle(lattices_of([Graph(1, [])]), [[""]]).oracle.wer == 0.0


def test_references_of_another_number_are_refused() -> None:
    with pytest.raises(InputError, match="expected 1 utterances in reference 2, found 2"):
        lattice_oracle(lattices_of([Graph(1, [])]), [["a"], ["a", "b"]])
    with pytest.raises(InputError, match="expected at least one reference"):
        lattice_oracle(lattices_of([Graph(1, [])]), [])


def _lines(path: Path, count: int) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [next(file).strip() for _ in range(count)]


def test_fisher_lattices_hold_the_recogniser_s_output(data: Path) -> None:
    """The 1-best that the corpus ships is a path of every one of these lattices, and of 398 it is the best."""
    lattices = read_hypotheses(data / "plf" / "fisher_dev.head400.plf.gz")
    assert isinstance(lattices, Lattices)
    recognised = _lines(data / "fisher-dev-4refs" / "asr" / "fisher_dev.es.gz", 400)
    found = lattice_oracle(lattices, [recognised])
    assert (found.oracle.errors, found.oracle.words) == (0, 3365)
    assert sum(one == other for one, other in zip(found.first_texts, recognised, strict=True)) == 398


def test_fisher_lattices_against_the_unpruned_oracle(data: Path) -> None:
    """1-best errors are those that jiwer counts for the same words."""
    lattices = read_hypotheses(data / "plf" / "fisher_dev.head400.plf.gz")
    assert isinstance(lattices, Lattices)
    oracle = _lines(data / "fisher-dev-4refs" / "oracle" / "fisher_dev.es.gz", 400)
    found = lattice_oracle(lattices, [oracle])
    for totals, texts in ((found.first, found.first_texts), (found.oracle, found.oracle_texts)):
        peer = jiwer.process_words(oracle, list(texts))
        assert (totals.substitutions, totals.deletions, totals.insertions) == (
            peer.substitutions,
            peer.deletions,
            peer.insertions,
        )
    assert (found.first.errors, found.oracle.errors, found.oracle.words) == (788, 445, 3428)
    assert found.density == pytest.approx(8027 / 3428)


def test_ami_lattices_have_sensible_best_paths(data: Path) -> None:
    paths = sorted((data / "htk-slf-lattices").glob("*.lat.gz"))
    lattices = join_lattices([found for found in map(read_hypotheses, paths) if isinstance(found, Lattices)])
    best = lattice_oracle(lattices, [[""] * len(paths)]).first_texts
    assert best[4:7] == (
        "OUR CORPORATE IMAGE HAS TO BE RECOGNISABLE",
        "SO WHILE WE'RE GONNA MAKE IT LOOK PRETTY WE NEED TO USE OUR COLOUR AND OUR SLOGAN",
        "IN IN THE NEW DESIGN",
    )
    found = lattice_oracle(lattices, [[text.replace("TO BE", "OR BE") for text in best]])
    assert found.first.errors == 1
    assert found.oracle.errors <= 1
