"""The stemmers of METEOR 1.5: Snowball's of 2012, made of PyStemmer's newer ones.

Both cut endings off and leave the letters before them in their order. So where the older algorithm takes a letter for
something else than the newer one does, the letter is disguised as one that the newer one takes for that, and put back
in the stem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from bakeoff.text.resources import Stemmer, find_stemmer


@dataclass(frozen=True, kw_only=True)
class _Older:
    """How an older algorithm is made of the newer one."""

    disguise: Callable[[str], str] = str
    """The word as the newer algorithm is to see it, letter by letter."""
    revise: Callable[[str, str], str] = lambda _, stem: stem
    """The older stem, from the word and the newer stem."""


def find_meteor_stemmer(language: str) -> Stemmer:
    """The stemmer of a language as METEOR 1.5 has it.

    >>> find_meteor_stemmer("de").stem(["ergebnisse", "ergebnis"])
    ['ergebniss', 'ergebnis']
    >>> find_meteor_stemmer("ru").stem(["всё", "все"])
    ['всё', 'все']
    """
    found = find_stemmer(language)
    older = _OLDER.get(found.language)
    stems = partial(_stems, found, older or _Older())
    return Stemmer(found.language, found.version, stems, name="snowball-1" if older else found.name)


@cache
def find_porter_stemmer() -> Stemmer:
    """Porter's first stemmer for English, which METEOR had before it took Snowball's."""
    # Loaded only where words are stemmed.
    from Stemmer import Stemmer as Snowball  # noqa: PLC0415

    return Stemmer("en", find_stemmer("en").version, Snowball("porter").stemWords, name="porter")


def _stems(newer: Stemmer, older: _Older, words: Sequence[str]) -> list[str]:
    texts = [_utf16_units(word) for word in words]
    seen = [_HALVES.sub(_UNKNOWN, older.disguise(text)) for text in texts]
    found = newer.stem(seen)
    return [
        _whole(older.revise(text, _put_back(text, disguised, stem)))
        for text, disguised, stem in zip(texts, seen, found, strict=True)
    ]


# Java counts a character beyond the basic plane as two.
_BEYOND = re.compile("[\U00010000-\U0010ffff]")
_HALVES = re.compile("[\ud800-\udfff]")
_UNKNOWN = "\ue000"


def _utf16_units(word: str) -> str:
    return _BEYOND.sub(_halves, word)


def _halves(character: re.Match[str]) -> str:
    value = ord(character[0]) - 0x10000
    return chr(0xD800 + (value >> 10)) + chr(0xDC00 + (value & 0x3FF))


def _whole(stem: str) -> str:
    return stem.encode("utf-16", "surrogatepass").decode("utf-16") if _HALVES.search(stem) else stem


def _put_back(word: str, disguised: str, stem: str) -> str:
    if word == disguised:
        return stem
    hidden = [(letter, seen) for letter, seen in zip(word, disguised, strict=True)]
    letters = {seen: iter([each for each, shown in hidden if shown == seen]) for letter, seen in hidden if seen != letter}
    return "".join(next(letters[kept], kept) if kept in letters else kept for kept in stem)


# A doubled letter that is not the language's own counts as a doubled consonant.
def _foreign_as_consonants(foreign: re.Pattern[str], word: str) -> str:
    seen = ""
    for found in foreign.finditer(word):
        seen += word[len(seen) : found.start()]
        neighbours = (seen[-1:], word[found.end() : found.end() + 1])
        seen += next(each for each in "qxw" if each not in neighbours) * len(found[0])
    return seen + word[len(seen) :]


_NOT_DANISH = re.compile(r"([^a-zæåø])\1*")

# The second s of -nisse, -nissen and -nisses stays.
def _revise_german(word: str, stem: str) -> str:
    return stem + "s" if word.endswith(("nisse", "nissen", "nisses")) and stem.endswith("nis") else stem


# Conditions of endings are tried on an empty word, so that these four endings are never found. Letters that are not
# Finnish are consonants.
_FINNISH_ENDINGS = re.compile("(?<=[aeiouäö]i)(?:siin|den|tten)|(?<=aa|ee|ii|oo|uu|ää|öö)seen")
_FINNISH_CONSONANTS = str.maketrans("sdt", "xqq")
_NOT_FINNISH = re.compile(r"([^a-zäö])\1*")


def _disguise_finnish(word: str) -> str:
    word = _FINNISH_ENDINGS.sub(lambda found: found[0].translate(_FINNISH_CONSONANTS), word)
    return _foreign_as_consonants(_NOT_FINNISH, word)


# ë and ï are vowels as others are; newer versions write them He and Hi. Of -guë, the ë is an ending.
_FRENCH_LETTERS = str.maketrans("ëïH", "ôôB")
_FRENCH_VOWELS = "[aeiouyâàëéêèïîôûù]"
_FRENCH_CONSONANTS = re.compile(f"{_FRENCH_VOWELS}(?:[ui]{_FRENCH_VOWELS}|y)|y{_FRENCH_VOWELS}|qu")
_FRENCH_START = re.compile(f"{_FRENCH_VOWELS}{{2}}.|par|col|tap|.[^{_FRENCH_VOWELS[1:-1]}]*{_FRENCH_VOWELS}")


def _revise_french(word: str, stem: str) -> str:
    kept, ending = word[: len(stem)], word[len(stem) :]
    if not kept.endswith("guë") or ending not in ("", "s", "ment", "ments"):
        return stem
    start = _FRENCH_START.match(_FRENCH_CONSONANTS.sub(_with_capital, kept))
    return stem[:-1] if start and start.end() <= len(kept) - len("guë") else stem


def _with_capital(found: re.Match[str]) -> str:
    text = found[0]
    if text[0] == "y" and len(text) == 2 and text != "yy":
        return "Y" + text[1]
    return text[0] + text[1].upper() + text[2:]


# The letters ő and ű are those of another character set, õ and û.
_HUNGARIAN_LETTERS = str.maketrans("õûőű", "őű\ue001\ue002")

# A stem has three letters or more; newer versions count bytes of UTF-8 for them. That is seen where a word starts with
# a vowel and a consonant, and one of them is not ASCII.
_DUTCH_VOWEL = re.compile("è(?=([aáä])?)")
_NOT_DUTCH = re.compile("[^\\x00-\\x7fäáëéíïöóüúè]")


def _disguise_dutch(word: str) -> str:
    seen = _NOT_DUTCH.sub("0", word[:2])
    if found := _DUTCH_VOWEL.match(word):
        seen = ("o" if found[1] else "a") + seen[1:]
    return seen + word[2:]


# The endings are Spanish, -logía and -ución, where newer versions have -logia and -ução.
_PORTUGUESE_ENDINGS = re.compile("(?<=u)ç(?=ão$|ões$)")
_SPANISH_ENDINGS = re.compile("(?:(?P<log>log)ías?|(?P<u>u)ci(?:ón|ones))$")
_PORTUGUESE_REGION = re.compile("[^aeiouáéíóúâêô]*[aeiouáéíóúâêô]+[^aeiouáéíóúâêô]")


def _disguise_portuguese(word: str) -> str:
    return _PORTUGUESE_ENDINGS.sub("k", word)


def _revise_portuguese(word: str, stem: str) -> str:
    ending = _SPANISH_ENDINGS.search(word)
    if not ending:
        return stem
    written = word.replace("ã", "a~").replace("õ", "o~")
    first = _PORTUGUESE_REGION.match(written)
    second = first and _PORTUGUESE_REGION.match(written, first.end())
    if not second or second.end() > len(written) - len(ending[0]):
        return stem
    stem = word[: ending.end("log" if ending["log"] else "u")]
    return stem.replace("a~", "ã").replace("o~", "õ")


_OLDER = {
    "da": _Older(disguise=partial(_foreign_as_consonants, _NOT_DANISH)),
    "de": _Older(revise=_revise_german),
    "fi": _Older(disguise=_disguise_finnish),
    "fr": _Older(disguise=lambda word: word.translate(_FRENCH_LETTERS), revise=_revise_french),
    "hu": _Older(disguise=lambda word: word.translate(_HUNGARIAN_LETTERS)),
    "nl": _Older(disguise=_disguise_dutch),
    "pt": _Older(disguise=_disguise_portuguese, revise=_revise_portuguese),
    # ё is a letter of no kind; newer versions take it for е.
    "ru": _Older(disguise=lambda word: word.replace("ё", _UNKNOWN)),
}
