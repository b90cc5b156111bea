"""The pages made from the documentation: whole, linked with each other, and readable without a network."""
import html.parser
import os
import re
import shutil
import subprocess
import unittest
import urllib.parse

HTML = os.environ["GRIDSCOPE_HTML"]
GUIDE_PAGE = os.environ["GRIDSCOPE_GUIDE_PAGE"]
DOCS = os.path.join(os.environ["GRIDSCOPE_SOURCE"], "docs")
LOADED = {"img": "src", "link": "href", "script": "src", "iframe": "src", "object": "data"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loaded, self.language, self.headings = set(), [], [], None, 0
        self.unnamed_images = 0
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids |= {values["id"]} if "id" in values else set()
        if tag == "html":
            self.language = values.get("lang")
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADED and LOADED[tag] in values:
            self.loaded.append(values[LOADED[tag]])
        self.headings += tag == "h1"
        self.unnamed_images += tag == "img" and not values.get("alt")


def all_pages():
    for directory, _, names in os.walk(HTML):
        yield from (os.path.join(directory, name) for name in names if name.endswith(".html"))


class Html(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path: Page(path) for path in all_pages()}

    def test_every_markdown_page_is_there(self):
        for directory, _, names in os.walk(DOCS):
            for name in names:
                path = os.path.relpath(os.path.join(directory, name), DOCS)
                if name.endswith(".md"):
                    page = path.replace("README.md", "index.html").replace(".md", ".html")
                    self.assertIn(os.path.join(HTML, page), self.pages)

    def test_links_and_pictures_resolve(self):
        n_links = 0
        for path, page in self.pages.items():
            for target in page.links + page.loaded:
                url = urllib.parse.urlparse(target)
                if url.scheme:
                    continue
                where = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(url.path))) if url.path else path
                self.assertTrue(os.path.isfile(where), f"{path}: {target}")
                if url.fragment:
                    self.assertIn(urllib.parse.unquote(url.fragment), self.pages[where].ids, f"{path}: {target}")
                n_links += 1
        self.assertGreater(n_links, 200)

    def test_nothing_comes_from_a_network(self):
        for path, page in self.pages.items():
            for target in page.loaded:
                self.assertEqual(urllib.parse.urlparse(target).scheme, "", path)

    def test_pages_say_their_language_and_pictures_what_they_show(self):
        for path, page in self.pages.items():
            self.assertEqual(page.language, "zh-CN" if "zh_CN" in path else "en", path)
            self.assertGreaterEqual(page.headings, 1, path)
            self.assertEqual(page.unnamed_images, 0, path)


class Manual(unittest.TestCase):
    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_the_guide_is_a_manual_page(self):
        done = subprocess.run(["groff", "-man", "-t", "-Kutf8", "-Tutf8", "-ww", GUIDE_PAGE], capture_output=True, check=True)
        # A terminal has no pages that a table could be too long for.
        self.assertEqual([line for line in done.stderr.splitlines() if b"will not fit on one page" not in line], [])
        text = re.sub("[^\n]\b", "", done.stdout.decode())  # letters struck twice are bold ones
        for part in ("gridscope-guide", "Thread number and bounds", "The command line", "Limits"):
            self.assertTrue(part in text, part)


if __name__ == "__main__":
    unittest.main()
