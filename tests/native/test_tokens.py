from bakeoff.native import Vocabulary, tokenize, tokenize_lines


def test_equal_tokens_get_equal_ids_across_texts() -> None:
    vocabulary = Vocabulary()
    first = tokenize(["a b a", "", "c"], "plain", vocabulary)
    second = tokenize(["c b"], "plain", vocabulary)
    assert [first[i] for i in range(len(first))] == [[0, 1, 0], [], [2]]
    assert second[0] == [2, 1]
    assert len(vocabulary) == 3


def test_ids_do_not_depend_on_the_number_of_threads() -> None:
    segments = [f"w{i % 97} x{i % 13} y{i}" for i in range(5000)]
    one = tokenize(segments, "plain", Vocabulary(), threads=1)
    four = tokenize(segments, "plain", Vocabulary(), threads=4)
    assert [one[i] for i in range(len(one))] == [four[i] for i in range(len(four))]


def test_lines_hold_tokens_separated_by_single_blanks() -> None:
    assert tokenize_lines(["  a \t b\n", ""], "plain") == ["a b", ""]
