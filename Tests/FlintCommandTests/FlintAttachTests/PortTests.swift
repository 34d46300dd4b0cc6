import FlintAttach
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintAttachServer

struct PortTests {
    private let gallery: ServedGallery
    private let port: (address: AttachAddress, token: AttachToken)

    private static let buy = Command.override(.purchase, "pass", to: "purchased")

    init() throws {
        gallery = try ServedGallery(tcpPort: 0)
        port = try #require(gallery.server.port)
    }

    private func attach(_ token: String?) throws -> RemoteInspector {
        try RemoteInspector(
            AttachTarget("\(port.address)", in: gallery.directory, token: token), client: "console")
    }

    @Test func `a client with the token is served like a client of the same user`() async throws {
        let remote = try attach(port.token.text)
        #expect(try remote.readModel() == gallery.inspector.readModel())
        #expect(await remote.answer(to: Self.buy).status == .done)
        #expect(try remote.states(of: "Gallery/Guide") == gallery.inspector.states(of: "Gallery/Guide"))
    }

    @Test(arguments: [nil, "", "wrong", String(repeating: "0", count: 64)])
    func `a client without the token is refused and its connection closed`(token: String?) throws {
        #expect(throws: AttachError.refused(.token)) { try attach(token) }
        let channel = FrameChannel(try Socket.connected(to: port.address), limit: FrameBuffer.answerLimit)
        channel.write(Data(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[3],"client":"a"}}"#.utf8))
        guard case .frame(let answer) = channel.read(seconds: 30) else {
            Issue.record("There is no answer.")
            return
        }
        #expect(String(decoding: answer, as: UTF8.self).contains("-32006") && answer.count < 400)
        guard case .end = channel.read(seconds: 30) else {
            Issue.record("The connection was not closed.")
            return
        }
    }

    @Test func `a request before the token must be short`() throws {
        let channel = FrameChannel(try Socket.connected(to: port.address), limit: FrameBuffer.answerLimit)
        channel.write(Data(count: FrameBuffer.greetingLimit + 1))
        if case .frame(let answer) = channel.read(seconds: 30) {
            #expect(String(decoding: answer, as: UTF8.self).contains("error"))
        }
        #expect(try attach(port.token.text).app.app == "The Gallery")
    }

    @Test(.timeLimit(.minutes(20)))
    func `connections without a token do not count toward the limit of clients`() async throws {
        // The server waits for the rest of their first requests.
        let waiting = try (0..<InspectorServer.connectionLimit * 2).map { _ in
            try Socket.connected(to: port.address)
        }
        #expect(try gallery.attach().app.app == "The Gallery")
        // The search for the app opened another connection, which the server closes.
        while gallery.server.connectionCount > TokenGate.waitingLimit + 1 {
            try Task.checkCancellation()
            await Task.yield()
        }
        withExtendedLifetime(waiting) {}
    }

    @Test func `the port of a server that was stopped is closed`() throws {
        gallery.server.stop()
        #expect(throws: AttachError.self) { try attach(port.token.text) }
    }

    @Test func `after the app was started again, a client with the old token stops and reports it`() async throws {
        guard case .tcp(let number) = port.address else {
            Issue.record("The address \(port.address) is not a port.")
            return
        }
        let remote = try attach(port.token.text)
        let announcements = Announcements(of: remote)
        let model = try remote.readModel()
        gallery.server.stop()
        try gallery.serveAgain(tcpPort: number)
        await announcements.until {
            remote.sync(Sync(since: model.revision)).changes?.status?.disconnection?.contains("its token has changed")
                == true
        }
        let problem = #expect(throws: MissingAnswer.self) { try remote.history() }
        #expect(problem?.description == AttachError.refused(.token).description)
    }

    @Test func `only ports of this machine are valid addresses`() throws {
        #expect(AttachAddress(tcp: "tcp://127.0.0.1:7000") == .tcp(port: 7000))
        #expect(AttachAddress(tcp: "tcp://localhost:7000") == .tcp(port: 7000))
        for text in ["tcp://", "tcp://127.0.0.1", "tcp://127.0.0.1:0", "tcp://127.0.0.1:65536", "tcp://10.0.0.1:7000"] {
            #expect(AttachAddress(tcp: text) == nil, "\(text)")
            #expect(throws: AttachTarget.Problem.address(text)) {
                try AttachTarget(text, in: gallery.directory).address()
            }
        }
    }
}

struct TokenGateTests {
    private let token = AttachToken()
    private let now = ContinuousClock.now

    @Test func `tokens differ, and only the same token matches`() {
        #expect(token.text.count == 64 && token.text != AttachToken().text)
        #expect(token.matches(token.text))
        for other in ["", String(token.text.dropLast()), token.text + "0", String(token.text.reversed()) + "x"] {
            #expect(!token.matches(other))
        }
    }

    @Test func `after too many wrong tokens, even the right token waits for the end of the period`() throws {
        let gate = TokenGate(token)
        for attempt in 0..<TokenGate.attemptLimit {
            #expect(throws: WireError.token) { try gate.check("wrong", at: now + .seconds(attempt)) }
        }
        #expect(throws: WireError.locked) { try gate.check(token.text, at: now + .seconds(30)) }
        #expect(throws: WireError.locked) { try gate.check("wrong", at: now + .seconds(59)) }
        try gate.check(token.text, at: now + TokenGate.period)
    }

    @Test func `several connections can wait at the same time`() {
        let gate = TokenGate(token)
        for _ in 0..<TokenGate.waitingLimit { #expect(gate.enter()) }
        #expect(!gate.enter())
        gate.leave()
        #expect(gate.enter())
    }
}
