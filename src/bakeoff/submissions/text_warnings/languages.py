"""Output in another script or language than it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import regex

from bakeoff.data import Finding
from bakeoff.submissions.text_warnings.compared import ComparedTexts
from bakeoff.text.languages import language_code

# Scripts by language, as Unicode calls them; languages that are not here are written in Latin letters.
_SCRIPTS = {
    "Arabic": "ar fa ps prs ur ckb sd ug",
    "Armenian": "hy",
    "Bengali": "as bn",
    "Cyrillic": "be bg kk ky mk mn ru sr tg uk",
    "Devanagari": "hi mr ne sa",
    "Ethiopic": "am ti",
    "Georgian": "ka",
    "Greek": "el",
    "Gujarati": "gu",
    "Gurmukhi": "pa",
    "Han": "zh yue",
    "Hangul": "ko",
    "Hebrew": "he yi",
    "Kannada": "kn",
    "Khmer": "km",
    "Lao": "lo",
    "Malayalam": "ml",
    "Myanmar": "my",
    "Sinhala": "si",
    "Tamil": "ta",
    "Telugu": "te",
    "Thai": "th",
    "Tibetan": "bo",
}
_ALSO = {"sr": "Latin", "ja": "Han Hiragana Katakana", "ko": "Han", "kk": "Latin", "mn": "Mongolian"}
# Languages that identification takes for each other.
_ALIKE = (
    "bs hr sr sh",
    "da nb nn no",
    "cs sk",
    "id ms",
    "fa prs ps",
    "hi mr ne",
    "zh yue wuu",
    "gl pt",
    "xh zu",
    "af nl",
)

# A few of the most frequent words of languages that campaigns have often: where they are frequent in a text too, no
# further look is needed. The model of all languages takes half a second to load.
_FREQUENT = {
    "en": "the of and to in",
    "de": "der die und in den",
    "fr": "de la le et les",
    "es": "de la que el en",
    "it": "di e che la il",
    "pt": "de a que o e",
    "nl": "de van het een en",
    "sv": "och i att en som",
    "da": "og i at det er",
    "cs": "a se v na je",
    "sk": "a v sa na je",
    "pl": "w i na z się",
    "ru": "в и на не что",
    "uk": "в і на не що",
    "hu": "a az és hogy nem",
    "ro": "de și în a la",
    "tr": "ve bir bu için da",
    "fi": "ja on ei se että",
    "ar": "في من على إلى أن",
    "fa": "و در به از که",
}
_TOP = 30
_LEAST_FREQUENT = 4
_SAMPLED = 20
_BLOCK = 600
_FEWEST_LETTERS = 200
_LEAST_IN_SCRIPT = 0.5
_LEAST_IN_LANGUAGE = 0.5


def scripts_of(language: str) -> tuple[str, ...]:
    """The scripts that a language is written in.

    >>> scripts_of("Japanese"), scripts_of("de")
    (('Han', 'Hiragana', 'Katakana'), ('Latin',))
    """
    code = language_code(language)
    first = [script for script, codes in _SCRIPTS.items() if code in codes.split()]
    return tuple(dict.fromkeys([*first, *_ALSO.get(code, "").split()])) or ("Latin",)


def wrong_script(texts: ComparedTexts) -> Iterator[Finding]:
    """Most letters are not of the target language's script."""
    if texts.target_language is None:
        return
    sample = _sample(texts.hypothesis)
    letters = len(_letters().findall(sample))
    expected = scripts_of(texts.target_language)
    own = len(_of_scripts(expected).findall(sample))
    if letters >= _FEWEST_LETTERS and own < _LEAST_IN_SCRIPT * letters:
        yield texts.finding(
            "text-wrong-script",
            [0],
            found=f"{100 * own / letters:.0f} % of its letters in that script",
            expected=f"{texts.target_language}, written in {' and '.join(expected)} letters",
        )


def wrong_language(texts: ComparedTexts) -> Iterator[Finding]:
    """Most passages read as another language than the target."""
    if texts.target_language is None:
        return
    target = language_code(texts.target_language)
    if _reads_as(target, texts.hypothesis):
        return
    blocks = [block for block in _blocks(texts.hypothesis) if len(_letters().findall(block)) >= _FEWEST_LETTERS]
    if not blocks or not _is_known(target):
        return
    votes = Counter(_language(block) for block in blocks)
    fitting = sum(count for language, count in votes.items() if language in _alike(target))
    found, times = votes.most_common(1)[0]
    if fitting < _LEAST_IN_LANGUAGE * len(blocks) and found not in _alike(target):
        yield texts.finding(
            "text-wrong-language",
            [0],
            found=f"what reads as {found!r} in {times} of {len(blocks)} passages",
            expected=f"{texts.target_language} ({target})",
        )


def _reads_as(code: str, segments: Sequence[str]) -> bool:
    """Whether the most frequent words of a text are those of the language."""
    words = Counter(_sample(segments).casefold().split())
    top = {word for word, _ in words.most_common(_TOP)}
    return len(top.intersection(_FREQUENT.get(code, "").split())) >= _LEAST_FREQUENT


def _alike(code: str) -> frozenset[str]:
    return frozenset([code, *(other for group in _ALIKE if code in group.split() for other in group.split())])


def _sample(segments: Sequence[str]) -> str:
    step = max(1, len(segments) // 100)
    return "\n".join(segments[::step])


def _blocks(segments: Sequence[str]) -> Iterator[str]:
    """Passages from all over the text, long enough to be recognised."""
    step = max(1, len(segments) // _SAMPLED)
    for start in range(0, len(segments), step):
        passage, length = [], 0
        for segment in segments[start : start + step]:
            passage.append(segment)
            length += len(segment)
            if length >= _BLOCK:
                break
        yield "\n".join(passage)


@cache
def _letters() -> regex.Pattern[str]:
    return regex.compile(r"\p{L}")


@cache
def _of_scripts(scripts: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile("[" + "".join(rf"\p{{Script={script}}}" for script in scripts) + "]")


def _language(text: str) -> str:
    import py3langid  # noqa: PLC0415 - loads its model, a tenth of a second

    return str(py3langid.classify(text)[0])


@cache
def _is_known(code: str) -> bool:
    """Whether identification knows the language or one that it is taken for."""
    import py3langid  # noqa: PLC0415

    known = {language for language, _ in py3langid.rank("a")}
    return not known.isdisjoint(_alike(code))
