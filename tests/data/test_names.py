"""Names in any script are fine; characters that hide what a name is are not."""

from __future__ import annotations

import pytest

from bakeoff.data.names import refused_character

GOOD = [
    "",
    "Zoë Müller-O’Brien, Ph.D. (RWTH)",
    "=HYPERLINK(1)",
    "北京大学 Peking University",
    "משה כהן",
    "جامعة القاهرة",
    "می‌خواهم",  # Persian, with a zero-width non-joiner
    "क्‍ष",  # Devanagari, with a zero-width joiner
    "Kotus\u00a0ry\u3000",
    "אב\u200f (A)\u200e",  # marks of direction move no other letter
    "👩‍🔬",
]
BAD = {
    "Rivals\nBcc: all@example.org": "U+000A (line feed)",
    "a\rb": "U+000D (carriage return)",
    "a\tb": "U+0009 (tab)",
    "a\0b": "U+0000 (null)",
    "a\x1b[31mb": "U+001B (control character)",
    "a\x7f": "U+007F (control character)",
    "a\x85b": "U+0085 (control character)",
    "a\u2028b": "U+2028 (line separator)",
    "a\u2029b": "U+2029 (paragraph separator)",
    "gpj.\u202eexe": "U+202E (right-to-left override)",
    "a\u202d": "U+202D (left-to-right override)",
    "a\u202a": "U+202A (left-to-right embedding)",
    "a\u202b": "U+202B (right-to-left embedding)",
    "a\u202c": "U+202C (pop directional formatting)",
    "a\u2066": "U+2066 (left-to-right isolate)",
    "a\u2067": "U+2067 (right-to-left isolate)",
    "a\u2068": "U+2068 (first strong isolate)",
    "a\u2069": "U+2069 (pop directional isolate)",
    "a\ud800": "U+D800 (half of a surrogate pair)",
}


@pytest.mark.parametrize("name", GOOD)
def test_a_name_in_any_script_is_fine(name: str) -> None:
    assert refused_character(name) == ""


@pytest.mark.parametrize(("name", "found"), BAD.items(), ids=ascii)
def test_what_hides_a_name_is_named(name: str, found: str) -> None:
    assert refused_character(name) == found
