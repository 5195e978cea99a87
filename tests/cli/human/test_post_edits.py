"""`bakeoff simulate post_editing` and `bakeoff human analyse` of post-edits: tables 6 to 9 of I16 offline."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.formats.exchange.files import read_bilingual, write_bilingual

SYSTEMS = ("system1", "system2", "system3")
QUICK = ("--trials", 200, "--samples", 50)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("edits")


@pytest.fixture
def edits(folder: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Made once: 30 segments edited by three translators, and a system with earlier post-edits."""
    monkeypatch.chdir(folder)
    if not Path("edits.jsonl").exists():
        call = ("simulate", "post_editing", "--systems", 3, "--judges", 3, "--segments", 30, "--spread", 2)
        made = bakeoff(*call, "--earlier", "--texts", "texts", "-o", "edits.jsonl")
        assert made.code == 0
        assert "90 judgments by 3 judges." in made.err


def given() -> list[str]:
    runs = [part for name in (*SYSTEMS, "earlier") for part in ("--run", f"texts/{name}.txt")]
    return [*runs, "-r", "texts/reference.txt", "--earlier", "texts/earlier.txt", "texts/earlier.edited.txt"]


@pytest.mark.usefixtures("edits")
def test_json_has_systems_translators_and_rank_correlations(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("human", "analyse", "edits.jsonl", *given(), *QUICK, "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    result = outcome.json
    assert result["signature"].startswith("ter@tercom|version:0.7.25|case:yes|normalize:yes")
    [group] = result["groups"]
    assert (group["segments"], group["test_set_segments"], group["post_edits"]) == (30, 30, [4, 4])
    assert {each["system"] for each in group["systems"]} == {*SYSTEMS, "earlier"}
    assert [each["system"] for each in group["systems"] if each["earlier"]] == ["earlier"]
    scores = [each["mter"]["value"] for each in group["systems"]]
    assert scores == sorted(scores)
    assert [each["segments"] for each in group["translators"]] == [30, 30, 30]
    assert {*group["rank_correlations"]} == {"hter", "ter", "test_set_ter"}


@pytest.mark.usefixtures("edits")
def test_tables_for_people_and_one_for_programs(bakeoff: Callable[..., Any]) -> None:
    text = bakeoff("human", "analyse", "edits.jsonl", *given(), *QUICK).out
    for title in ("Systems by their post-edits: xx-yy, simulated", "Translators: ", "Kinds of edits: ", "Effort: "):
        assert title in text
    assert "earlier (earlier post-edits)" in text
    assert "rank correlation" in text
    assert "Signature: ter@tercom" in text
    table = bakeoff("human", "analyse", "edits.jsonl", *QUICK, "--format", "tsv", "--table", "pauses").out
    assert table.splitlines()[0].split("\t")[:2] == ["edited", "milliseconds or more"]
    without = bakeoff("human", "analyse", "edits.jsonl", *QUICK, "--table", "systems").out
    assert "TER of the test set" not in without


@pytest.mark.usefixtures("edits")
def test_another_edit_rate_and_fewer_translators(bakeoff: Callable[..., Any]) -> None:
    call = ("human", "analyse", "edits.jsonl", *QUICK, "--format", "json")
    found = bakeoff(*call, "--metric", "ter@sacrebleu", "--exclude-judges", "judge1").json
    assert found["signature"].startswith("ter@sacrebleu")
    assert [each["judge"] for each in found["groups"][0]["translators"]] == ["judge2", "judge3"]


@pytest.mark.usefixtures("edits")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--score", "mean"), "--score says nothing about post-edits"),
        (("--metric", "bleu"), "bleu is no edit rate"),
        (("--table", "matrix"), "expected tables of post-edits"),
        (("--format", "csv", "--table", "systems", "--table", "edits"), "one table where the format holds one"),
    ],
)
def test_what_says_nothing_about_post_edits_is_refused(
    options: tuple[str, ...], message: str, bakeoff: Callable[..., Any]
) -> None:
    outcome = bakeoff("human", "analyse", "edits.jsonl", *QUICK, *options)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.usefixtures("edits")
