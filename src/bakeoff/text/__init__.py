"""Text before scoring: tokenisers, normalisers and the specifications that compose them."""

from bakeoff.text.workspace import Text, Workspace

__all__ = ["Text", "Workspace"]
