"""Reports in the words and columns of NIST's sclite, byte for byte."""
