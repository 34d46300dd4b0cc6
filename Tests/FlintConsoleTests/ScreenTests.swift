import Foundation
import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Plays keys and compares the whole screen, its text and its look, with an expected one.
///
/// `FLINT_UPDATE_SCREENS=1 swift test --filter FlintConsoleTests` updates the expected screens.
struct ScreenTests {
    /// A screen and the keys that lead to it.
    struct Scene: CustomTestStringConvertible, Sendable {
        var name: String
        var keys: String
        var sizes: [(Int, Int)] = [(120, 40), (80, 24)]
        var usesUTF8 = true
        var colors = 256
        var world: @Sendable () -> PodcastWorld = { PodcastWorld() }
        /// A size to change to after the keys.
        var resize: (Int, Int)?

        var testDescription: String { name }
    }

    static let toSmart = "/smart<enter><esc>"

    static let scenes = chosen + everyScreen

    private static let chosen: [Scene] = [
        Scene(name: "start", keys: "", sizes: [(120, 40), (80, 24), (60, 16), (50, 12)]),
        Scene(name: "unlock", keys: toSmart + "U<down>", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "smart-playlists", keys: toSmart + "<enter>", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "filter-typing", keys: "/smart"),
        Scene(name: "filter-kept", keys: "/smart<enter>", sizes: [(80, 24)]),
        Scene(name: "filter-nothing", keys: "/xyz", sizes: [(80, 24)]),
        Scene(name: "filter-fields", keys: "/", sizes: [(120, 40), (60, 16)]),
        Scene(name: "filter-values", keys: "/is:", sizes: [(120, 40), (60, 16)]),
        Scene(name: "filter-completed", keys: "/needs:p<tab>", sizes: [(80, 24)]),
        Scene(name: "filter-error", keys: "/iz:no", sizes: [(120, 40), (60, 16)]),
        Scene(name: "filter-hint", keys: "/needs:premum", sizes: [(80, 24)]),
        Scene(name: "filter-needs", keys: "/needs:premium is:no<enter>", sizes: [(120, 40)]),
        Scene(name: "filter-log", keys: "7/level:war<tab><tab>", sizes: [(80, 24)], world: { .active }),
        Scene(name: "next-failure", keys: "nn", sizes: [(80, 24)]),
        Scene(name: "palette", keys: ":", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "palette-search", keys: ":pre", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "palette-nothing", keys: ":xyzzy", sizes: [(60, 16)]),
        Scene(name: "palette-hostile", keys: ":r", sizes: [(80, 24)], world: { .hostile }),
        Scene(name: "ascii-palette", keys: ":pre", sizes: [(80, 24)], usesUTF8: false, colors: 0),
        Scene(name: "collapsed", keys: "j<left>j<space>", sizes: [(80, 24)]),
        Scene(name: "actions", keys: toSmart + "a"),
        Scene(name: "form", keys: toSmart + "aj<enter>Morning walk<tab>secret", sizes: [(120, 40), (60, 16)]),
        Scene(name: "form-problem", keys: toSmart + "aj<enter><tab><enter>", sizes: [(80, 24)]),
        Scene(name: "offer-purchase", keys: toSmart + "a<enter>", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "explain-restricted", keys: "/clip<enter>a", sizes: [(80, 24)]),
        Scene(name: "instruct-denied", keys: "/photo<enter>a", sizes: [(80, 24)]),
        Scene(name: "explain-toggle", keys: "2Gb1/dynamic<enter>a", sizes: [(120, 40)]),
        Scene(name: "override-chooser", keys: toSmart + "o"),
        Scene(name: "override-values", keys: toSmart + "o<enter>", sizes: [(80, 24)]),
        Scene(name: "any-of", keys: "/turbo<enter><esc>w", sizes: [(120, 40)]),
        Scene(name: "overridden", keys: "2G<enter>b1" + toSmart),
        Scene(name: "purchases", keys: "2G", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "purchase-details", keys: "2G<enter>", sizes: [(80, 24), (60, 16)]),
        Scene(name: "purchase-overridden", keys: "2G<tab>b"),
        Scene(name: "store", keys: "2Gs", sizes: [(120, 40)]),
        Scene(name: "permissions", keys: "3", sizes: [(120, 40), (80, 24)]),
        Scene(name: "permission-details", keys: "3<enter>", sizes: [(80, 24)]),
        Scene(name: "permission-override", keys: "3o", sizes: [(120, 40), (60, 16)]),
        Scene(name: "flow-card", keys: toFlow, sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "flow-prompt", keys: toFlow + "c", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "flow-outcome", keys: toFlow + "ca", sizes: [(120, 40), (80, 24)]),
        Scene(name: "flow-summary", keys: toFlow + "can", sizes: [(120, 40), (80, 24)]),
        Scene(name: "flow-cancelled", keys: toFlow + "x", sizes: [(80, 24)]),
        Scene(name: "timeline", keys: toFlow + "cand5", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "timeline-details", keys: toFlow + "cand5g<enter>", sizes: [(120, 40), (80, 24)]),
        Scene(name: "timeline-filter", keys: toFlow + "cand5/denied<enter>", sizes: [(80, 24)]),
        Scene(name: "timeline-nothing", keys: toFlow + "cand5/xyz<enter>", sizes: [(120, 40), (60, 16)]),
        Scene(name: "timeline-empty", keys: "5", sizes: [(80, 24)]),
        Scene(name: "timeline-focus", keys: toFlow + "cand5", sizes: [(80, 24)], world: { .focused }),
        Scene(name: "timeline-focus-empty", keys: "5", sizes: [(60, 16)], world: { .focused }),
        Scene(
            name: "timeline-tool", keys: "5", sizes: [(200, 60), (120, 40), (80, 24), (60, 16)], world: { .used }),
        Scene(
            name: "timeline-changes", keys: "5gjj jjjP", sizes: [(200, 60), (120, 40), (80, 24)],
            world: { .used }),
        Scene(name: "timeline-repeated", keys: "5gjjjj", sizes: [(120, 40)], world: { .used }),
        Scene(name: "timeline-expanded", keys: "5gjjjj jj", sizes: [(80, 24)], world: { .used }),
        Scene(name: "timeline-both", keys: "5Bkkk", sizes: [(120, 40), (80, 24)], world: { .used }),
        Scene(
            name: "waterfall", keys: "5w", sizes: [(200, 60), (120, 40), (80, 24), (60, 16)], world: { .used }),
        Scene(name: "waterfall-session", keys: "5wg<enter>", sizes: [(120, 40), (80, 24)], world: { .used }),
        Scene(
            name: "ascii-timeline", keys: "5gjj j", sizes: [(80, 24)], usesUTF8: false, colors: 0, world: { .used }),
        Scene(name: "ascii-waterfall", keys: "5w", sizes: [(120, 40)], usesUTF8: false, colors: 0, world: { .used }),
        Scene(name: "hostile-timeline", keys: "5", sizes: [(120, 40), (80, 24)], world: { .hostileEvents }),
        Scene(name: "hostile-waterfall", keys: "5w", sizes: [(80, 24)], world: { .hostileEvents }),
        Scene(name: "help", keys: "?"),
        Scene(name: "help-search", keys: "?override", sizes: [(80, 24)]),
        Scene(name: "clear-overrides", keys: "2G<enter>b3oaC", sizes: [(120, 40)]),
        Scene(name: "ascii", keys: toFlow, sizes: [(120, 40), (80, 24)], usesUTF8: false, colors: 0),
        Scene(name: "ascii-features", keys: "2G<enter>b1", sizes: [(80, 24)], usesUTF8: false, colors: 0),
        Scene(name: "empty", keys: "", sizes: [(80, 24), (120, 40)], world: { .empty }),
        Scene(name: "hostile", keys: "jj<enter>", sizes: [(120, 40), (80, 24)], world: { .hostile }),
        Scene(name: "hostile-list", keys: "j", sizes: [(80, 24)], world: { .hostile }),
        Scene(name: "dialog-resized", keys: toSmart + "a<enter>", sizes: [(120, 40)], resize: (60, 16)),
        Scene(
            name: "flags", keys: "4G", sizes: [(120, 40), (80, 24), (60, 16)], world: { .full }),
        Scene(name: "flag-details", keys: "4jj<enter>", sizes: [(80, 24)], world: { .busy }),
        Scene(name: "flag-failing", keys: "4G", sizes: [(120, 40)], world: { .full }),
        Scene(name: "flag-overridden", keys: "4j", sizes: [(120, 40), (80, 24)], world: { .busy }),
        Scene(name: "flag-set", keys: "4js", sizes: [(120, 40), (60, 16)], world: { .full }),
        Scene(name: "flag-override", keys: "4jol", sizes: [(80, 24)], world: { .busy }),
        Scene(name: "flag-requirement", keys: toSmart + "o", sizes: [(120, 40)], world: { .full }),
        Scene(name: "store-purchases", keys: "2G", sizes: [(120, 40), (80, 24), (60, 16)], world: { .busy }),
        Scene(name: "store-details", keys: "2G<enter>", sizes: [(80, 24)], world: { .busy }),
        Scene(name: "transactions", keys: "2G<enter>G", sizes: [(120, 40), (80, 24)], world: { .subscribed }),
        Scene(
            name: "ascii-transactions", keys: "2G<enter>G", sizes: [(120, 40)], usesUTF8: false, colors: 0,
            world: { .subscribed }),
        Scene(name: "transaction-delete", keys: "2GD<down>", sizes: [(120, 40), (60, 16)], world: { .subscribed }),
        Scene(name: "store-dialog", keys: "2Gs", sizes: [(120, 40), (80, 24), (60, 16)], world: { .full }),
        Scene(name: "store-pending", keys: "2s", sizes: [(120, 40)], world: { .busy }),
        Scene(name: "store-clock", keys: "2Gcd", sizes: [(120, 40), (80, 24), (60, 16)], world: { .busy }),
        Scene(name: "store-advance", keys: "2Gctsoon<enter>", sizes: [(80, 24)], world: { .full }),
        Scene(name: "store-reset", keys: "2Gcx", sizes: [(80, 24)], world: { .busy }),
        Scene(name: "override-limited", keys: toSmart + "o<enter>llwto see it<enter>", sizes: [(120, 40), (80, 24)]),
        Scene(name: "override-reason", keys: toSmart + "o<enter>w", sizes: [(80, 24)]),
        Scene(name: "override-platform", keys: toSmart + "ojj<enter>watchOS 9<tab>soon<enter>", sizes: [(80, 24)]),
        Scene(name: "overrides", keys: "O", sizes: [(120, 40), (80, 24), (60, 16)], world: { .busy }),
        Scene(name: "overridden-limited", keys: toSmart, sizes: [(120, 40)], world: { .busy }),
        Scene(name: "problems", keys: "!", sizes: [(120, 40), (60, 16)], world: { .busy }),
        Scene(name: "restart", keys: "3R", sizes: [(80, 24)]),
        Scene(
            name: "ascii-flags", keys: "4j", sizes: [(120, 40)], usesUTF8: false, colors: 0, world: { .busy }),
        Scene(
            name: "ascii-store", keys: "2Gc", sizes: [(80, 24)], usesUTF8: false, colors: 0, world: { .busy }),
        Scene(name: "logs", keys: "7", sizes: [(120, 40), (80, 24), (60, 16)], world: { .active }),
        Scene(name: "logs-empty", keys: "7", sizes: [(120, 40), (60, 16)]),
        Scene(name: "log-details", keys: "7kk<enter>", sizes: [(120, 40), (80, 24)], world: { .active }),
        Scene(name: "logs-level", keys: "7LLLL", sizes: [(80, 24)], world: { .active }),
        Scene(name: "logs-topic", keys: "7kkt", sizes: [(120, 40), (60, 16)], world: { .active }),
        Scene(name: "logs-filter", keys: "7/error<enter>", sizes: [(80, 24)], world: { .active }),
        Scene(name: "logs-nothing", keys: "7/xyz", sizes: [(80, 24)], world: { .active }),
        Scene(name: "logs-narrowed", keys: narrowed, sizes: [(120, 40), (60, 16)], world: { .active }),
        Scene(name: "logs-narrowed-details", keys: narrowed + "<tab>", sizes: [(60, 16)], world: { .active }),
        Scene(name: "logs-subtopic", keys: "7t", sizes: [(120, 40), (60, 16)], world: { .active }),
        Scene(name: "logs-focus-empty", keys: "7", sizes: [(120, 40), (60, 16)], world: { .focused }),
        Scene(name: "logs-focus", keys: "7kkF", sizes: [(120, 40), (80, 24)], world: { .active }),
        Scene(name: "hostile-logs", keys: "7g", sizes: [(120, 40), (80, 24)], world: { .hostileLog }),
        Scene(name: "hostile-line", keys: "7gj<enter>", sizes: [(80, 24)], world: { .hostileLog }),
        Scene(
            name: "ascii-logs", keys: "7", sizes: [(80, 24)], usesUTF8: false, colors: 0, world: { .active }),
        Scene(name: "stacks", keys: "6", sizes: [(120, 40), (80, 24), (60, 16)], world: { .active }),
        Scene(name: "stacks-empty", keys: "6", sizes: [(120, 40), (60, 16)]),
        Scene(name: "stack-details", keys: "6<enter>", sizes: [(80, 24)], world: { .active }),
        Scene(name: "stacks-filter", keys: "6/speed", sizes: [(120, 40)], world: { .active }),
        Scene(name: "stacks-nothing", keys: "6/xyz<enter>", sizes: [(120, 40), (80, 24)], world: { .active }),
        Scene(name: "focus", keys: "/downl<enter><esc>F", sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "matrix", keys: "8", sizes: [(200, 60), (120, 40), (80, 24), (60, 16)], world: { .populated }),
        Scene(
            name: "matrix-child", keys: "8<right>d", sizes: [(120, 40), (80, 24), (60, 16)], world: { .populated }),
        Scene(name: "matrix-details", keys: "8/smart<enter><enter>", sizes: [(80, 24)], world: { .populated }),
        Scene(name: "matrix-apply", keys: "8<right>A<down>", sizes: [(120, 40), (80, 24)], world: { .populated }),
        Scene(name: "matrix-save", keys: "8S", sizes: [(80, 24)], world: { .populated }),
        Scene(name: "matrix-empty", keys: "8d", sizes: [(80, 24)]),
        Scene(
            name: "ascii-matrix", keys: "8<right>", sizes: [(80, 24)], usesUTF8: false, colors: 0,
            world: { .populated }),
        Scene(name: "what-if", keys: "W", sizes: [(80, 24)]),
        Scene(name: "what-if-tried", keys: "W2Go<enter>1" + toSmart, sizes: [(120, 40), (80, 24), (60, 16)]),
        Scene(name: "what-if-leave", keys: "W2Go<enter>W", sizes: [(120, 40), (60, 16)]),
        Scene(name: "differences", keys: "O", sizes: [(120, 40), (80, 24), (60, 16)], world: { .changed }),
        Scene(name: "one-cell", keys: "", sizes: [(1, 1)]),
    ]

