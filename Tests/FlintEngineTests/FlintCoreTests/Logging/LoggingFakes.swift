import FlintLocks
import Foundation

@testable import FlintCore

/// An output that records its lines.
final class ListOutput: LoggerOutput {
    private let state = Protected<[LogEvent]>([])
    private let limit: Protected<LoggerLevel>

    init(threshold: LoggerLevel = .debug) {
        limit = Protected(threshold)
    }

    var threshold: LoggerLevel {
        get { limit.withLock { $0 } }
        set { limit.withLock { $0 = newValue } }
    }

    func log(event: LogEvent) {
        state.withLock { $0.append(event) }
    }

    var events: [LogEvent] { state.withLock { $0 } }

    var texts: [String] { events.map(\.text) }
}

/// A formatter that returns only the text of an event.
struct TextFormatter: LogEventFormattingStrategy {
    func format(_ event: LogEvent) -> String? { event.text }
}

extension LogEvent {
    static func sample(
        _ text: String, level: LoggerLevel = .info, topic: TopicPath = ["App", "Player"], number: UInt64 = 1,
        arguments: String? = nil, presenter: String? = nil, userInitiated: Bool? = nil
    ) -> LogEvent {
        LogEvent(
            date: Date(timeIntervalSince1970: 1_000_000.25), sequenceID: number, level: level,
            context: LogEventContext(
                session: "main", activity: "Testing", topicPath: topic, arguments: arguments, presenter: presenter,
                userInitiated: userInitiated), text: text)
    }
}
