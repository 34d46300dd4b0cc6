// SPDX-License-Identifier: MIT

import FlintFoundation

extension TextFormat {
    /// Returns a value as indented JSON with sorted keys and a trailing newline, without control characters.
    package static func indentedJSON(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: printable(json: Array(try encoder.encode(value))), as: UTF8.self) + "\n"
    }
}

/// The JSON object that `flint features --json` prints.
package struct FeaturesAnswer: Encodable {
    let app: String
    let platform: String
    let features: [FeatureSnapshot]
    /// The declared requirements of the features and the groups above them, for `flint compare --prove`.
    let gates: [DeclaredGating.Gate]

    package init(_ features: [FeatureSnapshot], in world: World) {
        app = world.model.status.appName
        platform = world.model.status.platform.description
        self.features = features
        gates = world.gates(of: features.map(\.id))
    }
}

package struct TimelineAnswer: Encodable {
    package let events: [EventRecord]

    package init(events: [EventRecord]) {
        self.events = events
    }
}
