"""Requests that schemathesis makes of our document: what fits a schema and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.depth import THOROUGH
from tests.site.api.hostile import Hostile, document, hostile_senders

if TYPE_CHECKING:
    from schemathesis import Case

EXAMPLES = 12 if THOROUGH else 2


@pytest.mark.long
def test_what_schemathesis_makes_of_the_document(make_world: Any) -> None:
    import schemathesis  # takes a second, and every process that runs tests reads this file

    found: list[Any] = list(schemathesis.openapi.from_dict(dict(document())).get_all_operations())
    operations = {each.ok().definition.raw["operationId"]: each.ok() for each in found}
    with hostile_senders(make_world("preliminary")) as senders:
        for sender in senders:
            operation = operations[sender.row.name]
            modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
            _try_out(sender, st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in modes)))


def _try_out(hostile: Hostile, cases: st.SearchStrategy[Case[Any]]) -> None:
    @settings(
        max_examples=EXAMPLES,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(case: Case[Any]) -> None:
        body = case.body if isinstance(case.body, (bytes, dict, list, str, int, float, bool)) else None
        hostile.send(query=case.query, body=body)
        if THOROUGH:  # almost all of these are about things that there are not
            hostile.send(arguments=case.path_parameters, query=case.query, body=body)

    send()
