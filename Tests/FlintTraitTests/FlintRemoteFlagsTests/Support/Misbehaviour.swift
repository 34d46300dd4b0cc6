#if RemoteFlags
    import Testing

    /// A kind of misbehavior of a server, with the expected error report.
    struct Misbehaviour: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [RawServer.Step]
        /// The end of the error that the source reports.
        let report: String

        var testDescription: String { name }

        init(_ name: String, _ steps: [RawServer.Step], _ report: String) {
            self.name = name
            self.steps = steps
            self.report = report
        }

        /// Creates a misbehavior in which one text is sent and the connection is closed.
        init(_ name: String, _ text: String, _ report: String) {
            self.init(name, [.send(Array(text.utf8))], report)
        }

        /// Creates a misbehavior that sends a prefix followed by endless repetitions of another text.
        init(_ name: String, _ text: String, forever: String, _ report: String) {
            self.init(name, [.send(Array(text.utf8)), .flood(Array(forever.utf8))], report)
        }
    }

    extension Misbehaviour {
        // Reports.
        private static let broken = "cannot be reached: the connection was lost before the response was complete."
        private static let notHTTP = "cannot be reached: its response is not valid HTTP."
        private static let tooLarge = "sent more than 100000 bytes."
        private static let tooSlow = "did not respond in time."
        private static let notPacked = "cannot be reached: its response cannot be decompressed."
        private static let encoding = "cannot be reached: its response has an unknown encoding."
        private static let notJSON = "cannot be used. This is not JSON"
        private static let tooMuch = "cannot be used. This exceeds a limit"

        private static let ok = "HTTP/1.1 200 OK\r\n"
        private static let chunked = "\(ok)Transfer-Encoding: chunked\r\n\r\n"
        private static let flags = #"{"flags":[{"key":"a","value":false}]}"#
        private static let chunk = "25\r\n\(flags)\r\n"

        private static func whole(_ body: String, headers: String = "") -> String {
            "\(ok)\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        private static func packed(_ encoding: String, _ body: [UInt8]) -> [RawServer.Step] {
            [.send(Array("\(ok)Content-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)]
        }

        /// The beginning of compressed zeros.
        ///
        /// Each further zero byte represents 1,032 zeros.
        private static let gzipBomb: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 236, 193, 1, 1, 0, 0, 0, 128, 144, 254, 175, 238, 8, 10,
        ]
        private static let deflateBomb: [UInt8] = [120, 218, 236, 193, 1, 1, 0, 0, 0, 128, 144, 254, 175, 238, 8, 10]

        /// Responses that end or are malformed before their body.
        static let heads: [Misbehaviour] = [
            Misbehaviour("closes without a byte", [], broken),
            Misbehaviour("resets without a byte", [.reset], broken),
            Misbehaviour("sends only empty lines", "\r\n\r\n\r\n", broken),
            Misbehaviour("cuts off in its version", "HTTP/1.", broken),
            Misbehaviour("cuts off in its status line", "HTTP/1.1 20", broken),
            Misbehaviour("cuts off after its status line", ok, broken),
            Misbehaviour("cuts off in a header's name", "\(ok)Content-Le", broken),
            Misbehaviour("cuts off in a header's value", "\(ok)Content-Length: 3", broken),
            Misbehaviour("cuts off before the empty line", "\(ok)Content-Length: 3\r\n", broken),
            Misbehaviour("resets within its head", [.text("\(ok)Content-"), .reset], broken),
            Misbehaviour("speaks HTTP 0.9", flags, notHTTP),
            Misbehaviour("speaks HTTP 2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", notHTTP),
            Misbehaviour("speaks HTTP 9.9", "HTTP/9.9 200 OK\r\n\r\n\(flags)", notHTTP),
            Misbehaviour("speaks SSH", "SSH-2.0-OpenSSH_9.6\r\n", notHTTP),
            Misbehaviour("speaks TLS", [.send([0x15, 3, 1, 0, 2, 2, 40])], notHTTP),
            Misbehaviour("sends control bytes", [.send(Array(0..<32))], notHTTP),
            Misbehaviour(
                "sends a status line of 50 KB", "HTTP/1.1 200 \(String(repeating: "x", count: 50_000))\r\n", broken),
            Misbehaviour("sends a status line without an end", "HTTP/1.1 200 ", forever: "x", tooLarge),
            Misbehaviour("sends a status in letters", "HTTP/1.1 abc OK\r\n\r\n", notHTTP),
            Misbehaviour("sends a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", notHTTP),
            Misbehaviour("sends a status below zero", "HTTP/1.1 -200 OK\r\n\r\n", notHTTP),
            Misbehaviour("sends status 0", "HTTP/1.1 000 OK\r\n\r\n", notHTTP),
            Misbehaviour("sends status 99 and a body", "HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}", notHTTP),
            Misbehaviour(
                "changes the protocol with a body", "HTTP/1.1 101 OK\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}",
                notHTTP),
            Misbehaviour("sends headers without an end", ok, forever: "A: b\r\n", notHTTP),
            Misbehaviour("sends a header's value without an end", "\(ok)A: ", forever: "b", notHTTP),
            Misbehaviour("sends a header's name without an end", ok, forever: "A", notHTTP),
            Misbehaviour("has a control byte in a header's name", "\(ok)A\u{1}: b\r\n\r\n", notHTTP),
            Misbehaviour("has a space in a header's name", "\(ok)A b: c\r\n\r\n", notHTTP),
            Misbehaviour("has no name for a header", "\(ok): b\r\n\r\n", notHTTP),
            Misbehaviour("has a header without a colon", "\(ok)A\r\n\r\n", notHTTP),
            Misbehaviour("has a zero byte in a header's value", "\(ok)A: b\u{0}c\r\n\r\n", notHTTP),
            Misbehaviour("has a return in a header's value", "\(ok)A: b\rc\r\n\r\n", notHTTP),
            Misbehaviour(
                "announces every answer and sends none", "", forever: "HTTP/1.1 100 Continue\r\n\r\n", tooLarge),
            Misbehaviour(
                "sends hints without an end", "HTTP/1.1 103 Early Hints\r\n", forever: "Link: </a>\r\n", notHTTP),
            Misbehaviour("changes the protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", notHTTP),
            Misbehaviour("takes the request and sends nothing", [.hold], tooSlow),
            Misbehaviour("sends its head slowly", [.trickle(Array("\(ok)Content-Length: 3".utf8)), .hold], tooSlow),
            Misbehaviour(
                "sends slow announcements", [.trickle(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)), .hold], tooSlow),
        ]

        /// Responses with a wrong length or framing.
        static let frames: [Misbehaviour] = [
            Misbehaviour("has a length below zero", "\(ok)Content-Length: -1\r\n\r\n", notHTTP),
            Misbehaviour("has a length in letters", "\(ok)Content-Length: ten\r\n\r\n", notHTTP),
            Misbehaviour("has a length no number holds", "\(ok)Content-Length: 99999999999999999999\r\n\r\n", notHTTP),
            Misbehaviour("has two lengths", "\(ok)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", notHTTP),
            Misbehaviour(
                "has a length and chunks",
                "\(ok)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\n\r\n",
                notHTTP),
            Misbehaviour("announces too much", "\(ok)Content-Length: 100001\r\n\r\n", forever: " ", tooLarge),
            Misbehaviour("closes before its length", "\(ok)Content-Length: 1000\r\n\r\n\(flags)", broken),
            Misbehaviour(
                "resets before its length", [.text("\(ok)Content-Length: 1000\r\n\r\n\(flags)"), .reset],
                broken),
            Misbehaviour(
                "waits before its length", [.text("\(ok)Content-Length: 1000\r\n\r\n\(flags)"), .hold],
                tooSlow),
            Misbehaviour(
                "sends its body slowly", [.trickle(Array("\(ok)Content-Length: 99\r\n\r\n\(flags)".utf8)), .hold],
                tooSlow),
            Misbehaviour("has a body without an end", "\(ok)\r\n", forever: " ", tooLarge),
            Misbehaviour("has chunks without an end", chunked, forever: "4\r\n    \r\n", tooLarge),
            Misbehaviour("has chunks of one byte without an end", chunked, forever: "1\r\n \r\n", tooLarge),
            Misbehaviour("has a chunk's size in letters", "\(chunked)xyz\r\n", notHTTP),
            Misbehaviour("has a chunk's size below zero", "\(chunked)-1\r\n", notHTTP),
            Misbehaviour("has a chunk's size no number holds", "\(chunked)FFFFFFFFFFFFFFFFF\r\n", notHTTP),
            Misbehaviour("has a chunk longer than its size", "\(chunked)1\r\n\(flags)\r\n0\r\n\r\n", notHTTP),
            Misbehaviour("cuts off in a chunk", "\(chunked)25\r\n{", broken),
            Misbehaviour("cuts off after a chunk", "\(chunked)\(chunk)", broken),
            Misbehaviour("resets in a chunk", [.text("\(chunked)25\r\n{"), .reset], broken),
            Misbehaviour("extends a chunk without an end", "\(chunked)1;", forever: "a=b;", tooLarge),
            Misbehaviour("has trailers without an end", "\(chunked)\(chunk)0\r\n", forever: "A: b\r\n", notHTTP),
            Misbehaviour("cuts off in its trailers", "\(chunked)\(chunk)0\r\nA: b", broken),
            Misbehaviour(
                "encodes its transfer in another way", "\(ok)Transfer-Encoding: gzip\r\n\r\n\(flags)", encoding),
        ]

        /// Responses with correct framing and a wrong status or content.
        static let contents: [Misbehaviour] = [
            Misbehaviour(
                "redirects to itself", "HTTP/1.1 307 Moved\r\nLocation: /ofrep/v1/evaluate/flags\r\n\r\n", "redirects"),
            Misbehaviour(
                "redirects to a file", "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n", "redirects"),
            Misbehaviour(
                "wants a password", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n",
                "rejected the token (401)"),
            Misbehaviour(
                "is a proxy that wants a password", "HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic\r\n\r\n",
                "unexpected status 407"),
            Misbehaviour("has no content", "HTTP/1.1 204 None\r\n\r\n", "unexpected status 204"),
            Misbehaviour("confirms what it was not asked", "HTTP/1.1 304 Same\r\n\r\n", "(304)"),
            Misbehaviour("has an empty body", whole(""), notJSON),
            Misbehaviour("has half a body", whole(String(flags.dropLast(4))), notJSON),
            Misbehaviour("has a body of zeros", whole(String(repeating: "\u{0}", count: 90_000)), notJSON),
            Misbehaviour(
                "has a body that is not UTF-8", [.send(Array("\(ok)\r\n{\"".utf8) + [0xC3, 0x28])], notJSON),
            Misbehaviour(
                "has a body nested deep",
                whole(#"{"flags":[{"key":"a","value":"# + String(repeating: #"{"a":"#, count: 4000)), tooMuch),
            Misbehaviour("has a body of web pages", whole("<html>hello</html>"), notJSON),
            Misbehaviour("has a key of marks", whole("{\"\(String(repeating: "\u{301}", count: 9000))\":1}"), tooMuch),
            Misbehaviour("has a number of 90 KB", whole("[\(String(repeating: "1", count: 90_000))]"), tooMuch),
            Misbehaviour("has another encoding", packed("br", [1, 2, 3]), encoding),
            Misbehaviour("is compressed twice", packed("gzip, gzip", [1, 2, 3]), encoding),
            Misbehaviour("is compressed unknown times", packed("x-gzip, compress, br, zstd", [1, 2, 3]), encoding),
            Misbehaviour("claims to be compressed", packed("gzip", Array(flags.utf8)), notPacked),
            Misbehaviour("claims to be deflated", packed("deflate", Array(flags.utf8)), notPacked),
            Misbehaviour("breaks off in its compression", packed("gzip", Array(gzipBomb.prefix(15))), notPacked),
            Misbehaviour(
                "is a bomb of 2 MB",
                [
                    .send(
                        Array("\(ok)Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n1e8498\r\n".utf8)
                            + gzipBomb + [UInt8](repeating: 0, count: 2_000_000))
                ], tooLarge),
            Misbehaviour(
                "is a deflated bomb", packed("deflate", deflateBomb + [UInt8](repeating: 0, count: 90_000)), tooLarge),
            Misbehaviour(
                "is a bomb without an end",
                [
                    .send(Array("\(ok)Content-Encoding: gzip\r\n\r\n".utf8) + gzipBomb),
                    .flood([UInt8](repeating: 0, count: 16_384)),
                ], tooLarge),
        ]

        static let all = heads + frames + contents
    }
#endif
