"""SLF, PLF and confusion networks: what is read, and what is refused with its line."""

from __future__ import annotations

import gzip
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists
from bakeoff.errors import ExpressionError, FormatError
from bakeoff.formats import HypothesisKind, read_hypotheses
from tests.formats.lattice_texts import Graph, as_plf, as_slf_links, as_slf_nodes, random_graph


@pytest.fixture
def lattices(tmp_path: Path) -> Callable[..., Any]:
    """Reads a text; gives the lattices and the remarks."""

    def read(
        text: str, format: HypothesisKind | None = None, name: str = "in"
    ) -> tuple[NBestLists | Lattices, list[str]]:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        remarks: list[str] = []
        return read_hypotheses(path, format=format, on_remark=remarks.append), [r.split("/")[-1] for r in remarks]

    return read


def arcs_of(found: Lattices) -> list[tuple[int, int, str, float]]:
    return list(
        zip(found.sources.tolist(), found.targets.tolist(), found.words, found.scores.round(9).tolist(), strict=True)
    )


def message(error: pytest.ExceptionInfo[BaseException]) -> str:
    return str(error.value).split("/")[-1]


SLF = """VERSION=1.0
UTTERANCE=talk/u7.plp
lmscale=2 wdpenalty=-1  acscale=0.5 prscale=3
# a comment
N=4 L=4
I=0 t=0.00 W=!NULL
I=1 t=0.10 W=<s>  v=1
I=2 t=0.30 W=\\'CAUSE
I=3 t=0.40 W="two \\"words\\""
J=0 S=0 E=1 a=-1 l=0
J=1 S=1 E=2 a=-4 l=-3 r=-1
J=2 S=1 E=3 a=-8 l=-1
J=3 S=2 E=3 a=-2 l=0
"""


def test_slf_with_words_on_nodes(lattices: Callable[..., Any]) -> None:
    found, remarks = lattices(SLF)
    assert remarks == []
    assert (found.ids, found.nodes.tolist(), found.starts.tolist()) == (("u7",), [4], [0, 4])
    # scale × score of each kind; the penalty for a word, <s> included but not !NULL, as HTK adds it up
    assert arcs_of(found) == [
        (0, 1, "", -1.5),
        (1, 2, "'CAUSE", -12.0),
        (1, 3, 'two "words"', -7.0),
        (2, 3, 'two "words"', -2.0),
    ]
    assert found.lines.tolist() == [10, 11, 12, 13]


def test_slf_with_words_on_links_long_names_and_a_base(lattices: Callable[..., Any]) -> None:
    text = (
        "VERSION=1.1\nbase=10\nNODES=2 LINKS=2\nI=0\nI=1\n"
        "J=0 START=0 END=1 WORD=a acoustic=-1 language=-2\nJ=1 START=0 END=1 WORD=!NULL acoustic=-4\n"
    )
    found, _ = lattices(text, name="deep.lat")
    assert found.ids == ("deep",)
    assert arcs_of(found) == [(0, 1, "a", round(-3 * math.log(10), 9)), (0, 1, "", round(-4 * math.log(10), 9))]


def test_slf_of_plain_likelihoods(lattices: Callable[..., Any]) -> None:
    found, _ = lattices("VERSION=1.0\nbase=0\nN=2 L=2\nI=0\nI=1\nJ=0 S=0 E=1 W=a a=0.5\nJ=1 S=0 E=1 W=b a=0\n")
    assert arcs_of(found) == [(0, 1, "a", round(math.log(0.5), 9)), (0, 1, "b", -math.inf)]


def test_slf_whose_first_node_has_a_word(lattices: Callable[..., Any]) -> None:
    found, _ = lattices("VERSION=1.0\nN=2 L=1\nI=0 W=a\nI=1 W=b\nJ=0 S=0 E=1\n")
    assert [(source, to, word) for source, to, word, _ in arcs_of(found)] == [(0, 1, "a"), (1, 2, "b")]
    assert np.isnan(found.scores).all()


def test_slf_octal_escapes_are_utf_8(lattices: Callable[..., Any]) -> None:
    found, _ = lattices("VERSION=1.0\nN=2 L=1\nI=0\nI=1 W=caf\\303\\251\nJ=0 S=0 E=1 a=0\n")
    assert found.words == ["café"]


