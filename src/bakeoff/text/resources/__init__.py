"""Language resources: stemmers, WordNet and paraphrases. They are found on the machine and never downloaded."""

from bakeoff.text.resources.inventory import Resource, list_resources
from bakeoff.text.resources.paraphrases import ParaphraseTable, PhraseMatches, find_paraphrases
from bakeoff.text.resources.stemmer import Stemmer, find_stemmer, stemmer_languages
from bakeoff.text.resources.wordnet import WordNet, find_wordnet

__all__ = [
    "ParaphraseTable",
    "PhraseMatches",
    "Resource",
    "Stemmer",
    "WordNet",
    "find_paraphrases",
    "find_stemmer",
    "find_wordnet",
    "list_resources",
    "stemmer_languages",
]
