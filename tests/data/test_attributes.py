from __future__ import annotations

import pickle
from collections.abc import Mapping

import pytest

from bakeoff.data import Attributes, Block, Document, Run, Segment


def _run(attributes: Mapping[str, str] | Attributes) -> Run:
    segment = Segment("1", "a", attributes)
    document = Document("d", (Block("p", (segment,), attributes),), attributes)
    return Run(system="s", documents=(document,), attributes=attributes)


def test_equal_content_makes_equal_texts_whatever_the_mapping() -> None:
    assert _run({"a": "1", "b": "2"}) == _run(Attributes({"b": "2", "a": "1"}))
    assert _run({"a": "1"}) != _run({"a": "2"})
    assert hash(_run({"a": "1"})) == hash(_run({"a": "1"}))


def test_attributes_do_not_follow_the_mapping_they_came_from() -> None:
    given = {"a": "1"}
    run = _run(given)
    given["a"] = "2"
    assert run == _run({"a": "1"})
    with pytest.raises(TypeError):
        run.attributes["a"] = "2"  # type: ignore[index]


def test_texts_can_be_sent_to_other_processes() -> None:
    run = _run({"a": "1"})
    assert pickle.loads(pickle.dumps(run)) == run
