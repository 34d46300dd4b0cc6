import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSimulation

/// Tests of a device that is saved in a file.
///
/// Every device in these tests represents a separate process.
struct DeviceFileTests {
    private let folder: TemporaryFolder
    private let real = ManualTime(now: day(0))
    private var path: String { folder.path(of: "device.json") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func device(process: Int32 = 1, running: Set<Int32> = [1, 2, 3]) -> SimulatedDevice {
        let process = ProcessIdentity(id: process) { running.contains($0) }
        return SimulatedDevice(
            file: path, platform: .real,
            permissions: SimulatedPermissionCenter(statuses: [.camera: .restricted], process: process),
            store: SimulatedStore(
                balances: ["credits": 3], offers: Offers.all,
                clock: SimulatedClock(realTime: { [real] in real.now }, timer: real)))
    }

    /// Makes a device read the changes of other processes, as it does when the file is watched.
    private func refresh(_ device: SimulatedDevice) {
        device.memory?.refresh()
    }

    private func allow(_ permission: SystemPermissionConstraint, on device: SimulatedDevice, _ answer: PromptAnswer) {
        device.permissions.checker.requestAuthorization(for: permission) { _, _ in }
        device.permissions.answer(answer, to: permission)
    }

    // MARK: From process to process

    @Test func `an unchanged device saves no file`() {
        let device = device()
        FlintRuntime().setUp(DeviceFeatures.self) { device.configure($0) }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(device.problem == nil)
    }

    @Test func `changes of a device are loaded by the next process`() throws {
        let first = device()
        first.permissions.setStatus(.denied, of: .photos)
        first.permissions.setStatus(.authorized, of: .camera)
        first.store.buy("monthly")
        first.store.updateSettings { $0.asksToBuy = true }
        try first.store.send(.buy(productID: "premium"))
        first.store.advance(by: 86_400)
        first.store.setRate(60)
        real.advance(seconds: 60)
        let second = device(process: 2)
        #expect(second.permissions.status(of: .photos) == .denied)
        #expect(second.permissions.status(of: .camera) == .authorized)
        #expect(second.store.isSubscriptionActive(Offers.monthly) == true)
        #expect(second.store.simulation.pending.map(\.productID) == ["premium"])
        #expect(second.store.clock.rate == 60)
        #expect(second.store.clock.now == day(1).addingTimeInterval(3600))
        #expect(second.store.creditBalance(of: Offers.credits) == 3)
        #expect(second.store.simulation.offers == Offers.all)
        let saved = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!saved.contains("$4.99"))
    }

    @MainActor @Test(.timeLimit(.minutes(20)))
    func `a configured device follows changes by another process`() async {
        let device = device()
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = ChangeObserver { continuation.yield() }
        device.store.addObserver(observer)
        let runtime = FlintRuntime()
        runtime.setUp(DeviceFeatures.self) { device.configure($0) }
        self.device(process: 2).store.buy("premium")
        for await _ in changes { break }
        #expect(device.store.isPurchased(Offers.premium) == true)
        withExtendedLifetime((observer, runtime)) {}
    }

