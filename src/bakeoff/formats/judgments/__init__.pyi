# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .appraise_batches import (
    with_batches as with_batches,
)
from .reading import (
    read_judgment_files as read_judgment_files,
)
from .reading import (
    read_judgments as read_judgments,
)
from .reading import (
    recognise_judgments as recognise_judgments,
)
from .registry import (
    JUDGMENT_FORMATS as JUDGMENT_FORMATS,
)
from .registry import (
    JudgmentFormat as JudgmentFormat,
)
from .registry import (
    judgment_formats as judgment_formats,
)
from .rows import (
    EqualRows as EqualRows,
)
from .writing import (
    WRITTEN_FORMATS as WRITTEN_FORMATS,
)
from .writing import (
    WrittenFormat as WrittenFormat,
)
from .writing import (
    write_judgments as write_judgments,
)

__all__ = [
    "JUDGMENT_FORMATS",
    "WRITTEN_FORMATS",
    "EqualRows",
    "JudgmentFormat",
    "WrittenFormat",
    "judgment_formats",
    "read_judgment_files",
    "read_judgments",
    "recognise_judgments",
    "with_batches",
    "write_judgments",
]
