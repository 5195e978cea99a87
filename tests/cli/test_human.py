"""`bakeoff human`, `agreement`, `simulate` and `power`: the contract that scripts of others rely on."""

from __future__ import annotations

import csv
import io
import json
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture(autouse=True)
def judgments(tmp_path, monkeypatch, bakeoff):
    monkeypatch.chdir(tmp_path)
    for name, protocol, *options in (
        ("ranking", "ranking", "--spread", 2),
        ("pairs", "pairwise", "--judgments", 3, "--systems", 4),
        ("direct", "direct", "--judgments", 2, "--repeats", 0.1, "--attention", 0.1, "--frauds", 1),
    ):
        call = ("simulate", protocol, "--segments", 60, *options, "-o", f"{name}.jsonl", "--truth", f"{name}.csv")
        assert bakeoff(*call).code == 0


def test_the_same_seed_gives_the_same_judgments(bakeoff):
    call = ("simulate", "ranking", "--segments", 60, "--spread", 2)
    outcome = bakeoff(*call)
    assert outcome.out == Path("ranking.jsonl").read_text(encoding="utf-8")
    assert outcome.err == "60 judgments by 6 judges.\n"
    assert bakeoff(*call, "--seed", 2).out != outcome.out
    assert Path("ranking.csv").read_text(encoding="utf-8").splitlines()[:2] == ["system,score", "system1,1.0"]


