"""A small campaign whose systems are judged by parts of sentences, into Arabic and Chinese.

ALPHA, BRAVO and ECHO, who comes later, have the same phrases in different sentences; CLARA lacks the last word, DELTA
repeats the first.
"""

from __future__ import annotations

from django.utils import timezone

from bakeoff.alignment import Links
from bakeoff.data.judgments import Span, digest_of
from bakeoff.human_eval import JudgedTexts
from bakeoff.human_eval.designs.constituents.candidates import SourceWords, from_spans
from bakeoff.human_eval.designs.constituents.linked_texts import LinkedTexts, pack_linked_texts, unlinked_texts
from bakeoff.human_eval.designs.constituents.texts import columns_of, listed_candidates
from bakeoff.text import words_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.models import ConstituentSource
from bakeoff_site.judging.selectors.judged_texts import texts_on
from tests.site.judging import world
from tests.site.people import person
from tests.site.scoring.world import put_data, put_run, small_campaign

RULES = (
    world.RULES.replace('"judge:scores"]', '"judge:scores", "judge:parts", "judge:yes-no"]')
    + """
[human.parts]
title = "Ranking of phrases"
protocol = "constituent_ranking"
phase = "judging"
constituents = [4, 15]
[human.yes-no]
title = "Acceptability of phrases"
protocol = "constituent_acceptability"
phase = "judging"
constituents = [4, 15]
reuse = true
"""
)
PARTS = (
    (
        ("the old sailor from Malta", "البحّار العجوز من مالطا", "来自马耳他的老水手"),
        ("the small blue boat Luna 3", "القارب الأزرق الصغير Luna 3", "蓝色的小船Luna 3"),
    ),
    (
        ("the tired captain of Crete", "القبطان المتعب من كريت", "克里特岛疲惫的船长"),
        ("his very, very old lamp", "مصباحه القديم، القديم جدا", "他那盏很旧、很旧的灯"),
    ),
    (
        ("the woman at the lighthouse", "المرأة التي في المنارة", "灯塔里的女人"),
        ("the wooden door of the house", "باب البيت الخشبي القديم", "房子的旧木门"),
    ),
    (
        ("the young man with the hat", "الشاب صاحب القبعة السوداء", "戴帽子的年轻人"),
        ("a long, broken fishing net", "شبكة صيد طويلة وممزقة", "一张又长又破的渔网"),
    ),
)
"""Of each segment two parts: in the source, and well translated into Arabic and Chinese."""
SOURCE = "Yesterday {} repaired {}."
SENTENCES = {
    "en-ar": {
        "": "أصلح {} أمس {}.",
        "ALPHA": "أمس أصلح {} {}.",
        "BRAVO": "{} أصلح {} أمس.",
        "CLARA": "أمس {} قام بإصلاح {}.",
        "DELTA": "{} أمس أصلح {}!",
        "ECHO": "أمس {} أصلح {}.",
    },
    "en-zh": {
        "": "昨天{}修好了{}。",
        "ALPHA": "{}昨天修好了{}。",
        "BRAVO": "昨天{}把{}修好了。",
        "CLARA": "{}修了{}，昨天。",
        "DELTA": "在昨天，{}修理{}！",
        "ECHO": "昨天，{}修好{}。",
    },
}
"""What the reference, under no name, and each system write around the parts; ECHO comes later."""
_COLUMN = {"en-ar": 1, "en-zh": 2}


def phrases(pair: str, system: str) -> list[tuple[str, str]]:
    """What a system has for the two parts of each segment."""
    return [tuple(_changed(part[_COLUMN[pair]], system) for part in parts) for parts in PARTS]  # type: ignore[misc]


def _changed(phrase: str, system: str) -> str:
    if system == "CLARA":
        return phrase.rpartition(" ")[0] or phrase[:-1]
    if system == "DELTA":
        return f"{phrase.split(maxsplit=1)[0]} {phrase}" if phrase.count(" ") > 1 else phrase[0] + phrase
    return phrase


def source_lines() -> list[str]:
    return [SOURCE.format(*(part[0] for part in parts)) for parts in PARTS]


def lines(pair: str, system: str) -> list[str]:
    return [SENTENCES[pair][system].format(*own) for own in phrases(pair, system)]


