/// The platform that decides availability.
///
/// It is the real platform, a simulated one or an override.
package struct PlatformState: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The note of a platform that was specified when the app started.
    package static let simulated = "simulated"

    /// The name and version, such as "iOS 17.2".
    package var label: String
    /// The source of the value, or details of the real platform.
    package var note: String?

    package init(label: String = "", note: String? = nil) {
        self.label = label
        self.note = note
    }

    /// The label, followed by the note in parentheses.
    package var description: String { note.map { "\(label) (\($0))" } ?? label }
}

extension PlatformState {
    /// Describes the platform of a fact, or an unknown platform for `nil`.
    package init(_ fact: Fact?) {
        guard let fact, let platform = fact.effective.currentPlatform else {
            self.init()
            return
        }
        let detail = platform.detail.isEmpty ? nil : platform.detail
        let source = fact.source == .system ? detail : fact.source.rawValue
        self.init(label: platform.label, note: fact.override == nil ? source : "override")
    }
}
