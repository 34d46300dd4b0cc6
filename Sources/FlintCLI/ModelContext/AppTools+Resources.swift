// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintRecording
import FlintWorld

// The resources that a client can read: a report of the whole app, and each feature.
extension AppTools {
    private static var report: String { "flint://report" }
    private static var featurePrefix: String { "flint://feature/" }
    private static var json: String { "application/json" }

    var resourceTemplates: [JSONValue] {
        [
            .object([
                "uriTemplate": .string(Self.featurePrefix + "{+id}"), "name": "feature",
                "description": "A feature with its requirements, unlock plans and actions.",
                "mimeType": .string(Self.json),
            ])
        ]
    }

    func resources(from start: Int) throws(CommandLineError) -> (resources: [JSONValue], hasMore: Bool) {
        let model = try session.model
        var page: [JSONValue] = []
        if start == 0 {
            page.append(
                Self.entry(
                    Self.report, "report",
                    "A report of \(model.status.appName): its state, events and log.")
            )
        }
        // The report is the first resource, before the features.
        let features = model.features.dropFirst(max(0, start - 1)).prefix(Self.pageSize - page.count)
        page += features.map { feature in
            Self.entry(
                Self.address(of: feature.id), feature.name, "The explanation of the feature \(feature.id).")
        }
        return (page, start + page.count < model.features.count + 1)
    }

    func resource(at address: String) throws -> (type: String, text: String)? {
        if address == Self.report || address == Self.report + "/" {
            return (
                Self.json, try TextFormat.indentedJSON(of: SavedReport(ReportFile<App>.report(of: session.inspector)))
            )
        }
        guard address.hasPrefix(Self.featurePrefix),
            let id = PercentCoding.decoded(address.dropFirst(Self.featurePrefix.count)),
            try session.model.feature(id) != nil
        else { return nil }
        return (Self.json, try TextFormat.indentedJSON(of: WhyAnswer(about: [id], in: session.world(of: [id]))))
    }

    private static func entry(_ address: String, _ name: String, _ description: String) -> JSONValue {
        .object([
            "uri": .string(address), "name": .string(name), "description": .string(description),
            "mimeType": .string(json),
        ])
    }

    /// Returns the address of a feature: its ID, percent-encoded except for slashes.
    static func address(of id: String) -> String {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false)
        return featurePrefix + parts.map { PercentCoding.encoded($0.utf8) }.joined(separator: "/")
    }
}
