"""The rules of the Croissant specification 1.0 that a data card can break, read from its tables of properties.

`mlcroissant`, its validator, would bring a dozen packages into the tests; it accepted the card of the simulated release
(version 1.1.1, `mlcroissant validate`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

_REQUIRED = ("@context", "@type", "conformsTo", "description", "license", "name", "url", "creator", "datePublished")
_FILE = ("@id", "name", "contentUrl", "encodingFormat", "sha256")
_TYPES = {"sc:Text", "sc:Integer", "sc:Float", "sc:Boolean", "sc:Date", "sc:URL"}


def faults_of(card: bytes, members: Mapping[str, bytes]) -> list[str]:
    """What breaks a rule: required properties, types, ids that are not unique, references that lead nowhere."""
    content = json.loads(card)
    return [*_dataset(content), *_files(content, members), *_records(content), *_ids(content)]


def _dataset(content: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"no {name}" for name in _REQUIRED if not content.get(name))
    if content.get("@type") != "sc:Dataset" or content.get("conformsTo") != "http://mlcommons.org/croissant/1.0":
        yield "it is no dataset of Croissant 1.0"
    if content["@context"].get("cr") != "http://mlcommons.org/croissant/":
        yield "the namespace is another one"


def _files(content: Mapping[str, Any], members: Mapping[str, bytes]) -> Iterator[str]:
    for each in content["distribution"]:
        yield from (f"{each.get('@id')} has no {name}" for name in _FILE if not each.get(name))
        if each.get("@type") not in ("cr:FileObject", "cr:FileSet"):
            yield f"{each['@id']} is neither a file nor a set of files"
        own = members[each["contentUrl"]]
        if hashlib.sha256(own).hexdigest() != each["sha256"] or each["contentSize"] != f"{len(own)} B":
            yield f"{each['@id']} has another checksum or size"


def _records(content: Mapping[str, Any]) -> Iterator[str]:
    files = {each["@id"] for each in content["distribution"]}
    for records in content["recordSet"]:
        for field in records["field"]:
            if field["dataType"] not in _TYPES:
                yield f"{field['@id']} has no known type"
            if field["source"]["fileObject"]["@id"] not in files:
                yield f"{field['@id']} comes from no file"
            if not field["@id"].startswith(f"{records['@id']}/"):
                yield f"{field['@id']} is not named after its records"


def _ids(content: Mapping[str, Any]) -> Iterator[str]:
    ids = [each["@id"] for each in content["distribution"]]
    ids += [each["@id"] for each in content["recordSet"]]
    ids += [field["@id"] for each in content["recordSet"] for field in each["field"]]
    yield from (f"{each} is there twice" for each in {each for each in ids if ids.count(each) > 1})
