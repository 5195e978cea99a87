"""Files of what is known about the words of texts: alignments, parses, spans."""
