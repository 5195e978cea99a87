"""The OpenAPI document, which also says which scopes a token needs and what errors look like."""

from __future__ import annotations

from functools import cached_property

from django.urls import reverse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.types import DictStrAny

from bakeoff_site.api.authentication import Token
from bakeoff_site.api.errors import PROBLEM_JSON
from bakeoff_site.api.schemas.shared import ProblemOut

_SCHEME = "token"
_PROBLEM = {"$ref": "#/components/schemas/ProblemOut"}


class Document(OpenAPISchema):
    """Ninja's document, completed by what the guards know."""

    def operation_details(self, operation: Operation) -> DictStrAny:
        details: DictStrAny = super().operation_details(operation)
        guard = operation.auth_callbacks[0]
        if isinstance(guard, Token):
            needed: list[dict[str, list[str]]] = [{_SCHEME: [scope]} for scope in guard.scopes]
            details["security"] = [*needed, {}] if guard.optional else needed
        details["responses"]["default"] = {
            "description": "Refused, or gone wrong",
            "content": {PROBLEM_JSON: {"schema": _PROBLEM}},
        }
        return details

    def get_components(self) -> DictStrAny:
        components: DictStrAny = super().get_components()
        problem = ProblemOut.model_json_schema(ref_template="#/components/schemas/{model}")
        components["schemas"] = components["schemas"] | problem.pop("$defs") | {"ProblemOut": problem}
        components["securitySchemes"] = {
            _SCHEME: {"type": "http", "scheme": "bearer", "description": "A token of your account: bakeoff_…"}
        }
        return components


class DocumentedApi(NinjaAPI):
    """An API that describes itself by such a document; its operations are called what their functions are called."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_root_path(self, path_params: DictStrAny) -> str:
        return reverse(f"{self.urls_namespace}:reference", kwargs=path_params)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: DictStrAny | None = None
    ) -> OpenAPISchema:
        if path_prefix is None and not path_params:
            return self._document
        return Document(self, self.get_root_path(path_params or {}) if path_prefix is None else path_prefix)

    @cached_property
    def _document(self) -> OpenAPISchema:
        """The same for everybody while a process lasts; making it takes most of a second."""
        return Document(self, self.get_root_path({}))
