#!/usr/bin/env python3
"""Makes the pages of the documentation readable without a network, with pandoc.

make-html.py --pandoc PANDOC [--mandoc MANDOC] [--depfile FILE] DOCS HTML: a folder of HTML pages with their pictures.
make-html.py --pandoc PANDOC --man DOCS FILE.7: the English guide as one manual page."""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MANUAL_PAGES = ("gridscope.1", "gridscope-cli.1")


def chapters(docs, folder):
    """The numbered pages of a folder in their order."""
    names = [name for name in os.listdir(os.path.join(docs, folder)) if re.match(r"\d+-.*\.md$", name)]
    return [os.path.join(folder, name) for name in sorted(names, key=lambda name: int(name.split("-")[0]))]


def pages(docs):
    """Every Markdown page, and for chapters the names of the pages before and after."""
    folders = ("", "example", "measurements")
    yield from ((os.path.join(folder, name), None, None) for folder in folders
                for name in sorted(os.listdir(os.path.join(docs, folder))) if name.endswith(".md"))
    for folder in ("guide", "guide/zh_CN"):
        yield os.path.join(folder, "README.md"), None, None
        names = chapters(docs, folder)
        for before, name, after in zip([None, *names], names, [*names[1:], None]):
            yield name, before, after


def html_name(name):
    return re.sub(r"README\.md$", "index.html", name).replace(".md", ".html")


def first_heading(path):
    with open(path, encoding="utf-8") as file:
        return next(line[2:].strip() for line in file if line.startswith("# "))


def variables(docs, name, before, after):
    chinese = "zh_CN" in name
    values = {"lang": "zh-CN" if chinese else "en", "root": "../" * name.count("/"),
              "pagetitle": first_heading(os.path.join(docs, name))}
    if before or after:
        values["up"] = "指南" if chinese else "Guide"
    for key, other in (("previous", before), ("next", after)):
        if other:
            values[key] = os.path.basename(html_name(other))
    return [word for key, value in values.items() for word in ("-V", f"{key}={value}")]


def convert(pandoc, docs, html, page):
    name, before, after = page
    target = os.path.join(html, html_name(name))
    os.makedirs(os.path.dirname(target), exist_ok=True)
    subprocess.run([pandoc, "-f", "gfm", "-t", "html5", "--template", os.path.join(HERE, "page.html"),
                    "--lua-filter", os.path.join(HERE, "links.lua"), *variables(docs, name, before, after),
                    os.path.join(docs, name), "-o", target], check=True)


def convert_manual(pandoc, mandoc, docs, html, name):
    """A manual page, which mandoc reads and pandoc dresses like the others."""
    markdown = subprocess.run([mandoc, "-T", "markdown", os.path.join(docs, name)], capture_output=True, check=True).stdout
    values = ("-V", "lang=en", "-V", "root=", "-V", "pagetitle=" + name.replace(".1", "(1)"))
    subprocess.run([pandoc, "-f", "markdown-smart", "-t", "html5", "--template", os.path.join(HERE, "page.html"), *values,
                    "-o", os.path.join(html, name + ".html")], input=markdown, check=True)


def copy_targets(docs, html, manuals):
    """What the pages show or point at beside each other, without manual pages that are HTML; gives the names."""
    copied = set()
    for name, _, _ in pages(docs):
        with open(os.path.join(docs, name), encoding="utf-8") as file:
            text = file.read()
        for target in re.findall(r"\]\(([^)#\s]+)\)", text):
            path = os.path.normpath(os.path.join(os.path.dirname(name), target))
            if ":" in target or target.endswith(".md") or path.startswith("..") or path in copied:
                continue
            if path in MANUAL_PAGES and manuals:
                continue
            os.makedirs(os.path.dirname(os.path.join(html, path)), exist_ok=True)
            shutil.copyfile(os.path.join(docs, path), os.path.join(html, path))
            copied.add(path)
    return copied


def write_depfile(options, sources):
    """For ninja: what the target was made from."""
    if options.depfile:
        with open(options.depfile, "w", encoding="utf-8") as file:
            file.write(f"{options.depfile_target}: {' '.join(os.path.join(options.docs, name) for name in sources)}\n")


def make_html(options):
    docs, html = options.docs, options.target
    shutil.rmtree(html, ignore_errors=True)
    os.makedirs(html)
    shutil.copyfile(os.path.join(HERE, "style.css"), os.path.join(html, "style.css"))
    copied = copy_targets(docs, html, options.mandoc)
    if options.mandoc:
        os.environ["MANUALS"] = "yes"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(convert, options.pandoc, docs, html, page) for page in pages(docs)]
        if options.mandoc:
            jobs += [pool.submit(convert_manual, options.pandoc, options.mandoc, docs, html, name)
                     for name in MANUAL_PAGES]
        for job in jobs:
            job.result()
    write_depfile(options, [*copied, *(name for name, _, _ in pages(docs)), *MANUAL_PAGES])


def make_man(options):
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as whole:
        whole.write("# NAME\n\ngridscope-guide - what a GPU does with a matrix, question by question\n\n")
        for name in chapters(options.docs, "guide"):
            with open(os.path.join(options.docs, name), encoding="utf-8") as file:
                whole.write(file.read() + "\n\n")
        whole.flush()
        subprocess.run([options.pandoc, "-s", "-f", "gfm", "-t", "man",
                        "--lua-filter", os.path.join(HERE, "man.lua"), "-V", "title=GRIDSCOPE-GUIDE", "-V", "section=7",
                        "-V", "header=Gridscope", whole.name, "-o", options.target], check=True)
    write_depfile(options, chapters(options.docs, "guide"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pandoc", required=True)
    parser.add_argument("--mandoc")
    parser.add_argument("--depfile")
    parser.add_argument("--depfile-target", default="html")
    parser.add_argument("--man", action="store_true")
    parser.add_argument("docs")
    parser.add_argument("target")
    options = parser.parse_args()
    return make_man(options) if options.man else make_html(options)


if __name__ == "__main__":
    sys.exit(main())