def test_several_slf_lattices_in_a_file(lattices: Callable[..., Any]) -> None:
    one = "VERSION=1.0\nUTTERANCE={}\nN=2 L=1\nI=0\nI=1 W=a\nJ=0 S=0 E=1 a=0\n"
    found, _ = lattices(one.format("x") + one.format("y"))
    assert (found.ids, found.starts.tolist(), found.first_lines.tolist()) == (("x", "y"), [0, 1, 2], [1, 7])


def test_nodes_on_no_path_are_left_out_and_it_is_said(lattices: Callable[..., Any]) -> None:
    found, remarks = lattices(
        "VERSION=1.0\nstart=0 end=2\nN=5 L=4\nI=0\nI=1 W=a\nI=2 W=b\nI=3 W=dead\nI=4 W=orphan\n"
        "J=0 S=0 E=1 a=0\nJ=1 S=1 E=2 a=0\nJ=2 S=1 E=3 a=0\nJ=3 S=4 E=2 a=0\n"
    )
    assert (found.nodes.tolist(), found.words) == ([3], ["a", "b"])
    assert remarks == ["in, line 1: a lattice has nodes on no path from start to end; these are left out."]


TWO = "VERSION=1.0\nN=2 L=1\nI=0\nI=1 W=a\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TWO + "J=0 S=0 E=2\n", "in, line 5: expected a node from 0 to 1, found E=2."),
        (TWO + "J=0 S=0 E=x\n", "in, line 5: expected a whole number in the field E=, found E=x."),
        (TWO + "J=0 S=0\n", "in, line 5: expected a whole number in the field E=, found no such field."),
        (TWO + "J=0 S=0 E=1 a=loud\n", "in, line 5: expected a number in the field a=, found 'loud'."),
        (TWO + "J=0 S=0 E=1 a=nan\n", "in, line 5: expected a number in the field a=, found 'nan'."),
        (TWO + "J=0 S=0 E=1 and so on\n", "in, line 5: expected fields name=value with blanks between them"),
        (
            TWO + "J=0 S=0 E=1 W=b\n",
            "in, line 5: expected words on links or on nodes, found b on the link and a on the",
        ),
        (TWO, "in, line 1: expected 1 links (lines J=), as L= says, found 0."),
        (TWO.replace("I=0\n", ""), "in, line 1: expected 2 nodes (lines I=), as N= says, found 1."),
        (TWO.replace("I=0", "I=1") + "J=0 S=0 E=1\n", "in, line 4: expected each node from 0 to 1 once, found I=1."),
        (
            TWO.replace("N=2 ", "") + "J=0 S=0 E=1\n",
            "in, line 1: expected a whole number in the field N=, found no such",
        ),
        (
            TWO.replace("I=0", "I=0 L=sub") + "J=0 S=0 E=1\n",
            "in, line 3: expected a node without sublattice, found L=sub",
        ),
        ("SUBLAT=x\n" + TWO + "J=0 S=0 E=1\n", "in, line 1: expected a lattice without sublattices, found SUBLAT=."),
        ("base=1\n" + TWO + "J=0 S=0 E=1\n", "in, line 1: expected a base of logarithms, or 0 for none, found base=1."),
        ("base=0\n" + TWO + "J=0 S=0 E=1 a=-1\n", "in, line 6: expected likelihoods of 0 or more, as base=0 says"),
        (TWO.replace("W=a", "W=\\377") + "J=0 S=0 E=1\n", "in, line 4: expected escaped bytes of UTF-8"),
        (
            "start=1 end=0\n" + TWO + "J=0 S=0 E=1\n",
            "in, line 1: expected a path from the first node to the last, found none.",
        ),
        (
            "VERSION=1.0\nN=3 L=1\nI=0\nI=1\nI=2\nJ=0 S=0 E=1\n",
            "in, line 1: expected one node that no link leads to, found 0, 2. Name it in the header: start=NODE.",
        ),
        (
            "VERSION=1.0\nstart=0 end=3\nN=4 L=4\nI=0\nI=1\nI=2\nI=3\n"
            "J=0 S=0 E=1\nJ=1 S=1 E=2\nJ=2 S=2 E=1\nJ=3 S=2 E=3\n",
            "expected links that never lead back, found a circle through the nodes",
        ),
        (
            "VERSION=1.0\nstart=0 end=1\nN=2 L=2\nI=0\nI=1\nJ=0 S=0 E=1\nJ=1 S=1 E=1\n",
            "in, line 7: expected links that never lead back, found a circle through the nodes 1, 1.",
        ),
        ("\n", "in: expected a lattice in HTK's format, found an empty file."),
    ],
)
def test_slf_that_is_wrong_is_refused_with_its_line(lattices: Callable[..., Any], text: str, expected: str) -> None:
    with pytest.raises(FormatError) as error:
        lattices(text, format="slf")
    assert expected in message(error)


