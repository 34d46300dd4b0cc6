import FeatureGating
import FlintTestSupport
import FlintWorld
import Testing

/// Compares proofs of properties with testing every state.
struct PropertyProofTests {
    private static func breaks(_ property: GatingProperty, _ world: World, in state: GatedApp.State) -> Bool {
        let facts = GatedApp.facts(state)
        func isAvailable(_ id: String) -> Bool { world.verdict(of: id, with: facts) == .true }
        return property.available.allSatisfy(isAvailable) && !property.unavailable.contains(where: isAvailable)
            && property.assumptions.allSatisfy { assumption in
                state.contains { key, value in
                    key.kind == assumption.kind && (key == .platform || key.identifier == assumption.name)
                        && value == FactValue(assumption.value, of: key)
                }
            }
    }

    /// Returns a random property of an app as text.
    private static func text(_ app: GatedApp, _ random: inout SplitMix64) -> String {
        func name() -> String { app.features.randomElement(using: &random)?.id ?? "" }
        var keys: Set<FactKey> = []
        let facts = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ -> String? in
            let fact = app.states.randomElement(using: &random)?.randomElement(using: &random)
            guard let (key, value) = fact, keys.insert(key).inserted else { return nil }
            return "\(key.kind.rawValue) \(key == .platform ? "" : key.identifier) \(value.overrideText(of: key))"
        }
        let conditions = facts.isEmpty ? "" : " when " + facts.joined(separator: " and ")
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: "never \(name())\(conditions)"
        case 1: "\(name()) implies \(name())"
        case 2: "always one of \(name()), \"\(name())\" or '\(name())'\(conditions)"
        default: "always \(name())\(conditions)"
        }
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `a proof agrees with the result of testing every state`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var counts = (holding: 0, broken: 0, unknown: 0)
        for number in 0..<1_000 {
            let app = GatedApp.random(number, &random)
            let world = app.world()
            let property = try GatingProperty(Self.text(app, &random))
            let (proofs, unknown) = world.proofs(of: [property])
            guard let proof = proofs.first else {
                // No requirement mentions the fact, and the app does not list it.
                #expect(unknown.allSatisfy { $0.kind == .fact } && !unknown.isEmpty)
                counts.unknown += 1
                continue
            }
            let breaking = app.states.filter { Self.breaks(property, world, in: $0) }
            let isRight: Bool
            switch proof.broken.verdict {
            case .never:
                counts.holding += 1
                isRight = breaking.isEmpty
            case .found:
                counts.broken += 1
                let values = proof.broken.persona?.state ?? [:]
                // All states with the values of the persona break the property, regardless of the other facts.
                isRight =
                    !breaking.isEmpty && proof.broken.isSmallest
                    && app.states.map { $0.merging(values) { $1 } }.allSatisfy { Self.breaks(property, world, in: $0) }
            case .notProved: isRight = false
            }
            guard isRight else {
                Issue.record("\(property.text): \(proof.broken), but \(breaking.count) states break it, of\n\(app)")
                return
            }
        }
        #expect(counts.holding > 150 && counts.broken > 150 && counts.unknown < 500, "\(counts)")
    }

    @Test(arguments: [
        "", "never", "sometimes A", "A implies", "implies B", "A implies B implies C", "always", "always one of",
        "always one of A,", "never A when", "never A when permission", "never A when permission camera",
        "never A when flag a on and", "A implies B when flag a on", "never A when flag a on when flag b on",
        "never A when flag a on and flag a off",
    ])
    func `invalid texts are refused`(text: String) {
        #expect(throws: GatingProperty.Malformed.self) { try GatingProperty(text) }
    }

    @Test func `names that contain keywords are quoted, and other names can have several words`() throws {
        let property = try GatingProperty(
            "never 'Search and replace' when permission camera denied and platform iOS 17.2")
        #expect(property.available == ["Search and replace"])
        #expect(property.assumptions.map(\.text) == ["permission camera denied", "platform iOS 17.2"])
        #expect(try GatingProperty("Turbo downloads implies 'or'").unavailable == ["or"])
        #expect(
            try GatingProperty("always one of Feeds, Old feeds or \"A,B\"").unavailable == [
                "Feeds", "Old feeds", "A,B",
            ])
    }

    @Test func `a value that cannot be assumed does not affect the other proofs`() throws {
        let key = try #require(GatedApp.ownFacts.first)
        let app = GatedApp([GatedApp.feature(0, "Sync", .fact(key.conditions[0]))], ownFacts: 0..<1)
        let texts = [
            "never Sync when fact server unknown", "never Sync when fact server 9.8",
            "always Sync when fact server 9.10",
        ]
        let (proofs, unknown) = app.world().proofs(of: try texts.map { try GatingProperty($0) })
        #expect(unknown.map(\.name) == ["fact server unknown"])
        #expect(proofs.map(\.property) == [texts[1], texts[2]] && proofs.allSatisfy(\.holds))
    }

    @Test func `unknown names are listed with the nearest names`() throws {
        let world = GatedApp([GatedApp.feature(0, "Clips", .fact(.permission(.camera)))]).world()
        let texts = ["never Clps", "never Clips when permission camera gone", "never Clips when flag new on"]
        let (proofs, unknown) = world.proofs(of: try texts.map { try GatingProperty($0) })
        #expect(proofs.isEmpty)
        #expect(unknown.map(\.states) == texts.map { [$0] })
        #expect(
            unknown.map { "\($0.kind) \($0.name), \($0.nearest ?? "none")" } == [
                "feature Clps, Clips", "fact permission camera gone, none", "fact flag new on, none",
            ])
    }
}
