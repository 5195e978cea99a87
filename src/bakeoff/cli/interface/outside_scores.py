"""Scores from outside as commands take them: score files, which of their rows count, and plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.cli.interface.texts import Texts
    from bakeoff.evaluation import Evaluation
    from bakeoff.formats import ScoreFile
    from bakeoff.metrics import Direction
    from bakeoff.plugins import PluginScores


def where_option(name: str, files: str) -> Callable[[Any], Any]:
    """An option that chooses rows of some score files."""
    return click.option(
        f"--{name}-where",
        multiple=True,
        metavar="COLUMN=VALUE",
        help=f"Of {files} only rows with this value, such as language_pair=en-de; may be repeated.",
    )


def parse_where(given: Sequence[str], option: str) -> dict[str, str]:
    """Columns and their values."""
    values: dict[str, str] = {}
    for text in given:
        column, equals, value = text.partition("=")
        if not equals or not column or not value:
            raise BakeoffError(f"{option} {text}: expected COLUMN=VALUE, found {text!r}.")
        if values.setdefault(column, value) != value:
            raise BakeoffError(f"{option}: {column} has one value; found {values[column]!r} and {value!r}.")
    return values


F = TypeVar("F", bound=Callable[..., Any])


def outside_options(command: F) -> F:
    for option in (
        click.option(
            "--plugin-timeout",
            type=click.FloatRange(min=0, min_open=True),
            default=600,
            show_default=True,
            metavar="SECONDS",
            help="How long a plug-in may be silent.",
        ),
        click.option(
            "--plugin",
            "plugins",
            multiple=True,
            metavar="NAME=COMMAND",
            help="A metric that is a separate program: called NAME, started by COMMAND; may be repeated.",
        ),
        where_option("scores", "score files"),
        click.option(
            "--scores",
            multiple=True,
            metavar="NAME[:lower]=FILE",
            help="Scores of these runs from elsewhere, called NAME, in a score file; :lower where lower is better; "
            "may be repeated.",
        ),
    ):
        command = option(command)
    return command


class _Given(NamedTuple):
    name: str
    direction: Direction
    path: str


class Outside:
    """Files and programs of further scores; each is read or run once, however many evaluations it joins."""

    def __init__(
        self,
        given: Sequence[_Given],
        commands: Sequence[tuple[str, str]],
        *,
        timeout_seconds: float,
        where: Mapping[str, str],
    ) -> None:
        self.given = given
        self.commands = commands
        self.timeout_seconds = timeout_seconds
        self.where = where
        self._files: dict[str, ScoreFile] = {}
        self._answers: dict[str, PluginScores] = {}

    @property
    def paths(self) -> list[str]:
        return [one.path for one in self.given]

    def read(self, *, metrics: Sequence[str]) -> None:
        """Reads the score files and checks all names against those of our own metrics, before any long work."""
        if not self.given and not self.commands:
            return

        from bakeoff.evaluation import check_score_name
        from bakeoff.formats import read_scores
        from bakeoff.metrics import split_expressions

        for name in (*(one.name for one in self.given), *(name for name, _ in self.commands)):
            check_score_name(name, split_expressions(metrics))
        for one in self.given:
            self._files[one.name] = read_scores(one.path, name=one.name, where=self.where)

    def check_segments(self) -> None:
        """Refuses scores that could only be shown."""
        for one in self.given:
            if self._files[one.name].unit != "segment":
                raise BakeoffError(
                    f"{one.path}: {one.name} is given for each {self._files[one.name].unit} only, and tests need "
                    "scores of segments: add the column segment, or show the scores by bakeoff score."
                )

    def joined_to(self, evaluation: Evaluation, texts: Texts) -> Evaluation:
        """The evaluation with all scores from outside; plug-ins are run the first time."""
        if not self.given and not self.commands:
            return evaluation

        from bakeoff.evaluation import add_plugin_scores, add_scores

        for one in self.given:
            evaluation = add_scores(evaluation, self._files[one.name], name=one.name, direction=one.direction)
        for name, command in self.commands:
            if name not in self._answers:
                self._answers[name] = self._run(name, command, evaluation, texts)
            evaluation = add_plugin_scores(evaluation, self._answers[name], name=name)
        return evaluation

    def _run(self, name: str, command: str, evaluation: Evaluation, texts: Texts) -> PluginScores:
        from bakeoff.plugins import run_plugin

        said = [texts.source, *texts.references, *texts.runs]
        with progress_bar(name) as on_progress:
            return run_plugin(
                command,
                evaluation.texts,
                name=name,
                source_language=next((text.source_language for text in said if text and text.source_language), None),
                target_language=evaluation.target_language,
                timeout_seconds=self.timeout_seconds,
                on_progress=on_progress,
            )


def parse_outside(
    scores: Sequence[str], plugins: Sequence[str], timeout_seconds: float, *, where: Sequence[str] = ()
) -> Outside:
    """What `--scores`, `--scores-where` and `--plugin` say; nothing is read yet."""
    given = []
    for text in scores:
        label, path = _divided(text, "--scores", "NAME=FILE")
        name, colon, direction = label.partition(":")
        if colon and direction not in ("higher", "lower"):
            raise BakeoffError(f"--scores {text}: expected :higher or :lower after the name, found {direction!r}.")
        given.append(_Given(name, "lower" if direction == "lower" else "higher", path))
    commands = [_divided(text, "--plugin", "NAME=COMMAND") for text in plugins]
    names = [*(one.name for one in given), *(name for name, _ in commands)]
    for name in names:
        if names.count(name) > 1:
            raise BakeoffError(f"{name} is named twice by --scores or --plugin: give each its own name.")
    if where and not given:
        raise BakeoffError("--scores-where chooses rows of score files: name one by --scores NAME=FILE.")
    rows = parse_where(where, "--scores-where")
    return Outside(given, commands, timeout_seconds=timeout_seconds, where=rows)


def _divided(text: str, option: str, form: str) -> tuple[str, str]:
    label, equals, value = text.partition("=")
    if not label or not equals or not value.strip():
        raise BakeoffError(f"{option} {text}: expected {form}, found {text!r}.")
    return label, value
