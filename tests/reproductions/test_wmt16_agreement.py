"""WMT 2016, agreement of judges in the news task: the tables of the Findings (Bojar et al. 2016), all counts.

The figures are those that the organisers' repository (github cfedermann/wmt16, commit 4ed21ef) prints beside the data.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.human_eval.analyses.agreement.preferences import PreferenceAgreement, preference_agreement
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from tests.cli.conftest import Outcome
from tests.depth import THOROUGH
from tests.reproductions.wmt_rankings import by_language_pair

# P(A), P(E), kappa, agreeing, comparable, ties, all answers
INTER = {
    "cze-eng": (0.510, 0.351, 0.244, 9370, 18389, 9836, 43991),
    "eng-cze": (0.607, 0.366, 0.381, 11900, 19594, 14465, 77948),
    "deu-eng": (0.696, 0.421, 0.475, 749, 1076, 1182, 12926),
    "eng-deu": (0.605, 0.373, 0.369, 2018, 3338, 5073, 29770),
    "rus-eng": (0.569, 0.349, 0.339, 1410, 2476, 4742, 20520),
    "eng-rus": (0.562, 0.336, 0.340, 1565, 2786, 7307, 25117),
    "fin-eng": (0.532, 0.338, 0.293, 2125, 3998, 7180, 25637),
    "eng-fin": (0.702, 0.423, 0.484, 1925, 2742, 2335, 26172),
    "ron-eng": (0.586, 0.371, 0.341, 1793, 3062, 2101, 11978),
    "eng-ron": (0.593, 0.345, 0.379, 302, 509, 2110, 8642),
    "tur-eng": (0.554, 0.345, 0.319, 349, 630, 2367, 9684),
    "eng-tur": (0.548, 0.334, 0.322, 403, 735, 3540, 10095),
}
INTRA = {
    "cze-eng": (0.670, 0.334, 0.504, 700, 1045, 1704, 5575),
    "eng-cze": (0.635, 0.350, 0.438, 1861, 2932, 5680, 24827),
    "deu-eng": (0.754, 0.450, 0.552, 101, 134, 64, 1182),
    "eng-deu": (0.698, 0.360, 0.529, 264, 378, 606, 3033),
    "rus-eng": (0.705, 0.341, 0.552, 155, 220, 514, 1968),
    "eng-rus": (0.686, 0.334, 0.528, 227, 331, 1267, 3600),
    "fin-eng": (0.710, 0.357, 0.549, 360, 507, 1854, 4042),
    "eng-fin": (0.790, 0.451, 0.617, 432, 547, 256, 4802),
    "ron-eng": (0.755, 0.355, 0.621, 139, 184, 227, 1060),
    "eng-ron": (0.704, 0.340, 0.552, 119, 169, 401, 1509),
    "tur-eng": (0.714, 0.352, 0.559, 45, 63, 136, 610),
    "eng-tur": (0.574, 0.343, 0.352, 116, 202, 764, 1843),
}
# Kappa and pairs of answers by the textbook: unordered pairs of outputs, two different judges; not published.
TEXTBOOK = {
    "cze-eng": (0.232, 34489),
    "deu-eng": (0.429, 1964),
    "eng-cze": (0.369, 32332),
    "eng-deu": (0.358, 5843),
    "eng-fin": (0.440, 4240),
    "eng-rus": (0.327, 4674),
    "fin-eng": (0.237, 6766),
    "rus-eng": (0.317, 4342),
    "tur-eng": (0.333, 1097),
    "eng-tur": (0.279, 985),
    "ron-eng": (0.343, 5464),
    "eng-ron": (0.266, 653),
}

PAIRS = [pair for pair in INTER if THOROUGH or "cze" not in pair]
"""Of Czech there are more judgments than of all others together; the command is tried on it, too."""


@pytest.fixture
def preferences(data: Path, request: pytest.FixtureRequest) -> tuple[Preferences, str]:
    judgments = by_language_pair(data / "wmt16-ranking" / "wmt16.xml.gz")[request.param]
    return find_protocol("ranking").preferences(judgments), request.param


def row(found: PreferenceAgreement) -> tuple[float, ...]:
    shares = (round(found.observed, 3), round(found.expected, 3), round(found.value, 3))
    return (*shares, found.agreeing, found.comparable, found.ties, found.answers)


@pytest.mark.parametrize("preferences", PAIRS, indirect=True)
def test_agreement_between_judges_is_as_published(preferences: tuple[Preferences, str]) -> None:
    rows, pair = preferences
    assert row(preference_agreement(rows, counting="wmt", chance="ties")) == INTER[pair]


@pytest.mark.parametrize("preferences", PAIRS, indirect=True)
def test_agreement_of_judges_with_themselves_is_as_published(preferences: tuple[Preferences, str]) -> None:
    rows, pair = preferences
    assert row(preference_agreement(rows, between="own", counting="wmt", chance="ties")) == INTRA[pair]


@pytest.mark.parametrize("preferences", PAIRS, indirect=True)
def test_by_the_textbook_it_is_mostly_lower(preferences: tuple[Preferences, str]) -> None:
    rows, pair = preferences
    found = preference_agreement(rows, chance="ties")
    assert (round(found.value, 3), found.comparable) == TEXTBOOK[pair]


def test_the_command_gives_what_was_published(bakeoff: Callable[..., Outcome], data: Path) -> None:
    call = ("agreement", data / "wmt16-ranking" / "wmt16.xml.gz", "--counting", "wmt", "--measure", "ties")
    outcome = bakeoff(*call, "--format", "json")
    assert outcome.code == 0
    for between, published in (("judges", INTER), ("own", INTRA)):
        found = {
            group["group"]["language_pair"]: [round(each[name], 3) for name in ("observed", "expected", "value", "n")]
            for group in outcome.json["groups"]
            for each in group["agreement"]
            if each["between"] == between
        }
        assert found == {pair: [*figures[:3], figures[4]] for pair, figures in published.items()}
