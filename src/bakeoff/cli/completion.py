"""`bakeoff completion`: the script by which a shell completes calls."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that lets your shell complete calls.

    \b
    bakeoff completion bash > ~/.local/share/bash-completion/completions/bakeoff
    bakeoff completion zsh > ~/.zfunc/_bakeoff
    bakeoff completion fish > ~/.config/fish/completions/bakeoff.fish

    Completes commands, options, metrics, specifications, rulebooks, formats, test sets of sacreBLEU and files. Open a
    new shell afterwards.
    """
    from bakeoff.cli.main import group
    from bakeoff.cli.shell_completion import completion_of

    click.echo(completion_of(shell, group).source(), nl=False)
