"""The codes of findings about system descriptions and the resources that they name."""

from __future__ import annotations

from bakeoff.data import Code

DESCRIPTION_CODES = (
    Code("description-unreadable", "error", "the system description is not text"),
    Code("description-file-name", "error", "the system description's name does not follow the rulebook"),
    Code("description-field-missing", "error", "a field of the template is missing"),
    Code("description-field-empty", "error", "a field of the template is empty"),
    Code("description-field-unknown", "warning", "a field that the template does not have"),
    Code("description-value", "error", "a language pair, condition or track that the campaign does not have"),
    Code("description-epoch", "error", "the time of a resource's texts cannot be read"),
    Code("resource-unknown", "error", "a resource that the campaign does not list, without the class it belongs to"),
    Code("resource-forbidden", "error", "a resource that the condition does not permit"),
    Code("resource-off-limits-epoch", "error", "a resource with texts from the epoch of the test set"),
    Code("resource-off-limits-document", "error", "a resource with documents that are off limits"),
    Code("resource-after-cut-off", "error", "a resource with texts from after the cut-off date"),
)
