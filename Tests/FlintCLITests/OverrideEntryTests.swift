import Foundation
import InspectorKit
import Testing

@testable import FlintCLI

struct OverrideEntryTests {
    @Test func anEntryHasEveryKey() throws {
        let entry = OverrideEntry(OverrideRecord(kind: .runtimeSwitch, key: "App/Player", value: "on"))
        let json = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(entry)) as? [String: Any])
        #expect(json.keys.sorted() == ["expiry", "key", "kind", "reason", "source", "value"])
        #expect(json["expiry"] is NSNull && json["reason"] is NSNull)
        #expect(json["kind"] as? String == "runtime-switch")
    }

    @Test func aLineSaysWhatHowLongAndWhy() {
        #expect(
            OverrideEntry.line(
                OverrideRecord(
                    kind: .purchase, key: "premium", value: "purchased", reason: "the demo", expiry: .uses(2)))
                == "purchase premium: purchased for 2 uses, because of “the demo”")
        #expect(
            OverrideEntry.line(OverrideRecord(kind: .platform, key: "current", value: "watchOS 9.0"))
                == "platform: watchOS 9.0")
        #expect(
            OverrideEntry.line(OverrideRecord(kind: .flag, key: "x", value: "on", source: "console"))
                == "flag x: on, by console")
    }
}
