import FlintWorld
import Foundation
import Testing

struct GatingDifferenceTests {
    private func row(
        _ kind: String, _ title: String, key: String? = nil, depth: Int = 0, from group: String? = nil,
        quantity: Int? = nil
    ) -> [String: Any] {
        var row: [String: Any] = ["kind": kind, "title": title, "depth": depth]
        row["key"] = key ?? (kind.hasSuffix("-of") ? nil : title)
        row["inheritedFrom"] = group
        row["quantity"] = quantity
        return row
    }

    private func gating(
        _ features: [(id: String, rows: [[String: Any]])], names: [String: String] = [:],
        parents: [String: String] = [:], platforms: [String: String]? = nil
    ) throws -> DeclaredGating {
        let list = features.map { feature in
            var object: [String: Any] = [
                "id": feature.id, "name": names[feature.id] ?? feature.id, "requirements": feature.rows,
            ]
            object["parent"] = parents[feature.id]
            if let platforms { object["platforms"] = platforms[feature.id] ?? NSNull() }
            return object
        }
        let object: [String: Any] = ["app": "Shop", "platform": "iOS 17.2", "features": list, "more": 1]
        return try JSONDecoder().decode(
            DeclaredGating.self, from: try JSONSerialization.data(withJSONObject: object))
    }

    private var alternatives: [[String: Any]] {
        [row("any-of", "any of"), row("purchase", "Gold", depth: 1), row("purchase", "Silver", depth: 1)]
    }

    @Test func `the order of requirements makes no difference`() throws {
        let old = try gating([("Lists", [row("flag", "f")] + alternatives)])
        let turned = [alternatives[0], alternatives[2], alternatives[1]]
        let new = try gating([("Lists", turned + [row("flag", "f")])])
        #expect(GatingDifference(from: old, to: new).isEmpty)
        #expect(GatingDifference(from: old, to: old).isEmpty)
    }

    @Test func `alternatives differ from requirements that apply together`() throws {
        let old = try gating([("Lists", alternatives)])
        let new = try gating([("Lists", [row("purchase", "Gold"), row("purchase", "Silver")])])
        let change = try #require(GatingDifference(from: old, to: new).changedFeatures.first)
        #expect(change.removed == ["Gold or Silver"])
        #expect(change.added == ["Gold", "Silver"])
        #expect(change.condition.before == "Gold or Silver" && change.condition.after == "Gold and Silver")
    }

    @Test func `a requirement of the same fact with another value has changed`() throws {
        let old = try gating([
            ("Lists", [row("platform", "iOS 15.0 or later"), row("purchase", "2 × Coin", key: "coin", quantity: 2)])
        ])
        let new = try gating([
            ("Lists", [row("platform", "iOS 17.0 or later"), row("purchase", "5 × Coin", key: "coin", quantity: 5)])
        ])
        let difference = GatingDifference(from: old, to: new)
        let change = try #require(difference.changedFeatures.first)
        #expect(change.added.isEmpty && change.removed.isEmpty)
        #expect(change.changed.map(\.before) == ["platform iOS 15.0 or later", "2 × Coin"])
        #expect(change.changed.map(\.after) == ["platform iOS 17.0 or later", "5 × Coin"])
        #expect(difference.addedRequirements.isEmpty && difference.removedRequirements.isEmpty)
    }

