"""Files of texts: sources, references and runs."""
