"""Recognisers compared: by hand, utterance by utterance, and against NIST's sc_stats."""

from __future__ import annotations

import re
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import AlignmentError, InputError
from bakeoff.evaluation import (
    add_intervals,
    compare_recognition,
    read_side,
    recognition_evaluation,
    score_recognition,
)
from bakeoff.evaluation.recognition.matched_errors import side_by_side, word_errors
from bakeoff.speech import ScoringRules, SpeechScores
from bakeoff.statistics import error_segments, matched_pairs_test, mcnemar_test, sign_test, wilcoxon_signed_rank
from tests.depth import cases
from tests.speech.sclite import Sclite, sclite  # noqa: F401
from tests.speech.speech_data import trn
from tests.statistics.significance.test_matched_segments import corrupted, p_of_sctk, printed_p

RATES = {"one": 0.10, "two": 0.13, "three": 0.2}


def transcripts(seed: int, speakers: int = 12) -> dict[str, list[str]]:
    """A reference and systems with more and more errors; ten utterances a speaker."""
    rng = np.random.default_rng(seed)
    said = [[f"w{k}" for k in rng.integers(60, size=rng.integers(1, 25))] for _ in range(10 * speakers)]
    texts = {"ref": said} | {name: [corrupted(words, rate, rng) for words in said] for name, rate in RATES.items()}
    return {
        name: [f"{' '.join(words)} (spk{number // 10:02d}-{number:03d})" for number, words in enumerate(side)]
        for name, side in texts.items()
    }


def scored(lines: dict[str, list[str]], **options: Any) -> dict[str, SpeechScores]:
    sides = {name: trn(*side) for name, side in lines.items()}
    reference = sides.pop("ref")
    return {
        name: score_recognition(reference, side, alignments=True, threads=1, **options) for name, side in sides.items()
    }


@pytest.fixture(scope="module")
def systems() -> dict[str, SpeechScores]:
    return scored(transcripts(1))


def speaker_rates(scores: SpeechScores) -> npt.NDArray[np.float64]:
    return np.array([counts.wer for counts in scores.by_speaker().values()])


def test_systems_are_ranked_by_word_error_rate_and_all_pairs_tested(systems: dict[str, SpeechScores]) -> None:
    comparison = compare_recognition(recognition_evaluation(systems), systems)
    (one,) = comparison.comparisons
    assert list(one.scores) == sorted(systems, key=lambda name: systems[name].total.wer)
    assert [score.value for score in one.scores.values()] == [systems[name].total.wer for name in one.scores]
    assert [(pair.a, pair.b) for pair in one.pairs] == list(combinations(one.scores, 2))
    assert comparison.method == "test:mapsswe|unit:segment|correction:holm|level:0.05"


def test_p_values_are_those_of_the_statistics_on_what_each_test_counts(systems: dict[str, SpeechScores]) -> None:
    evaluation = recognition_evaluation(systems)
    found = {
        test: compare_recognition(evaluation, systems, test=test, correction="none").comparisons[0].pairs
        for test in ("mapsswe", "signed-pairs", "wilcoxon", "mcnemar")
    }
    for number, pair in enumerate(found["mapsswe"]):
        a, b = systems[pair.a], systems[pair.b]
        both = zip(range(len(a.utterances)), strict=False)
        rows = np.concatenate([error_segments(a.alignments.errors(k), b.alignments.errors(k)) for (k,) in both])
        result = matched_pairs_test(*rows.T)
        assert (pair.p, pair.z, pair.n) == (result.p, result.statistic, result.n)
        difference = speaker_rates(a) - speaker_rates(b)
        assert found["signed-pairs"][number].p == sign_test(difference).p
        assert found["wilcoxon"][number].p == wilcoxon_signed_rank(difference).p
        assert (found["wilcoxon"][number].z < 0) == (difference.mean() < 0)
        right = [scores.statistics[:, 5] == 0 for scores in (a, b)]
        assert found["mcnemar"][number].p == mcnemar_test(*right).p
        assert found["mcnemar"][number].wins == (right[0] & ~right[1]).sum()


