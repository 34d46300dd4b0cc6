import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

@MainActor
struct ModelContextServerTests {
    /// A provider of test tools that records sent messages.
    private final class Desk: ModelContextProvider {
        var sent: [String] = []
        /// The continuations of pending calls of the tool `wait`, oldest first.
        var waiters: [CheckedContinuation<Void, Never>] = []

        var tools: [ModelContextTool] {
            [
                ModelContextTool(
                    name: "echo", title: "Echo", summary: "Returns a text.", effect: .none,
                    parameters: [
                        .text("text", "The text.", isRequired: true), .number("times", "How often.", in: 1...3),
                        .text("kind", "The kind.", among: ["loud", "quiet"]),
                    ], answer: .list
                ) { arguments in
                    let text = try arguments.text("text")
                    let times = try arguments.number("times", in: 1...3, byDefault: 1)
                    return try ModelContextAnswer(Array(repeating: text, count: times), ["text": text])
                },
                ModelContextTool(name: "wait", title: "Wait", summary: "Waits.", effect: .none, parameters: []) { _ in
                    await withCheckedContinuation { self.waiters.append($0) }
                    return try ModelContextAnswer(["waited"], [String]())
                },
            ]
        }

        private(set) var questions = 0

        func discardAnswers() { questions += 1 }

        func resources(from start: Int) -> (resources: [JSONValue], hasMore: Bool) {
            start == 0 ? ([.object(["uri": "a:1"])], true) : ([.object(["uri": "a:2"])], false)
        }

        var resourceTemplates: [JSONValue] { [] }

        func resource(at address: String) throws -> (type: String, text: String)? {
            if address == "a:bad" { throw CommandLineError.refused("It is broken.") }
            return address == "a:1" ? ("text/plain", "one") : nil
        }
    }

    private let desk = Desk()
    private let server: ModelContextServer

    init() {
        let desk = desk
        server = ModelContextServer(
            .init(name: "shop", title: "Shop", version: "1", instructions: "Look."), provider: desk
        ) { desk.sent.append($0) }
    }

    private func send(_ lines: String...) {
        for line in lines { server.receive(.bytes(Array(line.utf8))) }
    }

    private func answers() async throws -> [JSONValue] {
        await withCheckedContinuation { continuation in server.whenIdle { continuation.resume() } }
        defer { desk.sent = [] }
        return try desk.sent.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    }

