"""`bakeoff asr`."""

from __future__ import annotations

import pytest

from tests.evaluation.test_recognition_tests import matched_pairs_of, sc_stats, transcripts
from tests.speech.sclite import Sclite, sclite  # noqa: F401

STM = """;; LABEL "o" "Overall" "all"
talk 1 Ann 0.0 2.0 <o,f0> HELLO {WORLD / WORD} (UH)
talk 1 Bob 2.0 4.0 <o,f1> It's a colour
other 1 Ann 0.0 1.0 <o,f0> bye
"""
CTM = """talk 1 0.1 0.5 hello
talk 1 0.8 0.5 word
talk 1 2.2 0.2 IT'S
talk 1 2.5 0.5 the
talk 1 3.1 0.5 color
"""
GLM = """;; * name "x"
* format = 'NIST1'
COLOUR => COLOR
"""


@pytest.fixture
def files(tmp_path):
    for name, text in {"ref.stm": STM, "hyp.ctm": CTM, "en.glm": GLM, "x.uem": "talk 1 0 4\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "ref.trn").write_text("a b (s-1)\nc (t-2)\n", encoding="utf-8")
    (tmp_path / "hyp.trn").write_text("a x (s-1)\nc (t-2)", encoding="utf-8")
    return tmp_path


def test_json_has_the_counts_of_all_and_of_each_speaker(bakeoff, files):
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--format", "json")
    found = outcome.json
    assert outcome.code == 0
    speakers = found.pop("speakers")
    assert [label["name"] for label in found.pop("labels")] == ["o", "f0", "f1"]
    assert [file["name"] for file in found.pop("files")] == ["talk", "other"]
    assert found == {
        "segments": 3, "words": 7, "correct": 4, "substitutions": 2, "deletions": 1, "insertions": 0, "errors": 3,
        "wer": pytest.approx(300 / 7), "segment_errors": 2, "segment_error_rate": pytest.approx(200 / 3),
        "signature": "sclite costs|rules:strict|case:no|optional:yes|fragments:no",
        "remarks": [f"{files / 'hyp.ctm'}: no words of 1 recordings, which are scored as deletions: other, channel 1."],
    }  # fmt: skip
    assert [(speaker["name"], speaker["words"], speaker["errors"]) for speaker in speakers] == [
        ("Ann", 4, 1),
        ("Bob", 3, 2),
    ]
    assert "which are scored as deletions" in outcome.err


@pytest.mark.parametrize("habits", [(), ("--sclite",)], ids=["strict", "sclite"])
def test_rules_of_spelling_and_regions_apply(habits, bakeoff, files):
    options = ("--glm", files / "en.glm", "--uem", files / "x.uem", "--optional", *habits)
    found = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm", *options, "--format", "json").json
    assert (found["segments"], found["words"], found["errors"]) == (2, 6, 1)


def test_text_is_a_table_of_our_own_or_that_of_sclite(bakeoff, files):
    strict = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn")
    assert strict.out.splitlines()[1:4] == [
        "speaker  segments  words   Corr   Sub  Del  Ins   WER    SER  errors",
        "s               1      2   50.0  50.0  0.0  0.0  50.0  100.0       1",
        "t               1      1  100.0   0.0  0.0  0.0   0.0    0.0       0",
    ]
    theirs = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite")
    assert "| SPKR   | # Snt # Wrd | Corr    Sub    Del    Ins    Err  S.Err |" in theirs.out
    counts = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--sclite", "--report", "counts")
    assert "| s    |    1      2 |    1      1      0      0      1      1 |" in counts.out


def test_alignments_and_details(bakeoff, files):
    call = ("asr", files / "hyp.trn", "-r", files / "ref.trn", "--report")
    assert "REF:  a B \nHYP:  a X \nEval:   S \n" in bakeoff(*call, "alignments").out
    assert "   1:    1  ->  b ==> x\n" in bakeoff(*call, "details").out
    assert bakeoff(*call, "alignments", "--format", "tsv").out.splitlines()[:3] == [
        "segment\tkind\treference\thypothesis", "s-1\tC\ta\ta", "s-1\tS\tb\tx",
    ]  # fmt: skip
    assert bakeoff(*call, "details", "--format", "csv").out == "kind,reference,hypothesis,count\nS,b,x,1\n"
    found = bakeoff(*call, "alignments", "--format", "json").json["utterances"]
    assert (found[0]["id"], found[0]["alignment"]) == ("s-1", [["C", "a", "a"], ["S", "b", "x"]])
    found = bakeoff(*call, "details", "--format", "json").json
    assert found["confusions"] == [{"reference": "b", "hypothesis": "x", "count": 1}]


def test_labels_and_files_have_tables(bakeoff, files):
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--format", "tsv", "--report")
    rows = [line.split("\t")[:3] for line in bakeoff(*call, "labels").out.splitlines()]
    assert rows == [
        ["label", "segments", "words"],
        ["o", "3", "7"],
        ["f0", "2", "4"],
        ["f1", "1", "3"],
        ["all", "3", "7"],
    ]
    rows = [line.split("\t")[:3] for line in bakeoff(*call, "files").out.splitlines()]
    assert rows == [["file", "segments", "words"], ["talk", "2", "6"], ["other", "1", "1"], ["all", "3", "7"]]


def test_files_that_do_not_belong_together_are_refused(bakeoff, files):
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.trn")
    assert outcome.code == 2
    assert "expected a CTM file against an STM file, or TRN against TRN, found CTM against TRN" in outcome.err
    outcome = bakeoff("asr", files / "ref.stm", "-r", files / "ref.stm")
    assert "expected recognised words as TRN or CTM, found STM" in outcome.err
    outcome = bakeoff("asr", files / "hyp.trn", "-r", files / "ref.trn", "--uem", files / "x.uem")
    assert (outcome.code, "expected segments with times" in outcome.err) == (2, True)


def test_unknown_recordings_stop_with_their_names(bakeoff, files):
    (files / "hyp.ctm").write_text(CTM + "new A 0 1 x\n", encoding="utf-8")
    outcome = bakeoff("asr", files / "hyp.ctm", "-r", files / "ref.stm")
    assert (outcome.code, outcome.out) == (2, "")
    assert "new, channel A" in outcome.err


SYSTEMS = {
    "one.trn": "the cat sat on a mat (ann-1)\nits a colour (bob-1)\n",
    "two.trn": "the cat sat on a mat (ann-1)\nits a color (bob-1)\n",
    "three.trn": "a cat sat on a mat yes (ann-1)\nits the colour (bob-1)\n",
}


@pytest.fixture
def campaign(tmp_path):
    """Three systems and a reference with two mistakes."""
    for name, text in SYSTEMS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "said.trn").write_text("the cat sat on the mat (ann-1)\nit's a colour (bob-1)\n", encoding="utf-8")
    return tmp_path


