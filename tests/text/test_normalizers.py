import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError
from bakeoff.text import Step, parse_step, step_names, tokenize_lines
from bakeoff.text.normalizers.arabic import normalize_arabic
from bakeoff.text.normalizers.characters import split_characters
from bakeoff.text.normalizers.letters import has_upper_case, lowercase
from bakeoff.text.normalizers.marks import remove_marks, separate_marks, split_hyphens
from bakeoff.text.normalizers.punctuation import remove_punctuation

ASSIGNED = st.text(st.characters(exclude_categories=["Cs", "Cn"], max_codepoint=0x1FFF))
ARABIC = st.text(st.one_of(st.characters(min_codepoint=0x600, max_codepoint=0x6FF), st.sampled_from("ab 12ﻻﷲﹱﹷﻷ")))


def test_lower_case_knows_all_scripts() -> None:
    assert lowercase(["ÀÉ Straße", "ΟΔΟΣ", "ДОМ", "中文"]) == ["àé straße", "οδος", "дом", "中文"]


@pytest.mark.parametrize(
    ("segments", "expected"),
    [([], False), (["", "abc 1.5 中文"], False), (["abc", "Abc"], True), (["éÉ"], True), (["ǅ"], True)],
)
def test_upper_case_is_found_in_any_segment(segments: list[str], expected: bool) -> None:
    assert has_upper_case(segments) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, world!", "Hello world"),
        ("don't stop 'til 5'000", "don't stop til 5'000"),
        ("L’été, aujourd’hui : « c’est-à-dire ».", "L’été aujourd’hui   c’est-à-dire "),
        ("dogs' bones -- well-known - post-", "dogs bones  well-known  post"),
        ("non‑breaking‐hyphen", "non‑breaking‐hyphen"),
        ("a—b x_y 1,000.5 10% $5 C++", "ab xy 10005 10 $5 C++"),
        ("rock-'n'-roll", "rocknroll"),
        ("e\u0301'a", "e\u0301'a"),
        ("你好，世界！（测试）", "你好世界测试"),
        ("مرحبا، كيف؟", "مرحبا كيف"),
    ],
)
def test_punctuation_goes_but_stays_inside_words(text: str, expected: str) -> None:
    assert remove_punctuation([text]) == [expected]


def test_inner_punctuation_goes_too_where_asked() -> None:
    assert remove_punctuation(["c'est-à-dire, 你-好。"], inner=False) == ["cestàdire 你好"]


@given(st.lists(st.text()))
def test_split_characters_are_the_words_of_the_character_tokeniser(texts: list[str]) -> None:
    texts = [text.encode(errors="ignore").decode() for text in texts]
    assert split_characters(texts) == tokenize_lines(texts, "char")


def naive_removal(text: str) -> str:
    def is_letter(index: int) -> bool:
        return 0 <= index < len(text) and unicodedata.category(text[index])[0] in "LMN"

    return "".join(
        character
        for i, character in enumerate(text)
        if unicodedata.category(character)[0] != "P" or (character in "'’-‐‑" and is_letter(i - 1) and is_letter(i + 1))
    )


@given(st.lists(st.one_of(ASSIGNED, st.text("a1é'’-‐‑.,\u0301")), max_size=4))
def test_removal_of_punctuation_against_a_loop_over_characters(segments: list[str]) -> None:
    assert remove_punctuation(segments) == [naive_removal(segment) for segment in segments]


def test_marks_are_the_seven_of_iwslt_2005() -> None:
    text = 'He said: "No; wait..." (really?!) it\'s 10:30, co-op.'
    assert remove_marks([text]) == ["He said No wait (really) it's 1030 co-op"]
    assert separate_marks([text]) == [
        'He said : " No ; wait . . . " (really ? ! ) it\'s 10 : 30 , co-op .'  # parentheses are not in the list
    ]
    assert split_hyphens(["co-op - x--y"]) == ["co op   x  y"]


def test_arabic_presentation_forms_become_base_letters() -> None:
    assert normalize_arabic(["ﺍﻟﺴﻼﻡ", "ﻻ ﻷ ﻵ", "ﷲ ﷺ", "ﭘﮑ"]) == ["السلام", "لا لأ لآ", "الله صلى الله عليه وسلم", "پک"]


