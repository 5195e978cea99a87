"""The nouns of speech recognition: transcripts and timed words, n-best lists and lattices."""
