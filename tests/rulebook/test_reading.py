"""All mistakes of a rulebook at once, each with its line, in words that help; building on other rulebooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bakeoff.data import Finding
from bakeoff.errors import BakeoffError
from bakeoff.rulebook import RulebookError, check_rulebook, read_rulebook
from tests.rulebook.small import SMALL, saved

TEN_MISTAKES = """\
[campaign]
id = "harbour"
title = "Harbour Task"
timezone = "Europe/Berln"
[language_pairs]
de-en = { source = "de", target = "en" }
de = { source = "de" }
[tracks.news]
kind = "mt"
language_pairs = [
  "de-en",
  "de-fr",
]
[tracks.speech]
kind = "asr"
language_pairs = ["de-en"]
[test_sets.test]
role = "curent"
[phases.evaluation]
start = 2027-03-01
end = "2027-02-28"
opens = ["submit:runs"]
[submission]
max_files = "many"
[submission.packages.runs]
file = "{site}_{machine}.txt"
[submission.packages.late]
[evaluation]
metrics = ["bleu", "bleo"]
[human.ranking]
protocol = "ranking"
show = 5
"""

TEN_FINDINGS = """\
[rulebook-value] line 4: expected a time zone such as Europe/Berlin, UTC or AoE, found 'Europe/Berln'.
[rulebook-reference] line 12: expected the name of one of [language_pairs]: de-en, de, found 'de-fr'. Did you mean de-en?
[rulebook-rule] line 16: expected a language without a target in a track of the kind asr, found de-en.
[rulebook-value] line 18: expected one of dev, dry-run, current, progress, combination, found 'curent'. Did you mean current?
[rulebook-rule] line 21: expected a time after its start, 2027-03-01, found 2027-02-28.
[rulebook-value] line 24: expected a whole number, found 'many'.
[rulebook-rule] line 26: expected fields out of …, found {machine}. Say in [submission.fields.machine] what it may be.
[rulebook-rule] line 27: expected a phase in which late may be handed in, found none. Write opens = ["submit:late"] in one of [phases].
[rulebook-value] line 29: expected one of the metrics …, found 'bleo'. Did you mean bleu?
[rulebook-key-unknown] line 32: expected one of … in [human.ranking], found 'show'. Did you mean shown?
"""


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
        "There are 9 more mistakes; `bakeoff campaign validate` lists all."
    )
    assert len(caught.value.findings) == 10


def changed(folder: Path, old: str, new: str) -> list[str]:
    assert old in SMALL
    path = saved(folder, SMALL.replace(old, new, 1))
    return shortened(check_rulebook(path), path)


def test_small_campaign_has_no_mistake(tmp_path: Path) -> None:
    assert check_rulebook(saved(tmp_path, SMALL)) == ()


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ('title = "Small Task"', "", "[rulebook-key-missing] line 1: expected the key title in [campaign], found none."),
        ('id = "small"', 'id = "a task"', "[rulebook-value] line 2: expected a name of letters, digits and . _ + -, found 'a task'."),
        ('id = "small"', "id = 5", "[rulebook-value] line 2: expected text in quotes, found 5."),
        ('["de-en", "en-de"]', '"de-en"', "[rulebook-value] line 10: expected a list in [ ], found 'de-en'."),
        ("2027-03-01", '"1 March"', "[rulebook-value] line 14: expected a day or a time such as 2012-04-06 or \"2012-04-06T11:59\", found '1 March'."),
        ('"submit:runs"', '"submit"', "[rulebook-value] line 16: expected submit:PACKAGE, with the kind of package that may be handed in, found submit alone."),
        ('"submit:runs"', '"submit:runs", "jugde"', "[rulebook-value] line 16: expected one of register, submit, describe, judge, adjudicate, score, found 'jugde'. Did you mean judge?"),
        ('"submit:runs"', '"submit:rnus"', "[rulebook-reference] line 16: expected the name of one of [submission.packages]: runs, found 'rnus'. Did you mean runs?"),
    ],
)  # fmt: skip
def test_single_mistake_is_named_once(tmp_path: Path, old: str, new: str, finding: str) -> None:
    assert changed(tmp_path, old, new) == [finding]


@pytest.mark.parametrize(
    ("added", "finding"),
    [
        ('[evaluation]\nofficial_metric = "comet"', "[rulebook-value] line 19: expected one of the metrics …, found 'comet'. Name scores that a plug-in or a file gives in `outside`."),
        ('[evaluation]\nmetrics = ["bleu:cse=no"]', "[rulebook-value] line 19: expected a metric with options that it has, found 'bleu:cse=no'. bleu@mteval has no option 'cse'; it has: references, order, case, tokenizer, smoothing, length."),
        ('[evaluation]\nspecifications = ["case+pnc"]', "[rulebook-value] line 19: expected one of …, or steps such as lowercase>tokenizer=13a, found 'case+pnc'. Did you mean case+punc?"),
        ('[evaluation.languages.fr]\nmetrics = ["bleu"]', "[rulebook-rule] line 18: expected a language that is translated into or transcribed: de, en, found 'fr'."),
        ('[off_limits.x]\nepochs = ["2007-13"]', "[rulebook-value] line 19: expected a year, month or day such as 2007, 2007-07, 2007-07-31 or 2007-07/2007-09, found '2007-13'."),
        ('[off_limits.x]\nepochs = ["2008/2007"]', "[rulebook-value] line 19: expected an epoch that begins before it ends, found '2008/2007'."),
        ('[human.x]\nprotocol = "fluency"\nscale = [0, 4]\nlabels = ["bad", "good"]', "[rulebook-value] line 18: expected as many labels as the scale has grades, found 2 and a scale from 0 to 4."),
        ('[submission.system_types.primary]\nexactly = 1\nat_most = 2', "[rulebook-value] line 18: expected either exactly, or at_least and at_most, found both."),
        ('[submission.fields.run]\npattern = "(a"', "[rulebook-value] line 19: expected a regular expression, found '(a'. Missing ), unterminated subpattern at position 0."),
        ('[submission.fields.run]\npattern = "(a|b)"', "[rulebook-value] line 19: expected a regular expression without groups, found '(a|b)'. Write (?: for each (."),
        ('[phases.x]\nstart = "2027-03-28T02:30"', "[rulebook-rule] line 19: expected a time that clocks in Europe/Berlin show once, found 2027-03-28 02:30:00. Clocks are set back or forward at that time; choose another hour."),
        ('[registration.questions.q]\nkind = "choice"', "[rulebook-value] line 18: expected choices for a question of the kind choice or choices, and for no other, found no choices in one of the kind choice."),
        ('[phases.x]\nstart = 2027-01-01\nreleases = { public = ["scores:"] }', "[rulebook-value] line 20: expected scores alone, found 'scores:'."),
        ('[phases.x]\nstart = 2027-01-01\nrequires = ["evaluation"]', "[rulebook-rule] line 20: expected a phase that begins before x does, found evaluation, which begins 2027-02-28 23:00."),
    ],
)  # fmt: skip
def test_message_says_what_was_expected_and_how_to_mend_it(tmp_path: Path, added: str, finding: str) -> None:
    path = saved(tmp_path, f"{SMALL}{added}\n")
    assert shortened(check_rulebook(path), path) == [finding]


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
        "[rulebook-value] line 18: expected one of refused, unofficial, accepted, found 'never'."
    ]


class TestSyntax:
    def test_broken_toml_is_named_with_its_line(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "[campaign]\nid = \n")
        assert shortened(check_rulebook(path), path) == [
            "[rulebook-syntax] line 2: expected well-formed TOML, found invalid value."
        ]

    def test_time_without_seconds_asks_for_quotes(self, tmp_path: Path) -> None:
        path = saved(tmp_path, "[phases.x]\nstart = 2027-03-01T12:00\n")
        assert shortened(check_rulebook(path), path) == [
            "[rulebook-syntax] line 2: expected a time with seconds or in quotes, found one without."
        ]

    def test_text_in_another_encoding_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "campaign.toml"
        path.write_bytes("[campaign]\ntitle = 'Übung'\n".encode("latin-1"))
        assert shortened(check_rulebook(path), path) == ["[rulebook-syntax] line 2: expected UTF-8 text, found the byte 0xDC."]

    def test_rulebook_that_is_not_there_names_those_that_are(self) -> None:
        with pytest.raises(BakeoffError, match="there is no rulebook 'openmt2013': expected a file or one of iwslt2005"):
            read_rulebook("openmt2013")


class TestExtends:
    def test_tables_are_joined_and_values_replaced(self, tmp_path: Path) -> None:
        saved(tmp_path, SMALL, "base.toml")
        path = saved(tmp_path, 'extends = "base.toml"\n[campaign]\ntitle = "Larger Task"\n[phases.evaluation]\nend = 2027-03-09\n')
        book = read_rulebook(path)
        assert (book.campaign.id, book.campaign.title) == ("small", "Larger Task")
        assert (str(book.phases["evaluation"].start), str(book.phases["evaluation"].end)) == ("2027-03-01", "2027-03-09")

    def test_without_leaves_out_tables_and_keys(self, tmp_path: Path) -> None:
        saved(tmp_path, SMALL + '[human."v1.0"]\nprotocol = "mqm"\n[human.kept]\nprotocol = "esa"\nofficial = true\n', "base.toml")
        path = saved(tmp_path, """extends = "base.toml"\nwithout = ['human."v1.0"', "human.kept.official", "campaign.timezone"]\n""")
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
            "found 'en-de'."
        )

    @pytest.mark.parametrize(
        ("text", "finding"),
        [
            ('extends = "openmt2012"\nwithout = ["phases.dryrun"]', "line 2: expected the path of something in the rulebook that this one builds on, found 'phases.dryrun'."),
            ('extends = "openmt2012"\nwithout = ["a b"]', "line 2: expected a path such as phases.dry-run, found 'a b'."),
            ('extends = "nowhere"', "line 1: expected a file beside this one or one of iwslt2005, iwslt2012, iwslt2016, openmt2012, wmt, wmt2008, found 'nowhere'."),
            ('extends = "campaign.toml"', "line 1: expected one that ends in another, found a rulebook that builds on itself."),
        ],
    )  # fmt: skip
    def test_mistake_in_building_on_another_is_named(self, tmp_path: Path, text: str, finding: str) -> None:
        path = saved(tmp_path, f"{text}\n")
        assert shortened(check_rulebook(path), path) == [f"[rulebook-syntax] {finding}"]
