"""A peer of the tests on their message bus: the dialogs of a desktop, or a portal that differs from the installed one.

    peer.py dialogs [lockdown]    the dialog backend of xdg-desktop-portal, and GeoClue, its source of locations
    peer.py portal [old]          a portal with responses that the test sets

The peer writes a line to standard output for each event, starting with "ready". Each line of standard input answers the
oldest open question with the number of a portal's response and a word for the result.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PORTAL = "org.freedesktop.portal"
BACKEND = "org.freedesktop.impl.portal"
PATH = "/org/freedesktop/portal/desktop"
GEOCLUE = "org.freedesktop.GeoClue2"

# The functions that answer the open questions, oldest first.
questions = []


def note(*words):
    print(*words, flush=True)


class Closable(dbus.service.Object):
    """A dialog's request object, which the portal closes when the app cancels the request."""

    @dbus.service.method(BACKEND + ".Request")
    def Close(self):
        note("closed")


class Dialogs(dbus.service.Object):
    def __init__(self, bus, is_camera_disabled):
        super().__init__(bus, PATH)
        self.bus = bus
        self.properties = dbus.Dictionary({"disable-camera": dbus.Boolean(is_camera_disabled)}, signature="sv")

    @dbus.service.method(
        BACKEND + ".Access", in_signature="osssssa{sv}", out_signature="ua{sv}", async_callbacks=("reply", "fail"))
    def AccessDialog(self, handle, app, parent, title, subtitle, body, options, reply, fail):
        request = Closable(self.bus, handle)

        def answer(response, *results):
            request.remove_from_connection()
            reply(dbus.UInt32(response), dbus.Dictionary({}, signature="sv"))

        questions.append(answer)
        note("dialog", title)

    @dbus.service.method(BACKEND + ".Background", in_signature="sbasu", out_signature="b")
    def EnableAutostart(self, app, is_enabled, command, flags):
        return False

    @dbus.service.method(BACKEND + ".Background", out_signature="a{sv}")
    def GetAppState(self):
        return dbus.Dictionary({}, signature="sv")

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.properties[name]

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.properties if interface == BACKEND + ".Lockdown" else dbus.Dictionary({}, signature="sv")


class Positions(dbus.service.Object):
    """The part of GeoClue that the portal needs to start a session."""

    @dbus.service.method(GEOCLUE + ".Manager", out_signature="o")
    def CreateClient(self):
        return dbus.ObjectPath("/org/freedesktop/GeoClue2/Client/1")

    @dbus.service.method(GEOCLUE + ".Manager", out_signature="o")
    def GetClient(self):
        return self.CreateClient()


class Client(dbus.service.Object):
    @dbus.service.method(GEOCLUE + ".Client")
    def Start(self):
        note("located")

    @dbus.service.method(GEOCLUE + ".Client")
    def Stop(self):
        pass

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return dbus.Dictionary({}, signature="sv")

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ssv")
    def Set(self, interface, name, value):
        pass


class Request(dbus.service.Object):
    @dbus.service.method(PORTAL + ".Request")
    def Close(self):
        note("closed")

    @dbus.service.signal(PORTAL + ".Request", signature="ua{sv}")
    def Response(self, response, results):
        pass


class Session(dbus.service.Object):
    @dbus.service.method(PORTAL + ".Session")
    def Close(self):
        note("session closed")

    @dbus.service.signal(PORTAL + ".Session", signature="a{sv}")
    def Closed(self, details):
        pass


class Portal(dbus.service.Object):
    def __init__(self, bus, is_old):
        super().__init__(bus, PATH)
        self.bus = bus
        self.is_old = is_old
        self.session = None

    def name(self, kind, sender, token):
        return f"{PATH}/{kind}/{sender[1:].replace('.', '_')}/{token}"

    def ask(self, name, sender, options):
        path = f"{PATH}/request/old" if self.is_old else self.name("request", sender, options["handle_token"])
        request = Request(self.bus, path)

        def answer(response, *results):
            if response == "close":
                self.session.Closed({})
                return
            values = {"background": dbus.Boolean(False)} if "refused" in results else {}
            request.Response(dbus.UInt32(response), dbus.Dictionary(values, signature="sv"))
            request.remove_from_connection()

        questions.append(answer)
        GLib.idle_add(lambda: note("asked", name))
        return dbus.ObjectPath(path)

    @dbus.service.method(PORTAL + ".Camera", in_signature="a{sv}", out_signature="o", sender_keyword="sender")
    def AccessCamera(self, options, sender):
        return self.ask("camera", sender, options)

    @dbus.service.method(PORTAL + ".Background", in_signature="sa{sv}", out_signature="o", sender_keyword="sender")
    def RequestBackground(self, parent, options, sender):
        return self.ask("background", sender, options)

    @dbus.service.method(PORTAL + ".Location", in_signature="a{sv}", out_signature="o", sender_keyword="sender")
    def CreateSession(self, options, sender):
        path = self.name("session", sender, options["session_handle_token"])
        self.session = Session(self.bus, path)
        return dbus.ObjectPath(path)

    @dbus.service.method(PORTAL + ".Location", in_signature="osa{sv}", out_signature="o", sender_keyword="sender")
    def Start(self, session, parent, options, sender):
        return self.ask("location", sender, options)


def answer_lines(descriptor, condition):
    # A buffered file object could read ahead, and the main loop would not wake for the buffered lines.
    data = os.read(descriptor, 4096)
    if not data:
        loop.quit()
        return False
    for line in data.decode().splitlines():
        questions.pop(0)(*line.split())
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
session_bus = dbus.SessionBus()
if sys.argv[1] == "dialogs":
    names = [BACKEND + ".desktop.flint", GEOCLUE]
    peers = [Dialogs(session_bus, "lockdown" in sys.argv)]
    peers += [Positions(session_bus, "/org/freedesktop/GeoClue2/Manager")]
    peers += [Client(session_bus, "/org/freedesktop/GeoClue2/Client/1")]
else:
    names = [PORTAL + ".Desktop"]
    peers = [Portal(session_bus, "old" in sys.argv)]
owned = [dbus.service.BusName(name, session_bus) for name in names]
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, answer_lines)
note("ready")
loop.run()