    /// Begins the permission flow of Smart playlists with Premium overridden.
    static let toFlow = toSmart + "a<enter><down>oa<enter>"

    /// The logs with a topic, a level and a filter that together match no line.
    static let narrowed = "7kktLLLLL/tick<enter>"

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Screens")

    @Test(arguments: scenes)
    func `a screen matches its expected text and look`(_ scene: Scene) throws {
        for (columns, rows) in scene.sizes {
            var driver = ConsoleDriver(
                scene.world(), columns: columns, rows: rows, usesUTF8: scene.usesUTF8, colors: scene.colors)
            driver.type(scene.keys)
            if let size = scene.resize { driver.resize(size.0, size.1) }
            let actual = Self.describe(driver.canvas(), scene: scene)
            let file = Self.folder.appendingPathComponent("\(scene.name)-\(columns)x\(rows).txt")
            if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] != nil {
                try actual.write(to: file, atomically: true, encoding: .utf8)
            }
            let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? "(there is no such file)"
            #expect(actual == expected, "\(file.lastPathComponent) differs\n\(actual)")
        }
    }

    @Test func `every expected screen belongs to a scene`() throws {
        let names = Self.scenes.flatMap { scene in scene.sizes.map { "\(scene.name)-\($0.0)x\($0.1).txt" } }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.filter { $0.hasSuffix(".txt") }).subtracting(names).isEmpty)
        #expect(Set(names).count == names.count)
    }

    /// Describes a canvas as text: the cursor, the characters, then their attributes.
    static func describe(_ canvas: Canvas, scene: Scene) -> String {
        let cursor = canvas.cursor.map { "column \($0.column), row \($0.row)" } ?? "hidden"
        let looks = (0..<canvas.size.rows).map { canvas.attributeLine(row: $0) }
        return (["keys: \(scene.keys)", "cursor: \(cursor)", "text:"] + canvas.lines + ["look:"] + looks)
            .joined(separator: "\n") + "\n"
    }
}

