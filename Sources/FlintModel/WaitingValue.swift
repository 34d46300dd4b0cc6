// SPDX-License-Identifier: MIT

/// The time at which a changed feature flag or user setting takes effect.
///
/// A gate declares the time with `requirements.takesEffect(_:)`.
public enum EffectTime: String, Codable, Sendable, Hashable, CaseIterable {
    /// As soon as the source reports the value.
    case now
    /// When the app announces a session with `Flint.sessionBegan()`.
    case nextSession = "next-session"
    /// When the app is started again.
    case nextStart = "next-start"
}

extension EffectTime: Comparable, CustomStringConvertible {
    /// The time, such as "from the next session".
    public var description: String {
        switch self {
        case .now: "now"
        case .nextSession: "from the next session"
        case .nextStart: "from the next start of the app"
        }
    }

    /// Returns whether the first time is earlier.
    public static func < (first: EffectTime, second: EffectTime) -> Bool {
        allCases.firstIndex(of: first) ?? 0 < allCases.firstIndex(of: second) ?? 0
    }
}

/// A value that a source has reported, but that features do not see until later.
public struct WaitingValue: Hashable, Sendable {
    /// The reported value.
    public let value: FactValue
    /// The source of the value.
    public let source: FactSource
    /// The time at which the value replaces the actual value.
    public let takesEffect: EffectTime

    package init(_ value: FactValue, source: FactSource, takesEffect: EffectTime) {
        (self.value, self.source, self.takesEffect) = (value, source, takesEffect)
    }
}

extension WaitingValue {
    package func displayText(for key: FactKey) -> String { "\(value.displayText(for: key)) \(takesEffect)" }

    struct Record: Codable {
        let value: String
        let source: String
        let takesEffect: EffectTime

        init(_ waiting: WaitingValue, of kind: FactKind) {
            value = waiting.value.exactText(of: kind)
            source = waiting.source.rawValue
            takesEffect = waiting.takesEffect
        }
    }

    init?(_ record: Record, of kind: FactKind) {
        guard let value = FactValue(exact: record.value, of: kind) else { return nil }
        self.init(value, source: FactSource(rawValue: record.source), takesEffect: record.takesEffect)
    }
}