def call(folder, *more):
    return ("asr", *(folder / name for name in SYSTEMS), "-r", folder / "said.trn", *more)


def test_several_systems_are_ranked_with_their_errors_and_tested(bakeoff, campaign):
    lines = bakeoff(*call(campaign)).out.splitlines()
    assert lines[1:5] == [
        "rank  system   WER  errors  WER interval  better than",
        "1–3   one     22.2       2  [16.7, 33.3]",
        "1–3   two     33.3       3  [16.7, 66.7]",
        "1–3   three   55.6       5  [50.0, 66.7]",
    ]
    assert "test:mapsswe|unit:segment|correction:holm|level:0.05" in lines
    assert "wer, strict rules, 2 segments: p-values (corrected by Holm's method)" in lines
    found = bakeoff(*call(campaign, "--format", "json")).json
    assert [(system["name"], system["errors"], system["words"]) for system in found["systems"]] == [
        ("one", 2, 9), ("two", 3, 9), ("three", 5, 9),
    ]  # fmt: skip
    (comparison,) = found["comparisons"]
    assert (comparison["metric"], comparison["test"], comparison["correction"]) == ("wer", "mapsswe", "holm")
    assert [(pair["a"], pair["b"], pair["n"]) for pair in comparison["pairs"]] == [
        ("one", "two", 2), ("one", "three", 3), ("two", "three", 3),
    ]  # fmt: skip
    rows = bakeoff(*call(campaign, "--format", "tsv")).out.splitlines()
    assert rows[0].split("\t")[:6] == ["rank", "system", "WER", "errors", "WER interval low", "WER interval high"]
    assert rows[0].split("\t")[-6:] == [
        "words", "correct", "substitutions", "deletions", "insertions", "wrong segments",
    ]  # fmt: skip


