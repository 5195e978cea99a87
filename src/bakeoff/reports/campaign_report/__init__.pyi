# What the package offers; `__init__.py` loads each from its module when it is first asked for.
from .writing import (
    WrittenReport as WrittenReport,
)
from .writing import (
    write_report as write_report,
)

__all__ = [
    "WrittenReport",
    "write_report",
]
