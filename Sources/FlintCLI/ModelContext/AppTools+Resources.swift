// SPDX-License-Identifier: MIT

import FlintRecording
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    func resources(from start: Int) -> (resources: [JSONValue], hasMore: Bool) {
        let model = session.inspector.list()
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
                Self.json, try CommandOutput.text(json: SavedReport(ReportFile<App>.report(of: session.inspector)))
            )
        }
        guard address.hasPrefix(Self.featurePrefix),
            let feature = session.inspector.explanation(of: Self.id(inAddress: address))
        else { return nil }
        let overrides = Self.overrides(affecting: feature, in: session.inspector)
        let answer = ExplainAnswer(feature, overrides: overrides)
        return (Self.json, try CommandOutput.text(json: answer))
    }

    /// Returns the feature ID in an address.
    ///
    /// Malformed percent escapes are left unchanged.
    private static func id(inAddress address: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(address.utf8.dropFirst(featurePrefix.utf8.count))[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entry(_ address: String, _ name: String, _ description: String) -> JSONValue {
        .object([
            "uri": .string(address), "name": .string(name), "description": .string(description),
            "mimeType": .string(json),
        ])
    }

    /// Returns the address of a feature: its ID, percent-encoded except for slashes.
    static func address(of id: String) -> String {
        var path = ""
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                path.append(Character(Unicode.Scalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                path += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return featurePrefix + path
    }
}
