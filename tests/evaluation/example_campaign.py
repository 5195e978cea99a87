"""The example campaign that ships with the project, read once."""

from bakeoff.formats import read_references, read_runs, read_source
from tests.conftest import ROOT

_FOLDER = ROOT / "examples"
RUNS = [run for path in sorted((_FOLDER / "runs").iterdir()) for run in read_runs(str(path))]
REFERENCES = read_references(str(_FOLDER / "references.xml"))
SOURCE = read_source(str(_FOLDER / "source.xml"))
