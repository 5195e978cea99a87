"""Which format a file has: by its content first, then by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bakeoff.errors import FormatError, Place
from bakeoff.formats.registry import Format, format_named, in_turn, titles

if TYPE_CHECKING:
    from bakeoff.formats.markup.prolog import Prolog

# First bytes of files that people give by mistake.
_BINARIES = {
    b"PK\x03\x04": "a ZIP archive (or a document of an office program)",
    b"\x1f\x8b": "a gzip file inside a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old document of an office program",
}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def recognise(head: bytes, name: str) -> Format:
    """The format of a file from its first bytes (gzip undone) and its name; plain text where nothing speaks against it.

    >>> recognise(b'<tstset setid="x" srclang="any" trglang="en">', "run").name
    'nist-sgml'
    """
    text = head.decode("utf-16" if head.startswith(_UTF16) else "utf-8", errors="replace").removeprefix("\ufeff")
    named_markup = name.lower().removesuffix(".gz").endswith((".xml", ".sgm", ".sgml"))
    if (named_markup or text.lstrip(" \t\r\n").startswith("<")) and (markup := _markup(text, name, named=named_markup)):
        return markup
    if not head.startswith(_UTF16):  # the reader says what to do with UTF-16
        _refuse_binary(head, name)
    for known in in_turn():
        for candidate in known.values():
            if candidate.recognises is not None and candidate.recognises(text):
                return candidate
        if text_format := _by_ending(name, known):
            return text_format
    _refuse_speech(text, name)
    _refuse_judgments(text, name)
    return format_named("plain-text")


def _markup(text: str, name: str, *, named: bool) -> Format | None:
    """The format of a file with markup; None for other text that starts with a bracket."""
    from bakeoff.formats.markup.prolog import read_prolog  # noqa: PLC0415 - plain text does without

    prolog = read_prolog(text)
    if prolog.root and (text_format := _by_root(prolog.root)):
        return text_format
    if prolog.declared or named:
        raise _unknown(name, _said(prolog, text))
    return None


def format_by_name(name: str) -> Format | None:
    """The format that a file's ending stands for; None where it has none, or several formats share it."""
    return next(filter(None, (_by_ending(name, known) for known in in_turn())), None)


def _by_ending(name: str, known: Mapping[str, Format]) -> Format | None:
    plain_name = name.lower().removesuffix(".gz")
    candidates = [format_ for format_ in known.values() if plain_name.endswith(format_.endings)]
    return candidates[0] if len(candidates) == 1 else None


def _by_root(root: str) -> Format | None:
    for known in in_turn():
        for format_ in known.values():
            if root in format_.roots:
                return format_
        if root.lower() in ("srcset", "refset", "tstset", "mteval"):
            return format_named("nist-sgml")  # SGML does not distinguish capitals from small letters, XML does
    return None


def _said(prolog: Prolog, text: str) -> str:
    if prolog.internal_subset:
        return "a document type with declarations, which are not read"
    if prolog.root:
        return f"the element {prolog.root}"
    return "no element" if text.strip() else "an empty file"


def _refuse_binary(head: bytes, name: str) -> None:
    for magic, title in _BINARIES.items():
        if head.startswith(magic):
            raise _unknown(name, title)
    if (at := head.find(b"\0")) >= 0:
        raise _unknown(name, "binary data (a NUL character)", line=head.count(b"\n", 0, at) + 1)


# What most files are not is loaded only for files whose content and name say nothing.
def _refuse_speech(text: str, name: str) -> None:
    from bakeoff.formats.hypotheses.hypothesis_files import recognise_hypotheses  # noqa: PLC0415
    from bakeoff.formats.speech.speech_files import recognise_speech  # noqa: PLC0415

    if other := recognise_speech(text, name) or recognise_hypotheses(text, name):
        raise FormatError(
            place=Place(name),
            expected="segments of text",
            found=f"{other.title} ({other.holds})",
            remedy=f"{other.use}; if it is plain text after all, name it .txt.",
        )


def _refuse_judgments(text: str, name: str) -> None:
    from bakeoff.formats.judgments.registry import JUDGMENT_FORMATS  # noqa: PLC0415

    if judgment_format := next((each for each in JUDGMENT_FORMATS.values() if each.recognises(text)), None):
        raise FormatError(
            place=Place(name),
            expected="segments of text",
            found=judgment_format.title,
            remedy=f"bakeoff human analyse reads it, bakeoff convert --from {judgment_format.name} converts it; "
            "if it is plain text after all, name it .txt.",
        )


def _unknown(name: str, found: str, *, line: int | None = None) -> FormatError:
    return FormatError(place=Place(name, line), expected=f"one of the formats {titles()}", found=found)
