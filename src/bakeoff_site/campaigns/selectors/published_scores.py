"""Published scores of a campaign's rulebook, each with what identifies it."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.rulebook.files.published_score_edits import entry_id
from bakeoff.rulebook.schema import PublishedScores
from bakeoff_site.campaigns.models import Campaign


@dataclass(frozen=True, slots=True)
class PublishedEntry:
    """Scores of one system on one board."""

    id: str
    system: str
    """What people call it."""
    place: str
    scores: PublishedScores


def published_entries(campaign: Campaign) -> tuple[PublishedEntry, ...]:
    """In the order of the rulebook."""
    rules = campaign.rules
    written = campaign.rulebook_content.get("published_scores", [])
    return tuple(
        PublishedEntry(
            id=entry_id(content),
            system=rules.systems[entry.system].label,
            place=", ".join(
                filter(
                    None,
                    [
                        rules.tracks[entry.track].label,
                        rules.language_pairs[entry.language_pair].label,
                        rules.conditions[entry.condition].label if entry.condition else "",
                        rules.test_sets[entry.test_set].label,
                    ],
                )
            ),
            scores=entry,
        )
        for content, entry in zip(written, rules.published_scores, strict=True)
    )
