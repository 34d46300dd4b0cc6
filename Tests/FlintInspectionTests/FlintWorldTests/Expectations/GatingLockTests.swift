import FlintWorld
import Foundation
import Testing

struct GatingLockTests {
    private static let flag = #"{"kind": "flag", "key": "up-next", "title": "up-next"}"#
    private static let gold = #"{"kind": "purchase", "key": "gold", "title": "Gold", "depth": 1}"#
    private static let silver = #"{"kind": "purchase", "key": "silver", "title": "Silver", "depth": 1}"#
    private static let camera = #"{"kind": "permission", "key": "camera", "title": "Camera"}"#

    private static func anyOf(_ parts: String...) -> String {
        ([#"{"kind": "any-of", "title": "any of"}"#] + parts).joined(separator: ", ")
    }

    /// Returns the lock of features with their rows.
    private func lock(
        _ features: (id: String, name: String, rows: [String])..., flags: String? = nil
    ) throws -> GatingLock {
        let list = features.map { feature in
            #"{"id": "\#(feature.id)", "name": "\#(feature.name)", "platforms": "iOS 15.0 or later", "#
                + #""requirements": [\#(feature.rows.joined(separator: ", "))]}"#
        }
        let json =
            #"{"app": "Shop", "platform": "iOS 17.2", "features": [\#(list.joined(separator: ", "))]\#(flags.map { #", "builtInFlags": \#($0)"# } ?? "")}"#
        return GatingLock(try JSONDecoder().decode(DeclaredGating.self, from: Data(json.utf8)))
    }

    @Test func `a line contains the condition of a feature or the title of a fact`() throws {
        let lock = try lock(
            ("App/Lists", "Lists", [Self.flag, Self.anyOf(Self.silver, Self.gold)]), ("App/Help", "Help", []))
        #expect(
            lock.fileText(of: "Shop", command: "shop check --lock gates.lock") == """
                # The gates of Shop, for review.
                # Compare: shop check --lock gates.lock

                Help: to run on iOS 15.0 or later
                Lists: (Gold or Silver) and the flag up-next, on iOS 15.0 or later

                # Facts
                flag up-next: up-next
                purchase gold: Gold
                purchase silver: Silver

                """)
    }

    @Test func `the order of features and requirements has no effect`() throws {
        let first = try lock(
            ("A", "Lists", [Self.flag, Self.anyOf(Self.gold, Self.silver), Self.camera]), ("B", "Help", [Self.camera]))
        let second = try lock(
            ("B", "Help", [Self.camera]), ("A", "Lists", [Self.camera, Self.anyOf(Self.silver, Self.gold), Self.flag]))
        #expect(first.lines == second.lines)
    }

    @Test func `a file is read back unchanged and compared by lines`() throws {
        let old = try lock(("A", "Lists", [Self.flag]), ("B", "Help", []))
        let file = try #require(GatingLock(text: old.fileText(of: "Shop\n# 1", command: "shop")))
        #expect(file.difference(to: old).isEmpty)
        let new = try lock(("A", "Lists", [Self.camera]), ("B", "Help", []))
        let difference = file.difference(to: new)
        #expect(
            difference.removed == ["Lists: the flag up-next, on iOS 15.0 or later", "flag up-next: up-next"]
                && difference.added == ["Lists: Camera, on iOS 15.0 or later", "permission camera: Camera"])
    }

    @Test func `the built-in values of flags are compared if both sides have them`() throws {
        let gates = (id: "A", name: "Lists", rows: [Self.flag])
        let (old, none) = (try lock(gates, flags: #"{"beta": false, "a:b": true}"#), try lock(gates, flags: "{}"))
        let text = old.fileText(of: "Shop", command: "shop")
        #expect(text.hasSuffix("\n\n# Built-in values of flags\nflag a\\:b: on\nflag beta: off\n"))
        let file = try #require(GatingLock(text: text))
        #expect(file.difference(to: old).isEmpty)
        #expect(file.difference(to: try lock(gates, flags: #"{"beta": true, "a:b": true}"#)).added == ["flag beta: on"])
        #expect(file.difference(to: none).removed == ["flag a\\:b: on", "flag beta: off"])
        let empty = try #require(GatingLock(text: none.fileText(of: "Shop", command: "shop")))
        #expect(empty.difference(to: old).added == ["flag a\\:b: on", "flag beta: off"])
        #expect(file.difference(to: try lock(gates)).isEmpty, "The output of \"features --json\" has no flags.")
    }

    @Test(arguments: ["", "{}", "Lists: always", "\n# The gates of Shop"])
    func `a file of another kind is not read`(text: String) {
        #expect(GatingLock(text: text) == nil)
    }

    @Test func `a file lists the facts that its gates name`() throws {
        let gold = #"{"kind": "purchase", "key": "shop: gold", "title": "Gold"}"#
        let old = try lock(("A", "Lists", [Self.flag, gold]), ("B", "flag silver: x", []))
        let file = try #require(GatingLock(text: old.fileText(of: "Shop", command: "shop")))
        let facts: [(FactKind, String)] = [
            (.flag, "up-next"), (.flag, "up"), (.flag, "silver"), (.purchase, "shop: gold"), (.purchase, "shop"),
        ]
        #expect(
            facts.filter { file.names(FactReference(kind: $0.0, key: $0.1)) }.map(\.1) == ["up-next", "shop: gold"])
    }

    @Test func `features with the same name are distinguished`() throws {
        let lock = try lock(("A", "Lists", []), ("B", "Lists", []))
        #expect(lock.lines == ["Lists (A): to run on iOS 15.0 or later", "Lists (B): to run on iOS 15.0 or later"])
    }

    @Test(arguments: ["# a", "\\n", "  a", "\\u001b[2J", "a\\r\\nb"])
    func `hostile names stay on a line that is compared`(name: String) throws {
        let lock = try lock(("A", name, []))
        let text = lock.fileText(of: "Shop", command: "shop")
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.generalCategory.isControl })
        #expect(GatingLock(text: text)?.lines == lock.lines && lock.lines.count == 1)
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isControl: Bool { self == .control }
}