def test_json_of_an_analysis(bakeoff):
    outcome = bakeoff("human", "analyse", "ranking.jsonl", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    result = outcome.json
    assert (result["protocol"], result["score"], result["with_everyone"]) == ("ranking", "better", None)
    (ranking,) = result["rankings"]
    assert ranking["group"] == {"language_pair": "xx-yy", "test_set": "simulated"}
    assert [system["name"] for system in ranking["systems"]] == [f"system{n}" for n in range(1, 6)]
    first = ranking["systems"][0]
    assert first["interval"][0] < first["score"] < first["interval"][1]
    assert first["rank"] == [1, 1]
    assert len(ranking["pairs"]) == 10
    pair = ranking["pairs"][0]
    figures = {"a_better", "a_better_interval", "b_better", "b_better_interval"}
    assert {"a", "b", *figures, "p", "p_corrected", "significant", "mark"} == set(pair)
    assert pair["a_better_interval"][0] < pair["a_better"] < pair["a_better_interval"][1]
    assert first["better_or_equal_interval"][0] < first["better_or_equal"] < first["better_or_equal_interval"][1]
    assert sum(map(len, ranking["clusters"])) == 5
    assert len(result["judges"]) == 6


def test_tables_for_people_name_tests_corrections_and_marks(bakeoff):
    text = bakeoff("human", "analyse", "ranking.jsonl", "--test", "sign", "--correct", "bh").out
    assert "Ranking: xx-yy, simulated" in text
    assert "sign test, Benjamini and Hochberg's correction, p ≤ 0.05" in text
    assert "† p ≤ 0.10, ‡ p ≤ 0.05, ★ p ≤ 0.01." in text
    assert "a line where every system above beats every system below" in text
    assert "as WMT drew it" in bakeoff("human", "analyse", "ranking.jsonl", "--clusters", "wmt").out


def test_one_table_for_programs(bakeoff):
    rows = list(csv.DictReader(io.StringIO(bakeoff("human", "analyse", "direct.jsonl", "--format", "csv").out)))
    assert rows[0]["system"] == "system1"
    assert float(rows[0]["interval low"]) < float(rows[0]["mean z"]) < float(rows[0]["interval high"])
    pairs = bakeoff("human", "analyse", "direct.jsonl", "--table", "pairs", "--format", "tsv").out.splitlines()
    assert len(pairs) == 11
    twice = bakeoff("human", "analyse", "direct.jsonl", "--table", "pairs", "--table", "ranking", "--format", "tsv")
    assert twice.code == 2


def test_frauds_are_left_out_with_their_reasons(bakeoff):
    outcome = bakeoff("human", "analyse", "direct.jsonl", "--exclude", "speed", "--exclude", "random:level=0.01",
                      "--format", "json")  # fmt: skip
    assert "Left out: judge6." in outcome.err
    excluded = [judge for judge in outcome.json["judges"] if judge["excluded"]]
    assert [judge["judge"] for judge in excluded] == ["judge6"]
    assert [reason["rule"] for reason in excluded[0]["reasons"]] == ["speed", "random"]
    assert outcome.json["with_everyone"][0]["judges"] == 6
    assert outcome.json["rankings"][0]["judges"] == 5


def test_figures_are_drawn_without_style_and_the_same_each_time(bakeoff):
    for folder in ("one", "two"):
        assert bakeoff("human", "analyse", "direct.jsonl", "--svg", folder).code == 0
    names = sorted(path.name for path in Path("one").iterdir())
    assert names == ["agreement.svg", "head-to-head-xx-yy-simulated.svg", "times.svg"]
    for name in names:
        text = (Path("one") / name).read_text(encoding="utf-8")
        assert text == (Path("two") / name).read_text(encoding="utf-8")
        root = ElementTree.fromstring(text)
        assert not any("style" in element.attrib or element.tag.endswith("style") for element in root.iter())
    heat = ElementTree.parse(Path("one") / "head-to-head-xx-yy-simulated.svg").getroot()
    assert sum(element.get("class") == "head-to-head-cell" for element in heat.iter()) == 25


def test_mistakes_are_all_named_and_nothing_is_printed(bakeoff):
    lines = Path("direct.jsonl").read_text(encoding="utf-8").splitlines()
    for number in (3, 7):
        row = json.loads(lines[number]) | {"answer": 200}
        lines[number] = json.dumps(row)
    Path("bad.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    outcome = bakeoff("human", "analyse", "bad.jsonl")
    assert (outcome.code, outcome.out) == (2, "")
    assert "bad.jsonl, line 4: expected a number from 0 to 100, found 200." in outcome.err
    assert "bad.jsonl, line 8:" in outcome.err


def test_agreement_by_measures_and_countings(bakeoff):
    textbook = bakeoff("agreement", "pairs.jsonl", "--format", "json").json["groups"][0]["agreement"][0]
    assert (textbook["measure"], textbook["n"], textbook["expected"]) == ("kappa", 360 * 3, 1 / 3)
    fleiss = bakeoff("agreement", "pairs.jsonl", "--measure", "fleiss", "--samples", 50, "--format", "json").json
    found = fleiss["groups"][0]["agreement"][0]
    assert found["interval"][0] <= found["value"] <= found["interval"][1]
    assert bakeoff("agreement", "pairs.jsonl", "--counting", "wmt", "--measure", "ties").code == 0
    assert bakeoff("agreement", "direct.jsonl", "--counting", "wmt").code == 2
    assert bakeoff("agreement", "pairs.jsonl", "--without-identical").code == 2


@pytest.mark.parametrize("measure", ["kappa", "fleiss", "cohen", "krippendorff", "ties"])
def test_every_measure_of_agreement_has_an_interval(bakeoff, measure):
    for name in ("pairs", *(["direct"] if measure in ("fleiss", "cohen", "krippendorff") else [])):
        outcome = bakeoff("agreement", f"{name}.jsonl", "--measure", measure, "--samples", 60, "--format", "json")
        found = outcome.json["groups"][0]["agreement"][0]
        assert found["interval"][0] <= found["value"] <= found["interval"][1]
    none = bakeoff("agreement", "pairs.jsonl", "--measure", measure, "--samples", 0, "--format", "json").json
    assert none["groups"][0]["agreement"][0]["interval"] is None


def test_unweighted_kappa_of_a_fine_scale_is_said_to_mean_little(bakeoff):
    plain = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--samples", 0)
    assert "hardly two grades are equal" in plain.out
    assert "linear or quadratic weights, or Krippendorff's alpha" in plain.out
    weighted = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--weights", "quadratic", "--samples", 0)
    assert "hardly" not in weighted.out
    assert "hardly" not in bakeoff("agreement", "direct.jsonl").out
    remark = bakeoff("agreement", "direct.jsonl", "--measure", "cohen", "--samples", 0, "--format", "json").json
    assert "hardly" in remark["groups"][0]["agreement"][0]["remark"]
    assert "take --measure cohen" in bakeoff("agreement", "direct.jsonl", "--weights", "linear").err


def test_figures_of_judges_and_times_have_intervals(bakeoff):
    result = bakeoff("human", "analyse", "direct.jsonl", "--format", "json").json
    around = result["inconsistency_interval"]
    assert around[0] < result["inconsistency"] < around[1]
    for judge in result["judges"]:
        for name in ("median_seconds", "inconsistency"):
            assert judge[f"{name}_interval"][0] <= judge[name] <= judge[f"{name}_interval"][1]
    times = result["times"]
    assert times["mean_interval"][0] < times["mean"] < times["mean_interval"][1]
    assert times["median_interval"][0] <= times["quantiles"][2] <= times["median_interval"][1]
    system = result["rankings"][0]["systems"][0]
    assert system["raw_mean_interval"][0] < system["raw_mean"] < system["raw_mean_interval"][1]
    pair = result["rankings"][0]["pairs"][0]
    assert pair["difference_interval"][0] < pair["difference"] < pair["difference_interval"][1]
    bare = bakeoff("human", "analyse", "direct.jsonl", "--interval", "none", "--format", "json").json
    assert bare["rankings"][0]["systems"][0]["interval"] is None
    assert bare["rankings"][0]["pairs"][0]["difference_interval"] is None
    assert bare["rankings"][0]["agreement"][0]["interval"] is None


def test_power_of_an_effect_a_pilot_and_a_world(bakeoff):
    assert bakeoff("power", "--effect", 0.5, "--format", "json").json["pairs"] == 34
    assert bakeoff("power", "--wins", 0.6, "-n", 200, "--format", "json").json["power"] == pytest.approx(
        0.787, abs=5e-4
    )
    pilot = bakeoff("power", "--pilot", "direct.jsonl", "--trials", 100, "--format", "json").json
    assert len(pilot["pairs"]) == 10
    pairs = [(pair["a"], pair["b"]) for pair in pilot["pairs"]]
    order = list(dict.fromkeys(system for pair in pairs for system in pair))
    assert order[0] == "system1"
    assert pairs == list(combinations(order, 2))
    assert all(pair["difference"] >= 0 for pair in pilot["pairs"][:4])
    far = next(pair for pair in pilot["pairs"] if {pair["a"], pair["b"]} == {"system1", "system5"})
    assert far["segments"] == min(pair["segments"] or 10**6 for pair in pilot["pairs"])
    assert far["judgments"] >= 4 * far["segments"]  # two judges of each output, and repeats
    assert (far["group"], far["level"]) == ({"language_pair": "xx-yy", "test_set": "simulated"}, 0.005)
    text = bakeoff("power", "--pilot", "direct.jsonl", "--trials", 100).out
    assert "judgments needed" in text
    assert "Each pair is tested at 0.005" in text
    refused = bakeoff("power", "--effect", 0.2, "--correct", "none")
    assert (refused.code, "--correct goes with --pilot" in refused.err) == (2, True)
    plan = bakeoff(
        "power", "--protocol", "direct", "--systems", 2, "--spread", 2, "--trials", 5, "--format", "json"
    ).json
    assert plan["needed"]["separated"] >= 0.8
    for wrong in ((), ("--effect", 1, "--wins", 0.6), ("--only-first", 0.1)):
        assert bakeoff("power", *wrong).code == 2


def test_kinds_of_judgment_against_each_other(bakeoff):
    call = ("human", "correlate", "ranking.jsonl", "direct.jsonl", "pairs.jsonl")
    result = bakeoff(*call, "--format", "json").json
    assert (result["coefficient"], [kind["name"] for kind in result["kinds"]]) == (
        "spearman", ["ranking", "direct", "pairwise"],
    )  # fmt: skip
    assert [(row["a"], row["b"]) for row in result["correlations"]] == [
        ("ranking", "direct"), ("ranking", "pairwise"), ("direct", "pairwise"),
    ]  # fmt: skip
    first, second, _ = result["correlations"]
    assert first["group"] == {"language_pair": "xx-yy", "test_set": "simulated"}
    assert first["value"] > 0.8
    assert (len(first["systems"]), second["left_out"]) == (5, ["system5"])
    text = bakeoff(*call, "--coefficient", "kendall").out
    assert "kendall" in text
    assert "Ranked by: ranking: better; direct: mean; pairwise: wins." in text
    same = bakeoff("human", "correlate", "one=ranking.jsonl", "two=ranking.jsonl", "--score", "two=wins", "--format",
                   "json").json  # fmt: skip
    assert [kind["score"] for kind in same["kinds"]] == ["better", "wins"]
    for wrong, sentence in (
        (("ranking.jsonl",), "expected two kinds of judgment or more, found ranking"),
        (("ranking.jsonl", "pairs.jsonl", "--score", "x=wins"), "a score is written KIND=NAME"),
        (("ranking.jsonl", "ranking=pairs.jsonl"), "two kinds are called ranking"),
        (("ranking.jsonl", "ranking.jsonl", "pairs.jsonl"), "each judgment once"),
        (("-", "a=-"), "standard input can be read only once"),
    ):
        refused = bakeoff("human", "correlate", *wrong)
        assert refused.code == 2
        assert sentence in refused.err


TEXTS = ("-s", EXAMPLES / "source.xml", "--run", EXAMPLES / "runs" / "aster.xml", "--run",
         EXAMPLES / "runs" / "basalt.xml", "-r", EXAMPLES / "references.xml")  # fmt: skip


def test_from_a_plan_to_a_ranking_without_a_connection(bakeoff):
    outcome = bakeoff("human", "design", "iwslt2005", "fluency", *TEXTS, "-o", "plan.jsonl", "--offline", "out",
                      "--format", "json")  # fmt: skip
    assert outcome.code == 0, outcome.err
    balance = outcome.json["fluency"]
    assert (balance["judges_an_item"], balance["doubled"]) == ([3, 3], 0)
    grades = {"aster": 3, "basalt": 1, "reference": 4}
    plan = {row["screen_id"]: row for row in map(json.loads, Path("plan.jsonl").read_text("utf-8").splitlines())}
    files = sorted(Path("out").glob("*/answers.jsonl"))
    assert len(files) == 3
    for path in files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            row["answer"] = [grades[system] for system in plan[row["screen_id"]]["systems"]]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    collected = bakeoff("human", "collect", "plan.jsonl", *files, "--rules", "iwslt2005", "-o", "judgments.jsonl")
    assert collected.err.endswith("0 screens are not answered yet.\n")
    result = bakeoff("human", "analyse", "judgments.jsonl", "--rules", "iwslt2005", "--evaluation", "fluency",
                     "--format", "json").json  # fmt: skip
    systems = result["rankings"][0]["systems"]
    assert [(system["name"], system["score"]) for system in systems] == [("reference", 4), ("aster", 3), ("basalt", 1)]
    assert result["inconsistency"] == 0


def _directions(folder):
    """Texts of three directions, parallel as those of W08: plain, so that nothing but the command names them."""
    for name in ("de", "fr", "reference", "aster", "basalt", "cedar", "dune", "ember"):
        (folder / f"{name}.txt").write_text("".join(f"{name} segment {n}\n" for n in range(1, 13)), encoding="utf-8")
    runs = {"de-en": ("aster", "basalt"), "fr-en": ("aster", "cedar", "dune"), "xx-en": ("ember",)}
    named = [("--run", f"{pair}={name}.txt") for pair, names in runs.items() for name in names]
    return ["-s", "de-en=de.txt", "-s", "fr-en=fr.txt", *sum(named, ()), "-r", "reference.txt", "--test-set", "news"]


def test_directions_are_judged_together_and_count_in_the_single_pairs(bakeoff, tmp_path):
    """R5.12, W08 3.4: from texts of every direction to the rankings of each and of all."""
    texts = _directions(tmp_path)
    call = ("human", "design", "wmt2008", "ranking", "all-english", *texts, "--judges", 3, "-o", "plan.jsonl")
    outcome = bakeoff(*call, "--offline", "out")
    assert outcome.code == 0, outcome.err
    assert "ranking is not about xx-en: left out there." in outcome.err
    plan = {row["screen_id"]: row for row in map(json.loads, Path("plan.jsonl").read_text("utf-8").splitlines())}
    assert {row["language_pair"] for row in plan.values()} == {"en", "de-en", "fr-en"}
    mixed = {system for row in plan.values() if row["language_pair"] == "en" for system in row["systems"]}
    assert mixed == {"de-en/aster", "de-en/basalt", "fr-en/aster", "fr-en/cedar", "fr-en/dune", "xx-en/ember"}
    for path in sorted(Path("out").glob("*/screens.json")):
        for screen in json.loads(path.read_text(encoding="utf-8")):
            row = plan[screen["screen_id"]]
            directions = {
                system.partition("/")[0] if "/" in system else row["language_pair"] for system in row["systems"]
            }
            one = directions.pop() if len(directions) == 1 else None  # others have no source in common
            assert screen["source"] == (f"{one[:2]} segment {row['segment_id']}" if one else None)
            assert screen["references"] == [f"reference segment {row['segment_id']}"]
    files = _answered_by_name(plan)
    assert bakeoff("human", "collect", "plan.jsonl", *files, "-o", "all.jsonl").code == 0

    rows = [json.loads(line) for line in Path("all.jsonl").read_text(encoding="utf-8").splitlines()]
    single = [row for row in rows if row["campaign"] == "ranking"]
    parts = [sum(system.startswith("de-en") for system in row["systems"]) > 1 for row in rows if row not in single]
    call = ("human", "analyse", "all.jsonl", "--interval", "none", "--format", "json")
    ranked = bakeoff(*call, "--rules", "wmt2008", "--evaluation", "ranking")
    groups = {each["group"]["language_pair"]: each for each in ranked.json["rankings"]}
    assert set(groups) == {"de-en", "fr-en"}
    assert [system["name"] for system in groups["fr-en"]["systems"]] == ["aster", "cedar", "dune"]
    assert groups["de-en"]["judgments"] == sum(row["language_pair"] == "de-en" for row in single) + sum(parts) > 12
    assert f"{len(parts)} judgments of all-english count here as " in ranked.err
    (every,) = bakeoff(*call, "--rules", "wmt2008", "--evaluation", "all-english").json["rankings"]
    assert (every["group"]["language_pair"], every["judgments"]) == ("en", len(parts))
    # Without a rulebook the same by hand; of xx-en there is one system, which nothing is compared with.
    divided = bakeoff(*call, "--single-pairs").json["rankings"]
    assert {each["group"]["language_pair"]: each["judgments"] for each in divided} == {
        pair: each["judgments"] for pair, each in groups.items()
    }


def _answered_by_name(plan):
    """Everyone prefers the system whose name comes first."""
    files = sorted(Path("out").glob("*/answers.jsonl"))
    for path in files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            names = [system.rpartition("/")[2] for system in plan[row["screen_id"]]["systems"]]
            row["answer"] = [sorted(set(names)).index(name) + 1 for name in names]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return files


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (["--run", "aster.txt"], "aster.txt does not say of which language pair it is: write fr-en=aster.txt"),
        (["-s", "cs-en=fr.txt"], "fr.txt is the source of no run"),
        (["-s", "de-en=fr.txt"], "de-en has 2 sources"),
        (["--language-pair", "de-en"], "--language-pair is for texts of one"),
    ],
)
def test_texts_that_name_no_direction(bakeoff, tmp_path, changes, sentence):
    outcome = bakeoff("human", "design", "wmt2008", "all-english", *_directions(tmp_path), *changes, "--judges", 3)
    assert outcome.code == 2
    assert sentence in outcome.err


