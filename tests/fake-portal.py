#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for the desktop's portal on the session bus: its colours are dark, and light after a line on standard input; whoever asks
for a file is given one of another computer."""

import sys

from gi.repository import Gio, GLib

INTERFACE = "org.freedesktop.portal.Settings"
FILES = "org.freedesktop.portal.FileChooser"
PATH = "/org/freedesktop/portal/desktop"
ELSEWHERE = "sftp://elsewhere/game.tab"
SETTING = ("org.freedesktop.appearance", "color-scheme")
DARK, LIGHT = 1, 2
ASK = '<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>'
XML = f"""<node><interface name="{INTERFACE}">
<method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
<signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface><interface name="{FILES}"><method name="OpenFile">{ASK}</method><method name="SaveFile">{ASK}</method></interface></node>"""


def on_ask(bus, sender, path, interface, method, arguments, invocation):
    request = "%s/request/%s/%s" % (PATH, sender[1:].replace(".", "_"), arguments.unpack()[2]["handle_token"])
    invocation.return_value(GLib.Variant("(o)", (request,)))
    answer = GLib.Variant("(ua{sv})", (0, {"uris": GLib.Variant("as", [ELSEWHERE])}))
    bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", answer)


def on_call(bus, sender, path, interface, method, arguments, invocation):
    if arguments.unpack() == SETTING:
        invocation.return_value(GLib.Variant("(v)", (GLib.Variant("v", GLib.Variant("u", DARK)),)))
    else:
        invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such setting")


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)

    def on_line(channel, condition):
        sys.stdin.readline()
        bus.emit_signal(None, PATH, INTERFACE, "SettingChanged", GLib.Variant("(ssv)", (*SETTING, GLib.Variant("u", LIGHT))))
        return False

    for interface, answer in zip(Gio.DBusNodeInfo.new_for_xml(XML).interfaces, (on_call, on_ask)):
        bus.register_object(PATH, interface, answer)
    Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", 0, lambda *_: print("ready", flush=True), None)
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN, on_line)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
