from bakeoff.text import Workspace


def test_a_text_is_tokenised_by_the_tokeniser_of_the_specification_unless_another_is_given() -> None:
    text = Workspace(tokenizer="char").text(["ab", ""])
    assert text.tokens().lengths()[:, 0].tolist() == [2, 0]
    assert text.tokens("plain").lengths()[:, 0].tolist() == [1, 0]


def test_a_text_is_tokenised_once_for_each_tokeniser() -> None:
    text = Workspace().text(["a b"])
    assert text.tokens() is text.tokens("13a")
    assert text.lowercased() is text.lowercased()


def test_texts_of_one_workspace_have_comparable_tokens() -> None:
    space = Workspace(tokenizer="plain")
    assert space.text(["A b"]).lowercased().tokens()[0] == space.text(["a b"]).tokens()[0]
