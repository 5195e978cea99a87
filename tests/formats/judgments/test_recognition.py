"""Every format of judgments held against samples of all formats, and against files that hold something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.formats import read_scores
from bakeoff.formats.judgments import JUDGMENT_FORMATS, read_judgments, recognise_judgments, write_judgments

_SPAN = '{""start_i"":2,""end_i"":5,""severity"":""minor"",""error_type"":%s}'
_CATEGORY = '[""Accuracy"",""Omission""]'
SAMPLES = {
    "interchange": [
        '{"judgment_id": "1", "protocol": "direct", "judge": "a", "segment_id": "1", "systems": ["A"], "answer": 50}\n'
    ],
    "interchange-csv": ["judgment_id,protocol,judge,segment_id,systems,answer\n1,direct,a,1,A,50\n"],
    "wmt-ranking-csv": [
        "srclang,trglang,srcIndex,judgeId,system1Id,system2Id,system1rank,system2rank\ncs,en,1,w,a,b,1,2\n"
    ],
    "wmt-ranking-xml": [
        f'<?xml version="1.0"?>\n<{root}><HIT hit-id="h" source-language="cze" target-language="eng">'
        '<ranking-task id="7"><ranking-result user="j"><translation system="a" rank="1"/>'
        f'<translation system="b" rank="2"/></ranking-result></ranking-task></HIT></{root}>\n'
        for root in ("wmt16-results", "WMT15-results")
    ],
    "rank": ["970\tcs-en\tsys10\tcs-en\tsys2\n"],
    "wmt-direct": [
        "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
        "h\tM0427\tuk\ten\tad\t0\tA\t1\tSYSTEM\t906\t50\t2315.0\n"
    ],
    "mqm": [
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "A\td\t1\t1\tr\tsource\ttar<v>g</v>et\tAccuracy/Omission\tMajor\n",
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"
        "A\td\t1\t12\tr\tsource\ttar<v>g</v>et\tAccuracy/Omission\tMajor\t{}\n",
    ],
    "mtme-ratings": [
        'A\t{"errors": []}\nA\tNone\n',
        'A\tNone\nA\t{"errors": [{"start": 1, "end": 2, "category": null, "severity": "minor"}]}\tr1\n',
    ],
    "grade-table": ["type\tpair\tline\tA\tB\nfluency\tcs-en\t1\t3\t4\n"],
    "pearmut": [
        '{"user_id": "warm-fox-12", "item_i": 0, "annotation": [{"A": {"score": 80, "error_spans": []}}], '
        '"item": [{"item_id": "d3_0", "src": "Tea", "tgt": {"A": "Tee"}}]}\n',
    ],
    "appraise": [
        "ces01,A,3,TGT,eng,ces,97,shop_29#3-13,False,1666385145.5,1666385152\n",
        "ces01,A,3,TGT,eng,ces,97,shop_29#3-13,False,1666385145.5,1666385152,4,90210\n",
        f'deu01,A,9,TGT,eng,deu,36,cnn.15,False,"[{_SPAN % "null"}]",100,104.5\n',
        f'deu01,A,9,BAD,eng,deu,0,cnn.15#bad1,False,"[{_SPAN % _CATEGORY}]",100,104.5\n',
        "ces01,A,318,TGT,eng,ces,97,1666385145.5,1666385152\n",
        "ces01,A,318,CHK,eng,ces,97,1666385145,1666385152.25,4,90210\n",
        "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd\nces01,A,3,TGT,eng,ces,97,1,2\n",
    ],
}
CASES = [(name, text) for name, texts in SAMPLES.items() for text in texts]
SCORES = [
    "system\tscore\nA\t1\n",
    "system,segment,score\nA,1,1\n",
    "A\t1\nB\tNone\n",
    "A\tNone\nB\t1\n",
    "A 1\n",
    "news\tA\t1\n",
    "chrF\ten-de\tnewstest2015\tA\t0.5\n",
    "chrF\ten-de\tnewstest2015\tA\t12\t0.5\n",
    "chrF\ten-de\tnewstest2017\tA\t12\t0.5\tnon-ensemble\tno\n",
    "chrF\ten-de\tnewstest2020\tnewstest2020\tA\t0.5\n",
    "chrF\ten-de\tgeneraltest2022\tnews\tcnn.15\trefA\tA\t12\t0.5\n",
]
OTHERS = [
    "A segment of plain text.\n",
    "document\tsegment\ttext\nd\t1\tA segment.\n",
    '{"document": "d", "segment": "1", "text": "A segment."}\n',
    '<mteval><srcset setid="s" srclang="a"/></mteval>\n',
    '<dataset id="d"/>\n',
    "A\t{braces}\n",
    "None\n",
]


def test_every_format_has_a_sample() -> None:
    assert list(SAMPLES) == list(JUDGMENT_FORMATS)


@pytest.mark.parametrize(("name", "text"), CASES)
def test_each_sample_is_recognised_as_its_own_format_alone(name: str, text: str) -> None:
    assert [each.name for each in JUDGMENT_FORMATS.values() if each.recognises(text)] == [name]


@pytest.mark.parametrize(("name", "text"), CASES)
def test_each_sample_goes_through_the_written_forms(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "sample"
    path.write_text(text, encoding="utf-8")
    found = read_judgments(path)
    assert found
    assert found == read_judgments(path, format=name)
    for written in ("judgments.jsonl", "judgments.csv"):
        write_judgments(found, tmp_path / written)
        assert read_judgments(tmp_path / written) == found


@pytest.mark.parametrize("text", [*SCORES, *OTHERS])
def test_scores_and_texts_are_no_judgments(text: str, tmp_path: Path) -> None:
    path = tmp_path / "sample"
    path.write_text(text, encoding="utf-8")
    assert recognise_judgments(path) is None


@pytest.mark.parametrize("text", SCORES)
def test_every_form_of_scores_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "sample"
    path.write_text(text, encoding="utf-8")
    assert {row.system for row in read_scores(path).rows} <= {"A", "B"}


REAL = {
    "wmt23-metrics-en-de/human-scores/en-de.mqm.merged.seg.rating.gz": "mtme-ratings",
    "esa-wmt23-en-de/240315rc5ESA.scores.csv.gz": "appraise",
    "wmt22-calibration-hits/WMT22.Appraise.calibrationHITs.20221103.csv.gz": "appraise",
    "wmt22-uk-en/da/ad-uken-good-stnd.csv.gz": "wmt-direct",
    "wmt21-flores-zu-xh/da/ad-latest-zu-xh.csv.gz": "wmt-direct",
    "wmt21-ted-mqm-en-de/mqm_ted_ende.tsv.gz": "mqm",
    "wmt23-metrics-en-de/human-scores/en-de.mqm.seg.score.gz": None,
    "wmt23-metrics-en-de/human-scores/en-de.da-sqm.sys.score": None,
    "esa-wmt23-en-de/en-de.ESA-1.seg.score.gz": None,
    "wmt20-metrics-to-en/metric-sys-scores.tsv.gz": None,
}


@pytest.mark.parametrize("path", REAL)
def test_real_files_are_recognised(path: str, data: Path) -> None:
    found = recognise_judgments(data / path)
    assert (None if found is None else found.name) == REAL[path]
