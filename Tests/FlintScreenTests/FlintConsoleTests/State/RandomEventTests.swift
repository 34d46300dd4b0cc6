import FlintCore
import FlintTerminal
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct RandomEventTests {
    /// The number of events for each seed, which `FLINT_RANDOM_EVENTS` overrides.
    private static let count =
        ProcessInfo.processInfo.environment["FLINT_RANDOM_EVENTS"].flatMap(Int.init) ?? 300

    private static let keys: [KeyPress.Key] = [
        .enter, .enter, .escape, .escape, .tab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
        .pageUp, .pageDown, .function(1), .function(12),
    ]
    private static let letters = Array(
        "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789/:?!=+-<>., é語👩‍👩‍👧\u{301}\u{202E}")
    private static let texts = [
        "", "name=x", "smart", "is:no needs:premium", "\u{1B}[2J\u{7}\n\t\u{9B}31m", "العربية",
        String(repeating: "語", count: 900),
        "!kind:denied \"", "::::", "1d", "iOS 3",
    ]

    /// Returns a random terminal event that neither ends nor suspends the console.
    private static func event(_ random: inout SplitMix64, in size: TerminalSize) -> TerminalEvent {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40:
            let letter = letters.randomElement(using: &random) ?? "x"
            return .key(KeyPress(.character(letter == "q" ? "x" : letter)))
        case 40..<65: return .key(KeyPress(keys.randomElement(using: &random) ?? .enter))
        case 65..<70:
            let letter = "abdefghijklmnopqrstuvwxy".randomElement(using: &random) ?? "x"
            return .key(KeyPress(.character(letter), Bool.random(using: &random) ? .control : .alt))
        case 70..<75: return .paste(texts.randomElement(using: &random) ?? "")
        case 75..<92:
            let kinds: [MouseEvent.Kind] = [.press, .press, .press, .release, .drag, .wheelUp, .wheelDown]
            return .mouse(
                MouseEvent(
                    kind: kinds.randomElement(using: &random) ?? .press,
                    button: Int.random(in: 0..<8, using: &random) == 0 ? .right : .left,
                    position: Point(
                        column: Int.random(in: -2...size.columns + 2, using: &random),
                        row: Int.random(in: -2...size.rows + 2, using: &random))))
        case 92..<95: return .resumed
        default:
            let sizes = [
                TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 120, rows: 40),
                TerminalSize(columns: .random(in: 1...300, using: &random), rows: .random(in: 1...100, using: &random)),
                TerminalSize(
                    columns: .random(in: 60...130, using: &random), rows: .random(in: 16...40, using: &random)),
            ]
            return .resize(sizes.randomElement(using: &random) ?? sizes[0])
        }
    }

    /// Makes a spontaneous change of the app.
    private static func change(_ driver: inout ConsoleDriver, _ random: inout SplitMix64) {
        let isOwned = Bool.random(using: &random)
        driver.change { $0.own("premium", isOwned) }
    }

    private static func problem(with canvas: Canvas, size: TerminalSize) -> String? {
        guard canvas.lines.count == size.rows else { return "\(canvas.lines.count) rows of \(size.rows)" }
        for line in canvas.lines {
            if DisplayWidth.of(line) > size.columns { return "too wide: \(line)" }
            let isHostile = line.unicodeScalars.contains {
                $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
                    || (0x2066...0x2069).contains($0.value)
            }
            if isHostile { return "raw control: \(line.debugDescription)" }
        }
        if let cursor = canvas.cursor,
            !(0..<size.columns).contains(cursor.column) || !(0..<size.rows).contains(cursor.row)
        {
            return "the cursor is at \(cursor) of \(size)"
        }
        return nil
    }

    @Test(arguments: [UInt64(1), 2, 3, 4], [false, true])
    func `every frame stays inside the window after any event, and undo restores the start`(
        seed: UInt64, isHostile: Bool
    ) {
        var random = SplitMix64(seed: seed)
        var driver = ConsoleDriver(isHostile ? SampleApp(group: HostileFeatures.self) : .full)
        let start = driver.app.readModel()
        for number in 0..<Self.count {
            if number % 40 == 39 { Self.change(&driver, &random) }
            let event = Self.event(&random, in: driver.state.environment.size)
            driver.feed(.terminal(event))
            driver.effects = []
            guard number % 3 == 0 else { continue }
            if let problem = Self.problem(with: driver.canvas(), size: driver.state.environment.size) {
                Issue.record("seed \(seed), event \(number), \(event): \(problem)")
                return
            }
        }
        Self.undoEverything(&driver)
        let end = driver.app.readModel()
        #expect(end.overrides.map(\.identity) == start.overrides.map(\.identity), "seed \(seed)")
        #expect(end.status.differences.allSatisfy { $0.kind != .setting }, "seed \(seed)")
        #expect(end.status.focus == start.status.focus, "seed \(seed)")
    }

    /// Closes open dialogs and undoes all changes, including what-if changes.
    private static func undoEverything(_ driver: inout ConsoleDriver) {
        driver.resize(120, 40)
        for _ in 0..<12 { driver.type("<esc>") }
        if driver.state.app.whatIf != nil {
            driver.type("W")
            if driver.state.dialog != nil { driver.type("l") }
        }
        for _ in 0..<count where driver.state.model.status.undo != nil {
            driver.feed(.terminal(.key(KeyPress(.character("u")))))
            if driver.state.dialog != nil { driver.type("<esc>") }
        }
    }
}

/// Features with hostile names, whose actions can be performed.
private final class HostileFeatures: FeatureGroup {
    static let name = "\u{1B}[31mred\u{1B}[0m \u{7}bell"
    static let description = "a\nb\tc"
    static var subfeatures: [FeatureDefinition.Type] { [HostileFeature.self] }
}

private final class HostileFeature: ConditionalFeature {
    static let name = "\u{202E}txt.exe\u{202C} 👩‍👩‍👧‍👦 日本語 " + String(repeating: "very long name ", count: 400)
    static let description = String(repeating: "\u{200F}word ", count: 3_000)
    static let clear = action(HostileAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastFeatures.premium)
        requirements.permission(.camera)
        requirements.userToggled(defaultValue: false)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(clear) }
}

private final class HostileAction: SampleAction { static let name = "\u{1B}[2J clear" }
