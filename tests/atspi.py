# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader sees of one program: a small client of AT-SPI over D-Bus.

libatspi asks for one property of one widget at a time, by way of two other processes, and that takes most of a test's time.
Here the names, roles and states of all of a program come in one answer (org.a11y.atspi.Cache), and what is in what is asked
of all nodes of a level at once. Interfaces: https://gitlab.gnome.org/GNOME/at-spi2-core, folder xml/.
"""

import collections

import dbus
import dbus.bus
import dbus.lowlevel

Gone = dbus.DBusException  # the node, the program or its answer
ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
TIMEOUT = 10  # seconds: the least answer may take some where much else runs

# By AtspiRole and AtspiStateType (atspi-constants.h); the names of roles are libatspi's.
ROLES = {
    2: "alert", 3: "animation", 5: "calendar", 7: "check box", 8: "check menu item", 10: "column header", 11: "combo box",
    16: "dialog", 20: "filler", 23: "frame", 26: "icon", 27: "image", 29: "label", 31: "list", 32: "list item", 33: "menu",
    34: "menu bar", 35: "menu item", 37: "page tab", 38: "page tab list", 39: "panel", 40: "password text", 41: "popup menu",
    42: "progress bar", 43: "push button", 44: "radio button", 45: "radio menu item", 47: "row header", 48: "scroll bar",
    49: "scroll pane", 50: "separator", 51: "slider", 52: "spin button", 54: "status bar", 55: "table", 56: "table cell",
    60: "terminal", 61: "text", 62: "toggle button", 63: "tool bar", 64: "tool tip", 65: "tree", 66: "tree table",
    67: "unknown", 69: "window", 73: "paragraph", 75: "application", 79: "entry", 83: "heading", 85: "section", 87: "form",
    88: "link", 90: "table row", 91: "tree item", 97: "comment", 98: "list box", 99: "grouping", 101: "notification",
    103: "level bar", 109: "article", 110: "landmark", 111: "log", 112: "marquee", 113: "math", 115: "timer", 116: "static",
}
STATES = {"checked": 4, "enabled": 8, "expanded": 10, "focusable": 11, "focused": 12, "pressed": 20, "selected": 23,
          "sensitive": 24, "showing": 25, "visible": 30}

Box = collections.namedtuple("Box", "x y width height")
Seen = collections.namedtuple("Seen", "count role name states description offers")


def has_state(states, name):
    low, high = states
    return bool((low | high << 32) >> STATES[name] & 1)


class Program:
    """A program on the bus of AT-SPI, by the number of its process."""

    def __init__(self, process):
        self.address = str(dbus.SessionBus().call_blocking("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "", ()))
        self.bus = dbus.bus.BusConnection(self.address)
        self.process = process
        self.name = None

    def find(self):
        """Its node, once it is there."""
        for name, _ in self.bus.call_blocking("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren", "", ()):
            try:
                if self.bus.call_blocking("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                          "GetConnectionUnixProcessID", "s", (name,)) == self.process:
                    self.name = name
                    return Node(self, ROOT)
            except Gone:
                continue  # it has just ended
        return None

    def call(self, path, interface, method, signature="", arguments=()):
        return self.bus.call_blocking(self.name, path, interface, method, signature, arguments, timeout=TIMEOUT)

    def send(self, path, method):
        """Asks a node, without waiting: what is returned waits for the answer and returns it."""
        message = dbus.lowlevel.MethodCallMessage(self.name, path, ACCESSIBLE, method)
        replies = []
        call = self.bus.send_message_with_reply(message, replies.append, TIMEOUT)

        def wait():
            call.block()
            reply = replies[0]
            if isinstance(reply, dbus.lowlevel.ErrorMessage):
                raise Gone(*reply.get_args_list())
            return reply.get_args_list()[0]

        return wait

    def node(self, reference):
        """The node that a reference leads to, or None."""
        _, path = reference
        return None if path.endswith("/null") else Node(self, path)

    def walk(self, start, below=None):
        """The nodes from `start` on, parents first, as they are at this moment, each fresh until the next one is asked for; where
        `below` is false of one, not what is in it. Those that vanish meanwhile are left out."""
        look = Look(self)
        level = [start]
        while level:
            opened = []
            for node in level:
                node.fresh = look.seen.get(node.path)
                try:
                    yield node
                    if not below or below(node):
                        opened.append(node)
                except Gone:
                    continue
                finally:
                    node.fresh = None
            level = look.below(opened)


class Look:
    """All that the program shows at one moment."""

    def __init__(self, program):
        self.program = program
        self.seen = {}
        for item in self._items():
            (_, path), _, _, _, count, offers, name, role, description, states = item
            self.seen[path] = Seen(count, role, name, states, description, offers)

    def _items(self):
        """The cache, which is not there before the first window, nor after the last. A program that has got another name on the bus
        since is found again by the next look."""
        try:
            return self.program.call("/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
        except Gone:
            self.program.find()
            return []

    def below(self, nodes):
        """What is in these nodes, in their order. All are asked at once: the cache has no widget that nobody has asked for yet,
        and keeps hidden ones as if they were shown."""
        asked = [self.program.send(node.path, "GetChildren") for node in nodes if self._may_have(node)]
        found = []
        for answer in asked:
            try:
                found.extend(child for child in map(self.program.node, answer()) if child)
            except Gone:
                continue
        return found

    def _may_have(self, node):
        there = self.seen.get(node.path)
        return not there or there.count > 0 or node.path == ROOT  # of the program itself the cache has no count


class Events:
    """What a program tells of itself from now on, in order. `kinds`: "StateChanged:focused" and the like."""

    def __init__(self, program, *kinds):
        from dbus.mainloop.glib import DBusGMainLoop
        from gi.repository import GLib

        self.program = program
        self.context = GLib.MainContext.default()
        self.events = []
        self.bus = dbus.bus.BusConnection(program.address, mainloop=DBusGMainLoop())
        for kind in kinds:
            member, _, detail = kind.partition(":")
            self.bus.add_signal_receiver(self._hear, member, "org.a11y.atspi.Event.Object", program.name, None, arg0=detail, path_keyword="path")
            # some programs are silent where nobody has said that they listen
            event = "object:%s:%s" % ("state-changed" if member == "StateChanged" else "property-change", detail)
            self.bus.call_blocking("org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent", "sass",
                                   (event, dbus.Array(signature="s"), ""))

    def _hear(self, change, number, _, value, *_rest, path):
        self.events.append((Node(self.program, path), str(change), number if change == "focused" else str(value)))

    def heard(self):
        """Those since the last time: (node, what has changed, to what)."""
        while self.context.iteration(False):
            pass
        events, self.events = self.events, []
        return events


class Node:
    """A widget as AT-SPI shows it. What is asked of it is asked of the program anew each time, but while `fresh`, what a look
    at the whole program has just told of it, holds."""

    __slots__ = ("program", "path", "fresh")

    def __init__(self, program, path):
        self.program = program
        self.path = path
        self.fresh = None

    def __eq__(self, other):
        return isinstance(other, Node) and (self.path, self.program) == (other.path, other.program)

    def __hash__(self):
        return hash(self.path)

    def _ask(self, method, signature="", arguments=(), interface=ACCESSIBLE):
        return self.program.call(self.path, interface, method, signature, arguments)

    def _get(self, name, interface=ACCESSIBLE):
        return self._ask("Get", "ss", (interface, name), dbus.PROPERTIES_IFACE)

    def get_name(self):
        return self.fresh.name if self.fresh else str(self._get("Name"))

    def get_description(self):
        return self.fresh.description if self.fresh else str(self._get("Description"))

    def get_role_name(self):
        role = self.fresh.role if self.fresh else self._ask("GetRole")
        return ROLES.get(int(role), "role %d" % role)

    def has_state(self, name):
        """`name`: one of STATES."""
        return has_state(self.fresh.states if self.fresh else self._ask("GetState"), name)

    def get_interfaces(self):
        offers = self.fresh.offers if self.fresh else self._ask("GetInterfaces")
        return [name.rsplit(".", 1)[1] for name in offers]

    def get_parent(self):
        return self.program.node(self._get("Parent"))

    def children(self):
        return [node for node in map(self.program.node, self._ask("GetChildren")) if node]

    def get_child_count(self):
        return int(self._get("ChildCount"))  # the cache has none for the program itself

    def get_child_at_index(self, index):
        return self.program.node(self._ask("GetChildAtIndex", "i", (index,)))

    def get_extents(self):
        """In the window."""
        return Box(*map(int, self._ask("GetExtents", "u", (1,), "org.a11y.atspi.Component")))

    def get_n_actions(self):
        return int(self._get("NActions", "org.a11y.atspi.Action"))

    def do_action(self):
        return bool(self._ask("DoAction", "i", (0,), "org.a11y.atspi.Action"))

    def get_value(self):
        return float(self._get("CurrentValue", "org.a11y.atspi.Value"))

    def set_value(self, value):
        arguments = ("org.a11y.atspi.Value", "CurrentValue", dbus.Double(value, variant_level=1))
        self._ask("Set", "ssv", arguments, dbus.PROPERTIES_IFACE)

    def get_character_count(self):
        return int(self._get("CharacterCount", "org.a11y.atspi.Text"))

    def get_text(self):
        return str(self._ask("GetText", "ii", (0, self.get_character_count()), "org.a11y.atspi.Text"))