    private func start(_ version: String = "2025-06-18") async throws -> JSONValue? {
        send(#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(version)"}}"#)
        return try await answers().first?["result"]
    }

    @Test(arguments: ["2025-11-25", "2025-06-18", "2024-11-05"])
    func `a supported version is negotiated`(version: String) async throws {
        #expect(try await start(version)?["protocolVersion"] == .string(version))
    }

    @Test func `the newest version is offered instead of an unsupported version`() async throws {
        let result = try await start("1999-01-01")
        #expect(result?["protocolVersion"] == .string(ModelContextProtocol.versions[0]))
        #expect(result?["capabilities"] == .object(["tools": .object([:]), "resources": .object([:])]))
        #expect(result?["serverInfo"]?["name"] == "shop" && result?["instructions"] == "Look.")
    }

    @Test func `the app's texts are sanitized in every part of an answer, and identifiers are not`() async throws {
        _ = try await start()
        let hostile = #"a\u001b[2J\u009b\u202e\u2066\u200b\u200d\ufeff\u0007b"#
        send(
            #"{"jsonrpc":"2.0","id":"\#(hostile)","method":"tools/call","params":{"name":"echo","arguments":{"text":"\#(hostile)"}}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"\#(hostile)","arguments":{}}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"\#(hostile)"}}"#)
        let answers = try await answers()
        let safe = "a␛[2J\u{FFFD}␇b"
        #expect(answers.count == 3)
        #expect(answers[0]["result"]?["structuredContent"]?["text"] == .string(safe))
        #expect(answers[0]["id"] == .string("a\u{1B}[2J\u{9B}\u{202E}\u{2066}\u{200B}\u{200D}\u{FEFF}\u{7}b"))
        for answer in answers.dropFirst() {
            guard case .string(let message)? = answer["error"]?["message"] else {
                Issue.record("\(answer) has no message.")
                continue
            }
            #expect(message.contains(safe))
        }
    }

    @Test func `the first request is the handshake, and it is sent once`() async throws {
        send(
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"server/discover"}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{}}"#)
        #expect(try await answers().map(\.code) == [-32_600, nil, -32_601, -32_602])
        _ = try await start()
        send(#"{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#)
        #expect(try await answers().map(\.code) == [-32_600])
    }

    @Test func `a tool is listed with its input schema`() async throws {
        _ = try await start()
        send(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#)
        let answer = try #require(try await answers().first)
        #expect(answer["id"] == "a")
        guard case .array(let tools)? = answer["result"]?["tools"] else { return #expect(Bool(false)) }
        #expect(tools.map { $0["name"] } == ["echo", "wait"])
        let schema = tools[0]["inputSchema"]
        #expect(schema?["required"] == .array(["text"]) && schema?["additionalProperties"] == .bool(false))
        #expect(schema?["properties"]?["kind"]?["enum"] == .array(["loud", "quiet"]))
        #expect(tools[0]["annotations"]?["readOnlyHint"] == .bool(true))
    }

    @Test func `a tool returns text and an object, and errors that the model can read`() async throws {
        _ = try await start()
        func call(_ arguments: String) async throws -> JSONValue? {
            send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":\#(arguments)}}"#)
            return try await answers().first?["result"]
        }
        let answer = try await call(#"{"text":"a","times":2}"#)
        #expect(answer?["content"] == .array([.object(["type": "text", "text": "a\na"])]))
        #expect(answer?["structuredContent"] == .object(["text": "a"]) && answer?["isError"] == .bool(false))
        let wrong = [
            "{}": "\"text\" of echo is missing", #"{"text":1}"#: "must be a string",
            #"{"text":"a","times":4}"#: "from 1 to 3", #"{"text":"a","size":1}"#: "has no argument \"size\"",
            #"{"text":"a","kind":"odd"}"#: "one of loud, quiet", #"{"text":null}"#: "is missing",
        ]
        for (arguments, message) in wrong {
            let answer = try await call(arguments)
            #expect(answer?["isError"] == .bool(true), "\(arguments)")
            guard case .array(let content)? = answer?["content"], case .string(let text)? = content.first?["text"]
            else { return #expect(Bool(false)) }
            #expect(text.contains(message), "\(arguments): \(text)")
        }
    }

    @Test func `a request that cannot be performed is answered with the matching error`() async throws {
        _ = try await start()
        let codes: [(String, Int64)] = [
            (#""method":"tools/call","params":{"name":"fly"}"#, -32_602), (#""method":"tools/call""#, -32_602),
            (#""method":"tools/call","params":{"name":"echo","arguments":[]}"#, -32_602),
            (#""method":"tools/call","params":[]"#, -32_600), (#""method":"prompts/list""#, -32_601),
            (#""method":7"#, -32_600), (#""methd":"ping""#, -32_600),
            (#""method":"resources/read","params":{"uri":"a:9"}"#, -32_002),
            (#""method":"resources/read","params":{"uri":"a:bad"}"#, -32_603),
            (#""method":"resources/list","params":{"cursor":"x"}"#, -32_602),
        ]
        for (members, code) in codes {
            send(#"{"jsonrpc":"2.0","id":1,\#(members)}"#)
            let answers = try await answers()
            #expect(answers.map(\.code) == [code], "\(members)")
            #expect(answers.first?["id"] == 1)
        }
        send(#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#)
        #expect(try await answers().map(\.code) == [-32_600, -32_600])
        server.receive(.tooLong)
        #expect(try await answers().map(\.code) == [-32_600])
    }

    @Test func `notifications and answers get no answer`() async throws {
        _ = try await start()
        send(
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"anything"}"#,
            #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        #expect(try await answers().isEmpty)
    }

    @Test func `resources are listed in pages and can be read`() async throws {
        _ = try await start()
        send(#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#)
        let first = try await answers().first?["result"]
        #expect(first?["nextCursor"] == "1")
        send(#"{"jsonrpc":"2.0","id":1,"method":"resources/list","params":{"cursor":"1"}}"#)
        let second = try await answers().first?["result"]
        #expect(second?["nextCursor"] == nil && second?["resources"] == .array([.object(["uri": "a:2"])]))
        send(#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"a:1"}}"#)
        guard case .array(let contents)? = try await answers().first?["result"]?["contents"] else {
            return #expect(Bool(false))
        }
        #expect(contents == [.object(["uri": "a:1", "mimeType": "text/plain", "text": "one"])])
        #expect(desk.questions == 3, "Each request uses the current app.")
    }

    @Test func `a canceled request is not answered, and other requests continue`() async throws {
        _ = try await start()
        send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}"#)
        while desk.waiters.isEmpty { await Task.yield() }
        send(
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        while desk.sent.count < 2 { await Task.yield() }
        desk.waiters[0].resume()
        let answers = try await answers()
        #expect(answers.map(\.code) == [-32_600, nil], "The identifier of a request in progress is refused.")
        #expect(answers.map { $0["id"] } == [1, 2])
    }

    @Test func `a full queue skips messages that start no request, and a waiting request can be canceled`()
        async throws
    {
        _ = try await start()
        func wait(_ id: Int) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"wait"}}"#
        }
        for id in 1...ModelContextProtocol.requestLimit { send(wait(id)) }
        send(
            #"{"jsonrpc":"1.0","id":"invalid"}"#, #"{"jsonrpc":"2.0","id":"late","method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":"never","method":"ping"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}"#)
        while desk.waiters.count < ModelContextProtocol.requestLimit { await Task.yield() }
        desk.waiters.removeFirst().resume()
        while desk.sent.count < 3 { await Task.yield() }
        for waiter in desk.waiters { waiter.resume() }
        let ids = try await answers().map { $0["id"] }
        #expect(ids.contains("invalid") && ids.contains("late") && !ids.contains("never"))
        #expect(ids.count == ModelContextProtocol.requestLimit + 2)
    }

    // MARK: Versions that each request names

    /// Returns a request that specifies its version.
    private func request(
        _ id: Int, _ method: String, _ members: String = "", version: String = #""2026-07-28""#,
        capabilities: String? = "{}"
    ) -> String {
        let key = "io.modelcontextprotocol"
        let rest = capabilities.map { #","\#(key)/clientCapabilities":\#($0)"# } ?? ""
        let meta = #""_meta":{"\#(key)/protocolVersion":\#(version)\#(rest)}"#
        let more = members.isEmpty ? "" : "," + members
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(meta)\#(more)}}"#
    }

    private func result(_ answer: JSONValue?) -> [String: JSONValue] {
        if case .object(let members)? = answer?["result"] { members } else { [:] }
    }

    @Test func `a request that names its version needs no agreement`() async throws {
        send(request(1, "server/discover"), request(2, "tools/list"))
        send(request(3, "tools/call", #""name":"echo","arguments":{"text":"a"}"#))
        send(request(4, "resources/read", #""uri":"a:1""#))
        let answers = try await answers()
        let discovered = result(answers.first { $0["id"] == 1 })
        #expect(discovered["supportedVersions"] == .array(["2026-07-28"]))
        #expect(discovered["instructions"] == "Look.")
        #expect(discovered["cacheScope"] == "private" && discovered["ttlMs"] == 0)
        let server = discovered["_meta"]?["io.modelcontextprotocol/serverInfo"]
        #expect(server?["name"] == "shop")
        #expect(answers.count == 4 && answers.allSatisfy { result($0)["resultType"] == "complete" })
        let called = result(answers.first { $0["id"] == 3 })
        #expect(called["structuredContent"] == .object(["text": "a"]))
        #expect(called["ttlMs"] == nil, "The answer of a tool must not be cached.")
        #expect(result(answers.first { $0["id"] == 4 })["ttlMs"] == 0)
    }

    @Test func `an unsupported version in a request is answered with the supported versions`() async throws {
        send(request(1, "server/discover", version: #""2031-01-01""#))
        let answer = try await answers().first
        let error = answer?["error"]
        #expect(answer?.code == -32_022)
        #expect(error?["data"]?["supported"] == .array(["2026-07-28"]))
        #expect(error?["data"]?["requested"] == "2031-01-01")
        #expect(try await start()?["protocolVersion"] == "2025-06-18", "The client can continue with a handshake.")
    }

    @Test func `missing members of a request with a version are named`() async throws {
        send(request(1, "tools/list", version: "7"), request(2, "tools/list", capabilities: nil))
        send(request(3, "tools/list"), request(4, "ping"), request(5, "initialize"))
        send(#"{"jsonrpc":"2.0","id":6,"method":"tools/list"}"#, request(7, "resources/read", #""uri":"a:9""#))
        let codes = try await answers().map(\.code)
        #expect(codes == [-32_602, -32_602, nil, -32_601, -32_022, -32_602, -32_602])
    }

    @Test func `a request that names a version is refused after a handshake`() async throws {
        _ = try await start()
        send(request(1, "tools/list"))
        #expect(try await answers().first?.code == -32_600)
    }

    @Test(arguments: ["2024-11-05", "2025-06-18"])
    func `objects and their schemas are part of an answer if the version supports them`(version: String) async throws {
        _ = try await start(version)
        send(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        send(#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a"}}}"#)
        let answers = try await answers()
        guard case .array(let tools)? = result(answers.first { $0["id"] == 1 })["tools"] else {
            Issue.record("The list of tools is missing.")
            return
        }
        let isStructured = version == "2025-06-18"
        #expect((tools[0]["outputSchema"]?["title"] == "The tool list_features") == isStructured)
        #expect(tools[1]["outputSchema"] == nil, "No schema describes the answer.")
        #expect((result(answers.first { $0["id"] == 2 })["structuredContent"] != nil) == isStructured)
    }

    @Test func `several requests in one message are refused`() async throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        send("[\(ping),\(ping)]", "[]")
        #expect(try await answers().map(\.code) == [-32_600, -32_600])
    }

    @Test func `lines are found regardless of how they are split, and an overlong line is discarded`() {
        var buffer = LineBuffer(limit: 5)
        let text = Array("ab\r\n\n \t\r\n123456789\ncdefg\nx".utf8)
        var lines: [LineBuffer.Line] = []
        for byte in text { lines += buffer.append([byte]) }
        var whole = LineBuffer(limit: 5)
        #expect(whole.append(text) == lines)
        #expect(lines == [.bytes(Array("ab".utf8)), .tooLong, .bytes(Array("cdefg".utf8))])
        #expect(buffer.end() == .bytes([UInt8(ascii: "x")]) && buffer.end() == nil)
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    fileprivate var code: Int64? {
        if case .integer(let code)? = self["error"]?["code"] { code } else { nil }
    }
}
