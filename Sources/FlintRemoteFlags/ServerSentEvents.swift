// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintCore
    import FlintFoundation

    struct ServerSentEvent: Sendable, Equatable {
        /// The event's lines of data, joined by line breaks; empty if the event only sets ``retry``.
        var data: [UInt8] = []
        /// The minimum seconds to wait before the stream is opened again, if the server has specified them.
        var retry: TimeInterval?
    }

    /// A parser for event streams, which arrive in parts of any size.
    ///
    /// The parser implements the format of the HTML standard, without the fields `event` and `id`, which the protocol
    /// does not use.
    struct ServerSentEventParser {
        /// The maximum size of an event in bytes, including its unfinished line.
        static let maximumEventSize = 64 << 10

        private var line: [UInt8] = []
        private var event = ServerSentEvent()
        private var hasData = false
        private var isFirstLine = true
        /// Whether the last byte was a carriage return.
        ///
        /// A line feed after it belongs to the same line break.
        private var followsReturn = false

        /// Returns the events that the next bytes of the stream complete.
        ///
        /// An event that exceeds ``maximumEventSize`` is an error.
        mutating func events(in bytes: some Sequence<UInt8>) throws(FlagTransportError) -> [ServerSentEvent] {
            var events: [ServerSentEvent] = []
            for byte in bytes {
                defer { followsReturn = byte == UInt8(ascii: "\r") }
                switch byte {
                // CR LF can be split between two parts, so the state outlives the call.
                case UInt8(ascii: "\n") where followsReturn: break
                case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                    if let event = endLine() { events.append(event) }
                default:
                    line.append(byte)
                    guard line.count + event.data.count <= Self.maximumEventSize else {
                        throw FlagTransportError.tooLarge(limit: Self.maximumEventSize)
                    }
                }
            }
            return events
        }

        /// Applies the line and returns the event that an empty line completes.
        private mutating func endLine() -> ServerSentEvent? {
            defer { line.removeAll(keepingCapacity: true) }
            let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
            if isFirstLine, line.starts(with: byteOrderMark) { line.removeFirst(byteOrderMark.count) }
            isFirstLine = false
            guard !line.isEmpty else {
                defer { (event, hasData) = (ServerSentEvent(), false) }
                // An empty line ends the event. Without data or a retry time it has no effect.
                return hasData || event.retry != nil ? event : nil
            }
            // The name is empty in a comment, which begins with a colon.
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            var value = line[colon...].dropFirst()
            if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
            switch String(decoding: line[..<colon], as: UTF8.self) {
            case "data":
                if hasData { event.data.append(UInt8(ascii: "\n")) }
                event.data += value
                hasData = true
            case "retry":
                if let milliseconds = WholeNumber.parse(value) {
                    event.retry = min(TimeInterval(milliseconds) / 1000, RetryAfter.longest)
                }
            default: break
            }
            return nil
        }
    }

    /// A request to fetch the flags again, with the version of the flags that caused it.
    struct Refetch: Sendable, Equatable {
        /// Whether the response is needed even if it is unchanged.
        var isFull = false
        var isAnnounced = false
        /// The entity tag of the server's flag configuration, as text from an event.
        var entityTag: String?
        /// The time of the change of the server's flag configuration, as text from an event.
        var lastModified: String?

        var query: [URLQueryItem] {
            [("flagConfigEtag", entityTag), ("flagConfigLastModified", lastModified)].compactMap { name, value in
                value.map { URLQueryItem(name: name, value: $0) }
            }
        }

        mutating func merge(_ later: Refetch) {
            isFull = isFull || later.isFull
            isAnnounced = isAnnounced || later.isAnnounced
            // The two values describe one version and are never mixed.
            guard later.entityTag != nil || later.lastModified != nil else { return }
            (entityTag, lastModified) = (later.entityTag, later.lastModified)
        }
    }

    extension Refetch {
        /// Reads the data of an event, or returns `nil` for other events and for malformed ones.
        init?(_ event: ServerSentEvent, text: ServerTextSanitizer) {
            let data = Data(event.data)
            guard
                let message = try? JSONDecoder().decode(
                    Message.self, from: data, within: .flagAnswer(bytes: data.count)),
                message.type == "refetchEvaluation"
            else { return nil }
            isAnnounced = true
            entityTag = text.entityTag(message.etag?.scalarText)
            lastModified = text.entityTag(message.lastModified?.scalarText, allowsSpaces: true)
        }

        private struct Message: Decodable {
            let type: String
            let etag: ContextValue?
            let lastModified: ContextValue?
        }
    }
#endif
