"""Groups that tables report."""

from __future__ import annotations

from bakeoff.rulebook.release.reported_groups import reported_groups
from bakeoff.rulebook.schema.test_sets import TestSetRules

RULES = TestSetRules(
    id="a",
    role="current",
    subsets={"new": "new sources"},
    styles={"english-true": "reads well"},
    report_by=("subset", "style", ("style", "genre")),
)


def test_documents_without_a_style_are_in_no_group_by_style() -> None:
    groups = ["style=english-true", "style=none", "style=english-true×genre=nw", "style=none×genre=nw"]
    assert reported_groups(groups, RULES) == ("style=english-true", "style=english-true×genre=nw")


def test_a_document_without_a_subset_is_shown() -> None:
    assert reported_groups(["subset=new", "subset=none"], RULES) == ("subset=new", "subset=none")


def test_without_styles_in_the_rulebook_all_groups_are_reported() -> None:
    rules = RULES.model_copy(update={"styles": {}})
    assert reported_groups(["style=none"], rules) == ("style=none",)
