"""The first file that people open: what the package is, how to cite it, what is missing and how to check it."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.release.content import ReleaseContent
from bakeoff.release.index import Index
from bakeoff.release.privacy import withheld_edits

_LAYOUT = """\
| path | contents |
|---|---|
| `package.json` | which file is what |
| `rulebook.toml` | the rules of the campaign |
| `results/` | every published number, as JSON |
| `test-sets/` | sources, references, spelling rules (GLM), scored regions (UEM) |
| `outputs/` | what systems submitted |
| `statistics/` | what scores are summed from: an array of NumPy for each run, a row for each segment |
| `given-scores/` | scores of metrics that are computed elsewhere |
| `judgments/` | what people answered, a record a line (JSON Lines) |
| `tables.json` | the tables of the report, and the files that each is made from |
| `croissant.json` | the data card (Croissant, JSON-LD) |
| `checksums.sha256` | SHA-256 of every other file, as `sha256sum --check` reads them |
"""
_JUDGES = """\
Judges are called `judge-001` and so on, the same person the same everywhere in this package. There are no names, \
addresses or times of day: of each answer the package says how long it took. Comments and notes that judges wrote are \
left out.
"""


def read_me(content: ReleaseContent, index: Index) -> str:
    """The text, in Markdown."""
    return "\n".join(_sections(content, index))


def left_out_sentences(content: ReleaseContent) -> tuple[str, ...]:
    """What is not in the package, and why, a sentence each."""
    sentences = list(content.results.publication.left_out)
    runs = content.results.runs
    for run, reason in content.left_out.items():
        name = runs[run][1].name if run in runs else run
        where = " ".join(filter(None, runs[run][0].place)) if run in runs else ""
        sentences.append(f"The output of {name}{f' ({where})' if where else ''} is left out: {reason.rstrip('.')}.")
    for files in content.test_sets:
        for what, reason in files.left_out.items():
            where = " ".join(filter(None, (files.test_set, files.language_pair)))
            sentences.append(f"The {what} of {where} is left out: {reason.rstrip('.')}.")
    for own in content.judgments:
        for name in withheld_edits(own, content.left_out):
            sentences.append(f"Post-edits of {name} are left out, since they show its output.")
    return tuple(dict.fromkeys(sentences))


def _sections(content: ReleaseContent, index: Index) -> Iterator[str]:
    rulebook = content.results.rulebook
    publication = content.results.publication
    yield f"# {rulebook.campaign.title}: release package\n"
    if rulebook.campaign.description:
        yield f"{rulebook.campaign.description}\n"
    dated = f", published on {publication.versions[-1].published_on.isoformat()}" if publication.versions else ""
    yield f"Version {publication.version} of the results{dated}. Computed by {content.results.software}.\n"
    yield "Compute all numbers again and compare: `bakeoff verify PACKAGE`.\n"
    yield f"## Files\n\n{_LAYOUT}"
    yield "## Licences\n"
    yield f"{content.licence or 'No licence is named for the package as a whole; ask the organisers.'}\n"
    if own := tuple(_licences(index)):
        yield "\n".join(own) + "\n"
    if missing := left_out_sentences(content):
        yield "## What is left out\n\n" + "\n".join(f"- {each}" for each in missing) + "\n"
    if content.judgments:
        yield f"## Judges\n\n{_JUDGES}"
    report = rulebook.report
    if report.citation:
        yield f"## How to cite\n\n{report.citation}\n"
    if report.disclaimer or report.publication_disclaimer:
        yield "## Disclaimer\n\n" + "\n\n".join(filter(None, (report.disclaimer, report.publication_disclaimer))) + "\n"
    if report.publication:
        yield "## Rules of publication\n\n" + "\n".join(f"- {each}" for each in report.publication) + "\n"
    if corrections := publication.corrections:
        rows = (
            f"- Version {version.number} ({version.published_on.isoformat()}), {each.place}: {each.what} "
            f"{each.before or 'nothing'} → {each.after or 'nothing'}"
            for version, each in corrections
        )
        yield "## Corrections\n\n" + "\n".join(rows) + "\n"


def _licences(index: Index) -> Iterator[str]:
    files = [file for own in index.test_sets for file in own.files]
    files += [each.file for each in index.outputs] + [each.file for each in index.given_scores]
    for file in files:
        if file.licence:
            yield f"- `{file.path}`: {file.licence}"
