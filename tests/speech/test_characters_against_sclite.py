"""Characters in place of words against NIST's sclite."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import FormatError
from bakeoff.speech import ScoringRules, score_transcripts
from tests.speech.random_speech import random_recordings, random_text
from tests.speech.sclite import (
    Sclite,
    check_against,
    check_reports,
    sclite,
    scored_recordings,
    scored_transcripts,
    write_recordings,
    write_transcripts,
)
from tests.speech.speech_data import trn

__all__ = ["sclite"]

CHARACTERS = {
    "c": (["-c"], {"characters": "all"}),
    "NOASCII": (["-c", "NOASCII"], {"characters": "non-ascii"}),
    "DH": (["-c", "DH"], {"characters": "all", "drop_hyphens": True}),
    "NOASCII-DH": (["-c", "NOASCII", "DH"], {"characters": "non-ascii", "drop_hyphens": True}),
}
MIXED = (
    "a",
    "ab",
    "a-b",
    "é",
    "éa",
    "中文",
    "中",
    "文a",
    "A",
    "(éa)",
    "(中文)",
    "a-",
    "文a-",
    "-ab",
    "ab*",
    "中文;t",
    "@",
)


@pytest.mark.parametrize(("arguments", "options"), CHARACTERS.values(), ids=CHARACTERS)
def test_characters_against_sclite(
    arguments: list[str], options: dict[str, Any], sclite: Sclite, tmp_path: Path
) -> None:
    rng = random.Random(f"characters {arguments}")
    pairs = [tuple(" ".join(rng.choices(MIXED, k=rng.randint(0, 5))) for _ in range(2)) for _ in range(400)]
    write_transcripts(tmp_path, pairs)
    files = ("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id")
    sclite(*files, "-D", "-F", *arguments, "-e", "utf-8", reports=("all", "sgml"))
    scores = scored_transcripts(tmp_path, optional=True, fragments=True, **options)
    check_against((tmp_path / "out.sgml").read_text(encoding="utf-8"), scores)
    check_reports(scores, tmp_path, "out", "hyp.trn", ["sys", "raw", "pra"])


@pytest.mark.parametrize("optional", [False, True], ids=["", "D"])
@pytest.mark.parametrize(("arguments", "options"), CHARACTERS.values(), ids=CHARACTERS)
def test_characters_of_alternatives_against_sclite(
    arguments: list[str], options: dict[str, Any], optional: bool, sclite: Sclite, tmp_path: Path
) -> None:
    rng = random.Random(f"characters of alternatives {arguments}")
    rules = ScoringRules(sclite=True, optional=optional, fragments=optional, **options)
    texts = (random_text(rng, depth=3, longest=6, words=MIXED) for _ in range(1000))
    # On the others sclite never ends.
    ending = [text for text in texts if is_scored(text, rules)]
    pairs = list(zip(ending[::2], ending[1::2], strict=False))
    assert len(pairs) > 300
    write_transcripts(tmp_path, pairs)
    files = ("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id")
    sclite(*files, *(["-D", "-F"] if optional else []), *arguments, "-e", "utf-8", reports=("sgml", "prf"))
    scores = scored_transcripts(tmp_path, optional=optional, fragments=optional, **options)
    check_against((tmp_path / "out.sgml").read_text(encoding="utf-8"), scores)
    check_reports(scores, tmp_path, "out", "hyp.trn", ["prf", "sgml"], reference="ref.trn")


def is_scored(text: str, rules: ScoringRules) -> bool:
    try:
        score_transcripts(trn(f"{text} (s-1)"), trn("(s-1)"), rules=rules)
    except FormatError as error:
        return "on which sclite never ends" not in str(error)
    return True


def test_what_sclite_cannot_take_apart_is_scored_by_strict_rules_only() -> None:
    for text in ("{ (a) / (b) } c", "{ (ab) / x / (c) d }"):
        rules = ScoringRules(optional=True, characters="all")
        with pytest.raises(FormatError, match=r"expected what sclite can take apart into characters, found two alter"):
            score_transcripts(trn(f"{text} (s-1)"), trn("c (s-1)"), rules=replace(rules, sclite=True))
        assert score_transcripts(trn(f"{text} (s-1)"), trn("b c (s-1)"), rules=rules).total.segments == 1
    rules = ScoringRules(characters="all", drop_hyphens=True)
    with pytest.raises(FormatError, match=r"found a word of hyphens alone, on which sclite crashes"):
        score_transcripts(trn("a -- (s-1)"), trn("a (s-1)"), rules=replace(rules, sclite=True))
    assert score_transcripts(trn("a -- (s-1)"), trn("a (s-1)"), rules=rules).total.errors == 0


def test_an_at_sign_among_characters_is_no_word_for_sclite_only(sclite: Sclite, tmp_path: Path) -> None:
    write_transcripts(tmp_path, [("a@b - c", "ab c"), ("@a", "a")])
    sclite("-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "spu_id", "-c", "DH")
    scores = scored_transcripts(tmp_path, characters="all", drop_hyphens=True)
    check_against((tmp_path / "out.sgml").read_text(encoding="utf-8"), scores)
    assert scores.total.deletions == 1
    rules = ScoringRules(characters="all", drop_hyphens=True)
    assert score_transcripts(trn("a@b (s-1)"), trn("ab (s-1)"), rules=rules).total.deletions == 1


@pytest.mark.parametrize(("arguments", "options"), CHARACTERS.values(), ids=CHARACTERS)
def test_times_of_characters_against_sclite(
    arguments: list[str], options: dict[str, Any], sclite: Sclite, tmp_path: Path
) -> None:
    stm, ctm = random_recordings(random.Random(f"times {arguments}"), files=4, words=MIXED)
    write_recordings(tmp_path, stm, ctm)
    sclite("-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm", *arguments, "-e", "utf-8", reports=("prf", "sgml"))
    scores = scored_recordings(tmp_path, **options)
    check_against((tmp_path / "out.sgml").read_text(encoding="utf-8"), scores)
    check_reports(scores, tmp_path, "out", "hyp.ctm", ["prf", "sgml"], reference="ref.stm")
