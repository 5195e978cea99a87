"""What `bakeoff metrics-task` reads: judgments or scores of people, score files of metrics, texts for our own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.texts import read_texts, remarks
from bakeoff.errors import BakeoffError, FormatError

if TYPE_CHECKING:
    from bakeoff.evaluation.metrics_task.analysis import MetricsTaskInput, Outliers
    from bakeoff.evaluation.metrics_task.human_scores import HumanScores
    from bakeoff.evaluation.metrics_task.scored_sets import MetricScores
    from bakeoff.evaluation.metrics_task.subsets import Subsets
    from bakeoff.formats.scores.mtme_folder import FolderPair

_PAIR_IN_NAME = re.compile(r"(?:^|[.-])([a-z]{2,3}-[a-z]{2,3})(?=[.]|$)")
_LEVELS = re.compile(r"\.(sys|seg)\.score(\.gz)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsTaskFiles:
    """What a call names."""

    judgments: Sequence[str]
    scores: Sequence[str]
    where: Mapping[str, str]
    runs: Sequence[str]
    references: Sequence[str]
    source: str | None
    metrics: Sequence[str]
    target_language: str | None
    language_pairs: Sequence[str]
    kinds: Sequence[str]
    human_column: str | None
    standardised: bool
    without: Sequence[str]
    keep_references: bool
    by: Sequence[str]
    """Groupings of segments; `domain` alone in folders of mt-metrics-eval."""
    threads: int | None


def read_inputs(files: MetricsTaskFiles) -> list[MetricsTaskInput]:
    """People and metrics of each language pair, kind and subset."""
    from bakeoff.formats.scores.mtme_folder import is_mtme_folder

    _check(files)
    folders = [path for path in files.judgments if is_mtme_folder(path.rpartition("=")[2])]
    if not folders:
        return _of_files(files)
    if len(files.judgments) > 1:
        raise BakeoffError("name one folder of mt-metrics-eval, without other judgments next to it.")
    return _of_folder(folders[0], files)


def read_outliers(text: str | None) -> Outliers | None:
    """What `--outliers` says: the rule, names, or a JSON file of names by language pair."""
    if text is None or text == "rule":
        return "rule" if text else None
    if not Path(text).is_file():
        return _SameForAll(tuple(filter(None, text.split(","))))
    try:
        named = json.loads(Path(text).read_text(encoding="utf-8"))
    except (ValueError, UnicodeDecodeError) as error:
        raise BakeoffError(f"{text}: expected JSON, found {error}.") from None
    if not isinstance(named, dict) or not all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in named.values()
    ):
        raise BakeoffError(f'{text}: expected systems by language pair, {{"de-en": ["NAME"]}}.')
    return named


class _SameForAll(dict[str, Sequence[str]]):
    """The same names for every language pair."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names

    def get(self, key: str, default: object = None) -> Sequence[str]:
        return self._names


def _check(files: MetricsTaskFiles) -> None:
    if [*files.judgments, *files.scores].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    if files.runs and not files.metrics:
        raise BakeoffError("--run names outputs to compute metrics on: name the metrics by --metrics.")


def _of_folder(path: str, files: MetricsTaskFiles) -> list[MetricsTaskInput]:
    from bakeoff.evaluation.metrics_task.analysis import MetricsTaskInput
    from bakeoff.evaluation.metrics_task.inputs import folder_human_scores, folder_metrics
    from bakeoff.evaluation.metrics_task.subsets import subset_of, subsets_by_domain
    from bakeoff.formats.scores.mtme_folder import list_mtme_folder

    if files.by not in ((), ("domain",)):
        raise BakeoffError(f"a folder of mt-metrics-eval knows domains alone: --by domain, not {','.join(files.by)}.")
    pairs = list_mtme_folder(path)
    known = [pair.language_pair for pair in pairs]
    _check_known(files.language_pairs, known, "language pair", path)
    outside = _outside_metrics(files)
    inputs = []
    for pair in pairs:
        if files.language_pairs and pair.language_pair not in files.language_pairs:
            continue
        _check_known(files.kinds, list(pair.human), "kind of judgment", path)
        metrics = [*folder_metrics(pair), *_for_pair(outside, pair.language_pair), *_own_of_folder(pair, files)]
        _check_metrics(metrics)
        for human in folder_human_scores(pair):
            if files.kinds and human.kind not in files.kinds:
                continue
            kept = _without(human, files, tuple(pair.references))
            task = MetricsTaskInput(human=kept, metrics=metrics)
            inputs.append(task)
            if files.by:
                if pair.documents is None:
                    raise BakeoffError(f"{path} has no file documents/{pair.language_pair}.docs, which names domains.")
                for name, members in subsets_by_domain(pair.documents).items():
                    inputs += filter(None, [subset_of(task, name, members)])
    return inputs


