"""Another program, as the one under test sees it: it puts something on the clipboard, or lets it be dragged.

outside.py copy TEXT            the clipboard holds TEXT while this runs
outside.py paste                prints the text on the clipboard, as JSON, and ends
outside.py drag-text TEXT X Y   a window at (X, Y) whose button can be dragged
outside.py drag-file PATH X Y

Says "ready" on standard output when it is; paste says only what it found."""

import json
import subprocess
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402


def ready():
    print("ready", flush=True)


def content(kind, what):
    if kind == "drag-file":
        uri = GLib.Bytes.new((Gio.File.new_for_path(what).get_uri() + "\r\n").encode())
        return Gdk.ContentProvider.new_for_bytes("text/uri-list", uri)
    return Gdk.ContentProvider.new_for_bytes("text/plain;charset=utf-8", GLib.Bytes.new(what.encode()))


def place(window, x, y):
    """There is no window manager that would."""
    title = window.get_title()
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"],
                           capture_output=True, text=True, check=False).stdout.split()
    if not found:
        return GLib.SOURCE_CONTINUE
    subprocess.run(["xdotool", "windowmove", "--sync", found[0], x, y], check=True)
    ready()
    return GLib.SOURCE_REMOVE


def paste(application):
    """The clipboard of a display needs no window."""
    def got(clipboard, result):
        print(json.dumps(clipboard.read_text_finish(result)), flush=True)
        application.release()

    application.hold()
    Gdk.Display.get_default().get_clipboard().read_text_async(None, got)


def show(application, kind, what=None, x=None, y=None):
    if kind == "paste":
        paste(application)
        return
    window = Gtk.ApplicationWindow(application=application, title="Outside", default_width=120, default_height=60)
    button = Gtk.Label(label="Drag me")
    window.set_child(button)
    if kind == "copy":
        window.get_clipboard().set_content(content(kind, what))
    else:
        source = Gtk.DragSource(content=content(kind, what), actions=Gdk.DragAction.COPY)
        button.add_controller(source)
    window.present()
    if kind == "copy":
        window.connect("map", lambda _window: ready())
        if window.get_mapped():
            ready()
    else:
        GLib.timeout_add(50, place, window, x, y)


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", lambda self: show(self, *sys.argv[1:]))
application.run([])
