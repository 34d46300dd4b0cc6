// SPDX-License-Identifier: MIT

/// The platform that decides availability.
///
/// This is the real platform, a simulated platform specified at launch, or an override. For a simulated or overridden
/// platform, the note states this; for the real platform, the note contains details.
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
