"""Writes cpp/src/unicode_tables.hpp: the character properties that the international tokenisers ask for.

Two versions of Unicode are needed: that of the `regex` module, which sacreBLEU's `intl` uses, and 14.0, which Perl 5.36
has and mteval's figures were made with. Run by Python 3.11, whose `unicodedata` is 14.0 too:

    .venv/bin/python cpp/tools/make_unicode_tables.py
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import regex

TARGET = Path(__file__).parent.parent / "src" / "unicode_tables.hpp"
KINDS = {"N": "number", "P": "punctuation", "S": "symbol"}
SCALARS = [code for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]

HEAD = """\
// Written by cpp/tools/make_unicode_tables.py from regex {regex} and unicodedata {unicodedata}. Do not edit.
#pragma once

#include <cstdint>

namespace bakeoff::unicode {{

enum class Category : std::uint8_t {{ other, number, punctuation, symbol }};

struct CategoryRange {{
    char32_t first, last;
    Category category;
}};

struct Range {{
    char32_t first, last;
}};

/// Every code point (step 1) or every second (step 2) from first to last has its lower-case form `delta` away.
struct LowerRange {{
    char32_t first, last, step;
    std::int32_t delta;
}};
"""


def newest_category(code: int) -> str:
    found = next((kind for kind in KINDS if regex.match(rf"\p{{{kind}}}", chr(code))), "")
    return KINDS.get(found, "")


def older_category(code: int) -> str:
    return KINDS.get(unicodedata.category(chr(code))[0], "")


def ranges(value: Callable[[int], object]) -> Iterator[tuple[int, int, object]]:
    """Longest runs of neighbouring code points with one value, those without value left out."""
    for key, run in groupby(SCALARS, key=lambda code: (value(code), code > 0xDFFF)):
        if key[0]:
            codes = list(run)
            yield codes[0], codes[-1], key[0]


def lower_ranges() -> Iterator[tuple[int, int, int, int]]:
    """Lower-case forms of one code point as (first, last, step, delta); U+0130 has two and is left to the kernel."""
    open_run: list[int] = []
    for code in SCALARS:
        lower = chr(code).lower()
        if lower == chr(code) or len(lower) > 1:
            continue
        delta = ord(lower) - code
        if open_run and open_run[3] == delta and code - open_run[1] in (1, 2):
            step = code - open_run[1]
            if open_run[2] in (0, step):
                open_run[1:3] = [code, step]
                continue
        if open_run:
            yield open_run[0], open_run[1], open_run[2] or 1, open_run[3]
        open_run = [code, code, 0, delta]
    yield open_run[0], open_run[1], open_run[2] or 1, open_run[3]


def table(kind: str, name: str, comment: str, rows: list[str]) -> str:
    lines, width = [""], 120
    for row in rows:
        if len(lines[-1]) + len(row) + 6 > width:
            lines.append("")
        lines[-1] += f" {row},"
    body = "\n".join("   " + line for line in lines)
    return f"\n// {comment}\nconstexpr {kind} {name}[] = {{\n{body}\n}};\n"


def main() -> None:
    if unicodedata.unidata_version != "14.0.0":
        sys.exit(f"This needs a Python with Unicode 14.0, such as 3.11; here it is {unicodedata.unidata_version}.")
    newest = {code: newest_category(code) for code in SCALARS}
    later = {code: older_category(code) != newest[code] for code in SCALARS}
    if any(later[code] and older_category(code) for code in SCALARS):
        sys.exit("A character changed its category since 14.0: the tables must hold both categories.")
    text = HEAD.format(regex=regex.__version__, unicodedata=unicodedata.unidata_version)
    text += table(
        "CategoryRange",
        "categories",
        "General categories N, P and S.",
        [f"{{0x{a:04X}, 0x{b:04X}, Category::{kind}}}" for a, b, kind in ranges(newest.__getitem__)],
    )
    text += table(
        "Range",
        "categorised_after_14",
        "Those of them that 14.0 does not assign.",
        [f"{{0x{a:04X}, 0x{b:04X}}}" for a, b, _ in ranges(later.__getitem__)],
    )
    text += table(
        "LowerRange",
        "lower_case_14",
        "Lower case in 14.0, without the context rule for final sigma.",
        [f"{{0x{a:04X}, 0x{b:04X}, {step}, {delta}}}" for a, b, step, delta in lower_ranges()],
    )
    TARGET.write_text(text + "\n}  // namespace bakeoff::unicode\n", encoding="utf-8")


if __name__ == "__main__":
    main()
