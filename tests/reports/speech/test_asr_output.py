"""Tables of ASR output: released runs by language, and everything in one table for programs."""

from __future__ import annotations

from bakeoff.reports.speech.asr_output import (
    InputPlace,
    ScoredInput,
    ScoredRun,
    asr_output_tables,
    joined_asr_output_table,
    released_runs_tables,
)


def place(test_set: str, *, system: str = "NICT", pair: str = "en-fr", language: str = "English") -> InputPlace:
    return InputPlace(
        language_pair=pair,
        language_pair_title=pair.upper(),
        language=language,
        test_set=test_set,
        test_set_title=f"Set {test_set}",
        input="released-runs",
        input_title="released ASR runs",
        system=system,
        is_current=test_set == "new",
    )


def run(rate: float, test_set: str, **fields: str) -> ScoredRun:
    return ScoredRun(place=place(test_set, **fields), word_error_rate=rate)


def test_the_current_test_set_decides_the_order_and_a_missing_rate_is_last() -> None:
    runs = [
        run(12.4, "old", system="UEDIN"), run(14.4, "new", system="UEDIN"),
        run(13.0, "old", system="NICT"), run(12.1, "new", system="NICT"),
        run(9.0, "old", system="FBK"),
    ]  # fmt: skip
    (table,) = released_runs_tables(runs)
    assert [column.heading for column in table.columns] == ["num.", "system", "Set old", "Set new"]
    assert table.rows == ((1, "NICT", 13.0, 12.1), (2, "UEDIN", 12.4, 14.4), (3, "FBK", 9.0, None))
    assert table.title == "Released ASR runs, English"


def test_a_run_that_serves_several_directions_is_one_row_and_languages_are_apart() -> None:
    runs = [run(12.1, "new"), run(12.1, "new", pair="en-de"), run(30.0, "new", pair="de-en", language="German")]
    english, german = released_runs_tables(runs)
    assert (len(english.rows), len(german.rows)) == (1, 1)


def test_rates_are_printed_as_percentages_or_fractions() -> None:
    (percent,), (fraction,) = (
        tuple(released_runs_tables([run(12.1, "new")], rates=r)) for r in ("percent", "fraction")
    )
    assert (percent.shown(0, 2), fraction.shown(0, 2)) == ("12.1", "0.121")
    assert "as fractions" in fraction.notes[0]


def test_programs_get_percentages_and_ids() -> None:
    figures = {
        "utterances": 2,
        "first": {"words": 8, "errors": 2, "segment_errors": 1},
        "oracle": {"words": 8, "errors": 1, "segment_errors": 1},
        "mean_rank": 1.5,
    }
    table = joined_asr_output_table([ScoredInput(place=place("new"), depth=20, figures=figures)], [run(12.1, "old")])
    assert table.rows == (
        ("en-fr", "new", "released-runs", "NICT", 2, 20, 25.0, 50.0, 12.5, 50.0, 1.5),
        ("en-fr", "old", "released-runs", "NICT", None, None, 12.1, None, None, None, None),
    )
    assert list(asr_output_tables([], [])) == []
