// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintPodcasts
import FlintSimulation
import FlintTestSupport
import FlintWorld

/// Measures the search for covering personas, and the proof of the effects of changed requirements.
///
/// The apps are the demo and generated apps of 1,000 and 10,000 features. Both searches must grow little faster than
/// the number of features.
enum GatesSuite {
    private static let subjects = ["cover", "proof"]

    static func run(_ report: inout Report) {
        let (demo, personas) = demo()
        let small = report.measure(
            [Floor.lookUp] + cases(of: "the demo", demo, changed(demo) { replacingPremium(in: $0) }, personas),
            rounds: 20)
        report.add(Array(small.dropFirst()))
        let (thousand, tenThousand) = (generated(1_000), generated(10_000))
        let large = report.measure(
            cases(of: "1000", thousand, changed(thousand, withRollout))
                + cases(of: "10000", tenThousand, changed(tenThousand, withRollout)), rounds: 3)
        report.add(large)
        for (index, subject) in subjects.enumerated() {
            let (few, many, lookUp) = (large[index], large[index + 2], small[0])
            report.addCost("gates/\(subject) of the demo", of: small[index + 1], lookUp: lookUp)
            report.addCost("gates/\(subject) of 1000", of: few, lookUp: lookUp, sharedBy: 1_000, " a feature")
            report.add("gates/\(subject) of 10000/times 1000", many.minimum / few.minimum, .ratio)
            report.add(
                "gates/\(subject) of 10000/instructions a feature", many.instructions / 10_000, .instructions)
            report.add("gates/\(subject) of 10000/allocations a feature", many.allocations / 10_000, .count)
        }
        let covers = [demo.cover(startingFrom: personas), thousand.cover(), tenThousand.cover()]
        for (name, cover) in zip(["the demo", "1000", "10000"], covers) {
            report.add("gates/cover of \(name)/personas", Double(cover.personas.count), .count)
        }
        let proof = GatingProof(from: tenThousand, to: changed(tenThousand, withRollout))
        report.add("gates/proof of 10000/steps a feature", Double(proof.steps) / 10_000, .count)
        report.add("gates/proof of 10000/features without proof", Double(proof.unproved.count), .count)
    }

    private static func cases(
        of name: String, _ old: World, _ new: World, _ personas: [Persona] = []
    ) -> [Case] {
        [
            Case(name: "gates: cover of \(name)", countedRuns: 1) {
                for _ in 0..<$0 { consume(old.cover(startingFrom: personas)) }
            },
            Case(name: "gates: proof of \(name)", countedRuns: 1) {
                for _ in 0..<$0 { consume(GatingProof(from: old, to: new)) }
            },
        ]
    }

    // MARK: Apps

    /// Returns the demo and its personas.
    private static func demo() -> (World, [Persona]) {
        let runtime = FlintRuntime()
        return runtime.bind {
            let device = PodcastDevice.make()
            if let app = try? PodcastApp() { app.setUp { device.configure($0) } }
            let inspector = RuntimeInspector(
                runtime: runtime, configuration: .init(appName: PodcastApp.name, cause: "console"))
            return (inspector.world(of: nil, reading: true), PersonaFolder.personas(in: PodcastFiles.texts).personas)
        }
    }

    /// Returns an app in groups of twenty features with random requirements.
    private static func generated(_ count: Int) -> World {
        var random = SplitMix64(seed: 1)
        let permissions: [SystemPermissionConstraint] = [
            .camera, .photos, .microphone, .location(usage: .whenInUse), .location(usage: .always),
            .contacts(entity: .contacts), .notifications, .bluetooth,
        ]
        func isChosen(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &random) == 0 }
        func product() -> Requirement<Condition> {
            let id = "product-\(Int.random(in: 0..<max(5, count / 50), using: &random))"
            return .fact(.purchase(id))
        }
        func flag() -> Requirement<Condition> {
            .fact(.featureFlag(FeatureKey(rawValue: "flag-\(Int.random(in: 0..<max(5, count / 5), using: &random))")))
        }
        var group = ""
        let features = (0..<count).map { number -> DeclaredFeature in
            let isGroup = number.isMultiple(of: 20)
            if isGroup { group = "Group\(number)" }
            let id = isGroup ? group : "\(group)/Feature\(number)"
            var parts: [Requirement<Condition>] = []
            if isChosen(2) { parts.append(product()) }
            if isChosen(2) { parts.append(flag()) }
            if !isGroup {
                if isChosen(4) { parts.append(.any([product(), .all([product(), flag()])])) }
                if isChosen(3), let one = permissions.randomElement(using: &random) {
                    parts.append(.fact(.permission(one)))
                }
                if isChosen(8) { parts.append(.fact(.userSetting(TopicPath(stringLiteral: id)))) }
                if isChosen(16) {
                    parts.append(.fact(.platform(PlatformRule(versions: [.iOS: .atLeast(version: 17)]))))
                }
            }
            return DeclaredFeature(
                summary: FeatureSummary(
                    number: number, id: id, name: "Feature \(number)", parent: isGroup ? nil : group,
                    depth: isGroup ? 0 : 1, isVisible: true, isAvailable: nil, isOverridden: false),
                typeName: "App.Feature\(number)", description: "", conditional: true, isGroup: isGroup, variation: nil,
                actions: [], userSettingDefault: nil, requirement: .all(parts))
        }
        return world(of: features)
    }

    private static func world(of features: [DeclaredFeature]) -> World {
        var world = World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: "App"), features: features.map(\.summary), products: [],
                permissions: [], flags: [], overrides: []))
        world.add(Catalog(features: features))
        return world
    }

    /// Returns a version of an app in which features have other requirements.
    private static func changed(
        _ world: World, _ requirement: (DeclaredFeature) -> Requirement<Condition>
    ) -> World {
        var changed = World(model: world.model)
        changed.add(
            Catalog(
                features: world.catalog.features.map { feature in
                    var feature = feature
                    feature.requirement = requirement(feature)
                    return feature
                }))
        changed.set(world.records(of: nil))
        return changed
    }

    /// Returns a requirement of one more flag, which every feature needs through its group.
    private static func withRollout(_ feature: DeclaredFeature) -> Requirement<Condition> {
        feature.isGroup ? .all([feature.requirement, .fact(.featureFlag("rollout"))]) : feature.requirement
    }

    private static func replacingPremium(in feature: DeclaredFeature) -> Requirement<Condition> {
        feature.requirement.fold { condition in
            guard condition.mainKey == .purchase(productID: "podcasts.premium") else {
                return .fact(condition)
            }
            return .fact(.purchase("podcasts.season-pass"))
        } group: { isConjunction, parts in
            isConjunction ? .all(parts) : .any(parts)
        }
    }
}
