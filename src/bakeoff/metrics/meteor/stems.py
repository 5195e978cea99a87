"""The stemmers of METEOR 1.5: Snowball's of 2012, made of PyStemmer's newer ones.

Both versions cut endings off and keep the letters before them. Where the older version treats a letter differently, the
letter is disguised as one that the newer version treats in that way, and put back into the stem.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from bakeoff.text.resources import Stemmer, find_stemmer


@dataclass(frozen=True, kw_only=True)
class _Older:
    """How an older stemmer is made of the newer one."""

    disguise: Callable[[str], str] = str
    """The word as the newer stemmer is to see it, letter by letter."""
    revise: Callable[[str, str], str] = lambda _, stem: stem
    """The older stem, from the word and the newer stem."""


def find_meteor_stemmer(language: str) -> Stemmer:
    """The stemmer of a language as METEOR 1.5 has it.

    >>> find_meteor_stemmer("de").stem(["ergebnisse", "ergebnis"])
    ['ergebniss', 'ergebnis']
    >>> find_meteor_stemmer("ru").stem(["всё", "все"])
    ['всё', 'все']
    """
    stemmer = find_stemmer(language)
    older = _OLDER.get(stemmer.language)
    stems = partial(_stems, stemmer, older or _Older())
    return Stemmer(stemmer.language, stemmer.version, stems, name="snowball-1" if older else stemmer.name)


@cache
def find_porter_stemmer() -> Stemmer:
    """Porter's first stemmer for English, which METEOR had before it took Snowball's."""
    # Loaded only where words are stemmed.
    from Stemmer import Stemmer as Snowball  # noqa: PLC0415

    return Stemmer("en", find_stemmer("en").version, Snowball("porter").stemWords, name="porter")


def _stems(newer: Stemmer, older: _Older, words: Sequence[str]) -> list[str]:
    texts = [_BEYOND_BASIC_PLANE.sub(_surrogates_of, word) for word in words]
    disguised = [_SURROGATE.sub(_NO_LETTER, older.disguise(text)) for text in texts]
    return [
        _joined(older.revise(text, _put_back(text, seen, stem)))
        for text, seen, stem in zip(texts, disguised, newer.stem(disguised), strict=True)
    ]


# Java counts a character beyond the basic plane as two.
_BEYOND_BASIC_PLANE = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NO_LETTER = "\ue000"  # for private use: no stemmer knows it


def _surrogates_of(character: re.Match[str]) -> str:
    value = ord(character[0]) - 0x10000
    return chr(0xD800 + (value >> 10)) + chr(0xDC00 + (value & 0x3FF))


def _joined(stem: str) -> str:
    return stem.encode("utf-16", "surrogatepass").decode("utf-16") if _SURROGATE.search(stem) else stem


def _put_back(word: str, disguised: str, stem: str) -> str:
    """The stem with the letters of the word, in their order, for what they were disguised as."""
    if word == disguised:
        return stem
    pairs = list(zip(word, disguised, strict=True))
    disguises = {seen for letter, seen in pairs if seen != letter}
    letters = {each: iter([letter for letter, seen in pairs if seen == each]) for each in disguises}
    return "".join(next(letters[kept], kept) if kept in disguises else kept for kept in stem)


# Danish and Finnish: a letter of another alphabet is a consonant, and equal consonants at the end become one.
_NOT_DANISH = re.compile(r"([^a-zæåø])\1*")
_NOT_FINNISH = re.compile(r"([^a-zäö])\1*")


def _foreign_as_consonants(foreign: re.Pattern[str], word: str) -> str:
    seen = ""
    for match in foreign.finditer(word):
        seen += word[len(seen) : match.start()]
        neighbours = (seen[-1:], word[match.end() : match.end() + 1])
        seen += next(each for each in "qxw" if each not in neighbours) * len(match[0])
    return seen + word[len(seen) :]


# Finnish: METEOR's Java code tests what precedes these endings on an empty word, so it never finds them.
_FINNISH_ENDINGS = re.compile("(?<=[aeiouäö]i)(?:siin|den|tten)|(?<=aa|ee|ii|oo|uu|ää|öö)seen")
_FINNISH_LETTERS = str.maketrans("sdt", "xqq")


def _disguise_finnish(word: str) -> str:
    word = _FINNISH_ENDINGS.sub(lambda match: match[0].translate(_FINNISH_LETTERS), word)
    return _foreign_as_consonants(_NOT_FINNISH, word)


# French: ë and ï are vowels like ô, where newer versions write He and Hi for them; ë is an ending after gu.
_FRENCH_LETTERS = str.maketrans("ëïH", "ôôB")
_V = "[aeiouyâàëéêèïîôûù]"
_FRENCH_CONSONANTS = re.compile(f"{_V}(?:[ui]{_V}|y)|y{_V}|qu")
_BEFORE_FRENCH_ENDINGS = re.compile(f"{_V}{{2}}.|par|col|tap|.[^{_V[1:]}*{_V}")


def _revise_french(word: str, stem: str) -> str:
    kept, ending = word[: len(stem)], word[len(stem) :]
    if not kept.endswith("guë") or ending not in ("", "s", "ment", "ments"):
        return stem
    before = _BEFORE_FRENCH_ENDINGS.match(_FRENCH_CONSONANTS.sub(_with_capital, kept))
    return stem[:-1] if before and before.end() <= len(kept) - len("guë") else stem


def _with_capital(match: re.Match[str]) -> str:
    """With the letter that is a consonant here as a capital: u, i or y between vowels, y before one, u after q."""
    text = match[0]
    if text[0] == "y" and len(text) == 2 and text != "yy":
        return "Y" + text[1]
    return text[0] + text[1].upper() + text[2:]


# German: the second s of these endings stays.
def _revise_german(word: str, stem: str) -> str:
    return stem + "s" if word.endswith(("nisse", "nissen", "nisses")) and stem.endswith("nis") else stem


# Hungarian: the older version was written in Latin-1, which has õ and û for ő and ű.
_HUNGARIAN_LETTERS = str.maketrans("õûőű", "őű\ue001\ue002")


# Dutch: endings start after the third letter, where newer versions count bytes. This shows in words that start with a
# vowel and a consonant, one of them not ASCII.
_NOT_DUTCH = re.compile("[^\\x00-\\x7fäáëéíïöóüúè]")


def _disguise_dutch(word: str) -> str:
    seen = _NOT_DUTCH.sub("0", word[:2])
    if seen.startswith("è"):
        seen = ("o" if seen[1:] in ("a", "á", "ä") else "a") + seen[1:]  # aa would be shortened
    return seen + word[2:]


# Portuguese: Spanish endings, -logía and -ución, where newer versions have -logia and -ução.
_NEWER_PORTUGUESE_ENDINGS = re.compile("(?<=u)ç(?=ão$|ões$)")
_OLDER_PORTUGUESE_ENDINGS = re.compile("(log)ías?$|(u)ci(?:ón|ones)$")
_PORTUGUESE_REGION = re.compile("[^aeiouáéíóúâêô]*[aeiouáéíóúâêô]+[^aeiouáéíóúâêô]")


def _disguise_portuguese(word: str) -> str:
    return _NEWER_PORTUGUESE_ENDINGS.sub("k", word)


def _revise_portuguese(word: str, stem: str) -> str:
    written = word.replace("ã", "a~").replace("õ", "o~")  # as the stemmers do
    ending = _OLDER_PORTUGUESE_ENDINGS.search(written)
    if not ending:
        return stem
    first = _PORTUGUESE_REGION.match(written)
    second = first and _PORTUGUESE_REGION.match(written, first.end())
    if not second or second.end() > ending.start():
        return stem
    kept = written[: ending.start()] + (ending[1] or ending[2])
    return kept.replace("a~", "ã").replace("o~", "õ")


_OLDER = {
    "da": _Older(disguise=partial(_foreign_as_consonants, _NOT_DANISH)),
    "de": _Older(revise=_revise_german),
    "fi": _Older(disguise=_disguise_finnish),
    "fr": _Older(disguise=lambda word: word.translate(_FRENCH_LETTERS), revise=_revise_french),
    "hu": _Older(disguise=lambda word: word.translate(_HUNGARIAN_LETTERS)),
    "nl": _Older(disguise=_disguise_dutch),
    "pt": _Older(disguise=_disguise_portuguese, revise=_revise_portuguese),
    # Russian: ё is no vowel, where newer versions take it for е.
    "ru": _Older(disguise=lambda word: word.replace("ё", _NO_LETTER)),
}
