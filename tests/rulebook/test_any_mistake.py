"""Whatever is wrong with a rulebook, the check ends and says so."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.rulebook.files.reader import findings_of
from bakeoff.rulebook.files.sources import RawRulebook, read_raw
from bakeoff.rulebook.files.toml_lines import Path
from bakeoff.rulebook.schema import Rulebook
from tests.depth import cases

CONTENTS = {name: read_raw(name).content for name in ("openmt2012", "iwslt2012", "wmt2008")}
JUNK = st.sampled_from(
    ["", "nothing", "a b", "{", "*", -1, 0, 10**9, 1.5, True, [], ["nothing"], [[]], {}, {"nothing": {}}, {"id": 1}]
)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


PATHS = {name: sorted(paths(content), key=str) for name, content in CONTENTS.items()}


def parent(content: Any, path: Path) -> Any:
    for part in path[:-1]:
        content = content[part]
    return content


@settings(max_examples=cases(150))
@given(name=st.sampled_from(sorted(CONTENTS)), data=st.data())
def test_check_survives_anything_in_any_place(name: str, data: st.DataObject) -> None:
    content = copy.deepcopy(dict(CONTENTS[name]))
    for path in data.draw(st.lists(st.sampled_from(PATHS[name]), min_size=1, max_size=3)):
        try:
            table = parent(content, path)
            if data.draw(st.booleans()):
                table[path[-1]] = copy.deepcopy(data.draw(JUNK))  # a later change may go into it
            else:
                del table[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # another change has taken the place away
    findings = findings_of(RawRulebook(name, content, {}))
    if not findings:
        Rulebook.model_validate(content)
    assert all(finding.expected and finding.found for finding in findings)
