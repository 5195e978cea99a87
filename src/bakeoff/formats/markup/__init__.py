"""XML and SGML from strangers: scanned, checked and written safely."""
