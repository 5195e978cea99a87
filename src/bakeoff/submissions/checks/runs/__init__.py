"""Rules about the files of a package: bytes, format, documents and segments against the source."""