@pytest.mark.parametrize("test", ["mapsswe", "signed-pairs", "wilcoxon", "mcnemar", "randomization", "bootstrap"])
def test_each_test_gives_a_row_for_each_pair(test, bakeoff, campaign):
    more = ("--test", test, "--trials", 50, "--samples", 20, "--report", "pairs", "--format", "tsv")
    rows = bakeoff(*call(campaign, *more)).out.splitlines()
    assert [row.split("\t")[1:3] for row in rows] == [["a", "b"], ["one", "two"], ["one", "three"], ["two", "three"]]


def test_a_baseline_is_compared_with_all_others(bakeoff, campaign):
    found = bakeoff(*call(campaign, "--baseline", "two", "--format", "json")).json["comparisons"][0]
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [("one", "two"), ("three", "two")]


def test_reports_of_several_systems_stand_one_below_the_other(bakeoff, campaign):
    rows = bakeoff(*call(campaign, "--report", "details", "--format", "csv")).out.splitlines()
    assert rows[0] == "system,kind,reference,hypothesis,count"
    assert {row.partition(",")[0] for row in rows[1:]} == {"one", "two", "three"}
    assert bakeoff(*call(campaign, "--report", "alignments")).out.count("DUMP OF SYSTEM ALIGNMENT STRUCTURE") == 3


def test_suggestions_are_a_file_of_corrections_that_can_be_given_back(bakeoff, campaign):
    suggested = campaign / "suggested.tsv"
    outcome = bakeoff(*call(campaign, "--suggest", suggested))
    assert "ann-1    the        a                   3   3       1" in outcome.out
    assert suggested.read_text(encoding="utf-8") == (
        "segment\told\tnew\twho\twhy\nann-1\ton the\ton a\t\t\nbob-1\tit's\tits\t\t\n"
    )
    found = bakeoff(
        *call(campaign, "--corrections", suggested, "--corrected", campaign / "new.trn", "--format", "json")
    )
    assert "2 corrections do not say who made them" in found.err
    errors = [[(s["name"], s["errors"]) for s in version["systems"]] for version in found.json["versions"]]
    assert errors == [[("one", 2), ("two", 3), ("three", 5)], [("one", 0), ("two", 1), ("three", 3)]]
    assert [change["segment"] for change in found.json["versions"][1]["changes"]] == ["ann-1", "bob-1"]
    assert found.json["systems"][0]["wer"] == 0.0
    assert (campaign / "new.trn").read_text() == "the cat sat on a mat (ann-1)\nits a colour (bob-1)\n"
    again = ("--suggest", suggested, "--overwrite", "--agree", 2, "--format", "json")
    more = bakeoff(*call(campaign, *again)).json["suggestions"]
    assert [(each["segment"], each["heard"], each["systems"]) for each in more] == [
        ("ann-1", "a", ["one", "two", "three"]), ("bob-1", "its", ["one", "two", "three"]),
    ]  # fmt: skip


def test_what_was_written_is_told(bakeoff, campaign):
    suggested, corrected = campaign / "suggested.tsv", campaign / "new.trn"
    err = bakeoff(*call(campaign, "--suggest", suggested)).err
    assert f"Wrote {suggested} (2 suggestions).\n" in err
    err = bakeoff(*call(campaign, "--corrections", suggested, "--corrected", corrected)).err
    assert f"Wrote {corrected}.\n" in err
    outcome = bakeoff("asr", campaign / "one.trn", "-r", corrected, "--suggest", campaign / "none.tsv")
    assert f"Wrote {campaign / 'none.tsv'} (0 suggestions).\n" in outcome.err


@pytest.mark.parametrize("option", ["--suggest", "--corrected"])
def test_a_file_that_is_there_is_replaced_only_where_that_is_said(option, bakeoff, campaign):
    path = campaign / "edited"
    path.write_text("mine\n")
    refused = bakeoff(*call(campaign, option, path))
    assert (refused.code, refused.out, path.read_text()) == (2, "", "mine\n")
    assert refused.err == (
        f"bakeoff: {path}: expected the name of a new file, found a file that is there already. "
        "Choose another name, or replace the file by --overwrite.\n"
    )
    assert bakeoff(*call(campaign, option, path, "--overwrite")).code == 0
    assert path.read_text() != "mine\n"