def _own_of_folder(pair: FolderPair, files: MetricsTaskFiles) -> list[MetricScores]:
    if not files.metrics:
        return []
    from bakeoff.evaluation import score_runs
    from bakeoff.evaluation.metrics_task.inputs import folder_texts, own_metrics

    if len(files.references) > 1 or files.runs:
        raise BakeoffError("outputs are those of the folder: name one of its references by -r, and no runs.")
    runs, references, source = folder_texts(pair, files.references[0] if files.references else None)
    language = files.target_language or pair.language_pair.partition("-")[2]
    evaluation = score_runs(
        runs,
        references,
        source=source,
        metrics=files.metrics,
        target_language=language,
        threads=files.threads,
    )
    for text in remarks(evaluation):
        remark(text)
    return own_metrics(evaluation, numbered=True)


def _of_files(files: MetricsTaskFiles) -> list[MetricsTaskInput]:
    from bakeoff.evaluation.metrics_task.analysis import MetricsTaskInput
    from bakeoff.evaluation.metrics_task.subsets import subset_of

    subsets = _subsets(files)
    humans = [each for each in _human_scores(files) if not files.kinds or each.kind in files.kinds]
    if not humans:
        raise BakeoffError(f"there are no judgments of {', '.join((*files.language_pairs, *files.kinds))}.")
    outside = _outside_metrics(files)
    own = _own_metrics(files)
    inputs = []
    for human in humans:
        metrics = [*_for_pair(outside, human.language_pair), *own]
        if not metrics:
            named = ", ".join(filter(None, outside)) or "none"
            raise BakeoffError(
                f"there are no metrics of {human.language_pair or 'the judgments'}; found those of {named}. Name score "
                "files by --scores, metrics by --metrics, and the language pair by -l."
            )
        _check_metrics(metrics)
        task = MetricsTaskInput(human=_without(human, files, ()), metrics=metrics)
        inputs += [task, *filter(None, (subset_of(task, name, members) for name, members in subsets.items()))]
    return inputs


def _subsets(files: MetricsTaskFiles) -> Subsets:
    """What the source says of segments."""
    from bakeoff.evaluation.metrics_task.subsets import subsets_of_source
    from bakeoff.formats import read_source

    if not files.by:
        return {}
    if files.source is None:
        raise BakeoffError("--by groups segments by what their source says of them: name it by -s.")
    return subsets_of_source(read_source(files.source), files.by)


def _human_scores(files: MetricsTaskFiles) -> list[HumanScores]:
    """Of all files named, by kind and language pair."""
    from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_files
    from bakeoff.formats import read_scores

    levels: dict[tuple[str, str], dict[str, object]] = {}
    judged: dict[str, list[str]] = {}
    for text in files.judgments:
        kind, equals, path = text.partition("=")
        if not equals or Path(text).exists():
            kind, path = "", text
        try:
            scores = read_scores(path, column=files.human_column)
        except FormatError:
            if not _may_be_judgments(path):
                raise
            judged.setdefault(kind, []).append(path)
            continue
        key = (kind or _kind_of(path), _pair_of(path, files.language_pairs))
        if scores.unit in levels.setdefault(key, {}):
            raise BakeoffError(f"two files of {scores.unit}s are called {key[0]}: name them apart with KIND=FILE.")
        levels[key][scores.unit] = scores
    found = [
        human_scores_of_files(kind, pair, by_unit.get("system"), by_unit.get("segment"))  # type: ignore[arg-type]
        for (kind, pair), by_unit in levels.items()
    ]
    for kind, paths in judged.items():
        found += _of_judgments(kind, paths, files)
    return found


def _may_be_judgments(path: str) -> bool:
    """Whether a file that holds no scores is one of judgments: of another form than names of score files say."""
    return path != "-" and _LEVELS.search(path) is None and Path(path).is_file()