def test_options_of_post_edits_say_nothing_about_other_judgments(bakeoff: Callable[..., Any]) -> None:
    bakeoff("simulate", "direct", "--segments", 10, "-o", "direct.jsonl")
    assert "--metric says nothing about these judgments" in bakeoff(
        "human", "analyse", "direct.jsonl", "--metric", "ter").err  # fmt: skip
    assert "expected tables of these judgments" in bakeoff("human", "analyse", "direct.jsonl", "--table", "edits").err
    assert "are for post_editing" in bakeoff("simulate", "direct", "--texts", "x").err
    assert "leave out --repeats" in bakeoff("simulate", "post_editing", "--repeats", 0.1).err
    assert "--texts DIR" in bakeoff("simulate", "post_editing", "--earlier").err


@pytest.fixture
def plan(edits: None, bakeoff: Callable[..., Any]) -> None:
    """A plan of the rulebook of I16 with files to edit; made once."""
    if not Path("plan.jsonl").exists():
        runs = [part for name in SYSTEMS for part in ("--run", f"texts/{name}.txt")]
        call = ("human", "design", "iwslt2016", "en-de", "-s", "texts/source.txt", *runs, "--judges", "ann,bob,cid")
        for format in ("xliff-1.2", "tmx", "bilingual-tsv", "xliff-2.1"):
            made = bakeoff(*call, "-o", "plan.jsonl", "--edit-files", f"files/{format}", "--edit-format", format)
            assert made.code == 0, made.err
            assert "Wrote 3 files to edit" in made.err


ENDINGS = {"xliff-2.1": ".xlf", "xliff-1.2": ".xlf", "tmx": ".tmx", "bilingual-tsv": ".tsv"}


@pytest.mark.usefixtures("plan")
@pytest.mark.parametrize("format", ENDINGS)
def test_from_a_plan_over_the_tools_of_translators_to_an_analysis(format: str, bakeoff: Callable[..., Any]) -> None:
    """Each translator puts a word in front of every output."""
    folder = Path("edited", format)
    folder.mkdir(parents=True)
    for judge in ("ann", "bob", "cid"):
        path = Path("files", format, f"{judge}{ENDINGS[format]}")
        assert not any(name in path.read_text(encoding="utf-8") for name in SYSTEMS)
        sent = read_bilingual(path)
        back = replace(sent, units=tuple(replace(unit, target=f"neu {unit.target}") for unit in sent.units))
        write_bilingual(back, folder / f"{judge}{ENDINGS[format]}", format)
    returned = sorted(map(str, folder.glob("*")))
    made = bakeoff("human", "collect", "plan.jsonl", *returned, "--sent", f"files/{format}", "-o", f"{format}.jsonl")
    assert made.code == 0, made.err
    segments = 17  # the first 56 % of one text of 30
    assert f"{3 * segments} answers; 0 screens are not answered yet." in made.err
    found = bakeoff("human", "analyse", f"{format}.jsonl", *QUICK, "--format", "json").json["groups"][0]
    assert [each["segments"] for each in found["translators"]] == [segments] * 3
    assert all(each["edits"]["insertions"] == segments == each["edits"]["edits"] for each in found["systems"])


@pytest.mark.usefixtures("plan")
def test_files_that_were_changed_are_refused_with_all_their_mistakes(bakeoff: Callable[..., Any]) -> None:
    text = Path("files/xliff-2.1/ann.xlf").read_text(encoding="utf-8")
    Path("ann.xlf").write_text(text.replace("<source>", "<source>changed ", 1).replace('id="u2"', 'id="u3"'), "utf-8")
    outcome = bakeoff("human", "collect", "plan.jsonl", "ann.xlf", "--sent", "files/xliff-2.1", "-o", "x.jsonl")
    assert outcome.code == 2
    for part in ("the source of u1 as it was sent", "u3 once", "a translation of u2"):
        assert part in outcome.err
    assert not Path("x.jsonl").exists()
    Path("stranger.xlf").write_text(text, "utf-8")
    strange = bakeoff("human", "collect", "plan.jsonl", "stranger.xlf", "--sent", "files/xliff-2.1")
    assert "a file that was sent under this name" in strange.err
    assert "--sent DIR" in bakeoff("human", "collect", "plan.jsonl", "ann.xlf", "--partial").err


