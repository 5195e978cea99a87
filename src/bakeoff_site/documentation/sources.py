"""Where the documentation is: next to this file in an installed package, else in the source tree."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
_PACKAGED = _HERE / "docs"
_IN_SOURCE_TREE = _HERE.parents[2]

TEXTS = _PACKAGED if _PACKAGED.is_dir() else _IN_SOURCE_TREE / "docs"
NAVIGATION = (_HERE if _PACKAGED.is_dir() else _IN_SOURCE_TREE) / "mkdocs.yml"
PICTURES = TEXTS / "assets"
STATIC_FOLDER = "documentation"
"""Below the static files of the site, where the pictures are served."""
