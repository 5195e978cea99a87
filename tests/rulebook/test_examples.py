"""The example rulebooks are short, valid and what the how-to page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.rulebook import check_rulebook, read_rulebook
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "rulebooks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_example_has_no_mistake(path: Path) -> None:
    assert check_rulebook(path) == ()


def test_campaign_of_one_track_takes_at_most_twenty_lines() -> None:
    text = (FOLDER / "one-track.toml").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 20
    assert f"```toml\n{text}```" in (ROOT / "docs" / "how-to" / "write-a-rulebook.md").read_text(encoding="utf-8")


def test_campaign_of_one_track_has_all_that_it_needs() -> None:
    book = read_rulebook(FOLDER / "one-track.toml")
    package = book.submission.packages["runs"]
    assert (package.file, package.format) == ("{team}_{language_pair}_{system_type}.txt", "plain-text")
    assert {kind.id: kind.most for kind in book.submission.system_types.values()} == {"primary": 1, "contrastive": 3}
    assert book.scoring_of("news", "de-en").all_metrics == ("bleu", "chrf")


def test_rulebook_that_extends_another_differs_where_it_says_so() -> None:
    base, own = read_rulebook("openmt2012"), read_rulebook(FOLDER / "openmt-arabic.toml")
    assert list(own.language_pairs) == ["ara2eng"]
    assert set(base.phases) - set(own.phases) == {"sharing", "combination"}
    assert set(base.submission.packages) - set(own.submission.packages) == {"older", "combo"}
    assert own.phases["evaluation"].opens == base.phases["evaluation"].opens
    assert own.phases["evaluation"].start.year == 2027
    assert own.submission.fields["date"].date_format == "yyyymmdd"
    assert own.evaluation == base.evaluation
