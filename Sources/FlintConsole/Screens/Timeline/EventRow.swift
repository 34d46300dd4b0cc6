// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The parts of an event's line.
///
/// The timeline arranges the parts in columns. The line above the key bar shows some of them for the newest event.
struct EventRow {
    let time: String
    /// The sign of the event's outcome or kind, two cells wide.
    let sign: String
    let role: Role
    let duration: String
    private let title: String
    /// The name of the event's feature or fact, or `nil` if the title does not begin with the name.
    private let name: String?
    /// The end of the title that states an override's reason.
    private let reason: String

    /// Creates the parts of an event's line.
    ///
    /// The line shows the given date or, if it is `nil`, the event's own date.
    init(_ event: EventRecord, at date: Date? = nil, in state: ConsoleState) {
        time = TimestampFormatter.second(of: date ?? event.date, in: state.environment.timeZone)
        (sign, role) = Self.sign(of: event)
        duration = event.duration.map(Self.displayText(duration:)) ?? ""
        title = event.title
        let fact = event.change?.fact.reference.map { state.model.title(of: $0) }
        let name = event.featureID.flatMap { state.feature($0)?.name } ?? fact
        self.name = name.flatMap { event.title.hasPrefix($0 + ": ") ? $0 : nil }
        let reason = Override.displayText(forReason: event.change?.fact.fact.override?.reason)
        self.reason = event.title.hasSuffix(reason) ? reason : ""
    }

    /// Returns the title, truncated to a width, such as `Smart playl…: “Show” denied…`.
    ///
    /// An override's reason is truncated first, and then the name. The name keeps at least 8 cells, or a third of a
    /// narrow width, so that the action or the fact's new value remains readable.
    func title(columns: Int, ellipsis: String) -> String {
        // Only as much text as can fit is sanitized and measured.
        let safe = TextSanitizer.sanitized(String(title.prefix(columns * 8 + 8)))
        guard let name, DisplayWidth.of(safe) > columns else {
            return TextLayout.clipped(title, to: columns, ellipsis: ellipsis)
        }
        let rest = String(title.dropFirst(name.count).dropLast(reason.count).prefix(columns * 8 + 8))
        // An action's name ends at the colon before the explanation of a denied request.
        let done = rest.dropFirst(2).split(separator: ":", maxSplits: 1).first ?? ""
        let isContinued = done.count + 2 < rest.count || !reason.isEmpty
        let needed = DisplayWidth.of(TextSanitizer.sanitized(": \(done)")) + (isContinued ? 1 : 0)
        let start = TextLayout.clipped(name, to: max(min(columns / 3, 8), columns - needed), ellipsis: ellipsis)
        return TextLayout.clipped(start + rest + reason.prefix(columns * 8 + 8), to: columns, ellipsis: ellipsis)
    }

    static func sign(of event: EventRecord) -> (String, Role) {
        switch event.content {
        case .actionBegan, .flowBegan: (">>", .plain)
        case .actionCompleted(_, .success, _), .promptAnswered(_, .success), .flowEnded(_, .success): ("ok", .good)
        case .actionCompleted(_, .failure, _), .promptAnswered(_, .failure), .flowEnded(_, .failure): ("!!", .bad)
        case .actionCompleted(_, .denied, _), .promptAnswered(_, .denied), .flowEnded(_, .denied), .requestDenied:
            ("no", .bad)
        case .factChanged: ("~~", .strong)
        case .storeEvent: ("$$", .strong)
        case .promptShown: ("??", .doubtful)
        case .identifierChanged, .advisory: ("!!", .doubtful)
        }
    }

    static func displayText(duration seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
        // The limits account for rounding, so that no duration reads "1000 ms".
        if seconds < 0.999_5e-3 { return "\(Int((seconds * 1e6).rounded())) us" }
        if seconds < 0.999_5 { return "\(Int((seconds * 1e3).rounded())) ms" }
        if seconds < 1 { return "1.0 s" }
        if seconds < 120 { return "\(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s" }
        return "\(Int(seconds) / 60) min"
    }
}

extension EventRecord.Kind {
    var displayText: String {
        switch self {
        case .actionBegan: "action began"
        case .actionCompleted: "action completed"
        case .requestDenied: "request denied"
        case .factChanged: "fact changed"
        case .store: "store"
        case .promptShown: "prompt shown"
        case .promptAnswered: "prompt answered"
        case .flowBegan: "flow began"
        case .flowEnded: "flow ended"
        case .advisory: "advisory"
        }
    }
}