extension PodcastWorld {
    /// An app with personas, one of which names something that the app does not have.
    static var populated: PodcastWorld {
        var world = PodcastWorld()
        world.store["premium"] = .purchased
        var child = Persona(name: "Child account", description: "May not buy, and is not asked")
        child.purchases = ["*": .notPurchased]
        child.permissions = ["*": .restricted]
        var all = Persona(name: "Premium user", description: "Owns and allows everything")
        all.purchases = ["*": .purchased]
        all.permissions = ["*": .authorized]
        var lost = Persona(name: "Lost")
        lost.purchases = ["gone": .purchased]
        world.personas = PersonaList(personas: [child, lost, all])
        return world
    }

    /// An app with overrides and with a device and settings that are not as they were at first.
    static var changed: PodcastWorld {
        var world = PodcastWorld.busy
        world.differences = [
            StateDifference(
                kind: .setting, title: "Dynamic speed", value: "off", initial: "on",
                removal: .setUserToggle(feature: PodcastWorld.speed, isOn: nil)),
            StateDifference(
                kind: .permission, title: "Camera", value: "authorized", initial: "denied",
                removal: .setPermission(permission: "camera", status: .denied)),
            StateDifference(
                kind: .purchase, title: "Premium subscription", value: "purchased", initial: "not purchased",
                removal: .setPurchase(productID: "premium", status: .notPurchased)),
            StateDifference(
                kind: .store, title: "Simulated store", value: "clock 30 days ahead", initial: nil,
                removal: .store(.reset)),
        ]
        return world
    }

