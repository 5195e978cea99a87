"""Campaigns as data: rulebooks, and what follows from them. Nothing here looks at a clock or a database."""

from bakeoff.rulebook.calendar import Event, Period, events_after, past_phases, phases_at, schedule
from bakeoff.rulebook.files.creation import id_from, new_rulebook
from bakeoff.rulebook.files.dates import days_to, first_day, move_dates, start_on
from bakeoff.rulebook.files.reader import WrittenRulebook, check_rulebook, kept_rulebook, parse_rulebook, read_rulebook
from bakeoff.rulebook.files.sources import RulebookError, find_rulebook, rulebook_names
from bakeoff.rulebook.schema import Rulebook

__all__ = [
    "Event",
    "Period",
    "Rulebook",
    "RulebookError",
    "WrittenRulebook",
    "check_rulebook",
    "days_to",
    "events_after",
    "find_rulebook",
    "first_day",
    "id_from",
    "kept_rulebook",
    "move_dates",
    "new_rulebook",
    "parse_rulebook",
    "past_phases",
    "phases_at",
    "read_rulebook",
    "rulebook_names",
    "schedule",
    "start_on",
]
