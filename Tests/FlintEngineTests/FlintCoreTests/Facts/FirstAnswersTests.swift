import Dispatch
import FlintLocks
import FlintTestSupport
import Testing

@testable import FlintCore

struct FirstAnswersTests {
    private let time = ManualTime()
    private let blocked = BlockedSources()

    private func runtime() -> FlintRuntime {
        FlintRuntime(now: { [time] in time.now }, timer: time, waitForAnswer: blocked.wait)
    }

    @Test func `all sources share one deadline, and each fact of a late source is pending`() {
        let tracker = ScriptedTracker()
        tracker.onQuestion { [blocked] product in if product.productID == "supporter" { blocked.block() } }
        let camera = BlockableAdapter(.camera, blocked)
        let microphone = BlockableAdapter(.microphone, nil)
        let provider = ScriptedFlagProvider("server", ["beta": FlagEvaluation(value: true)])
        provider.onQuestion = { [blocked] _ in blocked.block() }
        blocked.names = ["purchase", "permission camera", "flag provider 0"]
        let runtime = runtime()
        runtime.setUp(Everything.self) { config in
            config.purchaseTracker = tracker
            config.permissionChecker = DefaultPermissionChecker(adapters: [camera, microphone])
            config.featureFlagProviders = [provider, ReleaseFeatureFlagProvider(["beta": false])]
        }
        #expect(Set(blocked.deadlines.map(\.uptimeNanoseconds)).count == 1, "All sources share one deadline.")
        #expect(runtime.facts[.purchase(productID: "premium")]?.actual == .truth(.unknown))
        #expect(runtime.facts[.purchase(productID: "supporter")]?.actual == .absent(.pending))
        #expect(runtime.facts[.permission(.camera)]?.actual == .absent(.pending))
        #expect(runtime.facts[.permission(.microphone)]?.actual == .permission(.authorized))
        #expect(runtime.facts[.featureFlag("beta")]?.source == "release, STATIC; server has not answered")
        #expect(runtime.facts[.userSetting(feature: "Everything/Setting")]?.actual == .truth(.true))
        #expect(runtime.slowSources.count == 3)
        blocked.release()
    }

    @Test func `a late source does not delay questions that do not depend on it`() {
        let tracker = ScriptedTracker(announcesChanges: false)
        tracker.onQuestion { [blocked] _ in blocked.block() }
        let microphone = BlockableAdapter(.microphone, nil)
        let provider = ScriptedFlagProvider(
            "server", ["beta": FlagEvaluation(value: true)], announcesChanges: false)
        provider.onQuestion = { [blocked] _ in blocked.block() }
        blocked.names = ["purchase", "flag provider 0"]
        let runtime = runtime()
        runtime.setUp(Everything.self) { config in
            config.purchaseTracker = tracker
            config.permissionChecker = DefaultPermissionChecker(
                adapters: [BlockableAdapter(.camera, nil), microphone])
            config.featureFlagProviders = [provider, ReleaseFeatureFlagProvider(["beta": false])]
        }
        // None of these calls may return late, because the sources never answer.
        #expect(runtime.availability(of: Listening.self) == .true)
        #expect(runtime.availability(of: Setting.self) == .true)
        #expect(runtime.availability(of: Flagged.self) == .false)
        #expect(runtime.availability(of: Premium.self) == .unknown)
        #expect(runtime.explanation(of: Premium.self).summary == "Premium is pending")
        #expect(runtime.resolution(of: "beta").source == "release, STATIC; server has not answered")
        #expect(runtime.flags.map(\.key) == ["beta"])
        runtime.readUnannouncedFacts(waitsForSlowSources: false)
        runtime.register(LateFlagged.self)
        #expect(runtime.availability(of: LateFlagged.self) == .unknown)
        blocked.release()
    }

