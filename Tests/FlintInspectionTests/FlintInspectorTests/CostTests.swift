import FeatureGating
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Logging
import Testing

/// Tests of the cost of following an app, in features read and bytes sent, for a small app and for an app of several
/// times its size.
struct CostTests {
    private static func app(groups: ClosedRange<Int>) -> (runtime: FlintRuntime, inspector: RuntimeInspector) {
        let runtime = FlintRuntime()
        runtime.setUp(GeneratedRoot.self) { $0.allowsOverrides = true }
        for digit in groups { runtime.register(group: Needs.group(digit)) }
        return (
            runtime, RuntimeInspector(runtime: runtime, configuration: .init(appName: "Generated", cause: "console"))
        )
    }

    private let apps = [app(groups: 2...2), app(groups: 2...9)]

    /// Returns the cost of a change: the features and facts that are read, and the encoded size.
    private static func cost(_ app: (runtime: FlintRuntime, inspector: RuntimeInspector), of change: () -> Void) throws
        -> (features: Int, facts: Int, bytes: Int)
    {
        let revision = app.inspector.readModel().revision
        change()
        let changes = try #require(app.inspector.changes(since: revision))
        return (
            changes.states.count + changes.registered.count, changes.facts.count,
            try JSONEncoder().encode(changes).count
        )
    }

    @Test func `the cost of an event does not depend on the app's size`() throws {
        let costs = try apps.map { app in
            try Self.cost(app) { app.runtime.advise("something happened") }
        }
        #expect(costs.map(\.features) == [0, 0] && costs.map(\.facts) == [0, 0])
        #expect(costs.allSatisfy { $0.bytes < 600 }, "\(costs)")
        #expect(costs[0].bytes == costs[1].bytes)
    }

    @Test func `a log line does not change the model`() throws {
        for app in apps {
            let revision = app.inspector.readModel().revision
            var logger = Logger(label: "test") { Flint.logHandler(label: $0, runtime: app.runtime) }
            logger.logLevel = .trace
            logger.info("a line")
            #expect(app.inspector.logLines(after: 0).last?.text == "a line")
            #expect(app.inspector.changes(since: revision) == ModelChanges(revision: revision))
        }
    }

    @Test func `the cost of a change depends on the features that it affects`() throws {
        let path: FeaturePath = "Cluster<D2>/Member<D2, D3>"
        let costs = try apps.map { app in
            try Self.cost(app) {
                app.runtime.facts.setOverride(.truth(.true), for: .userSetting(feature: path), cause: .user)
                app.runtime.facts.setOverride(nil, for: .userSetting(feature: path), cause: .user)
            }
        }
        #expect(costs.map(\.features) == [1, 1] && costs.map(\.facts) == [1, 1])
        // The number of digits in the date of the change varies.
        #expect(abs(costs[0].bytes - costs[1].bytes) < 20)
    }

    @Test func `the cost of registering a feature does not depend on other features`() throws {
        let (runtime, inspector) = Self.app(groups: 2...8)
        let member = try #require(Needs.group(9).subfeatures.first)
        let cost = try Self.cost((runtime, inspector)) { runtime.register(member) }
        #expect(cost.features == 1)
    }

    @Test func `a feature is marked as overridden when a requirement is overridden`() throws {
        let (runtime, inspector) = Self.app(groups: 2...9)
        let keys: [FactKey] = [
            .purchase(productID: "zoom"), .permission(.location(usage: .always)), .featureFlag("one"),
            .runtimeSwitch(feature: "Cluster<D2>/Member<D2, D7>"),
        ]
        for key in keys {
            let value: FactValue = if case .permission = key { .permission(.authorized) } else { .truth(.true) }
            runtime.facts.setOverride(value, for: key, cause: .user)
            let marked = Set(inspector.readModel().features.filter(\.isOverridden).map(\.id))
            #expect(!marked.isEmpty)
            for feature in inspector.snapshot().features
            where feature.requirements.contains(where: { $0.override != nil }) {
                #expect(marked.contains(feature.id))
            }
            runtime.facts.setOverride(nil, for: key, cause: .user)
            #expect(inspector.readModel().features.filter(\.isOverridden).isEmpty)
        }
    }
}
