"""How much of the source's information an output has (I05, table 10; I12, table 12 on a scale from 1 to 5)."""

from bakeoff.human_eval.protocols.grade_scale import INFORMATION, Grading


class Adequacy(Grading):
    """0 to 4 for every output of a segment, all on one screen, next to the source (in I12 also the reference)."""

    name = "adequacy"
    title = "Adequacy"
    question = "How much of the information in the source does the translation express?"
    instructions = (
        "Grade how much of the information in the source each translation expresses, however well it reads. "
        "Information that the source does not have is misleading: give a lower grade for it. If missing punctuation "
        "leaves a doubt, decide it in favour of the translation."
    )
    definitions = INFORMATION
    shown = None
    scale = (0, 4)
    labels = ("None", "Little information", "Much information", "Most information", "All information")
    scores = ("mean", "median")


PROTOCOL = Adequacy
