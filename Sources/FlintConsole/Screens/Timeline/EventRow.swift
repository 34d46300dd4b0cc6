import InspectorKit
import TerminalKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an event looks like in one line.
struct EventRow {
    /// The time of day, to the second.
    let time: String
    /// The sign of the event's kind or outcome, two cells wide.
    let sign: String
    /// The look of the sign.
    let role: Role
    /// How long it took, in the unit that suits, or nothing.
    let duration: String
    /// What happened.
    private let title: String
    /// What the title begins with if that is the name of the event's feature.
    private let featureName: String?

    /// Makes the parts of the line.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - date: The time to show instead of the event's own.
    ///   - state: The state of the console.
    init(_ event: EventRecord, at date: Date? = nil, in state: ConsoleState) {
        time = DateWords.second(of: date ?? event.date, offset: state.environment.timeZoneOffset)
        (sign, role) = Self.sign(of: event)
        duration = event.duration.map(Self.words(duration:)) ?? ""
        title = event.title
        let name = event.featureID.flatMap { state.feature($0)?.name }
        featureName = name.flatMap { event.title.hasPrefix($0 + ": ") ? $0 : nil }
    }

    /// What happened, in a given room: the feature's name gives way first, so that what was done is kept longest.
    ///
    /// - Parameters:
    ///   - columns: The cells it may take.
    ///   - ellipsis: The sign for what is cut off, one cell wide.
    /// - Returns: Text such as `Smart playl…: Show denied…`.
    func title(columns: Int, ellipsis: String) -> String {
        let safe = TextSanitizer.sanitized(String(title.prefix(columns * 8 + 8)))
        guard let featureName, DisplayWidth.of(safe) > columns else {
            return TextLayout.clipped(title, to: columns, ellipsis: ellipsis)
        }
        let rest = String(title.dropFirst(featureName.count).prefix(columns * 8 + 8))
        // What was done ends where the reason for it begins.
        let done = rest.dropFirst(2).split(separator: ":", maxSplits: 1).first ?? ""
        let needed = DisplayWidth.of(TextSanitizer.sanitized(": \(done)")) + (done.count + 2 < rest.count ? 1 : 0)
        let name = TextLayout.clipped(featureName, to: max(columns / 3, columns - needed), ellipsis: ellipsis)
        return TextLayout.clipped(name + rest, to: columns, ellipsis: ellipsis)
    }

    /// The sign of an event and its look: the outcome where there is one, else the kind.
    static func sign(of event: EventRecord) -> (String, Role) {
        switch event.outcome {
        case .success?: ("ok", .good)
        case .failure?: ("!!", .bad)
        case .denied?: ("no", .bad)
        case nil:
            switch event.kind {
            case .actionBegan: (">>", .plain)
            case .actionCompleted: ("<<", .plain)
            case .requestDenied: ("no", .bad)
            case .factChanged: ("~~", .strong)
            case .store: ("$$", .strong)
            case .promptShown: ("??", .doubtful)
            case .promptAnswered: ("<<", .plain)
            case .flowBegan: (">>", .plain)
            case .flowEnded: ("<<", .plain)
            case .advisory: ("!!", .doubtful)
            }
        }
    }

    /// A duration in the unit that suits it.
    static func words(duration seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
        if seconds < 0.001 { return "\(Int((seconds * 1e6).rounded())) us" }
        if seconds < 1 { return "\(Int((seconds * 1e3).rounded())) ms" }
        if seconds < 120 { return "\(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s" }
        return "\(Int(seconds) / 60) min"
    }
}

extension EventRecord.Kind {
    /// The kind as people read it.
    var words: String {
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