def test_units_of_resampling_are_utterances_or_speakers(systems: dict[str, SpeechScores]) -> None:
    evaluation = recognition_evaluation(systems)
    found = [
        compare_recognition(evaluation, systems, test="bootstrap", trials=200, unit=unit)
        .comparisons[0]
        .pairs[0]
        .interval
        for unit in ("segment", "speaker")
    ]
    assert found[0] != found[1]
    scores = add_intervals(evaluation, samples=100, unit="speaker").systems[0].scores["wer"]
    assert "unit:speaker" in scores.signature
    assert scores.variation.interval.low <= scores.value <= scores.variation.interval.high
    drawn = compare_recognition(evaluation, systems, test="randomization", trials=100, seed=5)
    assert drawn.method == "test:randomization|trials:100|seed:5|unit:segment|correction:holm|level:0.05"


def test_a_baseline_and_a_correction_are_those_of_comparisons(systems: dict[str, SpeechScores]) -> None:
    one = compare_recognition(recognition_evaluation(systems), systems, baseline="two", correction="bonferroni")
    pairs = one.comparisons[0].pairs
    assert [(pair.a, pair.b) for pair in pairs] == [("one", "two"), ("three", "two")]
    assert all(pair.p_corrected == min(1.0, 2 * pair.p) for pair in pairs)


def test_systems_of_other_utterances_cannot_be_compared() -> None:
    lines = transcripts(1, speakers=1)
    lines["two"] = lines["two"][1:]
    systems = scored(lines, rules=ScoringRules(sclite=True))
    with pytest.raises(
        AlignmentError, match="two: expected the 10 utterances that one was scored on, found 9, 1 of them"
    ):
        recognition_evaluation(systems)
    assert recognition_evaluation(scored(lines)).segments == 10
    with pytest.raises(InputError, match="expected at least one system, found none"):
        recognition_evaluation({})
    bare = {name: score_recognition(trn("a (s-1)"), trn("a (s-1)")) for name in ("x", "y")}
    with pytest.raises(InputError, match="x: expected scores with alignments, to compare errors word by word"):
        compare_recognition(recognition_evaluation(bare), bare)


def test_by_sclites_rules_the_order_of_a_hypothesis_does_not_matter() -> None:
    lines = transcripts(3, speakers=4)
    rules = ScoringRules(sclite=True)
    straight = scored(lines, rules=rules)
    lines["two"] = lines["two"][::-1]
    turned = scored(lines, rules=rules)
    assert straight["two"].utterances.ids != turned["two"].utterances.ids
    for test in ("mapsswe", "mcnemar", "signed-pairs"):
        one, other = (
            compare_recognition(recognition_evaluation(systems), systems, test=test).comparisons[0].pairs
            for systems in (straight, turned)
        )
        assert one == other


def rows_of(reference: str, first: str, second: str, **rules: Any) -> list[list[int]]:
    lines = {"ref": reference, "one": first, "two": second}
    systems = scored({name: [f"{text} (s-1)"] for name, text in lines.items()}, rules=ScoringRules(**rules))
    order = np.arange(1)
    sides = side_by_side(*(word_errors(scores.alignments, order) for scores in systems.values()))
    return list(error_segments(*sides).tolist())


def test_alternatives_and_optional_words_do_not_shift_the_words_that_both_have() -> None:
    assert rows_of("a { b / c d } e f g h", "a b e f x h", "a c d e f g h") == [[1, 0]]
    assert rows_of("a { b / c d } e f g", "a b e f g", "a c x e f g") == [[0, 1]]
    assert rows_of("x a { b / c } e f g y", "q a b e f g y", "x a c e f g q") == [[1, 0], [0, 1]]
    assert rows_of("a (uh) b c d e", "a b c d q", "a uh b c d e", optional=True) == [[1, 0]]
    assert rows_of("a b c d e", "(uh) a b c d q", "q b c d e", optional=True) == [[0, 1], [1, 0]]
    assert rows_of("ab cde", "ax cde", "ab cdx", characters="all") == [[1, 0], [0, 1]]
    assert rows_of("", "", "a b") == [[0, 2]]


TEXTS = st.lists(st.sampled_from("abcx"), max_size=7).map(" ".join)


