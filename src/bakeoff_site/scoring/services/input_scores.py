"""N-best lists and lattices that systems start from are scored against what was said."""

from __future__ import annotations

from typing import Any

from bakeoff.errors import InputError
from bakeoff.evaluation import evaluate_oracles, read_candidates, read_spoken
from bakeoff.reports import oracle_json
from bakeoff_site.core.storage.files import under_name
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.scoring.models import InputScore
from bakeoff_site.scoring.selectors.input_scores import ScoringBasis, basis_of


def score_input(data_file: DataFile) -> None:
    """Scores a file against the transcript in force. Done twice, it changes nothing."""
    basis = basis_of(data_file)
    if data_file.replaced_at is not None or basis.spoken is None:
        InputScore.objects.filter(data_file=data_file).delete()
        return
    if InputScore.objects.filter(data_file=data_file, inputs_digest=basis.digest).exists():
        return
    figures, error = _figures(data_file, basis.spoken, basis)
    InputScore.objects.update_or_create(
        data_file=data_file, defaults={"inputs_digest": basis.digest, "figures": figures, "error": error}
    )


def _figures(data_file: DataFile, said: DataFile, basis: ScoringBasis) -> tuple[dict[str, Any] | None, str]:
    """What the lists are worth, or why nobody can say: a transcript that came later may have other utterances."""
    depth = basis.depth if data_file.input == "n-best" else None
    with under_name(data_file.sha256, data_file.name) as lists, under_name(said.sha256, said.name) as transcript:
        try:
            evaluation = evaluate_oracles(
                read_candidates(lists), [read_spoken(transcript)], name=data_file.name, depth=depth
            )
        except InputError as error:
            return None, f"expected {error.expected}, found {error.found}"
    return oracle_json(evaluation), ""