    /// An app without features, products and permissions.
    static var empty: PodcastWorld {
        var world = PodcastWorld()
        world.declarations = []
        world.products = []
        world.permissionTitles = []
        world.isRunning = nil
        return world
    }

    /// An app whose names contain control characters, bidirectional overrides and overlong text.
    static var hostile: PodcastWorld {
        var world = PodcastWorld()
        world.declarations = [
            Declaration(id: "Root", name: "\u{1B}[31mred\u{1B}[0m \u{7}bell", description: "a\nb\tc", parent: nil),
            Declaration(
                id: "Root/Bidi", name: "\u{202E}txt.exe\u{202C} reversed", description: "\u{200F}rtl", parent: "Root"),
            Declaration(
                id: "Root/\u{1B}]0;title\u{7}", name: String(repeating: "very long name ", count: 400),
                description: String(repeating: "word ", count: 3_000), parent: "Root",
                needs: [.purchase("premium"), .permission("camera")],
                actions: [action("A", "\u{1B}[2J clear", published: true)]),
            Declaration(
                id: "Root/Emoji", name: "👩‍👩‍👧‍👦 家族 日本語の名前がとても長い場合はどうなりますか 🇩🇪", parent: "Root"),
            Declaration(
                id: "Root/Marks", name: "Z" + String(repeating: "\u{301}", count: 200) + "algo", parent: "Root"),
            Declaration(id: "Root/Nothing", name: "", parent: "Root"),
            Declaration(id: "Orphan", name: "Child of nobody", parent: "Gone"),
        ]
        world.products = [("premium", "Prem\u{9B}31mium 日本", .autoRenewingSubscription, nil)]
        world.log(.advisory, "line one\nline two \u{1B}[1m", cause: "app\u{7}")
        return world
    }
}