@settings(max_examples=cases(200))
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5), st.data())
def test_all_utterances_at_once_are_each_by_itself(texts: list[tuple[str, str, str]], data: st.DataObject) -> None:
    lines = {
        name: [f"{text[side]} (s-{number})" for number, text in enumerate(texts)]
        for side, name in enumerate(("ref", "one", "two"))
    }
    one, two = scored(lines).values()
    members = data.draw(st.none() | st.sets(st.integers(0, len(texts) - 1), min_size=1).map(sorted))
    kept = range(len(texts)) if members is None else members
    expected = [error_segments(one.alignments.errors(k), two.alignments.errors(k)).tolist() for k in kept]
    order = np.arange(len(texts))
    only = None if members is None else np.array(members)
    sides = side_by_side(word_errors(one.alignments, order), word_errors(two.alignments, order), members=only)
    assert error_segments(*sides).tolist() == [row for rows in expected for row in rows]


# NIST's sc_stats and sclite, in SCTK 2.4.10 as Debian packages it.


def sc_stats(sgml: str, *options: str) -> str:
    command = ["sctk", "sc_stats", "-p", *options, "-n", "-", "-f", "0"]
    return subprocess.run(command, input=sgml, capture_output=True, text=True, check=True, errors="replace").stdout


def matched_pairs_of(report: str) -> tuple[str, ...]:
    """The number of segments and z as printed."""
    return re.search(r"# segs: (\d+)\).*Stat: (\S+)\) ", report).groups()


def as_sctk_signed_ranks(differences: np.ndarray) -> float:
    """z of the sign with fewer members, without corrections: what sc_stats computes where no two sizes are equal."""
    ranks = np.abs(differences).argsort().argsort() + 1
    n, less = len(differences), differences < 0
    chosen = less if less.sum() < n - less.sum() else ~less
    return float((ranks[chosen].sum() - n * (n + 1) / 4) / np.sqrt(n * (n + 1) * (2 * n + 1) / 24))


@pytest.mark.parametrize("seed", [12, 16, 17, 19])
def test_tests_on_transcripts_against_sc_stats(seed: int, sclite: Sclite, tmp_path: Path) -> None:  # noqa: F811
    lines = transcripts(seed)
    for name, side in lines.items():
        (tmp_path / f"{name}.trn").write_text("\n".join(side) + "\n")
    sgml = {}
    for name in RATES:
        sclite("-r", "ref.trn", "trn", "-h", f"{name}.trn", "trn", name, "-i", "spu_id")
        sgml[name] = (tmp_path / "out.sgml").read_text()
    reference = read_side(str(tmp_path / "ref.trn"), "ref")
    rules = ScoringRules(sclite=True)
    systems = {
        name: score_recognition(
            reference, read_side(str(tmp_path / f"{name}.trn"), "hyp"), rules=rules, alignments=True
        )
        for name in RATES
    }
    evaluation = recognition_evaluation(systems)
    found = {
        test: {
            frozenset((p.a, p.b)): p for p in compare_recognition(evaluation, systems, test=test).comparisons[0].pairs
        }
        for test in ("mapsswe", "signed-pairs", "mcnemar")
    }
    for a, b in combinations(RATES, 2):
        pair = found["mapsswe"][frozenset((a, b))]
        segments, z = matched_pairs_of(sc_stats(sgml[a] + sgml[b], "-t", "mapsswe", "-v"))
        assert (segments, z) == (str(pair.n), f"{pair.z if pair.a == a else -pair.z:.3f}")
        composite = sc_stats(sgml[a] + sgml[b], "-t", "std4", "-u")
        assert printed_p(composite, "MP") == p_of_sctk(pair.z)
        # Exact up to 20 decisions in sc_stats; here are 12 speakers. Of these seeds no two rates of a pair are equal,
        # which sc_stats would give to either side by turns.
        differences = speaker_rates(systems[a]) - speaker_rates(systems[b])
        assert np.abs(differences).min() > 0.005
        signs = found["signed-pairs"][frozenset((a, b))]
        assert printed_p(composite, "SI") == (f"{signs.p:.3f}" if signs.p >= 0.001 else "<0.001")
        assert printed_p(composite, "WI") == p_of_sctk(as_sctk_signed_ranks(differences))
        right = found["mcnemar"][frozenset((a, b))]
        if right.wins + right.losses <= 20:
            assert printed_p(composite, "MN") == f"{right.p:.3f}"