def test_the_word_of_one_system_is_no_agreement(bakeoff, campaign):
    more = ("-r", campaign / "said.trn", "--suggest", campaign / "suggested.tsv")
    outcome = bakeoff("asr", campaign / "one.trn", *more)
    assert "one is the only system, and its word alone is no agreement" in outcome.err
    assert "Where the only system differs from the reference\n" in outcome.out
    outcome = bakeoff(*call(campaign, "--suggest", campaign / "others.tsv"))
    assert "agreement" not in outcome.err
    assert "Where systems agree against the reference\n" in outcome.out


FEW = "MAPSSWE wants 50 stretches or more, and finds too many differences with fewer, as between {}."


def test_few_stretches_are_remarked_on(bakeoff, campaign):
    said = FEW.format("one and two (2), one and three (3), two and three (3)")
    outcome = bakeoff(*call(campaign, "--format", "json"))
    assert outcome.json["remarks"] == [said]
    assert outcome.err == f"{said}\n"
    outcome = bakeoff(*call(campaign, "--format", "json", "--test", "mcnemar"))
    assert ("remarks" in outcome.json, outcome.err) == (False, "")


def test_fifty_stretches_are_enough_and_p_is_never_shown_as_nothing(bakeoff, tmp_path):
    for name, words, count in (("said", "a b c", 50), ("good", "a b c", 50), ("bad", "a x c", 50)):
        lines = [f"{words} (s-{number})\n" for number in range(count)]
        (tmp_path / f"{name}.trn").write_text("".join(lines))
    files = ("asr", tmp_path / "good.trn", tmp_path / "bad.trn", "-r", tmp_path / "said.trn")
    outcome = bakeoff(*files, "--report", "pairs")
    assert outcome.err == ""
    assert outcome.out.splitlines()[:2] == [
        "metric  a     b    difference        p  p_corrected  significant      z   n",
        "wer     good  bad      -33.33  <0.0001      <0.0001  yes          -7.96  50",
    ]
    assert "<0.0001" in bakeoff(*files).out
    rows = bakeoff(*files, "--report", "pairs", "--format", "tsv").out.splitlines()
    assert float(rows[1].split("\t")[4]) == 2.0**-49


@pytest.mark.parametrize("habits", [(), ("--sclite", "--glm", "en.glm")], ids=["strict", "csrfilt"])
@pytest.mark.parametrize(
    ("side", "other"), [("hyp", "CTM (words with times)"), ("ref", "STM (reference segments with times)")]
)
def test_plain_text_is_told_what_trn_needs(side, other, habits, bakeoff, files):
    plain = files / "plain.txt"
    plain.write_text("so it was\nand is\n")
    given = {"hyp": files / "hyp.trn", "ref": files / "ref.trn", side: plain}
    more = [files / each if each == "en.glm" else each for each in habits]
    outcome = bakeoff("asr", given["hyp"], "-r", given["ref"], *more)
    assert (outcome.code, outcome.out) == (2, "")
    assert "For TRN, end each line with its id, such as (spk1-001)" in outcome.err
    assert other in outcome.err
    assert "UEM" not in outcome.err
    assert "GLM" not in outcome.err


def test_scores_before_and_after_each_round_stand_side_by_side(bakeoff, campaign):
    (campaign / "1.tsv").write_text("segment\told\tnew\twho\twhy\nann-1\ton the\ton a\tNN\theard\n")
    (campaign / "2.tsv").write_text("segment\told\tnew\twho\twhy\nann-1\tmat\trug\tNN\t\nbob-1\tit's\tits\tNN\t\n")
    rounds = ("--corrections", campaign / "1.tsv", "--corrections", campaign / "2.tsv")
    text = bakeoff(*call(campaign, *rounds)).out.splitlines()
    assert text[1:5] == [
        "system  WER 0  WER 1  WER 2  change  errors 0  errors 1  errors 2  change of errors",
        "one      22.2   11.1   11.1   -11.1         2         1         1                -1",
        "two      33.3   22.2   22.2   -11.1         3         2         2                -1",
        "three    55.6   44.4   44.4   -11.1         5         4         4                -1",
    ]
    changed = bakeoff(*call(campaign, *rounds, "--report", "changes", "--format", "tsv")).out.splitlines()
    assert [row.split("\t")[:4] for row in changed[1:]] == [
        ["1", "ann-1", "the cat sat on the mat", "the cat sat on a mat"],
        ["2", "ann-1", "the cat sat on a mat", "the cat sat on a rug"],
        ["2", "bob-1", "it's a colour", "its a colour"],
    ]
    one = ("asr", campaign / "one.trn", "-r", campaign / "said.trn", *rounds)
    assert bakeoff(*one).out.splitlines()[2].split() == ["one", "22.2", "11.1", "11.1", "-11.1", "2", "1", "1", "-1"]
    assert bakeoff(*one, "--format", "json").json["errors"] == 1
    again = bakeoff(*one, "--corrections", campaign / "1.tsv")
    assert (again.code, again.out) == (2, "")
    assert "segment ann-1: old is 'on the', but the text is 'the cat sat on a rug'" in again.err


