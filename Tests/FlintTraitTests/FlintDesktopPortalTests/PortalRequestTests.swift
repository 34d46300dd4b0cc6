#if DesktopPortal && os(Linux)
    import FlintLocks
    import FlintCore
    import Testing

    @testable import FlintDesktopPortal

    /// Tests of requests through the desktop's real portal, whose dialogs are answered by a test program.
    @Suite(
        .enabled(if: PortalPeer.isInstalled, "the desktop's portal is not installed: make test-deps"),
        .timeLimit(.minutes(20)))
    struct PortalRequestTests {
        @Test(arguments: [
            (SystemPermissionConstraint.camera, "dialog Turn On Camera?"), (.microphone, "dialog Turn On Microphone?"),
        ])
        func `a permission that the user grants is authorized, and the desktop has written it`(
            permission: SystemPermissionConstraint, dialog: String
        ) async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(permission, on: bus)
            #expect(peer.next() == dialog)
            peer.answer("0")
            #expect(await question.answer() == .authorized)
            #expect(question.adapter.status == .authorized)
            #expect(
                PortalPermissionAdapter(permission, in: PermissionStore(app: "", address: bus.address)).status
                    == .authorized)
        }

        @Test func `a permission that the user denies is denied and not requested again`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(.camera, on: bus)
            #expect(peer.next() == "dialog Turn On Camera?")
            peer.answer("1")
            #expect(await question.answer() == .denied)
            #expect(question.problems.withLock { $0 }.isEmpty)
            #expect(await Question(.camera, on: bus).answer() == .denied)
        }

        @Test func `overlapping requests share one dialog`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let store = PermissionStore(app: "", address: bus.address)
            let (answers, continuation) = AsyncStream.makeStream(of: SystemPermissionStatus.self)
            for _ in 1...3 { store.ask(for: .camera) { status, _ in continuation.yield(status) } }
            #expect(peer.next() == "dialog Turn On Camera?")
            peer.answer("0")
            var iterator = answers.makeAsyncIterator()
            for _ in 1...3 { #expect(await iterator.next() == .authorized) }
        }

        @Test func `a permission that is determined elsewhere closes the dialog`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(.camera, on: bus)
            #expect(peer.next() == "dialog Turn On Camera?")
            try bus.set("devices", "camera", app: "", to: ["no"])
            #expect(await question.answer() == .denied)
            #expect(peer.next() == "closed")
        }

        @Test func `a store that is released closes its dialogs`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let (answers, continuation) = AsyncStream.makeStream(of: SystemPermissionStatus.self)
            var store: PermissionStore? = PermissionStore(app: "", address: bus.address)
            store?.ask(for: .camera) { status, _ in continuation.yield(status) }
            #expect(peer.next() == "dialog Turn On Camera?")
            store = nil
            var iterator = answers.makeAsyncIterator()
            #expect(await iterator.next() == .notDetermined)
            #expect(peer.next() == "closed")
        }

        @Test func `a portal that ends closes its dialog, and the permission can be requested again`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(.camera, on: bus)
            #expect(peer.next() == "dialog Turn On Camera?")
            try bus.end("org.freedesktop.portal.Desktop")
            #expect(await question.answer() == .notDetermined)
            #expect(question.problems.withLock { $0 } == ["the portal has ended"])
            let again = Question(.camera, on: bus)
            #expect(peer.next() == "dialog Turn On Camera?")
            peer.answer("0")
            peer.answer("0")
            #expect(await again.answer() == .authorized)
        }

        @Test func `a bus that ends during a request ends the request`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(.camera, on: bus)
            #expect(peer.next() == "dialog Turn On Camera?")
            bus.stop()
            // Depends on whether the end of the bus is noticed by the dialog or by the store first.
            let answer = await question.answer()
            #expect([.notDetermined, .unsupported].contains(answer))
            #expect(question.problems.withLock { $0 }.count == 1)
        }

        @Test func `without a backend for dialogs, the permission is unsupported and the remedy is named`() async throws
        {
            let bus = try MessageBus(hasPortal: true, hasBackend: false)
            let question = Question(.camera, on: bus)
            #expect(await question.answer() == .unsupported)
            #expect(question.adapter.status == .unsupported)
            let problem = try #require(question.problems.withLock { $0 }.first)
            #expect(problem.contains("a backend that shows dialogs"))
        }

        @Test func `without a portal, the permission is unsupported and the remedy is named`() async throws {
            let question = Question(.microphone, on: try MessageBus())
            #expect(await question.answer() == .unsupported)
            #expect(question.problems.withLock { $0 }.count == 1)
        }

        @Test func `a problem causes an advisory of the requesting runtime`() async throws {
            let bus = try MessageBus()
            let runtime = FlintRuntime()
            let adapter = PortalPermissionAdapter(
                .camera, in: PermissionStore(app: "", address: bus.address),
                report: PortalPermissionAdapter.adviser(of: .camera))
            let (answers, continuation) = AsyncStream.makeStream(of: SystemPermissionStatus.self)
            Flint.withRuntime(runtime) {
                adapter.requestAuthorisation { _, status in continuation.yield(status) }
            }
            var iterator = answers.makeAsyncIterator()
            #expect(await iterator.next() == .unsupported)
            let advisories = runtime.journal.events.compactMap { event in
                if case .advisory(let text) = event.kind { text } else { nil }
            }
            #expect(advisories.count == 1)
            #expect(advisories.first?.hasPrefix("The desktop did not ask for \"Camera\": ") == true)
            withExtendedLifetime(bus) {}
        }

        @Test func `the portal's entry is the status if its backend does not answer`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let question = Question(.camera, on: bus)
            let status = await question.answer()
            #expect([.denied, .notDetermined].contains(status))
            #expect(status == PermissionStore(app: "", address: bus.address).status(of: .camera))
        }

        @Test func `a desktop that locks its camera restricts it`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", "lockdown", on: bus)
            let question = Question(.camera, on: bus)
            #expect(await question.answer() == .restricted)
            #expect(question.problems.withLock { $0 }.count == 1)
            peer.stop()
        }

        @Test func `a program outside a sandbox is granted its location without a dialog`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let question = Question(.location(usage: .always), on: bus)
            #expect(peer.next() == "located")
            #expect(await question.answer() == .authorized)
            #expect(question.adapter.status == .authorized)
        }

        @Test func `the answer reaches a request for a feature's permissions`() async throws {
            let bus = try MessageBus(hasPortal: true)
            let peer = try PortalPeer("dialogs", on: bus)
            let checker = DefaultPermissionChecker(adapters: [
                PortalPermissionAdapter(.camera, in: PermissionStore(app: "", address: bus.address))
            ])
            let (answers, continuation) = AsyncStream.makeStream(of: SystemPermissionStatus.self)
            checker.requestAuthorization(for: .camera) { _, status in continuation.yield(status) }
            #expect(peer.next() == "dialog Turn On Camera?")
            peer.answer("0")
            var iterator = answers.makeAsyncIterator()
            #expect(await iterator.next() == .authorized)
            #expect(checker.isAuthorised(for: [.camera]))
        }
    }

    /// A request for one permission, with its answer.
    final class Question {
        let adapter: PortalPermissionAdapter
        /// The reported reasons for which the user was not asked.
        let problems = Protected<[String]>([])
        private let answers: AsyncStream<SystemPermissionStatus>
        /// Keeps the bus running as long as the question exists.
        private let bus: MessageBus

        init(_ permission: SystemPermissionConstraint, on bus: MessageBus, app: String = "") {
            let store = PermissionStore(app: app, address: bus.address)
            let (answers, continuation) = AsyncStream.makeStream(of: SystemPermissionStatus.self)
            self.answers = answers
            self.bus = bus
            adapter = PortalPermissionAdapter(permission, in: store) { [problems] problem in
                problems.withLock { $0.append(problem) }
            }
            adapter.requestAuthorisation { _, status in continuation.yield(status) }
        }

        func answer() async -> SystemPermissionStatus? {
            var iterator = answers.makeAsyncIterator()
            return await iterator.next()
        }
    }
#endif
