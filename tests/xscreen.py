# SPDX-License-Identifier: GPL-3.0-or-later
"""The X server as a person's hands and eyes meet it: the pointer, keys, pixels and what windows there are.

It does what xdotool and ImageMagick's import do, by the same calls of Xlib and XTEST, in this process: to start a program
for every click takes longer than the click, and longer than what it sets off. What is rare is left to these programs.
"""
import ctypes
import ctypes.util
import time

MODIFIERS = {"ctrl": "Control_L", "alt": "Alt_L", "shift": "Shift_L", "super": "Super_L"}
PRESS_TIME = 0.012  # seconds that a button or a key is held, as xdotool does
VIEWABLE, Z_PIXMAP, REVERT_TO_PARENT = 2, 2, 2


class Attributes(ctypes.Structure):
    """XWindowAttributes."""
    _fields_ = [(name, ctypes.c_int) for name in ("x", "y", "width", "height", "border_width", "depth")] + [
        ("visual", ctypes.c_void_p), ("root", ctypes.c_ulong)] + [
        (name, ctypes.c_int) for name in ("kind", "bit_gravity", "win_gravity", "backing_store")] + [
        ("backing_planes", ctypes.c_ulong), ("backing_pixel", ctypes.c_ulong), ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong), ("map_installed", ctypes.c_int), ("map_state", ctypes.c_int),
        ("rest", ctypes.c_long * 8)]


class Image(ctypes.Structure):
    """The beginning of XImage."""
    _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")] + [("data", ctypes.c_void_p)] + [
        (name, ctypes.c_int) for name in ("byte_order", "bitmap_unit", "bitmap_bit_order", "bitmap_pad", "depth",
                                          "bytes_per_line", "bits_per_pixel")]


class ClassHint(ctypes.Structure):
    _fields_ = [("name", ctypes.c_void_p), ("kind", ctypes.c_void_p)]


def load(name):
    return ctypes.CDLL(ctypes.util.find_library(name))


