"""What is loaded when; the layers themselves are checked by import-linter."""

import json
import subprocess
import sys

import pytest


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys, json\nprint(json.dumps(sorted(m.split('.')[0] for m in sys.modules)))"
    out = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    return set(json.loads(out.splitlines()[-1]))


HEAVY = {"numpy", "lxml", "rich", "scipy", "django", "matplotlib", "regex"}


def test_import_bakeoff_loads_nothing_heavy() -> None:
    assert loaded_by("import bakeoff") & (HEAVY | {"click"}) == set()


def test_help_loads_nothing_heavy() -> None:
    code = (
        "from click.testing import CliRunner\nfrom bakeoff.cli.main import group\nCliRunner().invoke(group, ['--help'])"
    )
    assert loaded_by(code) & HEAVY == set()


def test_scoring_loads_neither_the_site_nor_figures() -> None:
    code = "import bakeoff\nbakeoff.score_texts(['a'], [['a']], metrics='bleu nist chrf ter wer per')"
    assert loaded_by(code) & {"django", "matplotlib", "scipy", "rich", "bakeoff_site"} == set()


def test_names_of_the_package_are_what_it_offers() -> None:
    import bakeoff

    assert all(getattr(bakeoff, name) is not None for name in bakeoff.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        bakeoff.nothing  # noqa: B018
