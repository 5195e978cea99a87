"""Made-up corpus statistics and ASR output of the five campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bakeoff.evaluation import CorpusStatistics
from bakeoff.reports.campaigns.data_statistics import DescribedData
from bakeoff.reports.speech.asr_output import InputPlace, ScoredInput, ScoredRun
from bakeoff.rulebook import Rulebook


def data_of(document: str, rulebook: Rulebook) -> tuple[DescribedData, ...]:
    """Training data, then source and reference of every test set in every language pair that has one."""
    return (*_training(document, rulebook), *_test_sets(rulebook))


def _training(document: str, rulebook: Rulebook) -> Iterator[DescribedData]:
    if document == "iwslt2005":
        for language in ("Chinese", "Japanese", "Arabic", "Korean", "English"):
            yield _described("", "", language, "training data", rulebook, segments=20_000)
    if document == "iwslt2012":
        for language in ("en", "fr"):
            yield _described("", "", language, "train", rulebook)
    pairs = {
        "iwslt2012": {"en-fr": ["train"], "ar-en": ["train"], "zh-en": ["BTEC train", "HIT train"]},
        "iwslt2016": {pair: ["TED train"] for pair in ("en-ar", "en-cs", "en-fr", "en-de")},
    }
    for pair, names in pairs.get(document, {}).items():
        languages = rulebook.language_pairs[pair]
        for name in names:
            for language in (languages.source, languages.target or ""):
                yield _described("", pair, language, name, rulebook, segments=240_000)


def _test_sets(rulebook: Rulebook) -> Iterator[DescribedData]:
    for test_set in rulebook.test_sets.values():
        tracks = [rulebook.tracks[track] for track in test_set.tracks] or list(rulebook.tracks.values())
        for pair in dict.fromkeys(pair for track in tracks for pair in track.all_pairs):
            if test_set.language_pairs and pair not in test_set.language_pairs:
                continue
            languages = rulebook.language_pairs[pair]
            yield _described(test_set.id, pair, languages.source, "source", rulebook)
            if languages.target:
                yield _described(test_set.id, pair, languages.target, "reference 1", rulebook)


def _described(
    test_set: str, pair: str, language: str, what: str, rulebook: Rulebook, *, segments: int = 1080
) -> DescribedData:
    random = Random(f"{test_set} {pair} {language} {what}")
    return DescribedData(
        test_set=test_set,
        test_set_title=rulebook.test_sets[test_set].label if test_set else "Training data",
        language_pair=pair,
        language_pair_title=rulebook.language_pairs[pair].label if pair else "",
        what=what,
        file=f"{test_set or 'train'}.{language}",
        language=language,
        statistics=CorpusStatistics(
            segments=segments,
            documents=12,
            empty_segments=0,
            tokens=random.randrange(10 * segments, 20 * segments),
            vocabulary=random.randrange(900, 9000),
            unknown_tokens=200,
            unknown_words=random.randrange(100, 300),
            duration_seconds=random.uniform(3600, 7200),
        ),
    )


def inputs_of(document: str) -> tuple[ScoredInput, ...]:
    """N-best lists of IWSLT 2005."""
    if document != "iwslt2005":
        return ()
    return tuple(
        ScoredInput(
            place=InputPlace(
                language_pair=pair,
                language_pair_title=title,
                language=title.partition(" ")[0],
                test_set=test_set,
                test_set_title=name,
                input="n-best",
                input_title="n-best lists",
                is_current=test_set == "english",
            ),
            depth=20,
            figures={
                "utterances": 506,
                "mean_rank": 3.62,
                "first": {"errors": 420, "words": 1000, "segment_errors": 400},
                "oracle": {"errors": 253, "words": 1000, "segment_errors": 280},
            },
        )
        for pair, title in (("zh-en", "Chinese (→ English)"), ("ja-en", "Japanese (→ English)"))
        for test_set, name in (("devset1", "DEVSET1"), ("devset2", "DEVSET2"), ("english", "IWSLT 2005"))
    )


def released_of(document: str) -> tuple[ScoredRun, ...]:
    """Transcripts that IWSLT 2012 released."""
    if document != "iwslt2012":
        return ()
    rates = {"NICT": (10.9, 12.1), "MITLL": (11.1, 13.3), "UEDIN": (12.3, 14.4)}
    return tuple(
        ScoredRun(
            place=InputPlace(
                language_pair="en",
                language_pair_title="English",
                language="English",
                test_set=f"asr-{name}",
                test_set_title=name,
                input="released-runs",
                input_title="released runs",
                system=system,
                is_current=name == "tst2012",
            ),
            word_error_rate=rate,
        )
        for system, both in rates.items()
        for name, rate in zip(("tst2011", "tst2012"), both, strict=True)
    )
