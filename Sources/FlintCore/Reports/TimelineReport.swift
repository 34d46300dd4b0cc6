/// An entry of the timeline as reports write it.
struct TimelineReport: Codable, Hashable {
    let id: UInt64
    let date: String
    let kind: String
    let request: UInt
    let userInitiated: Bool
    let source: String
    let session: String
    let feature: String
    let action: String
    let input: String?
    let inputInfo: [String: String]?
    let outcome: String?
    let seconds: Double?

    private enum CodingKeys: String, CodingKey {
        case id, date, kind, request, source, session, feature, action, input, outcome, seconds
        case userInitiated = "user_initiated"
        case inputInfo = "input_info"
    }

    /// Takes an entry.
    init(_ entry: TimelineEntry) {
        let action = entry.action
        id = entry.id
        date = ReportDate.text(entry.date)
        kind = entry.kind == .begin ? "begin" : "complete"
        request = action.requestID
        userInitiated = action.userInitiated
        source = action.source.rawValue
        session = action.sessionName
        feature = action.feature.description
        self.action = action.actionID
        input = action.inputDescription
        inputInfo = action.inputInfo
        outcome = entry.outcome?.description
        seconds = entry.duration?.seconds
    }

    /// The entry as lines for people.
    var text: String {
        let verb = kind == "begin" ? "began" : "completed"
        var lines = [
            "\(date): #\(request) \(userInitiated ? "[User] " : "")\(verb) \(action) of \(feature) "
                + "from \(source), session \(session)"
        ]
        if let input { lines.append("  input: \(input)") }
        if let outcome { lines.append("  outcome: \(outcome)") }
        return lines.map(\.withControlsEscaped).joined(separator: "\n")
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
