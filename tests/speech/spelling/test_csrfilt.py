from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bakeoff.data.recognition.transcripts import RuleText
from bakeoff.errors import FormatError
from bakeoff.formats import read_lines, read_rules
from bakeoff.speech.spelling.csrfilt import csrfilt
from bakeoff.speech.spelling.glm import InputType
from tests.speech import nist_filters

OPTIONS = {"split_hyphens": "-dh", "latin_1": "-e"}
SUITE = "sctk/test_suite"
SCLITE = "sctk/sclite_testdata"
CASES = [
    *((f"{SUITE}/{name}", kind, f"{SUITE}/example.glm") for name, kind in [
        ("test.in", "trn"), ("test.in", "txt"), ("test.trn.in", "trn"), ("test_ctm.in", "ctm"), ("test.stm.in", "stm"),
    ]),
    *((name, name.rpartition(".")[2].replace("ref", "trn"), f"sctk/{glm}") for glm in [
        "glm/en20030506.glm", "glm/en20090415.glm", "test_suite/test.cantonese.glm", "test_suite/test.arb2004.glm",
        "glm/ma970904.glm", "test_suite/test.man2004.glm",
    ] for name in [
        f"{SCLITE}/lvc_hyp.ctm", f"{SCLITE}/lvc_hypc.ctm", f"{SCLITE}/lvc_ref.stm", f"{SCLITE}/csrnab.ref",
        f"{SCLITE}/tests.ref", f"{SCLITE}/mand_hyp.ctm", f"{SUITE}/test.cantonese.stm", f"{SUITE}/test.arb2004.txt.ctm",
        f"{SUITE}/test.man2004.txt.stm",
    ]),
]  # fmt: skip


def filtered(lines: Sequence[str], glm: RuleText, kind: InputType, **options: Any) -> bytes:
    """The bytes of the filtered file; Latin-1 makes of every byte a character, so that any encoding passes."""
    result = csrfilt(lines, glm, input_type=kind, **options)
    return "".join(line + "\n" for line in result).encode("latin-1")


@pytest.mark.parametrize(("name", "kind", "glm"), CASES)
def test_files_of_sctk_against_csrfilt(name: str, kind: InputType, glm: str, data: Path) -> None:
    lines = read_lines(data / name, encoding="latin-1")
    rules = read_rules(data / glm, encoding="latin-1")
    content = (data / name).read_bytes()
    for purpose, dashes in [("ref", ["-dh"]), ("hyp", [])]:
        expected = nist_filters.csrfilt(data / glm, content, "-i", kind, "-t", purpose, *dashes)
        assert filtered(lines, rules, kind, purpose=purpose, split_hyphens=bool(dashes)) == expected


@pytest.mark.parametrize(
    ("name", "kind", "expected", "hyphens"),
    [
        ("test.in", "trn", "test.out", True),
        ("test_ctm.in", "ctm", "test_ctm.out", False),
        ("test_ctm.in", "ctm", "test_ctm.-dh.out", True),
        ("test.stm.in", "stm", "test.stm.out", False),
        ("test.stm.in", "stm", "test.stm.-dh.out", True),
        ("test.trn.in", "trn", "test.trn.out", False),
        ("test.trn.in", "trn", "test.trn.-dh.out", True),
    ],
)
def test_outputs_that_sctk_ships(name: str, kind: InputType, expected: str, hyphens: bool, data: Path) -> None:
    rules = read_rules(data / SUITE / "example.glm")
    lines = read_lines(data / SUITE / name)
    assert csrfilt(lines, rules, input_type=kind, split_hyphens=hyphens) == read_lines(data / SUITE / expected)


GLM = [
    ";; random",
    "A => B / [ ] __ [ ]",
    "B-C => BC",
    "[D'S] => [{D IS / D HAS / @}] / [ ] __ [ ]",
    "[UH] => [(%HES)] / [ ] __ [ ]",
    "[E F] => [G]",
    "GONE => ",
    ';; INPUT_DEPENDENT_APPLICATION = "hyp|stm"',
    "H => I J",
    ';; INPUT_DEPENDENT_APPLICATION = "ref"',
    "K => L",
]
TOKENS = [
    "a",
    "A",
    "b-c",
    "x-y-z",
    "-frag",
    "frag-",
    "--",
    "d's",
    "D'S",
    "uh",
    "e f",
    "h",
    "k",
    "é",
    "Èà",
    "m_n",
    "(o)",
]
PHRASES = [*TOKENS, "(p q)", "(r-s t)", "{ a / b }", "{uh/@}", "(uh)", "gone", "  ", "\t"]


