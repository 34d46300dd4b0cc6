import Foundation
import Testing

@testable import FlintCore

/// Where requests come from, as a word.
struct ActionSourceTests {
    @Test(arguments: [
        (ActionSource.application, "application"), (.intent, "intent"), (.openURL, "openURL"),
        (.continueActivity(type: .search), "continueActivity:search"),
        (.continueActivity(type: .browsingWeb), "continueActivity:browsingWeb"),
        (.continueActivity(type: .classKit), "continueActivity:classKit"),
        (.continueActivity(type: .other), "continueActivity:other"),
        (.continueActivity(type: .siri(interaction: "a:b")), "continueActivity:siri:a:b"),
    ])
    func everySourceIsAWordAndIsReadBack(source: ActionSource, word: String) throws {
        #expect(source.rawValue == word)
        #expect(ActionSource(rawValue: word) == source)
        let data = try JSONEncoder().encode([source])
        #expect(String(decoding: data, as: UTF8.self) == "[\"\(word)\"]")
        #expect(try JSONDecoder().decode([ActionSource].self, from: data) == [source])
    }

    @Test(arguments: ["", "opened", "continueActivity", "continueActivity:", "continueActivity:x"])
    func otherWordsAreNone(word: String) {
        #expect(ActionSource(rawValue: word) == nil)
    }
}
