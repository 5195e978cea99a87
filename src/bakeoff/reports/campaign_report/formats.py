"""The formats in which the tables and figures of a report are written."""

from __future__ import annotations

from collections.abc import Mapping

TABLE_FORMATS: Mapping[str, str] = {
    "csv": "CSV",
    "json": "JSON",
    "xlsx": "XLSX",
    "tex": "LaTeX",
    "md": "Markdown",
    "txt": "text",
}
"""Titles by the endings of files."""
FIGURE_FORMATS: Mapping[str, str] = {"svg": "SVG", "pdf": "PDF", "png": "PNG"}
PDF = "report.pdf"
