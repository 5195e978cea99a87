from pathlib import Path

import pytest

from bakeoff.data.parse_trees import ParseTree, Phrase
from bakeoff.errors import BakeoffError, FormatError
from bakeoff.formats.annotations.penn_trees import parse_brackets, read_parses

CAT = "(S (NP (DT The) (NN cat)) (VP (VBD sat) (PP (IN on) (NP (DT the) (NN mat)))) (. .))"


@pytest.mark.parametrize("text", [CAT, f"( {CAT} )", f"(ROOT {CAT})", CAT.replace(" (", "(").replace(")", ") ")])
def test_words_and_phrases_of_a_parse_are_read_however_its_outermost_bracket_is_written(text: str) -> None:
    tree = parse_brackets(text)
    assert tree is not None
    assert tree.words == ("The", "cat", "sat", "on", "the", "mat", ".")
    phrases = [phrase for phrase in tree.phrases if phrase.label != "ROOT"]
    assert [(each.label, each.start, each.end) for each in phrases] == [
        ("S", 0, 7),
        ("NP", 0, 2),
        ("VP", 2, 6),
        ("PP", 3, 6),
        ("NP", 4, 6),
    ]


def test_traces_and_phrases_without_words_are_left_out() -> None:
    tree = parse_brackets("(S (NP (-NONE- *T*-1)) (VP (VB Go) (NP (NN home))))")
    assert tree == ParseTree(("Go", "home"), (Phrase("S", 0, 2), Phrase("VP", 0, 2), Phrase("NP", 1, 2)))
    assert [phrase.label for phrase in tree.distinct_phrases()] == ["S", "NP"]


@pytest.mark.parametrize("text", ["", "  ", "()", "(())", "( )"])
def test_a_line_may_say_that_there_is_no_parse(text: str) -> None:
    assert parse_brackets(text) is None


def test_a_parse_may_be_nested_very_deep() -> None:
    tree = parse_brackets("(A " * 5000 + "(N word)" + ")" * 5000)
    assert tree is not None
    assert len(tree.phrases) == 5000


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(S (NP (NN cat))", "1 brackets that are not closed"),
        ("(S (NN cat)))", "')' after it"),
        ("(NN cat) (NN dog)", "'(' after it"),
        ("cat (NN cat)", "'cat' outside of brackets"),
        ("(S (NP the cat))", "the word 'cat' next to others in 'NP'"),
        ("(S (NP (DT the) cat))", "the word 'cat' next to others in 'NP'"),
    ],
)
def test_brackets_that_are_no_parse_are_refused(text: str, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_brackets(text)
    assert str(caught.value).startswith(
        "expected a parse in brackets, such as (S (NP (DT The) (NN cat)) (VP (VBD sat)))"
    )
    assert found in str(caught.value)


def test_every_wrong_line_of_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "parses.txt"
    file.write_text(f"{CAT}\n\n(S\n(X y) z\n")
    with pytest.raises(BakeoffError) as caught:
        read_parses(file)
    assert [line.partition(": ")[0] for line in str(caught.value).splitlines()] == [
        f"{file}, line 3",
        f"{file}, line 4",
    ]
    file.write_text(f"{CAT}\n\n")
    assert [tree is None for tree in read_parses(file)] == [False, True]