def test_plf(lattices: Callable[..., Any]) -> None:
    found, remarks = lattices(
        "((('l\\'eau', -0.5, 1), (\"d'or\", -1e-1, 2),), (('*EPS*', 0, 1),),)\n\n((('x', -.25, 1),),)\n"
    )
    assert remarks == []
    assert (found.ids, found.nodes.tolist(), found.starts.tolist()) == (None, [3, 1, 2], [0, 3, 3, 4])
    assert arcs_of(found) == [(0, 1, "l'eau", -0.5), (0, 2, "d'or", -0.1), (1, 2, "", 0.0), (0, 1, "x", -0.25)]
    assert found.lines.tolist() == [1, 1, 1, 3]


def test_plf_scores_above_0_are_probabilities(lattices: Callable[..., Any]) -> None:
    found, _ = lattices("((('a', 0.5, 1), ('b', 0, 1),),)\n")
    assert found.scores.tolist() == [math.log(0.5), -math.inf]


def test_plf_with_no_score_or_several_has_no_best_path(lattices: Callable[..., Any]) -> None:
    found, remarks = lattices("((('a', 0.5, 0.2, 1), ('b', 1),),)\n")
    assert np.isnan(found.scores).all()
    assert remarks == ["in: arcs with no score or several have no best path; 1-best is left out."]


def test_plf_blanks_do_not_matter(lattices: Callable[..., Any]) -> None:
    text = "((('a',-1,1),('b',-2,2),),(('c',-3,1),),)\n"
    assert lattices(text)[0] == lattices(text.replace(",", " , ").replace("(", "( "), format="plf")[0]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("((('a', 0, 2),),)", "in, line 2: expected arcs up to node 1, the last, found a step of 2 from node 0 (a)."),
        ("((('a', 0, 0),),)", "in, line 2: expected a step of 1 or more to a later node, found 0."),
        ("((('a', 0, 99999999999),),)", "in, line 2: expected a step of 1 or more to a later node, found 99999999999."),
        ("((('a', 0, -1),),)", "expected an arc ('word', score, step) or ) after the arcs of a node"),
        ("((('a', 0, 1.5),),)", "in, line 2: expected an arc"),
        ("((('a', zero, 1),),)", "in, line 2: expected an arc"),
        ("((('a, 0, 1),),)", "in, line 2: expected an arc"),
        ("(((__import__('os'), 0, 1),),)", "in, line 2: expected an arc"),
        ("((('a', 0, 1),),", "in, line 2: expected ) at the end of a lattice, found the end of the line."),
        ("((('a', 0, 1),),) x", "in, line 2: expected nothing after the lattice, found 'x' at character 19."),
        ("nothing", "in, line 2: expected ( at the start of a lattice, found 'nothing' at character 1."),
        ("((('a', 0, 1),),(),)", "in, line 2: expected a path from the first node to the last, found none."),
    ],
)  # fmt: skip
def test_plf_that_is_wrong_is_refused_with_its_line(lattices: Callable[..., Any], line: str, expected: str) -> None:
    with pytest.raises(FormatError) as error:
        lattices(f"((('a', 0, 1),),)\n{line}\n", format="plf")
    assert expected in message(error)


