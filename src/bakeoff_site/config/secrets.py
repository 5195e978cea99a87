"""The key that signs sessions and links."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from bakeoff_site.config.environment import Environment

KEY_FILE = "secret-key"


def secret_key(environment: Environment) -> str:
    """The key that was given, or one that is made on first use and kept where only we can read it."""
    if environment.secret_key:
        return environment.secret_key
    path = environment.data_folder / KEY_FILE
    if not path.exists():
        environment.data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_once(path, secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii")


def _write_once(path: Path, text: str) -> None:
    """Writes a file that appears complete or not at all; of several processes at once, the first one's stays."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
