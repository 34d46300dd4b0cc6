import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

struct WebAnswersTests {
    private let gallery: ServedGallery

    init() throws {
        gallery = try ServedGallery()
    }

    /// Sends a request in parts and returns the complete response.
    private func response(_ parts: String..., at address: AttachAddress? = nil) throws -> String {
        let channel = FrameChannel(
            try Socket.connected(to: address ?? .path(gallery.server.path)), limit: FrameBuffer.answerLimit)
        for part in parts { #expect(channel.write(bytes: Array(part.utf8))) }
        var response: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            _ = Readiness.wait(for: [(channel.socket.descriptor, Readiness.readable)], milliseconds: -1)
            let count = recv(channel.socket.descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: response, as: UTF8.self) }
            response += buffer[..<count]
        }
    }

    private func get(_ path: String) throws -> (head: String, body: Data) {
        let response = try response("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let end = try #require(response.firstRange(of: "\r\n\r\n"))
        return (String(response[..<end.lowerBound]), Data(response[end.upperBound...].utf8))
    }

    private struct Features: Decodable {
        struct Feature: Decodable {
            let id: String
            let available: Bool?
        }

        let app: String
        let features: [Feature]
    }

    private struct Events: Decodable {
        struct Event: Decodable {
            let id: UInt64
        }

        let events: [Event]
    }

    @Test func `the listed features match those of the command while a client is attached`() async throws {
        let remote = try gallery.attach()
        let (head, body) = try get("/features")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"))
        #expect(head.contains("\r\nContent-Length: \(body.count)\r\n"))
        let answer = try JSONDecoder().decode(Features.self, from: body)
        #expect(answer.app == "The Gallery")
        let model = try remote.readModel()
        #expect(answer.features.map(\.id) == model.features.map(\.id))
        #expect(answer.features.map(\.available) == model.features.map(\.isAvailable))
    }

    @Test func `the timeline begins after the given event`() async throws {
        for value in ["purchased", "not-purchased", "purchased"] {
            _ = await gallery.inspector.answer(to: .override(.purchase, "pass", to: value))
        }
        let all = try JSONDecoder().decode(Events.self, from: try get("/timeline").body).events.map(\.id)
        #expect(all == gallery.inspector.events(after: 0).map(\.id) && all.count > 1)
        let rest = try JSONDecoder().decode(Events.self, from: try get("/timeline?after=\(all[0])").body)
        #expect(rest.events.map(\.id) == Array(all.dropFirst()))
        #expect(try get("/timeline?after=x").head.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test(arguments: ["POST", "HEAD", "PUT", "DELETE", "OPTIONS"])
    func `only GET is answered, and other methods do not change the app`(method: String) throws {
        let events = gallery.inspector.events(after: 0).count
        let response = try response("\(method) /features HTTP/1.1\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\n"))
        #expect(response.contains("\r\nAllow: GET\r\n"))
        #expect(gallery.inspector.events(after: 0).count == events)
    }

    @Test(arguments: ["/", "/feature", "/features/", "//features", "/../features"])
    func `an unknown path is answered with the valid paths`(path: String) throws {
        let (head, body) = try get(path)
        #expect(head.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(String(decoding: body, as: UTF8.self).contains("The paths are /features and /timeline."))
    }

    @Test(arguments: ["GET /features\r\n\r\n", "GET  HTTP/1.1 x\r\n\r\n", "GET /features SPDY/3\r\n\r\n"])
    func `a malformed request is refused`(request: String) throws {
        #expect(try response(request).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test func `a request can arrive in several parts`() throws {
        let response = try response("GET /fea", "tures HTTP/1.1\r\n", "Host: localhost\r\n", "\r\n")
        #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `headers beyond the limit end the connection without an answer`() throws {
        let head = "GET /features HTTP/1.1\r\nX: " + String(repeating: "x", count: 9_000) + "\r\n\r\n"
        #expect(try response(head) == "")
    }

    @Test func `a port does not answer HTTP requests, because it requires a token`() throws {
        gallery.server.stop()
        try gallery.serveAgain(tcpPort: 0)
        let address = try #require(gallery.server.port?.address)
        let response = try response("GET /features HTTP/1.1\r\n\r\n", at: address)
        #expect(!response.contains("HTTP/1.1"))
        #expect(!response.contains("Gallery"))
    }
}
