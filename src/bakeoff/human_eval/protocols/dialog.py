"""How much of the information is understood in the course of a dialog (I12, table 12)."""

from bakeoff.human_eval.protocols.grade_scale import INFORMATION, Grading


class Dialog(Grading):
    """1 to 5 after the history of the dialog, next to source and reference; what the history says may be left out."""

    name = "dialog"
    title = "Dialog adequacy"
    kind = "dialog-turn"
    question = "How much of the information can be understood from the translation, after the dialog so far?"
    instructions = (
        "Read the dialog so far first. Then grade how much of the information of the last turn can be understood from "
        "the translation. What is left out but clear from the dialog does not count against it."
    )
    definitions = INFORMATION
    shows = frozenset({"source", "reference", "history"})
    shown = None
    scale = (1, 5)
    labels = ("None", "Little Information", "Much Information", "Most Information", "All Information")
    scores = ("median", "mean")


PROTOCOL = Dialog
