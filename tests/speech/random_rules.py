"""Random rules and texts, small enough that rules often match, and awkward enough to show habits of the program."""

from __future__ import annotations

from random import Random

ALPHABET = "ABé中'- "
SYNTAX = ["A", "B", " ", " ", "[", "]", '"', "/", "_", "__", "=>"]


def part(rng: Random) -> str:
    text = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(1, 4)))
    return rng.choice([f"[{text}]", f"[{text}]", f'"{text}"', text, text, text])


def sensible_rule(rng: Random) -> str:
    rule = f"{part(rng)} => {part(rng)}"
    if rng.random() < 0.6:
        left, right = (rng.choice([part(rng), "[ ]", "[ ]", ""]) for _ in range(2))
        rule += f" / {left} {rng.choice(['__', '_'])} {right}"
    if rng.random() < 0.1:
        rule += " ;; why / because"
    return rule.replace(" ", "\t") if rng.random() < 0.1 else rule


def strange_rule(rng: Random) -> str:
    """Something with an arrow, as a submit a hurry may write it."""
    before, after = ("".join(rng.choices(SYNTAX, k=rng.randint(1, 12))) for _ in range(2))
    return before + rng.choice([" => ", "=>"]) + after


def rule_lines(rng: Random, *, strange: bool) -> list[str]:
    header = ['* case_sensitive = "F"'] if rng.random() < 0.3 else []
    make = strange_rule if strange else sensible_rule
    return [";; rules", *header, *(make(rng) for _ in range(rng.randint(1, 12)))]


def text_lines(rng: Random, count: int) -> list[str]:
    """Lines between blanks, as csrfilt hands them to rfilter1."""
    return [" " + "".join(rng.choices(ALPHABET + "a ", k=rng.randint(0, 30))) + " " for _ in range(count)]
