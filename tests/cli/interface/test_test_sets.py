"""Test sets of sacreBLEU: from its registry and its cache, never from the network."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import sacrebleu.dataset.base as their_base
import sacrebleu.utils as their_utils
from sacrebleu.dataset import DATASETS

from bakeoff.cli.interface.test_sets import known_test_sets, language_pairs, read_test_set
from bakeoff.errors import BakeoffError

SGM = """<{kind} setid="newstest" srclang="any"{target}>
<doc sysid="ref" docid="{first}" genre="news" origlang="en">
<p>
<seg id="1">{0}</seg>
<seg id="2">{1}</seg>
</p>
</doc>
<doc sysid="ref" docid="{second}" genre="news" origlang="de">
<seg id="1">{2}</seg>
</doc>
</{kind}>
"""
SOURCES = ("A cat sat.", "It rained.", "We went home.")
TARGETS = ("Eine Katze saß.", "Es regnete.", "Wir gingen heim.")
XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="newstest">
<doc origlang="de" id="d1" domain="news">
<src lang="de"><p><seg id="1">Eine Katze.</seg><seg id="2">Regen.</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">A cat.</seg><seg id="2">Rain.</seg></p></ref></doc>
<doc origlang="de" id="d2" domain="social"><src lang="de"><p><seg id="1">Heim.</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">Home.</seg></p></ref></doc>
</dataset>
"""


def put(cache: Path, name: str, pair: str, *contents: str) -> None:
    """Puts a test set into the cache as sacreBLEU leaves it after a download: archives, and what was in them."""
    dataset = DATASETS[name]
    raw = cache / name / "raw"
    for url in dataset.data:
        archive = raw / dataset._get_tarball_filename(url)
        archive.parent.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive, "w:gz") as tar:
            tar.addfile(tarfile.TarInfo("empty"), io.BytesIO())
    paths = dataset.langpairs[pair]
    paths = [paths["path"]] if isinstance(paths, dict) else paths
    for path, content in zip(paths, contents, strict=False):
        (raw / path).parent.mkdir(parents=True, exist_ok=True)
        (raw / path).write_text(content, encoding="utf-8")


def sgm(kind: str, texts: tuple[str, str, str], first: str = "doc1", second: str = "doc2") -> str:
    target = ' trglang="de"' if kind == "refset" else ""
    return SGM.format(*texts, kind=kind, target=target, first=first, second=second)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Path]:
    """sacreBLEU's cache with WMT14 en-de and WMT22 de-en, as far as a test needs them; the network fails the test."""
    cache = tmp_path / "cache"
    put(cache, "wmt14", "en-de", sgm("srcset", SOURCES), sgm("refset", TARGETS))
    put(cache, "wmt13", "en-de", sgm("srcset", SOURCES), sgm("refset", TARGETS))
    put(cache, "wmt22", "de-en", XML)
    moved = [
        mock.patch.object(dataset, attribute, str(cache / dataset.name / folder))
        for dataset in DATASETS.values()
        for attribute, folder in (("_outdir", ""), ("_rawdir", "raw"))
    ]
    with (
        mock.patch.object(their_utils, "SACREBLEU_DIR", str(cache)),
        mock.patch("urllib.request.urlopen", side_effect=AssertionError("the network was asked")),
    ):
        for each in moved:
            each.start()
        yield cache
        for each in moved:
            each.stop()


def test_references_source_documents_and_attributes_come_from_the_cache(cache: Path) -> None:
    found = read_test_set("wmt14", "en-de")
    assert [[segment.text for segment in each.segments] for each in found.references] == [list(TARGETS)]
    assert [segment.text for segment in found.source.segments] == list(SOURCES)
    assert [(each.id, dict(each.attributes)) for each in found.source.documents] == [
        ("doc1", {"origlang": "en", "genre": "news"}),
        ("doc2", {"origlang": "de", "genre": "news"}),
    ]
    assert (found.references[0].target_language, found.source.test_set) == ("de", "wmt14")


def test_test_sets_in_xml_say_domains(cache: Path) -> None:
    found = read_test_set("wmt22", "de-en")
    assert [segment.text for segment in found.references[0].segments] == ["A cat.", "Rain.", "Home."]
    assert [each.attributes["domain"] for each in found.source.documents] == ["news", "social"]


def test_test_sets_are_joined_as_sacrebleu_joins_them(cache: Path) -> None:
    found = read_test_set("wmt14,wmt13", "en-de")
    assert [segment.text for segment in found.references[0].segments] == [*TARGETS, *TARGETS]
    assert [each.id for each in found.source.documents] == ["wmt14/doc1", "wmt14/doc2", "wmt13/doc1", "wmt13/doc2"]