    @Test func `a flag changes when its late provider answers, and not earlier`() async {
        let provider = ScriptedFlagProvider("server", ["beta": FlagEvaluation(value: true)])
        provider.onQuestion = { [blocked] _ in blocked.block() }
        blocked.names = ["flag provider 0"]
        let runtime = runtime()
        let (changes, continuation) = AsyncStream<FactChange>.makeStream()
        runtime.setUp(Everything.self) {
            $0.featureFlagProviders = [provider, ReleaseFeatureFlagProvider(["beta": false])]
        }
        let token = runtime.facts.observe { continuation.yield($0) }
        #expect(runtime.availability(of: Flagged.self) == .false)
        blocked.release()
        for await change in changes where change.key == .featureFlag("beta") {
            #expect(change.after.source == "server, STATIC" && change.cause == "server")
            break
        }
        #expect(runtime.availability(of: Flagged.self) == .true)
        withExtendedLifetime(token) {}
    }

    @Test func `a flag of a late provider that no other provider has is pending`() {
        let provider = ScriptedFlagProvider("server", ["beta": FlagEvaluation(value: true)])
        provider.onQuestion = { [blocked] _ in blocked.block() }
        blocked.names = ["flag provider 0"]
        let runtime = runtime()
        runtime.setUp(Everything.self) { $0.featureFlagProviders = [provider] }
        #expect(runtime.facts[.featureFlag("beta")]?.actual == .absent(.pending))
        #expect(runtime.explanation(of: Flagged.self).summary == "Flag beta is pending")
        blocked.release()
    }

    @Test func `the statuses of permissions that no feature requires are awaited together`() {
        let adapters = SystemPermissionConstraint.allCases.map { BlockableAdapter($0, blocked) }
        blocked.names = Set(SystemPermissionConstraint.allCases.map { "permission \($0.name)" })
        let runtime = runtime()
        runtime.setUp(EmptyApp.self) { $0.permissionChecker = DefaultPermissionChecker(adapters: adapters) }
        #expect(blocked.deadlines.isEmpty, "Setup reads no permission that no feature requires.")
        runtime.readOtherPermissions()
        #expect(Set(blocked.deadlines.map(\.uptimeNanoseconds)).count == 1)
        #expect(runtime.actualStatus(of: .photos) == .notDetermined)
        #expect(runtime.actualStatus(of: .location(usage: .whenInUse)) == .notDetermined)
        blocked.release()
    }
}

/// Sources that block until a test releases them, and a wait that knows which sources block.
private final class BlockedSources: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let state = Protected<(names: Set<String>, deadlines: [DispatchTime])>(([], []))

    /// The names of the sources that will not answer.
    var names: Set<String> {
        get { state.withLock { $0.names } }
        set { state.withLock { $0.names = newValue } }
    }

    var deadlines: [DispatchTime] { state.withLock { $0.deadlines } }

    /// Blocks the calling source.
    func block() {
        gate.wait()
        gate.signal()
    }

    func release() { gate.signal() }

    var wait: AnswerWait {
        { [self] source, answered, deadline in
            let isBlocked = state.withLock { state in
                state.deadlines.append(deadline)
                return state.names.contains(source)
            }
            if isBlocked { return .timedOut }
            answered.wait()
            return .success
        }
    }
}

private final class BlockableAdapter: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    let announcesChanges = true
    private let blocked: BlockedSources?

    init(_ permission: SystemPermissionConstraint, _ blocked: BlockedSources?) {
        (self.permission, self.blocked) = (permission, blocked)
    }

    var status: SystemPermissionStatus {
        blocked?.block()
        return .authorized
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, .authorized)
    }
}

private final class Everything: FeatureGroup {
    static let description = "Requires a fact of every source"
    static var subfeatures: [FeatureDefinition.Type] {
        [Premium.self, Supporter.self, Photographing.self, Listening.self, Flagged.self, Setting.self]
    }
}

private final class Premium: ConditionalFeature {
    static let description = "Requires a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Supporter: ConditionalFeature {
    static let description = "Requires another purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.supporter) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Photographing: ConditionalFeature {
    static let description = "Requires the camera"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Listening: ConditionalFeature {
    static let description = "Requires the microphone"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.microphone) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Flagged: ConditionalFeature {
    static let description = "Requires a flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("beta") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class LateFlagged: ConditionalFeature {
    static let description = "Requires a flag that no built-in provider has"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("late") }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Setting: ConditionalFeature {
    static let description = "Requires a user setting"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
