"""`bakeoff describe`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.submissions.test_descriptions import GOOD, NAME


def test_the_template_is_printed_and_asks_for_everything(bakeoff: Callable[..., Any]) -> None:
    outcome = bakeoff("describe", "--rules", "openmt2012", "--team", "NIST")
    assert outcome.code == 0
    assert "Site: NIST\n" in outcome.out
    assert "# Out of: constrained, unconstrained\nCondition:\n" in outcome.out
    assert "# One of: primary, contrast1, contrast2, contrast3, combo1, combo2, combo3\nSystem:\n" in outcome.out


def test_a_good_description_is_valid(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(GOOD, encoding="utf-8")
    outcome = bakeoff("describe", tmp_path / NAME, "--rules", "openmt2012", "--team", "NIST")
    assert (outcome.code, outcome.out) == (0, f"{NAME} is valid.\n")


def test_forbidden_resources_are_flagged_with_their_line(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(GOOD + "- Web crawl (public; 2007)\n", encoding="utf-8")
    outcome = bakeoff("describe", tmp_path / NAME, "--rules", "openmt2012", "--format", "json")
    assert (outcome.code, outcome.json["valid"]) == (1, False)
    assert [(finding["code"], finding["line"]) for finding in outcome.json["findings"]] == [
        ("resource-forbidden", 14),
        ("resource-off-limits-epoch", 14),
    ]
    text = bakeoff("describe", tmp_path / NAME, "--rules", "openmt2012").out
    assert text.splitlines()[-1] == f"{NAME} is not valid."


def test_a_warning_alone_leaves_it_valid(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(GOOD.replace("Note:", "Referenzes:"), encoding="utf-8")
    outcome = bakeoff("describe", tmp_path / NAME, "--rules", "openmt2012")
    assert (outcome.code, "warning [description-field-unknown]" in outcome.out) == (0, True)


def test_documents_of_a_list_are_off_limits(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    described = (
        "Team: TESTS\nSystem: one\nTracks: qed-mt\nCondition: permissible\nTechniques: NMT\n"
        "Resources:\nqed (documents: QED-7)\n"
    )
    (tmp_path / "TESTS.txt").write_text(described, encoding="utf-8")
    (tmp_path / "talks.txt").write_text("QED-7\n", encoding="utf-8")
    asked = ("describe", tmp_path / "TESTS.txt", "--rules", "iwslt2016")
    assert bakeoff(*asked).code == 0
    outcome = bakeoff(*asked, "--off-limits", tmp_path / "talks.txt", "--format", "json")
    assert [(finding["code"], finding["line"]) for finding in outcome.json["findings"]] == [
        ("resource-off-limits-document", 7)
    ]
    refused = bakeoff(
        "describe", tmp_path / "TESTS.txt", "--rules", "openmt2012", "--off-limits", tmp_path / "talks.txt"
    )
    assert (refused.code, "has no list of documents" in refused.err) == (2, True)
