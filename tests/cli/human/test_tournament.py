"""`bakeoff tournament`: the contract that scripts of others rely on."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.reproductions.appendix_b_of_i12 import B1, B4, B31, B32, Printed


def write_matches(path: str, printed: Printed, *, judgments: bool = True) -> None:
    rows: list[list[object]] = [["a", "b", "a_wins", "b_wins", "a_judgments", "b_judgments", "segments", "winner"]]
    for a, b, a_wins, b_wins, _ in printed.matches:
        tied = a_wins == b_wins and judgments
        single = [printed.judgments[a], printed.judgments[b]] if tied else ["", ""]
        segments = printed.of_2011.get(frozenset((a, b)), 400)
        rows.append([a, b, "" if a_wins is None else a_wins, b_wins, *single, segments, a if a_wins is None else ""])
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def write_seeds(path: str, seeds: Mapping[str, float]) -> None:
    Path(path).write_text("system,score\n" + "".join(f"{s},{x}\n" for s, x in seeds.items()), encoding="utf-8")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_seeds("seeds.csv", B1.seeds)
    write_matches("matches.csv", B1)
    write_seeds("first.csv", B31.seeds)
    write_matches("b31.csv", B31)
    write_seeds("joining.csv", {system: score for system, score in B32.seeds.items() if system.endswith("11")})
    write_matches("b32.csv", B32)
    write_matches("b4.csv", B4)


DSKOC = ("tournament", "dskoc", "--seeds", "seeds.csv", "--matches", "matches.csv", "--percent")


def test_json_of_a_complete_tournament(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(*DSKOC, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    result = outcome.json
    assert result["ranking"] == list(B1.ranking)
    assert (result["different_matches"], len(result["matches"]), result["complete"]) == (15, 16, True)
    first = result["matches"][0]
    assert {key: first[key] for key in ("round", "a", "b", "winner", "reused")} == {
        "round": "upper 1", "a": "KIT12", "b": "MITLL12", "winner": "KIT12", "reused": False,
    }  # fmt: skip
    assert (first["a_wins"], first["b_wins"], first["p"] <= 0.05) == (102, 72, True)
    assert [match["reused"] for match in result["matches"]] == [False] * 15 + [True]


def test_the_shortest_files_of_the_contract_are_enough(bakeoff: Callable[..., Any]) -> None:
    """Seeds: system,score; matches: a,b,a_wins,b_wins and the single judgments, percentages or not."""
    rows = ["a,b,a_wins,b_wins,a_judgments,b_judgments"]
    rows += [
        f"{a},{b},{x},{y},{B1.judgments[a] if x == y else ''},{B1.judgments[b] if x == y else ''}"
        for a, b, x, y, _ in B1.matches
    ]
    Path("plain.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    outcome = bakeoff("tournament", "dskoc", "--seeds", "seeds.csv", "--matches", "plain.csv", "--format", "json")
    assert outcome.json["ranking"] == list(B1.ranking)
    assert {match["p"] for match in outcome.json["matches"]} == {None}


def test_text_says_places_matches_and_what_to_judge_next(bakeoff: Callable[..., Any]) -> None:
    Path("some.csv").write_text("a,b,a_wins,b_wins,segments\nKIT12,MITLL12,102,72,400\n", encoding="utf-8")
    outcome = bakeoff("tournament", "dskoc", "--seeds", "seeds.csv", "--matches", "some.csv")
    assert outcome.out == (
        "Double seeded knockout with consolation\n"
        "place  system   seed\n"
        "1–6    KIT12       1\n"
        "1–8    LIUM11      2\n"
        "1–8    RWTH12      3\n"
        "1–8    KIT11       4\n"
        "1–8    RWTH11      5\n"
        "1–8    UEDIN12     6\n"
        "1–8    LIG11       7\n"
        "1–8    MITLL12     8\n"
        "\n"
        "Judge next: RWTH11 – KIT11, RWTH12 – UEDIN12, LIG11 – LIUM11.\n"
        "\n"
        "1 match, 1 different\n"
        "round    a      b        a wins  a wins interval  b wins  b wins interval  winner  mark       p  remark\n"
        "upper 1  KIT12  MITLL12   25.50   [21.48, 29.99]   18.00   [14.55, 22.06]  KIT12   ‡     0.0292\n"
        "\n"
        "Paired approximate randomisation over segments: † p ≤ 0.10, ‡ p ≤ 0.05, ★ p ≤ 0.01.\n"
        "Intervals of the percentages: Wilson's, 95 %, over segments.\n"
    )


def test_a_table_of_no_matches_says_how_to_give_results(bakeoff: Callable[..., Any]) -> None:
    sentence = "No match has been played. Give results with --matches FILE or --judgments FILE.\n"
    arguments = ("tournament", "dskoc", "--seeds", "seeds.csv", "--table", "matches")
    assert bakeoff(*arguments).out == f"0 matches, 0 different\n{sentence}"
    for_programs = bakeoff(*arguments, "--format", "tsv")
    assert len(for_programs.out.splitlines()) == 1
    assert for_programs.err.endswith(sentence)


def test_qualifiers_go_on_with_earlier_systems(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff(
        "tournament", "dskoc", "--seeds", "first.csv", "--matches", "b31.csv", "--matches", "b32.csv", "--percent",
        "--qualifiers", 4, "--joined-by", "joining.csv", "--format", "json",
    )  # fmt: skip
    result = outcome.json
    assert result["ranking"] == list(B31.ranking)
    assert sorted(result["qualified"]) == ["KIT12", "LIG12", "RWTH12", "UEDIN12"]
    assert result["second"]["ranking"] == list(B32.ranking)
    assert (result["different_matches"], result["second"]["different_matches"]) == (11, 12)


def test_a_match_of_an_earlier_campaign_is_taken_over(bakeoff: Callable[..., Any]) -> None:
    write_seeds("second.csv", B32.seeds)
    outcome = bakeoff(
        "tournament", "dskoc", "--seeds", "second.csv", "--matches", "b32.csv", "--earlier", "b31.csv", "--percent",
        "--format", "json",
    )  # fmt: skip
    assert outcome.json["ranking"] == list(B32.ranking)
    assert [(m["a"], m["b"]) for m in outcome.json["matches"] if m["earlier"]] == [("KIT12", "LIG12")]


def test_round_robin_with_shares_against_the_others(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("tournament", "round-robin", "--matches", "b4.csv", "--percent")
    assert "    1  HIT            3.0        3    0.3808    0.8642\n" in outcome.out
    result = bakeoff("tournament", "round-robin", "--matches", "b4.csv", "--percent", "--format", "json").json
    assert result["ranking"] == list(B4.ranking)
    assert result["standings"]["POSTECH"]["better"] == pytest.approx(0.0850)


def test_swiss_rounds_are_paired_one_after_another(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("tournament", "swiss", "--seeds", "seeds.csv", "--rounds", 2, "--format", "json")
    assert outcome.json["next"] == [
        ["KIT12", "RWTH11"], ["LIUM11", "UEDIN12"], ["RWTH12", "LIG11"], ["KIT11", "MITLL12"],
    ]  # fmt: skip


def test_byes_are_named_in_tables_json_and_drawing(bakeoff: Callable[..., Any]) -> None:
    Path("five.csv").write_text("system,score\n" + "".join(f"s{n},{9 - n}\n" for n in range(1, 6)), "utf-8")
    Path("two.csv").write_text("a,b,a_wins,b_wins,segments\ns1,s3,60,30,100\ns2,s4,20,70,100\n", "utf-8")
    call = ("tournament", "swiss", "--seeds", "five.csv", "--matches", "two.csv", "--svg", "five.svg")
    text = bakeoff(*call).out
    assert "s5 has no opponent in round 1: a bye, which counts as a win." in text
    assert [line.split()[-1] for line in text.splitlines() if line.startswith("round 1  s5")] == ["bye"]
    result = bakeoff(*call, "--format", "json").json
    assert result["byes"][0] == {"round": "round 1", "player": "s5"}
    assert "round 1 · bye" in Path("five.svg").read_text("utf-8")


def test_shares_of_matches_have_intervals_where_segments_are_counted(bakeoff: Callable[..., Any]) -> None:
    Path("match.csv").write_text("a,b,a_wins,b_wins,segments\nx,y,60,30,100\n", "utf-8")
    (match,) = bakeoff("tournament", "round-robin", "--matches", "match.csv", "--format", "json").json["matches"]
    won = match["a_share"]
    assert won["value"] == 0.6
    assert won["interval"] == pytest.approx([0.5020, 0.6906], abs=5e-5)  # Wilson 1927, by hand
    assert "[50.20, 69.06]" in bakeoff("tournament", "round-robin", "--matches", "match.csv").out


def test_tables_for_programs_hold_one_table(bakeoff: Callable[..., Any]) -> None:
    ranking = list(csv.DictReader(io.StringIO(bakeoff(*DSKOC, "--format", "csv").out)))
    assert [row["system"] for row in ranking] == list(B1.ranking)
    outcome = bakeoff(*DSKOC, "--format", "tsv", "--table", "matches")
    matches = list(csv.DictReader(io.StringIO(outcome.out), delimiter="\t"))
    assert len(matches) == 16
    assert outcome.err.startswith("Paired approximate randomisation")


@pytest.mark.parametrize(("output_format", "mark"), [("markdown", "| 1 | KIT12 | 1 |"), ("latex", "1 & KIT12 & 1")])
def test_tables_for_papers(bakeoff: Callable[..., Any], output_format: str, mark: str) -> None:
    assert mark in bakeoff(*DSKOC, "--format", output_format).out


def test_the_bracket_is_drawn(bakeoff: Callable[..., Any]) -> None:
    assert bakeoff(*DSKOC, "--svg", "bracket.svg").code == 0
    drawn = Path("bracket.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert "41.75</text>" in drawn
    assert "★</text>" in drawn


def test_a_metric_whose_lowest_score_is_best_seeds_by_its_column(bakeoff: Callable[..., Any]) -> None:
    Path("ter.tsv").write_text("system\tbleu\tter\nA\t30\t50\nB\t20\t40\n", encoding="utf-8")
    arguments = ("--seeds", "ter.tsv", "--seed-column", "ter", "--lower-is-better", "--format", "json")
    assert bakeoff("tournament", "dskoc", *arguments).json["next"] == [["B", "A"]]


def test_the_numbers_depend_on_the_seed_alone(bakeoff: Callable[..., Any]) -> None:
    first, again = (bakeoff(*DSKOC, "--seed", 7, "--format", "json").out for _ in range(2))
    assert first == again
    assert first != bakeoff(*DSKOC, "--seed", 8, "--format", "json").out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("dskoc",), "a dskoc tournament needs seeds"),
        (("knockout",), "'knockout' is not one of"),
        (("dskoc", "--seeds", "none.csv"), "none.csv: expected a file that can be read, found no such file."),
        (
            ("dskoc", "--seeds", "seeds.csv", "--matches", "b4.csv", "--percent"),
            "b4.csv, line 2: expected systems that",
        ),
        (("dskoc", "--seeds", "seeds.csv", "--matches", "matches.csv"), "matches.csv, line 2: expected segments won"),
        (("dskoc", "--seeds", "seeds.csv", "--matches", "seeds.csv"), "seeds.csv, line 1: expected a header row with"),
        (
            ("dskoc", "--seeds", "seeds.csv", "--matches", "matches.csv", "--matches", "matches.csv", "--percent"),
            "expected one result of KIT11 and KIT12, found another (matches.csv, line 2).",
        ),
        (("dskoc", "--seeds", "seeds.csv", "--qualifiers", "8"), "expected 1 to 7 qualifiers, found 8."),
        (("dskoc", "--seeds", "seeds.csv", "--joined-by", "joining.csv"), "say how many qualify"),
        (("round-robin", "--matches", "b4.csv", "--percent", "--rounds", "2"), "only swiss tournaments"),
        (("swiss", "--seeds", "seeds.csv", "--rounds", "9"), "expected 1 to 4 rounds for 8 players, found 9."),
        (("dskoc", "--seeds", "-", "--matches", "-"), "standard input can be read only once"),
        (
            ("dskoc", "--seeds", "seeds.csv", "--svg", "no/where.svg"),
            "no/where.svg: expected a file that can be written",
        ),
        (("round-robin",), "expected 2 to 32 players, found 0."),
    ],
)
def test_a_mistake_gets_one_sentence_and_code_2(
    bakeoff: Callable[..., Any], arguments: tuple[str, ...], sentence: str
) -> None:
    outcome = bakeoff("tournament", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err
    assert outcome.err.count("\n") == 1
