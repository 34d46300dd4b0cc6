import Foundation
import Testing

@testable import FlintCore

struct ActionSourceTests {
    @Test(arguments: [
        (ActionSource.application, "application"), (.intent, "intent"), (.openURL, "openURL"),
        (.continueActivity(type: .search), "continueActivity:search"),
        (.continueActivity(type: .browsingWeb), "continueActivity:browsingWeb"),
        (.continueActivity(type: .classKit), "continueActivity:classKit"),
        (.continueActivity(type: .other), "continueActivity:other"),
        (.continueActivity(type: .siri(interaction: "a:b")), "continueActivity:siri:a:b"),
    ])
    func `an action source round-trips through raw value and JSON`(source: ActionSource, rawValue: String) throws {
        #expect(source.rawValue == rawValue)
        #expect(ActionSource(rawValue: rawValue) == source)
        let data = try JSONEncoder().encode([source])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(rawValue)\"]")
        #expect(try JSONDecoder().decode([ActionSource].self, from: data) == [source])
    }

    @Test(arguments: ["", "opened", "continueActivity", "continueActivity:", "continueActivity:x"])
    func `an unknown raw value is not an action source`(rawValue: String) {
        #expect(ActionSource(rawValue: rawValue) == nil)
    }
}
