import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Testing

/// Compares the findings of a review with testing every state.
struct LintReportTests {
    @Test(arguments: PropertyScale.seeds(1))
    func `findings about random features match the result of trying every state`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var counts: [LintFinding.Kind: Int] = [:]
        var inherited = 0
        for round in 0..<250 {
            let world = LintWorld(using: &random)
            let inspector = world.inspector()
            let report = inspector.world(of: nil).lint()
            #expect(report.unfinished.isEmpty)
            let reported = LintReview(report).findings.map(\.finding)
            for (distance, id) in LintWorld.ids.enumerated() {
                let found = reported.filter { $0.featureID == id }.map(LintWorld.Expected.init)
                #expect(found == world.findings(at: distance), "round \(round), \(id): \(world)")
                for finding in found { counts[finding.kind, default: 0] += 1 }
                inherited += found.count { $0.group != nil }
            }
            try world.compare(inspector, using: &random)
        }
        let summary = "\(counts), \(inherited)"
        #expect(counts[.neverAvailable, default: 0] > 25, "\(summary)")
        #expect(counts[.contradictoryRequirements, default: 0] > 5, "\(summary)")
        #expect(counts[.neverOnThisPlatform, default: 0] > 12, "\(summary)")
        #expect(counts[.redundantRequirement, default: 0] > 125 && inherited > 50, "\(summary)")
    }

    @Test func `declared items without requirements and requirements without declarations are found`() throws {
        let bench = Bench(offers: [
            StoreOffer(productID: "premium", name: "Premium", type: .nonConsumable),
            StoreOffer(productID: "hat", name: "Hat", type: .nonConsumable),
        ])
        let findings = LintReview(bench.inspector.world(of: nil).lint()).findings.map(\.finding)
        func messages(_ kind: LintFinding.Kind) -> [String] { findings.filter { $0.kind == kind }.map(\.message) }
        #expect(
            messages(.undeclaredProduct) == [
                "The store does not sell Credit, which is required by Premiere.",
                "The store does not sell Supporter, which is required by Premiere.",
            ])
        #expect(messages(.unusedProduct) == ["The store sells Hat, but no feature requires it."])
        #expect(
            Set(messages(.missingUsage)) == [
                "The app has no usage description for Photos, which is required by Clips.",
                "The app has no usage description for Microphone, which is required by Clips.",
                "The app has no usage description for Location when in use, which is required by Playlists.",
            ])
        #expect(
            messages(.neverOnThisPlatform)
                == ["Watch is never available on iOS 17.2: it requires watchOS 9.0 or later."])
    }

    @Test(
        arguments: [
            (LintClaim(product: "premium", text: "EVERYTHING", feature: "Playlists"), nil),
            (
                LintClaim(product: "premium", text: "everything", feature: "TestApp/Clips"),
                "The text of Premium promises \"everything\", but the product does not open Clips."
            ),
            (
                LintClaim(product: "premium", text: "everything", feature: "Premiere"),
                "The text of Premium promises \"everything\", but the product opens Premiere only together with Credit."
            ),
            (
                LintClaim(product: "premium", text: "playlists", feature: "Playlists"),
                "The text of Premium does not contain \"playlists\"."
            ),
            (
                LintClaim(product: "hat", text: "warm", feature: "Playlists"),
                "A claim is about hat, which is no product of the app."
            ),
            (
                LintClaim(product: "premium", text: "everything", feature: "Hats"),
                "A claim about Premium names Hats, which is no feature of the app."
            ),
        ] as [(LintClaim, String?)])
    func `a claim is reported if the store's text or the product does not keep it`(
        _ claim: LintClaim, _ message: String?
    ) {
        let offers = [
            StoreOffer(productID: "premium", name: "Premium", description: "Everything", type: .nonConsumable),
            StoreOffer(productID: "credits", name: "Credit", type: .consumable),
        ]
        let findings = Bench(offers: offers).inspector.world(of: nil).findings(about: [claim])
        #expect(findings.map(\.message) == [message].compactMap(\.self))
    }

    @Test func `an app on a real device does not report the products of its store`() {
        let findings = LintReview(Bench(isSimulated: false).inspector.world(of: nil).lint()).findings.map(\.finding)
        #expect(findings.map(\.kind) == [.neverOnThisPlatform])
    }

    @Test func `flags are compared with the requirements of features and the answers of providers`() {
        let runtime = FlintRuntime()
        let provider = TestFeatureFlagProvider(["known": true, "spare": false])
        FlaggedFeature.$flags.withValue(["known", "mistyped"]) {
            runtime.setUp(FlaggedGroup.self) { $0.featureFlagProviders = [provider] }
        }
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Flagged", cause: "test"))
        let world = inspector.world(of: nil)
        let findings = LintReview(world.lint()).findings.map(\.finding)
        let lines = findings.map { $0.line() }
        #expect(
            lines == [
                "flag mistyped: No provider has the flag mistyped, which is required by Flagged. (undeclared-flag)",
                "flag spare: No feature requires the flag spare. (unused-flag)",
            ])
        #expect(findings.map { world.location(of: $0)?.line } == [FlaggedFeature.requirementLine, nil])
    }

    @Test func `a finding about a permission has the line of the first feature that requires it`() throws {
        let world = Bench().inspector.world(of: nil)
        let finding = try #require(world.lint().findings.first { $0.kind == .missingUsage })
        let fact = try #require(finding.fact)
        let feature = try #require(world.usage(of: fact).first)
        #expect(world.location(of: finding) != nil)
        #expect(world.location(of: finding) == world.feature(feature)?.declaration?.location)
    }

    @Test func `a review does not change values or add events`() {
        let bench = Bench()
        let (before, events) = (bench.snapshot, bench.events.count)
        _ = bench.inspector.world(of: nil).lint()
        #expect(bench.snapshot == before && bench.events.count == events)
    }
}

final class FlaggedFeature: ConditionalFeature {
    @TaskLocal static var flags: [FeatureKey] = []
    static let name = "Flagged"
    static let description = "Requires flags"
    static let requirementLine = #line + 2
    static func constraints(requirements: FeatureConstraintsBuilder) {
        for flag in flags { requirements.featureFlag(flag) }
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class FlaggedGroup: FeatureGroup {
    static let description = "Flags"
    static var subfeatures: [FeatureDefinition.Type] { [FlaggedFeature.self] }
}
