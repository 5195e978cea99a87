"""The report as a static site: a page for each section and one style sheet; it needs no network and no script."""
