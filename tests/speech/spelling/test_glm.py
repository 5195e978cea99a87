from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bakeoff.data.recognition.transcripts import RuleText
from bakeoff.errors import FormatError
from bakeoff.formats import read_rules
from bakeoff.speech.spelling.glm import RuleSet, parse_rule, parse_rules
from bakeoff.speech.spelling.rule_matcher import Rule
from tests.speech import nist_filters
from tests.speech.random_rules import rule_lines, text_lines


def rule_set(*lines: str, **options: Any) -> RuleSet:
    return parse_rules(RuleText(lines, "x.glm"), **options)


@pytest.mark.parametrize("strange", [False, True], ids=["sensible", "strange"])
@pytest.mark.parametrize("seed", range(40))
def test_rules_against_rfilter1(seed: int, strange: bool, tmp_path: Path) -> None:
    rng = Random(seed)
    lines = rule_lines(rng, strange=strange)
    text = "".join(line + "\n" for line in text_lines(rng, 40))
    glm = tmp_path / "x.glm"
    glm.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert rule_set(*lines).apply(text) == nist_filters.rfilter1(glm, text)


# Every line of this table was given to rfilter1 of SCTK 2.4.10; what it wrote stands behind it.
@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        (["A => B"], " A AXA ", " B BXB "),
        (["COLOUR => COLOR"], " COLOURS ", " COLORS "),
        (["A => B / [ ] __ [ ]"], " A A XA ", " B B XA "),
        (["A => B / x __ y"], " xAy x A y ", " xBy x A y "),
        (["A\t=>\tC D\t/ [ ] __ [ ]"], " A A ", " C D C D "),
        (['"A " => "B"'], " A A A", " BBA"),
        (["'A ' => 'B'"], " 'A ' A A A", " 'B' A A A"),
        (["A => B ;; x / [ ] __ [ ]"], " A A A", " B B B"),
        (["A =>B"], " A AXA ", "  X "),
        (["HE'S => [{HE IS / HE HAS}]"], " HE'S ", " [{HE IS "),
        (["[HE'S] => [{HE IS / HE HAS}] / [ ] __ [ ]"], " HE'S HE'S ", " {HE IS / HE HAS} {HE IS / HE HAS} "),
        (["A/B => C"], " A/B x ", "  x "),
        (["[A => C]"], " [A A ", " C] A "),
        (["A => B => C"], " A ", " B => C "),
        (["A => B / [ ]__[ ]"], " A x A]", " A x B]"),
        (["=> X", "[] => Y", "C => "], " A C B", " A  B"),
        (["é => E", "ÉA => X", "中 => Z"], " é cafés ÉA 中 ", " E cafEs X Z "),
        (['* case_sensitive = "F"', "ab => X", "ét => Y"], " AB aB Ab ÉT ét ", " X X X ÉT Y "),
        (["A => B / [ ] __"], "A A", "A B"),
        (["A => B / __ [ ]"], "A A", "B A"),
        (["AB => X", "A => Y"], " ABA ", " XY "),
        (["A => Y", "AB => X"], " ABA ", " YBY "),
        (["A => B", "B => C"], " AB ", " BC "),
    ],
)
def test_habits_of_rfilter1(rules: list[str], text: str, expected: str) -> None:
    assert rule_set(";; mark", *rules).apply(text) == expected


def test_text_that_no_rule_matches_can_be_left_out() -> None:
    rules = rule_set(";;", "* copy_no_hit = 'F'", "A => B")
    assert rules.apply("A x A\nA\n") == "BB\nB\n"
    assert not rules.copies_rest


def test_the_first_line_gives_the_mark_of_comments_and_nothing_else() -> None:
    assert rule_set("# A => B", "C => D # C => E", "# x").apply("A C") == "A D"
    assert rule_set("A => B", "C => D").apply("A C") == "A D"
    assert rule_set(" ;; no mark", "C => D ;; x").apply("C") == "D ;; x"


def test_the_header_is_read() -> None:
    rules = rule_set(";;", '* name "x.glm"', "* DESC : 'Some rules'", "* max_nrules = '500'", "A => B")
    assert (rules.name, rules.description, rules.case_sensitive, rules.copies_rest) == (
        "x.glm",
        "Some rules",
        True,
        True,
    )
    assert rules.rules == (Rule("A", "B"),)


def test_the_parts_of_a_rule() -> None:
    assert parse_rule('  [ A] => "B " / [x ] __ [ y]  ') == Rule(" A", "B ", "x ", " y")
    assert parse_rule("A B => C D") == Rule("A B", "C D")
    assert parse_rule("A =>") == Rule("A", "")


def test_sections_apply_to_types_of_input_and_to_purposes() -> None:
    lines = [
        ";; x",
        "A => 1",
        ';;  INPUT_DEPENDENT_APPLICATION = "CTM"',
        "B => 2",
        ';; INPUT_DEPENDENT_APPLICATION="ref|stm"',
        "C => 3",
        ';; INPUT_DEPENDENT_APPLICATION = ".*"',
        "D => 4",
    ]
    assert rule_set(*lines, input_type="ctm").apply("ABCD") == "12C4"
    assert rule_set(*lines, input_type="stm").apply("ABCD") == "1B34"
    assert rule_set(*lines, input_type="ctm", purpose="ref").apply("ABCD") == "1234"
    assert rule_set(*lines, input_type="trn", purpose="hyp").apply("ABCD") == "1BC4"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ((), "x.glm: expected a file of rules, found an empty one."),
        ((";;", "foo"), "x.glm, line 2: expected a rule A => B or A => B / L __ R, found 'foo'."),
        ((";;", "* name"), "x.glm, line 2: expected a value in quotation marks after *, found '* name'."),
        ((";;", "* format 'NIST2'", "A => B"), "x.glm, line 3: expected rules of the format NIST1, found 'NIST2'."),
        ((";;", '* max_nrules "1"', "A => B", "C => D"), "x.glm, line 4: expected at most 1 rules, found more."),
        ((";;", *["A => B"] * 401), "x.glm, line 402: expected at most 400 rules, found more."),
        ((";; x", ';; INPUT_DEPENDENT_APPLICATION = "("'), "x.glm, line 2: expected a regular expression, found '('"),
    ],
)
def test_mistakes_are_named_with_their_line(lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        rule_set(*lines)
    assert str(caught.value).startswith(message)


def test_rules_of_evaluations_are_read(data: Path) -> None:
    rules = read_rules(data / "sctk" / "glm" / "en20090415.glm")
    assert len(parse_rules(rules, input_type="ctm", purpose="hyp").rules) == 1741
    hypothesis = parse_rules(rules, input_type="ctm", purpose="hyp").apply(" HE'S HERE ")
    assert hypothesis == " { HE'S / HE WAS / HE IS / HE HAS} HERE "
    assert parse_rules(rules, input_type="stm", purpose="ref").apply(" HE'S HERE ") == " HE'S HERE "


@pytest.mark.parametrize(
    ("name", "glm"),
    [
        ("test.arb2004.txt", "test.arb2004.glm"),
        ("test.man2004.txt", "test.man2004.glm"),
        ("test.cantonese.ctm", "test.cantonese.glm"),
        ("test.cantonese.stm", "test.cantonese.glm"),
    ],
)
def test_outputs_that_sctk_ships(name: str, glm: str, data: Path) -> None:
    folder = data / "sctk" / "test_suite"
    rules = parse_rules(read_rules(folder / glm, encoding="latin-1"))
    text = (folder / name).read_bytes().decode("latin-1")
    assert rules.apply(text).encode("latin-1") == (folder / f"{name}.rfilter1").read_bytes()
