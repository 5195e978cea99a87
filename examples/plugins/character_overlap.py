"""A plug-in for Bakeoff: the share of character pairs that a hypothesis and its best reference have in common.

Start it by --plugin overlap='python3 character_overlap.py'. It needs Python and nothing else, and may serve as a model
for others.
"""

import json
import sys
from collections import Counter

VERSION = "1"


def pairs(text):
    """The pairs of neighbouring characters, counted, blanks left out."""
    letters = "".join(text.split())
    return Counter(letters[place : place + 2] for place in range(len(letters) - 1))


def overlap(hypothesis, reference):
    """Dice's coefficient of the pairs: 0 to 1, 1 where there is nothing on either side."""
    one, other = pairs(hypothesis), pairs(reference)
    total = sum(one.values()) + sum(other.values())
    return 2 * sum((one & other).values()) / total if total else 1.0


def answer(value):
    """Writes one line; flushed, so that progress is seen and no time-out strikes."""
    print(json.dumps(value), flush=True)


def main():
    json.loads(sys.stdin.readline())  # what is to come: languages, fields, number of segments
    answer(
        {
            "protocol": 1,
            "name": "character-overlap",
            "version": VERSION,
            "direction": "higher",
            "needs": ["references"],
            "signature": {"unit": "character-pairs"},
        }
    )
    for line in sys.stdin:
        segment = json.loads(line)
        answer({"score": max(overlap(segment["hypothesis"], text) for text in segment["references"])})


if __name__ == "__main__":
    main()
