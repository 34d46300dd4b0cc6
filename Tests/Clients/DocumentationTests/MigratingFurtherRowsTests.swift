import Dispatch
import FlintCore
import Foundation
import Testing

/// Tests of further rows in the tables of differences in the article on migrating.
///
/// Each test has the name of its row.
struct MigratingFurtherRowsTests {
    private func migrated(
        _ tracker: any PurchaseTracker = DebugPurchaseTracker(), permissions: [FixedPermission] = [],
        _ body: () async throws -> Void
    ) async rethrows {
        try await Flint.withRuntime(FlintRuntime()) {
            StudioFeature.addresses()
            Flint.setup(MovingFeatures.self) { config in
                config.platform = CurrentPlatform("iOS 17.2")
                config.purchaseTracker = tracker
                config.permissionChecker = DefaultPermissionChecker(adapters: permissions)
                config.allowsOverrides = true
            }
            try await body()
        }
    }

    // MARK: Availability

    @Test func `a missing definition of isEnabled`() async {
        await migrated {
            #expect(UndefinedSwitchFeature.isAvailable == true)
            #expect(advisories().contains { $0.contains("UndefinedSwitchFeature") })
        }
    }

    @Test func `an unregistered feature`() async {
        await migrated {
            #expect(UnregisteredFeature.isAvailable == false)
            #expect(UnregisteredFeature.descriptionOfUnsatisfiedConstraints == "Unregistered is not registered")
        }
    }

    // MARK: Purchases and permissions

    @Test func `"any of" several requirements`() async {
        let tracker = DebugPurchaseTracker()
        await migrated(tracker) {
            tracker.overridePurchase(product: MovingProducts.brush, with: .purchased)
            tracker.overridePurchase(product: MovingProducts.paper, with: .notPurchased)
            #expect(AlternativesFeature.isAvailable == true)
        }
    }

    @Test func `requirements that differ in quantity`() {
        let one = PurchaseRequirement(MovingProducts.ink, quantity: 1)
        #expect(one != PurchaseRequirement(MovingProducts.ink, quantity: 2))
        #expect(one == PurchaseRequirement(MovingProducts.ink, quantity: 1))
    }

    @Test func `an "unknown" override of a known status`() async {
        let owner = DebugPurchaseTracker()
        let tracker = DebugPurchaseTracker(targetPurchaseTracker: owner)
        await migrated(tracker) {
            owner.overridePurchase(product: MovingProducts.brush, with: .purchased)
            #expect(tracker.isPurchased(MovingProducts.brush) == true)
            tracker.overridePurchase(product: MovingProducts.brush, with: .unknown)
            #expect(tracker.isPurchased(MovingProducts.brush) == nil)
        }
    }

    @Test func `two products with one identifier`() async {
        await migrated {
            #expect(TwinFeature.isAvailable == nil)
            #expect(advisories().contains { $0.contains("brush") })
        }
    }

    @Test func `an authorized "always" location, where "when in use" is required`() async {
        await migrated(permissions: [
            FixedPermission(.location(usage: .always), .authorized),
            FixedPermission(.location(usage: .whenInUse), .denied),
        ]) {
            #expect(PlaceFeature.isAvailable == true)
        }
    }

    @Test func `an unsupported permission`() async {
        await migrated {
            #expect(PlaceFeature.permissions.unsupported == [.location(usage: .whenInUse)])
        }
    }

    @Test func `permissions without a coordinator`() async {
        let asked = LineNotes()
        let order: [SystemPermissionConstraint] = [.reminders, .camera, .photos, .microphone]
        let adapters = order.map { permission in
            FixedPermission(permission, .notDetermined) { asked.append(permission.name) }
        }
        await migrated(permissions: adapters) {
            DiaryFeature.permissionAuthorisationController(using: nil)?.begin(retryHandler: nil)
            #expect(asked.lines == order.map(\.name))
        }
    }

    @Test func `the retry handler`() async {
        let retries = LineNotes()
        await migrated(permissions: [FixedPermission(.location(usage: .whenInUse), .notDetermined)]) {
            PlaceFeature.permissionAuthorisationController(using: nil)?.begin(retryHandler: {
                retries.append("retried")
            })
            #expect(PlaceFeature.permissions.denied.count == 1)
            // The handler would be called on the main queue.
            await MainActor.run {}
            #expect(retries.lines.isEmpty)
        }
    }

