"""`bakeoff human design` and `collect`: who judges what, from a plan to the judgments."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("own_folder")
EXAMPLES = ROOT / "examples"
TEXTS = ("-s", EXAMPLES / "source.xml", "--run", EXAMPLES / "runs" / "aster.xml", "--run",
         EXAMPLES / "runs" / "basalt.xml", "-r", EXAMPLES / "references.xml")  # fmt: skip


def test_from_a_plan_to_a_ranking_offline(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "design", "iwslt2005", "fluency", *TEXTS, "-o", "plan.jsonl", "--offline", "out",
                      "--format", "json")  # fmt: skip
    assert outcome.code == 0, outcome.err
    balance = outcome.json["fluency"]
    assert (balance["judges_an_item"], balance["duplicates"]) == ([3, 3], 0)
    grades = {"aster": 3, "basalt": 1, "reference": 4}
    shown = {
        screen["screen_id"]: len(screen["outputs"])
        for path in Path("out").glob("*/screens.json")
        for screen in json.loads(path.read_text(encoding="utf-8"))
    }
    # Basalt translates some segments as the reference does: they are shown once, and the grade counts for both.
    assert set(shown.values()) == {1, 2, 3}
    plan = {row["screen_id"]: row for row in map(json.loads, Path("plan.jsonl").read_text("utf-8").splitlines())}
    files = sorted(Path("out").glob("*/answers.jsonl"))
    assert len(files) == 3
    for path in files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            systems = plan[row["screen_id"]]["systems"]
            row["answer"] = [max(grades[name] for name in system.split(",")) for system in systems]
            assert len(row["answer"]) == shown[row["screen_id"]]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    collected = bakeoff("human", "collect", "plan.jsonl", *files, "--rules", "iwslt2005", "-o", "judgments.jsonl")
    assert collected.err.endswith("0 screens are not answered yet.\n")
    result = bakeoff("human", "analyse", "judgments.jsonl", "--rules", "iwslt2005", "--evaluation", "fluency",
                     "--format", "json").json  # fmt: skip
    systems = result["rankings"][0]["systems"]
    alike = {
        (row["document_id"], row["segment_id"], name): system
        for row in plan.values()
        for system in row["systems"]
        for name in system.split(",")
    }
    for system in systems:
        own = [
            max(grades[other] for other in shared.split(","))
            for (_, _, name), shared in alike.items()
            if name == system["name"]
        ]
        assert system["score"] == pytest.approx(sum(own) / len(own))
    assert [system["name"] for system in systems] == ["reference", "aster", "basalt"]
    assert {(row["campaign"], row["evaluation"]) for row in plan.values()} == {("iwslt2005", "fluency")}
    assert result["inconsistency"] == 0


def test_hours_and_cost_of_the_plan(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "design", "iwslt2005", "fluency", "--systems", 5, "--segments", 100)
    told = bakeoff(*call, "--seconds", 20, "--hourly-pay", 18, "--format", "json").json["fluency"]
    assert (told["screens"], told["judgments"], told["seconds_a_screen"]) == (333, 300, 20)
    assert (told["hours"], told["cost"]) == (pytest.approx(1.85), pytest.approx(33.3))
    assert "fluency: 333 screens of 78 seconds take 7.2 hours." in bakeoff(*call).out


def test_one_direction_cannot_be_mixed(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "design", "wmt2008", "all-english", *TEXTS, "--judges", 3)
    assert outcome.code == 2
    assert "expected texts of several directions into English, since all-english mixes them" in outcome.err


def test_gold_items_from_the_plan_to_the_judges(bakeoff: Callable[..., Any]) -> None:
    known = [
        {"judgment_id": str(n), "protocol": "pairwise", "judge": "expert", "segment_id": str(n),
         "systems": ["system1", "system2"], "answer": "first"}
        for n in range(1, 41)
    ]  # fmt: skip
    Path("gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in known), encoding="utf-8")
    call = ("human", "design", "iwslt2012", "olympics-ranking", "--systems", 3, "--segments", 420, "--judges", 4)
    assert "give those whose answers are known by --gold" in bakeoff(*call).err
    assert "give them by --gold" in bakeoff(*call, "--gold-share", 0.3).err
    outcome = bakeoff(*call, "--gold", "gold.jsonl", "--gold-share", 0.05, "-o", "plan.jsonl", "--format", "json")
    assert outcome.json["olympics-ranking"]["controls"]["gold"] > 40
    rows = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        better = "first" if row["systems"][0] < row["systems"][1] else "second"
        worse = "second" if better == "first" else "first"
        row["answer"] = worse if row["judge"] == "judge4" and row.get("control") == "gold" else better
    Path("answered.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    analyse = ("human", "analyse", "answered.jsonl", "--gold", "gold.jsonl", "--samples", 20, "--format", "json")
    told = bakeoff(*analyse).json
    assert [judge["gold_right"] for judge in told["judges"]] == [1, 1, 1, 0]
    assert not any(judge["excluded"] for judge in told["judges"])
    checked = bakeoff(*analyse, "--exclude", "gold").json
    assert [judge["judge"] for judge in checked["judges"] if judge["excluded"]] == ["judge4"]
    assert checked["with_everyone"][0]["judges"] == 4


def test_judges_to_whom_no_gold_item_can_be_dealt_are_named(bakeoff: Callable[..., Any]) -> None:
    known = [
        {"judgment_id": str(n), "protocol": "pairwise", "judge": "expert", "segment_id": str(n),
         "systems": ["system1", "system2"], "answer": "first"}
        for n in range(1, 41)
    ]  # fmt: skip
    Path("gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in known), encoding="utf-8")
    call = ("human", "design", "iwslt2012", "olympics-ranking", "--systems", 3, "--segments", 420,
            "--judges", "ann,bob,cid", "--gold", "gold.jsonl", "--gold-share", 0.05)  # fmt: skip
    assert "can be dealt to" not in bakeoff(*call).err
    told = bakeoff(*call, "--hide", "ann=system1", "--hide", "bob=system3").err
    assert "olympics-ranking: no gold item can be dealt to ann: " in told
    assert "Give gold items about other systems by --gold." in told


ENTRANTS = "system,team,system_type,consents,baseline\n"


def test_the_systems_that_are_judged_and_what_teams_owe(bakeoff: Callable[..., Any]) -> None:
    rows = [f"system{n},{team},{kind},human-assessment,\n" for n, (team, kind) in enumerate(
        [("A", "primary"), ("A", "contrast"), ("B", "primary"), ("C", "primary")], start=1)]  # fmt: skip
    Path("entrants.csv").write_text(ENTRANTS + "".join(rows), encoding="utf-8")
    Path("book.toml").write_text(
        _without_subsets((ROOT / "src/bakeoff/rulebook/library/openmt2012.toml").read_text(encoding="utf-8")), "utf-8"
    )
    call = ("human", "design", "book.toml", "ranking", "--systems", 4, "--segments", 30, "--judges", "ann,bob",
            "-o", "plan.jsonl", "--team", "ann=A", "--team", "bob=B")  # fmt: skip
    assert "only consenting teams are judged" in bakeoff(*call).err
    outcome = bakeoff(*call, "--entrants", "entrants.csv", "--format", "json")
    assert "ranking: system2 is not judged: of type contrast, not primary." in outcome.err
    owed = outcome.json["ranking"]["owed"]
    screens = outcome.json["ranking"]["screens"]
    assert owed == [{"team": team, "owed": -(-screens // 2), "done": 0, "missing": -(-screens // 2), "unit": "screens"}
                    for team in "AB"]  # fmt: skip
    plan = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {system for row in plan for system in row["systems"]} == {"system1", "system3", "system4"}
    assert not any("system1" in row["systems"] for row in plan if row["judge"] == "ann")
    assert not any("system3" in row["systems"] for row in plan if row["judge"] == "bob")
    assert "Shares of teams" in bakeoff(*call, "--entrants", "entrants.csv").out
    given = [{"screen_id": row["screen_id"], "answer": [1, 2]} for row in plan if row["judge"] == "ann"]
    Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    teams = ("--rules", "book.toml", "--team", "ann=A", "--team", "bob=B")
    collected = bakeoff("human", "collect", "plan.jsonl", "answers.jsonl", *teams, "-o", "judged.jsonl")
    assert f"ranking: A has done {len(given)} of {owed[0]['owed']} screens." in collected.err
    assert f"ranking: B has done 0 of {owed[0]['owed']} screens." in collected.err
    told = bakeoff("human", "analyse", "judged.jsonl", *teams, "--samples", 20, "--format", "json").json["owed"]
    assert [(each["team"], each["done"]) for each in told] == [("A", len(given)), ("B", 0)]
    assert bakeoff("human", "collect", "plan.jsonl", "answers.jsonl", "--team", "ann=A").code == 2


def _without_subsets(text: str) -> str:
    """The rulebook for texts that were made up: they have no subsets."""
    return text.replace('sample = { subsets = ["new-source"] }\n', "")


def test_the_best_of_the_evaluation_before_are_judged(bakeoff: Callable[..., Any]) -> None:
    Path("adequacy.csv").write_text("system,median\nsystem1,3\nsystem2,4\nsystem3,2\n", encoding="utf-8")
    call = ("human", "design", "iwslt2012", "olympics-dialog", "--systems", 3, "--segments", 420, "-o", "plan.jsonl")
    assert "only the best 1 are judged" in bakeoff(*call).err
    assert "system1 is not judged: not among the best 1 by median." in bakeoff(*call, "--scores", "adequacy.csv").err
    rows = map(json.loads, Path("plan.jsonl").read_text(encoding="utf-8").splitlines())
    assert {tuple(row["systems"]) for row in rows} == {("system2",)}


def test_judges_choose_only_where_they_may(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "design", "wmt2008", "ranking", *TEXTS, "--judges", "ann,bob", "--language-pair", "de-en")
    chosen = bakeoff(*call, "--choose", "ann=de-en", "--format", "json")
    assert chosen.code == 0, chosen.err
    assert "xx" in bakeoff(*call, "--choose", "ann=xx").err
    assert "zoe" in bakeoff(*call, "--choose", "zoe=de-en").err
    refused = bakeoff("human", "design", "iwslt2005", "fluency", *TEXTS, "--choose", "judge1=de-en",
                      "--language-pair", "de-en")  # fmt: skip
    assert "in which judges choose what they judge, found fluency" in refused.err


@pytest.mark.usefixtures("judgments")
def test_plans_and_simulated_judgments_say_their_seed(bakeoff: Callable[..., Any]) -> None:
    assert json.loads(Path("ranking.jsonl").read_text(encoding="utf-8").splitlines()[0])["seed"] == 12345
    call = (
        "human",
        "design",
        "iwslt2005",
        "fluency",
        "--systems",
        4,
        "--segments",
        40,
        "--seed",
        9,
        "-o",
        "plan.jsonl",
    )
    outcome = bakeoff(*call, "--format", "json")
    assert outcome.json["fluency"]["seed"] == 9
    rows = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["seed"] for row in rows} == {9}
    assert "Seed 9." in bakeoff(*call).out


def test_a_plan_is_counted(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "design", "wmt2008", "ranking", "--systems", 8, "--segments", 300, "--judges", "ann,bob")
    found = bakeoff(*call, "--hide", "ann=system1", "--screens", 100, "--format", "json").json["ranking"]
    assert (found["screens"], found["own"], found["duplicates"]) == (200, 0, 0)
    assert found["missing"] >= 300 - (200 - found["controls"]["repeat"])
    assert found["again_after"] >= 10
    assert abs(found["common"] - 0.4) < 0.05


def test_unknown_names_in_a_plan_are_refused(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "design", "wmt2008", "ranking", "--systems", 8, "--segments", 30, "--judges", "ann,bob")
    for option, said in (
        (("--hide", "ann=sytem1"), "Did you mean system1?"),
        (("--hide", "anne=system1"), "Did you mean ann?"),
        (("--hide", "ann"), "JUDGE=SYSTEM"),
        (("--choose", "ann=xx-yy"), "expected a language pair or test set that is judged"),
    ):
        outcome = bakeoff(*call, *option)
        assert outcome.code == 2
        assert said in outcome.err


def test_a_plan_goes_on_from_what_was_judged(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "design", "iwslt2005", "fluency", "--systems", 4, "--segments", 40)
    assert bakeoff(*call, "--screens", 10, "-o", "first.jsonl").code == 0
    rows = [json.loads(line) for line in Path("first.jsonl").read_text(encoding="utf-8").splitlines()]
    answered = [row | {"answer": [2] * len(row["systems"])} for row in rows[:20]]
    Path("judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answered), encoding="utf-8")
    outcome = bakeoff(*call, "--judged", "judged.jsonl", "-o", "second.jsonl", "--format", "json")
    assert outcome.json["fluency"]["missing"] == 0
    assert outcome.json["fluency"]["duplicates"] == 0
    later = [json.loads(line) for line in Path("second.jsonl").read_text(encoding="utf-8").splitlines()]
    assert not {row["screen_id"] for row in later} & {row["screen_id"] for row in answered}
    assert len(later) + 20 == outcome.json["fluency"]["screens"]