def test_arabic_tatweel_and_vowel_marks_go() -> None:
    assert normalize_arabic(["الْعَرَبِيَّةُ", "كـــتاب", "هٰذا", "كﹷتﹱب", "ق\u06dfل"]) == [
        "العربية",
        "كتاب",
        "هذا",
        "كتب",
        "قل",
    ]


def test_arabic_digits_and_punctuation_become_latin() -> None:
    assert normalize_arabic(["٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹", "نعم، لا؛ من؟ ٥٪ ٣٫١٤ ١٬٠٠٠"]) == [
        "0123456789 0123456789",
        "نعم, لا; من? 5% 3.14 1,000",
    ]


def test_arabic_letters_are_unified_only_where_asked() -> None:
    text = "أحمد إلى آخر ٱلمدينة ﺃ"
    assert normalize_arabic([text]) == ["أحمد إلى آخر ٱلمدينة أ"]
    assert normalize_arabic([text], alef=True) == ["احمد الى اخر المدينة ا"]
    assert normalize_arabic([text], ya=True) == ["أحمد إلي آخر ٱلمدينة أ"]
    assert normalize_arabic([text], ta_marbuta=True) == ["أحمد إلى آخر ٱلمدينه أ"]


def test_arabic_combining_hamza_joins_its_letter() -> None:
    assert normalize_arabic(["ا\u0654\u064eحمد", "ا\u064e\u0654حمد", "ا\u0653خر", "سو\u0654ال"]) == [
        "أحمد",
        "أحمد",
        "آخر",
        "سؤال",
    ]
    assert normalize_arabic(["ا\u0654حمد"], alef=True) == ["احمد"]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("قال و كتب", "قال وكتب"),
        ("وَ كَتَبَ (و قرأ)", "وكتب (وقرأ)"),
        ("و و كتب", "ووكتب"),
        ("كتب و\u00a0قرأ", "كتب وقرأ"),
        ("و 5 و TED و، و", "و 5 و TED و, و"),  # only before an Arabic word
        ("هو كتب", "هو كتب"),
    ],
)
def test_a_detached_conjunction_is_joined_to_its_word_only_where_asked(text: str, joined: str) -> None:
    assert normalize_arabic([text], waw=True) == [joined]
    assert normalize_arabic([text]) != [joined] or "هو" in text or "TED" in text


@given(ARABIC, st.booleans())
def test_arabic_normalisation_is_done_once_and_for_all(text: str, unify: bool) -> None:
    options = {"alef": unify, "ya": unify, "ta_marbuta": unify, "waw": unify}
    once = normalize_arabic([text], **options)
    assert normalize_arabic(once, **options) == once


@given(st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0x5FF)))
def test_arabic_normalisation_leaves_other_scripts_alone(text: str) -> None:
    assert normalize_arabic([text]) == [text]


@pytest.mark.parametrize("name", step_names())
def test_every_step_keeps_the_number_of_segments_and_takes_empty_ones(name: str) -> None:
    assert parse_step(name).apply(["", "A.", ""])[::2] == ["", ""]
    assert parse_step(name).apply([]) == []


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        ("lowercase", "lowercase"),
        ("arabic:ya=yes,alef=yes", "arabic:alef=yes,ya=yes"),
        ("arabic:alef=no", "arabic"),
        ("no-punctuation:inner=no", "no-punctuation:inner=no"),
    ],
)
def test_steps_print_the_options_that_differ_from_the_defaults(expression: str, written: str) -> None:
    assert str(parse_step(expression)) == written
    assert parse_step(written) == parse_step(expression)


def test_steps_are_values() -> None:
    assert parse_step("arabic:alef=yes") == Step("arabic", (("alef", True),))
    assert len({parse_step("lowercase"), parse_step("lowercase")}) == 1


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (
            "upper",
            "upper: there is no text step 'upper'; the steps are: "
            "arabic, lowercase, no-marks, no-punctuation, separate-marks, split-characters, split-hyphens.",
        ),
        ("arabic:hamza=yes", "arabic:hamza=yes: the step has no option 'hamza'; it has: alef, ya, ta_marbuta, waw."),
        ("lowercase:x=yes", "lowercase:x=yes: the step has no option 'x'; it has none."),
        ("arabic:alef", "arabic:alef: alef: expected yes or no, found ''."),
        ("arabic:alef=1", "arabic:alef=1: alef: expected yes or no, found '1'."),
    ],
)
def test_wrong_steps_get_one_clear_sentence(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_step(expression)
    assert str(caught.value) == message
