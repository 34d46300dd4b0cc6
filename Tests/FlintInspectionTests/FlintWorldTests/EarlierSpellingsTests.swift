import FlintWorld
import Foundation
import Testing

/// Files with the spellings of versions before 0.2.
struct EarlierSpellingsTests {
    @Test func `a persona with the earlier keys is read and saved with the current keys`() throws {
        let text = #"{"name": "Old", "toggles": {"Shop": "off"}, "switches": {"Shop": "on"}}"#
        let persona = try JSONDecoder().decode(Persona.self, from: Data(text.utf8))
        #expect(persona.userSettings == ["Shop": .off])
        #expect(persona.runtimeSwitches == ["Shop": .on])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        #expect(
            String(decoding: try encoder.encode(persona), as: UTF8.self)
                == #"{"name":"Old","runtimeSwitches":{"Shop":"on"},"userSettings":{"Shop":"off"}}"#)
    }

    @Test func `a reason with the earlier kind is read as the current kind`() throws {
        let text = """
            { "flint": "expectations", "version": 2,
              "states": { "now": { "features": { "Shop": { "is": "unavailable", "because": ["user-setting Shop"] } } } } }
            """
        let expectations = try JSONDecoder().decode(Expectations.self, from: Data(text.utf8))
        #expect(expectations.states["now"]?.features["Shop"]?.because == ["user-setting Shop"])
    }

    @Test func `a command of a saved history keeps its spelling`() throws {
        let command = Command.setUserSetting(feature: "Shop", isOn: true)
        let text = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
        #expect(text.hasPrefix(#"{"setUserToggle":"#))
        #expect(try JSONDecoder().decode(Command.self, from: Data(text.utf8)) == command)
    }
}
