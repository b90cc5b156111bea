"""A settings manager for X11, as small as one can be: it owns the selection and serves integers.

Run as a program: xsettings.py Xft/DPI=196608 …; ends when it is killed.
"""

import ctypes
import ctypes.util
import struct
import sys

ULong = ctypes.c_ulong


def encode(settings):
    """The wire format: byte order, serial, number, then type, name padded to 4, serial, value."""
    body = b""
    for name, value in settings.items():
        word = name.encode()
        padding = -len(word) % 4
        body += struct.pack("<BBH", 0, 0, len(word)) + word + bytes(padding) + struct.pack("<Ii", 0, value)
    return struct.pack("<BxxxII", 0, 1, len(settings)) + body


def serve(settings):
    x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ULong
    x11.XDefaultRootWindow.restype = ULong
    x11.XCreateSimpleWindow.restype = ULong
    display = ctypes.c_void_p(x11.XOpenDisplay(None))

    def atom(name):
        return ULong(x11.XInternAtom(display, name.encode(), 0))

    root = ULong(x11.XDefaultRootWindow(display))
    window = ULong(x11.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, ULong(0), ULong(0)))
    data = encode(settings)
    kind = atom("_XSETTINGS_SETTINGS")
    x11.XChangeProperty(display, window, kind, kind, 8, 0, data, len(data))
    x11.XSetSelectionOwner(display, atom("_XSETTINGS_S0"), window, ULong(0))
    x11.XSync(display, 0)
    print("ready", flush=True)
    event = ctypes.create_string_buffer(192)
    while True:
        x11.XNextEvent(display, event)


if __name__ == "__main__":
    serve({name: int(value) for name, value in (word.split("=") for word in sys.argv[1:])})
