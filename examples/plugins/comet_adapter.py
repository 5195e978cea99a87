"""COMET as a plug-in for Bakeoff, from a checkpoint on this machine.

Run it by the Python of an environment that has unbabel-comet; Bakeoff is not needed there:

    bakeoff score RUN… -r REF -s SRC --plugin comet='comet-env/bin/python comet_adapter.py --model model.ckpt'

Nothing is downloaded unless --allow-download says so: neither the checkpoint nor the encoder that it builds on, whose
configuration and tokeniser must then be in the cache of Hugging Face already. Made for unbabel-comet 2.
"""

import argparse
import hashlib
import inspect
import json
import os
import sys
from importlib import metadata
from pathlib import Path


def parse_arguments():
    parser = argparse.ArgumentParser(description="COMET as a plug-in for Bakeoff.")
    parser.add_argument("--model", required=True, help="checkpoint file, or with --allow-download a model's name")
    parser.add_argument("--allow-download", action="store_true", help="fetch what is not on this machine")
    parser.add_argument("--gpus", type=int, default=0, help="graphics processors to use (default: none)")
    parser.add_argument("--batch-size", type=int, default=16, help="segments scored at once")
    parser.add_argument("--batches", type=int, default=32, help="batches between two reports")
    parser.add_argument(
        "--references",
        choices=["auto", "first", "none"],
        default="auto",
        help="give the model the first reference, none, or the first where it needs one (default)",
    )
    return parser.parse_args()


def own_output():
    """Standard output for answers alone: what libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def find_checkpoint(options):
    """The path of the checkpoint; only with --allow-download may it come from the net."""
    if Path(options.model).is_file():
        return options.model
    if not options.allow_download:
        sys.exit(
            f"there is no checkpoint {options.model}: name a file, or add --allow-download to fetch a model by name"
        )
    from comet import download_model  # noqa: PLC0415 - slow, and only after the environment was set

    return download_model(options.model)


def load_model(checkpoint, options):
    from comet import load_from_checkpoint  # noqa: PLC0415 - slow, and only after the environment was set

    # Newer versions can be told to look at local files only; for all others the environment says it.
    known = inspect.signature(load_from_checkpoint).parameters
    local = {"local_files_only": not options.allow_download} if "local_files_only" in known else {}
    return load_from_checkpoint(checkpoint, **local)


def uses_references(model, options):
    if options.references == "auto":
        return model.requires_references()
    return options.references == "first"


def sha256(path):
    digest = hashlib.sha256()
    with Path(path).open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def introduction(checkpoint, *, with_references):
    return {
        "protocol": 1,
        "name": "comet",
        "version": metadata.version("unbabel-comet"),
        "direction": "higher",
        "needs": ["source", "references"] if with_references else ["source"],
        "signature": {
            "checkpoint": str(checkpoint),
            "sha256": sha256(checkpoint)[:16],
            "used-references": "first" if with_references else "none",
        },
    }


def pieces(lines, *, length, with_references):
    """Segments as COMET takes them, so many at a time."""
    piece = []
    for line in lines:
        segment = json.loads(line)
        sample = {"src": segment["source"], "mt": segment["hypothesis"]}
        if with_references:
            sample["ref"] = segment["references"][0]
        piece.append(sample)
        if len(piece) == length:
            yield piece
            piece = []
    if piece:
        yield piece


def main():
    options = parse_arguments()
    answers = own_output()
    if not options.allow_download:
        os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    answer({"progress": 0})
    json.loads(sys.stdin.readline())
    checkpoint = find_checkpoint(options)
    model = load_model(checkpoint, options)
    with_references = uses_references(model, options)
    answer(introduction(checkpoint, with_references=with_references))
    for piece in pieces(sys.stdin, length=options.batch_size * options.batches, with_references=with_references):
        output = model.predict(piece, batch_size=options.batch_size, gpus=options.gpus, progress_bar=False)
        for score in output.scores:
            answer({"score": float(score)})


if __name__ == "__main__":
    main()
