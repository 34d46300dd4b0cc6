import Logging

/// A line of the log as reports write it.
struct LogReport: Codable, Hashable {
    let date: String
    let level: String
    let label: String
    let message: String
    let session: String?
    let activity: String?
    let topic: String?
    let userInitiated: Bool?
    let metadata: [String: String]

    private enum CodingKeys: String, CodingKey {
        case date, level, label, message, session, activity, topic, metadata
        case userInitiated = "user_initiated"
    }

    /// Takes a line.
    init(_ line: LogRecord) {
        date = ReportDate.text(line.date)
        level = line.level.rawValue
        label = line.label
        message = line.text
        session = line.session
        activity = line.activity
        topic = line.topic?.description
        userInitiated = line.userInitiated
        metadata = line.metadata
    }

    /// The line for people.
    var text: String {
        let place = [session, activity, topic].compactMap { $0 }
        let rest = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([date, level, "\(label):", message] + (place + rest).map { "[\($0)]" })
            .joined(separator: " ").withControlsEscaped
    }
}
