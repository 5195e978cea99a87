"""What the checker says once it knows the team as a server does."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bakeoff.data import Finding
from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.submissions.checker import CheckReport, check_contents
from bakeoff.submissions.context import Copy
from tests.submissions.package_files import Submission, build

OPENMT = read_rulebook("openmt2012")
DRY_RUN = Submitted(package="dryrun", track="single", language_pair="ara2eng", test_set="dryrun", system="primary")


def team(**state: object) -> TeamState:
    """A team that may do everything."""
    given: dict[str, Any] = {
        "code": "NIST",
        "language_pairs": frozenset(["ara2eng"]),
        "signed": frozenset(OPENMT.registration.agreements),
        "submitted": (DRY_RUN,),
    }
    return TeamState(**{**given, **state})


def checked(folder: Path, submission: Submission, **options: object) -> CheckReport:
    contents = submission.package.contents(folder)
    return check_contents(contents, submission.rulebook, **{**submission.options, **options})


def found(folder: Path, submission: Submission, **options: object) -> list[Finding]:
    return list(checked(folder, submission, **options).findings)


def test_a_team_that_may_submit_has_no_finding(tmp_path: Path) -> None:
    assert found(tmp_path, build(OPENMT, "eval"), registered=team()) == []


def test_a_pair_without_registration(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, build(OPENMT, "eval"), registered=team(language_pairs=frozenset()))
    assert finding.code == "pair-not-registered"
    assert finding.found == "NIST did not register for ara2eng"
    assert finding.remedy == "Register for the language pair, or ask the organisers to add it."


def test_every_agreement_that_is_not_signed_is_named_once(tmp_path: Path) -> None:
    submission = build(OPENMT, "eval", systems=[("primary", "cn"), ("contrast1", "cn")])
    findings = found(tmp_path, submission, registered=team(signed=frozenset(["ldc-licence"])))
    assert [(finding.code, finding.found) for finding in findings] == [
        ("agreement-not-signed", "NIST has not signed: Terms of the registration form and the evaluation plan")
    ]


def test_what_another_rule_found_is_not_said_twice(tmp_path: Path) -> None:
    early = datetime(2012, 4, 1, tzinfo=UTC)
    submission = build(OPENMT, "eval")
    submission = submission.with_package(submission.package.renamed("20120406", "20120401"))
    assert [each.code for each in found(tmp_path, submission, registered=team(), when=early)] == ["too-early"]


def test_a_withdrawn_dry_run_counts_for_nothing(tmp_path: Path) -> None:
    withdrawn = Submitted(package="dryrun", language_pair="ara2eng", system="primary", withdrawn=True)
    findings = found(tmp_path, build(OPENMT, "eval"), registered=team(submitted=(withdrawn,)))
    assert [each.code for each in findings] == ["dry-run-missing"]


def test_an_extension_makes_a_late_package_timely(tmp_path: Path) -> None:
    late = datetime(2012, 4, 10, tzinfo=UTC)
    granted = {"evaluation": datetime(2012, 4, 11, tzinfo=UTC)}
    submission = build(OPENMT, "eval")
    assert [each.code for each in found(tmp_path, submission, registered=team(), when=late)] == ["late-unofficial"]
    assert found(tmp_path, submission, registered=team(extensions=granted), when=late) == []


def test_names_that_leave_the_test_set_open(tmp_path: Path) -> None:
    content = OPENMT.model_dump(mode="json")
    content["submission"]["packages"]["eval"]["test_sets"] = []
    content["test_sets"]["second"] = {**content["test_sets"]["current"], "id": "second"}
    submission = build(Rulebook.model_validate(content), "eval")
    findings = found(tmp_path, submission, registered=team())
    assert ("run-unplaced", "no test set") in [(each.code, each.found) for each in findings]


def test_a_copy_of_another_team_is_told_without_its_name(tmp_path: Path) -> None:
    text = " ".join(["eine lange Zeile"] * 3)
    submission = build(OPENMT, "eval")
    package = submission.package
    segments = "".join(f'<seg id="{number}">{text} {number}</seg>' for number in range(1, 41))
    name, data = next(iter(package.files.items()))
    head, _, rest = data.decode().partition('<doc docid="doc-1"')
    body = f'{head}<doc docid="doc-1" genre="nw">{segments}</doc></tstset></mteval>\n'
    assert rest
    submission = submission.with_package(type(package)(package.name, {name: body.encode()}, package.kind))
    asked = []

    def others(language_pair: str | None, test_set: str | None) -> dict[str, list[str]]:
        asked.append((language_pair, test_set))
        same = [f"{text} {number}" for number in range(1, 41)]
        return {"run 17": same, "run 18": ["other words"] * 40, "run 19": same}

    report = checked(tmp_path, submission, others=others, sources=())
    (copied,) = [each for each in report.findings if each.code == "text-copied"]
    assert report.copies == (Copy(name, "run 17"), Copy(name, "run 19"))
    assert copied.found == "40 of 40 segments (100 %) equal to the output of another team"
    assert "run 1" not in str(copied)
    assert asked == [("ara2eng", "current")]
