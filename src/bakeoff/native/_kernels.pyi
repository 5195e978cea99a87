"""
Kernels: tokenisation, n-grams, edit distances, resampling. Every call releases the GIL.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, overload

import numpy
import numpy.typing
from numpy.typing import NDArray


class Vocabulary:
    """
    Gives equal tokens equal ids; ids count up from 0 in order of first sight.
    """

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

    def words(self) -> list[str]:
        """All tokens, the one with id 0 first."""

class Tokens:
    """The token ids of a text, segment by segment."""

    def __len__(self) -> int: ...

    def __getitem__(self, segment: int) -> list[int]: ...

    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """All token ids, segment after segment; a view."""

    def lengths(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
        """Tokens in each segment, as a column."""

def tokenizer_names() -> list[str]:
    """The names of all native tokenisers, sorted."""

def tokenize_lines(segments: Sequence[str], tokenizer: str, *, threads: int = 1) -> list[str]:
    """Each segment as a line of tokens separated by single blanks."""

def tokenize(segments: Sequence[str], tokenizer: str, vocabulary: Vocabulary, *, threads: int = 1) -> Tokens:
    """Each segment tokenised and interned in the vocabulary."""

def edit_operations(hypothesis: Sequence[str], reference: Sequence[str]) -> str:
    """
    The alignment of two sequences of words from left to right: = match, S substitution, D deletion, I insertion.
    """

def edit_distances(hypothesis: Tokens, reference: Tokens, *, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    Fewest substitutions, deletions and insertions in each segment, as a column.
    """

def word_error_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment substitutions, deletions, insertions and words of the reference with the fewest errors, then the mean length of all references.
    """

def bag_error_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment matches, hypothesis words, words of the reference with the fewest errors and surplus words, then the mean length of all references.
    """

def oracle_paths(*, nodes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], arc_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sources: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Tokens, references: Sequence[Tokens], threads: int = 1) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]]:
    """
    The path of each lattice with the fewest errors against one of the references: numbers of arcs and where each path begins, as columns.
    """

def best_paths(*, nodes: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], arc_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sources: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int = 1) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]]:
    """The path of each lattice with the highest sum of scores, likewise."""

def candidate_errors(candidates: Tokens, starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], references: Sequence[Tokens], *, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    Fewest errors of each candidate against the references of its list, as a column.
    """

LONGEST_ORDER: int = 1000

def bleu_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, order: int = 4, shortest: bool = False, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    Matches by order, n-grams by order, reference length (the closest, or the shortest); a row for each segment.
    """

class CountedReferences:
    """
    References with how often each of their n-grams occurs in all of them together.
    """

    def __init__(self, references: Sequence[Tokens], *, order: int = 5) -> None: ...

