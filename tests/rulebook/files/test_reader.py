"""All mistakes of a rulebook at once, each with its line, in words that help; building on other rulebooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bakeoff.data import Finding
from bakeoff.errors import BakeoffError
from bakeoff.rulebook import RulebookError, check_rulebook, parse_rulebook, read_rulebook, rulebook_names
from tests.rulebook.small import SMALL, saved

GOLDEN = Path(__file__).parents[1] / "golden"
TEN_MISTAKES = (GOLDEN / "ten-mistakes.toml").read_text(encoding="utf-8")
TEN_FINDINGS = (GOLDEN / "ten-mistakes.txt").read_text(encoding="utf-8")
# In each block: what is replaced in the small campaign (-), by what or what is added (+), what is found (=).
SINGLE_MISTAKES = (GOLDEN / "single-mistakes.txt").read_text(encoding="utf-8").strip().split("\n\n")


def shortened(findings: tuple[Finding, ...], path: Path) -> list[str]:
    """The findings without the file, and with long lists of what would be right cut out."""
    texts = (str(finding).removeprefix("error ").replace(f"{path}, ", "") for finding in findings)
    return [re.sub(r"[\w@.+-]+(, [\w@.+-]+){7,}(?=, found|, or| in )", "…", text) for text in texts]


def test_ten_mistakes_are_found_at_once_each_on_its_line(tmp_path: Path) -> None:
    path = saved(tmp_path, TEN_MISTAKES)
    assert shortened(check_rulebook(path), path) == TEN_FINDINGS.splitlines()


def test_error_names_the_first_mistake_and_how_many_more(tmp_path: Path) -> None:
    path = saved(tmp_path, TEN_MISTAKES)
    with pytest.raises(RulebookError) as caught:
        read_rulebook(path)
    assert str(caught.value) == (
        f"{path}, line 4: expected a time zone such as Europe/Berlin, UTC or AoE, found 'Europe/Berln'. "
        "Change the value to what is expected. "
        "There are 9 more mistakes; `bakeoff campaign validate` lists all."
    )
    assert len(caught.value.findings) == 10


def changed(folder: Path, old: str, new: str) -> list[str]:
    assert old in SMALL
    path = saved(folder, SMALL.replace(old, new, 1))
    return shortened(check_rulebook(path), path)


def test_small_campaign_has_no_mistake(tmp_path: Path) -> None:
    assert check_rulebook(saved(tmp_path, SMALL)) == ()


@pytest.mark.parametrize("block", SINGLE_MISTAKES)
def test_single_mistake_is_named_once_with_what_was_expected(tmp_path: Path, block: str) -> None:
    lines = {sign: [line[2:] for line in block.splitlines() if line[0] == sign] for sign in "-+="}
    old, new = "\n".join(lines["-"]), "\n".join(lines["+"])
    assert old in SMALL
    path = saved(tmp_path, SMALL.replace(old, new, 1) if old else f"{SMALL}{new}\n")
    assert shortened(check_rulebook(path), path) == lines["="]


def test_score_from_outside_may_be_official(tmp_path: Path) -> None:
    path = saved(tmp_path, f'{SMALL}[evaluation]\noutside = ["comet"]\nofficial_metric = "comet"\n')
    assert read_rulebook(path).evaluation.all_metrics == ("comet", "bleu", "chrf")


def test_phase_that_spans_offsets_may_end_at_an_earlier_hour(tmp_path: Path) -> None:
    times = 'start = "2027-03-01T10:00+09:00"\nend = "2027-03-01T05:00Z"'
    assert check_rulebook(saved(tmp_path, SMALL.replace("start = 2027-03-01\nend = 2027-03-05", times))) == ()


def test_mistake_in_a_phase_does_not_make_its_package_unopened(tmp_path: Path) -> None:
    found = changed(tmp_path, "start = 2027-03-01", "strat = 2027-03-01")
    assert [text.partition(":")[0] for text in found] == [
        "[rulebook-key-missing] line 13", "[rulebook-key-unknown] line 14",
    ]  # fmt: skip


def test_mistake_in_the_common_rules_is_not_repeated_for_every_package(tmp_path: Path) -> None:
    text = SMALL.replace('["submit:runs"]', '["submit:runs", "submit:more"]') + "[submission.packages.more]\n"
    common = '[submission]\nlate = "never"\n'
    path = saved(tmp_path, text.replace("[submission.packages.runs]", f"{common}[submission.packages.runs]"))
    assert shortened(check_rulebook(path), path) == [
        "[rulebook-value] line 18: expected one of refused, unofficial, accepted, found 'never'. "
        "Change the value to what is expected."
    ]


class TestSyntax:
    def test_broken_toml_is_named_with_its_line(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "[campaign]\nid = \n")
        assert shortened(check_rulebook(path), path) == [
            "[rulebook-syntax] line 2: expected text in quotes, a number, a date, true, false or a list, found a value "
            "without quotes. Correct the file at the place named."
        ]

    def test_time_without_seconds_asks_for_quotes(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "[phases.x]\nstart = 2027-03-01T12:00\n")
        assert shortened(check_rulebook(path), path) == [
            "[rulebook-syntax] line 2: expected a time with seconds or in quotes, found one without. "
            "Correct the file at the place named."
        ]

    def test_text_in_another_encoding_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "campaign.toml"
        path.write_bytes("[campaign]\ntitle = 'Übung'\n".encode("latin-1"))
        assert shortened(check_rulebook(path), path) == [
            "[rulebook-syntax] line 2: expected UTF-8 text, found the byte 0xDC. Correct the file at the place named."
        ]

    def test_rulebook_that_is_not_there_names_those_that_are(self) -> None:
        with pytest.raises(
            BakeoffError, match="there is no rulebook 'openmt2013': expected a file or one of iwslt2005"
        ):
            read_rulebook("openmt2013")


class TestExtends:
    def test_tables_are_joined_and_values_replaced(self, tmp_path: Path) -> None:
        saved(tmp_path, SMALL, "base.toml")
        path = saved(
            tmp_path,
            'extends = "base.toml"\n[campaign]\ntitle = "Larger Task"\n[phases.evaluation]\nend = 2027-03-09\n',
        )
        book = read_rulebook(path)
        assert (book.campaign.id, book.campaign.title) == ("small", "Larger Task")
        assert (str(book.phases["evaluation"].start), str(book.phases["evaluation"].end)) == (
            "2027-03-01",
            "2027-03-09",
        )

    def test_without_leaves_out_tables_and_keys(self, tmp_path: Path) -> None:
        saved(
            tmp_path,
            SMALL + '[human."v1.0"]\nprotocol = "error_spans"\n[human.kept]\nprotocol = "esa"\nofficial = true\n',
            "base.toml",
        )
        path = saved(
            tmp_path,
            """extends = "base.toml"\nwithout = ['human."v1.0"', "human.kept.official", "campaign.timezone"]\n""",
        )
        book = read_rulebook(path)
        assert list(book.human) == ["kept"]
        assert not book.human["kept"].official
        assert book.campaign.timezone == "UTC"

    def test_base_itself_is_not_changed(self, tmp_path: Path) -> None:
        path = saved(tmp_path, 'extends = "openmt2012"\nwithout = ["human.ranking", "phases.human-assessment"]\n')
        assert read_rulebook(path).human == {}
        assert list(read_rulebook("openmt2012").human) == ["ranking"]

    def test_chain_of_rulebooks_is_followed(self, tmp_path: Path) -> None:
        saved(tmp_path, SMALL, "first.toml")
        saved(tmp_path, 'extends = "first.toml"\n[campaign]\ntitle = "Second"\n', "second.toml")
        book = read_rulebook(saved(tmp_path, 'extends = "second.toml"\n[campaign]\nid = "third"\n'))
        assert (book.campaign.id, book.campaign.title) == ("third", "Second")

    def test_what_refers_to_something_left_out_is_named_in_its_own_file(self, tmp_path: Path) -> None:
        base = saved(tmp_path, SMALL, "base.toml")
        path = saved(tmp_path, 'extends = "base.toml"\nwithout = ["language_pairs.en-de"]\n')
        (finding,) = check_rulebook(path)
        assert str(finding) == (
            f"error [rulebook-reference] {base}, line 10: expected the name of one of [language_pairs]: de-en, "
            "found 'en-de'. Correct the name, or define it in the rulebook."
        )

    @pytest.mark.parametrize(
        ("text", "finding"),
        [
            (
                'extends = "openmt2012"\nwithout = ["phases.dryrun"]',
                "line 2: expected a path in the rulebook that this one builds on, found 'phases.dryrun'. "
                "Did you mean dry-run?",
            ),
            (
                'extends = "openmt2012"\nwithout = ["a b"]',
                "line 2: expected a path such as phases.dry-run, found 'a b'. Correct the file at the place named.",
            ),
            (
                'extends = "nowhere"',
                f"line 1: expected a file next to this one or one of {', '.join(rulebook_names())}, found 'nowhere'. "
                "Correct the file at the place named.",
            ),
            (
                'extends = "campaign.toml"',
                "line 1: expected a rulebook that does not build on itself, found campaign.toml again. "
                "Correct the file at the place named.",
            ),
        ],
    )
    def test_mistake_in_building_on_another_is_named(self, tmp_path: Path, text: str, finding: str) -> None:
        path = saved(tmp_path, f"{text}\n")
        assert shortened(check_rulebook(path), path) == [f"[rulebook-syntax] {finding}"]


def test_no_more_than_a_thousand_mistakes_are_looked_for() -> None:
    written = parse_rulebook("".join(f"a{number} = 1\n" for number in range(20_000)))
    assert len(written.findings) == 1000
    (last,) = [finding for finding in written.findings if "and there are more than 1,000 mistakes" in finding.found]
    assert last.remedy.endswith(" Fix these first and check again.")
