from __future__ import annotations

import pytest

from bakeoff.text import language_code
from bakeoff.text.resources import stemmer_languages


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("en", "en"),
        ("eng", "en"),
        (" English ", "en"),
        ("en-GB", "en"),
        ("pt_BR", "pt"),
        ("zh-Hans-CN", "zh"),
        ("cz", "cs"),
        ("ces", "cs"),
        ("cze", "cs"),
        ("German", "de"),
        ("ger", "de"),
        ("nb", "no"),
        ("Klingon", "klingon"),
        ("", ""),
    ],
)
def test_codes_and_names(name: str, code: str) -> None:
    assert language_code(name) == code


@pytest.mark.parametrize("code", stemmer_languages())
def test_languages_of_the_stemmers_are_known_by_code_and_name(code: str) -> None:
    assert language_code(code) == code
    assert language_code(stemmer_languages()[code]) == code
