from pathlib import Path

import numpy as np
import pytest

from bakeoff.errors import ExpressionError, MistakesError
from bakeoff.formats import read_head_to_head


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_square_says_how_often_the_row_won_or_the_column(tmp_path: Path) -> None:
    path = table(tmp_path, "\ta\tb\na\t\t0.26†\nb\t.37 *\t–\n")
    found = read_head_to_head(path)
    assert found.systems == ("a", "b")
    np.testing.assert_array_equal(found.wins, [[np.nan, 0.26], [0.37, np.nan]])
    np.testing.assert_array_equal(read_head_to_head(path, winner="column").wins[[0, 1], [1, 0]], [0.37, 0.26])
    assert found.judgments is None


def test_a_list_has_a_row_for_each_match_in_percent(tmp_path: Path) -> None:
    found = read_head_to_head(table(tmp_path, "a,b,a_wins,b_wins,judgments\nx,y,47.75%,6.25,400\nx,z,1,0.5,200\n"))
    assert found.systems == ("x", "y", "z")
    np.testing.assert_allclose(
        found.wins, [[np.nan, 0.4775, 0.01], [0.0625, np.nan, np.nan], [0.005, np.nan, np.nan]], rtol=1e-12
    )
    assert found.judgments.tolist() == [[0, 400, 200], [400, 0, 0], [200, 0, 0]]


@pytest.mark.parametrize(
    ("text", "mistakes"),
    [
        (
            ",a,b\na,.1,x\nb,.2\n",
            ["nothing where a meets itself, found '.1'", "how often a beat b", "3 cells, found 2"],
        ),
        (",a,b\na,,.5\nc,.5,\n", ["the same systems in the first row and column"]),
        ("a,b,a_wins,b_wins\nx,y,.7,.6\n", ["shares of a pair that sum to at most 1, found 0.7 and 0.6 for x and y"]),
        ("a,b,a_wins,b_wins\nx,y,.7,.1\ny,x,.1,.7\nx,x,.1,.1\n", ["each pair of different systems once"] * 4),
        ("a,b,a_wins,b_wins,judgments\nx,y,.7,.1,many\nx,z,.7\n", ["a number of judgments", "5 cells, found 3"]),
        ("a,b,a_wins,b_wins\nx,y,170,\n", ["how often x beat y", "found an empty cell"]),
    ],
)
def test_every_mistake_is_named(tmp_path: Path, text: str, mistakes: list[str]) -> None:
    with pytest.raises(MistakesError) as caught:
        read_head_to_head(table(tmp_path, text))
    found = [str(mistake) for mistake in caught.value.mistakes]
    assert len(found) == len(mistakes)
    assert all(part in sentence for part, sentence in zip(mistakes, found, strict=True)), found


def test_the_winner_is_the_row_or_the_column(tmp_path: Path) -> None:
    with pytest.raises(ExpressionError, match="there is no winner 'diagonal'"):
        read_head_to_head(tmp_path / "none", winner="diagonal")  # type: ignore[arg-type]
