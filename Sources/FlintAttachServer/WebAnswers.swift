// SPDX-License-Identifier: MIT

import FlintAttach
import FlintFoundation
import FlintInspector
import FlintModel
import FlintWorld

/// Answers to HTTP requests, for tools such as `curl` that do not speak the protocol of attached clients.
///
/// Only `GET` is answered, so a request never changes the app. The answers have the format of the commands' `--json`
/// output, and each connection ends after its answer.
struct WebAnswers {
    /// The maximum length in bytes of a request's line and headers.
    static let headLimit = 8 << 10

    private enum Resource: String, CaseIterable {
        case features = "/features"
        case timeline = "/timeline"
    }

    private let inspector: RuntimeInspector

    init(_ inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    /// Returns whether a connection begins with an HTTP method instead of the length of a frame.
    static func isRequest(_ tooLong: FrameBuffer.TooLong) -> Bool {
        // Read as the length of a frame, the letters exceed every limit.
        [24, 16, 8, 0].allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: tooLong.length >> shift)
            return byte == UInt8(ascii: " ") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
    }

    func response(to head: String) -> Data {
        let words = head.prefix { !$0.isNewline }.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else {
            return Self.response("400 Bad Request", Problem("The first line is not \"GET /features HTTP/1.1\"."))
        }
        guard words[0] == "GET" else {
            return Self.response(
                "405 Method Not Allowed", Problem("Only GET is answered."), headers: ["Allow: GET"])
        }
        let parts = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let resource = Resource(rawValue: String(parts[0])) else {
            let paths = Resource.allCases.map(\.rawValue).joined(separator: " and ")
            return Self.response("404 Not Found", Problem("The paths are \(paths)."))
        }
        switch resource {
        case .features:
            let world = inspector.world(of: nil, reading: true)
            return Self.response("200 OK", FeaturesAnswer(world.explanations, in: world))
        case .timeline:
            guard let after = Self.number("after", in: parts.dropFirst().first ?? "") else {
                return Self.response("400 Bad Request", Problem("\"after\" must be the number of an event."))
            }
            return Self.response("200 OK", TimelineAnswer(events: inspector.sync(Sync(event: after)).events))
        }
    }

    private struct Problem: Encodable {
        let error: String

        init(_ error: String) {
            self.error = error
        }
    }

    /// Returns the number of a query item: 0 if the item is missing, or `nil` if its value is not a number.
    private static func number(_ name: String, in query: Substring) -> UInt64? {
        let values = query.split(separator: "&").filter { $0.hasPrefix("\(name)=") }
        return values.isEmpty ? 0 : UInt64(values[0].dropFirst(name.count + 1))
    }

    private static func response(_ status: String, _ body: some Encodable, headers: [String] = []) -> Data {
        let text = (try? TextFormat.indentedJSON(of: body)) ?? "{}\n"
        let head =
            ["HTTP/1.1 \(status)", "Content-Type: application/json", "Content-Length: \(text.utf8.count)"] + headers
            + ["Cache-Control: no-store", "Connection: close", "", ""]
        return Data((head.joined(separator: "\r\n") + text).utf8)
    }
}
