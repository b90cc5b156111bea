#!/usr/bin/env python3
"""Writes the gallery: make-gallery.py FIGURES.json GALLERY.md.

Every figure of the list with the words of its alt file and the command that
draws it. With --check: writes nothing; 3 when the file is not what it would be."""
import json
import os
import shlex
import sys

HEAD = """# Gallery

Figures of this documentation, each with what it says and the command that draws it. All of them come from
`gridscope-cli figure --batch docs/figures.json`; this page is written by `./dev docs`. Run the commands in `docs/`.
Figures with an H200 in their last line are drawn from recordings of that GPU in `data/recordings/`.
"""


def words_of(members):
    """The options of one figure as a command line has them."""
    for key, value in members.items():
        if key in ("figure", "output", "alt") or value is False:
            continue
        yield "--" + key
        if value is not True:
            yield str(value)


def section(directory, figure, common):
    with open(os.path.join(directory, figure["alt"]), encoding="utf-8") as file:
        lines = file.read().splitlines()
    members = {**common, **figure}
    command = ["gridscope-cli", "figure", figure["figure"], *words_of(members), "-o", figure["output"]]
    name = os.path.splitext(os.path.basename(figure["output"]))[0].replace("-", " ")
    text = lines[0].replace("[", "\\[").replace("]", "\\]")
    return (f"\n## {name.capitalize()}\n\n![{text}]({figure['output']})\n\n{text}\n\n"
            f"    {shlex.join(command)}\n")


def gallery(path):
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    common = document.get("common", {})
    return HEAD + "".join(section(os.path.dirname(path), figure, common) for figure in document["figures"])


def main(arguments):
    check = "--check" in arguments
    source, target = (word for word in arguments if word != "--check")
    text = gallery(source)
    if check:
        with open(target, encoding="utf-8") as file:
            return 0 if file.read() == text else 3
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
