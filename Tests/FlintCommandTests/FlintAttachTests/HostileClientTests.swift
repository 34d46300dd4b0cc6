import FlintAttach
import FlintAttachServer
import FlintInspector
import FlintWorld
import Foundation
import Testing

/// Checks that broken, hostile, or dead clients do not affect the app or its other clients.
struct HostileClientTests {
    private let gallery: ServedGallery

    init() throws {
        gallery = try ServedGallery()
    }

    private func frame(_ text: String) -> Data { Data(text.utf8) }

    private func next(_ channel: FrameChannel) -> String? {
        guard case .frame(let data) = channel.read(seconds: 300) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private func expectServed() throws {
        let remote = try gallery.attach()
        #expect(try remote.readModel() == gallery.inspector.readModel())
    }

    private func greeted() throws -> FrameChannel {
        let channel = try gallery.channel()
        channel.write(
            frame(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[3],"client":"test"}}"#))
        #expect(next(channel)?.contains("\"The Gallery\"") == true)
        return channel
    }

    @Test(arguments: [
        "", "garbage", "[]", "{\"jsonrpc\":\"2.0\"}", String(repeating: "[", count: 100_000),
        #"{"jsonrpc":"2.0","id":1,"method":"list","params":{"from":0}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[99],"client":"test"}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{}}"#,
    ])
    func `an input that is not a handshake is answered with an error, and the connection ends`(content: String) throws {
        let channel = try gallery.channel()
        channel.write(frame(content))
        #expect(next(channel)?.contains("\"error\"") == true)
        channel.write(frame("{}"))
        #expect(next(channel) == nil)
        try expectServed()
    }

    @Test func `a frame that is too long is refused before it is sent`() throws {
        let channel = try gallery.channel()
        channel.write(Data(count: FrameBuffer.requestLimit + 1))
        try expectServed()
    }

    @Test func `an invalid request is refused, and the connection remains open`() throws {
        let channel = try greeted()
        for (request, code) in [
            (#"{"jsonrpc":"2.0","id":2,"method":"nothing","params":{}}"#, -32_601),
            (#"{"jsonrpc":"2.0","id":3,"method":"sync","params":{"event":"x"}}"#, -32_602),
            (#"{"jsonrpc":"1.0","id":4,"method":"history","params":{}}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":5,"method":"list","params":{"from":5}}"#, -32_004),
            (#"{"jsonrpc":"2.0","id":6,"method":"past","params":{"at":1073741824}}"#, -32_008),
            (#"{"jsonrpc":"2.0","id":7,"method":"hello","params":{"versions":[3],"client":"x"}}"#, -32_001),
        ] {
            channel.write(frame(request))
            #expect(next(channel)?.contains("\"code\":\(code)") == true, "\(request)")
        }
        channel.write(
            frame(#"{"jsonrpc":"2.0","id":8,"method":"sync","params":{"want":{"features":["Gallery/Tickets"]}}}"#))
        #expect(next(channel)?.contains("Gallery/Tickets") == true)
    }

    @Test func `a client that dies within a frame or an answer is removed`() throws {
        for _ in 0..<20 {
            let channel = try greeted()
            channel.write(frame(#"{"jsonrpc":"2.0","id":2,"method":"list","params":{"from":0}}"#))
            channel.socket.shutDown()
        }
        try expectServed()
    }

    @Test func `a thousand connections do not affect the app and its clients`() async throws {
        let remote = try gallery.attach()
        var idle: [FrameChannel] = []
        for _ in 0..<1_000 {
            // The test process has a limited number of descriptors, so the system refuses the rest.
            guard let channel = try? gallery.channel() else { break }
            idle.append(channel)
            if idle.count > 200 { idle.removeFirst(100) }
        }
        #expect(gallery.server.connectionCount <= InspectorServer.connectionLimit)
        let result = await remote.answer(to: .override(.purchase, "pass", to: "purchased"))
        #expect(result.status == .done)
        #expect(try remote.readModel() == gallery.inspector.readModel())
    }

    @Test func `the refusal of a connection beyond the limit states the reason`() throws {
        let held = try (0..<InspectorServer.connectionLimit).map { _ in try greeted() }
        #expect(throws: AttachError.refused(.full)) { try gallery.attach() }
        withExtendedLifetime(held) {}
    }

    @Test func `a client that does not read has one announcement waiting for it`() async throws {
        let channel = try greeted()
        for round in 0..<2_000 {
            let command = Command.override(
                .purchase, "pass", to: round.isMultiple(of: 2) ? "purchased" : nil)
            gallery.inspector.send(command) { _ in }
        }
        #expect(next(channel)?.contains(#""method":"changed""#) == true)
        // The next frame is the answer, because no other frame was pending.
        channel.write(frame(#"{"jsonrpc":"2.0","id":3,"method":"history","params":{}}"#))
        #expect(next(channel)?.contains("\"id\":3") == true)
    }

    @Test func `commands beyond the limit of pending commands are refused`() throws {
        let channel = try greeted()
        let count = WireProtocol.commandLimit * 4
        for id in 2..<count + 2 {
            channel.write(frame(#"{"jsonrpc":"2.0","id":\#(id),"method":"send","params":{"command":{"undo":{}}}}"#))
        }
        for _ in 0..<count {
            let answer = next(channel)
            #expect(answer?.contains("There is nothing to undo") == true || answer?.contains("-32005") == true)
        }
    }
}
