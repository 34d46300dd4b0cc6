"""A service for the tests of the gating action. It sends prepared answers, one for each request.

    service.py ANSWERS

ANSWERS is a JSON array. An answer has a "status", a "body" (JSON, or text that is sent as it is), and "headers", in which
SERVICE stands for this service's address. With "holds", the service waits until the client gives up. The first line of
output is the port. Every request is printed as a JSON object before it is answered.
"""

import http.server
import json
import sys

answers = iter(json.loads(sys.argv[1]))


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        request = {
            "method": self.command, "path": self.path, "authorization": self.headers.get("Authorization"), "body": body,
        }
        print(json.dumps(request), flush=True)
        answer = next(answers, {"status": 500, "body": {"message": "an unexpected request"}})
        if answer.get("holds"):
            self.rfile.read(1)
            return
        body = answer.get("body", {})
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(answer["status"])
        for key, value in answer.get("headers", {}).items():
            self.send_header(key, value.replace("SERVICE", f"http://127.0.0.1:{self.server.server_port}"))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PATCH = answer

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
