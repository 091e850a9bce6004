#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the desktop's portal on the session bus: its colours are dark, and a line "key number" on standard input changes that
or another setting; whoever asks for a file is given one of another computer."""

import sys

from gi.repository import Gio, GLib

INTERFACE = "org.freedesktop.portal.Settings"
FILES = "org.freedesktop.portal.FileChooser"
PATH = "/org/freedesktop/portal/desktop"
ELSEWHERE = "sftp://elsewhere/game.tab"
SPACE = "org.freedesktop.appearance"
DARK = 1
ASK = '<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>'
XML = f"""<node><interface name="{INTERFACE}">
<method name="ReadAll"><arg type="as" direction="in"/><arg type="a{{sa{{sv}}}}" direction="out"/></method>
<signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface><interface name="{FILES}"><method name="OpenFile">{ASK}</method><method name="SaveFile">{ASK}</method></interface></node>"""


def on_ask(bus, sender, path, interface, method, arguments, invocation):
    request = "%s/request/%s/%s" % (PATH, sender[1:].replace(".", "_"), arguments.unpack()[2]["handle_token"])
    invocation.return_value(GLib.Variant("(o)", (request,)))
    answer = GLib.Variant("(ua{sv})", (0, {"uris": GLib.Variant("as", [ELSEWHERE])}))
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", answer)


def on_call(bus, sender, path, interface, method, arguments, invocation):
    known = {SPACE: {"color-scheme": GLib.Variant("u", DARK), "accent-color": GLib.Variant("(ddd)", (0, 0, 1))}}
    invocation.return_value(GLib.Variant("(a{sa{sv}})", (known if arguments.unpack() == ([SPACE],) else {},)))


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def on_line(channel, condition):
        key, number = sys.stdin.readline().split()
        bus.emit_signal(None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (SPACE, key, GLib.Variant("u", int(number)))))
        return True

    for interface, answer in zip(Gio.DBusNodeInfo.new_for_xml(XML).interfaces, (on_call, on_ask)):
        bus.register_object(PATH, interface, answer)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", 0, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN, on_line)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
