"""The documentation is in step with the code, and its examples run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields, replace
from functools import cache
from importlib.metadata import entry_points
from inspect import isfunction
from itertools import product
from pathlib import Path
from pkgutil import walk_packages

import pytest

from bakeoff import statistics
from bakeoff.cli.commands import COMMANDS
from bakeoff.cli.main import load_command, main
from bakeoff.data import TextSet
from bakeoff.formats import SPEECH_FORMATS, formats
from bakeoff.formats.judgments import judgment_formats
from bakeoff.human_eval import analyses, quality
from bakeoff.human_eval.protocols.registry import protocol_names
from bakeoff.metrics import metric_types
from tests.conftest import ROOT

DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / "reference" / name).read_text(encoding="utf-8")


ADDED = {entry.name: entry for entry in entry_points(group="bakeoff.commands")}
"""Commands that join by an entry point, those of the site."""


@pytest.mark.parametrize("name", [*COMMANDS, *ADDED])
def test_every_command_and_option_is_documented(name: str) -> None:
    text = page("commands.md")
    section = text.split(f"## bakeoff {name}\n")[1].split("\n## ")[0]
    command = load_command(name) if name in COMMANDS else ADDED[name].load()
    for each in [command, *getattr(command, "commands", {}).values()]:
        assert each.name in section
        for parameter in each.params:
            is_shown = parameter.param_type_name == "option" and not parameter.hidden
            for option in parameter.opts if is_shown else []:
                assert f"`{option}" in section, (each.name, option)


def test_every_metric_and_option_is_documented() -> None:
    text = page("metrics.md")
    for name, metric in metric_types().items():
        assert f"`{name}`" in text, name
        assert metric.title, name
        row = next(line for line in text.splitlines() if line.startswith("| `") and f"`{name}`" in line)
        assert metric.title in row, name
        for option in fields(metric):
            assert f"`{option.name}=" in text, (name, option.name)


def test_every_statistic_is_documented() -> None:
    text = page("statistics.md")
    functions = [name for name in statistics.__all__ if isfunction(getattr(statistics, name))]
    assert len(functions) > 30
    for name in functions:
        assert re.search(rf"`{name}[(`]", text), name


def test_every_format_is_documented() -> None:
    text = page("formats.md")
    for name in [*formats(), *SPEECH_FORMATS, *judgment_formats()]:
        assert f"`{name}`" in text, name


def test_every_analysis_of_judgments_is_documented() -> None:
    text = page("human-evaluation.md")
    modules = [each.name.rpartition(".")[2] for each in walk_packages(analyses.__path__, f"{analyses.__name__}.")]
    assert len(modules) > 20
    for name in modules:
        assert re.search(rf"`(?:\w+\.)*{name}[.`]", text), name


def test_every_protocol_is_documented() -> None:
    text = page("human-evaluation.md")
    for name in protocol_names():
        assert f"| `{name}` |" in text, name


def test_every_rule_about_judges_is_documented() -> None:
    text = page("human-evaluation.md")
    for name in quality.__all__:
        assert f"`{name}" in text or name in ("QualityRule", "Reason"), name


def test_every_page_is_in_the_menu_and_every_entry_is_a_page() -> None:
    menu = set(re.findall(r"[\w/.-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert menu == {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}


def test_links_between_pages_lead_somewhere() -> None:
    for path in [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), (path.name, target)


def python_blocks() -> list[tuple[str, str]]:
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
    return [
        (str(path.relative_to(ROOT)), block)
        for path in pages
        for block in re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    ]


@pytest.mark.parametrize(("name", "block"), python_blocks())
def test_python_examples_run(name: str, block: str) -> None:
    subprocess.run([sys.executable, "-c", block], check=True, capture_output=True, text=True)


OF_THE_SITE = (
    "bakeoff backup",
    "bakeoff restore",
    "bakeoff serve",
    "bakeoff worker",
    "bakeoff submit",
    "bakeoff simulate --server",
)
"""Commands that do not end by themselves or need a server; tests of the site run them."""


def shell_lines(*, with_tutorials: bool = True) -> list[str]:
    pages = [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), ROOT / "examples" / "README.md"]
    if not with_tutorials:  # their commands build on one another: test_tutorials.py runs them in order
        pages = [page for page in pages if page.parent != DOCS / "tutorials"]
    blocks = [b for p in pages for b in re.findall(r"```sh\n(.*?)```", p.read_text(encoding="utf-8"), re.DOTALL)]
    lines = {line.split("  #")[0].strip() for b in blocks for line in b.splitlines()}
    return sorted(line for line in lines if line.startswith("bakeoff ") or "| bakeoff " in line)


FILES = {
    "system.txt": "runs/aster.xml",
    "a.txt": "runs/basalt.xml",
    "b.txt": "runs/cedar.xml",
    "output.txt": "runs/dune.xml",
}


SCORE_FILES = {
    "BLEU-refA.seg.score": "A\t20\nA\t30\nB\t10\nB\t40\n",
    "en-de.mqm.seg.score": "A\t-5\nA\tNone\nB\t-9\nB\t0\n",
    "chrF.sys.score": "".join(
        f"chrF\t{pair}\tnewstest2020\tnewstest2020\t{system}\t{score}\n"
        for pair in ("zh-en", "de-en")
        for system, score in (("aster", 0.6), ("basalt", 0.5), ("cedar", 0.3), ("dune", 0.4), ("ember", 0.1))
    ),
    "asr.nbest": "u1 ||| a x c ||| lm: -1 ||| -1\nu1 ||| a b c ||| lm: -2 ||| -2\nu2 ||| d ||| lm: -1 ||| -1\n",
    "asr.trn": "a b c (u1)\nd e (u2)\n",
    "asr.txt": "a b c\nd e\n",
    "asr.plf": "((('a', -1, 1),), (('b', -2, 1), ('x', -1, 1),), (('c', 0, 1),),)\n((('d', 0, 1),),)\n",
    "instances.log": '{"index": 0, "delays": [900, 2000], "source_length": 2000, "reference": "a b"}\n'
    '{"index": 1, "delays": [500], "source_length": 1000, "reference": "c"}\n',
    "recordings.log": '{"index": "talk", "prediction": "a b c", "delays": [9, 1100, 1900], "source_length": 3000}\n',
    "segments.stm": "talk 1 speaker 0.00 1.20 a b\ntalk 1 speaker 1.50 3.00 c d e\n",
    "reference.stm": "talk 1 ann 0 2 the cat sat on the mat\ntalk 1 bob 2 4 its a colour\n",
    "a.ctm": "talk 1 0.1 0.2 the\ntalk 1 0.5 0.2 cat\ntalk 1 0.8 0.2 sat\ntalk 1 2.2 0.2 it's\n",
    "b.ctm": "talk 1 0.5 0.2 cat\ntalk 1 0.8 0.2 sat\ntalk 1 2.2 0.2 it's\ntalk 1 3 0.2 a\n",
    "c.ctm": "talk 1 0.5 0.2 cat\ntalk 1 2.2 0.2 it's\n",
    "round1.tsv": "segment\told\tnew\twho\twhy\ntalk:1:2.00\tits\tit's\tNN\tapostrophe\n",
    "round2.tsv": "segment\told\tnew\twho\twhy\ntalk:1:0.00\ton the mat\t\tNN\tnot said\n",
    "chrf.tsv": "system\tchrf\naster\t70\nbasalt\t66\ncedar\t61\ndune\t55\nember\t48\n",
    "adequacy.tsv": "system\tscore\naster\t3.9\nbasalt\t3.4\ncedar\t3.5\ndune\t2.8\nember\t2.1\n",
    "all-adequacy.tsv": "system\tscore\naster\t3.9\nbasalt\t3.4\ncedar\t3.5\nhuman\t4\n",
    "segments.tsv": "system\tdocument\tsegment\tchrf\naster\td\t1\t70\naster\td\t2\t60\nbasalt\td\t1\t40\n",
    "tagged.txt": "the|DT cat|NN sat|VBD .|.\n",
    "tagged-reference.txt": "a|DT dog|NN was|VBD there|RB .|.\n",
    "tags.txt": "DT NN VBD .\n",
    "reference-tags.txt": "DT NN VBD RB .\n",
    "table.tsv": "system\tter\tcomet\naster\t7\t.9\nbasalt\t6\t.8\ncedar\t6\t.7\ndune\t5\t.5\nember\t4\t.1\n",
    "seeds.csv": "system,score\naster,34.1\nbasalt,32.0\ncedar,31.5\ndune,29.9\nember,27.2\n",
    "others.csv": "system,score\nfjord,33.0\ngrove,30.0\n",
    "matches.csv": "a,b,a_wins,b_wins,segments,a_judgments,b_judgments\nember,dune,120,181,400,401,548\n"
    "cedar,basalt,150,150,400,461,475\n",
    "last-year.csv": "a,b,a_wins,b_wins\naster,dune,200,100\n",
    "percentages.csv": "a,b,a_wins,b_wins\nHIT,POSTECH,47.75,6.25\n",
    "labels.tsv": "type\tpair\tline\tA\tB\n"
    "adequacy\tcs-en\t1\tN\tO\nadequacy\tcs-en\t2\tS\tS\nfluency\tcs-en\t1\tF\tF\n",
    "rankings.csv": "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\n"
    "cs,en,1,ann,a,b,1,2\ncs,en,1,ann,a,b,1,2\n",
    "words.txt": "das haus ||| the house\ndas buch ||| the book\nein buch ||| a book\n",
    "gold.links": "0-0 1-1\n0-0 1?1\n0-0 1-1\n",
    "aligner.links": "0-0 1-1\n0-0\n0-1 1-1\n",
    "judgments.tsv": "system\tsegment\tscore\naster\t1\t4\naster\t2\t3\nbasalt\t1\t3\n",
}


def segment_scores() -> str:
    """A score for every segment of every run of the example campaign."""
    from tests.evaluation.example_campaign import RUNS

    keys = [
        (run.system, document.id, segment.id)
        for run in RUNS
        for document in run.documents
        for segment in document.segments
    ]
    rows = ["\t".join((*key, str(number % 7 / 7))) for number, key in enumerate(keys)]
    return "\n".join(["system\tdocument\tsegment\tscore", *rows, ""])


@pytest.fixture(scope="module")
def documented_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of the names that the documentation uses, made from the example campaign."""
    from bakeoff.formats import read, write
    from bakeoff.formats.text.text_file import TextFile

    tmp_path, examples = tmp_path_factory.mktemp("documented"), ROOT / "examples"
    (tmp_path / "examples").symlink_to(examples)
    (tmp_path / "runs").symlink_to(examples / "runs")
    for name in ("source.xml", "references.xml"):
        (tmp_path / name).symlink_to(examples / name)
    references = read(str(examples / "references.xml")).sets
    texts = {name: read(str(examples / source)).sets[0] for name, source in FILES.items()}
    texts |= {"reference.txt": references[0], "ref1.txt": references[0], "ref2.txt": references[1]}
    texts |= {"test.de.txt": read(str(examples / "source.xml")).sets[0]}
    texts |= {"train.de.gz": texts["test.de.txt"]}
    for name, content in (SCORE_FILES | {"comet.tsv": segment_scores(), "kept.tsv": segment_scores()}).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for name, text in texts.items():
        write(TextFile((text,), "plain-text"), str(tmp_path / name), format="plain-text")
    write_packages(tmp_path)
    write_answers_of_people(tmp_path)
    write_edit_files(tmp_path)
    write_metrics_task(tmp_path / "wmt23")
    write_test_set(tmp_path / "sacrebleu", texts["test.de.txt"], references[0])
    for folder in (".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def write_metrics_task(folder: Path) -> None:
    """A metrics task as mt-metrics-eval lays it out: three systems, four segments of two domains."""
    texts = {
        "A": ["a b c", "d e f", "g h i", "j k l"],
        "B": ["a b", "d e x", "g h i", "j l"],
        "C": ["x", "f e d", "g", "y"],
    }
    scores = {
        "human-scores/en-de.mqm.seg.score": (-1, 0, -2, -1, -4, -5, -1, -2, -9, -12, -7, -25),
        "human-scores/en-de.da-sqm.seg.score": (90, 95, 80, 84, 70, 75, 88, 71, 30, 20, 44, 5),
        "metric-scores/en-de/COMET-refA.seg.score": (0.9, 0.8, 0.9, 0.7, 0.6, 0.7, 0.8, 0.5, 0.3, 0.5, 0.4, 0.2),
        "metric-scores/en-de/BLEURT-refA.seg.score": (0.8, 0.9, 0.9, 0.6, 0.7, 0.5, 0.9, 0.6, 0.2, 0.6, 0.3, 0.1),
    }
    files = {
        name: "".join(f"{system}\t{score}\n" for system, score in zip("AAAABBBBCCCC", values, strict=True))
        for name, values in scores.items()
    }
    files |= {f"system-outputs/en-de/{system}.txt": "\n".join([*lines, ""]) for system, lines in texts.items()}
    files |= {"references/en-de.refA.txt": "a b c\nd e f\ng h i\nj k l\n", "sources/en-de.txt": "1\n2\n3\n4\n"}
    files |= {"documents/en-de.docs": "news\td1\nnews\td1\nchat\td2\nchat\td2\n"}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def write_test_set(cache: Path, source: TextSet, reference: TextSet) -> None:
    """The example campaign as WMT14 German to English in a cache of sacreBLEU, as a download leaves it."""
    from sacrebleu.dataset import DATASETS

    dataset, raw = DATASETS["wmt14"], cache / "wmt14" / "raw"
    for path, text in zip(dataset.langpairs["de-en"], (source, reference), strict=True):
        lines = [f'<doc docid="{document.id}" genre="news" origlang="de">' for document in text.documents[:1]]
        lines += [f'<seg id="{n}">{each.text}</seg>' for n, each in enumerate(text.segments, start=1)]
        (raw / path).parent.mkdir(parents=True, exist_ok=True)
        (raw / path).write_text("\n".join([*lines, "</doc>", ""]), encoding="utf-8")
    for url in dataset.data:
        (raw / dataset._get_tarball_filename(url)).write_bytes(b"unpacked already")


@pytest.fixture
def workplace(documented_files: Path, tmp_path: Path) -> Path:
    """These files in a folder that a command may write into."""
    return Path(shutil.copytree(documented_files, tmp_path / "workplace", symlinks=True))


def write_answers_of_people(folder: Path) -> None:
    """The judgments that the pages about people analyse, and a plan with its answers."""
    for name, text in answers_of_people().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@cache
def answers_of_people() -> dict[str, str]:
    """Simulated judgments and a plan, by the names of their files."""

    import numpy as np

    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.judgments.interchange import lines_of
    from bakeoff.human_eval import deal_out, design_evaluation, imagined_texts, planned_judgments
    from bakeoff.human_eval.protocols.registry import find_protocol
    from bakeoff.rulebook import read_rulebook
    from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
    from bakeoff.simulation.post_editors import simulate_post_editing

    asked, world, found = Asking(segments=40, judgments=2, repeats=0.1), World(systems=5, frauds=1), {}
    protocols = {"judgments": "ranking", "pilot": "ranking", "direct": "direct", "fluency-answers": "fluency"}
    for name, protocol in (protocols | {"pairs": "pairwise"}).items():
        simulated = simulate_evaluation(find_protocol(protocol), world, asked, rng=np.random.default_rng(1))
        found[f"{name}.jsonl"] = "".join(lines_of(simulated.judgments))
    edited = simulate_post_editing(
        World(systems=4, judges=4), Asking(segments=40), earlier=True, rng=np.random.default_rng(1)
    )
    found["post-edits.jsonl"] = "".join(lines_of(edited.judgments))
    texts = {"reference": edited.texts.references[0], **dict(zip(edited.texts.systems, edited.texts.runs, strict=True))}
    texts["source"] = edited.texts.source or ()
    texts["earlier.edited"] = tuple(each.answer["text"] for each in edited.earlier)
    found |= {f"texts/{name}.txt": "".join(f"{line}\n" for line in lines) for name, lines in texts.items()}
    for number, system in enumerate(("aster", "basalt", "cedar", "dune", "ember"), start=1):
        found["pairs.jsonl"] = found["pairs.jsonl"].replace(f'"system{number}"', f'"{system}"')
    known = Judgment(
        id="1", protocol="pairwise", judge="x", segment="7", systems=("system1", "system2"), answer="first"
    )
    found["gold.jsonl"] = "".join(lines_of(replace(known, id=str(n), segment=str(n)) for n in range(1, 31)))
    rules = {"fluency": read_rulebook("iwslt2005").human["fluency"]}
    designs = {"fluency": design_evaluation(rules["fluency"], [imagined_texts(2, 5)])}
    plan = planned_judgments(deal_out(designs, rules, ["ann", "bob", "cid"]), designs)
    found["plan.jsonl"] = "".join(lines_of(plan))
    found["round1-answers.jsonl"] = "".join(lines_of(replace(each, answer=[2, 3, 4]) for each in plan[:4]))
    for judge in ("ann", "bob", "cid"):
        rows = [{"screen_id": each.screen, "answer": [2, 3, 4]} for each in plan if each.judge == judge]
        found[f"answers/{judge}.jsonl"] = "".join(json.dumps(row) + "\n" for row in rows)
    rules = {"all-english": read_rulebook("wmt2008").human["all-english"]}
    directions = [imagined_texts(2, 20, language_pair=pair) for pair in ("de-en", "fr-en")]
    designs = {"all-english": design_evaluation(rules["all-english"], directions)}
    plan = planned_judgments(deal_out(designs, rules, ["ann", "bob"]), designs)
    found["all-english.jsonl"] = "".join(lines_of(replace(each, answer=[1, 2, 3, 4]) for each in plan))
    return found


def write_edit_files(folder: Path) -> None:
    """The files that translators got and sent back, and the plan that they are of."""
    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit
    from bakeoff.formats.exchange.files import write_bilingual
    from bakeoff.formats.judgments.interchange import lines_of

    units = tuple(BilingualUnit(id=f"u{number}", source="Tea.", target="Tee.") for number in (1, 2))
    for place, judge in product(("sent", "edited"), ("ann", "bob")):
        (folder / place).mkdir(exist_ok=True)
        write_bilingual(BilingualFile(units=units), folder / place / f"{judge}.xlf", "xliff-2.1")
    write_bilingual(BilingualFile(units=units), folder / "edited.xlf", "xliff-2.1")
    plan = [
        Judgment(id=f"{judge}{n}", protocol="post_editing", judge=judge, segment=str(n), systems=(system,), answer=None)
        for judge, systems in (("ann", "ab"), ("bob", "ba"))
        for n, system in enumerate(systems)
    ]
    (folder / "post-edit-plan.jsonl").write_text("".join(lines_of(plan)), encoding="utf-8")


def write_packages(folder: Path) -> None:
    """The packages that the pages about submissions check: two versions, the first also as a folder."""
    from bakeoff.formats import read_source, write
    from bakeoff.formats.text.conversion import with_labels
    from bakeoff.formats.text.text_file import TextFile
    from bakeoff.rulebook import read_rulebook
    from bakeoff.submissions.archives.writer import write_archive
    from tests.submissions.package_files import build, source_text

    rulebook = read_rulebook("openmt2012")
    source = source_text(rulebook, "ara2eng", "current")
    write(TextFile((source,), "nist-xml"), folder / "openmt12-source.xml")
    example = with_labels(
        read_source(ROOT / "examples" / "source.xml"), test_set="openmt12-ara2eng", source_language="Arabic"
    )
    write(TextFile((example,), "nist-xml"), folder / "openmt12-ara2eng.xml")
    for version, systems in enumerate([["primary", "contrast1"], ["contrast2"]], start=1):
        package = build(rulebook, "eval", systems=[(name, "cn") for name in systems], version=version).package
        write_archive(package.contents(folder).files, folder / package.name, "tgz")
        for name, data in package.files.items() if version == 1 else []:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)


