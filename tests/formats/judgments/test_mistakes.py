"""What every importer says about a file with a mistake: file, line, what was found and expected, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError, InputError, MistakesError
from bakeoff.formats.judgments import JUDGMENT_FORMATS, read_judgments
from tests.formats.judgments.test_recognition import CASES

MQM_HEAD = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
MQM = "A\td\t1\t12\tr1\tTea.\tDer <v>Tee</v>.\tStyle\tMajor\t{}\n"
RANKING_HEAD = "srclang,trglang,srcIndex,judgeId,system1Id,system1rank,system2Id,system2rank\n"
RANKING = "cs,en,1,w,a,1,b,2\n"
APPRAISE = 'u1,A,3,TGT,eng,ces,97,d1,False,"[{""start_i"":0,""end_i"":1,""severity"":""minor""}]",1,2\n'
PEARMUT = (
    '{"user_id": "u", "item_i": 0, "annotation": [{"A": {"score": 80, "error_spans": []}}], '
    '"item": [{"item_id": "1", "tgt": {"A": "Tee"}}]}\n'
)
RATING = 'A\t{"errors": [{"start": 0, "end": 1, "severity": "minor", "category": "x"}]}\tr1\n'
RANKING_XML = """<wmt16-results>
<HIT hit-id="h" source-language="cze" target-language="eng">
<ranking-task id="7">
<ranking-result user="j">
<translation system="a" rank="1"/>
<translation system="b" rank="2"/>
</ranking-result>
</ranking-task>
</HIT>
</wmt16-results>
"""
INTERCHANGE = (
    '{"judgment_id": "1", "protocol": "direct", "judge": "a", "segment_id": "1", "systems": ["A"], "answer": 50}\n'
)
TABLE_HEAD = "judgment_id,protocol,judge,segment_id,systems,answer\n"
TABLE = "1,direct,a,1,A,50\n"
RANK = "970\tcs-en\tsys10\tcs-en\tsys2\n"
DIRECT_HEAD = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
DIRECT = "h\tM0427\tuk\ten\tad\t0\tA\t1\tSYSTEM\t906\t50\t2315.0\n"
GRADES_HEAD = "type\tpair\tline\tA\tB\n"
GRADES = "fluency\tcs-en\t1\t3\t4\n"
MISTAKES: list[tuple[str, str, str | bytes, list[str]]] = [
    (
        "mqm",
        "too few cells",
        MQM_HEAD + MQM + "A\td\n",
        [
            "file, line 3: expected 10 cells, found 2. Each row is one line: write a line break or "
            "separator inside a text as a blank."
        ],
    ),
    (
        "mqm",
        "a row twice",
        MQM_HEAD + MQM + MQM,
        [
            "file, line 3: expected each row once, found that of line 2 again. Take it out, or say that "
            "equal rows are counted once or kept (--equal-rows once, --equal-rows keep)."
        ],
    ),
    (
        "mqm",
        "two marks in a row",
        MQM_HEAD + MQM.replace("Tea.", "<v>Tea</v>."),
        [
            "file, line 2: expected one span between <v> and </v>, in the target or the source, found "
            "another number of marks. Give each error a separate row."
        ],
    ),
    (
        "mqm",
        "no severity",
        MQM_HEAD + MQM.replace("Major", ""),
        [
            "file, line 2: expected a value in the column severity, found an empty cell. Fill it in, or "
            "take the row out."
        ],
    ),
    (
        "mqm",
        "no column of raters",
        MQM_HEAD.replace("rater", "who") + MQM,
        [
            "file, line 1: expected columns called system, doc, rater, source, target, category, severity, "
            "found none called rater. The first row names the columns."
        ],
    ),
    (
        "mqm",
        "an empty file",
        "",
        [
            "file, line 1: expected columns called system, doc, rater, source, target, category, severity, "
            "found none called system, doc, rater, source, target, category, severity. The first row names "
            "the columns."
        ],
    ),
    ("mqm", "no rows", MQM_HEAD, ["file: expected at least one judgment, found none. Export it again."]),
    (
        "mqm",
        "another encoding",
        (MQM_HEAD + MQM.replace("Tee", "Täe")).encode("latin-1"),
        [
            "file, line 2: expected UTF-8 text, found the byte 0xE4 at byte 26 of the line. Convert the "
            "file: iconv -f ENCODING -t UTF-8, ENCODING being the one it has now."
        ],
    ),
    (
        "mqm",
        "cut off",
        MQM_HEAD + MQM + MQM[:20],
        [
            "file, line 3: expected 10 cells, found 7. Each row is one line: write a line break or "
            "separator inside a text as a blank."
        ],
    ),
    (
        "wmt-ranking-csv",
        "too few cells",
        RANKING_HEAD + RANKING + "cs,en,1\n",
        ['file, line 3: expected 8 cells, found 3. Put cells with commas in "…".'],
    ),
    (
        "wmt-ranking-csv",
        "a rank out of range",
        RANKING_HEAD + RANKING.replace(",2\n", ",6\n"),
        [
            "file, line 2: expected a rank from 1 to 5, or -1 where there is none, found '6'. Rank outputs "
            "from 1, the best."
        ],
    ),
    (
        "wmt-ranking-csv",
        "a row twice",
        RANKING_HEAD + RANKING + RANKING,
        [
            "file, line 3: expected each row once, found that of line 2 again. Take it out, or say that "
            "equal rows are counted once or kept (--equal-rows once, --equal-rows keep)."
        ],
    ),
    (
        "wmt-ranking-csv",
        "a system twice",
        RANKING_HEAD + RANKING.replace(",b,", ",a,"),
        [
            "file, line 2: expected each system once on a screen, found a twice. Name systems that share an "
            "output as one: a,b."
        ],
    ),
    (
        "wmt-ranking-csv",
        "no judge",
        RANKING_HEAD + RANKING.replace(",w,", ",,"),
        ["file, line 2: expected a value in the column judgeId, found an empty cell. Fill it in, or take the row out."],
    ),
    (
        "wmt-ranking-csv",
        "a quote that is open",
        RANKING_HEAD + 'cs,en,"1,w,a,1,b,2\n',
        [
            "file, line 2: expected cells separated and quoted as in CSV, found unexpected end of data. "
            'Close every "…", and double a quotation mark inside.'
        ],
    ),
    (
        "wmt-ranking-xml",
        "a rank out of range",
        RANKING_XML.replace('rank="2"', 'rank="9"'),
        [
            "file, line 6: expected a rank from 1 to 5, or -1 where there is none, found '9'. Rank outputs "
            "from 1, the best."
        ],
    ),
    (
        "wmt-ranking-xml",
        "cut off",
        RANKING_XML[:150],
        [
            "file, line 5: expected well-formed XML, found Specification mandates value for attribute r. "
            "Export it again, or correct the line."
        ],
    ),
    (
        "wmt-ranking-xml",
        "another element",
        RANKING_XML.replace("translation ", "output "),
        [
            "file, line 5: expected elements HIT, ranking-task, ranking-result, translation, found output. "
            "Export it again, or correct the line.",
            "file, line 6: expected elements HIT, ranking-task, ranking-result, translation, found output. "
            "Export it again, or correct the line.",
            "file, line 4: expected translations unless the result was skipped, found 0 of them in a result "
            "that was not skipped. Export it again, or correct the line.",
        ],
    ),
    (
        "wmt-ranking-xml",
        "no judge",
        RANKING_XML.replace('user="j"', ""),
        [
            "file, line 4: expected an attribute user of ranking-result, found none. Export it again, or "
            "correct the line."
        ],
    ),
    (
        "appraise",
        "too few cells",
        APPRAISE + "u1,A,3\n",
        [
            "file, line 2: expected 9 cells (direct assessment of segments), 11 (of documents) or 12 (ESA, "
            "MQM), 2 more with batch info, found 3. Export the campaign again, or correct the line."
        ],
    ),
    (
        "appraise",
        "a score out of range",
        APPRAISE.replace(",97,", ",197,"),
        ["file, line 1: expected a score from 0 to 100, found 197. Export the campaign again, or correct the line."],
    ),
    (
        "appraise",
        "an unknown type",
        APPRAISE + APPRAISE.replace("TGT", "NEW"),
        [
            "file, line 2: expected as type one of TGT, CHK, REF, BAD, found 'NEW'. Export the campaign "
            "again, or correct the line."
        ],
    ),
    (
        "appraise",
        "bad JSON",
        APPRAISE.replace('"[{', '"['),
        [
            "file, line 1: expected a JSON list of spans with end_i, severity, start_i, found "
            '\'["start_i":0,"end_i":1,"severity":"minor"}]\'. Export the campaign again, or correct the '
            "line."
        ],
    ),
    (
        "appraise",
        "a span that is none",
        APPRAISE.replace('""end_i"":1', '""end_i"":-1'),
        [
            "file, line 1: expected where a span starts and ends, found 0 and -1. Export the campaign "
            "again, or correct the line."
        ],
    ),
    (
        "appraise",
        "times in the wrong order",
        APPRAISE.replace(",1,2\n", ",2,1\n"),
        [
            "file, line 1: expected an end that comes after the start, found 1, 2. Export the campaign "
            "again, or correct the line."
        ],
    ),
    (
        "appraise",
        "an item without a number",
        APPRAISE + APPRAISE.replace(",3,TGT", ",x,TGT"),
        ["file, line 2: expected the number of an item, found 'x'. Export the campaign again, or correct the line."],
    ),
    (
        "appraise",
        "cut off",
        APPRAISE + APPRAISE[:30],
        [
            "file, line 2: expected 12 cells as before (errors), found 9 (segments). Export the campaign "
            "again, or correct the line."
        ],
    ),
    (
        "pearmut",
        "bad JSON",
        PEARMUT + '{"user_id": "u", "item_i": 0',
        [
            "file, line 2: expected an object of JSON on each line, found Expecting ',' delimiter: line 1 "
            "column 29 (char 28). Download the results again, or correct the line."
        ],
    ),
    (
        "pearmut",
        "a score out of range",
        PEARMUT.replace("80", "180"),
        [
            "file, line 1: expected a score from 0 to 100, or null, found 180. Download the results again, "
            "or correct the line."
        ],
    ),
    (
        "pearmut",
        "an unknown model",
        PEARMUT.replace('"tgt": {"A"', '"tgt": {"B"'),
        [
            "file, line 1: expected the output of A and an answer to it, found none. Download the results "
            "again, or correct the line."
        ],
    ),
    (
        "pearmut",
        "a span outside the output",
        PEARMUT.replace(
            '"error_spans": []', '"error_spans": [{"start_i": 1, "end_i": 9, "severity": "minor", "category": null}]'
        ),
        [
            "file, line 1: expected a span inside the output, which the tool counts as 3 characters, found "
            "1 to 9. Give the output as judges saw it."
        ],
    ),
    (
        "pearmut",
        "no id",
        PEARMUT.replace('"item_id": "1", ', ""),
        [
            "file, line 1: expected an item_id for each segment, found none. Number the segments of the "
            "campaign: item_i counts the documents of one person."
        ],
    ),
    (
        "mtme-ratings",
        "too few cells",
        RATING + "A\n",
        [
            "file, line 2: expected system, rating and perhaps the rater, with tabs between them, found "
            "'A'. Write None as the rating of a segment that was not judged."
        ],
    ),
    (
        "mtme-ratings",
        "bad JSON",
        RATING + 'A\t{"errors": [}\tr1\n',
        [
            'file, line 2: expected a rating as {"errors": [{"start": …, "end": …, "severity": …}]}, or '
            "None, found '{\"errors\": [}'. Copy the file again, or correct the line."
        ],
    ),
    (
        "mtme-ratings",
        "a span that is none",
        RATING.replace('"end": 1', '"end": -1'),
        [
            "file, line 1: expected where an error starts and ends, found 0 and -1. Copy the file again, or "
            "correct the line."
        ],
    ),
    (
        "mtme-ratings",
        "no severity",
        RATING.replace('"severity": "minor", ', ""),
        [
            "file, line 1: expected a severity as text, and a category as text or null, found {'start': 0, "
            "'end': 1, 'category': 'x'}. Copy the file again, or correct the line."
        ],
    ),
    (
        "mtme-ratings",
        "systems of other lengths",
        RATING + RATING + RATING.replace("A\t", "B\t"),
        [
            "file: expected as many lines for each system, since they are counted, found 1 of B, 2 of A. "
            "Write None for a segment that was not judged."
        ],
    ),
    (
        "interchange",
        "bad JSON",
        INTERCHANGE + INTERCHANGE[:30],
        [
            "file, line 2: expected a JSON object, found Unterminated string starting at at character 22. "
            "Export it again, or correct the line."
        ],
    ),
    (
        "interchange",
        "no judge",
        INTERCHANGE.replace('"judge": "a", ', ""),
        ["file, line 1: expected a value for judge, found none. Export it again, or correct the line."],
    ),
    (
        "interchange",
        "the same judgment twice",
        INTERCHANGE + INTERCHANGE,
        [
            "file, line 2: expected each judgment once, found 1, which line 1 has already. Take it out, or "
            "give it another id if somebody answered twice."
        ],
    ),
    (
        "interchange",
        "an unknown key",
        INTERCHANGE.replace('"answer"', '"reply"'),
        [
            "file, line 1: expected keys among judgment_id, protocol, campaign, evaluation, test_set, "
            "language_pair, judge, screen_id, position, segment_id, document_id, systems, answer, control, "
            "damaged, shown_at, sent_at, elapsed_seconds, seed, kind, highlights, texts, origin, found "
            "'reply'. Take it out, or make it part of the answer."
        ],
    ),
    (
        "interchange",
        "a system twice",
        INTERCHANGE.replace('["A"]', '["A", "A"]'),
        ["file, line 1: expected each system once on a screen, found A twice. Export it again, or correct the line."],
    ),
    (
        "interchange",
        "a time that is none",
        INTERCHANGE.replace("50}", '50, "sent_at": "noon"}'),
        ['file, line 1: expected a time under sent_at, found "noon". Write it as 2016-05-04T12:30:00+00:00.'],
    ),
    (
        "interchange-csv",
        "too few cells",
        TABLE_HEAD + TABLE + "2,direct\n",
        ['file, line 3: expected 6 cells, found 2. Put cells with commas in "…".'],
    ),
    (
        "interchange-csv",
        "no column",
        TABLE_HEAD.replace("judge,", "") + TABLE,
        [
            "file, line 1: expected columns called judgment_id, protocol, judge, segment_id, systems, "
            "answer, found none called judge. The first row names the columns."
        ],
    ),
    (
        "interchange-csv",
        "a column twice",
        TABLE_HEAD.replace("segment_id", "judge") + TABLE,
        [
            "file, line 1: expected columns called judgment_id, protocol, judge, segment_id, systems, "
            "answer, found none called segment_id. The first row names the columns."
        ],
    ),
    (
        "interchange-csv",
        "no segment",
        TABLE_HEAD + TABLE.replace(",1,A", ",,A"),
        ["file, line 2: expected a text under segment_id, found nothing. Export it again, or correct the line."],
    ),
    (
        "rank",
        "too few cells",
        RANK + "970\tcs-en\n",
        [
            "file, line 2: expected segment, pair, better system, pair, worse system, with tabs between "
            "them, found '970\\tcs-en'. Take the line out, or write all five."
        ],
    ),
    (
        "rank",
        "two language pairs",
        RANK.replace("\tcs-en\tsys2", "\tde-en\tsys2"),
        [
            "file, line 1: expected both systems of one language pair, found cs-en and de-en. Write a line "
            "for each pair."
        ],
    ),
    (
        "rank",
        "a system twice",
        RANK.replace("sys2", "sys10"),
        [
            "file, line 1: expected each system once on a screen, found sys10 twice. Name systems that share"
            " an output as one: a,b."
        ],
    ),
    (
        "rank",
        "an empty line",
        RANK + "\n" + RANK,
        [
            "file, line 2: expected segment, pair, better system, pair, worse system, with tabs between "
            "them, found an empty line. Take the line out, or write all five."
        ],
    ),
    (
        "wmt-direct",
        "too few cells",
        DIRECT_HEAD + DIRECT + "h\tM\n",
        [
            "file, line 3: expected 12 cells, found 2. Each row is one line: write a line break or separator"
            " inside a text as a blank."
        ],
    ),
    (
        "wmt-direct",
        "an unknown type",
        DIRECT_HEAD + DIRECT.replace("SYSTEM", "NEW"),
        [
            "file, line 2: expected as type one of SYSTEM, REPEAT, BAD_REF, REF, found 'NEW'. Correct it, or"
            " take the row out."
        ],
    ),
    (
        "wmt-direct",
        "a score out of range",
        DIRECT_HEAD + DIRECT.replace("\t50\t", "\t150\t"),
        [
            "file, line 2: expected a score from 0 to 100, found 150. Correct it, or take the row out; where"
            " scores are standardised, give those of a file alone."
        ],
    ),
    (
        "wmt-direct",
        "no number",
        DIRECT_HEAD + DIRECT.replace("\t50\t", "\tgood\t"),
        ["file, line 2: expected a number as score, found 'good'. Write it with a decimal point, or take the row out."],
    ),
    (
        "wmt-direct",
        "a row twice",
        DIRECT_HEAD + DIRECT + DIRECT,
        [
            "file, line 3: expected each row once, found that of line 2 again. Take it out, or say that "
            "equal rows are counted once or kept (--equal-rows once, --equal-rows keep)."
        ],
    ),
    (
        "wmt-direct",
        "no column",
        DIRECT_HEAD.replace("score", "rate") + DIRECT,
        [
            "file, line 1: expected columns called WorkerId, Input.src, Input.trg, sys_id, type, sid, score,"
            " found none called score. The first row names the columns."
        ],
    ),
    (
        "grade-table",
        "too few cells",
        GRADES_HEAD + GRADES + "fluency\tcs-en\n",
        [
            "file, line 3: expected 5 cells, found 2. Each row is one line: write a line break or separator "
            "inside a text as a blank."
        ],
    ),
    (
        "grade-table",
        "an unknown type",
        GRADES_HEAD + GRADES.replace("fluency", "beauty"),
        [
            "file, line 2: expected as type one of fluency, adequacy, meaning, dialog, found 'beauty'. "
            "Correct it, or take the row out."
        ],
    ),
    (
        "grade-table",
        "an output twice",
        GRADES_HEAD + GRADES + GRADES.replace("3\t4", "2\t2"),
        [
            "file, line 3: expected each output in one row, found that of line 2 once more. Take one of them"
            " out, or write the grades of all judges into one."
        ],
    ),
    (
        "grade-table",
        "no judge",
        "type\tpair\tline\nfluency\tcs-en\t1\n",
        ["file, line 2: expected a column for each judge, found none. Add the grades."],
    ),
    (
        "grade-table",
        "no segment",
        GRADES_HEAD + GRADES.replace("\t1\t", "\t\t"),
        ["file, line 2: expected a value in the column line, found an empty cell. Fill it in, or take the row out."],
    ),
]


@pytest.mark.parametrize(
    ("format", "text", "messages"),
    [(format, text, messages) for format, _, text, messages in MISTAKES],
    ids=[f"{format}: {what}" for format, what, _, _ in MISTAKES],
)
def test_a_mistake_is_named_with_its_place_and_what_to_do(
    format: str, text: str | bytes, messages: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BakeoffError) as refused:
        read_judgments(path, format=format)
    assert str(refused.value).replace(f"{tmp_path}/", "").split("\n") == messages


def test_every_format_has_broken_files() -> None:
    assert {format for format, *_ in MISTAKES} == set(JUDGMENT_FORMATS)


EVERYWHERE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut off": lambda text: text.rstrip()[: -len(text.splitlines()[-1]) // 2],
    "in another encoding": lambda text: text[:-3] + "é".encode("latin-1") + text[-3:],
    "with an empty line": lambda text: text + b"\n" + text.splitlines()[-1] + b"\n",
    "twice after each other": lambda text: text + text.splitlines()[-1] + b"\n",
}
"""What goes wrong with files of every format."""
FINE = {
    # The same answer again replaces the first one.
    ("appraise", "twice after each other"),
    ("pearmut", "twice after each other"),
    # Several judges may have found the same; only a long part that comes twice is a mistake.
    ("rank", "twice after each other"),
    # Each line is the rating of the next segment.
    ("mtme-ratings", "twice after each other"),
}


@pytest.mark.parametrize("what", EVERYWHERE)
@pytest.mark.parametrize(("format", "text"), CASES)
def test_a_broken_file_of_any_format_is_refused_with_what_to_do(
    format: str, text: str, what: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(EVERYWHERE[what](text.encode()))
    if (format, what) in FINE:
        assert read_judgments(path, format=format)
        return
    with pytest.raises((InputError, MistakesError)) as refused:
        read_judgments(path, format=format)
    for mistake in refused.value.mistakes if isinstance(refused.value, MistakesError) else (refused.value,):
        assert isinstance(mistake, InputError)
        assert mistake.place.file == str(path)
        assert mistake.remedy, str(mistake)


def test_the_same_answer_of_a_person_again_replaces_the_first_in_pearmut(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(PEARMUT + PEARMUT.replace("80", "70"), encoding="utf-8")
    (found,) = read_judgments(path)
    assert found.answer == 70
