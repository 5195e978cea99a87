"""Files that professional translators work with: XLIFF 1.2 and 2, TMX, tables of source and target."""
