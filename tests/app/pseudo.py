"""A language that is nobody's: every text of the program, with accents, two fifths longer and between ⟦ and ⟧.

What a window shows without the marks has escaped translation; what does not fit has no room for German.
"""

import os
import re
import subprocess
from pathlib import Path

LANGUAGE = "qps"
ACCENTS = str.maketrans("aceinosuyACEINOSUY", "åçéîñöšüýÅÇÉÎÑÖŠÜÝ")

# What a translator leaves alone: formats, places for numbers, code, entities and tags.
KEPT = re.compile(r"%(?:\d+\$)?[-+ 0#]*\d*(?:\.\d+)?(?:<\w+>|[a-zA-Z%])|\{[^}]*\}|`[^`]*`|&\w+;|<[^>]*>")


def translate(text):
    if not re.search(r"[A-Za-z]{2}", KEPT.sub("", text)):
        return text  # signs, units
    pieces, end = [], 0
    for match in KEPT.finditer(text):
        pieces += [text[end:match.start()].translate(ACCENTS), match.group()]
        end = match.end()
    pieces.append(text[end:].translate(ACCENTS))
    padding = "".join("~" if i % 4 else " ~" for i in range(round(0.4 * len(text))))
    body, tail = re.fullmatch(r"(.*?)(\s*)", "".join(pieces), re.S).groups()
    head = re.match(r"\s*", body).group()
    return f"{head}⟦{body[len(head):]}{padding}⟧{tail}"


def unquote(lines):
    return "".join(re.search(r'"(.*)"', line).group(1) for line in lines).replace(r"\n", "\n").replace(r"\"", '"').replace("\\\\", "\\")


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', r"\"").replace("\n", r"\n") + '"'


def translate_catalogue(template):
    """The template's entries with every msgstr filled in."""
    out = []
    for number, entry in enumerate(re.split(r"\n\s*\n", template)):
        if number == 0:
            out.append('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
                       '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"')
            continue
        fields, name, flags = {}, None, []
        for line in entry.splitlines():
            if line.startswith("#,"):
                flags.append(line.replace("fuzzy", ""))
            if line.startswith("#"):
                continue
            start = re.match(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) ", line)
            if start:
                name = start.group(1)
                fields[name] = []
            fields[name].append(line)
        if "msgid" not in fields:
            continue
        texts = {name: unquote(lines) for name, lines in fields.items()}
        lines = flags + [f"{name} {quote(texts[name])}" for name in ("msgctxt", "msgid", "msgid_plural") if name in texts]
        if "msgid_plural" in texts:
            lines += [f"msgstr[0] {quote(translate(texts['msgid']))}", f"msgstr[1] {quote(translate(texts['msgid_plural']))}"]
        else:
            lines.append(f"msgstr {quote(translate(texts['msgid']))}")
        out.append("\n".join(lines))
    return "\n\n".join(out) + "\n"


def write_template(template):
    """Takes every text of the program, as the sources have it now, into a catalogue without translations."""
    source = Path(os.environ["GRIDSCOPE_SOURCE"])
    subprocess.run(["xgettext", f"--files-from={source}/po/POTFILES", f"--directory={source}", "--from-code=UTF-8",
                    "--package-name=gridscope", "--keyword=_", "--keyword=N_", "--keyword=C_:1c,2", "--keyword=NC_:1c,2",
                    "--keyword=g_dngettext:2,3", "--keyword=ngettext:1,2", "-o", template],
                   check=True, env=dict(os.environ, GETTEXTDATADIRS=str(source / "po")), capture_output=True)


def make(folder, right_to_left=False):
    """Writes the catalogue under folder, from the sources as they are, and gives the environment that chooses it.

    GTK's own words are Arabic, so that it runs from right to left, when right_to_left.
    """
    template = Path(folder, "gridscope.pot")
    write_template(template)
    catalogue = Path(folder, "gridscope.po")
    catalogue.write_text(translate_catalogue(template.read_text(encoding="utf-8")), encoding="utf-8")
    target = Path(folder, LANGUAGE, "LC_MESSAGES")
    target.mkdir(parents=True)
    subprocess.run(["msgfmt", catalogue, "-o", target / "gridscope.mo"], check=True, capture_output=True)
    return {"GRIDSCOPE_LOCALEDIR": str(folder), "LANGUAGE": LANGUAGE + (":ar" if right_to_left else "")}
