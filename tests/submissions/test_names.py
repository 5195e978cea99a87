"""Names field by field."""

from __future__ import annotations

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.name_fields import field_rules
from bakeoff.rulebook.name_patterns import parse_pattern
from bakeoff.submissions.names import read_name, suggested_name

RULEBOOK = read_rulebook("openmt2012")
PACKAGE = RULEBOOK.submission.packages["eval"]
RULES = field_rules(RULEBOOK, PACKAGE)
FILE = parse_pattern(PACKAGE.file)
RIGHT = "NIST_ara2eng_primary_cn_eval_20120405.xml"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (RIGHT, ()),
        ("A_B_ara2eng_contrast3_un_eval_20120405.xml", ()),
        ("NIST_ara2eng_primary_cn_dryrun_20120405.xml", ("package",)),
        ("NIST_eng2ara_primary_cn_eval_20120230.xml", ("language_pair", "date")),
        ("NIST_ara2eng_Primary_cn_eval_20130405.xml", ("system_type", "date")),
        ("NIST_ara2eng__cn_eval_20120405.xml", ("system_type",)),
        ("NIST_x_y_z_u_v.xml", ("language_pair", "system_type", "condition", "package", "date")),
    ],
)
def test_the_fewest_wrong_fields_that_explain_a_name(name: str, wrong: tuple[str, ...]) -> None:
    reading = read_name(FILE, RULES, name)
    assert reading is not None
    assert reading.wrong == wrong


@pytest.mark.parametrize("name", ["", "run.xml", "NIST_ara2eng_primary_cn_eval.xml", f"{RIGHT}.gz", "_" * 250 + ".xml"])
def test_names_of_another_form(name: str) -> None:
    assert read_name(FILE, RULES, name) is None


@pytest.mark.parametrize(
    "name",
    [
        RIGHT,
        "NIST_ARA2ENG_primary_cn_eval_20120405.xml",
        "NIST_ara2eng_prmary_cn_evl_20120405.xml",
        "NIST-ara2eng-primary-cn-eval-20120405.xml",
        "ara2eng.primary.cn.20120405.NIST.txt",
    ],
)
def test_the_name_that_was_meant(name: str) -> None:
    assert suggested_name(FILE, RULES, name, known={"team": "NIST"}) == RIGHT


def test_what_a_name_does_not_say_can_be_supplied() -> None:
    name = "OpenMT_Eval_NIST_ara2eng"
    archive = parse_pattern(PACKAGE.archive)
    assert suggested_name(archive, RULES, name, known={"team": "NIST"}) is None
    otherwise = {"version": "02"}
    found = suggested_name(archive, RULES, name, known={"team": "NIST"}, otherwise=otherwise)
    assert found == "OpenMT12_Eval_NIST_ara2eng_02"


def test_no_name_is_made_up() -> None:
    assert suggested_name(FILE, RULES, "run.xml", known={"team": "NIST"}) is None


@pytest.mark.parametrize("version", ["1", "001", "01"])
def test_versions_are_padded(version: str) -> None:
    archive = parse_pattern(PACKAGE.archive)
    name = f"OpenMT12_Eval_NIST_ara2eng_{version}"
    assert suggested_name(archive, RULES, name, known={}) == "OpenMT12_Eval_NIST_ara2eng_01"
