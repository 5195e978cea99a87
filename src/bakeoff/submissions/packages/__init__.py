"""Packages of files: what they contain and represent, by their names; building, fixing and entering them."""