def test_files_say_which_direction_they_are_of(bakeoff):
    """A reference that names a source is that of its direction; the others hold for all into its language."""
    for code in ("de", "fr"):
        for path in (EXAMPLES / "source.xml", EXAMPLES / "runs" / "aster.xml", EXAMPLES / "runs" / "basalt.xml"):
            text = path.read_text(encoding="utf-8").replace('"German"', f'"{code}"').replace('"English"', '"en"')
            Path(f"{code}-{path.name}").write_text(text, encoding="utf-8")
    references = (EXAMPLES / "references.xml").read_text(encoding="utf-8").replace('"English"', '"en"')
    Path("references.xml").write_text(references.replace('"German"', '"de"'), encoding="utf-8")
    runs = [text for code in ("de", "fr") for name in ("aster", "basalt") for text in ("--run", f"{code}-{name}.xml")]
    call = ("human", "design", "wmt2008", "all-english", "ranking", "-s", "de-source.xml", "-s", "fr-source.xml", *runs,
            "-r", "references.xml", "--judges", 2, "-o", "plan.jsonl", "--offline", "out")  # fmt: skip
    outcome = bakeoff(*call)
    assert outcome.code == 0, outcome.err
    rows = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {row["language_pair"] for row in rows} == {"en", "de-en", "fr-en"}
    screens = json.loads(Path("out/judge1/screens.json").read_text(encoding="utf-8"))
    assert all(screen["references"] for screen in screens)


