"""The codes of findings about system descriptions and the resources that they name."""

from __future__ import annotations

from bakeoff.data import Code

DESCRIPTION_CODES = (
    Code(
        "description-unreadable",
        "error",
        "the system description is not text",
        "Write the description as plain text in UTF-8.",
    ),
    Code(
        "description-file-name",
        "error",
        "the system description's name does not follow the rulebook",
        "Rename the file as the rulebook says.",
    ),
    Code("description-field-missing", "error", "a field of the template is missing", "Add the field."),
    Code("description-field-empty", "error", "a field of the template is empty", "Fill in the field."),
    Code(
        "description-field-unknown",
        "warning",
        "a field that the template does not have",
        "Correct the name of the field, or remove it.",
    ),
    Code(
        "description-value",
        "error",
        "a language pair, condition or track that the campaign does not have",
        "Write one of the values that the campaign has.",
    ),
    Code(
        "description-system",
        "error",
        "the description of one system does not say which",
        "Name one track, one condition and one system, and describe each system in a text of its own.",
    ),
    Code(
        "description-epoch",
        "error",
        "the time of a resource's texts cannot be read",
        "Write when the texts were written or recorded, such as 2007-07.",
    ),
    Code(
        "resource-unknown",
        "error",
        "a resource that the campaign does not list, without the class it belongs to",
        "Name the class that the resource belongs to.",
    ),
    Code(
        "resource-forbidden",
        "error",
        "a resource that the condition does not permit",
        "Build the system without it, or submit it under a condition that permits it.",
    ),
    Code(
        "resource-off-limits-epoch",
        "error",
        "a resource with texts from the epoch of the test set",
        "Train without these texts.",
    ),
    Code(
        "resource-off-limits-document",
        "error",
        "a resource with documents that are off limits",
        "Train without these documents.",
    ),
    Code(
        "resource-after-cut-off",
        "error",
        "a resource with texts from after the cut-off date",
        "Train without these texts.",
    ),
)
