"""Rows that stand in files of judgments more than once; files that are called the same."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from bakeoff.errors import ExpressionError, MistakesError
from bakeoff.formats.judgments import read_judgment_files, read_judgments
from bakeoff.formats.judgments.repeated_lines import RepeatedLines, repeated_lines
from tests.formats.judgments import test_mqm, test_rankings
from tests.formats.judgments.wmt import test_direct

CSV = f"{test_rankings.HEADER}\ncs,en,18,d,18,w1,1,a,2,b,2,1\ncs,en,19,d,19,w1,1,a,2,b,2,1\n"
REMEDY = "Take it out, or say that equal rows are counted once or kept (--equal-rows once, --equal-rows keep)."
DIRECT = f"{test_direct.HEADER}\n" + "\n".join(map(test_direct.row, ("50", "60"))) + "\n"
FILES = {
    "wmt.csv": CSV,
    "wmt16.xml": test_rankings.XML,
    "mqm.tsv": test_mqm.HEADER + test_mqm.row() + test_mqm.row(target="Er sagt"),
    "direct.tsv": DIRECT,
}


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text, encoding="utf-8")
    return path


def with_doubled_row(name: str) -> tuple[str, int, int]:
    """The text with a row again, and the lines of both."""
    text = FILES[name]
    if name.endswith(".xml"):
        result = text[text.index("  <ranking-result") : text.index("</ranking-result>") + len("</ranking-result>\n")]
        return text.replace("</ranking-task>", f"{result}</ranking-task>"), 5, 10
    lines = text.splitlines(keepends=True)
    return "".join([*lines, lines[1]]), 2, len(lines) + 1


def mistakes_of(*paths: Path) -> list[str]:
    with pytest.raises(MistakesError) as caught:
        read_judgment_files(paths)
    return [str(mistake) for mistake in caught.value.mistakes]


@pytest.mark.parametrize("name", FILES)
def test_a_row_that_stands_there_twice_is_named(name: str, tmp_path: Path) -> None:
    text, first, again = with_doubled_row(name)
    path = written(tmp_path / name, text)
    assert mistakes_of(path) == [
        f"{path}, line {again}: expected each row once, found that of line {first} again. {REMEDY}"
    ]


@pytest.mark.parametrize("name", FILES)
def test_equal_rows_count_once_or_are_kept_where_that_is_asked_for(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / name, with_doubled_row(name)[0])
    answers = {}
    remarks: list[str] = []
    for equal in ("once", "keep"):
        found = read_judgments(path, equal_rows=equal, on_remark=remarks.append)
        answers[equal] = [answer for each in found for answer in (each.answer if name == "mqm.tsv" else [each])]
    single = read_judgments(written(tmp_path / name, FILES[name]))
    assert len(answers["once"]) == len(answers["keep"]) - 1
    assert len(answers["once"]) == (len(single[0].answer) if name == "mqm.tsv" else len(single))
    assert remarks == [f"{path}: 1 rows that are the same as others count {how}." for how in ("once", "again")]


def test_another_choice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExpressionError, match="refuse, once, keep"):
        read_judgments(written(tmp_path / "w.csv", CSV), equal_rows="drop")  # type: ignore[arg-type]


def test_files_of_the_same_name_are_distinguished(tmp_path: Path) -> None:
    first = written(tmp_path / "x" / "w.csv", CSV)
    second = written(tmp_path / "y" / "w.csv", CSV.replace("w1", "w2"))
    assert [each.id for each in read_judgment_files([first, second])] == [
        "w.csv:2",
        "w.csv:3",
        "w.csv(2):2",
        "w.csv(2):3",
    ]


def test_a_row_of_another_file_is_named_with_that_file(tmp_path: Path) -> None:
    first = written(tmp_path / "x" / "w.csv", CSV)
    second = written(tmp_path / "y" / "w.csv", CSV.replace("cs,en,18,d,18,w1", "cs,en,18,d,18,w2"))
    assert mistakes_of(first, second) == [
        f"{second}, line 3: expected each row once, found that of {first}, line 3 again. {REMEDY}"
    ]


def test_a_file_given_twice_is_refused_as_such(tmp_path: Path) -> None:
    path = written(tmp_path / "w.csv", CSV)
    copy = written(tmp_path / "copy.csv", CSV)
    assert mistakes_of(path, path) == [f"{path}: expected each file once, found it twice. Name it once."]
    assert mistakes_of(path, copy) == [f"{copy}: expected each file once, found what is in {path}. Name it once."]


def test_ids_of_other_files_are_found_again(tmp_path: Path) -> None:
    row = '{"judgment_id": "1", "protocol": "p", "judge": "ann", "segment_id": "1", "systems": ["a"], "answer": %d}\n'
    paths = [written(tmp_path / f"{number}.jsonl", row % number) for number in (1, 2)]
    (found,) = mistakes_of(*paths)
    assert found.startswith(f"{paths[1]}, line 1: expected each judgment once, found 1, which {paths[0]}, line 1 has")


def test_mistakes_of_all_files_are_named(tmp_path: Path) -> None:
    bad = [written(tmp_path / f"{number}.csv", CSV.replace("18,w1", f"18,w{number}")[:-2] + "7\n") for number in (1, 2)]
    none = tmp_path / "none.csv"
    assert [found.split(": ")[0] for found in mistakes_of(bad[0], none, bad[1])] == [
        f"{bad[0]}, line 3",
        str(none),
        f"{bad[1]}, line 3",
    ]


def rank_lines(count: int) -> list[str]:
    return [f"{number}\tcs-en\tsys{number % 3}\tcs-en\tsys{number % 3 + 1}\n" for number in range(count)]


def test_single_lines_of_a_rank_file_may_be_the_same(tmp_path: Path) -> None:
    path = written(tmp_path / "cs-en.rank", "".join(rank_lines(60) + rank_lines(39)))
    assert len(read_judgments(path)) == 99


def test_a_long_part_of_a_rank_file_that_comes_again_is_named(tmp_path: Path) -> None:
    path = written(tmp_path / "cs-en.rank", "".join(rank_lines(60) + rank_lines(45)[3:]))
    assert mistakes_of(path) == [
        f"{path}, line 61: expected each comparison once, found 42 lines that are those from line 4 on. "
        "Take them out, or say that they are meant (--equal-rows keep)."
    ]
    assert len(read_judgments(path, equal_rows="keep")) == 102


def test_repeated_lines() -> None:
    assert list(repeated_lines("abcxabcdabc", least=3)) == [RepeatedLines(4, 0, 3), RepeatedLines(8, 0, 3)]
    assert list(repeated_lines("aaaaaa", least=3)) == [RepeatedLines(3, 0, 3)]
    assert list(repeated_lines("abc", least=4)) == []


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [
        ("wmt12-ranking-cs-de/wmt12.RNK_results.csv.gz", 1, 100),
        ("wmt13-pairwise-cs-en/cs-en.rank.gz", 0, 1000),
        ("wmt21-ted-mqm-en-de/mqm_ted_ende.tsv.gz", 1, 1999),
    ],
)
def test_rows_of_real_files_put_in_again_are_found(
    data: Path, tmp_path: Path, name: str, first: int, count: int
) -> None:
    lines = gzip.decompress((data / name).read_bytes()).decode().splitlines(keepends=True)
    by_nature = 10 if name.startswith("wmt12") else 0
    path = written(tmp_path / Path(name).stem, "".join(lines + lines[first : first + count]))
    found = mistakes_of(path)
    assert len(found) == (1 if name.endswith(".rank.gz") else count + by_nature)
    assert f"line {len(lines) + 1}: " in found[-1 if name.endswith(".rank.gz") else by_nature]
