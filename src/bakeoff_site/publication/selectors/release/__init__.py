"""What a release package of a campaign holds: results with the texts, scores and judgments behind them."""

from bakeoff_site.publication.selectors.release.content import release_content

__all__ = ["release_content"]
