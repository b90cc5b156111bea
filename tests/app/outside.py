"""Another program, as the one under test sees it: it puts something on the clipboard, lets it be dragged, or takes it.

outside.py copy TEXT            the clipboard holds TEXT while this runs
outside.py copy-files PATHS     the same with files; PATHS has a line for each
outside.py paste [FORMAT]       prints what is on the clipboard, as JSON, and ends: text, or in base64 what is there in that
                                MIME type, null if nothing is
outside.py drop X Y             a window at (X, Y) that takes a file: prints "over" when one is dragged over it, and then
                                its address
outside.py drag-text TEXT X Y   a window at (X, Y) whose button can be dragged
outside.py drag-file PATHS X Y

Says "ready" on standard output when it is; paste says only what it found."""

import base64
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
    if kind in ("copy-files", "drag-file"):
        uris = "".join(Gio.File.new_for_path(path).get_uri() + "\r\n" for path in what.split("\n"))
        return Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(uris.encode()))
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


def paste(application, mime=None):
    """The clipboard of a display needs no window."""
    clipboard = Gdk.Display.get_default().get_clipboard()

    def say(value):
        print(json.dumps(value), flush=True)
        application.release()

    def got_stream(_clipboard, result):
        try:
            stream = clipboard.read_finish(result)[0]
        except GLib.Error:
            say(None)
            return
        memory = Gio.MemoryOutputStream.new_resizable()
        flags = Gio.OutputStreamSpliceFlags.CLOSE_SOURCE | Gio.OutputStreamSpliceFlags.CLOSE_TARGET
        memory.splice_async(stream, flags, GLib.PRIORITY_DEFAULT, None, got_bytes)

    def got_bytes(memory, result):
        memory.splice_finish(result)
        say(base64.b64encode(memory.steal_as_bytes().get_data()).decode())

    application.hold()
    if mime is None:
        clipboard.read_text_async(None, lambda _clipboard, result: say(clipboard.read_text_finish(result)))
    else:
        clipboard.read_async([mime], GLib.PRIORITY_DEFAULT, None, got_stream)


def take(widget):
    def enter(*_arguments):
        print("over", flush=True)
        return Gdk.DragAction.COPY

    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("enter", enter)
    target.connect("drop", lambda _target, files, _x, _y: print(files.get_files()[0].get_uri(), flush=True) or True)
    widget.add_controller(target)


def show(application, kind, what=None, x=None, y=None):
    if kind == "paste":
        paste(application, what)
        return
    if kind == "drop":
        x, y = what, x
    window = Gtk.ApplicationWindow(application=application, title="Outside", default_width=120, default_height=60)
    button = Gtk.Label(label="Drag me")
    window.set_child(button)
    if kind in ("copy", "copy-files"):
        window.get_clipboard().set_content(content(kind, what))
    elif kind == "drop":
        take(window)
    else:
        source = Gtk.DragSource(content=content(kind, what), actions=Gdk.DragAction.COPY)
        button.add_controller(source)
    window.present()
    if kind in ("copy", "copy-files"):
        window.connect("map", lambda _window: ready())
        if window.get_mapped():
            ready()
    else:
        GLib.timeout_add(50, place, window, x, y)


application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", lambda self: show(self, *sys.argv[1:]))
application.run([])
