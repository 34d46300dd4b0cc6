#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A client of the protocol with which an app serves its inspector. It uses only the standard library.

    flint_client.py [--app NAME|PROCESS|SOCKET|tcp://127.0.0.1:PORT] METHOD [PARAMETERS]
    flint_client.py [--app NAME|PROCESS|SOCKET|tcp://127.0.0.1:PORT] watch

METHOD is a method of the protocol, and PARAMETERS is a JSON object. "features" prints the features of all pages of
"list". "watch" prints each change of the app on a line. The result is printed as JSON. The exit status is 1 if the app
refuses the request. A port requires the token that the app displayed when it began to serve, in FLINT_ATTACH_TOKEN.
"""

import argparse
import json
import os
import re
import socket
import stat
import struct
import sys


class Refusal(Exception):
    """The error that an app returned."""


def directory():
    """Returns the directory of the sockets of this user's apps."""
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if runtime.startswith("/"):
        return runtime + "/flint"
    folder = os.environ.get("TMPDIR", "")
    folder = folder.rstrip("/") if folder.startswith("/") else "/tmp"
    return f"{folder}/flint-{os.getuid()}"


def socket_path(app, folder=None):
    """Returns the path of the socket of an app, given its name, its process identifier, or its socket."""
    if "/" in app:
        return app
    folder = folder or directory()
    status = os.lstat(folder)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise Refusal(f"{folder} is accessible to other users.")
    found = [re.fullmatch(r"(.*)-(\d+)\.sock", name) for name in sorted(os.listdir(folder))]
    meant = [match for match in found if match and app in ("", match[1], match[2])]
    if len(meant) != 1:
        names = ", ".join(match[0] for match in found if match)
        raise Refusal(f"{len(meant)} apps are named {app!r}; there are: {names or 'none'}.")
    return f"{folder}/{meant[0][0]}"


class Client:
    """A connection to an app."""

    def __init__(self, path, name="python"):
        hello = {"versions": [3], "client": name}
        port = re.fullmatch(r"tcp://(?:127\.0\.0\.1|localhost):(\d+)", path)
        if port:
            self.socket = socket.create_connection(("127.0.0.1", int(port[1])))
            hello["token"] = os.environ.get("FLINT_ATTACH_TOKEN", "")
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(path)
        self.last_id = 0
        self.has_changed = False
        self.app = self.request("hello", hello)

    def _read(self, count):
        content = b""
        while len(content) < count:
            piece = self.socket.recv(count - len(content))
            if not piece:
                raise ConnectionError("The connection to the app was lost.")
            content += piece
        return content

    def _receive(self):
        (length,) = struct.unpack(">I", self._read(4))
        return json.loads(self._read(length))

    def request(self, method, parameters=None):
        """Sends a request and returns its result."""
        self.last_id += 1
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": parameters or {}}
        content = json.dumps(message).encode()
        self.socket.sendall(struct.pack(">I", len(content)) + content)
        while True:
            answer = self._receive()
            if answer.get("method") == "changed":
                self.has_changed = True
            if answer.get("id") == self.last_id:
                if "error" in answer:
                    raise Refusal(answer["error"]["message"])
                return answer["result"]

    def wait(self):
        """Waits until the app has changed since the last request."""
        while not self.has_changed:
            self.has_changed = self._receive().get("method") == "changed"
        self.has_changed = False

    def list(self):
        """Returns the complete list: the first page, extended by the features of the other pages."""
        first = self.request("list", {"from": 0})
        page = first
        while page.get("next") is not None:
            page = self.request("list", {"from": page["next"]})
            first["features"] += page["features"]
        first.pop("next", None)
        return first

    def watch(self):
        """Yields the revision of the initial list, and then the changes of the app as they occur, each as an object."""
        revision = self.list()["revision"]
        yield {"listed": revision}
        while True:
            changes = self.request("sync", {"since": revision}).get("changes")
            if changes is None:
                # The app no longer has these changes, or it has restarted.
                revision = self.list()["revision"]
                yield {"listed": revision}
            elif changes["revision"] != revision:
                revision = changes["revision"]
                yield changes
            self.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--app", default="", help="the app; not needed if only one is served")
    parser.add_argument("method")
    parser.add_argument("parameters", nargs="?", default="{}")
    arguments = parser.parse_args()
    try:
        client = Client(socket_path(arguments.app))
        if arguments.method == "watch":
            for changes in client.watch():
                print(json.dumps(changes), flush=True)
        elif arguments.method == "features":
            print(json.dumps(client.list()["features"], indent=2))
        else:
            print(json.dumps(client.request(arguments.method, json.loads(arguments.parameters)), indent=2))
    except (Refusal, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
