"""I12, appendix B: seeds (BLEU), wins of all head-to-head matches in percent, marks, and the rankings printed.

Matches have 400 segments, so that a percentage is a multiple of ¼; some of 2011 are no such multiples and have the
number of segments that fits both figures of a match. One figure is missing in print: what BASELINE12 won against
MITLL12 (B.3.1); it has the better place.
"""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.data.matches import MatchResult

SEGMENTS = 400


@dataclass(frozen=True)
class Printed:
    """A tournament as it is printed: seeds with BLEU, matches (a, b, wins of a, wins of b, mark), the ranking."""

    seeds: dict[str, float]
    matches: tuple[tuple[str, str, float | None, float, str], ...]
    ranking: tuple[str | None, ...]
    judgments: dict[str, int]
    """Single win judgments of the match that is tied."""
    of_2011: dict[frozenset[str], int]
    """Segments of matches of 2011 whose figures are no multiples of ¼."""

    def results(self) -> list[MatchResult]:
        return [
            MatchResult(
                a=a,
                b=b,
                a_wins=a_wins,
                b_wins=b_wins,
                percent=True,
                winner=a if a_wins is None else None,
                a_judgments=self.judgments.get(a) if a_wins == b_wins else None,
                b_judgments=self.judgments.get(b) if a_wins == b_wins else None,
            )
            for a, b, a_wins, b_wins, _ in self.matches
        ]


B1 = Printed(
    seeds={
        "KIT12": 28.86, "LIUM11": 28.23, "RWTH12": 27.85, "KIT11": 26.78,
        "RWTH11": 26.76, "UEDIN12": 26.54, "LIG11": 24.85, "MITLL12": 24.27,
    },
    matches=(
        ("KIT11", "KIT12", 23.75, 41.75, "★"),
        ("KIT11", "MITLL12", 28.50, 33.50, ""),
        ("LIG11", "RWTH12", 31.25, 31.75, ""),
        ("LIUM11", "UEDIN12", 38.00, 38.00, ""),
        ("RWTH11", "MITLL12", 28.25, 30.50, ""),
        ("MITLL12", "LIUM11", 39.75, 37.50, ""),
        ("MITLL12", "KIT12", 18.00, 25.50, "‡"),
        ("RWTH12", "KIT11", 37.50, 38.00, ""),
        ("RWTH12", "LIUM11", 27.00, 36.00, "‡"),
        ("UEDIN12", "KIT12", 37.25, 41.75, ""),
        ("UEDIN12", "MITLL12", 40.75, 34.50, ""),
        ("UEDIN12", "RWTH12", 19.25, 16.00, ""),
        ("RWTH11", "KIT11", 24.00, 27.75, ""),
        ("LIG11", "LIUM11", 21.55, 30.08, "‡"),
        ("RWTH11", "LIG11", 26.88, 29.65, ""),
    ),
    ranking=("KIT12", "UEDIN12", "MITLL12", "KIT11", "LIUM11", "RWTH12", "LIG11", "RWTH11"),
    judgments={"UEDIN12": 475, "LIUM11": 461},
    of_2011={frozenset(("LIG11", "LIUM11")): 399, frozenset(("RWTH11", "LIG11")): 398},
)  # fmt: skip

B2 = Printed(
    seeds={
        "RWTH12": 27.28, "RWTH11": 26.32, "FBK12": 25.46, "FBK11": 24.31,
        "TUBITAK12": 23.85, "NAIST12": 23.65, "BASELINE12": 22.08, "MITLL12": 17.99,
    },
    matches=(
        ("FBK11", "FBK12", 23.75, 24.75, ""),
        ("MITLL12", "RWTH12", 12.50, 59.00, "★"),
        ("FBK11", "NAIST12", 37.50, 18.25, "★"),
        ("FBK11", "RWTH12", 21.50, 40.75, "★"),
        ("FBK11", "TUBITAK12", 41.00, 26.50, "★"),
        ("NAIST12", "FBK12", 20.50, 47.25, "★"),
        ("NAIST12", "TUBITAK12", 24.00, 24.00, ""),
        ("TUBITAK12", "FBK12", 18.25, 37.25, "★"),
        ("TUBITAK12", "MITLL12", 39.75, 19.75, "★"),
        ("RWTH11", "FBK12", 38.50, 25.25, "★"),
        ("RWTH11", "RWTH12", 20.25, 27.25, "†"),
        ("RWTH11", "BASELINE12", 58.75, 10.25, "★"),
        ("BASELINE12", "MITLL12", 16.50, 25.25, "★"),
        ("BASELINE12", "NAIST12", 17.75, 37.25, "★"),
    ),
    ranking=("RWTH12", "RWTH11", "FBK12", "FBK11", "TUBITAK12", "NAIST12", "MITLL12", "BASELINE12"),
    judgments={"TUBITAK12": 358, "NAIST12": 327},
    of_2011={},
)  # fmt: skip

