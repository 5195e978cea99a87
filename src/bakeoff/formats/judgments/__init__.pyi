# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .appraise.batches import (
    with_batches as with_batches,
)
from .reader import (
    read_judgment_files as read_judgment_files,
)
from .reader import (
    read_judgments as read_judgments,
)
from .reader import (
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
from .writer import (
    JUDGMENT_WRITERS as JUDGMENT_WRITERS,
)
from .writer import (
    WRITTEN_FORMATS as WRITTEN_FORMATS,
)
from .writer import (
    JudgmentWriter as JudgmentWriter,
)
from .writer import (
    WrittenFormat as WrittenFormat,
)
from .writer import (
    write_judgments as write_judgments,
)

__all__ = [
    "JUDGMENT_FORMATS",
    "JUDGMENT_WRITERS",
    "WRITTEN_FORMATS",
    "EqualRows",
    "JudgmentFormat",
    "JudgmentWriter",
    "WrittenFormat",
    "judgment_formats",
    "read_judgment_files",
    "read_judgments",
    "recognise_judgments",
    "with_batches",
    "write_judgments",
]
