#if RemoteFlags
    import FlintCore
    import Foundation
    import Testing

    @testable import FlintRemoteFlags

    struct ServerSentEventTests {
        private func texts(_ parts: String...) throws -> [String] {
            var parser = ServerSentEventParser()
            return try parts.flatMap { try parser.events(in: $0.utf8) }.map { String(decoding: $0.data, as: UTF8.self) }
        }

        @Test func `an event ends with an empty line`() throws {
            #expect(try texts("data: a\n\ndata:b\n\n\n\ndata: c") == ["a", "b"])
        }

        @Test(arguments: ["\n", "\r", "\r\n"])
        func `every kind of line break counts once`(end: String) throws {
            #expect(try texts("data: a\(end)data: b\(end)\(end)data: c\(end)\(end)") == ["a\nb", "c"])
        }

        @Test func `an event can be split anywhere`() throws {
            let text = Array("\u{FEFF}data: a\r\nid: 1\r\ndata:  b\r\n\r\n:x\r\n\r\ndata\r\n\r\n".utf8)
            for count in 0...text.count {
                var parser = ServerSentEventParser()
                let events = try parser.events(in: text[..<count]) + parser.events(in: text[count...])
                #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["a\n b", ""])
            }
        }

        @Test func `only whole numbers are accepted as a retry time`() throws {
            var parser = ServerSentEventParser()
            let events = try parser.events(
                in: "retry: 1500\n\nretry: -1\n\nretry: soon\n\nretry:99999999999999999999\n\n".utf8)
            #expect(events.map(\.retry) == [1.5, RetryAfter.longest])
        }

        @Test func `an overlong event is refused`() {
            var parser = ServerSentEventParser()
            #expect(throws: FlagTransportError.tooLarge(limit: 65_536)) {
                for _ in 0..<100 { _ = try parser.events(in: "data: \(String(repeating: "x", count: 1000))\n".utf8) }
            }
        }

        @Test func `a version with control characters or a secret is not sent back`() {
            let text = ServerTextSanitizer(secrets: ["t0p"])
            func refetch(_ json: String) -> Refetch? { Refetch(ServerSentEvent(data: Array(json.utf8)), text: text) }
            #expect(
                refetch(#"{"type": "refetchEvaluation", "etag": "t0p", "lastModified": "a\nb"}"#)?.query.isEmpty == true
            )
            #expect(
                refetch(#"{"type": "refetchEvaluation", "lastModified": "Fri, 15 Jan 2027 08:02:00 GMT"}"#)?.query
                    == [URLQueryItem(name: "flagConfigLastModified", value: "Fri, 15 Jan 2027 08:02:00 GMT")])
            #expect(refetch(#"{"type": "other"}"#) == nil)
        }

        @Test func `a repeated request keeps the version that was announced in the meantime`() throws {
            let url = try #require(URL(string: "https://flags.example.com"))
            var state = OFREPFlagSource.State(subject: try OFREPFlagSource.Subject(OFREPConfiguration(baseURL: url)))
            state.addPending(Refetch(isAnnounced: true, entityTag: "new"))
            state.addRetry(Refetch(isFull: true, entityTag: "old"))
            #expect(state.pending == Refetch(isFull: true, isAnnounced: true, entityTag: "new"))
            state.pending = nil
            state.addRetry(Refetch(entityTag: "old"))
            #expect(state.pending == Refetch(entityTag: "old"))
        }

        // MARK: Addresses

        private func addresses(_ streams: String, plain: Bool = false) throws -> [String] {
            let url = try #require(URL(string: "https://flags.example.com:8443/team/"))
            let answer = try OFREPAnswer(
                Data(#"{"flags": [], "eventStreams": \#(streams)}"#.utf8), address: "",
                text: ServerTextSanitizer(secrets: []),
                streamBase: EventStreamBase(url: url, allowsPlainHTTP: plain))
            return answer.streams.map(\.url.absoluteString)
        }

        @Test func `a stream has an address or an endpoint`() throws {
            #expect(
                try addresses(#"[{"type": "sse", "url": "https://a.example/x?y=z"}]"#) == ["https://a.example/x?y=z"])
            #expect(
                try addresses(#"[{"type": "sse", "endpoint": {"requestUri": "/x?y=z"}}]"#)
                    == ["https://flags.example.com:8443/x?y=z"])
            #expect(
                try addresses(#"[{"type": "sse", "endpoint": {"requestUri": "/x", "origin": "https://b.example/"}}]"#)
                    == ["https://b.example/x"])
        }

        @Test(arguments: [
            #"{"type": "sse"}"#, #"{"type": "sse", "url": "http://a.example/"}"#, #"{"type": "sse", "url": "/x"}"#,
            #"{"type": "sse", "url": "file:///etc/passwd"}"#, #"{"type": "sse", "url": "https://ada:s@a.example/"}"#,
            #"{"type": "sse", "endpoint": {"requestUri": "@a.example"}}"#, #"{"type": "sse", "endpoint": 7}"#,
            #"{"type": "sse", "url": ""}"#, #"{"type": "ws", "url": "https://a.example/"}"#, "null", "[]",
        ])
        func `an unusable stream is ignored`(stream: String) throws {
            #expect(try addresses("[\(stream)]") == [])
            #expect(try addresses(stream) == [])
        }

        @Test func `equal and excessive streams are ignored`() throws {
            let streams = (0..<20).map { #"{"type": "sse", "url": "https://a.example/\#($0 / 2)"}"# }
            #expect(try addresses("[\(streams.joined(separator: ","))]").count == OFREPAnswer.maximumStreams)
            #expect(
                try addresses(#"[{"type": "sse", "url": "http://a.example/"}]"#, plain: true) == ["http://a.example/"])
        }
    }
#endif
