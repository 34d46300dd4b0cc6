/// The platform that availability is decided for.
package struct PlatformState: Codable, Hashable, Sendable, CustomStringConvertible {
    /// What a note says of a platform that the app was started with.
    package static let simulated = "simulated"

    /// The name and the version, such as "iOS 17.2".
    package var label: String
    /// Where that comes from, or further details of the real platform.
    package var note: String?

    /// Creates a platform; by default, one that is not known.
    package init(label: String = "", note: String? = nil) {
        self.label = label
        self.note = note
    }

    /// The label with the note in parentheses.
    package var description: String { note.map { "\(label) (\($0))" } ?? label }
}

extension PlatformState {
    /// Describes the platform that availability is decided for, if it is known.
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
