import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

struct KeymapTests {
    /// Every place keys can go to.
    private let places: [InputMode] =
        [.cramped, .choices, .overriding, .form, .help, .filter]
        + [.flow(.card), .flow(.prompt), .flow(.outcome), .flow(.summary)]
        + ConsoleScreen.allCases.map(InputMode.screen)

    @Test func everyBindingHasAKeyAndASummary() {
        for binding in Keymap.standard.bindings {
            #expect(!binding.keys.isEmpty, "\(binding.command) in \(binding.context)")
            #expect(!binding.summary.isEmpty)
        }
    }

    @Test func everyKeyIsReadBackFromItsTextForm() {
        for key in Keymap.standard.bindings.flatMap(\.keys) {
            #expect(KeyPress(key.description) == key)
        }
    }

    @Test func everyCommandHasAKeySomewhere() {
        let bound = Set(Keymap.standard.bindings.map(\.command))
        #expect(Set(ConsoleCommand.allCases).subtracting(bound).isEmpty)
    }

    @Test func inNoPlaceDoesAKeyMeanTwoThings() {
        for place in places {
            var seen: [KeyPress: ConsoleCommand] = [:]
            for binding in Keymap.standard.bindings where place.contexts.contains(binding.context) {
                for key in binding.keys {
                    #expect(seen[key] == nil, "\(key) means \(binding.command) and more in \(place)")
                    seen[key] = binding.command
                }
            }
        }
    }

    @Test func whereTextIsTypedNoCharacterIsACommand() {
        for place in [InputMode.form, .help, .filter] {
            for binding in Keymap.standard.bindings(in: place.contexts) {
                for key in binding.keys where key.modifiers.isEmpty {
                    if case .character = key.key { Issue.record("\(key) is a command in \(place)") }
                }
            }
        }
    }

    @Test func everyPlaceCanBeLeft() {
        for place in places {
            let commands = Keymap.standard.bindings(in: place.contexts).map(\.command)
            #expect(commands.contains(.quit))
            if place != .cramped {
                #expect(commands.contains(.back) || commands.contains(.close) || commands.contains(.endFilter))
            }
        }
    }

    @Test func aMoreSpecificContextTakesTheKey() {
        let key = KeyPress(.character("x"))
        let keymap = Keymap(bindings: [
            KeyBinding(command: .quit, keys: [key], context: .console, label: "", summary: "s"),
            KeyBinding(command: .help, keys: [key], context: .features, label: "", summary: "s"),
        ])
        #expect(keymap.binding(for: key, in: [.features, .console])?.command == .help)
        #expect(keymap.binding(for: key, in: [.console])?.command == .quit)
        #expect(keymap.bindings(in: [.features, .console]).map(\.command) == [.help])
    }

    @Test func theTableForDocumentationHasARowForEveryBinding() {
        let lines = Keymap.standard.markdownTable.split(separator: "\n")
        #expect(lines.count == Keymap.standard.bindings.count + 2)
        #expect(lines.contains("| Features | `a` | Perform an action of the feature |"))
    }

    @Test func theKeyBarFitsEveryScreenAndAlwaysOffersHelp() {
        for columns in [60, 80, 120] {
            var driver = ConsoleDriver(.full, columns: columns, rows: 24)
            for screen in ConsoleScreen.allCases.map({ "\($0.rawValue)" }) {
                driver.type(screen)
                let bar = KeyBar(driver.state).line
                #expect(bar.width <= columns)
                #expect(bar.text.contains("? help"))
                #expect(bar.text.contains("q quit"))
            }
        }
    }
}
