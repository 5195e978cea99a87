"""Arabic script: one form for what is written in several ways. Our own rules, not those of the QCRI tool."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import chain

_PRESENTATION_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00))
_TATWEEL = 0x640
# Harakat, tanwin, shadda, sukun and rarer vowel signs; superscript alef; Koranic annotation. Maddah and hamza
# (U+0653–0655) are part of letters and stay.
_MARKS = tuple(
    chain(
        range(0x64B, 0x653),
        range(0x656, 0x660),
        [0x670],
        range(0x6D6, 0x6DD),
        range(0x6DF, 0x6E5),
        range(0x6E7, 0x6E9),
        range(0x6EA, 0x6EE),
    )
)
_DIGITS = {first + digit: str(digit) for first in (0x660, 0x6F0) for digit in range(10)}
_PUNCTUATION = str.maketrans("،؛؟٪٫٬", ",;?%.,")
_ALEFS = str.maketrans("آأإٱ", "اااا")
_YA = str.maketrans("ى", "ي")
_TA_MARBUTA = str.maketrans("ة", "ه")
_DETACHED_WAW = re.compile(r"(?<!\w)و\s+(?=[\u0621-\u064a\u066e-\u06d3])")
_ARABIC = re.compile("[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufeff]")
# A letter followed by signs; one of them is a maddah or hamza.
_COMPOSABLE = re.compile("[\u0621-\u064a\u066e-\u06d5][\u064b-\u0652\u0670]*[\u0653-\u0655][\u064b-\u0655\u0670]*")


def normalize_arabic(
    segments: Sequence[str], *, alef: bool = False, ya: bool = False, ta_marbuta: bool = False, waw: bool = False
) -> list[str]:
    """Unified Arabic text. Always: presentation forms become base letters, a letter and its combining hamza or maddah
    one letter, tatweel and vowel marks go, Arabic-Indic digits become ASCII digits and ، ؛ ؟ ٪ ٫ ٬ become , ; ? % . ,

    `alef`: alef with hamza, maddah or wasla becomes bare alef. `ya`: alef maqsura becomes ya. `ta_marbuta`: it becomes
    ha. `waw`: the conjunction wa-, where it is written as a word by itself, is joined to the Arabic word after it.

    >>> normalize_arabic(["مُحَمَّد ـ ٣٫٥٪، ﻻ؟"])
    ['محمد  3.5%, لا?']
    """
    table = _table(alef=alef, ya=ya, ta_marbuta=ta_marbuta)
    unified = [_composed(segment).translate(table) if _ARABIC.search(segment) else segment for segment in segments]
    return [_DETACHED_WAW.sub("و", segment) for segment in unified] if waw else unified


def _composed(segment: str) -> str:
    return _COMPOSABLE.sub(lambda match: unicodedata.normalize("NFC", match[0]), segment)


@cache
def _table(*, alef: bool, ya: bool, ta_marbuta: bool) -> dict[int, str | None]:
    """Everything that happens to single characters, in one table."""
    letters: dict[int, str | None] = {
        **dict.fromkeys([_TATWEEL, *_MARKS]),
        **_DIGITS,
        **{code: chr(latin) for code, latin in _PUNCTUATION.items()},
    }
    for wanted, unified in ((alef, _ALEFS), (ya, _YA), (ta_marbuta, _TA_MARBUTA)):
        if wanted:
            letters |= {code: chr(base) for code, base in unified.items()}
    # A vowel mark's isolated form stands for a blank with the mark: the blank goes too, or it would part words.
    forms = {code: unicodedata.normalize("NFKC", chr(code)) for code in _PRESENTATION_FORMS}
    return letters | {code: base.strip(" ").translate(letters) for code, base in forms.items() if base != chr(code)}