def test_plf_never_runs_what_it_reads(lattices: Callable[..., Any], tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("here")
    with pytest.raises(FormatError):
        lattices(f"(((__import__('os').remove('{victim}'), 0, 1),),)\n", format="plf")
    assert victim.read_text() == "here"


def test_plf_deeply_nested_is_refused_not_followed(lattices: Callable[..., Any]) -> None:
    with pytest.raises(FormatError, match="expected an arc"):
        lattices("(" * 100_000 + "\n", format="plf")


def test_confusion_networks(lattices: Callable[..., Any]) -> None:
    found, _ = lattices("a 0.75 *EPS* .25\nb 1\n\n\nc 0.5 d 0.5\n")
    assert (found.form, found.nodes.tolist(), found.starts.tolist()) == ("confusion network", [3, 1, 2], [0, 3, 3, 5])
    assert arcs_of(found)[:3] == [
        (0, 1, "a", round(math.log(0.75), 9)),
        (0, 1, "", round(math.log(0.25), 9)),
        (1, 2, "b", 0.0),
    ]
    assert found.first_lines.tolist() == [1, 4, 5]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a 0.5 b", "in, line 2: expected pairs of a word and its probability, found 3 columns: a 0.5 b."),
        ("a b", "in, line 2: expected a probability after each word, found 'b'."),
        ("a -0.5", "in, line 2: expected a probability after each word, found '-0.5'."),
        ("a nan", "in, line 2: expected a probability after each word, found 'nan'."),
    ],
)
def test_confusion_networks_that_are_wrong_are_refused_with_their_line(
    lattices: Callable[..., Any], line: str, expected: str
) -> None:
    with pytest.raises(FormatError) as error:
        lattices(f"a 1\n{line}\n", format="confusion-network")
    assert message(error) == expected


def test_formats_of_one_lattice_hold_the_same_paths(lattices: Callable[..., Any]) -> None:
    rng = random.Random(8)
    for _ in range(60):
        graph = random_graph(rng, most_nodes=5)
        plf, _ = lattices(as_plf(graph), format="plf")
        assert arcs_of(plf) == graph.arcs
        links, _ = lattices(as_slf_links(graph, rng), format="slf")
        nodes, _ = lattices(as_slf_nodes(graph), format="slf")
        assert links.nodes.tolist() == [graph.nodes]
        for found in (links, nodes):
            read_back = Graph(int(found.nodes[0]), arcs_of(found))
            assert (read_back.texts(), read_back.best_scores()) == (graph.texts(), graph.best_scores())


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        (SLF, "x", "lattice"),
        ("((('a', 0, 1),),)\n", "x", "lattice"),
        ("a 0.5 b 0.5\nc 1.0\n", "x", "confusion network"),
        ("a 1\nb 1\n", "x.cn", "confusion network"),
    ],
)
def test_formats_are_recognised(lattices: Callable[..., Any], head: str, name: str, expected: str) -> None:
    assert lattices(head, name=name)[0].form == expected


def test_unknown_formats_are_refused(lattices: Callable[..., Any]) -> None:
    with pytest.raises(ExpressionError, match="the formats are: slf, plf, nbest, confusion-network"):
        lattices("a\n", format="fst")


def test_gzipped_files_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.plf.gz"
    path.write_bytes(gzip.compress(b"((('a', 0, 1),),)\n"))
    found = read_hypotheses(path)
    assert isinstance(found, Lattices)
    assert found.words == ["a"]


def test_the_fisher_lattices_are_read(data: Path) -> None:
    found = read_hypotheses(data / "plf" / "fisher_dev.head400.plf.gz")
    assert isinstance(found, Lattices)
    assert (found.utterances, len(found), int(found.nodes.sum())) == (400, 8027, 6502)
    assert found.nodes[:3].tolist() == [3, 3, 9]


def test_the_ami_lattices_are_read(data: Path) -> None:
    for path in sorted((data / "htk-slf-lattices").glob("*.lat.gz")):
        with gzip.open(path, "rt") as file:
            header = next(line for line in file if line.startswith("N="))
        nodes, links = (int(part.split("=")[1]) for part in header.split())
        found = read_hypotheses(path)
        assert isinstance(found, Lattices)
        assert found.ids == (path.name.removesuffix(".lat.gz"),)
        assert (found.nodes.tolist(), len(found)) == ([nodes], links)
        assert set(found.words).isdisjoint({"!NULL", "<s>", "</s>"})