@pytest.mark.parametrize("line", [line for line in shell_lines() if line.startswith(OF_THE_SITE)])
def test_calls_of_the_site_in_the_documentation_are_right(line: str) -> None:
    _, name, *arguments = shlex.split(line)
    command = load_command(name) if name in COMMANDS else ADDED[name].load()
    assert command.make_context(name, arguments).params


def expanded(word: str) -> list[str]:
    """The files that a pattern matches, as a shell gives them."""
    return sorted(map(str, Path().glob(word))) or [word] if "*" in word else [word]


@pytest.mark.parametrize(
    "line", [line for line in shell_lines(with_tutorials=False) if not line.startswith(OF_THE_SITE)]
)
def test_commands_in_the_documentation_run(
    line: str, workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if any(sign in line for sign in "|<>$;&") or " -t " in line:
        command = line.replace("bakeoff ", f"{sys.executable} -m bakeoff ", 1)
        result = subprocess.run(
            ["bash", "-c", command],
            cwd=workplace,
            env={**os.environ, "HOME": str(workplace), "SACREBLEU": str(workplace / "sacrebleu")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stderr
        return
    monkeypatch.chdir(workplace)
    words = shlex.split(line)[1:]  # in this process: to start the program takes longer than most commands
    code: object = 0
    try:
        main([each for word in words for each in expanded(word)])
    except SystemExit as stop:
        code = stop.code or 0
    assert code == 0, capsys.readouterr().err