class Screen:
    """A connection to the server that DISPLAY names."""

    def __init__(self):
        self.x, self.test = load("X11"), load("Xtst")
        number, pointer, window = ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong
        for library, function, result, arguments in (
                (self.x, "XOpenDisplay", pointer, [pointer]), (self.x, "XDefaultRootWindow", window, [pointer]),
                (self.x, "XSync", number, [pointer, number]), (self.x, "XFree", number, [pointer]),
                (self.x, "XStringToKeysym", window, [ctypes.c_char_p]), (self.x, "XKeysymToKeycode", ctypes.c_ubyte, [pointer, window]),
                (self.x, "XkbKeycodeToKeysym", window, [pointer, ctypes.c_ubyte, number, number]),
                (self.x, "XQueryTree", number, [pointer, window] + [pointer] * 4),
                (self.x, "XGetWindowAttributes", number, [pointer, window, pointer]),
                (self.x, "XGetClassHint", number, [pointer, window, pointer]),
                (self.x, "XInternAtom", window, [pointer, ctypes.c_char_p, number]),
                (self.x, "XGetWindowProperty", number, [pointer, window, window, ctypes.c_long, ctypes.c_long, number, window] + [pointer] * 5),
                (self.x, "XSetInputFocus", number, [pointer, window, number, window]),
                (self.x, "XGetImage", ctypes.POINTER(Image), [pointer, window, number, number, ctypes.c_uint, ctypes.c_uint, window, number]),
                (self.test, "XTestFakeMotionEvent", number, [pointer, number, number, number, window]),
                (self.test, "XTestFakeButtonEvent", number, [pointer, ctypes.c_uint, number, window]),
                (self.test, "XTestFakeKeyEvent", number, [pointer, ctypes.c_uint, number, window])):
            call = getattr(library, function)
            call.restype, call.argtypes = result, arguments
        # A window that goes while it is asked about is no error; by default Xlib would end the process.
        self.pass_over = ctypes.CFUNCTYPE(number, pointer, pointer)(lambda display, error: 0)
        self.x.XSetErrorHandler(self.pass_over)
        self.display = self.x.XOpenDisplay(None)
        if not self.display:
            raise RuntimeError("no X server")
        self.root = self.x.XDefaultRootWindow(self.display)

    def sync(self):
        self.x.XSync(self.display, False)

    # --- hands ------------------------------------------------------------------------------------------------------

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, x, y, 0)
        self.sync()

    def button(self, number, down):
        self.test.XTestFakeButtonEvent(self.display, number, down, 0)
        self.sync()

    def click(self, number):
        self.button(number, True)
        time.sleep(PRESS_TIME)
        self.button(number, False)

    def codes_of(self, chord):
        """What is pressed, in this order, for "ctrl+shift+q"; None if the keyboard has no key for one of its parts."""
        codes = []
        for part in chord.split("+"):
            symbol = self.x.XStringToKeysym(MODIFIERS.get(part, part).encode())
            code = symbol and self.x.XKeysymToKeycode(self.display, symbol)
            if not code:
                return None
            if self.x.XkbKeycodeToKeysym(self.display, code, 0, 0) != symbol:
                if self.x.XkbKeycodeToKeysym(self.display, code, 0, 1) != symbol:
                    return None
                codes += self.codes_of("shift")
            codes.append(code)
        return codes

    def press_keys(self, codes):
        """All are held together."""
        for down, order in ((True, codes), (False, codes[::-1])):
            for code in order:
                self.test.XTestFakeKeyEvent(self.display, code, down, 0)
            self.sync()
            time.sleep(PRESS_TIME)

    def focus(self, window):
        self.x.XSetInputFocus(self.display, window, REVERT_TO_PARENT, 0)
        self.sync()

    # --- eyes -------------------------------------------------------------------------------------------------------

    def windows(self, kind):
        """Those that are shown, of programs of this class, the top one last."""
        root, parent, children, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
        if not self.x.XQueryTree(self.display, self.root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(count)):
            return []
        found = [children[i] for i in range(count.value)]
        if children:
            self.x.XFree(children)
        return [window for window in found if self.is_shown(window) and self.kind(window) == kind]

    def is_shown(self, window):
        told = Attributes()
        return bool(self.x.XGetWindowAttributes(self.display, window, ctypes.byref(told))) and told.map_state == VIEWABLE

    def kind(self, window):
        hint, words = ClassHint(), []
        if self.x.XGetClassHint(self.display, window, ctypes.byref(hint)):
            for text in (hint.name, hint.kind):
                words.append(ctypes.string_at(text).decode() if text else "")
                self.x.XFree(text)
        return words[1] if words else ""

    def title(self, window):
        """Nothing if there is no such window."""
        kind, form, count, left, data = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_void_p()
        for name in (b"_NET_WM_NAME", b"WM_NAME"):
            atom = self.x.XInternAtom(self.display, name, False)
            wrong = self.x.XGetWindowProperty(self.display, window, atom, 0, 4096, False, 0, *map(ctypes.byref, (kind, form, count, left, data)))
            if not wrong and data:
                text = ctypes.string_at(data, count.value).decode(errors="replace")
                self.x.XFree(data)
                return text
        return ""

    def pixels(self, x, y, width, height):
        """That part of the screen as RGB bytes, without what lies outside."""
        told = Attributes()
        self.x.XGetWindowAttributes(self.display, self.root, ctypes.byref(told))
        left, top, right, bottom = max(0, x), max(0, y), min(x + width, told.width), min(y + height, told.height)
        if left >= right or top >= bottom:
            return b""
        image = self.x.XGetImage(self.display, self.root, left, top, right - left, bottom - top, ctypes.c_ulong(-1), Z_PIXMAP)
        assert image and image.contents.bits_per_pixel == 32 and image.contents.byte_order == 0
        seen = image.contents
        assert seen.bytes_per_line == 4 * seen.width
        data = ctypes.string_at(seen.data, seen.bytes_per_line * seen.height)
        self.x.XFree(seen.data)
        self.x.XFree(image)
        rgb = bytearray(len(data) // 4 * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = data[2::4], data[1::4], data[0::4]
        return bytes(rgb)
