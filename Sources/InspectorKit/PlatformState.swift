/// The platform that decides availability.
///
/// It is the real platform, a simulated one that was specified when the app started, or an override. The note names the
/// source or describes details of the real platform.
package struct PlatformState: Codable, Hashable, Sendable, CustomStringConvertible {
    package static let simulated = "simulated"

    package var label: String
    package var note: String?

    package init(label: String = "", note: String? = nil) {
        self.label = label
        self.note = note
    }

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