def test_one_direction_cannot_be_mixed(bakeoff):
    outcome = bakeoff("human", "design", "wmt2008", "all-english", *TEXTS, "--judges", 3)
    assert outcome.code == 2
    assert "expected texts of several directions into English, since all-english mixes them" in outcome.err


def test_a_tournament_from_judgments_by_the_rules_of_a_campaign(bakeoff):
    Path("seeds.csv").write_text("system,score\n" + "".join(f"system{n},{40 - n}\n" for n in range(1, 5)), "utf-8")
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-slt", "--seeds", "seeds.csv")
    outcome = bakeoff(*call, "--judgments", "pairs.jsonl", "--format", "json")
    assert (outcome.json["kind"], outcome.json["complete"]) == ("dskoc", True)
    assert outcome.json["ranking"][0] == "system1"
    assert all(match["p"] is not None for match in outcome.json["matches"])
    assert bakeoff("tournament", "--judgments", "pairs.jsonl").code == 2
    refused = bakeoff("tournament", "round-robin", "--judgments", "direct.jsonl")
    assert "expected judgments that compare outputs" in refused.err


def test_rulebooks_that_take_no_earlier_matches_say_so(bakeoff):
    Path("seeds.csv").write_text("system,score\nsystem1,3\nsystem2,2\n", "utf-8")
    Path("old.csv").write_text("a,b,a_wins,b_wins\nsystem1,system2,3,1\n", "utf-8")
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-mt-ar-en", "--seeds", "seeds.csv")
    assert "earlier campaigns" in bakeoff(*call, "--earlier", "old.csv").err


