"""Tournaments: which pairs of systems are judged, and what place each system gets. One rule a file, with its source."""

from bakeoff.tournaments.bracket import Bracket, Node
from bakeoff.tournaments.chains import joined_players
from bakeoff.tournaments.dskoc import dskoc_bracket, play_dskoc
from bakeoff.tournaments.marks import MARKS, mark
from bakeoff.tournaments.plan import Bye, Kind, Match, Plan, Standing, renamed, renamed_result
from bakeoff.tournaments.reuse import Results, collect_results
from bakeoff.tournaments.round_robin import play_round_robin
from bakeoff.tournaments.seeds import by_score, seed_order
from bakeoff.tournaments.swiss import play_swiss
from bakeoff.tournaments.ties import TieRule, decide
from bakeoff.tournaments.votes import match_p_value, results_from_votes

__all__ = [
    "MARKS",
    "Bracket",
    "Bye",
    "Kind",
    "Match",
    "Node",
    "Plan",
    "Results",
    "Standing",
    "TieRule",
    "by_score",
    "collect_results",
    "decide",
    "dskoc_bracket",
    "joined_players",
    "mark",
    "match_p_value",
    "play_dskoc",
    "play_round_robin",
    "play_swiss",
    "renamed",
    "renamed_result",
    "results_from_votes",
    "seed_order",
]