def nist_statistics(hypothesis: Tokens, references: CountedReferences, *, zero: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    Information matched by order, n-grams by order, mean reference words; a row for each segment.

    `zero` is the id of the token that counts as no history.
    """

def chrf_statistics(hypothesis: Sequence[str], references: Sequence[Sequence[str]], *, order: int = 6, word_order: int = 0, beta: float = 2.0, whitespace: bool = False, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    By order (characters, then words) n-grams of the hypothesis, of its best reference, and matches; a row for each segment.
    """

def gtm_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, exponent: float = 1.0, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment the size of the match of General Text Matcher 1.4, hypothesis words and mean reference words.
    """

class TextColumn(Sequence[str]):
    """
    Many texts as parts of one, without an object for each of them; those that are asked for are made.
    """

    def __init__(self, texts: Sequence[str]) -> None: ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, row: int, /) -> str: ...

    @overload
    def __getitem__(self, rows: slice, /) -> TextColumn: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def index(self, text: object, start: int = 0, stop: int = 9223372036854775807, /) -> int: ...

    def count(self, text: object, /) -> int: ...

    def take(self, rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> TextColumn:
        """The texts of these rows; below 0 stands for an empty text."""

    def prefixes(self, separators: str) -> TextColumn:
        """
        What stands in each text before the first of these ASCII characters that it holds, an earlier one being tried before a later one; all of the text where it holds none.
        """

    def sizes(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """How many bytes each has in UTF-8."""

    def is_ascii(self) -> bool:
        """Whether all characters are of ASCII."""

    def groups(self, *, fold: bool = False) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]:
        """
        For each row the number of those with the same text, from 0 in order of first sight; with fold, ASCII letters are the same in either case.
        """

    def rows_among(self, others: TextColumn, *, fold: bool = False) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """
        For each row the first of the others with the same text, -1 where there is none.
        """

    def rows_with(self, parts: Sequence[str], *, fold: bool = False) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
        """The rows whose text holds one of the parts."""

def is_utf8(text: bytes) -> bool:
    """Whether bytes are UTF-8 throughout."""

MAX_SECONDS: int = 9000000

def read_ctm(text: bytes) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], tuple[list[str], list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], tuple[list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    The rows of a CTM file in UTF-8: lines, recordings (files, channels, number of each row), begins and durations in nanoseconds, words (different ones, number of each row), confidences, kinds (0 a word, 1 begin, 2 or, 3 end of alternatives), bad times; then lines that are blank and lines with a seventh column. ValueError(what, line, found) at the first line that is wrong, what being columns, begin, duration, large begin, large duration or confidence.
    """

def read_stm(text: bytes) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], tuple[list[str], list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')], tuple[list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], tuple[list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]], TextColumn, list[str], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    The rows of an STM file in UTF-8: lines, recordings, begins and ends in nanoseconds, speakers, labels as written, texts; then comments that begin with ;; and the lines that begin with **. ValueError(what, line, found), what being columns, begin, end, large begin, large end or labels.
    """

def read_trn(text: bytes) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')], TextColumn, TextColumn, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C')]]:
    """
    The rows of a TRN file in UTF-8: lines, ids, texts; then the lines that begin with **. ValueError('id', line, found).
    """

def nanoseconds_of(seconds: Sequence[str]) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C')]:
    """
    Decimal seconds as nanoseconds, rounded half to even. ValueError(large or no number, index) where one is no time.
    """

class WordNetworks:
    """Utterances as networks of words: chains or with alternatives."""

    def __len__(self) -> int:
        """The number of utterances."""

class NetworkWords:
    """
    The words of transcripts under rules of what makes two of them the same.
    """

    def __init__(self, *, keep_case: bool = False, optional_words: bool = False, fragments: bool = False, split: str = 'none', drop_hyphens: bool = False, split_as_sclite: bool = False) -> None: ...

    def networks_of_texts(self, texts: Sequence[str], *, empty_alternatives: str = 'refuse') -> WordNetworks:
        """
        Networks of texts such as "a { b c / @ } d". ValueError(what, number of the utterance) where one is none.
        """

    def networks_of_rows(self, texts: Sequence[str], numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], kinds: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> WordNetworks:
        """
        Networks of rows, of which each has a text by its number and a kind: 0 a word, 1 begin, 2 or, 3 end of alternatives; utterance i has those from offsets[i].
        """

    def texts(self) -> list[str]:
        """The words as reports show them, by form."""

    def tags(self) -> list[str]:
        """
        What stood behind a semicolon in each of them, with a semicolon at the end.
        """

    def align(self, reference: WordNetworks, hypothesis: WordNetworks, *, steps: bool = False, threads: int = 1) -> tuple[Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]]:
        """
        Aligns as sclite does. For each utterance correct words (forgiven ones included), substitutions, deletions, insertions, forgiven deletions and forgiven insertions; then, where asked for, the steps (kind as the code of a letter of CSDIdi, form and place of the reference's word and of the hypothesis', -1 for none) and how many steps each utterance has.
        """

    def align_with_confidences(self, reference: WordNetworks, hypothesis: WordNetworks, confidences: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], *, steps: bool = False, threads: int = 1) -> tuple[tuple[Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')], Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C')]]:
        """
        The same for a hypothesis of rows, whose words have confidences p; besides, for each utterance, the sum of log2 p over its correct words and of log2(1 - p) over its wrong ones, p being kept 1e-7 away from 0 and 1.
        """

def ter_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, rules: Literal['tercom', 'sacrebleu'], threads: int = 1) -> numpy.typing.NDArray[numpy.float64]:
    """
    For each segment edits, mean reference words, shifts, insertions, deletions, substitutions (of the best reference).
    """

class MeteorLexicon:
    """What METEOR knows of the words of a vocabulary; it grows only."""

    def __init__(self, vocabulary: Vocabulary) -> None: ...

    def unknown(self, tokens: Tokens) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """Ids of a text whose words were not added yet, ascending."""

    def add(self, ids: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Sequence[str], are_function_words: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)], *, stems: Sequence[str] | None = None, synset_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, synsets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> None:
        """
        Adds words with their stems and synsets: those of word i from synset_starts[i] up to synset_starts[i + 1].
        """

class Paraphrases:
    """Phrases of token ids and which phrases may stand for which."""

    def __init__(self, word_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], words: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], partner_starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], partners: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def java_hash(word: str) -> int:
    """The 32-bit hash that Java gives a string."""

def meteor_statistics(hypothesis: Tokens, references: Sequence[Tokens], lexicon: MeteorLexicon, paraphrases: Paraphrases | None = None, *, modules: Sequence[str], weights: Sequence[float], alpha: float, beta: float, gamma: float, delta: float, perfect_chunks: bool = False, last_reference: bool = False, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment and its best reference, by module, matched content and function words of the hypothesis and of the reference; then content and function words of both, and chunks.
    """

def meteor_alignment(hypothesis: Tokens, reference: Tokens, lexicon: MeteorLexicon, paraphrases: Paraphrases | None = None, *, modules: Sequence[str], threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    For each token of the hypothesis the place in its segment of the reference token that METEOR aligns it to, or -1, as a column.
    """

def bootstrap_sums(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, key: int, first: int, samples: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each sample the sum of as many rows as there are, drawn with replacement: (columns × samples).
    """

def coin_sums(rows: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, key: int, first: int, samples: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each sample the sum of the rows that fair coins pick: (columns × samples).
    """

def trueskill_means(first: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], outcome: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], *, systems: int, prior_deviation: float, deviation: float, tie_margin: float, resampled: bool, key: int, runs: int, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each run of TrueSkill, over a sample of the comparisons or over all of them, the mean skill of every system: (runs × systems).
    """

def resampled_counts(starts: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], cells: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], *, columns: int, key: int, first: int, samples: int, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    For each sample of units, drawn with replacement, how often every cell occurs in them: (samples × columns).
    """

def count_score_pairs(human: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    For each group (row) its pairs that are ordered as by people, the other way round, tied by people alone, by the metric alone, by both. NaN in `human`: no score.
    """

def best_tie_threshold(human: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], metric: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[float, float]:
    """
    The smallest difference up to which ties of the metric make most pairs of all groups (rows) right, and the sum of the weights of those.
    """

def swap_effects(human: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], metrics: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], thresholds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], pairs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, count_human_ties: bool, threads: int = 1) -> Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C')]:
    """
    What swapping the scores of two metrics in cells changes in the right pairs of the first less those of the second: for each group a constant, an effect of each cell and of each pair of cells; a column for each pair of metrics.
    """

def count_orders_after_swap(all: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], swapped: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], pairs: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], *, rounding: float, threads: int = 1) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C')]:
    """
    For how many vectors of signs the signed difference of two systems is at least the plain one once two metrics swapped their scores in cells: all pairs of systems by the first metric, then by the second; a row for each pair of metrics.
    """

def resegment(words: Tokens, references: Tokens, *, references_of_segments: Sequence[int], segments_of_streams: Sequence[int], leading_empty_segments: str = 'free', threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    Each stream of words cut into segments with the fewest errors; references are a row each. For each segment the position after its last word in the stream, its best reference (from 0) and its errors.
    """
