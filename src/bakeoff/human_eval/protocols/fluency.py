"""How well formed outputs are, whatever they mean (I05, table 10): judges see neither source nor reference."""

from bakeoff.human_eval.protocols.grade_scale import Grading
from bakeoff.text.languages import language_name


class Fluency(Grading):
    """0 to 4 for every output of a segment, all on one screen; a campaign may hide a reference among them."""

    name = "fluency"
    title = "Fluency"
    question = "How fluent is each translation?"
    instructions = (
        "Grade how well each text reads, whatever it means. Upper case and punctuation may be missing in all texts: do "
        "not count that against them."
    )
    shows = frozenset()
    shown = None
    scale = (0, 4)
    labels = ("Incomprehensible", "Disfluent English", "Non-Native English", "Good English", "Flawless English")
    scores = ("mean", "median")

    def labels_in(self, target_language: str) -> tuple[str, ...]:
        """The labels name the language of the outputs, unless the campaign has labels of its own."""
        if self.settings.labels or not target_language:
            return self.grade_labels
        return tuple(label.replace("English", language_name(target_language)) for label in self.labels)


PROTOCOL = Fluency
