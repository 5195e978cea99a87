from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bakeoff.speech.spelling.rule_matcher import Rewriter, Rule

SHORT = st.text("ab .", max_size=3)
RULES = st.lists(st.builds(Rule, st.text("ab .", max_size=12), SHORT, SHORT, SHORT), max_size=8)


def naive(rules: Sequence[Rule], text: str) -> str:
    """Every rule tried at every character."""
    output, position = "", 0
    while position < len(text):
        for rule in rules:
            found = text[:position].endswith(rule.left) and text.startswith(rule.before + rule.right, position)
            if rule.before and found:
                output, position = output + rule.after, position + len(rule.before)
                break
        else:
            output, position = output + text[position], position + 1
    return output


@given(RULES, st.text("ab .", max_size=40))
def test_as_if_every_rule_were_tried_at_every_character(rules: list[Rule], text: str) -> None:
    assert Rewriter(rules, case_sensitive=True, copies_rest=True).apply(text) == naive(rules, text)


@given(RULES, st.text("aABb .", max_size=40))
def test_without_case_letters_of_ascii_are_alike(rules: list[Rule], text: str) -> None:
    rewriter = Rewriter(rules, case_sensitive=False, copies_rest=False)
    same = Rewriter(rules, case_sensitive=True, copies_rest=False)
    assert rewriter.apply(text) == same.apply(text.lower())


@given(RULES, st.lists(st.text("ab .", max_size=12), min_size=1, max_size=5))
def test_lines_are_rewritten_each_by_itself(rules: list[Rule], lines: list[str]) -> None:
    rewriter = Rewriter(rules, case_sensitive=True, copies_rest=True)
    assert rewriter.apply("\n".join(lines)) == "\n".join(map(rewriter.apply, lines))


def test_hundreds_of_nested_left_sides() -> None:
    rules = [Rule("a" * length, f"<{length}>") for length in range(600, 0, -1)]
    assert Rewriter(rules, case_sensitive=True, copies_rest=True).apply("a" * 1000) == "<600><400>"


def test_characters_that_mean_something_in_regular_expressions() -> None:
    rules = [Rule("(a", "b"), Rule("c*", "d", "[", "]"), Rule("\\", "/")]
    assert Rewriter(rules, case_sensitive=True, copies_rest=True).apply("(a [c*] c* \\") == "b [d] c* /"