def test_gold_items_from_the_plan_to_the_judges(bakeoff):
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


ENTRANTS = "system,site,system_type,consents,baseline\n"


def test_the_systems_that_are_judged_and_what_sites_owe(bakeoff):
    rows = [f"system{n},{site},{kind},human-assessment,\n" for n, (site, kind) in enumerate(
        [("A", "primary"), ("A", "contrast"), ("B", "primary"), ("C", "primary")], start=1)]  # fmt: skip
    Path("entrants.csv").write_text(ENTRANTS + "".join(rows), encoding="utf-8")
    Path("book.toml").write_text(
        _without_subsets((ROOT / "src/bakeoff/rulebook/library/openmt2012.toml").read_text(encoding="utf-8")), "utf-8"
    )
    call = ("human", "design", "book.toml", "ranking", "--systems", 4, "--segments", 30, "--judges", "ann,bob",
            "-o", "plan.jsonl", "--site", "ann=A", "--site", "bob=B")  # fmt: skip
    assert "only consenting sites are judged" in bakeoff(*call).err
    outcome = bakeoff(*call, "--entrants", "entrants.csv", "--format", "json")
    assert "ranking: system2 is not judged: of type contrast, not primary." in outcome.err
    owed = outcome.json["ranking"]["owed"]
    screens = outcome.json["ranking"]["screens"]
    assert owed == [{"site": site, "owed": -(-screens // 2), "done": 0, "missing": -(-screens // 2), "unit": "screens"}
                    for site in "AB"]  # fmt: skip
    plan = [json.loads(line) for line in Path("plan.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {system for row in plan for system in row["systems"]} == {"system1", "system3", "system4"}
    assert not any("system1" in row["systems"] for row in plan if row["judge"] == "ann")
    assert not any("system3" in row["systems"] for row in plan if row["judge"] == "bob")
    assert "Shares of sites" in bakeoff(*call, "--entrants", "entrants.csv").out
    given = [{"screen_id": row["screen_id"], "answer": [1, 2]} for row in plan if row["judge"] == "ann"]
    Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    sites = ("--rules", "book.toml", "--site", "ann=A", "--site", "bob=B")
    collected = bakeoff("human", "collect", "plan.jsonl", "answers.jsonl", *sites, "-o", "judged.jsonl")
    assert f"ranking: A has done {len(given)} of {owed[0]['owed']} screens." in collected.err
    assert f"ranking: B has done 0 of {owed[0]['owed']} screens." in collected.err
    told = bakeoff("human", "analyse", "judged.jsonl", *sites, "--samples", 20, "--format", "json").json["owed"]
    assert [(each["site"], each["done"]) for each in told] == [("A", len(given)), ("B", 0)]
    assert bakeoff("human", "collect", "plan.jsonl", "answers.jsonl", "--site", "ann=A").code == 2


def _without_subsets(text):
    """The rulebook for texts that were made up: they have no subsets."""
    return text.replace('sample = { subsets = ["new-source"] }\n', "")


def test_the_best_of_the_evaluation_before_are_judged(bakeoff):
    Path("adequacy.csv").write_text("system,median\nsystem1,3\nsystem2,4\nsystem3,2\n", encoding="utf-8")
    call = ("human", "design", "iwslt2012", "olympics-dialog", "--systems", 3, "--segments", 420, "-o", "plan.jsonl")
    assert "only the best 1 are judged" in bakeoff(*call).err
    assert "system1 is not judged: not among the best 1 by median." in bakeoff(*call, "--scores", "adequacy.csv").err
    rows = map(json.loads, Path("plan.jsonl").read_text(encoding="utf-8").splitlines())
    assert {tuple(row["systems"]) for row in rows} == {("system2",)}


def test_judges_choose_only_where_they_may(bakeoff):
    call = ("human", "design", "wmt2008", "ranking", *TEXTS, "--judges", "ann,bob", "--language-pair", "de-en")
    chosen = bakeoff(*call, "--choose", "ann=de-en", "--format", "json")
    assert chosen.code == 0, chosen.err
    assert "xx" in bakeoff(*call, "--choose", "ann=xx").err
    assert "zoe" in bakeoff(*call, "--choose", "zoe=de-en").err
    refused = bakeoff("human", "design", "iwslt2005", "fluency", *TEXTS, "--choose", "judge1=de-en",
                      "--language-pair", "de-en")  # fmt: skip
    assert "in which judges choose what they judge, found fluency" in refused.err


def test_a_tournament_is_seeded_by_the_metric_of_its_rulebook(bakeoff):
    call = ("tournament", "--rules", "iwslt2012", "--evaluation", "ted-slt")
    runs = ("--run", EXAMPLES / "runs" / "aster.xml", "--run", EXAMPLES / "runs" / "basalt.xml",
            "-r", EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml")  # fmt: skip
    outcome = bakeoff(*call, *runs)
    assert outcome.code == 0, outcome.err
    scores = bakeoff("score", EXAMPLES / "runs" / "aster.xml", EXAMPLES / "runs" / "basalt.xml", "-r",
                     EXAMPLES / "references.xml", "-s", EXAMPLES / "source.xml", "--format", "csv")  # fmt: skip
    rows = {row["system"]: float(row["bleu"]) for row in csv.DictReader(io.StringIO(scores.out))}
    told = ", ".join(f"{system} {score:.2f}" for system, score in rows.items())
    assert f"Seeds by bleu: {told}." in outcome.err
    best = max(rows, key=rows.get)
    assert outcome.out.splitlines()[2].split()[1:] == [best, "1"]
    # A file of scores is read by the metric's column, and its direction is known.
    Path("two.csv").write_text("system,ter,bleu\na,30,20\nb,40,25\n", encoding="utf-8")
    assert bakeoff(*call, "--seeds", "two.csv").out.splitlines()[2].split()[1:] == ["b", "1"]
    text = (ROOT / "src/bakeoff/rulebook/library/iwslt2012.toml").read_text(encoding="utf-8")
    Path("ter.toml").write_text(text.replace('seeded_by = "bleu"', 'seeded_by = "ter"'), encoding="utf-8")
    by_ter = bakeoff("tournament", "--rules", "ter.toml", "--evaluation", "ted-slt", "--seeds", "two.csv")
    assert by_ter.out.splitlines()[2].split()[1:] == ["a", "1"]
    assert bakeoff("tournament", "dskoc", *runs).code == 2


def test_answers_count_for_identical_outputs_where_the_rulebook_says_so(bakeoff):
    row = {"judgment_id": "1", "protocol": "ranking", "judge": "ann", "segment_id": "1", "systems": ["aster", "basalt"],
           "answer": [1, 2]}  # fmt: skip
    Path("one.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    run = ("--run", EXAMPLES / "runs" / "aster.xml")
    assert (
        "does not let answers hold for identical ones"
        in bakeoff("human", "analyse", "one.jsonl", "--rules", "wmt2008", "--evaluation", "ranking", *run).err
    )


def test_plans_and_simulated_judgments_say_their_seed(bakeoff):
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


def test_a_plan_is_counted(bakeoff):
    call = ("human", "design", "wmt2008", "ranking", "--systems", 8, "--segments", 300, "--judges", "ann,bob")
    found = bakeoff(*call, "--hide", "ann=system1", "--screens", 100, "--format", "json").json["ranking"]
    assert (found["screens"], found["own"], found["doubled"]) == (200, 0, 0)
    assert found["lacking"] >= 300 - (200 - found["controls"]["repeat"])
    assert found["again_after"] >= 10
    assert abs(found["common"] - 0.4) < 0.05


def test_unknown_names_in_a_plan_are_refused(bakeoff):
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


def test_a_plan_goes_on_from_what_was_judged(bakeoff):
    call = ("human", "design", "iwslt2005", "fluency", "--systems", 4, "--segments", 40)
    assert bakeoff(*call, "--screens", 10, "-o", "first.jsonl").code == 0
    rows = [json.loads(line) for line in Path("first.jsonl").read_text(encoding="utf-8").splitlines()]
    answered = [row | {"answer": [2] * len(row["systems"])} for row in rows[:20]]
    Path("judged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answered), encoding="utf-8")
    outcome = bakeoff(*call, "--judged", "judged.jsonl", "-o", "second.jsonl", "--format", "json")
    assert outcome.json["fluency"]["lacking"] == 0
    assert outcome.json["fluency"]["doubled"] == 0
    later = [json.loads(line) for line in Path("second.jsonl").read_text(encoding="utf-8").splitlines()]
    assert not {row["screen_id"] for row in later} & {row["screen_id"] for row in answered}
    assert len(later) + 20 == outcome.json["fluency"]["screens"]