B31 = Printed(
    seeds={
        "UEDIN12": 39.01, "RWTH12": 38.66, "KIT12": 38.49, "NAIST12": 37.90,
        "FBK12": 37.43, "LIG12": 36.88, "BASELINE12": 33.90, "MITLL12": 31.44,
    },
    matches=(
        ("BASELINE12", "LIG12", 24.75, 45.75, "★"),
        ("BASELINE12", "MITLL12", None, 32.75, ""),
        ("FBK12", "MITLL12", 43.50, 32.75, "‡"),
        ("FBK12", "RWTH12", 27.25, 36.75, "‡"),
        ("LIG12", "KIT12", 26.00, 33.50, "†"),
        ("MITLL12", "UEDIN12", 16.50, 47.50, "★"),
        ("NAIST12", "UEDIN12", 20.50, 33.00, "★"),
        ("NAIST12", "FBK12", 34.75, 25.25, "‡"),
        ("NAIST12", "LIG12", 32.00, 34.50, ""),
        ("RWTH12", "BASELINE12", 34.25, 22.25, "★"),
        ("RWTH12", "KIT12", 32.50, 33.50, ""),
    ),
    # The top four are printed without places.
    ranking=(None, None, None, None, "NAIST12", "FBK12", "BASELINE12", "MITLL12"),
    judgments={},
    of_2011={},
)  # fmt: skip

B32 = Printed(
    seeds={
        "UEDIN12": 39.01, "RWTH12": 38.66, "KIT12": 38.49, "KIT11": 37.65,
        "LIG12": 36.88, "LIMSI11": 36.49, "MITLL11": 35.28, "DFKI11": 34.39,
    },
    matches=(
        ("DFKI11", "UEDIN12", 22.75, 46.00, "★"),
        ("LIG12", "UEDIN12", 23.00, 39.50, "★"),
        ("RWTH12", "LIMSI11", 35.25, 34.25, ""),
        ("RWTH12", "MITLL11", 39.25, 33.75, ""),
        ("KIT11", "LIG12", 35.00, 37.75, ""),
        ("LIMSI11", "KIT12", 42.75, 38.50, ""),
        ("MITLL11", "KIT12", 28.75, 41.75, "★"),
        ("RWTH12", "UEDIN12", 23.50, 32.00, "‡"),
        ("DFKI11", "MITLL11", 40.00, 42.50, ""),
        ("KIT11", "LIMSI11", 41.25, 43.50, ""),
        ("DFKI11", "KIT11", 42.25, 43.00, ""),
    ),
    ranking=("UEDIN12", "RWTH12", "LIMSI11", "KIT12", "LIG12", "KIT11", "MITLL11", "DFKI11"),
    judgments={},
    of_2011={},
)  # fmt: skip

B4 = Printed(
    seeds={},
    matches=(
        ("HIT", "POSTECH", 47.75, 6.25, "★"),
        ("NAIST-NICT", "KYOTO-U", 32.50, 17.25, "★"),
        ("NAIST-NICT", "HIT", 17.75, 29.50, "★"),
        ("KYOTO-U", "HIT", 16.75, 37.00, "★"),
        ("KYOTO-U", "POSTECH", 30.50, 13.25, "★"),
        ("NAIST-NICT", "POSTECH", 40.50, 6.00, "★"),
    ),
    ranking=("HIT", "NAIST-NICT", "KYOTO-U", "POSTECH"),
    judgments={},
    of_2011={},
)
