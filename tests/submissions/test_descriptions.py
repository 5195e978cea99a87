from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema import OffLimits
from bakeoff.submissions.description_texts import description_template, parse_description, write_description
from bakeoff.submissions.descriptions import check_description, check_description_lines
from bakeoff.submissions.finding_codes import CODES

RULES = read_rulebook("openmt2012")
GOOD = """# a hint: of no interest
Site: NIST
Contact: someone@example.org
System: primary
Track: single
Language pairs: ara2eng, chi2eng
Condition: constrained
Approach: phrase-based
Note: tuning was done on MT06, and
this goes on.
Resources:
- ldc-constrained
- MADA (tools; 2007)
"""
CHANGES = {
    "description-unreadable": ("phrase-based", "phrase\0based"),
    "description-field-missing": ("Contact: someone@example.org\n", ""),
    "description-field-empty": ("phrase-based\nNote: tuning was done on MT06, and\nthis goes on.\n", "\n"),
    "description-field-unknown": ("Note: tuning", "Referenzes: tuning"),
    "description-value": ("chi2eng", "chi2deu"),
    "description-epoch": ("- ldc-constrained", "- ldc-constrained (19xx)"),
    "resource-unknown": ("- ldc-constrained", "- Gigaword"),
    "resource-forbidden": ("- ldc-constrained", "- Gigaword (public; 1994/2006)"),
    "resource-off-limits-epoch": ("- ldc-constrained", "- Gigaword (ldc-constrained; 2007)"),
}


NAME = "NIST_single_constrained_primary.txt"


def written(folder: Path, text: str, name: str = NAME) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_description_yields_nothing(tmp_path: Path) -> None:
    assert check_description(written(tmp_path, GOOD), RULES, team="NIST") == ()


@pytest.mark.parametrize("code", CHANGES)
def test_one_change_yields_one_finding(code: str, tmp_path: Path) -> None:
    old, new = CHANGES[code]
    assert old in GOOD
    findings = check_description(written(tmp_path, GOOD.replace(old, new)), RULES, team="NIST")
    assert [finding.code for finding in findings] == [code]
    assert all(finding.place.file for finding in findings)


def test_a_class_of_resources_is_named_once(tmp_path: Path) -> None:
    [found] = check_description(written(tmp_path, GOOD.replace("- ldc-constrained", "- public")), RULES, team="NIST")
    assert (found.code, found.found) == ("resource-forbidden", "public")


def test_the_file_is_named_after_the_team(tmp_path: Path) -> None:
    findings = check_description(written(tmp_path, GOOD, "nist.text"), RULES, team="NIST")
    assert [(finding.code, finding.expected) for finding in findings] == [
        ("description-file-name", f"a file called {NAME}")
    ]


def test_documents_and_days_that_are_off_limits(tmp_path: Path) -> None:
    limits = {
        "talks": {"documents": ("talk1", "talk2")},
        "new": {"from_day": "2011-01-01", "kinds": ("speech",)},
    }
    resources = {**RULES.resources, "audio": RULES.resources["public"].model_copy(update={"kind": "speech"})}
    rules = type(RULES).model_validate(
        {
            **RULES.model_dump(),
            "off_limits": limits,
            "resources": {name: resource.model_dump() for name, resource in resources.items()},
            "conditions": {"constrained": {"permits": ["audio", "tools", "ldc-constrained"]}},
        }
    )
    lines = "- ldc-constrained (documents: talk2 talk9)\n- Radio (audio; 2010-12-31/2011-01)\n- Old (audio; 2010)"
    findings = check_description(written(tmp_path, GOOD.replace("- ldc-constrained", lines)), rules)
    assert [(finding.code, finding.place.line) for finding in findings] == [
        ("resource-off-limits-document", 12),
        ("resource-after-cut-off", 13),
    ]


@pytest.mark.parametrize("documents", ["talk9, talk2", "talk9,talk2", "talk9 ,  talk2,", "talk2 talk9"])
def test_off_limits_documents_separated_by_commas_are_found(documents: str) -> None:
    rules = RULES.model_copy(update={"off_limits": {"talks": OffLimits(id="talks", documents=("talk1", "talk2"))}})
    text = GOOD.replace("- ldc-constrained", f"- ldc-constrained (documents: {documents})")
    (found,) = check_description_lines(text.split("\n"), rules, name="NIST.txt")
    assert (found.code, found.found) == ("resource-off-limits-document", "ldc-constrained: talk2")


@pytest.mark.parametrize(
    ("line", "name", "belongs_to"),
    [
        ("- Gigaword (public)", "Gigaword", "public"),
        ("Gigaword(public)", "Gigaword", "public"),
        ("* Gigaword", "Gigaword", None),
        ("-", "-", None),
        ("- a (b) (c)", "- a (b) (c)", None),
        ("(public)", "(public)", None),
        ("a" + " " * 200_000 + "(", "a" + " " * 200_000 + "(", None),
    ],
)
def test_a_resource_is_a_name_with_details_in_brackets(line: str, name: str, belongs_to: str | None) -> None:
    (resource,) = parse_description(["Resources:", line], RULES).resources
    assert (resource.name, resource.belongs_to) == (name, belongs_to)


def test_a_description_of_too_many_lines_is_refused(tmp_path: Path) -> None:
    findings = check_description(written(tmp_path, GOOD + "ab:\n" * 200_000), RULES)
    assert [(finding.code, finding.found) for finding in findings] == [("description-unreadable", "200,013 lines")]


def test_a_thousand_mistakes_of_a_description_are_enough() -> None:
    pairs = ", ".join(f"aa-{number}" for number in range(2000))
    lines = GOOD.replace("Language pairs: ", f"Language pairs: {pairs}, ").split("\n")
    assert len(check_description_lines(lines, RULES, name="NIST.txt")) == 1000


def test_every_code_of_descriptions_is_provoked_here() -> None:
    mine = {code for code in CODES if code.startswith(("description-", "resource-"))}
    elsewhere = {"description-file-name", "resource-off-limits-document", "resource-after-cut-off"}
    elsewhere.add("description-system")  # in test_described_systems
    assert mine == {*CHANGES, *elsewhere}


def test_a_filled_template_is_read_back() -> None:
    template = description_template(RULES, team="NIST")
    description = parse_description(template.replace("Condition:", "condition: unconstrained").split("\n"), RULES)
    assert list(description.fields) == [*RULES.description.fields, *RULES.description.optional]
    assert (description.fields["Site"], description.fields["Condition"]) == ("NIST", "unconstrained")
    assert description.resources == ()


def test_text_that_looks_like_a_field_stays_text() -> None:
    description = parse_description(GOOD.split("\n"), RULES)
    assert description.fields["Approach"] == "phrase-based\nNote: tuning was done on MT06, and\nthis goes on."


def test_what_is_written_is_read_back_also_lines_that_look_like_fields() -> None:
    fields = {
        "Site": "NIST",
        "Approach": "phrases\nTrack: no field\n# no hint\n\nthe end",
        "Resources": "- MADA (tools)",
    }
    read = parse_description(write_description(fields).splitlines(), RULES)
    assert read.fields == {**fields, "Approach": "phrases\n Track: no field\n # no hint\n\nthe end"}
    assert [resource.name for resource in read.resources] == ["MADA"]
