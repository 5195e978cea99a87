"""The data card of a package: metadata in the Croissant format, JSON-LD (version 1.0 of MLCommons' specification).

Each file is a `FileObject` with its checksum, each file of judgments also a `RecordSet` whose fields are its keys. A
package that was never published has no `datePublished`, which the specification wants: there is no day to name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.release.content import ReleaseContent
from bakeoff.release.index import Index
from bakeoff.release.read_me import left_out_sentences

_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_ENDINGS = {
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonlines",
    "md": "text/markdown",
    "sgm": "text/sgml",
    "toml": "application/toml",
    "tsv": "text/tab-separated-values",
    "xml": "application/xml",
    "gz": "application/gzip",
    "npy": "application/octet-stream",
}
_FIELDS = {
    "judgment_id": ("sc:Integer", "The number of the answer in its file."),
    "judge": ("sc:Text", "A pseudonym, the same in all files of the package."),
    "segment_id": ("sc:Text", "The segment that was judged."),
    "document_id": ("sc:Text", "Its document."),
    "test_set": ("sc:Text", "Its test set."),
    "language_pair": ("sc:Text", "The language pair that was judged."),
    "protocol": ("sc:Text", "How it was asked."),
    "control": ("sc:Text", "What the answer serves besides scores: repeat, gold, attention."),
    "elapsed_seconds": ("sc:Float", "How long the answer took."),
}


def data_card(content: ReleaseContent, index: Index, files: Mapping[str, tuple[str, int]]) -> dict[str, Any]:
    """The metadata; `files` are the checksum and the bytes of each path."""
    campaign, publication = content.results.rulebook.campaign, content.results.publication
    address = content.address or campaign.website or f"urn:bakeoff:{campaign.id}"
    published = publication.versions[-1].published_on if publication.versions else publication.released_on
    described = campaign.description or f"Texts, outputs, scores and judgments of {campaign.title}."
    card: dict[str, Any] = {
        "@context": dict(_CONTEXT),
        "@type": "sc:Dataset",
        "name": campaign.id,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "description": " ".join((described, *left_out_sentences(content))),
        "license": content.licence or f"{address}#licence-not-named",
        "url": address,
        "creator": {"@type": "sc:Organization", "name": campaign.organiser or campaign.title},
        "version": f"{max(publication.version, 1)}.0.0",
        "isLiveDataset": False,
        "keywords": ["evaluation campaign", *(task for task in content.results.rulebook.tasks)],
        "inLanguage": sorted(_languages(content)),
    }
    if published is not None:
        card["datePublished"] = published.isoformat()
    if content.results.rulebook.report.citation:
        card["citeAs"] = content.results.rulebook.report.citation
    card["distribution"] = [_file(path, *facts) for path, facts in files.items()]
    card["recordSet"] = [
        _records(f"judgments-{number}", each.evaluation, each.path)
        for number, each in enumerate(index.judgments, start=1)
    ]
    return card


def _languages(content: ReleaseContent) -> set[str]:
    pairs = content.results.rulebook.language_pairs.values()
    return {language for pair in pairs for language in (pair.source, pair.target) if language}


def _file(path: str, sha256: str, size: int) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{size} B",
        "encodingFormat": _ENDINGS.get(path.rpartition(".")[2].lower(), "text/plain"),
        "sha256": sha256,
    }


def _records(name: str, evaluation: str, path: str) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"Answers of the human evaluation {evaluation}.",
        "field": list(_fields(name, path)),
    }


def _fields(name: str, path: str) -> Iterator[dict[str, Any]]:
    for key, (kind, description) in _FIELDS.items():
        yield {
            "@type": "cr:Field",
            "@id": f"{name}/{key}",
            "name": f"{name}/{key}",
            "description": description,
            "dataType": kind,
            "source": {"fileObject": {"@id": path}, "extract": {"column": key}},
        }