@pytest.mark.parametrize("other", ["lvc_hypr", "lvc_hypm", "lvc_hypc"])
def test_matched_pairs_on_sctks_own_data_against_sc_stats(
    other: str,
    data: Path,
    sclite: Sclite,  # noqa: F811
    tmp_path: Path,
) -> None:
    """With alternatives, optional words and fragments."""
    folder = data / "sctk" / "sclite_testdata"
    sgml = ""
    for name in ("lvc_hyp", other):
        sclite("-r", str(folder / "lvc_ref.stm"), "stm", "-h", str(folder / f"{name}.ctm"), "ctm", name, "-D", "-F")
        sgml += (tmp_path / "out.sgml").read_text(encoding="latin-1")
    reference = read_side(str(folder / "lvc_ref.stm"), "ref")
    rules = ScoringRules(sclite=True, optional=True, fragments=True)
    systems = {
        name: score_recognition(reference, read_side(str(folder / f"{name}.ctm"), "hyp"), rules=rules, alignments=True)
        for name in ("lvc_hyp", other)
    }
    (pair,) = compare_recognition(recognition_evaluation(systems), systems).comparisons[0].pairs
    segments, z = matched_pairs_of(sc_stats(sgml, "-t", "mapsswe", "-v"))
    assert (segments, z) == (str(pair.n), f"{pair.z if pair.a == 'lvc_hyp' else -pair.z:.3f}")


def with_alternatives(seed: int) -> dict[str, list[str]]:
    """Two systems that follow different alternatives, and leave out or add optional words."""
    rng = np.random.default_rng(seed)
    texts: dict[str, list[list[str]]] = {"ref": [], "one": [], "two": []}
    for _ in range(120):
        text: list[str] = []
        paths: list[list[str]] = [[], []]
        for _ in range(rng.integers(1, 20)):
            first, second, third = (f"w{k}" for k in rng.integers(30, size=3))
            kind = rng.random()
            branches = [[first]]
            if kind < 0.08:
                branches = [[first], [second, third]]
            elif kind < 0.16:
                branches = [[first], []]
            text.append(f"{{ {first} / {second} {third} }}" if kind < 0.08 else f"({first})" if kind < 0.16 else first)
            for path in paths:
                path.extend(branches[rng.integers(len(branches))])
        texts["ref"].append(text)
        texts["one"].append(corrupted(paths[0], 0.1, rng))
        texts["two"].append(corrupted([f"({w})" if rng.random() < 0.03 else w for w in paths[1]], 0.15, rng))
    return {
        name: [f"{' '.join(words)} (s{number // 10:02d}-{number:03d})" for number, words in enumerate(side)]
        for name, side in texts.items()
    }


@pytest.mark.parametrize("seed", range(4))
def test_words_are_counted_off_along_alternatives_as_sc_stats_does(seed: int, sclite: Sclite, tmp_path: Path) -> None:  # noqa: F811
    lines = with_alternatives(seed)
    for name, side in lines.items():
        (tmp_path / f"{name}.trn").write_text("\n".join(side) + "\n")
    sgml = ""
    for name in ("one", "two"):
        sclite("-r", "ref.trn", "trn", "-h", f"{name}.trn", "trn", name, "-i", "spu_id", "-D")
        sgml += (tmp_path / "out.sgml").read_text()
    printed = matched_pairs_of(sc_stats(sgml, "-t", "mapsswe", "-v"))
    found = []
    for is_sclite in (True, False):
        systems = scored(lines, rules=ScoringRules(sclite=is_sclite, optional=True))
        (pair,) = compare_recognition(recognition_evaluation(systems), systems).comparisons[0].pairs
        found.append((str(pair.n), f"{pair.z if pair.a == 'one' else -pair.z:.3f}"))
    assert found[0] == printed
    assert found[1] != printed