@pytest.mark.usefixtures("plan")
def test_files_of_translators_become_each_other(bakeoff: Callable[..., Any]) -> None:
    before = read_bilingual("files/xliff-2.1/ann.xlf")
    for target, options in (("a.tmx", ()), ("a.tsv", ()), ("a.xlf", ("--to", "xliff-1.2"))):
        assert bakeoff("convert", "files/xliff-2.1/ann.xlf", target, *options).code == 0
        assert read_bilingual(target).units == before.units
    assert "does not say which" in bakeoff("convert", "a.tmx", "a.docx").err
    assert "is for texts" in bakeoff("convert", "a.tmx", "a.xlf", "--name", "x").err


@pytest.mark.usefixtures("edits")
def test_post_edits_become_references_for_other_systems(bakeoff: Callable[..., Any]) -> None:
    made = bakeoff("convert", "edits.jsonl", "references", "--to", "references")
    assert (made.code, made.err) == (0, "references holds judge1.tsv, judge2.tsv, judge3.tsv.\n")
    files = sorted(map(str, Path("references").glob("*.tsv")))
    scored = bakeoff("score", files[0], "-r", *files, "--metrics", "ter", "--spec", "raw", "--format", "json")
    assert scored.code == 0, scored.err
    assert scored.json["systems"][0]["scores"]["ter"]["value"] == 0.0
    assert "not as docx" in bakeoff("convert", "edits.jsonl", "x", "--to", "docx").err


@pytest.mark.usefixtures("edits")
def test_edits_are_counted_by_part_of_speech_where_texts_are_tagged(bakeoff: Callable[..., Any]) -> None:
    answers = (("1", "a|DT cat|NN", "a|DT dog|NN"), ("2", "red|JJ tea|NN", "tea|NN"))
    rows = [
        {
            "judgment_id": segment,
            "protocol": "post_editing",
            "judge": "ann",
            "segment_id": segment,
            "systems": ["s"],
            "answer": {"text": text, "original": original},
        }
        for segment, original, text in answers
    ]
    Path("tagged.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    call = ("human", "analyse", "tagged.jsonl", *QUICK, "--tags", "inline")
    found = bakeoff(*call, "--format", "json").json["groups"][0]["parts_of_speech"]
    assert [(each["tag"], each["words"], each["substituted"], each["deleted"]) for each in found] == [
        ("NN", 2, 1, 0),
        ("DT", 1, 0, 0),
        ("JJ", 1, 0, 1),
    ]
    assert "Edits by part of speech" in bakeoff(*call).out
    assert "expected language=CODE" in bakeoff(*call[:-1], "hanta,speed=3").err


@pytest.mark.usefixtures("edits")
def test_a_rulebook_says_how_post_edits_are_tested(bakeoff: Callable[..., Any]) -> None:
    text = (
        Path("edits.jsonl").read_text(encoding="utf-8").replace('"evaluation": "simulation"', '"evaluation": "en-de"')
    )
    Path("ruled.jsonl").write_text(text.replace('"language_pair": "xx-yy"', '"language_pair": "en-de"'), "utf-8")
    ruled = ("human", "analyse", "ruled.jsonl", "--rules", "iwslt2016", "--evaluation", "en-de", "--samples", 50)
    found = bakeoff(*ruled, "--format", "json").json
    assert (found["trials"], found["level"], found["correction"]) == (10000, 0.01, "none")  # section 6.2
    said = bakeoff(*ruled, *QUICK, "--level", 0.05, "--correct", "holm", "--unit", "document", "--format", "json").json
    assert (said["trials"], said["level"], said["correction"], said["unit"]) == (200, 0.05, "holm", "document")
