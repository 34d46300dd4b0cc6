#if DesktopPortal && os(Linux)
    import FlintLocks
    import FlintCore
    import Testing

    @testable import FlintDesktopPortal

    @Suite(
        .enabled(if: MessageBus.isInstalled, "the desktop's message bus is not installed: make test-deps"),
        .timeLimit(.minutes(20)))
    struct PermissionStoreTests {
        private static let app = "org.example.Podcasts"

        @Test func `without an entry, permissions are not determined and notifications are allowed`() throws {
            let bus = try MessageBus()
            let store = PermissionStore(app: Self.app, address: bus.address)
            #expect(store.problem == nil)
            #expect(store.status(of: .camera) == .notDetermined)
            #expect(store.status(of: .location) == .notDetermined)
            #expect(store.status(of: .notifications) == .authorized)
        }

        @Test func `entries that the desktop has written are read`() throws {
            let bus = try MessageBus()
            try bus.set("devices", "camera", app: Self.app, to: ["yes"])
            try bus.set("devices", "microphone", app: Self.app, to: ["no"])
            try bus.set("location", "location", app: Self.app, to: ["EXACT", "1700000000"])
            try bus.set("notifications", "notification", app: Self.app, to: ["no"])
            let store = PermissionStore(app: Self.app, address: bus.address)
            #expect(store.status(of: .camera) == .authorized)
            #expect(store.status(of: .microphone) == .denied)
            #expect(store.status(of: .location) == .authorized)
            #expect(store.status(of: .notifications) == .denied)
        }

        @Test func `entries of another app are ignored`() throws {
            let bus = try MessageBus()
            try bus.set("devices", "camera", app: "org.example.Other", to: ["yes"])
            try bus.set("devices", "camera", app: "", to: ["yes"])
            #expect(PermissionStore(app: Self.app, address: bus.address).status(of: .camera) == .notDetermined)
            #expect(PermissionStore(app: "", address: bus.address).status(of: .camera) == .authorized)
        }

        @Test func `a change reaches the checker's delegate`() async throws {
            let bus = try MessageBus()
            let checker = DefaultPermissionChecker(adapters: [
                PortalPermissionAdapter(.camera, in: PermissionStore(app: Self.app, address: bus.address))
            ])
            let (changes, continuation) = AsyncStream.makeStream(of: SystemPermissionConstraint.self)
            let observer = ChangeObserver(continuation)
            checker.addObserver(observer)
            var iterator = changes.makeAsyncIterator()
            try bus.set("devices", "camera", app: Self.app, to: ["yes"])
            #expect(await iterator.next() == .camera)
            #expect(checker.status(of: .camera) == .authorized)
            try bus.delete("devices", "camera")
            #expect(await iterator.next() == .camera)
            #expect(checker.status(of: .camera) == .notDetermined)
            #expect(checker.announcesChanges(of: .camera))
        }

        @Test func `a change of the accuracy of a location reaches the checker's delegate`() async throws {
            let bus = try MessageBus()
            try bus.set("location", "location", app: Self.app, to: ["CITY", "1700000000"])
            let location = SystemPermissionConstraint.location(usage: .whenInUse)
            let checker = DefaultPermissionChecker(adapters: [
                PortalPermissionAdapter(location, in: PermissionStore(app: Self.app, address: bus.address))
            ])
            #expect(checker.status(of: location) == .authorized)
            #expect(checker.attributes(of: location) == [.reducedAccuracy])
            let (changes, continuation) = AsyncStream.makeStream(of: SystemPermissionConstraint.self)
            let observer = ChangeObserver(continuation)
            checker.addObserver(observer)
            var iterator = changes.makeAsyncIterator()
            try bus.set("location", "location", app: Self.app, to: ["EXACT", "1700000000"])
            #expect(await iterator.next() == location)
            #expect(checker.attributes(of: location).isEmpty)
        }

        @Test func `permissions are unsupported after their bus ends`() async throws {
            let bus = try MessageBus()
            try bus.set("devices", "camera", app: Self.app, to: ["yes"])
            let store = PermissionStore(app: Self.app, address: bus.address)
            #expect(store.status(of: .camera) == .authorized)
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            store.observe { continuation.yield() }
            bus.stop()
            var iterator = changes.makeAsyncIterator()
            await iterator.next()
            #expect(store.status(of: .camera) == .unsupported)
        }

        @Test func `requesting a permission writes no entry`() async throws {
            let bus = try MessageBus()
            let question = Question(.camera, on: bus, app: Self.app)
            #expect(await question.answer() == .unsupported)
            #expect(PermissionStore(app: Self.app, address: bus.address).status(of: .camera) == .notDetermined)
        }

        @Test func `a determined permission is not requested`() async throws {
            let bus = try MessageBus()
            try bus.set("devices", "camera", app: Self.app, to: ["no"])
            let question = Question(.camera, on: bus, app: Self.app)
            #expect(await question.answer() == .denied)
            #expect(await Question(.notifications, on: bus, app: Self.app).answer() == .authorized)
            #expect(question.problems.withLock { $0 }.isEmpty)
        }

        @Test func `without a bus, every permission is unsupported, and the reason is known`() {
            let store = PermissionStore(app: Self.app, address: "unix:path=/nowhere/bus")
            #expect(store.problem?.hasPrefix("the message bus cannot be reached: ") == true)
            for permission in PortalPermission.allCases { #expect(store.status(of: permission) == .unsupported) }
        }

        @Test func `an invalid bus address is reported`() {
            #expect(PermissionStore(app: Self.app, address: "nonsense").problem != nil)
        }
    }

    private final class ChangeObserver: SystemPermissionCheckerDelegate {
        private let continuation: AsyncStream<SystemPermissionConstraint>.Continuation

        init(_ continuation: AsyncStream<SystemPermissionConstraint>.Continuation) {
            self.continuation = continuation
        }

        func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
            continuation.yield(permission)
        }
    }
#endif
