#if DesktopPortal && os(Linux)
    import FlintLocks
    import FlintCore
    import Testing

    @testable import FlintDesktopPortal

    /// Tests of requests to a portal with responses that the installed portal never gives to a program outside a
    /// sandbox.
    @Suite(
        .enabled(if: PortalPeer.isInstalled, "the desktop's portal is not installed: make test-deps"),
        .timeLimit(.minutes(20)))
    struct OtherPortalTests {
        private static let app = "org.example.Podcasts"

        @Test func `a location is granted by starting a session, which is closed afterwards`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.location(usage: .whenInUse), on: bus, app: Self.app)
            #expect(peer.next() == "asked location")
            try bus.set("location", "location", app: Self.app, to: ["EXACT", "1700000000"])
            #expect(await question.answer() == .authorized)
            #expect(peer.next() == "closed")
            #expect(peer.next() == "session closed")
        }

        @Test func `a location that is denied is requested only once`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.location(usage: .always), on: bus, app: Self.app)
            #expect(peer.next() == "asked location")
            try bus.set("location", "location", app: Self.app, to: ["NONE", "1700000000"])
            #expect(await question.answer() == .denied)
        }

        @Test func `always requires the location and the background, which are requested in turn`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.location(usage: .always), on: bus, app: Self.app)
            #expect(peer.next() == "asked location")
            peer.answer("0")
            #expect(peer.next() == "session closed")
            #expect(peer.next() == "asked background")
            peer.answer("0 refused")
            #expect(await question.answer() == .notDetermined)
            #expect(question.problems.withLock { $0 }.isEmpty)
        }

        @Test(arguments: [
            ("1", SystemPermissionStatus.notDetermined, []), ("2", .notDetermined, ["the portal ended the request"]),
        ])
        func `closing a dialog leaves the permission undetermined`(
            response: String, status: SystemPermissionStatus, problems: [String]
        ) async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.camera, on: bus, app: Self.app)
            #expect(peer.next() == "asked camera")
            peer.answer(response)
            #expect(await question.answer() == status)
            #expect(question.problems.withLock { $0 } == problems)
        }

        @Test func `a session that the portal closes ends the request`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.location(usage: .whenInUse), on: bus, app: Self.app)
            #expect(peer.next() == "asked location")
            peer.answer("close")
            #expect(await question.answer() == .notDetermined)
            #expect(question.problems.withLock { $0 } == ["the portal closed the session"])
        }

        @Test func `an old portal names its requests itself`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", "old", on: bus)
            let question = Question(.camera, on: bus, app: Self.app)
            #expect(peer.next() == "asked camera")
            peer.answer("0")
            #expect(await question.answer() == .authorized)
        }

        @Test func `a granted permission without an entry is authorized until the store changes`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.camera, on: bus, app: Self.app)
            #expect(peer.next() == "asked camera")
            peer.answer("0")
            #expect(await question.answer() == .authorized)
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            question.adapter.observeStatus { continuation.yield() }
            try bus.set("devices", "camera", app: Self.app, to: ["no"])
            var iterator = changes.makeAsyncIterator()
            await iterator.next()
            #expect(question.adapter.status == .denied)
        }

        @Test func `a microphone is never requested in a sandbox`() async throws {
            let bus = try MessageBus()
            let peer = try PortalPeer("portal", on: bus)
            let question = Question(.microphone, on: bus, app: Self.app)
            #expect(await question.answer() == .unsupported)
            peer.stop()
        }
    }
#endif
