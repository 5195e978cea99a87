"""Languages under the names that files and people give them."""

from __future__ import annotations

from typing import Literal

# Code (ISO 639-1) and what else stands for it: ISO 639-2 and -3, the English name, codes that are often taken for it.
_NAMES = {
    "ar": "ara arabic",
    "bn": "ben bengali",
    "ca": "cat catalan",
    "cs": "ces cze cz czech",
    "da": "dan danish",
    "de": "deu ger german",
    "el": "ell gre greek",
    "en": "eng english",
    "es": "spa spanish",
    "et": "est estonian",
    "eu": "eus baq basque",
    "fa": "fas per persian farsi",
    "fi": "fin finnish",
    "fr": "fra fre french",
    "ga": "gle irish",
    "gu": "guj gujarati",
    "ha": "hau hausa",
    "he": "heb hebrew",
    "hi": "hin hindi",
    "hr": "hrv croatian",
    "hu": "hun hungarian",
    "hy": "hye arm armenian",
    "id": "ind indonesian",
    "is": "isl ice icelandic",
    "it": "ita italian",
    "ja": "jpn japanese",
    "kk": "kaz kazakh",
    "ko": "kor korean",
    "lt": "lit lithuanian",
    "lv": "lav latvian",
    "ne": "nep nepali",
    "nl": "nld dut dutch",
    "no": "nor nb nob nn nno norwegian",
    "pl": "pol polish",
    "prs": "dari",
    "ps": "pus pashto",
    "pt": "por portuguese",
    "ro": "ron rum romanian",
    "ru": "rus russian",
    "sk": "slk slo slovak",
    "sl": "slv slovene slovenian",
    "sr": "srp serbian",
    "sv": "swe se swedish",
    "ta": "tam tamil",
    "th": "tha thai",
    "tr": "tur turkish",
    "uk": "ukr ukrainian",
    "vi": "vie vietnamese",
    "xh": "xho xhosa",
    "yi": "yid yiddish",
    "zh": "zho chi cmn chinese mandarin",
    "zu": "zul zulu",
}
_CODES = {name: code for code, names in _NAMES.items() for name in (code, *names.split())}

_ENGLISH = {
    code: next(word for word in names.split() if len(word) > 3).capitalize()
    for language, names in _NAMES.items()
    for code in (language, *names.split())
    if len(code) <= 3
}
"""English names by the codes that stand for them."""
_RIGHT_TO_LEFT = frozenset({"ar", "ckb", "dv", "fa", "he", "prs", "ps", "sd", "syr", "ug", "ur", "yi"})


def language_code(name: str) -> str:
    """The two-letter code of a language given by a code (also with a region) or by its English name.

    A language that is not known here keeps its name, in lower case.

    >>> [language_code(name) for name in ("English", "eng", "en-GB", "pt_BR", "CZ", "Klingon")]
    ['en', 'en', 'en', 'pt', 'cs', 'klingon']
    """
    plain = name.strip().lower().replace("_", "-")
    return _CODES.get(plain) or _CODES.get(plain.partition("-")[0]) or plain


def language_tag(name: str) -> str:
    """The tag of a language as web pages write it (BCP 47): the shortest code, with the region where there is one.

    A language that is not known here keeps its name, in lower case.

    >>> [language_tag(name) for name in ("English", "eng", "en-gb", "pt_BR", "zh-Hant", "")]
    ['en', 'en', 'en-GB', 'pt-BR', 'zh-Hant', '']
    """
    plain = name.strip().replace("_", "-")
    code, _, rest = plain.partition("-")
    region = rest.upper() if len(rest) == 2 else rest.capitalize()
    return "-".join(filter(None, [_CODES.get(code.lower(), code.lower()), region]))


def three_letter_code(name: str) -> str:
    """The code of ISO 639-3 of a language given by a code or name; one that is not known here keeps its name.

    >>> [three_letter_code(name) for name in ("de", "cmn", "English", "tlh")]
    ['deu', 'zho', 'eng', 'tlh']
    """
    code = language_code(name)
    return next((word for word in _NAMES.get(code, "").split() if len(word) == 3), code)


def language_name(name: str) -> str:
    """The English name of a language given by a code or by a name; a code with a region keeps the region.

    A language that is not known here, or given by an English name already, stays as it is.

    >>> [language_name(name) for name in ("de", "ger", "pt-br", "German", "Farsi", "tlh")]
    ['German', 'German', 'Portuguese (BR)', 'German', 'Farsi', 'tlh']
    """
    code, _, region = name.strip().lower().replace("_", "-").partition("-")
    if code not in _ENGLISH:
        return name
    return f"{_ENGLISH[code]} ({region.upper()})" if region else _ENGLISH[code]


def writing_direction(name: str) -> Literal["ltr", "rtl"]:
    """Which way a language is written, by its code or name and not by the letters of a text.

    >>> [writing_direction(name) for name in ("ar", "Hebrew", "fas", "en", "ks-Arab")]
    ['rtl', 'rtl', 'rtl', 'ltr', 'rtl']
    """
    script = name.lower().replace("_", "-").split("-")[1:2]
    return "rtl" if language_code(name) in _RIGHT_TO_LEFT or script in (["arab"], ["hebr"]) else "ltr"


def language_names() -> tuple[str, ...]:
    """The English names of the languages that are known here, in order.

    >>> language_names()[:3]
    ('Arabic', 'Armenian', 'Basque')
    """
    return tuple(sorted({_ENGLISH[code] for code in _NAMES}))
