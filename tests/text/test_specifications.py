import pytest

from bakeoff.errors import ExpressionError
from bakeoff.text import Specification, find_specification, parse_step, specification_names, tokenize_lines

PRINTED = {
    "raw": "raw[tokenizer=plain]",
    "zh": "zh[tokenizer=zh]",
    "case+punc": "case+punc[tokenizer=13a]",
    "no_case+no_punc": "no_case+no_punc[lowercase>no-punctuation>tokenizer=13a]",
    "case-insensitive": "case-insensitive[lowercase>tokenizer=13a]",
    "arabic-qcri-like": "arabic-qcri-like[arabic:alef=yes,ya=yes,ta_marbuta=yes,waw=yes>tokenizer=13a]",
    "arabic-qcri-like-case-insensitive": (
        "arabic-qcri-like-case-insensitive[lowercase>arabic:alef=yes,ya=yes,ta_marbuta=yes,waw=yes>tokenizer=13a]"
    ),
    "iwslt05-english-standard": "iwslt05-english-standard[lowercase>no-marks>split-hyphens>tokenizer=plain]",
    "iwslt05-english-optional": "iwslt05-english-optional[separate-marks>tokenizer=plain]",
    "iwslt05-chinese-segmented": "iwslt05-chinese-segmented[no-punctuation:inner=no>tokenizer=plain]",
    "iwslt05-chinese-character": "iwslt05-chinese-character[no-punctuation:inner=no>split-characters>tokenizer=plain]",
}

LINES = [
    ("raw", "It's  3,000 km.", "It's 3,000 km."),
    ("case+punc", "It's 3,000 km.", "It's 3,000 km ."),
    ("no_case+no_punc", "It's 3,000 KM – (about) well-known!", "it's 3000 km about well-known"),
    ("no_case+no_punc", "« L’Été », dit-il : aujourd’hui !", "l’été dit-il aujourd’hui"),
    ("no_case+no_punc", "مرحباً، يا صديقي؟", "مرحباً يا صديقي"),
    ("case-insensitive", "It's 3,000 KM.", "it's 3,000 km ."),
    ("zh", "今天，GDP增长5.5%。", "今 天 ， GDP 增 长 5.5 % 。"),
    ("arabic-qcri-like", "أَلقى مُحاضَرةً في TED، و كتب ٣ كُتُب؟", "القي محاضره في TED , وكتب 3 كتب ?"),
    ("arabic-qcri-like-case-insensitive", "إلى TED", "الي ted"),
    ("iwslt05-english-standard", '"Hello, Mr. Smith-Jones!" It\'s 9:30.', "hello mr smith jones it's 930"),
    ("iwslt05-english-optional", '"Hello, Mr. Smith-Jones!"', '" Hello , Mr . Smith-Jones ! "'),
    ("iwslt05-chinese-segmented", "请 给 我 一 杯 咖啡 。", "请 给 我 一 杯 咖啡"),
    ("iwslt05-chinese-character", "请 给 我 一 杯 咖啡 。", "请 给 我 一 杯 咖 啡"),
]


@pytest.mark.parametrize("name", PRINTED)
def test_shipped_specifications_print_their_steps(name: str) -> None:
    assert str(find_specification(name)) == PRINTED[name]
    assert find_specification(name).name == name


def test_every_shipped_specification_is_tested() -> None:
    assert sorted(PRINTED) == list(specification_names()) == sorted({name for name, _, _ in LINES})


@pytest.mark.parametrize(("name", "text", "line"), LINES)
def test_steps_and_tokeniser_together(name: str, text: str, line: str) -> None:
    specification = find_specification(name)
    assert tokenize_lines(specification.apply([text]), specification.tokenizer) == [line]


def test_characters_are_separated_before_every_scorer() -> None:
    assert find_specification("iwslt05-chinese-character").apply(["请 给我一杯 咖啡 。"]) == ["请 给 我 一 杯 咖 啡"]


@pytest.mark.parametrize("name", ["raw", "zh", "case+punc"])
def test_these_leave_the_text_as_it_is(name: str) -> None:
    assert find_specification(name).apply((" A, b ", "")) == [" A, b ", ""]


def test_the_optional_evaluation_of_iwslt_2005_needs_upper_case() -> None:
    optional = find_specification("iwslt05-english-optional")
    assert optional.applies_to(["yes .", "I see ."])
    assert not optional.applies_to(["yes .", "i see ."])
    assert find_specification("case+punc").applies_to(["yes ."])


def test_specifications_are_values() -> None:
    assert find_specification("case-insensitive") == find_specification("case-insensitive")
    assert len({find_specification(name) for name in [*PRINTED, *PRINTED]}) == len(PRINTED)


def test_steps_run_in_the_order_given() -> None:
    assert find_specification("separate-marks>no-marks").apply(["a.b"]) == ["a  b"]
    assert find_specification("no-marks>separate-marks").apply(["a.b"]) == ["ab"]


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("lowercase>arabic:alef=yes>tokenizer=intl", "lowercase>arabic:alef=yes>tokenizer=intl"),
        ("lowercase", "lowercase>tokenizer=13a"),
        ("arabic:ya=no", "arabic>tokenizer=13a"),
        ("tokenizer=char", "tokenizer=char"),
    ],
)
def test_specifications_are_composed_by_expressions(expression: str, printed: str) -> None:
    specification = find_specification(expression)
    assert str(specification) == specification.name == printed
    assert find_specification(printed) == specification


def test_specifications_are_composed_in_python() -> None:
    specification = Specification("ours", (parse_step("lowercase"),), "plain")
    assert str(specification) == "ours[lowercase>tokenizer=plain]"
    assert specification.apply(["A B."]) == ["a b."]


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (
            "no_case",
            "there is no specification 'no_case'; there are: arabic-qcri-like, arabic-qcri-like-case-insensitive, "
            "case+punc, case-insensitive, iwslt05-chinese-character, iwslt05-chinese-segmented, "
            "iwslt05-english-optional, iwslt05-english-standard, no_case+no_punc, raw, zh. "
            "Or compose one of the steps arabic, lowercase, no-marks, no-punctuation, separate-marks, "
            "split-characters, split-hyphens: lowercase>no-punctuation>tokenizer=13a.",
        ),
        (
            "lowercase>stem",
            "stem: there is no text step 'stem'; the steps are: "
            "arabic, lowercase, no-marks, no-punctuation, separate-marks, split-characters, split-hyphens.",
        ),
        (
            "tokenizer=13a>lowercase",
            "tokenizer=13a>lowercase: the tokeniser comes last and only once, found 'tokenizer=13a' before the end.",
        ),
        (
            "lowercase>",
            ": there is no text step ''; the steps are: "
            "arabic, lowercase, no-marks, no-punctuation, separate-marks, split-characters, split-hyphens.",
        ),
    ],
)
def test_wrong_names_get_one_clear_sentence(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        find_specification(expression)
    assert str(caught.value) == message


def test_an_unknown_tokeniser_is_found_before_any_text_is_read() -> None:
    with pytest.raises(ExpressionError, match=r"^there is no tokeniser '14b'; the tokenisers are: 13a, blank, char, "):
        find_specification("lowercase>tokenizer=14b")
