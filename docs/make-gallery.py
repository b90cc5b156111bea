#!/usr/bin/env python3
"""Writes the gallery: make-gallery.py DOCS GALLERY.md.

The best figures of the lists in DOCS, each with the words of its alt file and the command that draws it.
With --check: writes nothing; 3 when the file is not what it would be."""
import json
import os
import shlex
import sys

LISTS = ("figures.json", "windows.json")

# By what they answer. A name is that of the picture's file.
SECTIONS = (
    ("Which thread writes which element?",
     ("line-guarded", "line-no-guard", "line-floor", "plane-guarded", "plane-no-guard", "plane-thread", "play",
      "plane-rows", "plane-linear", "plane-large", "plane-refused", "plane-contrast")),
    ("What does one thread do?", ("formula-line", "formula-alias", "formula-product")),
    ("Is the result right?", ("seed-matmul", "race")),
    ("How does a warp reach memory?", ("memory-columns", "memory-rows")),
    ("Where does the time go?",
     ("timing-small-h200", "timing-share-h200", "pitfall-h200", "queue-h200")),
    ("When is the GPU worth it, and what bounds it?", ("crossover-matmul-h200", "roofline-hadamard-h200")),
    ("What happens inside the device?", ("schedule-matmul-h200", "occupancy-a100")),
    ("The window itself", ("window-coverage", "window-kernel", "zh_CN/window-coverage")),
)

HEAD = """# Gallery

Thirty figures, each with what it says and the command that draws it. Run the commands in `docs/`; `./dev docs` runs them all and
writes this page. Figures with an H200 in their last line are drawn from recordings of that GPU in `data/recordings/`.
"""


def words_of(members):
    """The options of one figure as a command line has them."""
    for key, value in members.items():
        if key in ("figure", "output", "alt") or value is False:
            continue
        yield "--" + key
        if value is not True:
            yield str(value)


def all_figures(docs):
    """Every figure with what its list gives to all, by the name of its picture."""
    for name in LISTS:
        with open(os.path.join(docs, name), encoding="utf-8") as file:
            document = json.load(file)
        for figure in document["figures"]:
            stem = os.path.splitext(figure["output"])[0].removeprefix("images/")
            yield stem, {**document.get("common", {}), **figure}


def entry(docs, members):
    with open(os.path.join(docs, members["alt"]), encoding="utf-8") as file:
        text = file.readline().strip().replace("[", "\\[").replace("]", "\\]")
    command = ["gridscope-cli", "figure", members["figure"], *words_of(members), "-o", members["output"]]
    return f"\n![{text}]({members['output']})\n\n{text}\n\n    {shlex.join(command)}\n"


def gallery(docs):
    figures = dict(all_figures(docs))
    return HEAD + "".join(f"\n## {title}\n" + "".join(entry(docs, figures[name]) for name in names)
                          for title, names in SECTIONS)


def main(arguments):
    check = "--check" in arguments
    docs, target = (word for word in arguments if word != "--check")
    text = gallery(docs)
    if check:
        with open(target, encoding="utf-8") as file:
            return 0 if file.read() == text else 3
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