    @Test func `renewals due between processes are recorded at setup`() {
        device().store.buy("monthly")
        real.advance(seconds: 70 * 86_400)
        let second = device(process: 2)
        let runtime = FlintRuntime()
        runtime.setUp(DeviceFeatures.self) { second.configure($0) }
        #expect(
            runtime.journal.events.compactMap(\.storeLine) == [
                "2026-02-01 monthly: renewed until 2026-03-01", "2026-03-01 monthly: renewed until 2026-04-01",
            ])
    }

    @Test func `a reset applies to every process`() {
        let (first, second) = (device(), device(process: 2))
        first.store.buy("monthly")
        second.store.reset()
        refresh(first)
        #expect(first.store.isSubscriptionActive(Offers.monthly) == false)
        #expect(device(process: 3).store.isSubscriptionActive(Offers.monthly) == false)
    }

    @Test func `a device that is read from a file wakes for its store's next event`() {
        device().store.buy("monthly")
        let time = ManualTime(now: day(0))
        let second = SimulatedDevice(
            file: path, platform: .real, permissions: SimulatedPermissionCenter(statuses: [:]),
            store: SimulatedStore(
                offers: Offers.all, clock: SimulatedClock(realTime: { time.now }, timer: time)))
        #expect(time.deadline == day(31))
        #expect(second.store.isSubscriptionActive(Offers.monthly) == true)
    }

    @Test func `a process is found running only while it exists`() {
        #expect(ProcessIdentity.current.isRunning(ProcessIdentity.current.id))
        #expect(!ProcessIdentity.current.isRunning(.max))
        #expect(!ProcessIdentity.current.isRunning(0))
        #expect(!ProcessIdentity.current.isRunning(-1))
    }

    // MARK: Allowed once

    @Test func `a permission allowed once expires with its process`() {
        let first = device()
        allow(.photos, on: first, .allowOnce)
        allow(.contacts(entity: .contacts), on: first, .allow)
        #expect(first.permissions.status(of: .photos) == .authorized)
        let second = device(process: 2, running: [2])
        #expect(second.permissions.status(of: .photos) == .notDetermined)
        #expect(second.permissions.status(of: .contacts(entity: .contacts)) == .authorized)
    }

    @Test func `a permission allowed once is shared while its process runs`() {
        let first = device()
        allow(.photos, on: first, .allowOnce)
        let second = device(process: 2, running: [1, 2])
        #expect(second.permissions.status(of: .photos) == .authorized)
        second.permissions.restartApp()
        refresh(first)
        #expect(first.permissions.status(of: .photos) == .notDetermined)
    }

    @Test func `a process with a reused identifier does not inherit a permission that was allowed once`() {
        allow(.photos, on: device(), .allowOnce)
        #expect(device().permissions.status(of: .photos) == .notDetermined)
    }

    // MARK: Concurrent processes

    @Test func `changes of two processes are merged`() {
        let (first, second) = (device(), device(process: 2))
        first.store.buy("premium")
        second.store.buy("monthly")
        first.permissions.setStatus(.denied, of: .photos)
        second.permissions.setStatus(.authorized, of: .motion)
        second.store.buy("credits")
        first.store.buy("credits")
        for device in [first, second] { refresh(device) }
        for device in [first, second, device(process: 3)] {
            #expect(device.store.isPurchased(Offers.premium) == true)
            #expect(device.store.isSubscriptionActive(Offers.monthly) == true)
            #expect(device.store.creditBalance(of: Offers.credits) == 5)
            #expect(device.permissions.status(of: .photos) == .denied)
            #expect(device.permissions.status(of: .motion) == .authorized)
        }
    }

    @Test func `each process records the other's store events once`() {
        device().store.buy("premium")
        let (first, second) = (device(), device(process: 2))
        let (one, two) = (FlintRuntime(), FlintRuntime())
        // The file is not watched, so that the test decides when it is read.
        for (runtime, device) in [(one, first), (two, second)] {
            runtime.setUp(DeviceFeatures.self) { config in
                config.purchaseTracker = device.store
                device.store.connect(to: .current)
            }
        }
        first.store.buy("monthly")
        first.store.refund("monthly")
        refresh(second)
        refresh(second)
        refresh(first)
        second.store.clock.advance(by: 1)
        let lines = ["2026-01-01 monthly: bought until 2026-02-01", "2026-01-01 monthly: refunded"]
        #expect(one.journal.events.compactMap(\.storeLine) == lines)
        #expect(two.journal.events.compactMap(\.storeLine) == lines)
    }

    @Test func `a renewal due in two processes happens once`() {
        let (first, second) = (device(), device(process: 2))
        first.store.buy("monthly")
        refresh(second)
        first.store.advance(by: 40 * 86_400)
        second.store.advance(by: 1)
        for device in [first, second] { refresh(device) }
        #expect(first.store.simulation.ledger.transactions(of: "monthly").count == 2)
        #expect(first.store.simulation == second.store.simulation)
        #expect(first.store.clock.now == second.store.clock.now)
    }

    @Test func `a prompt closes when another process sets its permission`() {
        let (first, second) = (device(), device(process: 2))
        let answers = Recorder<SystemPermissionStatus>()
        first.permissions.checker.requestAuthorization(for: .photos) { _, status in answers.append(status) }
        second.permissions.setStatus(.denied, of: .photos)
        refresh(first)
        #expect(first.permissions.prompt == nil)
        #expect(answers.all == [.denied])
    }

    @Test func `concurrent purchases in several processes are all saved`() async {
        let devices = (1...4).map { device(process: $0, running: [1, 2, 3, 4]) }
        await withTaskGroup { group in
            for device in devices {
                for _ in 0..<5 { group.addTask { device.store.buy("credits") } }
            }
        }
        #expect(device(process: 5).store.creditBalance(of: Offers.credits) == 23)
    }

    // MARK: Files that cannot be used

    @Test func `a malformed file is renamed and replaced`() throws {
        try "{ \"flint\": \"device\", not one".write(toFile: path, atomically: true, encoding: .utf8)
        let device = device()
        #expect(try #require(device.problem).contains("is malformed"))
        device.store.buy("premium")
        #expect(try #require(device.problem).contains(".unreadable-1"))
        #expect(self.device().store.isPurchased(Offers.premium) == true)
        #expect(FileManager.default.fileExists(atPath: path + ".unreadable-1"))
    }

    @Test func `a file of a newer version is kept and the device stays in memory`() throws {
        let newer = #"{"flint": "device", "version": 99}"#
        try newer.write(toFile: path, atomically: true, encoding: .utf8)
        let device = device()
        device.store.buy("premium")
        device.permissions.setStatus(.denied, of: .photos)
        #expect(try #require(device.problem).contains("reads versions up to 2"))
        #expect(device.store.isPurchased(Offers.premium) == true)
        #expect(device.permissions.status(of: .photos) == .denied)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == newer)
    }

    @Test func `a file that cannot be written is reported and the device keeps working`() throws {
        let device = device()
        device.store.buy("premium")
        // A directory at the file's path can be neither read nor replaced.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        device.store.buy("monthly")
        #expect(try #require(device.problem).contains("lost when the program ends"))
        #expect(device.store.isPurchased(Offers.premium) == true)
        #expect(device.store.isSubscriptionActive(Offers.monthly) == true)
    }

    @Test func `unknown permissions in the file are ignored`() throws {
        let json =
            #"{"flint": "device", "version": 2, "permissions": {"statuses": {"telepathy": "denied", "photos": "denied"}, "allowedOnce": {}}}"#
        try json.write(toFile: path, atomically: true, encoding: .utf8)
        let device = device()
        #expect(device.problem == nil)
        #expect(device.permissions.status(of: .photos) == .denied)
        #expect(device.permissions.status(of: .camera) == .restricted)
    }
}

extension JournalEvent {
    /// The line of a store event, or `nil` for other events.
    var storeLine: String? {
        if case .storeEvent(let event) = kind { event.line } else { nil }
    }
}

private final class ChangeObserver: PurchaseTrackerObserver {
    private let onChange: () -> Void

    init(_ onChange: @escaping () -> Void) {
        self.onChange = onChange
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        onChange()
    }
}

private final class DeviceFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [DeviceFeature.self] }
}

private final class DeviceFeature: ConditionalFeature {
    static let description = "Needs a subscription"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Offers.monthly)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}
