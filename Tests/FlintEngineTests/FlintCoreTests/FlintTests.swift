import Dispatch
import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct FlintTests {
    @Test func `setup registers the app's features and the framework's own`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            #expect(!Flint.isSetup)
            #expect(Flint.dependencies == nil)
            Flint.quickSetup(EmptyApp.self) { config in
                config.purchaseTracker = ScriptedTracker()
                config.userFeatureToggles = StoredFeatureToggles()
            }
            #expect(Flint.isSetup)
            #expect(Flint.metadata(for: EmptyApp.self) != nil)
            #expect(Flint.metadata(for: FlintFeatures.self) != nil && Flint.metadata(for: TimelineFeature.self) != nil)
            #expect(Flint.conditionalFeatures.contains { $0.feature == TimelineFeature.self })
            // The app's group, the framework's group, and the framework's features.
            #expect(Flint.allFeatures.count == 2 + FlintFeatures.subfeatures.count)
        }
    }

    @Test func `dependencies come from the configuration or are defaults`() {
        let tracker = ScriptedTracker()
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.setup(EmptyApp.self) { $0.purchaseTracker = tracker }
            #expect(Flint.purchaseTracker as? ScriptedTracker === tracker)
            #expect(Flint.userFeatureToggles is StoredFeatureToggles)
            #expect(Flint.permissionChecker is DefaultPermissionChecker)
        }
    }

    @Test func `quick setup creates its purchase and toggle files on the first change`() throws {
        let folder = StateFolder()
        let runtime = FlintRuntime()
        try Flint.withRuntime(runtime) {
            Flint.quickSetup(EmptyApp.self, directory: folder.path(of: "app"), configuration: nil)
            let tracker = try #require(Flint.purchaseTracker as? StoreKitPurchaseTracker)
            #expect(tracker.isPurchased(NonConsumableProduct(name: "A", productID: "a")) == false)
            #expect(try folder.names == [])
            try tracker.record([
                PurchaseLedger.Transaction(id: 1, productID: "a", productType: .nonConsumable, purchaseDate: Date())
            ])
            let toggles = try #require(Flint.userFeatureToggles as? any MutableUserFeatureToggles)
            toggles.setEnabled(TimelineFeature.self, enabled: true)
            #expect(try folder.text("app/purchases.json").contains("\"productID\" : \"a\""))
            #expect(try folder.text("app/toggles.json").contains("features.user.toggle"))
        }
    }

    @Test func `quick setup uses the purchase tracker of the configuration`() throws {
        let folder = StateFolder()
        let tracker = ScriptedTracker()
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.quickSetup(EmptyApp.self, directory: folder.path) { $0.purchaseTracker = tracker }
            #expect(Flint.purchaseTracker as? ScriptedTracker === tracker)
        }
    }

    @Test func `quick setup without a directory saves no files`() {
        let runtime = FlintRuntime()
        Flint.withRuntime(runtime) {
            Flint.quickSetup(EmptyApp.self, directory: nil, configuration: nil)
            #expect(Flint.purchaseTracker == nil)
            #expect(Flint.userFeatureToggles is StoredFeatureToggles)
        }
    }

    @Test func `the metadata of an action is found by its binding`() {
        let fixture = Fixture(Plain.self)
        fixture.run {
            #expect(Flint.metadata(for: Plain.ping)?.name == "Ping")
            #expect(Flint.metadata(for: Plain.undeclared) == nil)
            #expect(Flint.metadata(for: Unregistered.ping) == nil, "Metadata of an unregistered feature does not trap.")
        }
    }

    @Test func `using a feature before setup stops the process and names the remedy`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Flint.withRuntime(FlintRuntime()) { _ = Conditional.ping.request() }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(
            text.contains("Conditional is used before Flint is set up. Call Flint.setup or Flint.quickSetup first."))
    }

    @Test func `setting up twice stops the process and names the remedy`() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Flint.withRuntime(FlintRuntime()) {
                Flint.setup(EmptyApp.self)
                Flint.setup(EmptyApp.self)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("cannot be set up with FlintEngineTests.EmptyApp, because it is already set up."))
        #expect(text.contains("Flint.register(group: FlintEngineTests.EmptyApp.self)"))
    }

    @Test func `quick setup logs actions through swift-log's default handler`() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
        ) {
            await MainActor.run {
                Flint.withRuntime(FlintRuntime()) {
                    Flint.quickSetup(EmptyApp.self) { config in
                        config.purchaseTracker = ScriptedTracker()
                        config.userFeatureToggles = StoredFeatureToggles()
                    }
                    Flint.register(Plain.self)
                    Plain.ping.perform()
                }
            }
        }
        let text = String(decoding: result.standardErrorContent + result.standardOutputContent, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.contains("flint.development") && $0.contains("Ping") }
        #expect(lines.count == 2, "The beginning and the end of the action are logged: \(text)")
    }

    @Test func `no source traps with a message that release builds omit`() throws {
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var found: [String] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for call in ["preconditionFailure(", "precondition(", "assert(", "assertionFailure("]
            where text.contains(" \(call)") {
                found.append("\(file.lastPathComponent): \(call)")
            }
        }
        #expect(found == [])
    }

    @Test func `registering features after setup does not stop the process`() async {
        await #expect(processExitsWith: .success) {
            Flint.withRuntime(FlintRuntime()) {
                Flint.setup(EmptyApp.self)
                Flint.register(Plain.self)
                Flint.register(group: EmptyApp.self)
                _ = Conditional.ping.request()
            }
        }
    }

    @Test func `the metadata of a conditional action is found by its binding`() {
        let fixture = Fixture(Conditional.self)
        fixture.run { #expect(Flint.metadata(for: Conditional.ping)?.name == "Ping") }
        let empty = Fixture()
        empty.run { #expect(Flint.metadata(for: Conditional.ping) == nil) }
    }

    @Test func `binding a runtime does not leave the current actor`() async {
        #expect(await Counter().jobsWhileBinding() == 0)
    }

    @MainActor @Test func `binding a runtime does not leave the main actor`() async {
        var order: [String] = []
        let other = Task { @MainActor in order.append("other") }
        await Flint.withRuntime(FlintRuntime()) { () async in order.append("bound") }
        order.append("after")
        await other.value
        #expect(order == ["bound", "after", "other"])
    }
}

/// An actor that counts the hops to its executor.
private actor Counter {
    final class Executor: SerialExecutor {
        private let queue = DispatchQueue(label: "tests.counter")
        let jobs = Protected(0)

        func enqueue(_ job: consuming ExecutorJob) {
            jobs.withLock { $0 += 1 }
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private var bodies = 0

    /// Returns the number of jobs that two bindings of a runtime enqueue, one with each spelling.
    func jobsWhileBinding() async -> Int {
        let before = executor.jobs.withLock { $0 }
        await Flint.withRuntime(FlintRuntime()) { () async in bodies += 1 }
        await FlintRuntime().bind { () async in bodies += 1 }
        return executor.jobs.withLock { $0 } - before + 2 - bodies
    }
}

/// Has one declared and one undeclared action.
private final class Plain: Feature {
    static let description = "Plain"
    static let ping = action(PingAction.self)
    static let undeclared = action(TextAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

private final class Unregistered: Feature {
    static let description = "Is never registered"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}

/// A conditional feature that is never registered.
private final class Conditional: ConditionalFeature {
    static let description = "Conditional"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