    @Test func `outstanding permissions`() async {
        await migrated(permissions: [
            FixedPermission(.camera, .denied), FixedPermission(.photos, .restricted),
            FixedPermission(.reminders, .notDetermined), FixedPermission(.microphone, .authorized),
        ]) {
            let coordinator = OutstandingNotes()
            DiaryFeature.permissionAuthorisationController(using: coordinator)?.begin(retryHandler: nil)
            #expect(coordinator.outstanding == [.reminders, .camera, .photos])
        }
    }

    // MARK: Performing and recording

    @Test func `an action with its own queue`() async {
        await migrated {
            SlowAction.queue.suspend()
            await withCheckedContinuation { continuation in
                MovingFeature.slow.perform { _ in continuation.resume() }
                SlowAction.queue.resume()
            }
            #expect(Timeline.instance.entries.count == 2)
        }
    }

    @Test func `a completion with completionQueue:`() async {
        let queue = DispatchQueue(label: "completions")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        await migrated {
            queue.suspend()
            let isThere: Bool = await withCheckedContinuation { continuation in
                ActionSession.main.perform(
                    MovingFeature.act,
                    completion: { _ in continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true) },
                    completionQueue: queue)
                queue.resume()
            }
            #expect(isThere)
        }
    }

    @Test func `two failures`() {
        struct Worn: Error {}
        struct Lost: Error {}
        #expect(ActionOutcome.failure(error: Worn()) == .failure(error: Worn()))
        #expect(ActionOutcome.failure(error: Worn()) != .failure(error: Lost()))
    }

    @MainActor @Test func `observers of actions`() async {
        await migrated {
            let observer = BeginningNotes()
            Flint.dispatcher.add(observer: observer)
            MovingFeature.act.perform()
            #expect(observer.names == ["Act"])
        }
    }

    @MainActor @Test func `action stacks`() async {
        await migrated {
            let window = ActionSession(named: "window", userInitiatedActions: true)
            MovingFeature.act.perform()
            window.perform(MovingFeature.act)
            let tracker = ActionStackTracker.instance
            #expect(tracker.allActionStacks().count == 2)
            #expect(tracker.allActionStacks(in: window).count == 1)
            MovingFeature.end.perform()
            #expect(tracker.allActionStacks(in: .main).isEmpty)
        }
    }

    @MainActor @Test func `the timeline`() async {
        await migrated {
            TimelineFeature.isEnabled = false
            MovingFeature.act.perform()
            #expect(Timeline.instance.entries.isEmpty)
            TimelineFeature.isEnabled = true
            FlintRuntime.current.journal.capacity = 3
            for _ in 1...3 { MovingFeature.act.perform() }
            #expect(Timeline.instance.entries.count == 3)
        }
    }

    @Test func `logger levels`() async {
        await migrated {
            let output = LineNotes()
            Logging.setLoggerOutputs(
                development: [output], developmentLevel: .warning, production: nil, productionLevel: .off)
            let logs = MovingFeature.logs(for: "Moving")
            logs.development?.info("packed")
            logs.development?.warning("broken")
            #expect(output.lines == ["broken"])
        }
    }

    @Test func `reports`() async throws {
        try await migrated {
            let files = try [Flint.gatherReportZip(options: []), Flint.gatherReportZip(options: [])]
            defer { for file in files { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) } }
            #expect(files[0] != files[1])
            #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        }
    }

    // MARK: URLs

    private func opened(_ address: String) async throws -> String? {
        let url = try #require(URL(string: address))
        let noted = NotedInput()
        guard await Flint.outcome(ofOpening: url, with: NotingRouter(noted: noted)) == .success else { return nil }
        return noted.text
    }

    @Test func `a URL with a trailing slash`() async throws {
        try await migrated {
            let text = try await opened("studio://box/red/")
            #expect(text == "red")
        }
    }

    @Test func `a repeated name in the query`() async throws {
        try await migrated {
            let text = try await opened("studio://label?name=first&name=second")
            #expect(text == "first")
        }
    }

    @Test func `text beside * in a pattern component`() async throws {
        try await migrated {
            let text = try await opened("studio://crate-7/red")
            #expect(text == "red")
            let other = try await opened("studio://chest-7/red")
            #expect(other == nil)
        }
    }

    @Test func `several matching patterns`() async throws {
        try await migrated {
            let text = try await opened("studio://box/special")
            #expect(text == "the special one")
        }
    }

    @Test func `a URL of an action that completes later`() async throws {
        try await migrated {
            let text = try await opened("studio://later/red")
            #expect(text == "red")
        }
    }
}
