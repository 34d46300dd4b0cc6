import FlintWorld
import Foundation
import Testing

/// Files with the spellings of versions before 0.2.
struct EarlierSpellingsTests {
    @Test func `a persona with the earlier keys is read and saved with the present ones`() throws {
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

    @Test func `a reason with the earlier kind is read as the present one`() throws {
        let text = """
            { "flint": "expectations", "version": 2,
              "states": { "now": { "features": { "Shop": { "is": "unavailable", "because": ["user-setting Shop"] } } } } }
            """
        let expectations = try JSONDecoder().decode(Expectations.self, from: Data(text.utf8))
        #expect(expectations.states["now"]?.features["Shop"]?.because == ["user-setting Shop"])
    }

    @Test(arguments: [
        (#"{"setUserToggle":{"feature":"Shop","isOn":true}}"#, Command.setUserSetting(feature: "Shop", isOn: true)),
        (#"{"setUserToggle":{"feature":"Shop"}}"#, .setUserSetting(feature: "Shop", isOn: nil)),
        (#"{"setFlag":{"key":"new","isOn":false}}"#, .setFlag(key: "new", isOn: false)),
        (
            #"{"setPermission":{"permission":"camera","status":"not-determined"}}"#,
            .setPermission(permission: "camera", status: .notDetermined)
        ),
        (
            #"{"setPurchase":{"productID":"premium","status":"unknown"}}"#,
            .setPurchase(productID: "premium", status: .unknown)
        ),
    ])
    func `a command of a saved history is read in its earlier spelling`(text: String, command: Command) throws {
        #expect(try JSONDecoder().decode(Command.self, from: Data(text.utf8)) == command)
    }
}
