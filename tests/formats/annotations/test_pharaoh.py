from pathlib import Path

import numpy as np
import pytest

from bakeoff.alignment import GoldLinks
from bakeoff.errors import BakeoffError
from bakeoff.formats.annotations.pharaoh import (
    check_links,
    gold_links_text,
    read_links,
    read_sentence_pairs,
    write_links,
)


def test_sure_and_possible_links_are_read_from_0_or_from_1(tmp_path: Path) -> None:
    file = tmp_path / "gold.links"
    file.write_text("1-1 2?1 2p3\n\n1-2\n")
    sure, possible = frozenset({(0, 0)}), frozenset({(0, 0), (1, 0), (1, 2)})
    assert read_links(file, first=1)[0] == GoldLinks(sure, possible)
    assert read_links(file)[1] == GoldLinks(frozenset(), frozenset())
    assert read_links(file, target_first=True)[2] == GoldLinks(frozenset({(2, 1)}), frozenset({(2, 1)}))


@pytest.mark.parametrize("name", ["links.txt", "links.gz"])
def test_what_is_written_is_read_again(tmp_path: Path, name: str) -> None:
    rng = np.random.default_rng(3)
    links = [frozenset({(int(i), int(j)) for i, j in rng.integers(0, 30, (count, 2))}) for count in (0, 1, 5, 40)]
    write_links(links, tmp_path / name)
    assert [each.sure for each in read_links(tmp_path / name)] == links


def test_gold_links_keep_what_is_only_possible(tmp_path: Path) -> None:
    gold = (GoldLinks(frozenset({(0, 0)}), frozenset({(0, 0), (3, 1)})), GoldLinks(frozenset(), frozenset()))
    (tmp_path / "gold").write_text(gold_links_text(gold))
    assert read_links(tmp_path / "gold") == gold


def test_every_link_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "a.links"
    file.write_text("0-0\n0:1 1-1\n0-0 1-\n")
    with pytest.raises(BakeoffError) as caught:
        read_links(file)
    assert str(caught.value).splitlines() == [
        f"{file}, line {line}: expected links such as 0-0 1-2, or 1?2 for a possible one, found {found}. "
        "Write the number of the source's word, a hyphen and that of the target's word."
        for line, found in ((2, "'0:1'"), (3, "'1-'"))
    ]


def test_a_0_in_a_file_that_counts_from_1_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1-1 0-1\n")
    with pytest.raises(BakeoffError, match=r"a, line 1: expected words counted from 1, found 0-1\."):
        read_links(tmp_path / "a", first=1)


def test_links_of_other_sentences_are_refused() -> None:
    links = (GoldLinks(frozenset(), frozenset({(0, 0), (2, 1)})),)
    with pytest.raises(BakeoffError, match=r"a, line 1: expected words of the source from 0 to 1 .* found 2-1\."):
        check_links(links, [(["a", "b"], ["c", "d"])], "a")
    with pytest.raises(BakeoffError, match=r"a: expected 2 lines, one for each sentence pair, found 1\."):
        check_links(links, [((), ()), ((), ())], "a")


def test_sentence_pairs_are_split_at_bars(tmp_path: Path) -> None:
    (tmp_path / "pairs").write_text("das Haus  |||  the house \n ||| x\n")
    assert read_sentence_pairs(tmp_path / "pairs") == ((("das", "Haus"), ("the", "house")), ((), ("x",)))


def test_a_line_without_a_target_is_named(tmp_path: Path) -> None:
    (tmp_path / "pairs").write_text("a ||| b\nonly one side\n")
    with pytest.raises(BakeoffError, match=r"pairs, line 2: expected source \|\|\| target, found 0 times \|\|\|\."):
        read_sentence_pairs(tmp_path / "pairs")
