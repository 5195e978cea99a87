"""What judges meet besides their screens: texts in their language, examples, qualification, rules about quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, NonNegativeFloat, PositiveInt, StringConstraints

from bakeoff.rulebook.schema.base import LanguagePairId, Rules
from bakeoff.text.languages import language_name, writing_direction

LanguageCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$", max_length=20)]
"""As on pages: `en`, `pt-BR`, `zh-Hant`."""
Texts = str | Annotated[Mapping[LanguageCode, str], Field(min_length=1)]
"""One text, or the same text in several languages; the first is for those whose language is not among them."""
Share = Annotated[float, Field(ge=0, le=1)]
RuleExpression = Annotated[
    str,
    StringConstraints(
        pattern=r"^(gold|attention|repeats|speed|constant|random|consensus)(:[a-z_]+=[0-9.]+(,[a-z_]+=[0-9.]+)*)?$",
        max_length=200,
    ),
]
"""A rule about judges with its bounds: `gold:least_share=0.7,fewest=5`."""


class Example(Rules):
    """A worked example: shown with the instructions, and asked in the tutorial."""

    language_pair: LanguagePairId | None = None
    """The languages of its texts; without it, those of the first language pair that is judged."""
    source: str = ""
    """The source, where screens show it."""
    reference: str = ""
    """The reference, where screens show it."""
    outputs: Annotated[tuple[str, ...], Field(min_length=1)]
    """The translations."""
    answer: int | float | str | tuple[int | float, ...]
    """The right answer as the protocol has it: a grade or rank for each translation in a list, a score, `first`,
    `second` or `tie`."""
    why: Texts = ""
    """Why it is right, in Markdown."""
    tolerance: NonNegativeFloat = 0.0
    """How far a grade may be from the right one."""


class Qualification(Rules):
    """What judges have to show before they judge."""

    items: PositiveInt = 10
    """Screens of a try, drawn from the items whose answer is known."""
    share: Share = 0.7
    """Share of right answers that a try needs."""
    tries: PositiveInt = 1
    """How often a judge may try."""
    tolerance: NonNegativeFloat = 0.0
    """How far a grade may be from the right one."""


class Quality(Rules):
    """Rules about judges that act while they judge."""

    blocking: tuple[RuleExpression, ...] = ()
    """Rules that end the judging of who fails one; their judgments are kept, left out, and made again by others."""
    flagging: tuple[RuleExpression, ...] = ()
    """Rules whose failures organisers see."""
    every: PositiveInt = 10
    """Screens of a judge from one check to the next."""


@dataclass(frozen=True, slots=True)
class ReadingLanguage:
    """A language that judges can read instructions in."""

    code: str

    @property
    def name(self) -> str:
        """In English."""
        return language_name(self.code)

    @property
    def direction(self) -> Literal["ltr", "rtl"]:
        """Which way it is written."""
        return writing_direction(self.code)


def languages_of(texts: Texts) -> tuple[str, ...]:
    """The languages that a text is given in; none where it is one text whose language nobody said."""
    return () if isinstance(texts, str) else tuple(texts)


def text_in(texts: Texts, language: str = "") -> str:
    """A text in a language, or in one that differs by its region alone, or in the first that there is.

    >>> text_in({"en": "Read both.", "pt-BR": "Leia os dois."}, "pt")
    'Leia os dois.'
    """
    if isinstance(texts, str):
        return texts
    primary = language.partition("-")[0]
    near = next((code for code in texts if primary and code.partition("-")[0] == primary), None)
    return texts[language] if language in texts else texts[near or next(iter(texts))]
