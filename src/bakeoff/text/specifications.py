"""Evaluation specifications: named compositions of text steps and a tokeniser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.errors import ExpressionError
from bakeoff.text.normalizers import Step, parse_step, step_names
from bakeoff.text.normalizers.letters import has_upper_case
from bakeoff.text.tokenizers import check_tokenizer

DEFAULT_TOKENIZER = "13a"


@dataclass(frozen=True, slots=True)
class Specification:
    """What is done to hypotheses and references before they are compared.

    The steps change the text before every scorer; the tokeniser serves only metrics that bring none of their own.
    """

    name: str
    steps: tuple[Step, ...] = ()
    tokenizer: str = DEFAULT_TOKENIZER
    needs_upper_case: bool = False
    """Whether it is meant only for runs that contain upper-case letters."""

    def apply(self, segments: Sequence[str]) -> list[str]:
        """The segments after all steps, not yet tokenised."""
        column = list(segments)
        for step in self.steps:
            column = step.apply(column)
        return column

    def applies_to(self, segments: Sequence[str]) -> bool:
        """Whether a run with these segments is to be scored under this specification."""
        return not self.needs_upper_case or has_upper_case(segments)

    def __str__(self) -> str:
        return self.name if self.name == self.expression else f"{self.name}[{self.expression}]"

    @property
    def expression(self) -> str:
        """The steps and the tokeniser as you can write them to compose a specification."""
        return ">".join([*map(str, self.steps), f"tokenizer={self.tokenizer}"])


_ARABIC = "arabic:alef=yes,ya=yes,ta_marbuta=yes,waw=yes>tokenizer=13a"
# The IWSLT 2005 specifications are Tables 7 and 8 of its overview paper. Where the paper names no tokeniser, words are
# what blanks part. The Arabic ones replace the normaliser of QCRI that IWSLT 2016 used (5.2); they differ from it
# as docs/explanation/parity.md says.
_SHIPPED = {
    "raw": "tokenizer=plain",
    "zh": "tokenizer=zh",
    "case+punc": "tokenizer=13a",
    "no_case+no_punc": "lowercase>no-punctuation>tokenizer=13a",
    "case-insensitive": "lowercase>tokenizer=13a",
    "arabic-qcri-like": _ARABIC,
    "arabic-qcri-like-case-insensitive": f"lowercase>{_ARABIC}",
    "iwslt05-english-standard": "lowercase>no-marks>split-hyphens>tokenizer=plain",
    "iwslt05-english-optional": "separate-marks>tokenizer=plain",
    "iwslt05-chinese-segmented": "no-punctuation:inner=no>tokenizer=plain",
    "iwslt05-chinese-character": "no-punctuation:inner=no>split-characters>tokenizer=plain",
}
_NEED_UPPER_CASE = {"iwslt05-english-optional"}


def specification_names() -> tuple[str, ...]:
    """The names of the specifications that come with Bakeoff, sorted."""
    return tuple(sorted(_SHIPPED))


def find_specification(name: str) -> Specification:
    """The specification of that name, or the one that an expression `step[:option=yes|no,…]>…>tokenizer=name` composes.

    >>> str(find_specification("no_case+no_punc"))
    'no_case+no_punc[lowercase>no-punctuation>tokenizer=13a]'
    >>> find_specification("lowercase>arabic:alef=yes>tokenizer=intl").apply(["ABC إلى"])
    ['abc الى']
    """
    if name in _SHIPPED:
        steps, tokenizer = _parse(_SHIPPED[name])
        return Specification(name, steps, tokenizer, needs_upper_case=name in _NEED_UPPER_CASE)
    if not _looks_composed(name):
        raise ExpressionError(
            f"there is no specification {name!r}; there are: {', '.join(specification_names())}. Or compose one of "
            f"the steps {', '.join(step_names())}: lowercase>no-punctuation>tokenizer=13a."
        )
    steps, tokenizer = _parse(name)
    composed = Specification("", steps, tokenizer)
    return Specification(composed.expression, steps, tokenizer)


def _looks_composed(name: str) -> bool:
    return ">" in name or name.startswith("tokenizer=") or name.partition(":")[0] in step_names()


def _parse(expression: str) -> tuple[tuple[Step, ...], str]:
    *parts, last = expression.split(">")
    key, equals, tokenizer = last.partition("=")
    if key != "tokenizer" or not equals:
        parts, tokenizer = [*parts, last], DEFAULT_TOKENIZER
    for part in parts:
        if part.startswith("tokenizer="):
            raise ExpressionError(
                f"{expression}: the tokeniser comes last and only once, found {part!r} before the end."
            )
    check_tokenizer(tokenizer)
    return tuple(parse_step(part) for part in parts), tokenizer
