"""`bakeoff stats` of archives: parallel and monolingual training data."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FILES = {
    "corpus/train.de": b"das ist ein Haus\ndas Haus\n",
    "corpus/train.en": b"this is a house\nthe house\n",
    "corpus/mono.en.gz": gzip.compress(b"a house\n"),
    "corpus/dev.xml": b'<mteval><srcset setid="t" srclang="German"><doc docid="d" genre="nw"><seg id="1">ein Tag</seg>'
    b"</doc></srcset></mteval>",
    "corpus/README": b"About the corpus.\n",
    "corpus/model.bin": b"\0\1\2",
    "corpus/broken.xml": b"<mteval><tstset>",
}


def zipped(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tarred(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return data.getvalue()


@pytest.mark.parametrize(("name", "pack"), [("corpus.zip", zipped), ("corpus.tgz", tarred), ("corpus.tar.gz", tarred)])
def test_every_text_of_an_archive_has_a_row(
    name: str, pack: Callable[[dict[str, bytes]], bytes], bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(pack(FILES))
    outcome = bakeoff("stats", path, "--format", "json")
    assert [(each["text"], each["segments"], each["tokens"], each["vocabulary"]) for each in outcome.json] == [
        (f"{path} (corpus/train.de)", 2, 6, 4),
        (f"{path} (corpus/train.en)", 2, 6, 5),
        (f"{path} (corpus/mono.en.gz)", 1, 2, 2),
        (f"{path} (corpus/dev.xml)", 1, 2, 2),
    ]
    assert outcome.err.splitlines()[0] == f"{path} (corpus/model.bin) is no text and does not count."
    assert outcome.err.splitlines()[1].startswith(f"{path} (corpus/broken.xml) does not count: expected ")


def test_words_of_an_archive_are_known(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "corpus.zip").write_bytes(zipped({"train.de": FILES["corpus/train.de"]}))
    (tmp_path / "test.de").write_text("das alte Haus\n", encoding="utf-8")
    (found,) = bakeoff("stats", tmp_path / "test.de", "--train", tmp_path / "corpus.zip", "--format", "json").json
    assert (found["unknown_words"], found["unknown_tokens"]) == (1, 1)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"../a.txt": b"one\n"}, "corpus.zip (../a.txt): expected"),
        ({"a.txt": b"word " * 1_000_000}, "corpus.zip (a.txt): expected"),
        ({"inner.zip": b"PK\x05\x06" + b"\0" * 18}, "corpus.zip (inner.zip): expected"),
        (
            {"model.bin": b"\0"},
            "corpus.zip: expected an archive with texts, found no text that can be read. Pack texts",
        ),
        ({}, "corpus.zip"),
    ],
)
def test_hostile_and_useless_archives_are_refused(
    files: dict[str, bytes], message: str, bakeoff: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "corpus.zip").write_bytes(zipped(files))
    outcome = bakeoff("stats", tmp_path / "corpus.zip")
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