def constituent_campaign(rules: str = RULES, *, systems: tuple[str, ...] = world.SYSTEMS) -> Campaign:
    """Four systems in two language pairs, whose words are linked to the source."""
    campaign = small_campaign(rules)
    for pair in SENTENCES:
        put_data(campaign, "source", _written(source_lines()), name="source.txt", pair=pair)
        put_data(campaign, "reference", _written(lines(pair, "")), name="reference.txt", pair=pair)
    for name in systems:
        add_system(campaign, name)
    link_words(campaign)
    return campaign


def add_system(campaign: Campaign, name: str) -> None:
    """A team with a run in each language pair."""
    team, _ = Team.objects.get_or_create(
        campaign=campaign, name=f"Team {name}", code=name, language_pairs=list(SENTENCES)
    )
    for pair in SENTENCES:
        put_run(campaign, _written(lines(pair, name)), by=_submitter(), name=name, team=team, pair=pair)


def _submitter() -> User:
    return User.objects.filter(name="Sue Submitter").first() or person("Sue Submitter")


def link_words(campaign: Campaign) -> None:
    """Parts of the sources with links of all systems, as a worker leaves them."""
    for pair in SENTENCES:
        [judged] = texts_on(campaign, pair, "news")
        _store(campaign, judged, linked_by_hand(judged, pair))


def link_last_words(campaign: Campaign) -> None:
    """The same of any texts: the last two words of the source are the part, and those of each translation its phrase.

    Evaluations then say `constituents = [1, 15]`.
    """
    for pair in world.TEXTS:
        [judged] = texts_on(campaign, pair, "news")
        words = [SourceWords(text) for text in judged.texts.source or ()]
        spans = {number: [(each.spans[-2][0], each.spans[-1][1])] for number, each in enumerate(words)}
        found = unlinked_texts(judged, listed_candidates(spans))
        links = {
            digest_of(column): tuple(
                frozenset({(len(own.spans) - back, len(words_of(text)) - back) for back in (1, 2)})
                for own, text in zip(words, column, strict=True)
            )
            for column in columns_of(judged).values()
        }
        _store(campaign, judged, LinkedTexts(source=found.source, candidates=found.candidates, links=links))


def _store(campaign: Campaign, judged: JudgedTexts, linked: LinkedTexts) -> None:
    ConstituentSource.objects.update_or_create(
        campaign=campaign,
        language_pair=judged.language_pair,
        test_set=judged.test_set,
        defaults={
            "parts_from": PartsFrom.LIST,
            "file_name": "parts.tsv",
            "sha256": keep([pack_linked_texts(linked)]).sha256,
            "candidates": linked.found,
            "systems": sorted(judged.texts.systems),
            "aligned_at": timezone.now(),
            "added_by": _submitter(),
            "added_at": timezone.now(),
        },
    )


def linked_by_hand(judged: JudgedTexts, pair: str) -> LinkedTexts:
    """The words of each part linked to those of its translation."""
    sources = source_lines()
    spans = {
        number: [_span(text, part[0]) for part in parts] + [(0, len(text)), _span(text, "repaired")]
        for number, (text, parts) in enumerate(zip(sources, PARTS, strict=True))
    }
    found = unlinked_texts(judged, listed_candidates(spans))
    links = {
        digest_of(column): tuple(
            _links(text, source, [(part[0], own) for part, own in zip(parts, translated, strict=True)])
            for text, source, parts, translated in zip(column, sources, PARTS, phrases(pair, name), strict=True)
        )
        for name, column in columns_of(judged).items()
    }
    return LinkedTexts(source=found.source, candidates=found.candidates, links=links)


def _links(text: str, source: str, pairs: list[tuple[str, str]]) -> Links:
    found: set[tuple[int, int]] = set()
    for part, phrase in pairs:
        own, theirs = _words(source, part), _words(text, phrase)
        found |= {(own[min(number, len(own) - 1)], theirs[0] + number) for number in range(len(theirs))}
    return frozenset(found)


def _words(text: str, part: str) -> range:
    [candidate] = from_spans(SourceWords(text), [_span(text, part)])
    assert candidate is not None, (text, part)
    return candidate.words


def _span(text: str, part: str) -> Span:
    return text.index(part), text.index(part) + len(part)


def _written(texts: list[str]) -> bytes:
    return "\n".join(texts).encode()
