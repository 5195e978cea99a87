"""What makes two words the same, and whether a score is to be sclite's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SpeakerIds = Literal["spu_id", "wsj", "rm", "swb", "sp"]
Characters = Literal["none", "all", "non-ascii"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringRules:
    """How transcripts are compared. The options of sclite that mean the same are in parentheses.

    Everywhere a `*` at the end of a word goes, and what follows a `;` in it is ignored.
    """

    case: bool = False
    """Whether capitals matter (`-s`); otherwise ASCII letters, and only they, are the same in either case."""
    optional: bool = False
    """Whether `(word)` may be left out or added (`-D`)."""
    fragments: bool = False
    """Whether `word-` matches what starts so and `-word` what ends so (`-F`)."""
    characters: Characters = "none"
    """Which words are taken apart into characters (`-c`, `-c NOASCII`)."""
    drop_hyphens: bool = False
    """Whether hyphens are left out when words are taken apart (`-c DH`)."""
    speaker_ids: SpeakerIds = "spu_id"
    """How a transcript's utterance ids name the speaker (`-i`)."""
    sclite: bool = False
    """Whether everything is done as sclite does it, even where that is wrong."""

    @property
    def signature(self) -> str:
        """All of it in one line.

        >>> ScoringRules(optional=True).signature
        'sclite costs|rules:strict|case:no|optional:yes|fragments:no'
        """
        parts = [
            "sclite costs",
            f"rules:{'sclite' if self.sclite else 'strict'}",
            *(f"{name}:{'yes' if getattr(self, name) else 'no'}" for name in ("case", "optional", "fragments")),
        ]
        if self.characters != "none":
            parts.append(f"characters:{self.characters}{'+no-hyphens' if self.drop_hyphens else ''}")
        return "|".join(parts)

    def fold(self, name: str) -> str:
        """A name as it is compared with others: ASCII letters lower-cased unless case matters."""
        return name if self.case else lower_ascii(name)


_UPPER = str.maketrans({chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)})
_LOWER = str.maketrans({chr(code + 32): chr(code) for code in range(ord("A"), ord("Z") + 1)})


def lower_ascii(text: str) -> str:
    """The text with its ASCII letters, and only them, in lower case.

    >>> lower_ascii("ÉTÉ A")
    'ÉtÉ a'
    """
    return text.lower() if text.isascii() else text.translate(_UPPER)


def upper_ascii(text: str) -> str:
    """The text with its ASCII letters, and only them, in upper case."""
    return text.upper() if text.isascii() else text.translate(_LOWER)