@pytest.mark.parametrize("habits", [(), ("--sclite",)], ids=["strict", "sclite"])
def test_corrections_are_of_the_reference_before_its_spelling_is_changed(habits, bakeoff, files):
    table = files / "c.tsv"
    table.write_text("segment\told\tnew\twho\twhy\ntalk:1:2\tIt's a\tIt's the\tNN\t\n", encoding="utf-8")
    more = ("-r", files / "ref.stm", "--glm", files / "en.glm", "--optional", *habits, "--format", "json")
    found = bakeoff("asr", files / "hyp.ctm", *more, "--corrections", table, "--suggest", files / "s.tsv").json
    assert [version["systems"][0]["errors"] for version in found["versions"]] == [2, 1]
    assert [(each["segment"], each["old"], each["new"]) for each in found["suggestions"]] == [
        ("other:1:0.00", "bye", "")
    ]
    assert bakeoff("asr", files / "hyp.ctm", *more).json["errors"] == 2


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--report", "changes"], "--report changes shows what corrections changed: name them by --corrections"),
        (["--agree", "2"], "--agree says how many systems are to agree on a suggestion"),
        (["--suggest", "x.tsv", "--agree", "4"], "--agree 4 asks for more systems than there are: 3"),
        (["--baseline", "four"], "expected one of the systems one, two, three, found 'four'"),
        (["--corrections", "-", "--corrections", "-"], "standard input can be read only once"),
    ],
)
def test_calls_that_make_no_sense_are_refused(more, message, bakeoff, campaign):
    outcome = bakeoff(*call(campaign, *more))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_systems_need_names_of_their_own(bakeoff, campaign):
    outcome = bakeoff("asr", campaign / "one.trn", campaign / "one.trn", "-r", campaign / "said.trn")
    assert (outcome.code, "two systems are called" in outcome.err) == (2, True)
    outcome = bakeoff("asr", campaign / "one.trn", "-r", campaign / "said.trn", "--report", "pairs")
    assert (outcome.code, "name two hypotheses or more" in outcome.err) == (2, True)
    (campaign / "other").mkdir()
    (campaign / "other" / "one.trn").write_text(SYSTEMS["two.trn"])
    both = bakeoff("asr", campaign / "one.trn", campaign / "other" / "one.trn", "-r", campaign / "said.trn")
    assert (str(campaign / "one") in both.out, str(campaign / "other" / "one") in both.out) == (True, True)


def test_the_command_tests_pairs_as_sc_stats_does(bakeoff, sclite: Sclite, tmp_path):  # noqa: F811
    """NIST's sc_stats in SCTK 2.4.10: sctk sc_stats -p -t mapsswe -v -n - -f 0 on the alignments of sclite -o sgml."""
    lines = transcripts(21)
    sgml = ""
    for name in ("ref", "one", "two"):
        (tmp_path / f"{name}.trn").write_text("\n".join(lines[name]) + "\n")
    for name in ("one", "two"):
        sclite("-r", "ref.trn", "trn", "-h", f"{name}.trn", "trn", name, "-i", "spu_id")
        sgml += (tmp_path / "out.sgml").read_text()
    files = (tmp_path / "one.trn", tmp_path / "two.trn", "-r", tmp_path / "ref.trn")
    (pair,) = bakeoff("asr", *files, "--format", "json").json["comparisons"][0]["pairs"]
    sign = 1 if pair["a"] == "one" else -1
    assert matched_pairs_of(sc_stats(sgml, "-t", "mapsswe", "-v")) == (str(pair["n"]), f"{sign * pair['z']:.3f}")


