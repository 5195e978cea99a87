"""`bakeoff simulate post_editing`: invented texts and their post-edits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    import numpy as np

    from bakeoff.simulation.evaluations import Asking, World
    from bakeoff.simulation.post_editors import SimulatedPostEditing


def simulated_edits(
    world: World, asking: Asking, *, earlier: bool, folder: str | None, rng: np.random.Generator
) -> SimulatedPostEditing:
    """An evaluation by post-editing; its texts are written into the folder, where one is given."""
    from bakeoff.simulation.post_editors import simulate_post_editing

    if asking.repeats or asking.common_pool or asking.attention:
        raise BakeoffError("post_editing repeats nothing: leave out --repeats, --common-pool and --attention.")
    if earlier and folder is None:
        raise BakeoffError("--earlier: say where the earlier output and its post-edit go, by --texts DIR.")
    simulated = simulate_post_editing(world, asking, earlier=earlier, rng=rng)
    if folder is not None:
        _write(simulated, Path(folder))
    return simulated


def _write(simulated: SimulatedPostEditing, folder: Path) -> None:
    """Source, reference and outputs as plain text, a line for each segment."""
    from bakeoff.formats.targets import unwritable_refused

    texts = simulated.texts
    columns = {"source": texts.source or (), "reference": texts.references[0]}
    columns |= dict(zip(texts.systems, texts.runs, strict=True))
    if simulated.earlier:
        columns["earlier.edited"] = tuple(each.answer["text"] for each in simulated.earlier)
    with unwritable_refused(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, column in columns.items():
            (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in column), encoding="utf-8")
    remark(f"Texts are in {folder}: {', '.join(f'{name}.txt' for name in columns)}.")
