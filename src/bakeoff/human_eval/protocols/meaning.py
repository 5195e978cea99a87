"""Whether an output keeps the meaning of the source (I05, table 11): what misleads costs more than what is missing."""

from bakeoff.human_eval.protocols.grade_scale import Grading


class Meaning(Grading):
    """0 to 4 for every output of a segment, all on one screen, next to the source."""

    name = "meaning"
    title = "Meaning maintenance"
    question = "How well does each translation keep the meaning of the source?"
    instructions = (
        "Grade how well each translation keeps the meaning of the source. Misleading information is worse than missing "
        "information."
    )
    shown = None
    scale = (0, 4)
    labels = (
        "Totally different meaning",
        "Partially the same meaning but misleading information is introduced",
        "Partially the same meaning and no new information",
        "Almost the same meaning",
        "Exactly the same meaning",
    )
    scores = ("mean", "median")


PROTOCOL = Meaning