def test_runs_are_scored_on_a_test_set_by_document_language_and_language_pair(
    cache: Path, tmp_path: Path, bakeoff: Callable[..., Any]
) -> None:
    (tmp_path / "run.txt").write_text("Eine Katze saß.\nEs regnete.\nWir gingen nach Hause.\n", encoding="utf-8")
    call = ("score", "-t", "wmt14", "-l", "en-de", "-m", "wer", "meteor", "--by", "origlang", "-f", "json")
    outcome = bakeoff(*call, "-i", tmp_path / "run.txt")
    (system,) = outcome.json["systems"]
    assert outcome.json["target_language"] == "de"
    assert "|language:de|" in system["scores"]["meteor"]["signature"]
    assert {key: group["scores"]["wer"]["value"] for key, group in system["groups"].items()} == {
        "origlang=en": 0.0,
        "origlang=de": 50.0,
    }
    assert bakeoff(*call, tmp_path / "run.txt").json == outcome.json


def test_scores_are_those_that_sacrebleu_prints_for_the_test_set(cache: Path, tmp_path: Path) -> None:
    """Both programs, on the same cache; sacreBLEU finds its files there too and asks nobody."""
    run = tmp_path / "run.txt"
    run.write_text("Eine Katze saß da.\nEs regnete sehr.\nWir gingen nach Hause.\n", encoding="utf-8")
    variables = {"SACREBLEU": str(cache), "PATH": "/usr/bin:/bin", "NO_COLOR": "1"}
    named = ["-t", "wmt14", "-l", "en-de", "-b", "-w", "6"]
    theirs = subprocess.check_output(
        [sys.executable, "-m", "sacrebleu", *named, "-i", run, "-q"], env=variables, text=True
    )
    ours = [sys.executable, "-m", "bakeoff", "score", *named, "-m", "bleu@sacrebleu"]
    assert subprocess.check_output([*ours, "-i", run], env=variables, text=True) == theirs
    with run.open() as text:
        assert subprocess.check_output(ours, env=variables, text=True, stdin=text) == theirs


@pytest.mark.parametrize(
    ("name", "pair", "message"),
    [
        ("wmt99", "en-de", "-t wmt99: sacreBLEU knows no test set of that name. Did you mean wmt"),
        ("nothing-like-it", "en-de", "sacrebleu --list shows all."),
        ("wmt14", None, "-t wmt14: say which by -l; its language pairs are: "),
        ("wmt14", "en-xx", "-t wmt14: there is no en-xx; its language pairs are: "),
        (" , ", "en-de", "-t: name a test set of sacreBLEU, such as wmt20"),
    ],
)
def test_what_sacrebleu_does_not_know_is_refused(name: str, pair: str | None, message: str, cache: Path) -> None:
    with pytest.raises(BakeoffError) as caught:
        read_test_set(name, pair)
    assert message in str(caught.value)


@pytest.mark.parametrize(("name", "pair"), [("wmt15", "en-de"), ("wmt23", "en-de"), ("mtnt1.1/test", "en-fr")])
def test_what_the_cache_lacks_is_refused_with_the_call_that_fetches_it(name: str, pair: str, cache: Path) -> None:
    with pytest.raises(BakeoffError) as caught:
        read_test_set(name, pair)
    assert not (cache / name).exists()
    assert str(caught.value) == (
        f"-t {name} -l {pair} is not in sacreBLEU's cache ({cache}), and nothing is downloaded here. "
        f"Fetch it by: sacrebleu --download {name} -l {pair}"
    )


def test_a_damaged_cache_is_refused_with_a_remedy(cache: Path) -> None:
    """The archive is there, but not what was in it."""
    with pytest.raises(BakeoffError) as caught:
        read_test_set("wmt14", "de-en")
    message = str(caught.value)
    assert message.startswith("-t wmt14 -l de-en: sacreBLEU's cache could not be used ([Errno 2] No such file")
    assert message.endswith(
        f"Delete the folder {cache / 'wmt14'} and fetch it again: sacrebleu --download wmt14 -l de-en"
    )


def test_sacrebleu_can_download_again_afterwards(cache: Path) -> None:
    theirs = their_base.download_file
    with pytest.raises(BakeoffError):
        read_test_set("wmt15", "en-de")
    assert their_base.download_file is theirs


def test_without_sacrebleu_the_message_says_how_to_get_it(
    tmp_path: Path, bakeoff: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu.dataset", None)
    (tmp_path / "run.txt").write_text("a\n", encoding="utf-8")
    outcome = bakeoff("score", "-t", "wmt14", "-l", "en-de", "-i", tmp_path / "run.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert "not installed here: pip install sacrebleu" in outcome.err
    assert (known_test_sets(), language_pairs("wmt14")) == ((), ())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-r", "ref.txt", "run.txt"), "give -t or -r, not both"),
        (("-s", "source.txt", "run.txt"), "give -t or -s, not both"),
        (("ref.txt", "-i", "run.txt"), "-t gives the references, and -i names the runs: what is ref.txt?"),
        ((), "no run was named"),
    ],
)
def test_a_test_set_brings_source_and_references(
    arguments: tuple[str, ...], sentence: str, cache: Path, bakeoff: Callable[..., Any]
) -> None:
    outcome = bakeoff("score", "-t", "wmt14", "-l", "en-de", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert sentence in outcome.err


def test_names_and_pairs_are_offered() -> None:
    assert {"wmt14", "wmt22", "iwslt17"} <= set(known_test_sets())
    assert "en-de" in language_pairs("wmt14")
    assert language_pairs("nothing") == ()