def random_file(rng: Random, kind: str) -> list[str]:
    def line(number: int) -> Any:
        words = " ".join(rng.choices(PHRASES, k=rng.randint(0, 8)))
        match kind:
            case "trn":
                return f"{words} (s-{number})"
            case "stm":
                return f"f 1 s {number}.25 {number + 1} {rng.choice(['<o,x>', ''])} {words}"
            case "txt":
                return words
        word = rng.choice([token for token in TOKENS if " " not in token])
        conf = rng.choice(["", "0.5", "1", "0.123456"])
        return f"f 1 {number}.{rng.randrange(1000):03} {rng.random():.4f} {word} {conf}"

    return [line(number) if rng.random() > 0.05 else ";; a comment" for number in range(200)]


@pytest.mark.parametrize("kind", ["ctm", "stm", "trn", "txt"])
@pytest.mark.parametrize("seed", range(3))
def test_random_files_against_csrfilt(kind: InputType, seed: int, tmp_path: Path) -> None:
    rng = Random(f"{kind}{seed}")
    lines = random_file(rng, kind)
    glm = tmp_path / "x.glm"
    glm.write_text("\n".join(GLM) + "\n", encoding="latin-1")
    for purpose in ("ref", "hyp"):
        options = {name: rng.random() < 0.5 for name in OPTIONS}
        upper_case = rng.random() < 0.7
        flags = [flag for name, flag in OPTIONS.items() if options[name]] + ([] if upper_case else ["-s"])
        content = "".join(line + "\n" for line in lines).encode("latin-1")
        expected = nist_filters.csrfilt(glm, content, "-i", kind, "-t", purpose, *flags)
        rules = RuleText(tuple(GLM))
        assert filtered(lines, rules, kind, purpose=purpose, upper_case=upper_case, **options) == expected


def ctm(*rows: str, rules: Sequence[str] = (), **options: Any) -> list[str]:
    return csrfilt([f"f 1 {row}" for row in rows], RuleText((";;", *rules)), input_type="ctm", **options)


def test_habits_with_words_of_ctm_files() -> None:
    """What csrfilt of SCTK 2.4.10 makes of these rows."""
    hyphens: dict[str, Any] = {"split_hyphens": True}
    assert ctm("1 0.5 a-b", **hyphens) == ["f 1 1.000 0.250 A", "f 1 1.250 0.250 B"]
    assert ctm("1 0.5 a 0.9") == ["f 1 1.000 0.500 A 0.9"]
    assert ctm("1 0.5 a NA") == ["f 1 1.000 0.250 A", "f 1 1.250 0.250 NA"]
    assert ctm("1 0.5 twenty-5", **hyphens) == ["f 1 1.000 0.500 TWENTY 5"]
    assert ctm("1 0.5 uh", "2 1 uh 0.5", rules=["UH => "]) == ["f 1 2 1 0.5"]
    assert ctm("1 0.5 and/or 0.9") == [
        "f 1 * * <ALT_BEGIN>", "f 1 1.000 0.500 AND 0.9", "f 1 * * <ALT>", "f 1 1.000 0.500 OR 0.9",
        "f 1 * * <ALT_END>",
    ]  # fmt: skip


def test_parentheses_must_be_paired(data: Path) -> None:
    lines = read_lines(data / SUITE / "test_ctm.errors.in")
    with pytest.raises(FormatError) as caught:
        csrfilt(lines, read_rules(data / SUITE / "example.glm"), input_type="ctm", file="h.ctm")
    assert str(caught.value) == (
        "h.ctm, line 16: expected parentheses in pairs around optional words, none inside another, found '(SET'. "
        "The same in line 17, 18, 21, 22, 23."
    )


@pytest.mark.parametrize(("kind", "line"), [("stm", "f 1 s 0"), ("trn", "no id")])
def test_lines_of_another_format_are_refused(kind: InputType, line: str) -> None:
    with pytest.raises(FormatError, match=f"line 2: expected a line of {kind.upper()}, found '{line}'"):
        csrfilt([";; x", line], RuleText((";;",)), input_type=kind, file="f")