    @Test func `platforms are compared regardless of the platform of the answers`() throws {
        let rows = [(id: "App", rows: [row("platform", "iOS, any version", key: "current")])]
        let elsewhere = [(id: "App", rows: [row("platform", "watchOS 9.0 or later", key: "current")])]
        let old = try gating(rows, platforms: ["App": "watchOS 9.0 or later"])
        #expect(
            GatingDifference(from: old, to: try gating(elsewhere, platforms: ["App": "watchOS 9.0 or later"])).isEmpty)
        let change = try #require(
            GatingDifference(from: old, to: try gating(rows, platforms: ["App": "watchOS 10.0 or later"]))
                .changedFeatures.first)
        #expect(change.changed.map(\.before) == ["platform watchOS 9.0 or later"])
        #expect(change.changed.map(\.after) == ["platform watchOS 10.0 or later"])
        let all = try #require(
            GatingDifference(from: old, to: try gating(rows, platforms: [:])).changedFeatures.first)
        #expect(all.removed == ["platform watchOS 9.0 or later"] && all.condition.after == nil)
        let without = try gating(elsewhere)
        #expect(
            GatingDifference(from: without, to: old).changedFeatures.first?.changed.map(\.after) == [
                "platform iOS, any version"
            ])
        #expect(
            GatingDifference(from: old, to: without).changedFeatures.first?.changed.map(\.before) == [
                "platform iOS, any version"
            ])
    }

    @Test func `platforms of a group are listed with the group and marked where they are inherited`() throws {
        let features = [(id: "App", rows: [[String: Any]]()), (id: "App/Lists", rows: [])]
        let parents = ["App/Lists": "App"]
        let old = try gating(features, parents: parents, platforms: ["App": "iOS 15.0 or later"])
        let new = try gating(features, parents: parents, platforms: ["App": "iOS 17.0 or later"])
        let difference = GatingDifference(from: old, to: new)
        #expect(difference.changedFeatures.map(\.id) == ["App", "App/Lists"])
        #expect(difference.changedFeatures.map(\.inherited) == [[], ["App"]])
        let around = try gating(features, parents: ["App": "App/Lists", "App/Lists": "App"], platforms: [:])
        #expect(GatingDifference(from: around, to: around).isEmpty)
    }

    @Test func `a group in several places is the same group in each place`() throws {
        func heading(_ number: Int, depth: Int, suffix: String = "") -> [String: Any] {
            row("any-of", "any of (\(number))\(suffix)", key: String(number), depth: depth)
        }
        func rows(repeating number: Int) -> [[String: Any]] {
            [
                heading(1, depth: 0), row("purchase", "A", depth: 1), row("purchase", "B", depth: 1),
                heading(2, depth: 0), row("purchase", "C", depth: 1), row("purchase", "D", depth: 1),
                row("any-of", "any of"), row("purchase", "E", depth: 1), row("all-of", "all of", depth: 1),
                row("purchase", "F", depth: 2), heading(number, depth: 2, suffix: ", as above"),
            ]
        }
        let (first, second) = (try gating([("L", rows(repeating: 1))]), try gating([("L", rows(repeating: 2))]))
        #expect(GatingDifference(from: first, to: first).isEmpty)
        let change = try #require(GatingDifference(from: first, to: second).changedFeatures.first)
        #expect(change.removed == ["E or (F and (A or B))"] && change.added == ["E or (F and (C or D))"])
        let written = [
            row("any-of", "any of"), row("purchase", "B", depth: 1), row("purchase", "A", depth: 1),
            row("any-of", "any of"), row("purchase", "C", depth: 1), row("purchase", "D", depth: 1),
            row("any-of", "any of"), row("purchase", "E", depth: 1), row("all-of", "all of", depth: 1),
            row("purchase", "F", depth: 2), row("any-of", "any of", depth: 2), row("purchase", "A", depth: 3),
            row("purchase", "B", depth: 3),
        ]
        #expect(GatingDifference(from: first, to: try gating([("L", written)])).isEmpty)
    }

    @Test func `groups that double at every level are compared in a bounded number of rows`() throws {
        var rows = [
            row("any-of", "any of (0)", key: "0"), row("purchase", "X", depth: 1), row("purchase", "Y", depth: 1),
        ]
        for level in 1...60 {
            let above = row("any-of", "any of, as above", key: "\(level - 1)", depth: 2)
            rows += [
                row("any-of", "any of", key: "\(level)"), row("all-of", "all of", depth: 1),
                row("purchase", "A\(level)", depth: 2), above, row("all-of", "all of", depth: 1),
                row("purchase", "B\(level)", depth: 2), above,
            ]
        }
        let gating = try gating([("L", rows)])
        #expect(GatingDifference(from: gating, to: gating).isEmpty)
    }

    @Test func `a group's requirement is listed with the group and marked where it is inherited`() throws {
        let lists = row("purchase", "Gold", from: "App")
        let old = try gating([("App", [row("purchase", "Gold")]), ("App/Lists", [lists])])
        let new = try gating([("App", []), ("App/Lists", [])])
        let difference = GatingDifference(from: old, to: new)
        #expect(difference.changedFeatures.map(\.id) == ["App", "App/Lists"])
        #expect(difference.changedFeatures.map(\.removed) == [["Gold"], []])
        #expect(difference.changedFeatures.map(\.inherited) == [[], ["App"]])
        #expect(difference.removedRequirements.map(\.fact.key) == ["Gold"])
    }

    @Test func `added, removed, moved and renamed features are listed`() throws {
        let old = try gating([("A", [row("flag", "f")]), ("B", [])], parents: ["B": "Old"])
        let new = try gating(
            [("B", []), ("C", [row("permission", "Camera")])], names: ["B": "Bee"], parents: ["B": "New"])
        let difference = GatingDifference(from: old, to: new)
        #expect(difference.addedFeatures.map(\.id) == ["C"] && difference.addedFeatures.map(\.condition) == ["Camera"])
        #expect(difference.removedFeatures.map(\.condition) == ["the flag f"])
        let change = try #require(difference.changedFeatures.first)
        #expect(change.names?.before == "B" && change.names?.after == "Bee")
        #expect(change.parents?.before == "Old" && change.parents?.after == "New")
        #expect(difference.addedRequirements.map(\.title) == ["Camera"])
        #expect(difference.removedRequirements.map(\.title) == ["f"])
    }

    @Test func `requirements that are nested too deeply or at a negative depth are refused`() throws {
        let deep = (0...DeclaredGating.depthLimit + 1).map { row("any-of", "any of", depth: $0) }
        #expect(try gating([("Lists", deep)]).problem != nil)
        #expect(try gating([("Lists", [row("flag", "f", depth: -1)])]).problem != nil)
        let allowed = try gating([("Lists", Array(deep.dropLast()))])
        #expect(allowed.problem == nil)
        #expect(GatingDifference(from: allowed, to: allowed).isEmpty)
    }

    @Test func `features that are listed twice and headings without parts can be compared`() throws {
        let odd = try gating([
            ("A", [row("all-of", "all of"), row("any-of", "any of", depth: 1)]), ("A", [row("flag", "f", depth: 7)]),
        ])
        #expect(GatingDifference(from: odd, to: odd).changedFeatures.isEmpty)
        #expect(!GatingDifference(from: odd, to: try gating([])).isEmpty)
    }
}