def test_full_alignments_and_markup_have_times(bakeoff, files):
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--optional", "--report")
    full = bakeoff(*call, "full-alignments").out
    assert full.startswith("NIST_TEXT_ALIGNMENT\nVERSION 0.1\n")
    assert "Ref times: t1= 0.00 t2= 2.00\nREF:  hello   word    (uh)    \n" in full
    assert "H_T1: 0.10    0.80    0.00    \nH_T2: 0.60    1.30    0.00    \n" in full
    sgml = bakeoff(*call, "sgml").out
    assert f'<SYSTEM title="{files / "hyp.ctm"}" ref_fname="{files / "ref.stm"}"' in sgml
    assert ':C,"(uh)","",0.000+0.000\n</PATH>' in sgml
    json = bakeoff(*call, "sgml", "--format", "json").json
    assert json["utterances"][0]["alignment"][2][0] == "d"


def test_labels_as_sclite_prints_them_must_be_defined(bakeoff, files):
    call = ("asr", files / "hyp.ctm", "-r", files / "ref.stm", "--sclite", "--report", "labels")
    outcome = bakeoff(*call)
    assert (outcome.code, outcome.out) == (2, "")
    assert "expected labels that the reference defines, found f0" in outcome.err
    defined = ';; LABEL "f0" "Read" "r"\n;; LABEL "f1" "Free" "f"\n' + STM
    (files / "ref.stm").write_text(defined, encoding="utf-8")
    assert "|SPKR|Read|Free||Overall|" in bakeoff(*call).out.replace(" ", "")
    (files / "ref.stm").write_text(defined.replace("<o,f1>", "<f1,o>"), encoding="utf-8")
    assert "expected the label o always in place" in bakeoff(*call).err
    (files / "ref.stm").write_text("talk 1 Ann 0 2 hello\n", encoding="utf-8")
    assert "expected labels that the reference defines, found none" in bakeoff(*call).err


@pytest.fixture
def score(bakeoff, tmp_path):
    """Scores a hypothesis against a reference, both given as what their files hold."""

    def score(reference, hypothesis, *options):
        timed = "(s-" not in reference
        paths = [tmp_path / name for name in (("ref.stm", "hyp.ctm") if timed else ("ref.trn", "hyp.trn"))]
        for path, content in zip(paths, (reference, hypothesis), strict=True):
            path.write_bytes(content.encode())
        return bakeoff("asr", paths[1], "-r", paths[0], *options)

    return score


LONG = " / ".join(f"w{number} x" for number in range(2_000))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "words", "errors"),
    [
        ("a b (s-1)\nc (s-2)", "a x (s-1)\nc (s-2)\n", 3, 1),
        ("a b (s-1)\nc (s-2)\n", "a x (s-1)\nc (s-2)", 3, 1),
        ("\na b (s-1)\n\nc (s-2)\n", "a x (s-1)\n\n\nc (s-2)\n\n", 3, 1),
        ("a b (s-1)\r\nc (s-2)\r\n", "a x (s-1)\nc (s-2)\n", 3, 1),
        (f"{{ {LONG} }} b (s-1)\n", "w1999 x b (s-1)\n", 3, 0),
        ("f 1 s 0 1 a b\n\nf 1 s 1 2 c", "\nf 1 0.1 0.1 a\n\nf 1 1.2 0.1 c", 3, 1),
    ],
    ids=["reference-unended", "hypothesis-unended", "blank-lines", "carriage-returns", "long-alternation", "timed"],
)
def test_what_sclite_drops_or_breaks_is_scored_rightly(reference, hypothesis, words, errors, score):
    found = score(reference, hypothesis, "--format", "json").json
    assert (found["words"], found["errors"]) == (words, errors)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "said"),
    [
        ("f 1 s 0 1 a\n", "f A 0.1 0.1 a\n", "expected recordings of the reference only, found 1 that it does not"),
        ("f 1 s 0 1 a\n", "g 1 0.1 0.1 a\n", "g, channel 1"),
        (
            "f 1 s 0 1 a b\n",
            "f 1 0.5 0.1 b\nf 1 0.1 0.1 a\n",
            "hyp.ctm, line 2: expected words in the order of their times",
        ),
        (
            "f 1 s 5 6 a\nf 1 s 0 1 b\n",
            "f 1 0.1 0.1 a\n",
            "ref.stm, line 2: expected segments in the order of their times",
        ),
        ("a (s-1)\n", "a (s-2)\n", "found 1 that it does not have: s-2"),
        ("a (s-1)\nb (s-1)\n", "a (s-1)\n", "ref.trn, line 2: expected each utterance once"),
        ("{ a / b (s-1)\n", "a (s-1)\n", "ref.trn, line 1: expected"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_its_place(reference, hypothesis, said, score):
    outcome = score(reference, hypothesis)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
