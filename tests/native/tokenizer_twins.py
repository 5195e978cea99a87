"""Naive tokenisers, written as the tools state them: pass after pass of substitutions. Only tests use them."""

from __future__ import annotations

import re

import regex

PERL_SPACE = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
JAVA_SPACE = r"\t-\r "

ASIAN_PUNCTUATION = "\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb．，？：；！＂（）"
IDEOGRAPHS = "\u4e00-\u9fff\u3400-\u4dbf\u31c0-\u31ef\u2e80-\u2eff\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f\u3200-\u32ff"
KANA = ("\u3040-\u309f", "\u30a0-\u30ff", "\u31f0-\u31ff")


def decode_entities(text: str) -> str:
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        text = text.replace(entity, character)
    return text


def western(text: str, *, possessive: bool = False) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    text = f" {decode_entities(text)} "
    text = re.sub(r"([{-~\[-` -&(-+:-@/])", r" \1 ", text)
    if possessive:
        text = text.replace("'s ", " 's ")
    text = re.sub(r"([^0-9])([.,])", r"\1 \2 ", text)
    text = re.sub(r"([.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text)


def lower_ascii(text: str) -> str:
    return re.sub("[A-Z]", lambda match: match[0].lower(), text)


def joined(text: str, space: str) -> str:
    return " ".join(filter(None, re.split(f"[{space}]+", text)))


def mteval_13a(text: str) -> str:
    return joined(western(text), PERL_SPACE)


def mteval_13a_nocase(text: str) -> str:
    return lower_ascii(mteval_13a(text))


def mteval_intl(text: str, *, case: bool = True) -> str:
    hyphens = "\u002d\u00ad\u058a\u1806\u2010\u2011\u2e17\u30fb\ufe63\uff0d\uff65"
    text = re.sub(f"[{hyphens}]\u2028", "", text.replace("<skipped>", "")).replace("\u2028", " ")
    text = decode_entities(text).replace("&apos;", "'")
    if not case:
        text = "".join(character.lower() for character in text)
    text = regex.sub(r"(\P{N})(\p{P})", r"\1 \2 ", text)
    text = regex.sub(r"(\p{P})(\P{N})", r" \1 \2", text)
    return joined(regex.sub(r"(\p{S})", r" \1 ", text), PERL_SPACE)


def mteval_intl_nocase(text: str) -> str:
    return mteval_intl(text, case=False)


def split_as_java(text: str) -> list[str]:
    """Java's `split("\\\\s+")`: an empty word in front of leading white space, none behind."""
    words = re.split(f"[{JAVA_SPACE}]+", text)
    if len(words) == 1:
        return words
    while words and not words[-1]:
        words.pop()
    return words


def tercom(text: str, *, normalized: bool, asian: bool, nopunct: bool) -> str:
    text = text.strip("".join(map(chr, range(0x21))))
    if not text:
        return ""
    if normalized:
        text = western(text, possessive=True)
        if asian:
            text = re.sub(f"([{IDEOGRAPHS}])", r" \1 ", text)
            for script in KANA:
                text = re.sub(f"([{script}]+)", r" \1 ", text)
            text = re.sub(f"([{ASIAN_PUNCTUATION}])", r" \1 ", text)
        text = re.sub(f"[{JAVA_SPACE}]+", " ", text).strip(" ")
    if nopunct:
        text = re.sub(r'[.,?:;!"()]', "", text)
        if asian:
            text = re.sub(f"[{ASIAN_PUNCTUATION}]", "", text)
    return " ".join(word or "\t" for word in split_as_java(text))


METEOR_LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e\u0400-\u0527\u1d00-\u1d7f\ua640-\ua66e\ua67e-\ua697"
KEPT_DOT = "\ud800"  # in no text
METEOR_APOSTROPHES = {
    "en": [
        (f"([^{METEOR_LETTERS}])'([^{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([^{METEOR_LETTERS}0-9])'([{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([{METEOR_LETTERS}])'([^{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([{METEOR_LETTERS}])'([{METEOR_LETTERS}])", r"\1 '\2"),
        ("([0-9])'(s)", r"\1 '\2"),
    ],
    "fr": [
        (f"([^{METEOR_LETTERS}])'([^{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([^{METEOR_LETTERS}])'([{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([{METEOR_LETTERS}])'([^{METEOR_LETTERS}])", r"\1 ' \2"),
        (f"([{METEOR_LETTERS}])'([{METEOR_LETTERS}])", r"\1' \2"),
    ],
}


def meteor(text: str, language: str, prefixes: frozenset[str], number_prefixes: frozenset[str]) -> str:
    """METEOR 1.5's normaliser."""
    text = re.sub(f"([^{METEOR_LETTERS}0-9{JAVA_SPACE}.'`,\u2018\u2019-])", r" \1 ", f" {text} ")
    text = re.sub(r"\.{2,}", lambda row: " " + KEPT_DOT * len(row[0]) + " ", text)
    for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])"):
        text = re.sub(pattern, r"\1 , \2", text)
    text = re.sub("[`\u2018\u2019]", "'", text).replace("''", ' " ')
    text = re.sub("[\u201c\u201d]", '"', text).replace("\u2013", "-").replace("--", "-")
    text = re.sub(f"([{METEOR_LETTERS}0-9.])-([{METEOR_LETTERS}0-9])", r"\1 \2", text)
    for pattern, replacement in METEOR_APOSTROPHES.get(language, [("'", " ' ")]):
        text = re.sub(pattern, replacement, text)
    words = list(filter(None, re.split("[ \t\n\r\f]+", text)))
    for index, (word, following) in enumerate(zip(words, [*words, ""][1:], strict=True)):
        stem = word[:-1]
        if not stem or not word.endswith("."):
            continue
        if "." in stem and re.search(f"[{METEOR_LETTERS}]", stem):
            words[index] = word.replace(".", "")
        elif not (
            stem in prefixes
            or re.match("[a-z]", following)
            or (stem in number_prefixes and re.match("[0-9]", following))
        ):
            words[index] = f"{stem} ."
    line = " ".join(words).replace(KEPT_DOT, ".").lower()
    line = joined(line, " \u00a0\u2000-\u200a\u202f\u205f\u3000")
    return joined(line.strip("".join(map(chr, range(0x21)))), " ")
