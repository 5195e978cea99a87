"""Campaigns as data: rulebooks, and what follows from them. Nothing here looks at a clock or a database."""

from bakeoff.rulebook.beginning import id_from, new_rulebook
from bakeoff.rulebook.calendar import Event, Period, events_after, phases_at, schedule
from bakeoff.rulebook.reading import WrittenRulebook, check_rulebook, kept_rulebook, parse_rulebook, read_rulebook
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.sources import RulebookError, find_rulebook, rulebook_names

__all__ = [
    "Event",
    "Period",
    "Rulebook",
    "RulebookError",
    "WrittenRulebook",
    "check_rulebook",
    "events_after",
    "find_rulebook",
    "id_from",
    "kept_rulebook",
    "new_rulebook",
    "parse_rulebook",
    "phases_at",
    "read_rulebook",
    "rulebook_names",
    "schedule",
]
