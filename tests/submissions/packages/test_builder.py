"""Packages built from plain outputs are valid, whatever the rulebook."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import cast

import pytest

from bakeoff.data import TestSet
from bakeoff.errors import BakeoffError
from bakeoff.formats import read_references, read_source
from bakeoff.formats.text.conversion import with_labels
from bakeoff.rulebook import read_rulebook, rulebook_names
from bakeoff.rulebook.file_names.fields import example_values
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.packages.builder import Output, PackageNames, build_package, naming_problems, with_sources
from tests.conftest import ROOT
from tests.submissions.package_files import source_text

RULES = read_rulebook("openmt2012")
SOURCE = cast(
    TestSet,
    with_labels(read_source(ROOT / "examples" / "source.xml"), test_set="openmt12-ara2eng", source_language="Arabic"),
)
TEXT = [segment.text for segment in read_references(ROOT / "examples" / "references.xml")[0].segments]


def names(**changes: object) -> PackageNames:
    fields = {
        "rulebook": RULES,
        "package": RULES.submission.packages["eval"],
        "team": "NIST",
        "language_pair": "ara2eng",
        "day": date(2012, 4, 5),
        "further": {},
        **changes,
    }
    return PackageNames(**fields)  # type: ignore[arg-type]


@pytest.fixture
def output(tmp_path: Path) -> Output:
    path = tmp_path / "output.txt"
    path.write_text("".join(f"{line}\n" for line in TEXT), encoding="utf-8")
    return Output(path=path, system="primary", condition="constrained")


def codes(path: Path) -> list[str]:
    report = check_package(path, RULES, sources=[SOURCE], team="NIST")
    return [finding.code for finding in report.findings if finding.severity != "not-checked"]


@pytest.mark.parametrize("kind", ["tgz", "zip"])
def test_a_package_of_plain_text_is_valid(output: Output, kind: str, tmp_path: Path) -> None:
    path = build_package(names(), [output], source=SOURCE, folder=tmp_path, kind=kind)  # type: ignore[arg-type]
    assert path.name == f"OpenMT12_Eval_NIST_ara2eng_01.{kind}"
    assert codes(path) == []


def test_an_output_that_fits_several_sources_alike_is_refused(output: Output) -> None:
    other = cast(TestSet, with_labels(SOURCE, test_set="openmt12-kor2eng", source_language="Korean"))
    with pytest.raises(BakeoffError, match="none of the 2 sources fits better than the others"):
        with_sources(names(language_pair=None), [output], [SOURCE, other])


def test_all_that_names_need_is_listed_once(output: Output) -> None:
    wanting = naming_problems(names(team=None, language_pair=None), [output, output])
    assert wanting[0].startswith("expected the team code (--team): ")
    assert len(wanting) == 2
    assert naming_problems(names(), []) == ["expected at least one output (SYSTEM=FILE), found none"]
    assert naming_problems(names(), [output]) == []


def test_several_systems_and_conditions(output: Output, tmp_path: Path) -> None:
    given = [
        output,
        Output(path=output.path, system="contrast1", condition="cn"),
        Output(path=output.path, system="primary", condition="unconstrained"),
    ]
    path = build_package(names(version=3), given, source=SOURCE, folder=tmp_path)
    report = check_package(path, RULES, sources=[SOURCE], team="NIST")
    assert report.version == 3
    assert sorted((entry.written_type, entry.condition) for entry in report.entries) == [
        ("contrast1", "constrained"),
        ("primary", "constrained"),
        ("primary", "unconstrained"),
    ]


def test_the_same_outputs_give_the_same_bytes(output: Output, tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    one, other = (build_package(names(), [output], source=SOURCE, folder=folder) for folder in folders)
    assert one.read_bytes() == other.read_bytes()


def test_an_existing_package_is_kept_unless_asked_to(output: Output, tmp_path: Path) -> None:
    path = build_package(names(), [output], source=SOURCE, folder=tmp_path)
    path.write_bytes(b"mine")
    with pytest.raises(BakeoffError, match="already exists"):
        build_package(names(), [output], source=SOURCE, folder=tmp_path)
    assert path.read_bytes() == b"mine"
    build_package(names(), [output], source=SOURCE, folder=tmp_path, overwrite=True)
    assert path.read_bytes() != b"mine"


@pytest.mark.parametrize(
    ("changes", "system", "condition", "message"),
    [
        ({}, "primari", "constrained", r"a system \(SYSTEM=FILE\): one of primary, .* found 'primari'"),
        ({}, "primary", None, r"a data condition \(.*\): constrained \(cn\), unconstrained \(un\), found none"),
        ({}, "primary", "free", r"a data condition .* found 'free'"),
        (
            {"language_pair": None},
            "primary",
            "constrained",
            r"a language pair \(SYSTEM@TEST_SET:PAIR=FILE, or --language-pair\): .* found none",
        ),
        (
            {"language_pair": "kor2eng"},
            "primary",
            "constrained",
            "constrained is not offered for kor2eng, only for ara2eng",
        ),
        ({"language_pair": "xxx2eng"}, "primary", "cn", r"a language pair .* found 'xxx2eng'"),
        ({"day": date(2013, 4, 5)}, "primary", "constrained", r"a date \(--date\): a day of the year 2012"),
        ({"team": "a b"}, "primari", "constrained", r"the team code .* found 'a b'; expected a system"),
    ],
)
def test_what_cannot_be_named_is_refused(
    changes: dict[str, object], system: str, condition: str | None, message: str, output: Output
) -> None:
    given = Output(path=output.path, system=system, condition=condition)
    with pytest.raises(BakeoffError, match=message):
        build_package(names(**changes), [given], source=SOURCE, folder=output.path.parent)
    assert list(output.path.parent.iterdir()) == [output.path]


def test_two_outputs_of_one_name_are_refused(output: Output, tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="would both be called"):
        build_package(names(), [output, output], source=SOURCE, folder=tmp_path)


def test_plain_text_needs_a_source_where_the_format_has_documents(output: Output, tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="give the source"):
        build_package(names(), [output], folder=tmp_path)


def test_too_few_lines_are_refused(output: Output, tmp_path: Path) -> None:
    output.path.write_text("one\n", encoding="utf-8")
    with pytest.raises(BakeoffError, match=rf"{len(TEXT)}"):
        build_package(names(), [output], source=SOURCE, folder=tmp_path)


def test_nothing_to_pack(tmp_path: Path) -> None:
    with pytest.raises(BakeoffError, match="at least one output"):
        build_package(names(), [], source=SOURCE, folder=tmp_path)


@pytest.mark.parametrize("name", rulebook_names())
def test_a_package_for_every_rulebook_of_texts(name: str, tmp_path: Path) -> None:
    """From plain text to a valid package, whatever format and names the campaign asks for."""
    rules = read_rulebook(name)
    built = 0
    for package in rules.submission.packages.values():
        if package.format not in ("nist-xml", "nist-sgml", "wmt-xml", "plain-text"):
            continue
        values = example_values(rules, package, team="OURS")
        pair = rules.language_pairs[values["language_pair"]]
        source = source_text(rules, pair.id, values["test_set"])
        path = tmp_path / f"{package.id}.txt"
        path.write_text(
            "".join(f"{number} words here.\n" for number, _ in enumerate(source.segments)), encoding="utf-8"
        )
        conditions = {condition.written: condition.id for condition in rules.conditions.values()}
        given = Output(
            path=path,
            system=values["system_type"],
            condition=conditions.get(values["condition"]),
            test_set=values["test_set"],
        )
        made = PackageNames(
            rulebook=rules,
            package=package,
            team="OURS",
            language_pair=pair.id,
            track=values["track"],
            day=datetime.strptime(values["date"], "%Y%m%d").date(),
            further={},
        )
        archive = build_package(made, [given], source=source, folder=tmp_path)
        report = check_package(archive, rules, sources=[source], team="OURS", package=package.id)
        assert [str(each) for each in report.findings if each.severity == "error"] == []
        built += 1
    assert built