def _of_judgments(kind: str, paths: Sequence[str], files: MetricsTaskFiles) -> list[HumanScores]:
    from bakeoff.cli.human.judgment_files import of_language_pairs, read_all_judgments
    from bakeoff.evaluation.metrics_task.human_scores import human_scores_of_judgments
    from bakeoff.human_eval import KindOfJudgment, kinds_of_judgments

    judgments = of_language_pairs(read_all_judgments(paths, equal_rows="keep"), files.language_pairs)
    kinds = {kind: KindOfJudgment(judgments=judgments)} if kind else kinds_of_judgments(judgments)
    return [
        scores
        for name, judged in kinds.items()
        for scores in human_scores_of_judgments(name, judged, standardised=files.standardised)
    ]


def _kind_of(path: str) -> str:
    """What a file of scores is called: mqm in en-de.mqm.seg.score."""
    name = re.sub(r"(\.(sys|seg)\.score|\.\w+)?(\.gz)?$", "", Path(path).name, count=1)
    pair = _PAIR_IN_NAME.search(Path(path).name)
    return name.removeprefix(f"{pair[1]}.") if pair is not None else name


def _pair_of(path: str, wanted: Sequence[str]) -> str:
    named = _PAIR_IN_NAME.search(Path(path).name)
    if len(wanted) == 1:
        return wanted[0]
    return named[1] if named is not None else ""


def _outside_metrics(files: MetricsTaskFiles) -> dict[str, list[MetricScores]]:
    from bakeoff.evaluation.metrics_task.inputs import group_metric_files
    from bakeoff.formats.scores.metric_files import MetricFile, read_metric_files

    found: list[tuple[MetricFile, bool]] = []
    for text in files.scores:
        label, equals, path = text.partition("=")
        if not equals or Path(text).exists():
            label, path = "", text
        name, colon, direction = label.partition(":")
        if colon and direction not in ("higher", "lower"):
            raise BakeoffError(f"--scores {text}: expected :higher or :lower after the name, found {direction!r}.")
        own = read_metric_files(path, name=name, where=files.where)
        for each in own:
            for said in each.scores.remarks:
                remark(said)
        if not name and len(own) == 1 and own[0].language_pair == "":
            # BLEU-refA.seg.score and BLEU-refA.sys.score are one metric.
            own = tuple(replace(each, metric=each.metric or path) for each in own)
        found += [(each, direction == "lower" or each.lower_is_better) for each in own]
    return group_metric_files(found)


def _for_pair(outside: Mapping[str, list[MetricScores]], pair: str) -> list[MetricScores]:
    """The metrics of a language pair, and those whose files name none."""
    if not pair and len(outside) > 1:
        raise BakeoffError(
            f"score files have the language pairs {', '.join(filter(None, outside))}: name that of the judgments by -l."
        )
    return [*outside.get(pair, ()), *(outside.get("", ()) if pair else ()), *(() if pair else _only(outside))]


def _only(outside: Mapping[str, list[MetricScores]]) -> list[MetricScores]:
    return next((metrics for pair, metrics in outside.items() if pair), [])


def _own_metrics(files: MetricsTaskFiles) -> list[MetricScores]:
    if not files.metrics:
        return []
    from bakeoff.evaluation import score_runs
    from bakeoff.evaluation.metrics_task.inputs import own_metrics

    if not files.runs:
        raise BakeoffError("--metrics needs outputs and references: name them by --run and -r.")
    texts = read_texts("metrics-task", files.runs, files.references, files.source)
    evaluation = score_runs(
        texts.runs,
        texts.references,
        source=texts.source,
        metrics=files.metrics,
        target_language=files.target_language,
        threads=files.threads,
    )
    for text in remarks(evaluation):
        remark(text)
    return own_metrics(evaluation, numbered=False)


def _without(human: HumanScores, files: MetricsTaskFiles, references: Sequence[str]) -> HumanScores:
    from bakeoff.evaluation.metrics_task.inputs import human_translations

    named = [name for name in files.without if name in human.systems]
    people = () if files.keep_references else human_translations(human.systems, references)
    if people:
        remark(f"{human.kind}: left out as translations by people: {', '.join(people)} (--keep-references keeps them).")
    if unknown := sorted(set(files.without) - set(human.systems)):
        remark(f"{human.kind} has no scores of {', '.join(unknown)} (--without).")
    return human.without({*named, *people})


def _check_metrics(metrics: Sequence[MetricScores]) -> None:
    names = [metric.name for metric in metrics]
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise BakeoffError(f"two metrics are called {repeated[0]}: give one another name with NAME=FILE.")


def _check_known(wanted: Sequence[str], known: Sequence[str], what: str, path: str) -> None:
    if unknown := [name for name in wanted if name not in known]:
        raise BakeoffError(f"{path} has no {what} {unknown[0]}; it has {', '.join(known)}.")
