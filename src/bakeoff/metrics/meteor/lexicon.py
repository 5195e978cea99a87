"""What METEOR knows of the words of texts, looked up once for each different word."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from bakeoff.native import MeteorLexicon, Paraphrases, Tokens, Vocabulary
from bakeoff.text.resources import ParaphraseTable, Stemmer, WordNet


@dataclass(frozen=True, slots=True)
class Resources:
    """The language resources that the modules in use ask for."""

    stemmer: Stemmer | None = None
    wordnet: WordNet | None = None
    paraphrases: ParaphraseTable | None = None

    def versions(self) -> dict[str, str]:
        """As they are in the signature of a score."""
        used = (self.stemmer, self.wordnet, self.paraphrases)
        return dict(each.signature.split(":", 1) for each in used if each is not None)


class Lexicon:
    """Stems, synsets and kinds of all words met so far, and the paraphrases of the texts available."""

    def __init__(self, vocabulary: Vocabulary, resources: Resources, *, function_words: Collection[str] = ()) -> None:
        self.native = MeteorLexicon(vocabulary)
        self._function_words = frozenset(function_words)
        self._vocabulary = vocabulary
        self._resources = resources

    def cover(self, text: Tokens) -> None:
        """Looks up the words of a text that have not been met before."""
        ids = self.native.unknown(text)
        if not ids.size:
            return
        known = self._vocabulary.words()
        words = [known[number] for number in ids.tolist()]
        stemmer, wordnet = self._resources.stemmer, self._resources.wordnet
        starts, synsets = wordnet.synset_table(words) if wordnet else (None, None)
        stems = stemmer.stem(words) if stemmer else None
        # Case does not matter here, even where it does for matches.
        kinds = np.array([word.lower() in self._function_words for word in words], np.bool_)
        self.native.add(ids, words, kinds, stems=stems, synset_starts=starts, synsets=synsets)

    def paraphrases(self, *texts: Tokens) -> Paraphrases | None:
        """The pairs of phrases that occur in texts, where paraphrases are used."""
        table = self._resources.paraphrases
        if table is None:
            return None
        words = self._vocabulary.words()
        phrases = np.unique(np.concatenate([table.phrases_in(words, text) for text in texts]))
        matches = table.matches(words, phrases)
        return Paraphrases(matches.word_starts, matches.words, matches.partner_starts, matches.partners)
