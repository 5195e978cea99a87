"""Score files of the metrics task of WMT, as its years have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats import ScoreFile, ScoreRow, read_scores

SYSTEMS = {
    "2008": "chrF\ten-de\tnewstest2015\tA\t0.5\n",
    "2017": "chrF\ten-de\tnewstest2017\tA\t0.5\tnon-ensemble\thttps://example.org/chrf\n",
    "2020": "chrF\ten-de\tnewstest2020\tnewstest2020\tA\t0.5\n",
    "2022": "chrF\ten-de\tgeneraltest2022\tall\trefA\tA\t0.5\n",
}
SEGMENTS = {
    "2008": "chrF\ten-de\tnewstest2015\tA\t12\t0.5\n",
    "2017": "chrF\ten-de\tnewstest2017\tA\t12\t0.5\tensemble\tno\n",
    "2020": "chrF\ten-de\tnewstest2020\tnewstest2020\tA\t12\t0.5\n",
    "2022": "chrF\ten-de\tgeneraltest2022\tnews\tcnn.15\trefA\tA\t12\t0.5\n",
}


def read(folder: Path, text: str, file: str = "scores.tsv", **options: object) -> ScoreFile:
    path = folder / file
    path.write_text(text, encoding="utf-8")
    return read_scores(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["scores.tsv", "chrF.sys.score"])
@pytest.mark.parametrize("year", SYSTEMS)
def test_scores_of_systems(year: str, name: str, tmp_path: Path) -> None:
    found = read(tmp_path, SYSTEMS[year] + SYSTEMS[year].replace("\tA\t", "\tB.381\t"), name)
    assert (found.rows, found.unit) == ((ScoreRow("A", 0.5), ScoreRow("B.381", 0.5)), "system")


@pytest.mark.parametrize("name", ["scores.tsv", "chrF.seg.score"])
@pytest.mark.parametrize("year", SEGMENTS)
def test_scores_of_segments(year: str, name: str, tmp_path: Path) -> None:
    found = read(tmp_path, SEGMENTS[year] + SEGMENTS[year].replace("\t12\t", "\t013\t"), name)
    assert found.rows == (ScoreRow("A", 0.5, None, "12"), ScoreRow("A", 0.5, None, "13"))


def test_the_ending_tells_systems_whose_names_are_numbers_from_segments(tmp_path: Path) -> None:
    text = SYSTEMS["2020"].replace("\tA\t", "\t7\t")
    assert read(tmp_path, text, "chrF.sys.score").rows == (ScoreRow("7", 0.5),)
    assert read(tmp_path, text).rows == (ScoreRow("newstest2020", 0.5, None, "7"),)


def test_rows_are_chosen_by_what_they_say(tmp_path: Path) -> None:
    one = SYSTEMS["2020"]
    text = one + one.replace("en-de", "zh-en").replace("0.5", "0.6") + one.replace("chrF", "TER").replace("0.5", "0.7")
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text)
    assert (
        "line 2: expected one score of system A, found another in line 1, of language_pair en-de and not zh-en. "
        in (str(caught.value))
    )
    assert read(tmp_path, text, where={"language_pair": "zh-en"}).rows == (ScoreRow("A", 0.6),)
    assert read(tmp_path, text, where={"metric": "TER"}).rows == (ScoreRow("A", 0.7),)
    pair = {"language_pair": "en-de"}
    assert read(tmp_path, text, where=pair, name="TER").rows == (ScoreRow("A", 0.7),)
    assert read(tmp_path, text, where=pair, column="chrF").rows == (ScoreRow("A", 0.5),)
    with pytest.raises(FormatError, match="expected scores of BLEU, found those of chrF, TER"):
        read(tmp_path, text, column="BLEU")
    with pytest.raises(FormatError, match="line 1: expected a column domain, found metric, language_pair, test_set"):
        read(tmp_path, text, where={"domain": "news"})
    with pytest.raises(FormatError, match="expected rows with language_pair cs-en, found language_pair en-de, zh-en"):
        read(tmp_path, text, where={"language_pair": "cs-en"})


def test_rows_of_tables_with_a_header_are_chosen_too(tmp_path: Path) -> None:
    text = "system\tjudge\tscore\nA\tx\t1\nA\ty\t2\n"
    assert read(tmp_path, text, where={"judge": "y"}).rows == (ScoreRow("A", 2),)


def test_a_missing_score_is_no_column_about_the_metric(tmp_path: Path) -> None:
    found = read(tmp_path, SEGMENTS["2008"] + SEGMENTS["2008"].replace("12\t0.5", "13\tNone"))
    assert (found.rows, list(found.unscored)) == ((ScoreRow("A", 0.5, None, "12"),), [("A", None, "13")])
    first = read(tmp_path, SEGMENTS["2008"].replace("12\t0.5", "13\tNone") + SEGMENTS["2008"])
    assert first.rows == found.rows


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "x.seg.score",
            SEGMENTS["2008"] + SYSTEMS["2008"],
            "line 2: expected 6 columns: metric, language_pair, test_set, system, segment, score, found 5.",
        ),
        (
            "x.seg.score",
            SEGMENTS["2017"] + "\n",
            "line 2: expected 8 columns: metric, language_pair, test_set, system, segment, score and two about the "
            "metric, found an empty line.",
        ),
        ("x.sys.score", SYSTEMS["2008"] + SYSTEMS["2008"].replace("A", ""), "line 2: expected 5 columns: metric, "),
        ("x.seg.score", SEGMENTS["2008"].replace("12", "twelve"), "line 1: expected the number of a segment, found 't"),
        ("x.sys.score", SYSTEMS["2008"] + SYSTEMS["2008"].replace("0.5", "nan"), "line 2: expected a number in the co"),
        ("x.sys.score", SYSTEMS["2008"].replace("0.5", "nan"), "line 1: expected a number in the column score, found"),
        ("x.seg.score", SYSTEMS["2008"], "line 1: expected 6, 7 or 9 columns for segments, found 5 columns."),
        ("x.sys.score", SEGMENTS["2022"], "line 1: expected 5 to 7 columns for systems, found 9 columns."),
        (
            "x.doc.score",
            SEGMENTS["2020"],
            "line 1: expected scores of systems or of segments, found scores of documents",
        ),
    ],
)
def test_mistakes_are_explained(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, text, name)
    assert said in str(caught.value)
