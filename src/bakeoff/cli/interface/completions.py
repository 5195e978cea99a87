"""What a shell offers while a call is typed: metrics, specifications, rulebooks, formats, test sets.

Only names that come with Bakeoff are offered for metrics and formats: to look for those of other distributions takes
longer than to type.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem


def complete_metrics(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Metrics, and rows of them; of several in one argument the last is completed."""
    from bakeoff.metrics import own_metric_names, row_names

    given, blank, last = incomplete.rpartition(" ")
    return [given + blank + name for name in _starting(last, (*own_metric_names(), *row_names()))]


def complete_specifications(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from bakeoff.text.specifications import specification_names

    return _starting(incomplete, specification_names())


def complete_rulebooks(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rulebooks that come with Bakeoff, and files."""
    from click.shell_completion import CompletionItem

    from bakeoff.rulebook.files.sources import rulebook_names

    names = [CompletionItem(name) for name in _starting(incomplete, rulebook_names())]
    return names or [CompletionItem(incomplete, type="file")]


def complete_formats(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Formats of texts."""
    from bakeoff.formats.registry import OWN

    return _starting(incomplete, OWN)


def complete_judgment_formats(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    from bakeoff.formats.judgments.registry import JUDGMENT_FORMATS

    return _starting(incomplete, JUDGMENT_FORMATS)


def complete_all_formats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Formats of texts and of judgments."""
    return [*complete_formats(ctx, param, incomplete), *complete_judgment_formats(ctx, param, incomplete)]


def complete_test_sets(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Test sets that sacreBLEU knows, where it is installed."""
    from bakeoff.cli.interface.test_sets import known_test_sets

    return _starting(incomplete, known_test_sets())


def complete_language_pairs(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """Those of the test set that the call names before."""
    from bakeoff.cli.interface.test_sets import language_pairs

    return _starting(incomplete, language_pairs(str(ctx.params.get("test_set") or "")))


def _starting(start: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(start)]
